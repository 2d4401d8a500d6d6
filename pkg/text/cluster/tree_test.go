package cluster

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
	"webmill/pkg/work/worktest"
)

// branch is a node of the twin of a tree, which has dense vectors and pointers.
type branch struct {
	children []*branch
	centroid []float64
	docs     int
}

// forest is the twin.
type forest struct {
	root branch
	docs [][]float64
	of   []*branch
	opt  Options
	tied bool // two similarities differed by no more than rounding may do
}

// leaf goes down with a document, as far as there are levels.
func (f *forest) leaf(x []float64, levels int) *branch {
	at := &f.root
	for range levels {
		best, value, second := (*branch)(nil), math.Inf(-1), math.Inf(-1)
		for _, child := range at.children {
			if v := simple(x, child.centroid, f.opt.Similarity); v > value {
				best, value, second = child, v, value
			} else {
				second = max(second, v)
			}
		}
		f.tied = f.tied || value-second < 1e-5
		at = best
	}
	return at
}

// drop drops the nodes without documents, and lists the leaves.
func (b *branch) drop(depth int) (leaves []*branch) {
	if depth == 0 {
		return []*branch{b}
	}
	b.docs = 0
	kept := b.children[:0]
	for _, child := range b.children {
		below := child.drop(depth - 1)
		if b.docs += child.docs; child.docs > 0 {
			kept, leaves = append(kept, child), append(leaves, below...)
		}
	}
	b.children = kept
	return leaves
}

// mean makes nodes the means of their documents, and gives their sums. most is how many terms a node and those below keep.
func (b *branch) mean(sums map[*branch][]float64, terms int, most []int) []float64 {
	sum := make([]float64, terms)
	if own := sums[b]; own != nil {
		copy(sum, own)
	}
	for _, child := range b.children {
		for t, x := range child.mean(sums, terms, most[1:]) {
			sum[t] += x
		}
	}
	order := make([]int, terms)
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(sum[k], sum[i]) })
	b.centroid = make([]float64, terms)
	for _, t := range order[:min(terms, most[0])] {
		b.centroid[t] = float64(float32(sum[t] / float64(max(1, b.docs))))
	}
	return sum
}

// power is x to the power of n.
func power(x, n int) int {
	if n == 0 {
		return 1
	}
	return x * power(x, n-1)
}

// widths is how many nodes each level begins with: the least number that is K to the power of level / levels or more.
func (f *forest) widths() (widths []int) {
	branches, levels := f.opt.Branches, 1
	for f.opt.Branches == 0 && branches*branches < f.opt.K {
		branches++
	}
	for power(max(2, branches), levels) < f.opt.K {
		levels++
	}
	for level := 1; level <= levels; level++ {
		width := 1
		for power(width, levels) < power(f.opt.K, level) {
			width++
		}
		widths = append(widths, width)
	}
	return widths
}

// draw draws the documents with the greatest hashes, and gives them in their order.
func (f *forest) draw(most int) []int {
	all, key := make([]int, len(f.docs)), func(n int) uint64 { return hashes.Mix(f.opt.Seed+uint64(n+1)*hashes.Golden) >> 11 }
	for n := range all {
		all[n] = n
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Compare(key(b), key(a)) })
	slices.Sort(all[:most])
	return all[:most]
}

// grow adds a level.
func (f *forest) grow(levels, width, sweeps int) {
	most := []int{0}
	for _, n := range f.widths() {
		most = append(most, f.opt.CentroidTerms*f.opt.K/n)
	}
	planted := make([]*branch, len(f.docs))
	for _, n := range f.draw(width) {
		above := f.leaf(f.docs[n], levels)
		planted[n] = &branch{docs: 1}
		planted[n].mean(map[*branch][]float64{planted[n]: f.docs[n]}, len(f.docs[n]), most[levels+1:])
		above.children = append(above.children, planted[n])
	}
	f.root.drop(levels + 1)
	f.of = planted
	for range sweeps {
		sums, changed := map[*branch][]float64{}, false
		for n, x := range f.docs {
			leaf := f.leaf(x, levels+1)
			changed = changed || f.of[n] != leaf
			if sums[leaf] == nil {
				sums[leaf] = make([]float64, len(x))
				leaf.docs = 0
			}
			f.of[n] = leaf
			leaf.docs++
			for t, w := range x {
				sums[leaf][t] += w
			}
		}
		for _, leaf := range f.root.drop(levels + 1) {
			if sums[leaf] == nil {
				leaf.docs = 0
			}
		}
		f.root.drop(levels + 1)
		f.root.mean(sums, len(f.docs[0]), most)
		if !changed {
			break
		}
	}
}

// TestTreeTwin: clusters and centroids are those of the twin, for any number of threads and any memory.
func TestTreeTwin(t *testing.T) {
	r, compared := rand.New(rand.NewPCG(21, 22)), 0
	cases := 90
	if testing.Short() {
		cases = 30
	}
	for i := range cases {
		docs := topics(r, 20+r.IntN(300), 2+r.IntN(6), 5)
		s := []Similarity{Cosine, Euclid, Dot}[i%3]
		if s == Cosine {
			for _, x := range docs {
				length := math.Sqrt(simple(x, x, Dot))
				for t := range x {
					x[t] = float64(float32(x[t] / length))
				}
			}
		}
		opt := Options{Method: Tree, Similarity: s, K: 1 + r.IntN(20), Seeding: Random, Seed: uint64(i), Sweeps: 1 + r.IntN(6),
			Branching: Branching{[]int{0, 2, 3, 100}[r.IntN(4)], []int{1000, 8}[r.IntN(2)]}}
		twin := forest{docs: docs, opt: opt}
		widths := twin.widths()
		for level, width := range widths {
			sweeps := upperSweeps
			if level == len(widths)-1 {
				sweeps = opt.Sweeps
			}
			twin.grow(level, width, sweeps)
		}
		if twin.tied {
			continue
		}
		compared++
		var want []int32
		var means [][]float64
		leaves := twin.root.drop(len(widths))
		for _, leaf := range leaves {
			means = append(means, leaf.centroid)
		}
		for _, leaf := range twin.of {
			want = append(want, int32(slices.Index(leaves, leaf)))
		}
		for _, threads := range []int{1, 3, 8} {
			opt.Room = worktest.Room(int64(8+60*(threads%3))<<20, threads)
			got, centroids, stats := run(t, tuples(docs), opt)
			if !slices.Equal(got, want) || stats.Clusters != len(leaves) || stats.Levels != len(widths) {
				t.Fatalf("case %d, %d threads, %+v, %+v:\n%v, want\n%v", i, threads, opt, stats, got, want)
			}
			checkCentroids(t, centroids, means)
			if math.IsNaN(stats.Similarity + stats.Inertia) {
				t.Fatalf("case %d: %+v", i, stats)
			}
		}
	}
	if compared < cases/3 {
		t.Errorf("only %d cases were compared", compared)
	}
}

// TestTreeFlat: a tree of one level is K-means.
func TestTreeFlat(t *testing.T) {
	docs := topics(rand.New(rand.NewPCG(23, 24)), 500, 6, 8)
	opt := Options{Method: KMeans, K: 6, Similarity: Euclid, Seeding: Random, Seed: 3, Sweeps: 5, Room: worktest.Room(16<<20, 2)}
	want, _, flat := run(t, tuples(docs), opt)
	opt.Method, opt.Branches = Tree, 6
	got, _, stats := run(t, tuples(docs), opt)
	if !slices.Equal(got, want) || math.Abs(stats.Inertia-flat.Inertia) > 1e-3 || stats.Sweeps != flat.Sweeps {
		t.Errorf("%+v, want %+v", stats, flat)
	}
}

// TestTreeTopics: planted topics are found, by a sample for the upper level, whatever the threads; more sweeps make the sum of
// squares less.
func TestTreeTopics(t *testing.T) {
	const docs, topics, words = 11_000, 40, 12
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 26))
	var list []int32
	of := make([]int32, docs)
	for d := range int32(docs) {
		of[d] = r.Int32N(topics)
		for w := range int32(words) {
			if r.IntN(2) == 0 {
				list = append(list, d, of[d]*words+w, tuple.F32Bits(1))
			}
		}
		list = append(list, d, topics*words+r.Int32N(1000), tuple.F32Bits(1))
	}
	last := math.Inf(1)
	for _, sweeps := range []int{1, 4} {
		var want []int32
		for _, threads := range []int{1, 2, 8} {
			opt := Options{Method: Tree, K: 300, Similarity: Cosine, Sweeps: sweeps, Seed: 1}
			opt.Room = worktest.Room(24<<20, threads)
			got, _, stats := run(t, list, opt)
			if want == nil {
				want = got
				if stats.Inertia > last {
					t.Errorf("%d sweeps: sum of squares %v, before %v", sweeps, stats.Inertia, last)
				}
				last = stats.Inertia
			}
			if p := purity(got, of); !slices.Equal(got, want) || p < 0.95 || stats.Clusters < 250 {
				t.Errorf("%d sweeps, %d threads: purity %v, %+v", sweeps, threads, p, stats)
			}
		}
	}
}

// purity is the share of documents of the most frequent topic of their cluster.
func purity(of, topics []int32) float64 {
	counts, best := map[[2]int32]int{}, map[int32]int{}
	for d, k := range of {
		counts[[2]int32{k, topics[d]}]++
	}
	sum := 0
	for key, n := range counts {
		best[key[0]] = max(best[key[0]], n)
	}
	for _, n := range best {
		sum += n
	}
	return float64(sum) / float64(len(of))
}

// TestTreeMemory: centroids are cut until they fit, and what does not fit then is refused.
func TestTreeMemory(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(27, 28))
	var list []int32
	for d := range int32(12_000) {
		for w := r.Int32N(100); w < 2000; w += 1 + r.Int32N(200) {
			list = append(list, d, w, tuple.F32Bits(1+r.Float32()))
		}
	}
	opt := Options{Method: Tree, K: 2000, Similarity: Cosine, Sweeps: 1, Seeding: Random, Room: worktest.Room(10<<20, 2)}
	if _, _, stats := run(t, list, opt); stats.CentroidTerms >= 100 || stats.CentroidsCut == 0 {
		t.Errorf("%+v", stats)
	}
	opt.K = 12_000
	var small *work.MemoryError
	if _, err := Run(input(list), opt); !errors.As(err, &small) {
		t.Fatalf("error %v, want one of memory", err)
	}
	opt.Room = worktest.Room(small.Least, 2)
	if _, err := Run(input(list), withOut(opt)); err != nil {
		t.Errorf("what the error names is not enough: %v", err)
	}
}

func withOut(opt Options) Options {
	opt.Out.Clusters = tuple.SinkFunc(func([]int32) error { return nil })
	return opt
}
