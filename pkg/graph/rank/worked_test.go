package rank

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// g8 is the graph of the worked examples: page 4 is dangling, 3 links to itself, 5 twice to 4, nothing links to 6, and 6, 7
// are not reached from 1.
var g8 = []link{{1, 3}, {1, 5}, {2, 1}, {3, 3}, {3, 8}, {5, 2}, {5, 4}, {5, 4}, {6, 1}, {6, 7}, {7, 4}, {8, 2}, {8, 5}}

// inBFS are the pages of g8 in breadth-first order from 1, and again from 6.
var inBFS = []int32{1, 3, 5, 8, 2, 4, 6, 7}

var allOf8 = []int32{1, 2, 3, 4, 5, 6, 7, 8}

var (
	ranksOf8     = []float64{2944. / 871, 4657. / 1742, 3160. / 871, 100551. / 27872, 2746. / 871, 1, 11. / 8, 2056. / 871}
	ranksOf8Once = []float64{30976. / 8269, 52283. / 16538, 31816. / 8269, 867005. / 264608, 27460. / 8269,
		1, 11. / 8, 20200. / 8269}
)

var methods = map[string]Method{"gs": GaussSeidel, "power": Power}

func TestWorkedRanks(t *testing.T) {
	for name, method := range methods {
		for once, want := range map[bool][]float64{false: ranksOf8, true: ranksOf8Once} {
			r := solved(t, read(t, g8, ReadOptions{Once: once}, ample), SystemOptions{Precision: Float64},
				SolveOptions{Method: method, D: 0.75, Tol: 1e-14, Sweeps: 1000})
			if !r.done.Converged || !slices.Equal(r.ids, allOf8) {
				t.Errorf("%s: %+v, pages %v", name, r.done, r.ids)
			}
			closeTo(t, fmt.Sprintf("%s, once %v", name, once), r.y, want, 1e-12)
		}
	}
}

func TestWorkedRanksPrinted(t *testing.T) {
	for _, c := range []struct {
		policy ReadOptions
		d      float64
		z      []float64
	}{
		{ReadOptions{}, 0.75, []float64{0.159607, 0.126238, 0.171317, 0.170353, 0.148872, 0.047221, 0.064928, 0.111464}},
		{ReadOptions{Once: true}, 0.75, []float64{0.168966, 0.142595, 0.173548, 0.147791, 0.149788,
			0.045105, 0.062020, 0.110186}},
		{ReadOptions{}, 0.85, []float64{0.161842, 0.128984, 0.183337, 0.168337, 0.154104, 0.036636, 0.052206, 0.114554}},
	} {
		for i, z := range solved(t, read(t, g8, c.policy, ample), SystemOptions{}, hard(c.d)).z() {
			if math.Abs(z-c.z[i]) > 0.5000001e-6 {
				t.Errorf("d %g: page %d has %.7f, want %.6f", c.d, i+1, z, c.z[i])
			}
		}
	}
}

// Pages that were not reached are not rated; those that were fetched but are not linked to are.
func TestWorkedPartialRanks(t *testing.T) {
	for _, c := range []struct {
		known []int32
		rated []int32
		y     []float64
	}{
		{inBFS[:4], []int32{1, 2, 3, 4, 5, 8}, []float64{1, 563. / 256, 11. / 5, 1299. / 640, 659. / 320, 73. / 40}},
		{inBFS[:2], []int32{1, 3, 5, 8}, []float64{1, 11. / 5, 11. / 8, 73. / 40}},
		{inBFS[:6], []int32{1, 2, 3, 4, 5, 8}, []float64{2560. / 871, 2252. / 871, 14648. / 4355, 10779. / 4355,
			12848. / 4355, 9848. / 4355}},
		{inBFS, allOf8, ranksOf8},
	} {
		l := read(t, g8, ReadOptions{Known: setOf(c.known...)}, ample)
		unknown := 0
		for _, link := range g8 {
			if !slices.Contains(c.known, link[0]) {
				unknown++
			}
		}
		if l.Count.Unknown != int64(unknown) || l.Count.Links != int64(len(g8)-unknown) {
			t.Errorf("known %v: counted %+v", c.known, l.Count)
		}
		r := solved(t, l, SystemOptions{}, hard(0.75))
		if !slices.Equal(r.ids, c.rated) {
			t.Errorf("known %v: rated %v, want %v", c.known, r.ids, c.rated)
		}
		closeTo(t, fmt.Sprint("known ", c.known), r.y, c.y, 1e-12)
	}
}

func TestWorkedKRank(t *testing.T) {
	l := read(t, g8, ReadOptions{Once: true}, ample)
	s, err := NewSystem(l, SystemOptions{Precision: Float64, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	ranked(t, s, hard(0.75))
	var scores []float64
	for _, id := range []int32{1, 2, 3, 5, 6, 7, 8} {
		score, err := s.Score(id)
		if err != nil {
			t.Fatal(err)
		}
		scores = append(scores, float64(score))
	}
	closeTo(t, "scores", scores, []float64{1.873020, 3.161386, 1.923812, 1.660418, 0.5, 1.375, 1.221429}, 5e-7)
	s.Close()
	l.Close()

	for k := 1; k <= 4; k++ {
		p := pruned(t, read(t, g8, ReadOptions{Once: true}, ample), k, hard(0.75))
		links, want := []link{{2, 1}, {5, 2}, {3, 3}, {5, 4}, {1, 5}, {6, 7}, {3, 8}},
			[]float64{260. / 101, 212. / 101, 8. / 5, 212. / 101, 296. / 101, 1, 7. / 4, 8. / 5}
		if k > 1 {
			links, want = byTarget(slices.Compact(byTarget(g8))), ranksOf8Once
		}
		if got := linksOf(t, p); !slices.Equal(got, links) || p.Count.Links != int64(len(links)) {
			t.Errorf("k %d: %d links %v, want %v", k, p.Count.Links, got, links)
		}
		r := solved(t, p, SystemOptions{}, hard(0.75))
		if !slices.Equal(r.ids, allOf8) {
			t.Errorf("k %d: pages %v", k, r.ids)
		}
		closeTo(t, fmt.Sprint("K-Rank, k ", k), r.y, want, 1e-12)
	}
}

// phase is PageRank and K-Rank (K = 1) when the first pages in breadth-first order are known.
func phase(t *testing.T, known int) (pr, kr result) {
	policy := ReadOptions{Once: true, Known: setOf(inBFS[:known]...)}
	p := pruned(t, read(t, g8, policy, ample), 1, hard(0.75))
	return solved(t, read(t, g8, policy, ample), SystemOptions{}, hard(0.75)), solved(t, p, SystemOptions{}, hard(0.75))
}

func TestWorkedPhases(t *testing.T) {
	pr, kr := phase(t, 4)
	rated := []int32{1, 2, 3, 4, 5, 8}
	if !slices.Equal(pr.ids, rated) || !slices.Equal(kr.ids, rated) {
		t.Errorf("rated %v and %v, want %v", pr.ids, kr.ids, rated)
	}
	closeTo(t, "PageRank at 4", pr.y, []float64{1, 6289. / 2560, 11. / 5, 4537. / 2560, 659. / 320, 73. / 40}, 1e-12)
	closeTo(t, "K-Rank at 4", kr.y, []float64{1, 73. / 40, 8. / 5, 73. / 40, 11. / 5, 8. / 5}, 1e-12)
}

// Kendall's tau-b of the phases, over the pages rated then and over all pages with zeros.
func TestWorkedCorrelations(t *testing.T) {
	pr8, kr8 := phase(t, 8)
	for _, c := range []struct {
		known                                      int
		prRated, prAll, krRated, krAll, rated, all float64
	}{
		{1, 0, 0.687524, 0, 0.380521, 1, 1},
		{2, 0, 0.483494, 0.200000, 0.213980, 0.182574, 0.790912},
		{4, -0.066667, 0.400066, 0.384615, 0.509902, 0.358057, 0.654330},
		{6, 0.733333, 0.836502, 1, 0.823688, 0.071611, 0.500370},
		{8, 1, 1, 1, 1, 0.444750, 0.444750},
	} {
		pr, kr := phase(t, c.known)
		var got []float64
		for _, pair := range [][2]result{{pr, pr8}, {kr, kr8}, {pr, kr}} {
			got = append(got, tau(pr.ids, pair[0], pair[1]), tau(allOf8, pair[0], pair[1]))
		}
		for i, want := range []float64{c.prRated, c.prAll, c.krRated, c.krAll, c.rated, c.all} {
			if math.Abs(got[i]-want) > 0.5000001e-6 {
				t.Errorf("%d known: correlation %d is %.7f, want %.6f", c.known, i, got[i], want)
			}
		}
	}
}

// tau is tau-b over some pages by its definition; who is not rated has 0. Ranks tie if they are the same as float32.
func tau(ids []int32, a, b result) float64 {
	of := func(r result, id int32) float32 {
		if i, ok := slices.BinarySearch(r.ids, id); ok {
			return float32(r.y[i])
		}
		return 0
	}
	sign := func(x, y float32) float64 {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	var both, onlyA, onlyB float64
	for i, p := range ids {
		for _, q := range ids[:i] {
			sa, sb := sign(of(a, p), of(a, q)), sign(of(b, p), of(b, q))
			both, onlyA, onlyB = both+sa*sb, onlyA+sa*sa, onlyB+sb*sb
		}
	}
	return both / math.Sqrt(onlyA*onlyB)
}
