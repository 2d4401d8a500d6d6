package rank

import "webmill/pkg/graph/adj"

// share multiplies the weights of the graph of a side by the similarity of the page at the other end of each link, and with
// HostShare by 1/k, where k is how many links of the list have their other ends on the same host (Bharat and Henzinger 1998).
//
// Passes: one over the graph; lists that go through several chunks are looked through before.
func (b *hitsBuilder) share(side, other *hitsSide) error {
	from := side.graph
	workers := make([]hostSharer, max(1, b.links.room.Threads))
	for w := range workers {
		workers[w] = hostSharer{
			graph: from, reader: from.Reader(aheadBytes(&b.links.room)), byHost: b.opt.HostShare,
			hosts: hostFinder{hosts: other.hosts}, similar: other.similar,
		}
	}
	if err := from.Shrink(b.left / linksDivisor); err != nil {
		return err
	}
	graphs, err := (&adj.Recoder{
		// What is looked at ahead must stay, so nothing is given back before the end.
		From: from, To: []adj.Options{{Weighted: true, Room: b.links.room.With(b.left / linksDivisor)}},
		Change: func(w, i int, in *adj.Chunk, out []*adj.Chunk) error { return workers[w].chunk(i, in, out[0]) },
	}).Run(b.links.room.Threads)
	if err != nil {
		return err
	}
	side.graph = graphs[0]
	return from.Close()
}

// hostSharer is a worker of share.
type hostSharer struct {
	graph   *adj.Graph
	reader  *adj.Reader // of what a list has in the next chunks
	piece   adj.Chunk   // the same
	byHost  bool        // HostShare
	hosts   hostFinder  // of the pages at the other ends
	similar []float32   // of these pages; nil: 1

	// Of the list at hand, if it goes on in the next chunk:
	going bool  // the links to its last host here go on there
	host  int32 // this host
	k     int   // how many links to it there are, here and there
}

func (s *hostSharer) chunk(i int, in, out *adj.Chunk) error {
	out.Keys, out.Ends = append(out.Keys, in.Keys...), append(out.Ends, in.Ends...)
	out.Others, out.Continues = append(out.Others, in.Others...), in.Continues
	if len(in.Weights) > 0 {
		out.Weights = append(out.Weights, in.Weights...)
	} else {
		for range in.Others {
			out.Weights = append(out.Weights, 1)
		}
	}
	for n := range in.Keys {
		list, weights := out.List(n), out.ListWeights(n)
		if s.byHost {
			goesOn := n == len(in.Keys)-1 && listGoesOn(s.graph, i)
			if err := s.list(i, list, weights, n == 0 && in.Continues, goesOn); err != nil {
				return err
			}
		}
		if s.similar != nil {
			for k, other := range list {
				weights[k] = float32(float64(weights[k]) * float64(s.similar[other]))
			}
		}
	}
	return nil
}

// list shares the weights of a list, or of a piece. goesOn: it goes on in the next chunk.
func (s *hostSharer) list(i int, list []int32, weights []float32, continues, goesOn bool) error {
	for from := 0; from < len(list); {
		host, err := s.hosts.of(list[from])
		if err != nil {
			return err
		}
		to, err := s.end(list, from, host)
		if err != nil {
			return err
		}
		k := to - from
		if from == 0 && continues && s.going && s.host == host {
			k = s.k
		} else if to == len(list) && goesOn {
			more, err := s.more(i+1, host)
			if err != nil {
				return err
			}
			k += more
		}
		s.host, s.k, s.going = host, k, to == len(list) && goesOn
		for ; from < to; from++ {
			weights[from] = float32(float64(weights[from]) / float64(k))
		}
	}
	return nil
}

// end is where the links to a host end that begin at a place of a list.
func (s *hostSharer) end(list []int32, from int, host int32) (int, error) {
	for ; from < len(list); from++ {
		h, err := s.hosts.of(list[from])
		if err != nil || h != host {
			return from, err
		}
	}
	return from, nil
}

// more is how many links to a host the list has in the chunks from i on, one after the other from its beginning there.
func (s *hostSharer) more(i int, host int32) (k int, err error) {
	for ; i < s.graph.Chunks() && s.graph.Continues(i); i++ {
		if err := s.reader.Read(i, &s.piece); err != nil {
			return 0, err
		}
		list := s.piece.List(0)
		to, err := s.end(list, 0, host)
		if err != nil {
			return 0, err
		}
		k += to
		if to < len(list) || len(s.piece.Keys) > 1 {
			return k, nil
		}
	}
	return k, nil
}
