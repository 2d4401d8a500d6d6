package cluster

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
	"webmill/pkg/work/worktest"
)

// bisecting are the options of the thesis, but for its similarity.
func bisecting(k int) Options {
	return Options{Method: Bisect, K: k, Similarity: Dot, P: -1, Seed: 7, Bisecting: Bisecting{LeastPart: 0.05, Tries: 10}}
}

// TestFourDocumentsV18 has the constructed example of Nitsche 2003, 7.4.1.3: four documents are divided once.
func TestFourDocumentsV18(t *testing.T) {
	const p, q, r, s = 0, 1, 2, 3
	docs := make([][]float64, 4)
	for i := range docs {
		docs[i] = make([]float64, 4)
	}
	docs[0][p], docs[0][q], docs[1][p], docs[1][q], docs[2][r], docs[2][s], docs[3][r] = 2, 1, 1, 1, 2, 1, 1
	opt := bisecting(2)
	opt.Similarity, opt.Room = Coded, worktest.Room(8<<20, 2)
	of, centroids, stats := run(t, tuples(docs), opt)
	if want := []int32{0, 0, 1, 1}; !slices.Equal(of, want) || stats.Tries != 1 || stats.Uneven != 0 {
		t.Errorf("clusters %v, want %v; %+v", of, want, stats)
	}
	third := func(x float64) float64 { return float64(float32(x / 3)) }
	want := [][3]float64{{0, p, third(5)}, {0, q, 1}, {1, r, third(5)}, {1, s, third(2)}}
	if !slices.Equal(centroids, want) {
		t.Errorf("centroids %v, want %v", centroids, want)
	}
}

// TestSevenPointsOnlineV17 has the seven points of Nitsche 2003, figures 4-17 to 4-22, with centroids that move with each
// document.
func TestSevenPointsOnlineV17(t *testing.T) {
	opt := Options{Method: Online, K: 2, Similarity: Euclid, Seeds: []int32{5, 4}, Sweeps: 1, Room: worktest.Room(8<<20, 2)}
	of, centroids, _ := run(t, tuples(sevenPoints), opt)
	if want := []int32{0, 0, 0, 1, 1, 1, 1}; !slices.Equal(of, want) {
		t.Errorf("clusters %v, want %v", of, want)
	}
	want := [][3]float64{{0, 0, 3}, {0, 1, 3.25}, {1, 0, float64(float32(1.4))}, {1, 1, float64(float32(7.6))}}
	if !slices.Equal(centroids, want) {
		t.Errorf("centroids %v, want %v", centroids, want)
	}
}

// dense is the twin of bisection and of passes, for dense vectors.
type dense struct {
	docs      [][]float64
	of        []int32
	centroids [][]float64
	opt       Options
	random    *rand.Rand
	scores    []float64 // of documents, by which the opt may begin
	tied      bool      // two similarities differed by no more than rounding may do
}

// more compares similarities.
func (d *dense) more(x, y float64) bool {
	d.tied = d.tied || x != 0 && math.Abs(x-y) < 1e-9
	return x > y
}

func (d *dense) like(x, y []float64) float64 {
	if d.opt.Similarity != Penalty {
		return simple(x, y, d.opt.Similarity)
	}
	sum := 0.0
	for t := range x {
		switch {
		case x[t] != 0 && y[t] != 0:
			sum += x[t] * y[t]
		default:
			sum += d.opt.P * (x[t] + y[t])
		}
	}
	return sum
}

// move moves a centroid that counts as n documents towards one more.
func move(c, x []float64, n float64) {
	for t := range c {
		c[t] = (n*c[t] + x[t]) / (n + 1)
	}
}

func (d *dense) bisect() {
	whole := map[int]bool{}
	d.of, d.centroids = make([]int32, len(d.docs)), [][]float64{nil}
	for len(d.centroids) < d.opt.K {
		members := make([][]int, len(d.centroids))
		for i, k := range d.of {
			members[k] = append(members[k], i)
		}
		c := -1
		for k := range members {
			if len(members[k]) > 1 && !whole[k] && (c < 0 || len(members[k]) > len(members[c])) {
				c = k
			}
		}
		if c < 0 {
			return
		}
		if !d.divide(c, members[c]) {
			whole[c] = true
		}
	}
}

// pair are the two documents that the parts of a cluster begin with: false, if all are equal.
func (d *dense) pair(members []int) (first, second int, found bool) {
	length := func(i int) (sum float64) {
		for _, x := range d.docs[i] {
			sum += x
		}
		return sum
	}
	order := slices.Clone(members)
	slices.SortStableFunc(order, func(i, j int) int {
		if length(i) > length(j) {
			return -1
		}
		return int(math.Ceil(length(j) - length(i)))
	})
	if d.opt.Seeding.ByScores() {
		wanted := 0.0
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(d.scores[j], d.scores[i]), i-j) })
		if d.opt.Seeding == BestMean {
			for _, i := range members {
				wanted += d.scores[i] / float64(len(members))
			}
		}
		away := func(i int) float64 { return math.Abs(d.scores[i] - wanted) }
		slices.SortStableFunc(order[1:], func(i, j int) int { return cmp.Or(cmp.Compare(away(i), away(j)), i-j) })
	}
	k := slices.IndexFunc(order, func(i int) bool { return !slices.Equal(d.docs[i], d.docs[order[0]]) })
	return order[0], order[max(0, k)], k >= 0
}

func (d *dense) divide(c int, members []int) bool {
	first, second, different := d.pair(members)
	if !different {
		return false
	}
	least, found := max(1, int(float64(len(members))*d.opt.LeastPart)), 0
	var best []int
	var bestOf [2][]float64
	for try := 0; try < d.opt.Tries && found < least; try++ {
		two := [2][]float64{slices.Clone(d.docs[first]), slices.Clone(d.docs[second])}
		from, n := 0, [2]float64{1, 1}
		if try > 0 {
			from = d.random.IntN(len(members) - 1)
		}
		var part []int
		for k := range members {
			i := members[(from+k)%len(members)]
			side := 0
			if d.more(d.like(d.docs[i], two[1]), d.like(d.docs[i], two[0])) {
				side = 1
				part = append(part, i)
			}
			move(two[side], d.docs[i], n[side])
			n[side]++
		}
		if smaller := min(len(part), len(members)-len(part)); smaller > found {
			found, best, bestOf = smaller, part, two
		}
	}
	if found == 0 {
		return false
	}
	for _, i := range best {
		d.of[i] = int32(len(d.centroids))
	}
	d.centroids[c] = bestOf[0]
	d.centroids = append(d.centroids, bestOf[1])
	return true
}

// passes refines what bisect has found.
func (d *dense) passes(most int) {
	for range most {
		n, changed := make([]float64, len(d.centroids)), false
		for i, x := range d.docs {
			best, at := math.Inf(-1), 0
			for k, y := range d.centroids {
				if y == nil {
					continue
				}
				if v := d.like(x, y); d.more(v, best) {
					best, at = v, k
				}
			}
			move(d.centroids[at], x, 1+n[at])
			n[at]++
			changed = changed || d.of[i] != int32(at)
			d.of[i] = int32(at)
		}
		if !changed {
			return
		}
		for k := range n {
			if n[k] == 0 {
				d.centroids[k] = nil
			}
		}
	}
}

// TestBisectTwin: clusters are those of the twin, for any number of threads. Documents are often equal.
func TestBisectTwin(t *testing.T) {
	r, compared := rand.New(rand.NewPCG(5, 6)), 0
	for i := range 200 {
		docs := make([][]float64, 2+r.IntN(120))
		for d := range docs {
			docs[d] = make([]float64, 2+r.IntN(10))
			if i%3 > 0 {
				docs[d] = make([]float64, 12)
			}
			for range r.IntN(6) {
				docs[d][r.IntN(len(docs[d]))] += float64(r.IntN(4))
			}
		}
		for d := range docs {
			docs[d] = append(docs[d], make([]float64, 12-len(docs[d]))...)
		}
		opt := bisecting(min(len(docs), 1+r.IntN(9)))
		opt.Similarity = []Similarity{Dot, Euclid, Penalty}[r.IntN(3)]
		opt.LeastPart, opt.Refine, opt.Tries = []float64{0, 0.05, 0.3}[r.IntN(3)], r.IntN(4), 1+r.IntN(5)
		opt.Seeding = []Seeding{Long, BestWorst, BestMean}[r.IntN(3)]
		twin := dense{docs: docs, opt: opt, random: rand.New(rand.NewPCG(opt.Seed, hashes.Golden))}
		var scores []int32 // sums of few of them are exact
		for n := range docs {
			twin.scores = append(twin.scores, float64(r.IntN(9)))
			scores = append(scores, int32(n), tuple.F32Bits(float32(twin.scores[n])))
		}
		twin.bisect()
		twin.passes(opt.Refine)
		if twin.tied {
			continue
		}
		compared++
		for _, threads := range []int{1, 2, 8} {
			opt.Room = worktest.Room(8<<20, threads)
			if opt.Seeding.ByScores() {
				opt.Scores = input(scores)
			}
			got, centroids, stats := run(t, tuples(docs), opt)
			if !slices.Equal(got, twin.of) {
				t.Fatalf("case %d, %d threads, %+v: %v, want %v", i, threads, opt, got, twin.of)
			}
			checkCentroids(t, centroids, twin.centroids)
			if math.IsNaN(stats.Similarity + stats.Inertia) {
				t.Fatalf("case %d: %+v", i, stats)
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d cases are without a tie", compared)
	}
}

// checkCentroids compares centroids with dense ones.
func checkCentroids(t *testing.T, got [][3]float64, want [][]float64) {
	t.Helper()
	sum := make([][]float64, len(want))
	for k := range sum {
		sum[k] = slices.Clone(want[k])
	}
	for _, c := range got {
		if k, term := int(c[0]), int(c[1]); sum[k] != nil {
			sum[k][term] -= c[2]
		}
	}
	for k := range sum {
		for term, x := range sum[k] {
			if math.Abs(x) > 1e-5 {
				t.Fatalf("cluster %d, term %d: %v is wrong by %v", k, term, want[k][term], x)
			}
		}
	}
}

// TestBisectSpilled: clusters that do not fit in memory are the same; each document is in one, and each division is as even as
// asked for.
func TestBisectSpilled(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	list := tuples(topics(r, 9000, 12, 6))
	for _, seeding := range []Seeding{Long, Random, Far} {
		var want []int32
		for _, memory := range []int64{8 << 20, 64 << 20} {
			opt := bisecting(12)
			opt.Similarity, opt.Seeding, opt.Refine, opt.LeastPart = Cosine, seeding, 2, 0.2
			opt.Room = worktest.Room(memory, 2)
			got, _, stats := run(t, list, opt)
			if want == nil {
				want = got
				if stats.Spilled == 0 {
					t.Error("nothing was spilled")
				}
			}
			if !slices.Equal(got, want) || len(got) != 9000 {
				t.Errorf("%s: memory changes the clusters", seeding)
			}
			if stats.Empty > 0 || stats.Least < 50 {
				t.Errorf("%s: %+v", seeding, stats)
			}
		}
	}
}

// TestBisectThreads: tries that run at once change nothing, wherever the documents to begin with come from.
func TestBisectThreads(t *testing.T) {
	list := tuples(topics(rand.New(rand.NewPCG(3, 4)), 1500, 12, 6))
	for _, seeding := range []Seeding{Long, Random, Far} {
		var want []int32
		var tries, uneven int64
		for _, threads := range []int{1, 2, 3, 8} {
			opt := bisecting(30)
			opt.Similarity, opt.Seeding, opt.LeastPart, opt.Refine = Cosine, seeding, 0.35, 0
			opt.Room = worktest.Room(64<<20, threads)
			got, _, stats := run(t, list, opt)
			if want == nil {
				want, tries, uneven = got, stats.Tries, stats.Uneven
				if tries < int64(opt.K)+10 || uneven == 0 {
					t.Errorf("%s: too few tries: %+v", seeding, stats)
				}
			}
			if !slices.Equal(got, want) || stats.Tries != tries || stats.Uneven != uneven {
				t.Errorf("%s: %d threads change the clusters, or %d tries to %d", seeding, threads, tries, stats.Tries)
			}
		}
	}
}

// TestDegenerate: one document, equal ones, more clusters than documents, documents whose weights are all 0.
func TestDegenerate(t *testing.T) {
	for name, docs := range map[string][][]float64{
		"one": {{1, 2}}, "equal": {{1, 2}, {1, 2}, {1, 2}}, "zero": {{0, 0}, {0, 0}},
		"some zero": {{0, 0}, {1, 0}, {0, 0}, {0, 3}},
	} {
		for _, method := range Methods {
			for _, s := range Similarities {
				opt := bisecting(3)
				opt.Method, opt.Similarity, opt.Sweeps, opt.Refine = method, s, 4, 3
				opt.Room = worktest.Room(8<<20, 2)
				opt.Out.Similarities = tuple.SinkFunc(func(b []int32) error {
					for i := 2; i < len(b); i += 3 {
						if x := float64(tuple.F32Value(b[i])); math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
							t.Errorf("%s, %s, %s: a similarity of %v", name, method, s, x)
						}
					}
					return nil
				})
				of, centroids, stats := run(t, tuples(docs), opt)
				if method == WordCon { // no word is in two documents and in at most half of them
					if len(of) > 0 || stats.Outside != int64(len(docs)) {
						t.Errorf("%s, %s: %v, %+v", name, method, of, stats)
					}
					continue
				}
				if len(of) != len(docs) || math.IsNaN(stats.Similarity+stats.Inertia) || math.IsInf(stats.Similarity, 0) {
					t.Errorf("%s, %s, %s: %v, %+v", name, method, s, of, stats)
				}
				for _, c := range centroids {
					if math.IsNaN(c[2]) {
						t.Errorf("%s, %s, %s: centroids %v", name, method, s, centroids)
					}
				}
			}
		}
	}
}

// TestThreadsInMemory: with similarities, for which all centroids must be there, the memory needed does not depend on threads.
func TestThreadsInMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	list, ran := tuples(topics(r, 300, 5, 40)), 0
	for memory := int64(3 << 20); memory < 24<<20; memory += 256 << 10 {
		var said [2]string
		for i, threads := range []int{1, 16} {
			method := []Method{Bisect, SOM, Online}[memory>>18%3]
			opt := Options{Method: method, K: 20, Similarity: Cosine, Sweeps: 2, Room: worktest.Room(memory, threads)}
			opt.Bisecting, opt.Mapping = Bisecting{0.05, 10, 2}, Mapping{2, Gaussian}
			opt.Out.Clusters = tuple.SinkFunc(func([]int32) error { return nil })
			opt.Out.Similarities = opt.Out.Clusters
			if _, err := Run(input(list), opt); err != nil {
				said[i] = err.Error()
				continue
			}
			ran++
		}
		if said[0] != said[1] {
			t.Errorf("in %d bytes: with a thread %q, with 16 %q", memory, said[0], said[1])
		}
	}
	if ran == 0 {
		t.Error("no memory was enough")
	}
}
