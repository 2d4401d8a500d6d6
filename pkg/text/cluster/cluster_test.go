package cluster

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/tuple"
	"webmill/pkg/work/worktest"
)

// tuples makes (doc, term, weight) of dense vectors.
func tuples(docs [][]float64) []int32 {
	var list []int32
	for d, v := range docs {
		for t, x := range v {
			list = append(list, int32(d), int32(t), tuple.F32Bits(float32(x)))
		}
	}
	return list
}

func input(list []int32) tuple.Input {
	s := tuple.Slice(list)
	return tuple.Input{Name: "weights", Source: &s}
}

// run clusters, and gives the cluster of each document and the centroids.
func run(t *testing.T, list []int32, opt Options) (of []int32, centroids [][3]float64, stats *Stats) {
	t.Helper()
	opt.Out.Clusters = tuple.SinkFunc(func(b []int32) error {
		for i := 0; i < len(b); i += 2 {
			of = append(of, b[i+1])
		}
		return nil
	})
	opt.Out.Centroids = tuple.SinkFunc(func(b []int32) error {
		for i := 0; i < len(b); i += 3 {
			centroids = append(centroids, [3]float64{float64(b[i]), float64(b[i+1]), float64(tuple.F32Value(b[i+2]))})
		}
		return nil
	})
	stats, err := Run(input(list), opt)
	if err != nil {
		t.Fatal(err)
	}
	return of, centroids, stats
}

// score compares two dense vectors.
func score(t *testing.T, x, y []float64, s Similarity, p float64) float64 {
	t.Helper()
	store, err := vectors.Read(input(tuples([][]float64{x, y})),
		vectors.Options{VectorBytes: 1 << 20, TermBytes: 1 << 20, Room: worktest.Room(1<<24, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	c, err := newCentroids(store.Counts, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer c.memory.Free()
	if err := c.sum(store, &store.All, 1, []int32{-1, 0}); err != nil {
		t.Fatal(err)
	}
	c.summarise(nil)
	result := math.NaN()
	store.InOrder(&store.All, func(n int64, v vectors.Vector) error {
		if n == 0 {
			result = measure{s, p, nil}.scorer(c).scores(v)[0]
		}
		return nil
	})
	return result
}

// TestSimilaritiesV6 has the measures of Nitsche 2003, 3.4.1.2: the printed examples, but for the slip in that of UNICO, and
// constructed ones.
func TestSimilaritiesV6(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		s    Similarity
		want float64
	}{
		{[]float64{5, 0, 6}, []float64{5, 0, 6}, Dot, 61},
		{[]float64{5, 0, 6}, []float64{10, 0, 12}, Dot, 122},
		{[]float64{5, 0, 6}, []float64{5, 10, 6}, Dot, 61},
		{[]float64{5, 0, 6}, []float64{5, 10, 6}, Euclid, -10},
		{[]float64{5, 0, 6}, []float64{5, 10, 6}, Penalty, 51},
		{[]float64{5, 0, 6}, []float64{5, 0, 6}, Penalty, 61},
		{[]float64{5, 0, 6}, []float64{10, 0, 12}, Cosine, 1},
		{[]float64{2, 0, 0, 3, 7, 1}, []float64{1, 3, 0, 6, 0, 1}, Unico, 2},
		{[]float64{1, 0}, []float64{0, 2}, Unico, 0},
		{[]float64{3, 4}, []float64{3, 4}, Unico, 12.5},
		{[]float64{5, 0, 6}, []float64{5, 10, 6}, Unico, 20.5},
		{[]float64{5, 0, 6}, []float64{5, 0, 6}, Unico, 30.5},
		{[]float64{5, 0, 6}, []float64{5, 10, 6}, Coded, 61},
		{[]float64{5, 10, 6, 0, 0, 0}, []float64{5, 0, 0, 1, 1, 1}, Coded, 9},
		{[]float64{5, 10, 6, 0, 0, 0}, []float64{5, 0, 0, 1, 1, 1}, Penalty, 6},
	} {
		if got := score(t, c.x, c.y, c.s, -1); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s of %v and %v: %v, want %v", c.s, c.x, c.y, got, c.want)
		}
	}
}

var sevenPoints = [][]float64{{5, 2}, {0, 1}, {7, 3}, {3, 7}, {0, 8}, {0, 7}, {4, 8}}

// TestSevenPointsV17 has the seven points of Nitsche 2003, figures 4-17 to 4-22: one sweep from fixed seeds, and one more.
func TestSevenPointsV17(t *testing.T) {
	opt := Options{K: 2, Similarity: Euclid, Seeds: []int32{5, 4}, Room: worktest.Room(8<<20, 2)}
	opt.Sweeps = 1
	of, centroids, _ := run(t, tuples(sevenPoints), opt)
	if want := []int32{0, 0, 0, 0, 1, 0, 1}; !slices.Equal(of, want) {
		t.Errorf("one sweep: %v, want %v", of, want)
	}
	if want := [][3]float64{{0, 0, 3}, {0, 1, 4}, {1, 0, 2}, {1, 1, 8}}; !slices.Equal(centroids, want) {
		t.Errorf("centroids %v, want %v", centroids, want)
	}
	opt.Sweeps = 2
	of, centroids, _ = run(t, tuples(sevenPoints), opt)
	if want := []int32{0, 0, 0, 1, 1, 1, 1}; !slices.Equal(of, want) {
		t.Errorf("two sweeps: %v, want %v", of, want)
	}
	if want := [][3]float64{{0, 0, 4}, {0, 1, 2}, {1, 0, 1.75}, {1, 1, 7.5}}; !slices.Equal(centroids, want) {
		t.Errorf("centroids %v, want %v", centroids, want)
	}
}

// twin is K-means of dense vectors as it is defined: compare all with all, then means; a cluster without documents gets the one
// that is least like its centroid.
func twin(docs [][]float64, seeds []int32, s Similarity, sweeps int) []int32 {
	k := len(seeds)
	centroid := make([][]float64, k)
	for i, d := range seeds {
		centroid[i] = slices.Clone(docs[d])
	}
	of := make([]int32, len(docs))
	for i := range of {
		of[i] = -1
	}
	for i, d := range seeds {
		of[d] = int32(i)
	}
	for range sweeps {
		own := make([]float64, len(docs))
		changed := false
		for d, x := range docs {
			best, at := math.Inf(-1), 0
			for i, y := range centroid {
				if v := simple(x, y, s); v > best+1e-9 {
					best, at = v, i
				}
			}
			changed = changed || of[d] != int32(at)
			of[d], own[d] = int32(at), best
		}
		means(docs, of, centroid)
		if !changed {
			break
		}
	}
	return of
}

func means(docs [][]float64, of []int32, centroid [][]float64) {
	n := make([]float64, len(centroid))
	for i := range centroid {
		clear(centroid[i])
	}
	for d, x := range docs {
		n[of[d]]++
		for t, w := range x {
			centroid[of[d]][t] += w
		}
	}
	for i := range centroid {
		for t := range centroid[i] {
			centroid[i][t] /= max(1, n[i])
		}
	}
}

func simple(x, y []float64, s Similarity) float64 {
	var dot, xx, yy, far float64
	for t := range x {
		dot, xx, yy, far = dot+x[t]*y[t], xx+x[t]*x[t], yy+y[t]*y[t], far+(x[t]-y[t])*(x[t]-y[t])
	}
	switch {
	case s == Euclid:
		return -math.Sqrt(far)
	case s == Dot:
		return dot
	case xx*yy == 0:
		return 0
	}
	return dot / math.Sqrt(xx*yy)
}

// topics makes documents about topics, with some words of all.
func topics(r *rand.Rand, docs, k, words int) [][]float64 {
	list := make([][]float64, docs)
	for d := range list {
		list[d] = make([]float64, k*words)
		topic := r.IntN(k)
		for range 8 {
			list[d][topic*words+r.IntN(words)] += 1 + r.Float64()
			if r.IntN(3) == 0 {
				list[d][r.IntN(k*words)] += r.Float64()
			}
		}
		for t, x := range list[d] {
			list[d][t] = float64(float32(x))
		}
	}
	return list
}

// TestTwin: clusters are those of the twin, with any number of threads and with memory for few centroids at once.
func TestTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range []Similarity{Euclid, Cosine} {
		for i := range 40 {
			k := 2 + r.IntN(6)
			docs := topics(r, k+20+r.IntN(200), k, 5)
			if s == Cosine {
				for _, x := range docs {
					length := math.Sqrt(simple(x, x, Dot))
					for t := range x {
						x[t] /= length
					}
				}
			}
			seeds := []int32{}
			for len(seeds) < k {
				if d := int32(r.IntN(len(docs))); !slices.Contains(seeds, d) {
					seeds = append(seeds, d)
				}
			}
			opt := Options{K: k, Similarity: s, Seeds: seeds, Sweeps: 1 + r.IntN(10)}
			want := twin(docs, seeds, s, opt.Sweeps)
			for _, threads := range []int{1, 3} {
				opt.Room = worktest.Room(8<<20, threads)
				got, _, stats := run(t, tuples(docs), opt)
				if !slices.Equal(got, want) {
					t.Fatalf("%s, case %d, %d threads, %+v:\n%v, want\n%v", s, i, threads, stats, got, want)
				}
			}
		}
	}
}

// TestAnyMemory: clusters do not depend on the memory: where the documents that seeds are drawn from are on disk, and where the
// centroids take turns while clusters become empty.
func TestAnyMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var many, equal []int32
	for d := range int32(12_000) {
		for term := range int32(20) {
			many = append(many, d, 300*term+int32(r.IntN(300)), tuple.F32Bits(1+r.Float32()))
			if d < 3000 {
				equal = append(equal, d, 40*term+d%40, tuple.F32Bits(1))
			}
		}
	}
	for _, c := range []struct {
		list    []int32
		opt     Options
		memory  int64
		turns   bool
		spilled bool
	}{
		{many, Options{K: 5, Sweeps: 2}, 9 << 20, false, true},
		{equal, Options{K: 600, Sweeps: 2, Seeding: Random}, 4 << 20, true, false},
	} {
		c.opt.Similarity = Cosine
		var want []int32
		for _, memory := range []int64{256 << 20, c.memory} {
			c.opt.Room = worktest.Room(memory, 2)
			got, _, stats := run(t, c.list, c.opt)
			if want == nil {
				want = got
				continue
			}
			if !slices.Equal(got, want) || stats.Groups > 1 != c.turns || c.spilled && stats.Spilled == 0 {
				t.Errorf("%+v of memory %d: other clusters, or too much memory: %+v", c.opt, memory, stats)
			}
		}
	}
}

// TestEqualDocuments: equal documents come to be in one cluster, by all similarities, also those without weights. Sweeps end by a
// metric, and by any similarity if all documents are equal; else documents may go to and fro between centroids.
func TestEqualDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 600 {
		kinds := make([][]float64, 1+r.IntN(4))
		for k := range kinds {
			kinds[k] = make([]float64, 4)
			for range r.IntN(4) {
				kinds[k][r.IntN(4)] = float64(1+r.IntN(30)) / 10
			}
		}
		var docs [][]float64
		var kind []int
		for range 3 + r.IntN(9) {
			k := r.IntN(len(kinds))
			docs, kind = append(docs, kinds[k]), append(kind, k)
		}
		s := Similarities[i%len(Similarities)]
		of, _, stats := run(t, tuples(docs), Options{K: 2 + r.IntN(4), Similarity: s, P: -0.5, Sweeps: 30, Seed: uint64(i),
			Room: worktest.Room(8<<20, 1+r.IntN(3))})
		in := make([]int32, len(kinds))
		for d, k := range kind {
			in[k] = of[d]
		}
		for d, k := range kind {
			if of[d] != in[k] || !stats.Stable && (s.Metric() || len(kinds) == 1) {
				t.Fatalf("%s, %d clusters, %d sweeps of %v: %v", s, stats.Clusters, stats.Sweeps, docs, of)
			}
		}
	}
}
