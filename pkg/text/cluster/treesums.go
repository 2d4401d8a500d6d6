package cluster

import (
	"math"
	"slices"
	"sort"

	"webmill/pkg/extsort"
	"webmill/pkg/par"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/text/heaviest"
	"webmill/pkg/tuple"
)

// treeSums makes nodes the means of their documents: the records of these come sorted by leaf, term and weight, so that sums do
// not depend on the threads and the memory. At each level one node is added up at a time: when all its children are.
type treeSums struct {
	tree   *tree
	top    int     // levels from here on get new centroids
	nodes  []int32 // that are added up, at each level; -1: none
	best   heaviest.Heap
	kept   []int32 // terms of a centroid that had more
	write  bool    // the centroids of the leaves
	ids    []int32 // of terms, if they are written
	places placing
}

// sumNodes makes the nodes of the levels from top on the means of their documents: inCluster is the leaf of each, -1: none.
func (t *tree) sumNodes(top int, set *vectors.Set, inCluster []int32, write bool) error {
	s := &treeSums{tree: t, top: top, nodes: make([]int32, len(t.levels)), write: write}
	if write {
		s.ids = slices.Collect(t.store.Terms.All)
	}
	for i := range t.levels {
		if s.nodes[i] = -1; i >= top {
			t.levels[i].begin()
		}
	}
	t.cut = 0
	err := tuple.Piped(3, func(to tuple.Sink) error {
		out := tuple.NewWriter(to, 3)
		err := t.store.InOrder(set, func(n int64, v vectors.Vector) error {
			if inCluster[n] >= 0 {
				for i, term := range v.Terms {
					out.Put(inCluster[n], term, v.Bits[i])
				}
			}
			return out.Err()
		})
		if err != nil {
			return err
		}
		return out.Flush()
	}, func(in tuple.Source) error {
		_, err := extsort.Sort(s, []tuple.Source{in}, extsort.Options{Width: 3, Room: t.With(t.sort)})
		return err
	})
	if err != nil {
		return err
	}
	return s.end()
}

// begin makes all centroids 0.
func (l *level) begin() {
	l.from, l.indexes = make([]int64, len(l.first)), make([]index, len(l.first)-1)
	clear(l.square)
	p := &l.postings
	p.terms, p.nodes, p.weights, l.touched = p.terms[:0], p.nodes[:0], p.weights[:0], l.touched[:0]
}

// WriteBlock takes records (leaf, term, weight), in order.
func (s *treeSums) WriteBlock(block []int32) error {
	last := len(s.nodes) - 1
	for ; len(block) > 0; block = block[3:] {
		if s.nodes[last] != block[0] {
			if err := s.move(last, block[0]); err != nil {
				return err
			}
		}
		s.tree.levels[last].add(block[1], float64(tuple.F32Value(block[2])))
	}
	return nil
}

func (l *level) add(term int32, weight float64) {
	if l.values[term] == 0 {
		l.touched = append(l.touched, term)
	}
	l.values[term] += weight
}

// move goes on with another node of a level, and so of those above.
func (s *treeSums) move(i int, node int32) error {
	if s.nodes[i] == node {
		return nil
	}
	if s.nodes[i] >= 0 {
		if err := s.finish(i); err != nil {
			return err
		}
	}
	s.nodes[i] = node
	if i == s.top {
		return nil
	}
	above := int32(-1)
	if node >= 0 {
		above = s.tree.levels[i].parent(node)
	}
	return s.move(i-1, above)
}

// finish makes the centroid of the node that was added up, and adds its sum to that of its parent.
func (s *treeSums) finish(i int) error {
	l, node := &s.tree.levels[i], s.nodes[i]
	slices.Sort(l.touched)
	terms := slices.Compact(l.touched)
	if i > s.top {
		for _, t := range terms {
			s.tree.levels[i-1].add(t, l.values[t])
		}
	}
	leaf := i == len(s.nodes)-1
	kept := terms
	if most := s.tree.keeps(i); len(terms) > most {
		kept = s.heaviest(l, terms, most)
		if leaf {
			s.tree.cut++
		}
	}
	p, docs := &l.postings, float64(l.docs[node])
	begin := len(p.terms)
	for _, t := range kept {
		if w := float32(l.values[t] / docs); w != 0 {
			p.terms, p.nodes, p.weights = append(p.terms, t), append(p.nodes, node), append(p.weights, w)
			l.square[node] += float64(w) * float64(w)
		}
	}
	for _, t := range terms {
		l.values[t] = 0
	}
	l.touched = l.touched[:0]
	l.from[l.parent(node)+1] = int64(len(p.terms))
	if !leaf || !s.write {
		return nil
	}
	return s.writeCentroid(node, p.some(int64(begin), int64(len(p.terms))))
}

// heaviest are the terms with the greatest sums, ascending. They are valid until the next call.
func (s *treeSums) heaviest(l *level, terms []int32, most int) []int32 {
	s.best.Most, s.best.List = most, s.best.List[:0]
	for _, t := range terms {
		s.best.Add(math.Abs(l.values[t]), t)
	}
	s.kept = s.kept[:0]
	for _, x := range s.best.List {
		s.kept = append(s.kept, x.ID)
	}
	slices.Sort(s.kept)
	return s.kept
}

// end ends the last nodes, and sorts what the levels have.
func (s *treeSums) end() error {
	if err := s.move(len(s.nodes)-1, -1); err != nil {
		return err
	}
	for i := s.top; i < len(s.nodes); i++ {
		l := &s.tree.levels[i]
		for p := range l.from[1:] {
			l.from[p+1] = max(l.from[p], l.from[p+1])
		}
		err := par.Each(s.tree.Threads, len(l.from)-1, func(int) func(int) error {
			return func(p int) error {
				some := l.postings.some(l.from[p], l.from[p+1])
				sort.Sort(some)
				l.indexes[p] = some.index(len(l.values))
				return nil
			}
		})
		if err != nil {
			return err
		}
	}
	if s.write && s.tree.Out.Map != nil {
		return s.places.write(s.tree.Out.Map)
	}
	return nil
}

// writeCentroid writes the centroid of a leaf.
func (s *treeSums) writeCentroid(leaf int32, p *postings) error {
	out := &s.tree.Out
	if out.Centroids != nil {
		records := make([]int32, 0, 3*p.Len())
		for i, t := range p.terms {
			records = append(records, leaf, s.ids[t], tuple.F32Bits(p.weights[i]))
		}
		if err := out.Centroids.WriteBlock(records); err != nil {
			return err
		}
	}
	if out.Map != nil {
		s.places.add(leaf, s.keywords(p, mapTerms))
	}
	if out.Keywords == nil {
		return nil
	}
	for _, x := range s.keywords(p, out.MostKeywords) {
		if err := out.Keywords.WriteBlock([]int32{leaf, x.ID, tuple.F32Bits(float32(x.Weight))}); err != nil {
			return err
		}
	}
	return nil
}

// keywords are the heaviest terms of a centroid, the heaviest first.
func (s *treeSums) keywords(p *postings, most int) []heaviest.Weighed {
	best := heaviest.Heap{Most: most}
	for i, t := range p.terms {
		best.Add(float64(p.weights[i]), s.ids[t])
	}
	best.Sort()
	return best.List
}
