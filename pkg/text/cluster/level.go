package cluster

import (
	"math"
	"sort"

	"webmill/pkg/arena"
	"webmill/pkg/text/cluster/vectors"
)

// level is the nodes at one depth of a tree. The children of a node follow each other.
type level struct {
	first  []int32   // of each node of the level above: its first child; and one more
	docs   []int64   // of each node
	square []float64 // of its centroid

	// The terms of the centroids. The children of a node are together: by term, then by child.
	from     []int64 // of each node of the level above: where they begin; and one more
	postings postings
	indexes  []index // of them, of each node of the level above

	values  []float64 // the sum of the documents of the node that is added up, by term
	touched []int32   // the terms that it has
}

// postings are terms of nodes and their weights. They can be sorted.
type postings struct {
	terms, nodes []int32
	weights      []float32
}

// postingBytes is what one takes, with its share of the index.
const postingBytes = 13

func (p *postings) Len() int { return len(p.terms) }

func (p *postings) Less(i, k int) bool {
	return p.terms[i] < p.terms[k] || p.terms[i] == p.terms[k] && p.nodes[i] < p.nodes[k]
}

func (p *postings) Swap(i, k int) {
	p.terms[i], p.terms[k] = p.terms[k], p.terms[i]
	p.nodes[i], p.nodes[k] = p.nodes[k], p.nodes[i]
	p.weights[i], p.weights[k] = p.weights[k], p.weights[i]
}

// some are the postings from … to-1.
func (p *postings) some(from, to int64) *postings {
	return &postings{p.terms[from:to], p.nodes[from:to], p.weights[from:to]}
}

// index finds the postings of a term. It has one place for all terms that are equal but for their last bits.
type index struct {
	postings *postings
	shift    int
	begins   []int32
}

// bucket is how many postings begin at one place, about.
const bucket = 4

// index makes the index of postings that are sorted.
func (p *postings) index(terms int) index {
	x := index{postings: p}
	for terms>>x.shift > p.Len()/bucket {
		x.shift++
	}
	x.begins = make([]int32, terms>>x.shift+2)
	for _, t := range p.terms {
		x.begins[t>>x.shift+1]++
	}
	for i := range x.begins[1:] {
		x.begins[i+1] += x.begins[i]
	}
	return x
}

// find is where the postings of a term begin, if there are any.
func (x *index) find(term int32) int {
	b := term >> x.shift
	at, end := x.begins[b], x.begins[b+1]
	for at < end {
		if middle := (at + end) / 2; x.postings.terms[middle] < term {
			at = middle + 1
		} else {
			end = middle
		}
	}
	return int(at)
}

// reserve makes space for so many postings.
func (l *level) reserve(m *arena.Pool, most, terms int64) (err error) {
	p := &l.postings
	if p.terms, err = arena.Take[int32](m, most); err == nil {
		p.nodes, err = arena.Take[int32](m, most)
	}
	if err == nil {
		p.weights, err = arena.Take[float32](m, most)
	}
	if err == nil {
		l.values, err = arena.Take[float64](m, terms)
	}
	if err == nil {
		l.touched, err = arena.Take[int32](m, terms)
	}
	return err
}

// children of a node are first … end-1.
func (l *level) children(parent int32) (first, end int32) { return l.first[parent], l.first[parent+1] }

// parent is the node that a node is a child of.
func (l *level) parent(node int32) int32 {
	return int32(sort.Search(len(l.first)-1, func(p int) bool { return l.first[p+1] > node }))
}

// walker goes down a tree with documents, for one goroutine.
type walker struct {
	tree   *tree
	values []float64
}

func (t *tree) walker() *walker {
	most := int32(0)
	for i := range t.levels {
		for p := range t.levels[i].first[1:] {
			first, end := t.levels[i].children(int32(p))
			most = max(most, end-first)
		}
	}
	return &walker{t, make([]float64, most)}
}

// leaf is the one that a document comes to; without levels, the root.
func (w *walker) leaf(v vectors.Vector) (node int32) {
	square := v.Square()
	for i := range w.tree.levels {
		l := &w.tree.levels[i]
		node = l.first[node] + nearest(w.scores(l, node, v, square))
	}
	return node
}

// own is the similarity of a document to the centroid of a leaf.
func (w *walker) own(leaf int32, v vectors.Vector) float64 {
	l := w.tree.leaves()
	parent := l.parent(leaf)
	return w.scores(l, parent, v, v.Square())[leaf-l.first[parent]]
}

// scores are the similarities of a document to the children of a node. They are valid until the next call.
func (w *walker) scores(l *level, parent int32, v vectors.Vector, square float64) []float64 {
	first, end := l.children(parent)
	values := w.values[:end-first]
	clear(values)
	terms := &l.indexes[parent]
	p := terms.postings
	for i, t := range v.Terms {
		x := v.Weight(i)
		for at := terms.find(t); at < len(p.terms) && p.terms[at] == t; at++ {
			values[p.nodes[at]-first] += x * float64(p.weights[at])
		}
	}
	for k, dot := range values {
		node := first + int32(k)
		values[k] = math.Inf(-1)
		if l.docs[node] > 0 {
			values[k] = w.tree.Similarity.byDot(square, dot, l.square[node])
		}
	}
	return values
}
