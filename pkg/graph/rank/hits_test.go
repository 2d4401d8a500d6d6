package rank

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/idset"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/work"
)

// rated is what came out of HITS.
type rated struct {
	ids  []int32
	a, h []float64
	done SolveStats
}

func hitsOf(t tester, links []weightedLink, opt HitsOptions, solve SolveOptions, room work.Room) (r rated) {
	t.Helper()
	opt.Reading.Weighted = true
	s, err := NewHits(tupletest.Blocks(triples(links), 27), opt, room)
	if err != nil {
		t.Fatal(err)
	}
	return solvedHits(t, s, solve)
}

func solvedHits(t tester, s *Hits, solve SolveOptions) (r rated) {
	t.Helper()
	defer s.Close()
	var err error
	if r.done, err = s.Solve(solve); err != nil {
		t.Fatal(err)
	}
	err = s.Scores(func(id int32, a, h float64) error {
		r.ids, r.a, r.h = append(r.ids, id), append(r.a, a), append(r.h, h)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func hostsOf(of ...int32) *Hosts {
	h := &Hosts{Name: "hosts"}
	for id, host := range of {
		h.Add(int32(id), host)
	}
	return h
}

func near(t tester, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tol) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

func sweeps(n int) SolveOptions { return SolveOptions{Sweeps: n, Tol: -1} }

// TestNitscheV21 is the worked example of Nitsche 2003, 3.5.2: both from the old values.
func TestNitscheV21(t *testing.T) {
	links := []weightedLink{{link{0, 2}, 1}, {link{1, 2}, 1}, {link{1, 3}, 1}}
	one := hitsOf(t, links, HitsOptions{Old: true}, sweeps(1), ample)
	near(t, "a", one.a, []float64{0, 0, .894427, .447214}, 5e-7)
	near(t, "h", one.h, []float64{.447214, .894427, 0, 0}, 5e-7)
	limit := hitsOf(t, links, HitsOptions{Old: true}, SolveOptions{Sweeps: 1000, Tol: 1e-12}, ample)
	near(t, "a", limit.a, []float64{0, 0, .850651, .525731}, 5e-7)
	near(t, "h", limit.h, []float64{.525731, .850651, 0, 0}, 5e-7)
	if !limit.done.Converged {
		t.Error("not converged")
	}
}

// mielke are the links of the worked example of HITS with menus (Mielke 2011, 2.3.1): pages p/1, p/2, p/h, q/1, r/1.
func mielke(menu float32) []weightedLink {
	const p1, p2, ph, q1, r1 = 0, 1, 2, 3, 4
	return []weightedLink{
		{link{p1, ph}, menu}, {link{p2, ph}, menu}, {link{p1, p2}, 1}, {link{p2, q1}, 1}, {link{r1, q1}, 1}, {link{r1, p2}, 1},
		{link{p1, r1}, menu}, {link{p2, r1}, menu},
	}
}

// TestMielkeModes: all links, those between hosts, and those that are not of menus with less weight inside a host.
func TestMielkeModes(t *testing.T) {
	for _, c := range []struct {
		name         string
		menu, inside float32
		sweeps       int
		a, h         []float64
	}{
		{"all", 1, 1, 20, []float64{0, .4352, .5573, .4352, .5573}, []float64{.6572, .6572, 0, 0, .3690}},
		{"Kleinberg", 1, 0, 20, []float64{0, .3280, 0, .7370, .5910}, []float64{.3280, .7370, 0, 0, .5910}},
		{"N2", 0, 1, 20, []float64{0, .7071, 0, .7071, 0}, []float64{.4082, .4082, 0, 0, .8165}},
		{"N2 N3", 0, .5, 20, []float64{0, .5696, 0, .8219, 0}, []float64{.1735, .5009, 0, 0, .8480}},
		{"N2 inside 0", 0, 0, 20, []float64{0, .5257, 0, .8507, 0}, []float64{0, .5257, 0, 0, .8507}},
		{"N2 N3 once", 0, .5, 1, []float64{0, .6, 0, .8, 0}, []float64{.1829, .4878, 0, 0, .8536}},
	} {
		opt := HitsOptions{Hosts: hostsOf(0, 0, 0, 1, 2), Inside: c.inside}
		for _, n := range []int{c.sweeps, 2000} {
			if n == 2000 && c.sweeps == 1 {
				continue
			}
			r := hitsOf(t, mielke(c.menu), opt, sweeps(n), ample)
			near(t, c.name+" a", r.a, c.a, 5.1e-5)
			near(t, c.name+" h", r.h, c.h, 5.1e-5)
		}
	}
}

// TestMielkeT10 is N1: a menu link of the root page does not bring a page in, a link in the text does.
func TestMielkeT10(t *testing.T) {
	const r, g, k, in = 0, 1, 2, 3
	for _, c := range []struct {
		links []weightedLink
		zero  ZeroLinks
		want  []int32
	}{
		{[]weightedLink{{link{r, g}, 0}, {link{r, k}, 1}}, ZeroIn, []int32{r, k}},
		{[]weightedLink{{link{r, g}, 0}, {link{r, g}, 1}, {link{r, k}, 1}}, ZeroIn, []int32{r, g, k}},
		{[]weightedLink{{link{r, g}, 0}, {link{r, k}, 1}, {link{in, r}, 0}}, ZeroIn, []int32{r, k, in}},
		{[]weightedLink{{link{r, g}, 0}, {link{r, k}, 1}, {link{in, r}, 0}}, ZeroNone, []int32{r, k}},
		{[]weightedLink{{link{r, g}, 0}, {link{r, k}, 1}, {link{in, r}, 0}}, ZeroBoth, []int32{r, g, k, in}},
	} {
		got := hitsOf(t, c.links, HitsOptions{Root: setOf(r), Zero: c.zero}, sweeps(1), ample)
		if !slices.Equal(got.ids, c.want) {
			t.Errorf("%v, %s: %v, want %v", c.links, c.zero, got.ids, c.want)
		}
	}
}

// hitsTwin is HITS by matrices, from the definitions.
func hitsTwin(links []weightedLink, opt HitsOptions, n int) (r rated) {
	pages, matrix := map[int32]bool{}, map[link]float32{} // zero links too
	for _, l := range links {
		pages[l.link[0]], pages[l.link[1]] = true, true
		switch w := matrix[l.link]; {
		case opt.Reading.NoSelf && l.link[0] == l.link[1]:
		case opt.Reading.Once:
			matrix[l.link] = max(w, l.w)
		default:
			matrix[l.link] = w + l.w
		}
	}
	if opt.Root != nil {
		base := map[int32]bool{}
		for id := range pages {
			if !opt.Root.Has(id) {
				continue
			}
			base[id] = true
			var in []int32
			for l, w := range matrix {
				if l[1] == id && l[0] != id && (w > 0 || opt.Zero != ZeroNone) {
					in = append(in, l[0])
				}
				if l[0] == id && (w > 0 || opt.Zero == ZeroBoth) {
					base[l[1]] = true
				}
			}
			slices.Sort(in)
			if opt.MostIn > 0 {
				in = in[:min(len(in), opt.MostIn)]
			}
			for _, j := range in {
				base[j] = true
			}
		}
		pages = base
	}
	for id := range pages {
		r.ids = append(r.ids, id)
	}
	slices.Sort(r.ids)
	r.ids = twinPruned(r.ids, opt)
	byTarget, bySource := hitsMatrices(matrix, r.ids, opt)
	r.a, r.h = make([]float64, len(r.ids)), make([]float64, len(r.ids))
	for i := range r.ids {
		r.a[i], r.h[i] = 1, 1
	}
	for range n {
		a := product(byTarget, r.h)
		if !opt.Old {
			r.a = a
		}
		r.h = product(bySource, r.a)
		r.a = a
		unit(r.a)
		unit(r.h)
	}
	return r
}

func twinPruned(ids []int32, opt HitsOptions) (kept []int32) {
	if opt.Similar == nil || opt.Least == LeastAny {
		return ids
	}
	var s []float64
	for _, id := range ids {
		if opt.Least != LeastRootMedian || opt.Root == nil || opt.Root.Has(id) {
			s = append(s, opt.Similar.of(id))
		}
	}
	slices.Sort(s)
	least := 0.0
	if n := len(s); n > 0 {
		least = (s[(n-1)/2] + s[n/2]) / 2
		if opt.Least == LeastTenth {
			least = s[n-1] / 10
		}
	}
	for _, id := range ids {
		if opt.Similar.of(id) >= least {
			kept = append(kept, id)
		}
	}
	return kept
}

// hitsMatrices are the weights of the links to each page, and from each page.
func hitsMatrices(matrix map[link]float32, ids []int32, opt HitsOptions) (byTarget, bySource [][]float64) {
	host := func(id int32) int32 { r, _ := opt.Hosts.find(id); return r.host }
	n := len(ids)
	w := make([][]float32, n) // target, source
	byTarget, bySource = make([][]float64, n), make([][]float64, n)
	for i := range ids {
		w[i], byTarget[i], bySource[i] = make([]float32, n), make([]float64, n), make([]float64, n)
		count := map[int32]int{}
		for j := range ids {
			v := matrix[link{ids[j], ids[i]}]
			if opt.Hosts != nil && v > 0 {
				if host(ids[i]) == host(ids[j]) {
					v *= opt.Inside
				}
				if v > 0 {
					count[host(ids[j])]++
				}
				if opt.HostMost > 0 && count[host(ids[j])] > opt.HostMost {
					v = 0
				}
			}
			w[i][j] = v
		}
	}
	similar := func(v float32, i int) float64 {
		if opt.Similar != nil {
			v = float32(float64(v) * float64(float32(opt.Similar.of(ids[i]))))
		}
		return float64(v)
	}
	for i := range ids {
		for j := range ids {
			if w[i][j] == 0 {
				continue
			}
			k, m := 1, 1
			if opt.HostShare {
				k, m = 0, 0
				for o := range ids {
					if w[i][o] > 0 && host(ids[o]) == host(ids[j]) {
						k++
					}
					if w[o][j] > 0 && host(ids[o]) == host(ids[i]) {
						m++
					}
				}
			}
			byTarget[i][j] = similar(float32(float64(w[i][j])/float64(k)), j)
			bySource[j][i] = similar(float32(float64(w[i][j])/float64(m)), i)
		}
	}
	return byTarget, bySource
}

func product(m [][]float64, x []float64) []float64 {
	y := make([]float64, len(x))
	for i, row := range m {
		for j, w := range row {
			y[i] += w * x[j]
		}
	}
	return y
}

func unit(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	for i := range x {
		if sum > 0 {
			x[i] /= math.Sqrt(sum)
		}
	}
}

// TestHitsTwin: all that the options say, against matrices.
func TestHitsTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawWeighted(t)
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "options"), 2))
		_, ids := countWeighted(links, true, false)
		opt := HitsOptions{Old: rnd.IntN(2) == 0, Inside: 1}
		opt.Reading.Once, opt.Reading.NoSelf = rnd.IntN(2) == 0, rnd.IntN(2) == 0
		if !opt.Reading.Once {
			for i := range links { // sums are exact, whatever their order
				links[i].w = float32(int(min(links[i].w, 1000)))
			}
		}
		if rnd.IntN(2) == 0 {
			opt.Root, opt.MostIn = &idset.Set{}, rnd.IntN(4)
			opt.Zero = []ZeroLinks{ZeroIn, ZeroNone, ZeroBoth}[rnd.IntN(3)]
			for _, id := range ids {
				if rnd.IntN(4) == 0 {
					opt.Root.Add(id)
				}
			}
		}
		if rnd.IntN(2) == 0 {
			opt.Hosts = &Hosts{}
			for i, id := range ids {
				opt.Hosts.Add(id, int32(i/3))
			}
			opt.Inside, opt.HostMost, opt.HostShare = float32(rnd.IntN(3))/2, rnd.IntN(3), rnd.IntN(2) == 0
		}
		if rnd.IntN(2) == 0 {
			opt.Similar, opt.Least = &Weights{}, []Least{LeastAny, LeastMedian, LeastRootMedian, LeastTenth}[rnd.IntN(4)]
			for _, id := range ids {
				if rnd.IntN(5) > 0 {
					s := rnd.Float32()
					if !opt.Reading.Once {
						s = float32(math.Round(float64(4*s)) / 4) // products are exact too
					}
					opt.Similar.Add(id, s)
				}
			}
			opt.Similar.Done()
		}
		n := rapid.IntRange(1, 6).Draw(t, "sweeps")
		want := hitsTwin(links, opt, n)
		got := hitsOf(t, links, opt, sweeps(n),
			room(rapid.SampledFrom([]int64{32 << 20, 1 << 30}).Draw(t, "memory"), rapid.IntRange(1, 3).Draw(t, "threads")))
		if !slices.Equal(got.ids, want.ids) {
			t.Fatalf("%+v: pages %v, want %v", opt, got.ids, want.ids)
		}
		if len(got.ids) > 0 && slices.Max(got.a) == 0 {
			return // there is no link, so the twin has what it began with
		}
		near(t, "authorities", got.a, want.a, 1e-12)
		near(t, "hubs", got.h, want.h, 1e-12)
	})
}

// TestHitsPlain: links without weights are links of weight 1.
func TestHitsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain, _ := drawGraph(t)
		var links []weightedLink
		for _, l := range plain {
			links = append(links, weightedLink{l, 1})
		}
		opt := HitsOptions{}
		if rapid.Bool().Draw(t, "hosts") {
			opt.Hosts, opt.Inside = &Hosts{}, 1
			opt.HostMost, opt.HostShare = rapid.IntRange(0, 2).Draw(t, "most"), rapid.Bool().Draw(t, "share")
			_, ids := countWeighted(links, true, false)
			for i, id := range ids {
				opt.Hosts.Add(id, int32(i/3))
			}
		}
		s, err := NewHits(tupletest.Blocks(tupletest.Flat(byTarget(plain)), 20), opt, ample)
		if err != nil {
			t.Fatal(err)
		}
		got, want := solvedHits(t, s, sweeps(5)), hitsOf(t, links, opt, sweeps(5), ample)
		if !slices.Equal(got.ids, want.ids) || !slices.Equal(got.a, want.a) || !slices.Equal(got.h, want.h) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// hubLinks are links of which many are to one page, and many from it, and hosts of 20,000 pages.
func hubLinks(pages int32) (links []weightedLink, hosts *Hosts) {
	rnd := rand.New(rand.NewPCG(6, 6))
	seen := map[link]bool{}
	hosts = &Hosts{}
	for id := range pages {
		hosts.Add(id, id/20_000) // the links of a page to a host go through chunks
	}
	for len(links) < 200_000 {
		l := link{int32(rnd.IntN(int(pages))), int32(rnd.IntN(int(pages)))}
		if len(links) < int(pages) {
			l[0] = int32(len(links)) // each id is a page
		}
		if side := rnd.IntN(6); side < 2 {
			l[side] = 7
		}
		if !seen[l] {
			seen[l] = true
			links = append(links, weightedLink{l, float32(1 + rnd.IntN(3))})
		}
	}
	return links, hosts
}

// TestHitsLarge: lists of many chunks, on disk and in memory, with any number of threads, give the same; and so does a sum over
// all links.
func TestHitsLarge(t *testing.T) {
	const pages = 30_000
	links, hosts := hubLinks(pages)
	opt := HitsOptions{Hosts: hosts, Inside: 0.5, HostShare: true}
	opt.Reading.Once = true
	var first rated
	for i, where := range []work.Room{room(1<<30, 1), room(1<<30, 3), room(12<<20, 2)} {
		r := hitsOf(t, links, opt, sweeps(2), where)
		if i == 0 {
			first = r
		}
		if !slices.Equal(first.a, r.a) || !slices.Equal(first.h, r.h) {
			t.Errorf("with %d threads and %d bytes the values are others", where.Threads, where.Memory)
		}
	}
	a, h := make([]float64, pages), make([]float64, pages)
	for i := range h {
		a[i], h[i] = 1, 1
	}
	weigh := func(side int, from, to []float64) {
		count := map[[2]int32]float64{}
		for _, l := range links {
			count[[2]int32{l.link[side], l.link[1-side] / 20_000}]++
		}
		clear(to)
		for _, l := range links {
			w := l.w
			if l.link[0]/20_000 == l.link[1]/20_000 {
				w *= 0.5
			}
			k := count[[2]int32{l.link[side], l.link[1-side] / 20_000}]
			to[l.link[side]] += float64(float32(float64(w)/k)) * from[l.link[1-side]]
		}
		unit(to)
	}
	for range 2 {
		weigh(1, h, a)
		weigh(0, a, h)
	}
	near(t, "authorities", first.a, a, 1e-12)
	near(t, "hubs", first.h, h, 1e-12)
}

// TestHitsHostile: odd graphs have values too, and what is none is refused.
func TestHitsHostile(t *testing.T) {
	far, half := int32(1<<31-2), math.Sqrt2/2
	for _, c := range []struct {
		name  string
		links []weightedLink
		ids   []int32
		a, h  []float64
	}{
		{"no links", nil, nil, nil, nil},
		{"one page", []weightedLink{{link{7, 7}, 1}}, []int32{7}, []float64{1}, []float64{1}},
		{"all dangling but one", []weightedLink{{link{1, 2}, 1}, {link{1, 3}, 1}},
			[]int32{1, 2, 3}, []float64{0, half, half}, []float64{1, 0, 0}},
		{"self links", []weightedLink{{link{1, 1}, 1}, {link{2, 2}, 1}},
			[]int32{1, 2}, []float64{half, half}, []float64{half, half}},
		{"double links", []weightedLink{{link{1, 2}, 1}, {link{1, 2}, 1}}, []int32{1, 2}, []float64{0, 1}, []float64{1, 0}},
		{"far ids", []weightedLink{{link{0, far}, 1}}, []int32{0, far}, []float64{0, 1}, []float64{1, 0}},
		{"weights of 0", []weightedLink{{link{1, 2}, 0}}, []int32{1, 2}, []float64{0, 0}, []float64{0, 0}},
		{"one weight of 0", []weightedLink{{link{1, 2}, 0}, {link{1, 3}, 2}},
			[]int32{1, 2, 3}, []float64{0, 0, 1}, []float64{1, 0, 0}},
		{"tiny weights", []weightedLink{{link{1, 2}, 1e-45}}, []int32{1, 2}, []float64{0, 1}, []float64{1, 0}},
		{"large weights", []weightedLink{{link{1, 2}, 3e38}, {link{1, 3}, 3e38}},
			[]int32{1, 2, 3}, []float64{0, half, half}, []float64{1, 0, 0}},
	} {
		for _, old := range []bool{false, true} {
			r := hitsOf(t, c.links, HitsOptions{Old: old}, SolveOptions{Sweeps: 50, Tol: 1e-12}, ample)
			if !slices.Equal(r.ids, c.ids) || !r.done.Converged {
				t.Errorf("%s: pages %v, %+v", c.name, r.ids, r.done)
			}
			near(t, c.name, append(r.a, r.h...), append(slices.Clone(c.a), c.h...), 1e-12)
		}
	}
	apart := hostsOf(0, 1, 0)
	for _, c := range []struct {
		numbers []int32
		opt     HitsOptions
		want    string
	}{
		{[]int32{1, 2, tuple.F32Bits(float32(math.NaN()))}, HitsOptions{}, "finite number"},
		{[]int32{1, 2, tuple.F32Bits(float32(math.Inf(1)))}, HitsOptions{}, "finite number"},
		{[]int32{1, 2, tuple.F32Bits(-1)}, HitsOptions{}, "finite number"},
		{[]int32{1, 2, tuple.F32Bits(1)}, HitsOptions{Hosts: apart, HostShare: true}, "host 0 has page 2, but pages of other"},
		{[]int32{1, 3, tuple.F32Bits(1)}, HitsOptions{Hosts: apart}, "page 3 has no host"},
	} {
		c.opt.Reading.Weighted = true
		s, err := NewHits(tupletest.Blocks(c.numbers, 3), c.opt, ample)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.numbers, err, c.want)
			if s != nil {
				s.Close()
			}
		}
	}
}

// TestHitsThatDoNotFit: the vectors must fit in memory, and the error says how much is enough.
func TestHitsThatDoNotFit(t *testing.T) {
	const pages = 2 << 20
	make := func(memory int64) error {
		next := int32(0)
		s, err := NewHits(tuple.SourceFunc(func(dst []int32) (int, error) {
			n := min(len(dst), 2*int(pages-next))
			for k := 0; k < n; k += 2 {
				dst[k], dst[k+1] = next, next
				next++
			}
			return tuple.Filled(n)
		}), HitsOptions{}, room(memory, 2))
		if s != nil {
			s.Close()
		}
		return err
	}
	var small *work.MemoryError
	if err := make(24 << 20); !errors.As(err, &small) {
		t.Fatalf("%v", err)
	}
	if err := make(small.Least); err != nil {
		t.Errorf("with the %d bytes that the error names: %v", small.Least, err)
	}
}

// TestHitsAllZero: values that all become 0 stay so, which is an end.
func TestHitsAllZero(t *testing.T) {
	similar := &Weights{}
	similar.Add(2, 1)
	similar.Done()
	for _, old := range []bool{false, true} {
		opt := HitsOptions{Similar: similar, Old: old}
		r := hitsOf(t, []weightedLink{{link{0, 1}, 1}}, opt, SolveOptions{Tol: 1e-9, Sweeps: 10},
			work.Room{Memory: 1 << 20, Threads: 1})
		if !r.done.Converged || r.done.Sweeps > 4 || slices.Max(r.a) != 0 || slices.Max(r.h) != 0 {
			t.Errorf("old %v: %+v", old, r)
		}
	}
}
