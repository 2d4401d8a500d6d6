package rank

import (
	"fmt"

	"webmill/pkg/graph/adj"
	"webmill/pkg/graph/pages"
)

// Prune makes the graph of K-Rank (Kulvait 2007, 5.2, Def. 5.8 and 5.9): every page keeps the k links to it that have the
// greatest score, where
//
//	score(i→j) = rank(i)/c_i
//
// and of equal ones those of the lower sources. Pages with no more than k links to them keep all. The out-degrees are
// counted again, so pages that lose every link become leaves.
//
// taken is memory that what score looks at takes.
//
// Passes: one over the links, which are sorted by target, so there is nothing to sort. Memory: 12 bytes · k and a chunk for
// each thread, 2 bytes a page for the new out-degrees, and the new links in what is left.
func (l *Links) Prune(k int, score func(source int32) float64, taken int64) (*Links, error) {
	workers := make([]pruner, max(1, l.room.Threads))
	for w := range workers {
		workers[w] = pruner{k: k, score: score}
	}
	return l.derive(false, taken, func(w int, in, out *adj.Chunk, goesOn bool) { workers[w].chunk(in, out, goesOn) })
}

// pruner prunes lists, of which one may go on through several chunks.
type pruner struct {
	k      int
	score  func(int32) float64
	list   []int32   // of the page at hand, as far as it can be among the best
	scores []float64 // of list
	order  []float64
}

// chunk prunes the lists of a chunk. The last one is kept back if it goes on.
func (p *pruner) chunk(in, out *adj.Chunk, goesOn bool) {
	for i, page := range in.Keys {
		list := in.List(i)
		last := i == len(in.Keys)-1
		if len(p.list) == 0 && len(list) <= p.k && !(last && goesOn) {
			out.Others = append(out.Others, list...)
		} else {
			p.add(list)
			if last && goesOn {
				return
			}
			p.cut()
			out.Others = append(out.Others, p.list...)
			p.list, p.scores = p.list[:0], p.scores[:0]
		}
		out.Keys = append(out.Keys, page)
		out.Ends = append(out.Ends, int32(len(out.Others)))
	}
}

// add adds sources to the list at hand and drops what is not among the best when it becomes long.
func (p *pruner) add(list []int32) {
	for _, source := range list {
		p.list = append(p.list, source)
		p.scores = append(p.scores, p.score(source))
	}
	if len(p.list) > 2*p.k+1<<14 {
		p.cut()
	}
}

// cut keeps the k sources with the greatest scores, in their order.
func (p *pruner) cut() {
	if len(p.list) <= p.k {
		return
	}
	p.order = append(p.order[:0], p.scores...)
	least := kth(p.order, p.k-1)
	equal := p.k
	for _, s := range p.scores {
		if s > least {
			equal--
		}
	}
	kept := 0
	for i, s := range p.scores {
		if s < least || s == least && equal == 0 {
			continue
		}
		if s == least {
			equal--
		}
		p.list[kept], p.scores[kept] = p.list[i], s
		kept++
	}
	p.list, p.scores = p.list[:kept], p.scores[:kept]
}

// kth is the number that is at place k when a is sorted, the greatest first. It reorders a.
func kth(a []float64, k int) float64 {
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
func (s *System) Score(id int32) float64 { return s.x.at(s.core.Rank(id)) }

// Scores are given ranks as scores: rank/c by number of the core.
type Scores struct {
	core  *pages.Set
	score []float32
}

// NewScores takes ranks by ascending page; each page with links must have one.
func NewScores(l *Links, ranks func(yield func(id int32, rank float32)) error) (*Scores, error) {
	s := &Scores{core: l.core, score: make([]float32, l.core.Len())}
	var got pages.Set
	err := ranks(func(id int32, rank float32) {
		if l.core.Has(id) {
			got.Add(id)
			s.score[l.core.Rank(id)] = float32(float64(rank) / float64(l.degree.Of(id)))
		}
	})
	if err != nil || got.Len() == l.core.Len() {
		return s, err
	}
	for id := range l.core.All {
		if !got.Has(id) {
			return nil, fmt.Errorf("page %d has links but no rank", id)
		}
	}
	return s, nil
}

// Score is rank/c of a page with links.
func (s *Scores) Score(id int32) float64 { return float64(s.score[s.core.Rank(id)]) }

// Bytes is the memory of the scores.
func (s *Scores) Bytes() int64 { return 4 * int64(len(s.score)) }

// Release gives back everything but what Score needs, and tells how much memory that is.
func (s *System) Release() (left int64) {
	for _, f := range []*adj.Form{s.rows, s.ends} {
		f.Close()
	}
	s.rows, s.ends = nil, nil
	return s.bytes()
}

// EachLink gives the links in blocks of pairs (source, target), by target.
func (l *Links) EachLink(yield func(block []int32) error) error {
	reader := l.form.Reader(readAhead)
	var c adj.Chunk
	var block []int32
	for i := range l.form.Chunks() {
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
