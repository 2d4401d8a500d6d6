package rank

import "webmill/pkg/graph/adj"

// RemoveDangling takes out the pages without links, then those that have none any more, and so on: what PageRank did before
// dangling pages were counted as linking everywhere (Kulvait 2007, 5.1). Pages taken out are not rated. It uses l up.
//
// Passes: as many over the links as the longest chain of pages to be taken out. Memory: that of l, twice.
func (l *Links) RemoveDangling() (*Links, error) {
	for {
		left := l.core.Len()
		next, err := l.derive(true, 0, func(_, _ int, in, out *adj.Chunk) error {
			for i, page := range in.Keys {
				if l.core.Has(page) {
					out.Continues = out.Continues || i == 0 && in.Continues
					out.Others = append(out.Others, in.List(i)...)
					out.Keys = append(out.Keys, page)
					out.Ends = append(out.Ends, int32(len(out.Others)))
				}
			}
			return nil
		})
		l.Close()
		if err != nil {
			return nil, err
		}
		next.Count, next.only = l.Count, true
		if next.core.Len() == left {
			return next, nil
		}
		l = next
	}
}

// derive makes a graph with other links of the same pages, and counts the out-degrees again. With drain it uses l up; taken is
// memory that is in use besides.
func (l *Links) derive(drain bool, taken int64, change func(worker, i int, in, out *adj.Chunk) error) (*Links, error) {
	next := &Links{room: l.room, pages: l.pages, linked: l.linked, only: l.only}
	memory := l.left() - l.degree.Bytes() - taken
	if !drain {
		memory -= l.form.InMemory()
	}
	recode := adj.Recoder{
		From:  l.form,
		To:    []adj.Options{{Key: 1, Memory: max(0, memory), FS: l.room.FS, TempDir: l.room.TempDir}},
		Drain: drain,
		Change: func(w, i int, in *adj.Chunk, out []*adj.Chunk) error {
			return change(w, i, in, out[0])
		},
		Kept: func(out []*adj.Chunk) {
			for _, source := range out[0].Others {
				next.degree.Add(source)
			}
		},
	}
	forms, err := recode.Run(l.room.Threads)
	if err != nil {
		return nil, err
	}
	next.form = forms[0]
	next.Count.Links = next.form.Links()
	next.core = next.degree.Counted()
	next.core.Index()
	return next, nil
}
