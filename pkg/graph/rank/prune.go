package rank

import (
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
)

// Prune makes the graph of K-Rank (Kulvait 2007, 5.2, Def. 5.8 and 5.9): every page keeps the k links to it that have the
// greatest score, where
//
//	score(i→j) = rank(i)/c_i     times the weight of the link, if links have weights
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
		workers[w] = pruner{graph: l.graph, reader: l.graph.Reader(aheadBytes(&l.room)), k: k, score: score}
	}
	taken += l.degree.Bytes() + 3*l.pages.Bytes() // for the new ones
	if l.Weighted() {
		taken += 8 * int64(l.core.Len())
	}
	l.freeDegrees()
	memory := max(0, l.left()-taken) / 2
	if err := l.graph.Shrink(memory); err != nil {
		return nil, err
	}
	var degree idset.Counts
	next, err := l.recode(memory, adj.Recoder{
		Change: func(w, i int, in *adj.Chunk, out []*adj.Chunk) error { return workers[w].chunk(i, in, out[0]) },
		Kept: func(out []*adj.Chunk) error {
			for _, source := range out[0].Others {
				degree.Add(source)
			}
			return nil
		},
	})
	if err != nil {
		degree.Free()
		return nil, err
	}
	next.pages.AddAll(&l.pages)
	next.linked.AddAll(&l.linked)
	return next.withDegrees(degree)
}

// pruner prunes the lists of chunks. What it keeps of a list lies in as many chunks as before.
type pruner struct {
	graph  *adj.Graph
	reader *adj.Reader
	k      int
	score  Score
	scores []float32 // of the list at hand, or of the piece of it in this chunk
	best   []float32
	piece  adj.Chunk // of the list at hand, in a chunk to come

	// What is kept of the list at hand:
	all   bool
	least float32 // scores that are greater are kept
	equal int     // how many equal ones are kept besides
	begun bool    // something of it was kept in a chunk before
}

// chunk prunes the lists of chunk i.
func (p *pruner) chunk(i int, in, out *adj.Chunk) error {
	for n, page := range in.Keys {
		list, weights := in.List(n), in.ListWeights(n)
		var err error
		if n > 0 || !in.Continues {
			p.begun = false
			err = p.limit(i, page, list, weights, n == len(in.Keys)-1)
		} else if !p.all {
			p.scores, err = p.appendScores(p.scores[:0], list, weights)
		}
		if err != nil {
			return err
		}
		before := len(out.Others)
		p.keep(list, weights, out)
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

// limit finds out what to keep of the list that begins with a piece in chunk i. The last list of a chunk may go on in
// the next ones.
func (p *pruner) limit(i int, page int32, list []int32, weights []float32, last bool) error {
	most, end := len(list), i+1
	for last && end < p.graph.Chunks() && p.graph.Continues(end) && p.graph.First(end) == page {
		most += p.graph.ChunkLinks(end)
		end++
	}
	if p.all = most <= p.k; p.all {
		return nil
	}
	var err error
	if p.scores, err = p.appendScores(p.scores[:0], list, weights); err != nil {
		return err
	}
	p.best = append(p.best[:0], p.scores...)
	length := len(list)
	for i++; i < end; i++ {
		if err := p.reader.Read(i, &p.piece); err != nil {
			return err
		}
		if p.best, err = p.appendScores(p.best, p.piece.List(0), p.piece.ListWeights(0)); err != nil {
			return err
		}
		length += len(p.piece.List(0))
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

func (p *pruner) appendScores(scores []float32, list []int32, weights []float32) ([]float32, error) {
	for k, source := range list {
		score, err := p.score(source)
		if err != nil {
			return nil, err
		}
		if weights != nil {
			score = float32(float64(score) * float64(weights[k]))
		}
		scores = append(scores, score)
	}
	return scores, nil
}

// keep keeps the best of a list, or of a piece.
func (p *pruner) keep(list []int32, weights []float32, out *adj.Chunk) {
	if p.all {
		out.Others = append(out.Others, list...)
		out.Weights = append(out.Weights, weights...)
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
		if weights != nil {
			out.Weights = append(out.Weights, weights[i])
		}
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
