package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// TestBins: bins follow each other, and a bin begins with its least value.
func TestBins(t *testing.T) {
	for b := range maxBin {
		if v := least(b); v <= math.MaxInt32 && bin(int32(v)) != b {
			t.Errorf("%d, the least of bin %d, is in bin %d", v, b, bin(int32(v)))
		}
	}
	if bin(math.MaxInt32) >= maxBin || bin(-5) != 0 {
		t.Error("a value without a bin")
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Int32Range(0, math.MaxInt32).Draw(t, "v")
		if b := bin(v); least(b) > int64(v) || b+1 < maxBin && least(b+1) <= int64(v) {
			t.Fatalf("%d is in bin %d from %d", v, b, least(b))
		}
	})
}

// TestHistogram compares with counting one by one.
func TestHistogram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.OneOf(rapid.Int32Range(0, 30), rapid.Int32Range(0, math.MaxInt32))).Draw(t, "values")
		h := &histogram{}
		sum := int64(0)
		for _, v := range values {
			h.add(v, 2)
			sum += 2 * int64(v)
		}
		atLeast := func(x int64) (n int64) {
			for _, v := range values {
				if int64(v) >= x {
					n += 2
				}
			}
			return n
		}
		for _, s := range steps(math.MaxInt32) {
			if got := h.atLeast(s); got != atLeast(int64(s)) {
				t.Fatalf("%d values from %d on, not %d", got, s, atLeast(int64(s)))
			}
		}
		for _, p := range h.tail(2 * int64(len(values))) {
			if want := 100 * share(atLeast(int64(p.X)), 2*int64(len(values))); p.Y != want {
				t.Fatalf("%v%% have at least %v, not %v%%", p.Y, p.X, want)
			}
		}
		if h.n != 2*int64(len(values)) || h.sum != sum {
			t.Fatalf("%d values with the sum %d", h.n, h.sum)
		}
	})
}

func TestSteps(t *testing.T) {
	if got := fmt.Sprint(steps(1234)); got != "[1 2 5 10 20 50 100 200 500 1000]" || len(steps(0)) > 0 {
		t.Error(got)
	}
	if s := steps(math.MaxInt32); s[len(s)-1] != 2_000_000_000 {
		t.Error(s)
	}
}

// drawScores are the scores of some ids, few of which are different. If all were below 1e-20, they would be taken for integers.
func drawScores(t *rapid.T, name string) map[int32]float32 {
	score := rapid.OneOf(rapid.Float32Range(1e-19, 1), rapid.SampledFrom([]float32{0, 0.25, 0.5, 1e-19, 7, math.MaxFloat32}))
	return rapid.MapOfN(rapid.Int32Range(0, 80), score, 1, 70).Draw(t, name)
}

func scoreFile(scores map[int32]float32) []byte {
	var pairs []int32
	for _, id := range slices.Sorted(maps.Keys(scores)) {
		pairs = append(pairs, id, tuple.F32Bits(scores[id]))
	}
	return raw(pairs...)
}

// TestRanking compares the best, their places and the joint counts with sorting everything.
func TestRanking(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		scores := [2]map[int32]float32{drawScores(rt, "ranks"), drawScores(rt, "kranks")}
		list := files{"ranks.t2": scoreFile(scores[0]), "kranks.t2": scoreFile(scores[1])}
		f := Open(vfs.OS, list.write(t))
		if err := f.list(); err != nil {
			rt.Fatal(err)
		}
		r, err := f.ranking()
		if err != nil {
			rt.Fatal(err)
		}
		for by, own := range scores {
			ids := slices.Collect(maps.Keys(own))
			slices.SortFunc(ids, func(a, b int32) int { return cmp.Or(-cmp.Compare(own[a], own[b]), cmp.Compare(a, b)) })
			for i, p := range r.tops[by].list {
				if i >= len(ids) || p.id != ids[i] || p.scores[by] != own[p.id] {
					rt.Fatalf("place %d by score %d: %+v, not %v", i+1, by, p, ids)
				}
				other, rated := scores[1-by][p.id]
				place := int64(0)
				if rated {
					place = 1
					for _, s := range scores[1-by] {
						if s > other {
							place++
						}
					}
				}
				if got := r.tops[by].places[p.id]; got != place {
					rt.Fatalf("page %d is at place %d by score %d, not %d", p.id, got, 1-by, place)
				}
			}
			if got := len(r.tops[by].list); got != min(topPages, len(ids)) {
				rt.Fatalf("the best %d", got)
			}
		}
		checkJoint(rt, r, scores)
	})
}

func checkJoint(t *rapid.T, r *ranking, scores [2]map[int32]float32) {
	cells := map[[2]int]int64{}
	var n, zeros, less, more int64
	for id, x := range scores[0] {
		y, both := scores[1][id]
		switch {
		case !both:
			continue
		case x == 0 || y == 0:
			zeros++
			continue
		case y < x/2:
			less++
		case y > 2*x:
			more++
		}
		n++
		cell := func(v float32) int {
			return max(0, min(jointWidth-1, int(math.Floor(4*math.Log2(float64(v))+1e-6))+256))
		}
		cells[[2]int{cell(x), cell(y)}]++
	}
	if r.joint.n != n || r.joint.zeros != zeros || r.joint.less != less || r.joint.more != more || r.joint.within != n-less-more {
		t.Fatalf("%d pairs, %d with a 0, %d less, %d more: %+v", n, zeros, less, more, r.joint.n)
	}
	for i, got := range r.joint.cells {
		if want := cells[[2]int{i / jointWidth, i % jointWidth}]; got != want {
			t.Fatalf("%d pairs in cell %d %d, not %d", got, i/jointWidth, i%jointWidth, want)
		}
	}
	list, width := r.joint.patches(7)
	sum := int64(0)
	for _, p := range list {
		sum += p.n
	}
	if from, to := r.joint.box(); sum != n || n > 0 && (to-from+width-1)/width > 7 {
		t.Fatalf("%d pairs in patches of %d", sum, width)
	}
}

// TestLines compares with splitting the whole text, where lines end at the borders of buffers too.
func TestLines(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		length := rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(65_500, 65_560),
			rapid.SampledFrom([]int{64<<10 - 1, 64 << 10, 128 << 10}))
		var lines []string
		for i, n := range rapid.SliceOfN(length, 1, 6).Draw(rt, "lengths") {
			lines = append(lines, strings.Repeat(string(rune('a'+i)), n))
		}
		text := strings.Join(lines, "\n")
		if rapid.Bool().Draw(rt, "ended") || lines[len(lines)-1] == "" {
			text += "\n"
		}
		ids := rapid.SliceOfDistinct(rapid.Int32Range(0, int32(len(lines))), rapid.ID).Draw(rt, "ids")
		slices.Sort(ids)
		f := Open(vfs.OS, files{"urls.txt": []byte(text)}.write(t))
		if n, err := f.countLines("urls.txt"); n != int64(len(lines)) || (err == nil) != strings.HasSuffix(text, "\n") {
			rt.Fatalf("%d lines, not %d, or an end that is missing: %v", n, len(lines), err)
		}
		found, err := f.lines("urls.txt", ids)
		if len(ids) > 0 && ids[len(ids)-1] == int32(len(lines)) {
			if err == nil || !strings.Contains(err.Error(), "has only "+plural(int64(len(lines)), "line")) {
				rt.Fatalf("a line behind the last: %v", err)
			}
			return
		}
		if err != nil || len(found) != len(ids) {
			rt.Fatalf("%d of %d lines: %v", len(found), len(ids), err)
		}
		for _, id := range ids {
			if want := lines[id]; found[id] != want && !(len(want) > maxLine && strings.HasPrefix(want, found[id]) &&
				len(found[id]) >= maxLine) {
				rt.Fatalf("line %d has %d bytes, not %d", id, len(found[id]), len(want))
			}
		}
	})
}

// TestHosts compares with a count by host.
func TestHosts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 30).Draw(rt, "pages")
		var pairs []int32
		var names []string
		for host, n := range sizes {
			names = append(names, fmt.Sprint("h", host))
			for range n {
				pairs = append(pairs, int32(len(pairs)/2), int32(host))
			}
		}
		f := Open(vfs.OS, files{"page-host.t2": raw(pairs...), "hosts.txt": text(names...)}.write(t))
		if err := f.list(); err != nil {
			rt.Fatal(err)
		}
		c := &Content{}
		if err := c.hosts(f); err != nil {
			rt.Fatal(err)
		}
		var want []string
		for range min(topHosts, len(sizes)) {
			best := slices.Index(sizes, slices.Max(sizes))
			if sizes[best] > 0 {
				want = append(want, fmt.Sprint(names[best], " ", sizes[best]))
			}
			sizes[best] = -1
		}
		var got []string
		for _, b := range c.Blocks {
			for _, row := range b.Table.Rows {
				got = append(got, row[0].Text+" "+row[1].Text)
			}
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("%v, not %v", got, want)
		}
	})
	f := Open(vfs.OS, files{"page-host.t2": raw(0, 1, 1, 0, 2, 1), "hosts.txt": text("a", "b")}.write(t))
	c := &Content{}
	if err := errors.Join(f.list(), c.hosts(f)); err != nil || c.Blocks != nil {
		t.Errorf("of hosts in no order: %v %v", c.Blocks, err)
	}
}

// TestLayerTable: the rows of the table hold each page once.
func TestLayerTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &layers{each: 1}
		for i, n := range rapid.SliceOfN(rapid.Int32Range(1, 9), 1, 300).Draw(t, "sizes") {
			l.add(int32(i+1), n)
		}
		sum := int64(0)
		next := int64(1)
		for _, row := range l.figure("").Data.Rows {
			var from, to, n int64
			for i, p := range []*int64{&from, &to, &n} {
				fmt.Sscan(strings.ReplaceAll(row[i].Text, ",", ""), p)
			}
			if from != next || to < from {
				t.Fatalf("a row from %d to %d", from, to)
			}
			next = to + 1
			sum += n
		}
		if sum != l.pages.n || next != int64(l.last)+1 {
			t.Fatalf("%d of %d pages in the rows up to layer %d", sum, l.pages.n, next-1)
		}
	})
}

// TestFaults fails the n-th operation on files, for each n: that error comes out, unless a file that was read cannot be
// closed, and no file stays open.
func TestFaults(t *testing.T) {
	dir := made(60).write(t)
	step := 1
	if testing.Short() {
		step = 3
	}
	for i := 0; ; i += step {
		n, failed := 0, ""
		sys := &fault.FS{FS: vfs.OS, Check: func(op string, _ int) error {
			if n++; n != i+1 {
				return nil
			}
			failed = op
			return fault.Injected
		}}
		err := Write(io.Discard, Open(sys, dir), Options{})
		switch {
		case failed == "":
			if i < 50 || err != nil {
				t.Errorf("only %d operations: %v", i, err)
			}
			return
		case failed != "close" && !errors.Is(err, fault.Injected):
			t.Fatalf("operation %d, %s, fails: %v", i, failed, err)
		case err != nil && (strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), dir) ||
			strings.Count(err.Error(), dir) > 1):
			t.Fatalf("operation %d, %s, fails: %v", i, failed, err)
		case failed != "close" && sys.OpenFiles() != 0:
			t.Fatalf("operation %d, %s, fails: %d files are still open", i, failed, sys.OpenFiles())
		}
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		count(0): "0", count(999): "999", count(-1234567): "-1,234,567", plural(1, "page"): "1 page",
		plural(1000, "page"): "1,000 pages", plural(0, "page"): "0 pages", verb(1, "page was", "pages were"): "1 page was",
		verb(1000, "page was", "pages were"): "1,000 pages were",
		percent(0):                           "0\u202f%", percent(1): "100.0\u202f%", percent(0.0123): "1.23\u202f%",
		percent(0.000456): "0.046\u202f%",
		percent(1e-9):     "1.0·10⁻⁷\u202f%", percent(math.NaN()): "–", size(1000): "1000\u202fB", size(1536): "1.5\u202fKiB",
		size(1 << 40): "1.0\u202fTiB",
		seconds(0):    "0.00\u202fs", seconds(59.6): "1\u202fmin 0\u202fs", seconds(7261): "2\u202fh 1\u202fmin",
		visible("a\u202eb\x00", 9): "a\ufffdb\ufffd",
		visible("0123456789", 8):   "012345…89", decimal(math.NaN()): "–", power(3.21e-9): "3.2·10⁻⁹",
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestCurveTable(t *testing.T) {
	lines := []plot.Line{{Label: "old", Points: []plot.Point{{X: 1, Y: 2}}},
		{Label: "new", Points: []plot.Point{{X: 0, Y: 1}, {X: 1, Y: 3}}}}
	table := curveTable("c", "x", lines, 1)
	if got := fmt.Sprint(table.Rows); got != fmt.Sprint([][]Cell{cells("0", "1.000", "–"), cells("1", "3.000", "2.000")}) {
		t.Error(got)
	}
}
