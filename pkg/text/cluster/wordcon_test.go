package cluster

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/work"
	"webmill/pkg/work/worktest"
)

// concepts makes documents of the words that they have, runs WordCon, and gives the clusters as text.
func concepts(t *testing.T, docs [][]int32, opt Options) (list []string, stats *Stats) {
	t.Helper()
	var records []int32
	for d, words := range docs {
		for _, w := range distinct(slices.Clone(words)) {
			records = append(records, int32(d), w, tuple.F32Bits(1))
		}
	}
	words, of := map[int32][]int32{}, map[int32][]int32{}
	opt.Method = WordCon
	opt.Out.Clusters = tuple.SinkFunc(func(b []int32) error {
		for i := 0; i < len(b); i += 2 {
			of[b[i+1]] = append(of[b[i+1]], b[i])
		}
		return nil
	})
	opt.Out.Words = tuple.SinkFunc(func(b []int32) error {
		for i := 0; i < len(b); i += 2 {
			words[b[i]] = append(words[b[i]], b[i+1])
		}
		return nil
	})
	stats, err := Run(input(records), opt)
	if err != nil {
		t.Fatal(err)
	}
	for k := range int32(stats.Clusters) {
		list = append(list, fmt.Sprint(words[k], of[k]))
	}
	return list, stats
}

// having makes n documents, each with a word of its own from 1000 on, of the documents of words.
func having(n int, words ...[]int32) [][]int32 {
	docs := make([][]int32, n)
	for d := range docs {
		docs[d] = []int32{1000 + int32(d)}
	}
	for w, in := range words {
		for _, d := range in {
			docs[d] = append(docs[d], int32(w))
		}
	}
	return docs
}

// TestWordConV7 has the example of WordCon of Nitsche 2003, 3.4.5.2: steps 4 and 5, then 6 with factors above and below 2/3.
func TestWordConV7(t *testing.T) {
	// Computer, science, database, SQL, Bayer.
	docs := having(16, []int32{1, 5, 10}, []int32{1, 5, 10}, []int32{5, 10}, []int32{5, 10}, []int32{3, 4, 5, 10, 11})
	for _, threads := range []int{1, 2, 8} {
		got, stats := concepts(t, docs, Options{K: 1, Room: worktest.Room(8<<20, threads)})
		if want := []string{"[2 3 4] [3 4 5 10 11]", "[0 1 2 3] [1 5 10]"}; !slices.Equal(got, want) {
			t.Errorf("steps 4 and 5: %v, want %v", got, want)
		}
		if stats.Words != 5 || stats.Merged != 3 || stats.Joined != 2 || stats.Memberships != 8 || stats.Outside != 10 {
			t.Errorf("%+v", stats)
		}
	}
	docs = having(16, []int32{1, 5, 10, 15}, []int32{5, 10, 11})
	apart := []string{"[0] [1 5 10 15]", "[1] [5 10 11]"}
	for _, c := range []struct {
		factors []float64
		want    []string
	}{
		{[]float64{0.9, 0.667}, apart}, {[]float64{2. / 3}, []string{"[0 1] [1 5 10 11 15]"}},
		{[]float64{0}, []string{"[0 1] [1 5 10 11 15]"}},
	} {
		opt := Options{K: 1, Factors: c.factors, Room: worktest.Room(8<<20, 2)}
		if got, _ := concepts(t, docs, opt); !slices.Equal(got, c.want) {
			t.Errorf("factors %v: %v, want %v", c.factors, got, c.want)
		}
	}
	opt := Options{K: 2, Factors: []float64{0}, Room: worktest.Room(8<<20, 2)}
	if got, _ := concepts(t, docs, opt); !slices.Equal(got, apart) {
		t.Errorf("few enough clusters were joined: %v", got)
	}
	if got, _ := concepts(t, having(8, []int32{1, 2}, []int32{3, 4}), Options{K: 1, Factors: []float64{0.1, 0},
		Room: worktest.Room(8<<20, 2)}); !slices.Equal(got, []string{"[0 1] [1 2 3 4]"}) {
		t.Errorf("f = 0 gives %v", got)
	}
}

// pair is a concept of the twin.
type pair struct{ words, docs map[int32]bool }

// contains is the share of the documents of y that x has.
func (x pair) contains(y pair) float64 {
	n := 0
	for d := range y.docs {
		if x.docs[d] {
			n++
		}
	}
	return float64(n) / float64(len(y.docs))
}

// settle is the twin of join: as often as there are any to join.
func settle(list []pair, f float64) []pair {
	for {
		var next []pair
		gone, any := map[int]bool{}, false
		takes := make([][]int, len(list))
		for i, x := range list {
			for k, y := range list {
				if i != k && len(y.docs) <= len(x.docs) && x.contains(y) >= f-1e-9 {
					takes[i], gone[k], any = append(takes[i], k), true, true
				}
			}
		}
		for i := range list {
			if gone[i] && len(takes[i]) == 0 {
				continue
			}
			u := pair{map[int32]bool{}, map[int32]bool{}}
			for _, y := range append([]int{i}, takes[i]...) {
				for w := range list[y].words {
					u.words[w] = true
				}
				for d := range list[y].docs {
					u.docs[d] = true
				}
			}
			same := slices.IndexFunc(next, func(y pair) bool { return len(y.docs) == len(u.docs) && y.contains(u) == 1 })
			if same < 0 {
				next = append(next, u)
				continue
			}
			for w := range u.words {
				next[same].words[w] = true
			}
		}
		list = next
		if !any {
			return list
		}
	}
}

// TestWordConTwin: concepts are those of the twin, which compares all with all.
func TestWordConTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for i := range 60 {
		docs := having(6 + r.IntN(20))
		list := []pair{}
		for w := range int32(2 + r.IntN(20)) {
			p := pair{map[int32]bool{w: true}, map[int32]bool{}}
			for range 1 + r.IntN(len(docs)) {
				d := r.IntN(len(docs))
				docs[d] = append(docs[d], w)
				p.docs[int32(d)] = true
			}
			if len(p.docs) >= 2 && 2*len(p.docs) <= len(docs) {
				list = append(list, p)
			}
		}
		opt := Options{K: 1 + r.IntN(4), Factors: []float64{0.8, 0.6, 0.5}[:r.IntN(4)], Room: worktest.Room(8<<20, 1+r.IntN(8))}
		for at, f := range append([]float64{1}, opt.Factors...) {
			if at == 0 || len(list) > opt.K {
				list = settle(list, f)
			}
		}
		var want []string
		for _, p := range list {
			want = append(want, fmt.Sprint(keys(p.words), keys(p.docs)))
		}
		got, _ := concepts(t, docs, opt)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("case %d, %v: %v, want %v", i, opt.Factors, got, want)
		}
	}
}

func keys(of map[int32]bool) (list []int32) {
	for k := range of {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// TestWordConRefuses: a set that is too large is refused before it takes the memory.
func TestWordConRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	var records []int32
	for d := range int32(20_000) {
		for w := r.Int32N(50); w < 2000; w += 1 + r.Int32N(60) {
			records = append(records, d, w, tuple.F32Bits(1))
		}
	}
	opt := Options{Method: WordCon, K: 1, Factors: []float64{0.5}, Room: worktest.Room(8<<20, 2)}
	opt.Out.Clusters = tuple.SinkFunc(func([]int32) error { return nil })
	var small *work.MemoryError
	if _, err := Run(input(records), opt); !errors.As(err, &small) {
		t.Errorf("error %v, want one of memory", err)
	}
}
