package accumulate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

func input(name string, columns int, flat []int32) tuple.Input {
	return tuple.Input{Name: name, Source: tupletest.Blocks(flat, 3*columns)}
}

// web is what is added up, in maps and lists, as only few pages allow.
type web struct {
	ranks  map[int32]float64
	orders []map[int32]int32
}

func (w *web) options(double bool) Options {
	opt := Options{Double: double, Steps: 100, Room: work.Room{Memory: 1 << 20, Threads: 2, FS: vfs.OS}}
	var flat []int32
	for _, id := range slices.Sorted(maps.Keys(w.ranks)) {
		if double {
			flat = append(flat, id, 0, 0)
			tuple.PutF64(flat[len(flat)-2:], w.ranks[id])
		} else {
			flat = append(flat, id, tuple.F32Bits(float32(w.ranks[id])))
		}
	}
	opt.Ranks = input("ranks", 2, flat)
	if double {
		opt.Ranks = input("ranks", 3, flat)
	}
	for i, o := range w.orders {
		var flat []int32
		for _, id := range slices.Sorted(maps.Keys(o)) {
			flat = append(flat, id, o[id])
		}
		opt.Orders = append(opt.Orders, input(fmt.Sprint("order", i), 2, flat))
	}
	return opt
}

// twin adds up by maps and lists.
func (w *web) twin(steps int, placed bool) *Gain {
	g := &Gain{}
	all := map[int32]bool{}
	for _, o := range w.orders {
		g.Places = max(g.Places, int64(len(o)))
		for id := range o {
			all[id] = true
		}
	}
	for id := range all {
		if _, ok := w.ranks[id]; !ok {
			g.Unranked++
		}
	}
	for id := range w.ranks {
		if !all[id] {
			g.Unplaced++
			if !placed {
				all[id] = true
			}
		}
	}
	g.Pages = int64(len(all))
	var values []float64
	for id := range all {
		values = append(values, w.ranks[id])
		g.Total += w.ranks[id]
	}
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
	curve := func(values []float64) (c Curve) {
		for i := range steps + 1 {
			sum := 0.0
			for _, x := range values[:min(g.after(i, steps), int64(len(values)))] {
				sum += x
			}
			c = append(c, share(sum, g.Total))
		}
		return c
	}
	g.Max = curve(values)
	for _, o := range w.orders {
		ids := slices.SortedFunc(maps.Keys(o), func(a, b int32) int { return cmp.Compare(o[a], o[b]) })
		var values []float64
		for _, id := range ids {
			values = append(values, w.ranks[id])
		}
		g.Orders = append(g.Orders, curve(values))
	}
	for i := range steps + 1 {
		g.Random = append(g.Random, share(float64(g.after(i, steps)), float64(g.Pages)))
	}
	return g
}

// after is how many pages there are after a step.
func (g *Gain) after(step, steps int) int64 {
	if step == 0 {
		return 0
	}
	return max(min(g.Places, 1), int64(step)*g.Places/int64(steps))
}

func near(a, b Curve, by float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= by })
}

// TestWorkedExample: the aggregation of the specification, 5.7, after each of the eight pages.
func TestWorkedExample(t *testing.T) {
	bfs := map[int32]int32{1: 1, 3: 2, 5: 3, 8: 4, 2: 5, 4: 6, 6: 7, 7: 8}
	// y of PageRank with links once, and of K-Rank with K = 1.
	pr := []float64{1: 30976. / 8269, 52283. / 16538, 31816. / 8269, 867005. / 264608, 27460. / 8269, 1, 11. / 8, 20200. / 8269}
	kr := []float64{1: 260. / 101, 212. / 101, 8. / 5, 212. / 101, 296. / 101, 1, 7. / 4, 8. / 5}
	for _, e := range []struct {
		name       string
		values     []float64
		order, max Curve
	}{
		{"PageRank", pr,
			Curve{0, 0.168966, 0.342515, 0.492303, 0.602489, 0.745084, 0.892875, 0.937980, 1},
			Curve{0, 0.173548, 0.342515, 0.492303, 0.640093, 0.782689, 0.892875, 0.954895, 1}},
		{"K-Rank", kr,
			Curve{0, 0.164458, 0.266675, 0.453904, 0.556121, 0.690218, 0.824314, 0.888200, 1},
			Curve{0, 0.187229, 0.351687, 0.485784, 0.619880, 0.731680, 0.833897, 0.936114, 1}},
	} {
		w := &web{map[int32]float64{}, []map[int32]int32{bfs}}
		for id, y := range e.values[1:] {
			w.ranks[int32(id+1)] = y
		}
		for _, double := range []bool{true, false} {
			opt := w.options(double)
			opt.Steps = 8
			g, err := Accumulate(opt)
			if err != nil {
				t.Fatal(err)
			}
			if !near(g.Orders[0], e.order, 5.1e-7) || !near(g.Max, e.max, 5.1e-7) {
				t.Errorf("%s:\n%v\n%v", e.name, g.Orders[0], g.Max)
			}
			if g.Orders[0][8] != 1 || g.Max[8] != 1 || g.Sample[8] != 1 || g.Random[4] != 0.5 || g.Random.Area() != 0.5 {
				t.Errorf("%s: %+v", e.name, g)
			}
		}
	}
}

func draw(t *rapid.T) *web {
	w := &web{ranks: map[int32]float64{}}
	id := rapid.Int32Range(0, 60)
	for _, id := range rapid.SliceOfDistinct(id, rapid.ID).Draw(t, "ranked") {
		w.ranks[id] = float64(rapid.SampledFrom([]float32{0, 0.125, 1, 1, 2.5, 1e-30, 3e7}).Draw(t, "rank"))
	}
	for range rapid.IntRange(1, 3).Draw(t, "orders") {
		ids := rapid.SliceOfDistinct(id, rapid.ID).Draw(t, "placed")
		o := map[int32]int32{}
		for i, id := range rapid.Permutation(ids).Draw(t, "order") {
			o[id] = int32(i + 1)
		}
		w.orders = append(w.orders, o)
	}
	return w
}

func TestAccumulateIsThatOfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := draw(t)
		opt := w.options(rapid.Bool().Draw(t, "double"))
		opt.Steps = rapid.SampledFrom([]int{1, 3, 8, 100}).Draw(t, "steps")
		opt.Placed = rapid.Bool().Draw(t, "only placed pages")
		opt.Memory = rapid.SampledFrom([]int64{1, 20_000, 1 << 20}).Draw(t, "memory")
		opt.Seed = rapid.Uint64().Draw(t, "seed")
		got, err := Accumulate(opt)
		if err != nil {
			t.Fatal(err)
		}
		want := w.twin(opt.Steps, opt.Placed)
		if got.Pages != want.Pages || got.Places != want.Places || got.Unranked != want.Unranked ||
			got.Unplaced != want.Unplaced {
			t.Fatalf("got %+v\nwant %+v", got, want)
		}
		if !near(got.Max, want.Max, 1e-12) || !near(got.Random, want.Random, 1e-12) {
			t.Fatalf("got %+v\nwant %+v", got, want)
		}
		for i := range want.Orders {
			if !near(got.Orders[i], want.Orders[i], 1e-12) {
				t.Fatalf("order %d: got %v\nwant %v", i, got.Orders[i], want.Orders[i])
			}
		}
		for i, x := range got.Sample {
			if x > got.Max[i]+1e-12 || i > 0 && x < got.Sample[i-1] {
				t.Fatalf("sample %v\nmax %v", got.Sample, got.Max)
			}
		}
	})
}

// TestSample: a sample depends on its seed and is near the mean where all pages are alike.
func TestSample(t *testing.T) {
	w := &web{map[int32]float64{}, []map[int32]int32{{}}}
	for id := range int32(20_000) {
		w.ranks[id], w.orders[0][id] = float64(1+id%3), id
	}
	var samples []Curve
	for seed := range uint64(2) {
		opt := w.options(false)
		opt.Seed = seed
		g, err := Accumulate(opt)
		if err != nil || !near(g.Sample, g.Random, 0.01) {
			t.Errorf("%v, %v", err, g.Sample)
		}
		samples = append(samples, g.Sample)
	}
	if slices.Equal(samples[0], samples[1]) {
		t.Error("two seeds have the same sample")
	}
}

func TestRefused(t *testing.T) {
	for _, e := range []struct {
		ranks, order []int32
		want         string
	}{
		{[]int32{2, 0, 1, 0}, nil, "ranks: is not sorted by column 1 (extsort -k 1 sorts it), at record 2"},
		{nil, []int32{1, 1, 1, 2},
			"order: is not sorted: equal to the record before it in column 1 (extsort -u -k 1 keeps the first of equal ones), at record 2"},
		{nil, []int32{1, 3, 2, 1, 3, 3}, "order: two pages have the position 3"},
	} {
		opt := (&web{}).options(false)
		opt.Ranks, opt.Orders = input("ranks", 2, e.ranks), []tuple.Input{input("order", 2, e.order)}
		if _, err := Accumulate(opt); !strings.Contains(fmt.Sprint(err), e.want) {
			t.Errorf("error %v\nwant  %s", err, e.want)
		}
	}
}

// TestFaults lets one operation on files fail, at many places, until none fails.
func TestFaults(t *testing.T) {
	w := &web{map[int32]float64{}, []map[int32]int32{{}}}
	for id := range int32(5000) {
		w.ranks[id], w.orders[0][id] = float64(id), 5000-id
	}
	fault.Each(t, 1, 2, func(sys *fault.FS) error {
		opt := w.options(true)
		opt.Memory, opt.Threads, opt.FS = 20_000, 1, sys
		_, err := Accumulate(opt)
		return err
	})
}
