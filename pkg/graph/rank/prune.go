package rank

import (
	"fmt"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/graph/idset"
)

// Prune makes the graph of K-Rank (Kulvait 2007, 5.2, Def. 5.8 and 5.9): every page keeps the k links to it that have the
// greatest score, where
//
//	score(i→j) = rank(i)/c_i
//
// and of equal ones those of the lower sources. Pages with no more than k links to them keep all. The out-degrees are
// counted again, so pages that lose every link become leaves.
//
// Scores are compared as float32: many pages of a crawl have exactly the same rank. A solution in float64 finds values for
// them that differ in their last digits, and another solution finds other ones. (cnr-2000: of the links kept at k = 10, 0.3 to
// 0.5 % change with the tolerance or the method; as float32, 0 to 0.03 %.)
//
// taken is memory that what score looks at takes. The out-degrees of l are used up.
//
// Passes: one over the links, which are sorted by target, so there is nothing to sort; lists that go through several chunks
// are looked through before. Memory: 8 bytes · k, or what the longest list takes if that is less, and two chunks for each
// thread; 2 bytes a page for the new out-degrees, and the new links in what is left.
func (l *Links) Prune(k int, score Score, taken int64) (*Links, error) {
	workers := make([]pruner, max(1, l.room.Threads))
	for w := range workers {
		workers[w] = pruner{graph: l.graph, reader: l.graph.Reader(ahead(&l.room)), k: k, score: score}
	}
	taken += l.degree.Bytes() + 3*l.pages.Bytes() // for the new ones
	l.degree.Free()
	var degree idset.Counts
	next, err := l.derive(false, taken, func(w, i int, in, out *adj.Chunk) error {
		return workers[w].chunk(i, in, out)
	}, func(out []*adj.Chunk) {
		for _, source := range out[0].Others {
			degree.Add(source)
		}
	})
	if err != nil {
		degree.Free()
		return nil, err
	}
	next.count(degree)
	return next, nil
}

// Score is the score of a page's links; several goroutines ask for it.
type Score func(source int32) (float32, error)

// pruner prunes the lists of chunks. What it keeps of a list lies in as many chunks as before.
type pruner struct {
	graph  *adj.Graph
	reader *adj.Reader
	k      int
	score  Score
	scores []float32 // of the list at hand, or of the piece of it in this chunk
	best   []float32
	ahead  adj.Chunk

	// What is kept of the list at hand:
	all   bool
	least float32 // scores that are greater are kept
	equal int     // how many equal ones are kept besides
	begun bool    // something of it was kept in a chunk before
}

// chunk prunes the lists of chunk i.
func (p *pruner) chunk(i int, in, out *adj.Chunk) error {
	for n, page := range in.Keys {
		list := in.List(n)
		var err error
		if n > 0 || !in.Continues {
			p.begun = false
			err = p.limit(i, page, list, n == len(in.Keys)-1)
		} else if !p.all {
			p.scores, err = p.appendScores(p.scores[:0], list)
		}
		if err != nil {
			return err
		}
		before := len(out.Others)
		p.keep(list, out)
		if len(out.Others) == before {
			continue
		}
		out.Continues = out.Continues || p.begun
		p.begun = true
		out.Keys = append(out.Keys, page)
		out.Ends = append(out.Ends, int32(len(out.Others)))
	}
	return nil
}

// limit finds out what to keep of the list that begins with a piece in chunk i. The last list of a chunk may go on in the next ones.
func (p *pruner) limit(i int, page int32, list []int32, last bool) error {
	most, end := len(list), i+1
	for last && end < p.graph.Chunks() && p.graph.Continues(end) && p.graph.First(end) == page {
		most += p.graph.ChunkLinks(end)
		end++
	}
	if p.all = most <= p.k; p.all {
		return nil
	}
	var err error
	if p.scores, err = p.appendScores(p.scores[:0], list); err != nil {
		return err
	}
	p.best = append(p.best[:0], p.scores...)
	length := len(list)
	for i++; i < end; i++ {
		if err := p.reader.Read(i, &p.ahead); err != nil {
			return err
		}
		if p.best, err = p.appendScores(p.best, p.ahead.List(0)); err != nil {
			return err
		}
		length += len(p.ahead.List(0))
		if len(p.best) > 2*p.k {
			kth(p.best, p.k-1)
			p.best = p.best[:p.k]
		}
	}
	if p.all = length <= p.k; p.all {
		return nil
	}
	p.least = kth(p.best, p.k-1)
	p.equal = p.k
	for _, s := range p.best[:p.k] {
		if s > p.least {
			p.equal--
		}
	}
	return nil
}

func (p *pruner) appendScores(scores []float32, list []int32) ([]float32, error) {
	for _, source := range list {
		score, err := p.score(source)
		if err != nil {
			return nil, err
		}
		scores = append(scores, score)
	}
	return scores, nil
}

// keep keeps the best of a list, or of a piece.
func (p *pruner) keep(list []int32, out *adj.Chunk) {
	if p.all {
		out.Others = append(out.Others, list...)
		return
	}
	for i, s := range p.scores {
		if s < p.least || s == p.least && p.equal == 0 {
			continue
		}
		if s == p.least {
			p.equal--
		}
		out.Others = append(out.Others, list[i])
	}
}

// kth is the number that is at place k when a is sorted, the greatest first. It reorders a: what is before that place is not
// less, what is behind it not greater.
func kth(a []float32, k int) float32 {
	for {
		if len(a) == 1 {
			return a[0]
		}
		pivot := a[len(a)/2]
		i, j := 0, len(a)-1
		for i <= j {
			for a[i] > pivot {
				i++
			}
			for a[j] < pivot {
				j--
			}
			if i <= j {
				a[i], a[j] = a[j], a[i]
				i++
				j--
			}
		}
		// What is before i is not less than the pivot, what is behind j not greater; between them lies the pivot.
		switch {
		case k <= j:
			a = a[:j+1]
		case k >= i:
			a, k = a[i:], k-i
		default:
			return pivot
		}
	}
}

// Score is rank/c of a page with links, up to a factor that is the same for all.
func (s *System) Score(id int32) (float32, error) { return float32(s.x.at(s.core.Rank(id))), nil }

// Scores are given ranks as scores: rank/c by number of the core.
type Scores struct {
	core  *idset.Set
	words []uint64
	score []float32
	// Missing is how many pages have no rank. None of them has links, or the ranks would be refused.
	Missing int64
	Strays  int64 // ids with a rank that are no pages
}

// NewScores takes ranks by ascending page, which errors call by name; each page with links must have one.
func NewScores(l *Links, name string, ranks func(yield func(id int32, rank float32)) error) (*Scores, error) {
	s := &Scores{core: l.core}
	err := l.graph.Shrink(max(0, l.left()-4*int64(l.core.Len())-l.core.Bytes()))
	if err != nil {
		return nil, err
	}
	if s.words, err = arena.Words((l.core.Len() + 1) / 2); err != nil {
		return nil, err
	}
	s.score = arena.View[float32](s.words)
	var got idset.Set
	defer got.Free()
	ranked, all := int64(0), int64(0)
	err = ranks(func(id int32, rank float32) {
		all++
		if l.pages.Has(id) {
			ranked++
		}
		if l.core.Has(id) {
			got.Add(id)
			s.score[l.core.Rank(id)] = float32(float64(rank) / float64(l.degree.Of(id)))
		}
	})
	if err == nil && got.Len() == l.core.Len() {
		s.Missing, s.Strays = int64(l.pages.Len())-ranked, all-ranked
		return s, nil
	}
	s.Close()
	for id := range l.core.All {
		if err == nil && !got.Has(id) {
			err = fmt.Errorf("%s: page %d has links but no rank", name, id)
		}
	}
	return nil, err
}

// Close gives back the memory.
func (s *Scores) Close() {
	arena.Free(s.words)
	s.words, s.score = nil, nil
}

// Score is rank/c of a page with links.
func (s *Scores) Score(id int32) (float32, error) { return s.score[s.core.Rank(id)], nil }

// Bytes is the memory of the scores.
func (s *Scores) Bytes() int64 { return 4 * int64(len(s.score)) }

// Release gives back everything but what Score needs, and tells how much memory that is.
func (s *System) Release() (left int64) {
	for _, f := range []*adj.Graph{s.rows, s.ends} {
		f.Close()
	}
	s.rows, s.ends = nil, nil
	return s.bytes()
}

// EachLink gives the links in blocks of pairs (source, target), by target.
func (l *Links) EachLink(yield func(block []int32) error) error {
	reader := l.graph.Reader(ahead(&l.room))
	var c adj.Chunk
	var block []int32
	for i := range l.graph.Chunks() {
		if err := reader.Read(i, &c); err != nil {
			return err
		}
		block = block[:0]
		for k, page := range c.Keys {
			for _, source := range c.List(k) {
				block = append(block, source, page)
			}
		}
		if err := yield(block); err != nil {
			return err
		}
	}
	return nil
}

// RemoveDangling takes out the pages without links, then those that have none any more, and so on: what PageRank did before
// dangling pages were counted as linking everywhere (Kulvait 2007, 5.1). Pages taken out are not rated. It uses l up.
//
// The links are by target, so the list of a page that goes tells who loses a link.
//
// Passes: two over the links, the first in one thread; chunks in which pages go later are read again, once for all that go in
// the same round. Memory: that of l, twice, and 4 bytes for each page that goes in a round.
func (l *Links) RemoveDangling() (*Links, error) {
	defer l.Close()
	p := &peel{links: l, reader: l.graph.Reader(ahead(&l.room)), chunk: -1}
	if err := p.run(); err != nil {
		return nil, err
	}
	next, err := l.derive(true, 0, func(_, _ int, in, out *adj.Chunk) error {
		for i, page := range in.Keys {
			if l.degree.Of(page) > 0 {
				out.Continues = out.Continues || i == 0 && in.Continues
				out.Others = append(out.Others, in.List(i)...)
				out.Keys = append(out.Keys, page)
				out.Ends = append(out.Ends, int32(len(out.Others)))
			}
		}
		return nil
	}, nil)
	if err != nil {
		return nil, err
	}
	next.Count, next.only = l.Count, true
	next.count(l.degree)
	l.degree = idset.Counts{}
	return next, nil
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
	// Here and there it does not pay to read far ahead.
	p.reader = p.links.graph.Reader(ahead(&p.links.room) / 4)
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

// derive makes a graph with other links of the same pages, without their numbers. With drain it uses l up; taken is memory
// that is in use besides.
func (l *Links) derive(drain bool, taken int64, change func(worker, i int, in, out *adj.Chunk) error, kept func(out []*adj.Chunk)) (*Links, error) {
	next := &Links{room: l.room, only: l.only, literal: l.literal}
	memory := max(0, l.left()-taken)
	if !drain {
		memory /= 2
		if err := l.graph.Shrink(memory); err != nil {
			return nil, err
		}
	}
	recode := adj.Recoder{
		From:  l.graph,
		To:    []adj.Options{{Key: 1, Room: l.room.With(memory)}},
		Drain: drain,
		Change: func(w, i int, in *adj.Chunk, out []*adj.Chunk) error {
			return change(w, i, in, out[0])
		},
		Kept: kept,
	}
	graphs, err := recode.Run(l.room.Threads)
	if err != nil {
		return nil, err
	}
	next.graph = graphs[0]
	next.Count.Links = next.graph.Links()
	if drain {
		next.pages, next.linked = l.pages, l.linked
		l.pages, l.linked = idset.Set{}, idset.Set{}
	} else {
		next.pages.AddAll(&l.pages)
		next.linked.AddAll(&l.linked)
	}
	return next, nil
}

// count sets the out-degrees.
func (l *Links) count(degree idset.Counts) {
	l.degree = degree
	l.core = l.degree.Counted()
	l.core.Index()
}
