package rank

import (
	"slices"

	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/tuple"
)

// EachLink gives the links in blocks of pairs (source, target), by target; with weights, of (source, target, weight).
func (l *Links) EachLink(yield func(block []int32) error) error {
	reader := l.graph.Reader(aheadBytes(&l.room))
	var c adj.Chunk
	var block []int32
	for i := range l.graph.Chunks() {
		if err := reader.Read(i, &c); err != nil {
			return err
		}
		block = appendLinks(block[:0], &c)
		if err := yield(block); err != nil {
			return err
		}
	}
	return nil
}

// appendLinks appends the links of a chunk, sorted by target, as records with the source first.
func appendLinks(block []int32, c *adj.Chunk) []int32 {
	for k, page := range c.Keys {
		weights := c.ListWeights(k)
		for n, source := range c.List(k) {
			block = append(block, source, page)
			if weights != nil {
				block = append(block, tuple.F32Bits(weights[n]))
			}
		}
	}
	return block
}

// RemoveDangling takes out the pages without links, then those that have none any more, and so on: what PageRank did before
// dangling pages were counted as linking everywhere (Kulvait 2007, 5.1). Pages taken out are not rated. It uses l up.
//
// The links are sorted by target, so the list of a page that is taken out says which pages lose a link.
//
// Passes: two over the links, the first in one thread; chunks with pages that are taken out later are read
// again, once a round. Memory: twice that of l, and 4 bytes for each page that is taken out in a round.
func (l *Links) RemoveDangling() (*Links, error) {
	defer l.Close()
	p := &peel{links: l, reader: l.graph.Reader(aheadBytes(&l.room)), chunk: -1}
	if err := p.run(); err != nil {
		return nil, err
	}
	next, err := l.recode(max(0, l.left()), adj.Recoder{Drain: true,
		Change: func(_, _ int, in *adj.Chunk, to []*adj.Chunk) error {
			out := to[0]
			for i, page := range in.Keys {
				if l.degree.Of(page) > 0 {
					out.Continues = out.Continues || i == 0 && in.Continues
					out.Others = append(out.Others, in.List(i)...)
					out.Weights = append(out.Weights, in.ListWeights(i)...)
					out.Keys = append(out.Keys, page)
					out.Ends = append(out.Ends, int32(len(out.Others)))
				}
			}
			return nil
		}})
	if err != nil {
		return nil, err
	}
	next.pages, next.linked = l.pages, l.linked
	l.pages, l.linked = idset.Set{}, idset.Set{}
	next.Count, next.coreOnly = l.Count, true
	degree := l.degree
	l.degree = idset.Counts{}
	return next.withDegrees(degree)
}

// peel takes pages out by counting down the links of those that link to them.
type peel struct {
	links  *Links
	reader *adj.Reader
	lists  adj.Chunk
	chunk  int     // that is in lists
	gone   []int32 // pages that have no links any more, and whose list is to be looked at
}

// run makes degree that of the graph that is left.
func (p *peel) run() error {
	for i := range p.links.graph.Chunks() {
		if err := p.read(i); err != nil {
			return err
		}
		for k, page := range p.lists.Keys {
			if !p.links.core.Has(page) {
				p.drop(p.lists.List(k))
			}
		}
	}
	// Chunks here and there are read: to read far ahead does not pay.
	p.reader = p.links.graph.Reader(aheadBytes(&p.links.room) / 4)
	for len(p.gone) > 0 {
		round := p.gone
		p.gone = nil
		slices.Sort(round)
		for _, page := range round {
			if err := p.dropAll(page); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *peel) read(i int) error {
	if i == p.chunk {
		return nil
	}
	p.chunk = i
	return p.reader.Read(i, &p.lists)
}

// drop counts down the links of some pages.
func (p *peel) drop(sources []int32) {
	for _, source := range sources {
		p.links.degree.Drop(source)
		if p.links.degree.Of(source) == 0 {
			p.gone = append(p.gone, source)
		}
	}
}

// dropAll counts down the links of all pages that link to one.
func (p *peel) dropAll(page int32) error {
	for i := max(0, p.links.graph.Find(page)); i < p.links.graph.Chunks() && p.links.graph.First(i) <= page; i++ {
		if err := p.read(i); err != nil {
			return err
		}
		k, ok := slices.BinarySearch(p.lists.Keys, page)
		if !ok {
			return nil
		}
		p.drop(p.lists.List(k))
		if k < len(p.lists.Keys)-1 {
			return nil
		}
	}
	return nil
}

// recode makes links of the chunks that a recoder makes, in some memory. They have no pages yet.
func (l *Links) recode(memory int64, r adj.Recoder) (*Links, error) {
	r.From, r.To = l.graph, []adj.Options{{Key: 1, Weighted: l.Weighted(), Room: l.room.With(memory)}}
	graphs, err := r.Run(l.room.Threads)
	if err != nil {
		return nil, err
	}
	next := &Links{room: l.room, coreOnly: l.coreOnly, graph: graphs[0]}
	next.Count.Links = next.graph.Links()
	return next, nil
}

// withDegrees sets the out-degrees, and adds up the weights. After an error the links are closed.
func (l *Links) withDegrees(degree idset.Counts) (*Links, error) {
	l.degree = degree
	l.core = l.degree.Counted()
	l.core.Index()
	if err := l.sumWeights(); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}
