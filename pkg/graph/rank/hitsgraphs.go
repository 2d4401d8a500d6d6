package rank

import (
	"cmp"
	"errors"
	"sync"

	"webmill/pkg/extsort"
	"webmill/pkg/graph/adj"
	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// makeGraphs makes both graphs of the links between the pages of the base set.
func (b *hitsBuilder) makeGraphs() error {
	s, l := b.hits, b.links
	if err := b.number(); err != nil {
		return err
	}
	if err := s.reserve(); err != nil {
		return err
	}
	taken := l.sets() + s.sets() + s.targets.values.bytes() + s.sources.values.bytes() + s.spare.bytes()
	if b.opt.Similar != nil {
		taken += 4 * int64(s.targets.pages.Len()+s.sources.pages.Len())
	}
	const leastLinks = 8 << 20 // for both graphs and the sort
	if err := checkMemory(memoryWith(taken+min(leastLinks, 2*taken), &l.room), &l.room); err != nil {
		return err
	}
	b.left = max(0, l.room.Memory-setAside(&l.room)-taken)
	if err := b.byNumber(); err != nil {
		return err
	}
	if err := l.graph.Shrink(b.left / linksDivisor); err != nil {
		return err
	}
	if err := b.recode(); err != nil {
		return err
	}
	if b.opt.HostShare || b.opt.Similar != nil {
		if err := b.share(&s.targets, &s.sources); err != nil {
			return err
		}
		if err := b.share(&s.sources, &s.targets); err != nil {
			return err
		}
	}
	if err := s.targets.graph.Shrink(b.left / keptDivisor); err != nil {
		return err
	}
	return s.sources.graph.Shrink(b.left / keptDivisor)
}

// How what the sets and vectors leave is divided. While the links are recoded there are the graph of the links, those by target
// and by source, and a sort.
const (
	linksDivisor  = 4 // each of the three graphs
	recodeDivisor = 2 // the sort, which gives its memory to the graph by source at its end
	keptDivisor   = 2 // each of the two graphs that stay
	hostsDivisor  = 8 // the hosts of one side
)

// recode makes the graph by target from the links, and at the same time the other one by a sort.
func (b *hitsBuilder) recode() error {
	s, l := b.hits, b.links
	b.weighted = l.Weighted() || b.opt.Hosts != nil && b.opt.Inside != 0 && b.opt.Inside != 1
	width := linkWidth(b.weighted)
	pipe := par.NewPipe[int32](8, 64<<10/width*width)
	var sorting sync.WaitGroup
	var unsorted error
	sorting.Go(func() {
		unsorted = par.Guard(func() (err error) {
			s.sources.graph, err = b.sortBySource(pipe)
			pipe.Leave(cmp.Or(err, errStopped))
			return err
		})
	})
	filters := make([]hitsFilter, max(1, l.room.Threads))
	for w := range filters {
		filters[w] = hitsFilter{b: b, from: hostFinder{hosts: s.sources.hosts}, to: hostFinder{hosts: s.targets.hosts}}
	}
	var block []int32
	graphs, err := (&adj.Recoder{
		From: l.graph, To: []adj.Options{{Weighted: b.weighted, Room: l.room.With(b.left / linksDivisor)}}, Drain: true,
		Change: func(w, _ int, in *adj.Chunk, out []*adj.Chunk) error { return filters[w].chunk(in, out[0]) },
		Kept: func(out []*adj.Chunk) error {
			block = appendLinks(block[:0], out[0])
			for _, page := range out[0].Keys {
				s.targets.values.x[page] = 1
			}
			return pipe.WriteBlock(block)
		},
	}).Run(l.room.Threads)
	l.releaseGraph()
	if err == nil {
		s.targets.graph = graphs[0]
	}
	pipe.End(err)
	sorting.Wait()
	if unsorted != nil {
		return unsorted
	}
	for w := range filters {
		s.Count.Inside += filters[w].inside
		s.Count.Over += filters[w].over
	}
	return err
}

var errStopped = errors.New("the sort has ended")

// sortBySource makes the graph by source.
func (b *hitsBuilder) sortBySource(pipe *par.Pipe[int32]) (*adj.Graph, error) {
	room, width := b.links.room, linkWidth(b.weighted)
	to := adj.NewBuilder(adj.Options{Key: 0, Weighted: b.weighted, Room: room.With(b.left / linksDivisor)})
	_, err := extsort.Sort(tuple.SinkFunc(func(block []int32) error {
		for k := 0; k < len(block); k += width {
			b.hits.sources.values.x[block[k]] = 1
		}
		return to.WriteBlock(block)
	}), []tuple.Source{pipe}, extsort.Options{Width: width, Room: room.With(b.left / recodeDivisor)})
	g, closed := to.Close()
	if err = cmp.Or(err, closed); err != nil {
		if g != nil {
			g.Close()
		}
		return nil, err
	}
	return g, nil
}
