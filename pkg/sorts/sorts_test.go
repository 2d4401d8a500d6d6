package sorts

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestStrings sorts strings that share much, end early or hold zeros, which stand for what a string does not have.
func TestStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawStrings(t, 2000)
		text := make([]byte, Before)
		var items []Item
		for _, s := range want {
			items = append(items, NewItem(len(text), len(s)))
			text = append(text, s...)
		}
		slices.SortFunc(want, bytes.Compare)
		Strings(text, items)
		for i, it := range items {
			if got := it.String(text); !bytes.Equal(got, want[i]) {
				t.Fatalf("string %d is %q, want %q", i, got, want[i])
			}
		}
	})
}

func drawStrings(t *rapid.T, most int) [][]byte {
	n := rapid.IntRange(0, most).Draw(t, "strings")
	letters := rapid.SampledFrom([]string{"\x00a", "ab", "\xff", "abcdefghijklmnopqrstuvwxyz"}).Draw(t, "letters")
	state := rapid.Uint32().Draw(t, "seed")
	next := func(n int) int {
		state = state*1664525 + 1013904223
		return int(state>>8) % n
	}
	shared := bytes.Repeat([]byte("https://www."), rapid.IntRange(0, 2).Draw(t, "shared"))
	longest := rapid.IntRange(1, 30).Draw(t, "longest")
	all := make([][]byte, n)
	for i := range all {
		all[i] = slices.Clone(shared)
		for range next(longest + 1) {
			all[i] = append(all[i], letters[next(len(letters))])
		}
	}
	return all
}

// TestStringTree merges runs; equal strings come in the order of the runs, and Shared says what a string shares with
// the one before.
func TestStringTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type entry struct {
			s   []byte
			run int
		}
		desc := rapid.Bool().Draw(t, "desc")
		order := func(a, b []byte) int {
			if desc {
				return bytes.Compare(b, a)
			}
			return bytes.Compare(a, b)
		}
		runs := make([][][]byte, rapid.IntRange(0, 9).Draw(t, "runs"))
		var want []entry
		for i := range runs {
			runs[i] = drawStrings(t, 60)
			slices.SortFunc(runs[i], order)
			for _, s := range runs[i] {
				want = append(want, entry{s, i})
			}
		}
		slices.SortStableFunc(want, func(a, b entry) int { return cmp.Or(order(a.s, b.s), a.run-b.run) })
		tree := NewStringTree(len(runs), desc)
		var last = make([][]byte, len(runs))
		advance := func(i int) {
			if len(runs[i]) == 0 {
				tree.End(i)
				return
			}
			s := runs[i][0]
			tree.Put(i, s, Shared(last[i], s))
			last[i], runs[i] = s, runs[i][1:]
		}
		for i := range runs {
			advance(i)
		}
		var before []byte
		for _, w := range want {
			i, ok := tree.First()
			if !ok || i != w.run || !bytes.Equal(last[i], w.s) || tree.Shared(i) != Shared(before, w.s) {
				t.Fatalf("run %d (%v), which shares %d bytes, want %q of run %d", i, ok, tree.Shared(i), w.s, w.run)
			}
			before = w.s
			advance(i)
		}
		if _, ok := tree.First(); ok {
			t.Fatal("more than all")
		}
	})
}

// TestTree merges runs of numbers, the greatest of which is also the lead of a run that has ended.
func TestTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leads := rapid.SliceOf(rapid.SampledFrom([]uint64{0, 1, 7, math.MaxUint64}))
		runs := rapid.SliceOfN(leads, 0, 9).Draw(t, "runs")
		var want []uint64
		for _, r := range runs {
			slices.Sort(r)
			want = append(want, r...)
		}
		slices.Sort(want)
		tree := NewTree(len(runs), func(a, b int) bool { return a < b })
		advance := func(i int) {
			if len(runs[i]) == 0 {
				tree.End(i)
			} else {
				tree.Put(i, runs[i][0])
			}
		}
		for i := range runs {
			advance(i)
		}
		var got []uint64
		for i, ok := tree.First(); ok; i, ok = tree.First() {
			got = append(got, runs[i][0])
			runs[i] = runs[i][1:]
			advance(i)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("merged to %v, want %v", got, want)
		}
	})
}

// TestInts compares with the library.
func TestInts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int32{0, 1, 255, 256, 70_000, 1<<31 - 1}).Draw(t, "most")
		a := rapid.SliceOfN(rapid.Int32Range(0, most), 0, 300).Draw(t, "numbers")
		want := slices.Clone(a)
		slices.Sort(want)
		if got := Ints(a, make([]int32, len(a))); !slices.Equal(got, want) {
			t.Fatalf("%v, not %v", got, want)
		}
	})
}

func BenchmarkInts(b *testing.B) {
	for _, n := range []int{50, 200, 2000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			a, spare := make([]int32, n), make([]int32, n)
			b.SetBytes(int64(n))
			for b.Loop() {
				for i := range a {
					a[i] = int32(100_000 * r.Float64() * r.Float64())
				}
				Ints(a, spare)
			}
		})
	}
}
