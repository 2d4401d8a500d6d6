package extmem

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// rows are records as the brute-force twins see them.
type rows [][]int32

func (r rows) input(name string, width, most int, key ...int) Input {
	return Input{Input: tuple.Input{Name: name, Source: tupletest.Blocks(slices.Concat(r...), most*width)}, Width: width,
		Key: key}
}

// table collects records.
type table struct {
	width int
	rows  rows
}

func (t *table) WriteBlock(block []int32) error {
	for rec := range slices.Chunk(slices.Clone(block), t.width) {
		t.rows = append(t.rows, rec)
	}
	return nil
}

func byKey(a []int32, aKey []int, b []int32, bKey []int) int {
	for i := range aKey {
		if c := cmp.Compare(a[aKey[i]], b[bKey[i]]); c != 0 {
			return c
		}
	}
	return 0
}

func (r rows) sort(key []int) rows {
	slices.SortStableFunc(r, func(a, b []int32) int { return byKey(a, key, b, key) })
	return r
}

// values are few, so that keys meet, and at the ends of what an int32 can be.
var values = rapid.SampledFrom([]int32{-1 << 31, -1<<31 + 1, -1, 0, 1, 2, 3, 4, 5, 1<<31 - 2, 1<<31 - 1})

func drawRows(t *rapid.T, name string, width int) rows {
	return rapid.SliceOf(rapid.SliceOfN(values, width, width)).Draw(t, name)
}

func drawKey(t *rapid.T, name string, width, n int) []int {
	all := make([]int, width)
	for i := range all {
		all[i] = i
	}
	return rapid.Permutation(all).Draw(t, name)[:n]
}

// pair is two random inputs with keys that can be compared.
type pair struct {
	a, b       rows
	wa, wb     int
	keyA, keyB []int
	most       int
}

func drawPair(t *rapid.T) *pair {
	p := &pair{wa: rapid.IntRange(1, 5).Draw(t, "wa"), wb: rapid.IntRange(1, 5).Draw(t, "wb")}
	n := rapid.IntRange(1, min(p.wa, p.wb)).Draw(t, "key columns")
	p.keyA, p.keyB = drawKey(t, "keyA", p.wa, n), drawKey(t, "keyB", p.wb, n)
	p.a, p.b = drawRows(t, "a", p.wa).sort(p.keyA), drawRows(t, "b", p.wb).sort(p.keyB)
	p.most = rapid.IntRange(1, 9).Draw(t, "records a block")
	return p
}

func (p *pair) inputs() (a, b Input) {
	return p.a.input("A", p.wa, p.most, p.keyA...), p.b.input("B", p.wb, p.most, p.keyB...)
}

func same(t *rapid.T, err error, got, want rows) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestSemi(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, anti := drawPair(t), rapid.Bool().Draw(t, "anti")
		a, b := p.inputs()
		got := table{width: p.wa}
		err := Semi(&got, a, b, anti)
		var want rows
		for _, r := range p.a {
			found := slices.ContainsFunc(p.b, func(s []int32) bool { return byKey(r, p.keyA, s, p.keyB) == 0 })
			if found != anti {
				want = append(want, r)
			}
		}
		same(t, err, got.rows, want)
	})
}

func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, outer := drawPair(t), rapid.Bool().Draw(t, "outer")
		a, b := p.inputs()
		fields := []Field{{1, p.wb - 1}, {0, 0}, {0, p.wa - 1}}
		got := table{width: 3}
		join := Join{
			Left: a, Right: b, Fields: fields, Outer: outer, None: p.none(),
			Room: work.Room{Memory: rapid.SampledFrom([]int64{0, 64, 1 << 20}).Draw(t, "memory"), FS: vfs.OS, TempDir: ""},
		}
		err := join.Run(&got)
		same(t, err, got.rows, p.join(outer))
	})
}

// none is the partner of those that have none: -1, -2, … in its columns.
func (p *pair) none() (record []int32) {
	for i := range p.wb {
		record = append(record, -1-int32(i))
	}
	return record
}

func (p *pair) join(outer bool) rows {
	var want rows
	for _, r := range p.a {
		partners := false
		for _, s := range p.b {
			if byKey(r, p.keyA, s, p.keyB) == 0 {
				partners = true
				want = append(want, []int32{s[p.wb-1], r[0], r[p.wa-1]})
			}
		}
		if !partners && outer {
			want = append(want, []int32{-int32(p.wb), r[0], r[p.wa-1]})
		}
	}
	return want
}

func TestUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		key := drawKey(t, "key", width, width)
		once := key[:rapid.IntRange(0, width).Draw(t, "columns of once")]
		if len(once) == 0 {
			once = nil
		}
		a, b := drawRows(t, "a", width).sort(key), drawRows(t, "b", width).sort(key)
		got := table{width: width}
		err := Union(&got, a.input("A", width, 3, key...), b.input("B", width, 2, key...), once)
		want := slices.Concat(a, b).sort(key)
		if once != nil {
			want = slices.CompactFunc(want, func(r, s []int32) bool { return byKey(r, once, s, once) == 0 })
		}
		same(t, err, got.rows, want)
	})
}

func TestGroupBy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 5).Draw(t, "width")
		key := drawKey(t, "key", width, rapid.IntRange(1, width).Draw(t, "key columns"))
		in := drawRows(t, "in", width).sort(key)
		for _, r := range in { // sums fit
			r[width-1] /= 1 << 16
		}
		in.sort(key)
		figures := []Aggregate{{Op: Count}, {Sum, width - 1}, {Min, 0}, {Max, 0}}
		got := table{width: len(key) + 4}
		err := GroupBy(&got, in.input("in", width, rapid.IntRange(1, 9).Draw(t, "block"), key...), figures)
		same(t, err, got.rows, in.groups(key, width))
	})
}

func (r rows) groups(key []int, width int) rows {
	var want rows
	for i := 0; i < len(r); {
		first := r[i]
		var count, sum int32
		least, most := first[0], first[0]
		for ; i < len(r) && byKey(r[i], key, first, key) == 0; i++ {
			count++
			sum += r[i][width-1]
			least, most = min(least, r[i][0]), max(most, r[i][0])
		}
		var rec []int32
		for _, k := range key {
			rec = append(rec, first[k])
		}
		want = append(want, append(rec, count, sum, least, most))
	}
	return want
}

func TestRenumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		col := rapid.IntRange(0, width-1).Draw(t, "col")
		in := drawRows(t, "in", width).sort([]int{col})
		numbers := map[int32]int32{}
		var list rows
		for i, id := range rapid.SliceOfDistinct(values, rapid.ID[int32]).Draw(t, "ids") {
			numbers[id] = int32(i + 100)
			list = append(list, []int32{id, int32(i + 100)})
		}
		list.sort([]int{0})
		missing := rapid.SampledFrom([]Missing{Refuse, Drop, Keep}).Draw(t, "missing")
		got := table{width: width}
		without, err := Renumber(&got, in.input("in", width, 3, col), list.input("map", 2, 4), missing)
		want, lacking := in.renumber(col, numbers, missing)
		if missing == Refuse && lacking > 0 {
			if err == nil || !strings.HasPrefix(err.Error(), "in: map has no number for the id ") {
				t.Fatalf("error %v", err)
			}
			return
		}
		if without != lacking {
			t.Fatalf("%d records without a number, want %d", without, lacking)
		}
		same(t, err, got.rows, want)
	})
}

func (r rows) renumber(col int, numbers map[int32]int32, missing Missing) (want rows, lacking int64) {
	for _, rec := range r {
		rec = slices.Clone(rec)
		number, ok := numbers[rec[col]]
		switch {
		case ok:
			rec[col] = number
		default:
			lacking++
			if missing == Drop {
				continue
			}
		}
		want = append(want, rec)
	}
	return want, lacking
}

// Any two neighbours that are swapped in a sorted input are found, at the record that comes too early.
func TestUnsorted(t *testing.T) {
	sorted := rows{}
	for i := range int32(200) {
		sorted = append(sorted, []int32{i / 100, i / 10, i})
	}
	key := []int{0, 1, 2}
	none := func(key []int) Input { return rows{}.input("B", 3, 5, key...) }
	for _, n := range []int{1, 2, 3} {
		for i := range len(sorted) - 1 {
			broken := slices.Clone(sorted)
			broken[i], broken[i+1] = broken[i+1], broken[i]
			if byKey(broken[i], key[:n], broken[i+1], key[:n]) == 0 {
				continue
			}
			a := func() Input { return broken.input("A", 3, 7, key[:n]...) }
			errs := []error{
				Semi(&table{width: 3}, a(), none(key[:n]), true),
				Semi(&table{width: 3}, sorted.input("S", 3, 9, key[:n]...), a(), false),
				(&Join{Left: sorted.input("S", 3, 9, key[:n]...), Right: a(), Fields: []Field{{0, 0}},
					Room: work.Room{Memory: 1 << 20}}).Run(&table{width: 1}),
				Union(&table{width: 3}, none(key[:n]), a(), key[:n]),
				GroupBy(&table{width: n}, a(), nil),
			}
			for op, err := range errs {
				var place *tuple.PlaceError
				if !errors.Is(err, tuple.ErrUnsorted) || !errors.As(err, &place) || place.Record != int64(i)+2 ||
					!strings.HasPrefix(err.Error(), "A: ") {
					t.Fatalf("operation %d, %d key columns, record %d swapped: %v", op, n, i+1, err)
				}
			}
		}
	}
}

func TestMapMustBeUnique(t *testing.T) {
	in, numbers := rows{{1}, {3}}, rows{{1, 5}, {2, 6}, {2, 7}, {3, 8}}
	for most := range 4 {
		_, err := Renumber(&table{width: 1}, in.input("in", 1, 9, 0), numbers.input("map", 2, most+1), Keep)
		if err == nil ||
			err.Error() != "map: is not sorted: equal to the record before it in column 1 (extsort -u -k 1 keeps the first of equal ones), at record 3" {
			t.Errorf("error %v", err)
		}
	}
}

func TestOverflow(t *testing.T) {
	in := rows{{1, 1 << 30}, {1, 1<<30 - 1}, {2, 1 << 30}, {2, 1 << 30}, {3, 0}}
	want := "in: the sum of column 2 of a group is 2147483648, which is no int32, at record 4"
	for most := 1; most < 7; most++ {
		got := table{width: 2}
		err := GroupBy(&got, in.input("in", 2, most, 0), []Aggregate{{Sum, 1}})
		if fmt.Sprint(err) != want {
			t.Errorf("error %v", err)
		}
	}
	g := grouping{in: newCursor(rows{{1, -5}}.input("in", 2, 1, 0))}
	g.in.fill()
	if _, err := g.figure(Aggregate{Sum, 1}, -1<<62, 1); err == nil {
		t.Error("a sum may wrap")
	}
}

// G8 of the thesis: out-degrees and in-degrees by group count.
func TestDegrees(t *testing.T) {
	links := rows{{1, 3}, {1, 5}, {2, 1}, {3, 3}, {3, 8}, {5, 2}, {5, 4}, {5, 4}, {6, 1}, {6, 7}, {7, 4}, {8, 2}, {8, 5}}
	var out, in table
	out.width, in.width = 2, 2
	if err := GroupBy(&out, links.input("links", 2, 4, 0), []Aggregate{{Op: Count}}); err != nil {
		t.Fatal(err)
	}
	if err := GroupBy(&in, links.sort([]int{1}).input("links", 2, 4, 1), []Aggregate{{Op: Count}}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(out.rows); got != "[[1 2] [2 1] [3 2] [5 3] [6 2] [7 1] [8 2]]" {
		t.Errorf("out-degrees %s", got)
	}
	if got := fmt.Sprint(in.rows); got != "[[1 2] [2 2] [3 2] [4 3] [5 2] [7 1] [8 1]]" {
		t.Errorf("in-degrees %s", got)
	}
}
