package rank

import "webmill/pkg/graph/adj"

// hitsFilter is a worker that keeps the links that count.
type hitsFilter struct {
	b        *hitsBuilder
	from, to hostFinder
	inside   int64 // links left out: see HitsCounts
	over     int64

	// Of the list at hand, which may go on in the next chunk:
	list  []int32 // the ids that are kept of this piece
	begun bool    // something was kept of the pieces before
	host  int32   // that of the last source
	same  int     // how many sources in a row had it
}

// chunk keeps what counts of a chunk.
func (f *hitsFilter) chunk(in, out *adj.Chunk) error {
	pages := &f.b.hits.pages
	for k, page := range in.Keys {
		if k > 0 || !in.Continues {
			f.begun, f.same = false, 0
		}
		if !pages.Has(page) {
			continue
		}
		number := f.b.hits.targets.pages.Rank(page)
		list, weights := in.List(k), in.ListWeights(k)
		f.list = f.list[:0]
		for n, source := range list {
			if !pages.Has(source) || weights != nil && weights[n] == 0 {
				continue
			}
			w := float32(1)
			if weights != nil {
				w = weights[n]
			}
			if f.b.opt.Hosts != nil {
				var err error
				if w, err = f.hostWeight(f.b.hits.sources.pages.Rank(source), number, w); err != nil {
					return err
				}
				if w == 0 {
					continue
				}
			}
			f.list = append(f.list, source)
			if f.b.weighted {
				out.Weights = append(out.Weights, w)
			}
		}
		if len(f.list) == 0 {
			continue
		}
		out.Continues = out.Continues || len(out.Keys) == 0 && f.begun
		f.begun = true
		out.Others = f.b.hits.sources.pages.AppendRanks(out.Others, f.list)
		out.Keys = append(out.Keys, number)
		out.Ends = append(out.Ends, int32(len(out.Others)))
	}
	return nil
}

// hostWeight is the weight of a link after the rules of hosts; 0: it does not count.
func (f *hitsFilter) hostWeight(source, page int32, w float32) (float32, error) {
	from, err := f.from.of(source)
	if err != nil {
		return 0, err
	}
	to, err := f.to.of(page)
	if err != nil {
		return 0, err
	}
	if from == to {
		if w *= f.b.opt.Inside; w == 0 {
			f.inside++
			return 0, nil
		}
	}
	if f.same == 0 || f.host != from {
		f.host, f.same = from, 0
	}
	if f.same++; f.b.opt.HostMost > 0 && f.same > f.b.opt.HostMost {
		f.over++
		return 0, nil
	}
	return w, nil
}
