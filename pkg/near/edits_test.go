package near

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// matrix is the edit distance by the matrix of the definition.
func matrix(a, b []int32) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, c := range a {
		before := row[0]
		row[0] = i + 1
		for j, d := range b {
			n := before
			if c != d {
				n = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], n
		}
	}
	return row[len(b)]
}

func runes(s string) (out []int32) {
	for _, r := range s {
		out = append(out, r)
	}
	return out
}

// TestEdits: the distances of the specification of Miloi 2005.
func TestEdits(t *testing.T) {
	var e Edits
	e.Symbols(256)
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"kitten", "sitting", 3}, {"", "abc", 3}, {"", "", 0}, {"Haus", "Haus", 0}, {"Bär", "Bar", 1}, {"abc", "xyz", 3},
		{"Home|News", "Home|Sport", 5},
	} {
		if got := e.Distance(runes(c.a), runes(c.b), 100); got != c.want {
			t.Errorf("%q %q: %d, not %d", c.a, c.b, got, c.want)
		}
	}
}

// TestEditsByMatrix: the distance is that of the matrix if it is at most the limit, else above the limit. Sequences are changed
// copies of each other, or have nothing to do with each other.
func TestEditsByMatrix(t *testing.T) {
	var e Edits
	e.Symbols(300)
	rapid.Check(t, func(t *rapid.T) {
		symbol := rapid.Int32Range(0, rapid.SampledFrom([]int32{1, 3, 299}).Draw(t, "symbols"))
		a := rapid.SliceOfN(symbol, 0, 400).Draw(t, "a")
		b := rapid.SliceOfN(symbol, 0, 400).Draw(t, "b")
		if rapid.Bool().Draw(t, "alike") {
			b = append([]int32{}, a...)
			for range rapid.IntRange(0, 30).Draw(t, "changes") {
				if len(b) == 0 {
					break
				}
				switch i := rapid.IntRange(0, len(b)-1).Draw(t, "at"); rapid.IntRange(0, 2).Draw(t, "how") {
				case 0:
					b[i] = symbol.Draw(t, "s")
				case 1:
					b = append(b[:i], b[i+1:]...)
				case 2:
					b = append(b[:i], append([]int32{symbol.Draw(t, "s")}, b[i:]...)...)
				}
			}
		}
		want := matrix(a, b)
		for _, most := range []int{0, want - 1, want, want + 1, want + 70, rapid.IntRange(0, 500).Draw(t, "most")} {
			if most < 0 {
				continue
			}
			if got := e.Distance(a, b, most); got != want && (want <= most || got <= most) {
				t.Fatalf("%d of at most %d, not %d", got, most, want)
			}
		}
	})
}

// TestEditsBand: sequences that are nearly equal cost a band of the matrix.
func TestEditsBand(t *testing.T) {
	var e Edits
	e.Symbols(256)
	a := make([]int32, 4000)
	for i := range a {
		a[i] = int32(i * i % 251)
	}
	b := append([]int32{1, 2}, a[5:]...)
	b[2000] = 255
	b = append(b, 3)
	if got, want := e.Distance(a, b, 20), matrix(a, b); got != want || e.Steps > 64*2*100 {
		t.Errorf("%d, not %d, %d steps", got, want, e.Steps)
	}
}

// TestEditsLong: long sequences, which are tried with small distances first, have the distance of the matrix.
func TestEditsLong(t *testing.T) {
	var e Edits
	e.Symbols(64)
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		a := make([]int32, 500+r.IntN(500))
		for i := range a {
			a[i] = r.Int32N(1 + r.Int32N(40))
		}
		b := append([]int32{}, a[r.IntN(300):]...)
		for range r.IntN(800) {
			b[r.IntN(len(b))] = r.Int32N(40)
		}
		b = append(b, a[:r.IntN(len(a))]...)
		want := matrix(a, b)
		for _, most := range []int{want - 1, want, want + r.IntN(500), 2000} {
			if got := e.Distance(a, b, most); got != want && (want <= most || got <= most) {
				t.Fatalf("%d of at most %d, not %d", got, most, want)
			}
		}
	}
}

func BenchmarkEdits(b *testing.B) {
	var e Edits
	e.Symbols(256)
	x, y := make([]int32, 20_000), make([]int32, 20_000)
	for i := range x {
		x[i], y[i] = int32(i*i%97), int32(i*i%89)
	}
	b.SetBytes(int64(len(x)) * int64(len(y)))
	for b.Loop() {
		e.Distance(x, y, 20_000)
	}
}
