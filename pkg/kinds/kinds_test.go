package kinds

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

// few is a Source of blocks of a few records.
type few struct {
	recs []int32
	most int
}

func (p *few) ReadBlock(dst []int32) (int, error) {
	n := copy(dst, p.recs[:min(p.most, len(p.recs))])
	p.recs = p.recs[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

type collected struct{ recs []int32 }

func (c *collected) WriteBlock(block []int32) error {
	c.recs = append(c.recs, block...)
	return nil
}

// places are those of a file in memory.
func places(cols []tuple.Column, recs []int32) *tuple.Places {
	return tuple.NewPlaces(bytes.NewReader(tuple.Bytes(recs)), cols, int64(len(recs)/len(cols)))
}

// TestRefuseScores: as a source and as a sink, in blocks of any size, a stream passes unchanged; but if its first
// records look like scores, it is refused before any record has passed.
func TestRefuseScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols := []tuple.Column{{Name: "id"}, {Name: "value",
			Kind: rapid.SampledFrom([]tuple.Kind{tuple.Unsaid, tuple.Int, tuple.F32}).Draw(t, "kind")}}
		n := rapid.SampledFrom([]int{0, 1, 2, 100, firstRecords - 1, firstRecords, firstRecords + 1, 3 * firstRecords}).Draw(t,
			"records")
		odd := rapid.IntRange(-1, n).Draw(t, "record that is no score") // -1 and n: none
		recs := make([]int32, 0, 2*n)
		for i := range n {
			v := tuple.F32Bits(1 / float32(i+2))
			if i == odd {
				v = -7
			}
			recs = append(recs, int32(i), v)
		}
		looked := min(n, firstRecords)
		refused := cols[1].Kind == tuple.Unsaid && looked > 0 && !(0 <= odd && odd < looked)
		most := 2 * rapid.IntRange(1, 2*firstRecords).Draw(t, "most")

		var given collected
		_, err := tuple.Copy(&given, RefuseScores(&few{recs, most}, cols, "-columns"), 2)
		check := func(how string) {
			switch {
			case refused && (!errors.Is(err, ErrScores) || len(given.recs) > 0):
				t.Fatalf("%s: %v and %d values of scores", how, err, len(given.recs))
			case !refused && (err != nil || !slices.Equal(given.recs, recs)):
				t.Fatalf("%s: %v, %d values of %d", how, err, len(given.recs), len(recs))
			}
		}
		check("source")

		given, err = collected{}, nil
		sink, flush := GuardSink(&given, cols)
		for rest := recs; len(rest) > 0 && err == nil; {
			block := rest[:min(most, len(rest))]
			err, rest = sink.WriteBlock(block), rest[len(block):]
		}
		if err == nil {
			err = flush()
		}
		check("sink")
	})
}

// TestRefuseScoresSays: the error gives the right -columns, also beside columns of other kinds.
func TestRefuseScoresSays(t *testing.T) {
	cols := slices.Concat(tuple.IDs("id"), tuple.F64Column("a"), []tuple.Column{{Name: "b"}, {Name: "c"}})
	err := scoresOfNoKind([]int32{5, 0, 0, 7, tuple.F32Bits(0.5)}, cols, "-columns")
	want := "column c looks like scores, such as 0.5: give its kind by -columns id:id,a:f64,b,c:f32, or id:id,a:f64,b,c:int if it holds integers"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	cols = []tuple.Column{{Name: "c1"}, {Name: "c2"}, {Name: "c3"}, {Name: "c4"}, {Name: "c5"}}
	a, h := math.Float64bits(3.88e-89), math.Float64bits(0.5) // as hits -f64 writes them
	err = scoresOfNoKind([]int32{3, int32(a), int32(a >> 32), int32(h), int32(h >> 32)}, cols, "-columns")
	if err == nil || !strings.Contains(err.Error(), "(c1,c2:f64,c4:f64 if each two columns behind the first hold an f64)") {
		t.Errorf("%v", err)
	}
	err = scoresOfNoKind([]int32{3, 0, 0, int32(h), int32(h >> 32)}, cols, "-columns")
	if err == nil || !strings.Contains(err.Error(), "(c1,c2:f64,c4:f64 if each two columns behind the first hold an f64)") {
		t.Errorf("%v", err)
	}
}

// TestRefuseMismatch: ids that lie close together pass, however large they are; scores do not.
func TestRefuseMismatch(t *testing.T) {
	cols := tuple.IDs("id")
	for name, c := range map[string]struct {
		value   func(i int) int32
		refused bool
	}{
		"small":            {func(i int) int32 { return int32(i) }, false},
		"a slice":          {func(i int) int32 { return 900_000_000 + int32(i) }, false},
		"one page":         {func(int) int32 { return 900_000_000 }, false},
		"all over":         {func(i int) int32 { return int32(uint32(i) * 2654435761 >> 1) }, false},
		"ranks":            {func(i int) int32 { return tuple.F32Bits(1 / float32(i+3)) }, true},
		"ranks and zeros":  {func(i int) int32 { return tuple.F32Bits(float32(i%3) / float32(i+3)) }, true},
		"ranks of a sum N": {func(i int) int32 { return tuple.F32Bits(0.15 + float32(i%50)) }, true},
	} {
		recs := make([]int32, firstRecords)
		for i := range recs {
			recs[i] = c.value(i)
		}
		err := wrongKind(recs, cols, warned)
		if c.refused != (err != nil) || err != nil && !strings.Contains(err.Error(), "must hold ids") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLater: a column that begins with thousands of 0s is judged by what comes then, at any place, in blocks of any size.
func TestLater(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]tuple.Kind{tuple.Unsaid, tuple.F32, tuple.ID}).Draw(t, "kind")
		cols := []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "value", Kind: kind}}
		zeros := rapid.IntRange(firstRecords, 4*firstRecords).Draw(t, "zeros")
		then := rapid.SampledFrom([]int{0, 1, 100, firstRecords, 2 * firstRecords}).Draw(t, "then")
		scored := rapid.Bool().Draw(t, "scores")
		recs := make([]int32, 0, 2*(zeros+then))
		for i := range zeros + then {
			v := int32(0)
			if i >= zeros && scored {
				v = tuple.F32Bits(1 / float32(i-zeros+2))
			} else if i >= zeros {
				v = int32(i)
			}
			recs = append(recs, int32(i), v)
		}
		most := 2 * rapid.IntRange(1, 2*firstRecords).Draw(t, "most")
		bad := then > 0 && (kind == tuple.Unsaid && scored || kind == tuple.F32 && !scored)
		all := func() *few { return &few{slices.Clone(recs), most} }
		if _, err := tuple.Copy(new(collected), RefuseScores(all(), cols, "-columns"), 2); (err != nil) != bad {
			t.Fatalf("scores: %v", err)
		}
		sink, flush := GuardSink(new(collected), cols)
		_, err := tuple.Copy(sink, all(), 2)
		if err == nil {
			err = flush()
		}
		if kind != tuple.ID && (err != nil) != bad {
			t.Fatalf("written: %v", err)
		}
		bad = then > 0 && kind == tuple.F32 && !scored || then >= 100 && kind == tuple.ID && scored
		_, err = tuple.Copy(new(collected), RefuseMismatch(all(), cols, warned), 2)
		if (err != nil) != bad && !(then == 1 && kind == tuple.ID) {
			t.Fatalf("mismatch: %v", err)
		}
		if err := CheckPlaces(places(cols, recs), NewGuess("", cols, warned), nil); then >= 100 && (err != nil) != bad ||
			then < 100 && err != nil && !bad {
			t.Fatalf("places: %v", err)
		}
	})
}

// TestLateHalves: the halves of an f64 are found behind thousands of equal values, in a stream and at the places of a file.
func TestLateHalves(t *testing.T) {
	for _, equal := range []float64{0, 1.0 / 64, 1e-7} { // the lower half of 1e-7 is positive
		testLateHalves(t, equal)
	}
}

func testLateHalves(t *testing.T, equal float64) {
	cols := []tuple.Column{{Name: "id"}, {Name: "low"}, {Name: "high"}}
	for _, some := range []int{0, 1, firstRecords, 3*firstRecords + 1} {
		var recs []int32
		for i := range some + 2*firstRecords {
			value := equal
			if i >= some {
				value = 1 / float64(i-some+3)
			}
			recs = append(recs, int32(i), 0, 0)
			tuple.PutLong(recs[len(recs)-2:], int64(math.Float64bits(value)))
		}
		for used, bad := range []bool{false, true, true} {
			src := &few{slices.Clone(recs), 300}
			if _, err := tuple.Copy(new(collected), RefuseHalves(src, cols, Keys(3, []int{used})), 3); (err != nil) != bad {
				t.Errorf("%d times %v, column %d of a stream: %v", some, equal, used, err)
			}
			if err := CheckPlaces(places(cols, recs), NewGuess("", cols, warned), Keys(3, []int{used})); (err != nil) != bad {
				t.Errorf("%d times %v, column %d of a file: %v", some, equal, used, err)
			}
		}
	}
}

// TestEqualFirst: a column that begins with thousands of equal values is not refused for what follows.
func TestEqualFirst(t *testing.T) {
	for name, c := range map[string]struct {
		column []tuple.Column
		first  []int32
		then   func(i int) []int32
	}{
		"small scores behind equal ones": {tuple.F32s("v"), []int32{tuple.F32Bits(0.0141)},
			func(i int) []int32 { return []int32{tuple.F32Bits(1e-25 * float32(i+1))} }},
		"times behind ones": {[]tuple.Column{{Name: "v"}}, []int32{1},
			func(i int) []int32 { return []int32{950_000_000 + int32(i*7919)} }},
		"fractions behind whole numbers": {tuple.F64Column("v"), []int32{0, 0x3ff00000}, func(i int) []int32 {
			var halves [2]int32
			tuple.PutLong(halves[:], int64(math.Float64bits(1/float64(i+3))))
			return halves[:]
		}},
	} {
		for _, equal := range []int{firstRecords, 2*firstRecords + 5} {
			cols := append(tuple.IDs("id"), c.column...)
			var recs []int32
			for i := range equal + 2*firstRecords {
				value := c.first
				if i >= equal {
					value = c.then(i - equal)
				}
				recs = append(append(recs, int32(i)), value...)
			}
			check := RefuseScores
			if c.column[0].Kind != tuple.Unsaid {
				check = func(src tuple.Source, cols []tuple.Column, _ string) tuple.Source {
					return RefuseMismatch(src, cols, warned)
				}
			}
			src := &few{slices.Clone(recs), 300 * len(cols)}
			if _, err := tuple.Copy(new(collected), check(src, cols, ""), len(cols)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if err := CheckPlaces(places(cols, recs), NewGuess("", cols, warned), nil); err != nil {
				t.Errorf("%s, a file: %v", name, err)
			}
		}
	}
}

// TestOnceJudged: a column that has said what it holds, behind zeros, is not judged again by what follows.
func TestOnceJudged(t *testing.T) {
	cols := []tuple.Column{{Name: "a"}}
	recs := make([]int32, firstRecords)
	for i := range firstRecords {
		recs = append(recs, int32(i+1))
	}
	for i := range firstRecords {
		recs = append(recs, tuple.F32Bits(1/float32(i+2)))
	}
	if _, err := tuple.Copy(new(collected), RefuseScores(&few{recs, firstRecords}, cols, "-columns"), 1); err != nil {
		t.Error(err)
	}
}

// TestNoHalves: small signed integers before scores, or times, are not taken for an f64; hashes may be.
func TestNoHalves(t *testing.T) {
	cols := []tuple.Column{{Name: "id"}, {Name: "difference"}, {Name: "score"}}
	var recs []int32
	for i := range 1000 {
		recs = append(recs, int32(i), int32(i%200-100), 950_000_000+int32(i*7919%200_000_000))
	}
	if err := halves(recs, cols, []int{0, 1}); err != nil {
		t.Error(err)
	}
}

// TestNoDoubles: columns of f32 or of integers are not taken for an f64.
func TestNoDoubles(t *testing.T) {
	cols := slices.Concat(tuple.IDs("id"), tuple.F64Column("score"))
	double := func(v float64) (low, high int32) {
		var halves [2]int32
		tuple.PutLong(halves[:], int64(math.Float64bits(v)))
		return halves[0], halves[1]
	}
	for name, c := range map[string]struct {
		halves func(i int) (low, high int32)
		bad    bool
	}{
		"ranks":          {func(i int) (int32, int32) { return double(1 / float64(i+3)) }, false},
		"equal ranks":    {func(int) (int32, int32) { return double(1.0 / 3) }, false},
		"of an f32":      {func(i int) (int32, int32) { return double(float64(1 / float32(i+3))) }, false},
		"small integers": {func(i int) (int32, int32) { return double(float64(i)) }, false},
		"times":          {func(i int) (int32, int32) { return double(1732790272 + float64(i)/20) }, false},
		"large integers": {func(i int) (int32, int32) { return double(1<<30 + float64(i)) }, false},
		"near 1":         {func(i int) (int32, int32) { return double(1 + float64(i)*1e-9) }, false},
		"two f32": {func(i int) (int32, int32) {
			return tuple.F32Bits(1 / float32(i+3)), tuple.F32Bits(float32(i%50 + 9))
		}, true},
		"small f32": {func(i int) (int32, int32) {
			return tuple.F32Bits(1 / float32(i+3)), tuple.F32Bits(1e-25 * float32(i+1))
		}, true},
		"integers, f32": {func(i int) (int32, int32) { return int32(i), tuple.F32Bits(1 / float32(i+3)) }, true},
	} {
		var recs []int32
		for i := range 1000 {
			low, high := c.halves(i)
			recs = append(recs, int32(i), low, high)
		}
		if err := wrongKind(recs, cols, warned); (err != nil) != c.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNarrow: scores that are nearly equal get a warning where ids are wanted, or beside integers; ids as large do not.
func TestNarrow(t *testing.T) {
	for name, c := range map[string]struct {
		value  func(i int) int32
		narrow bool
	}{
		"ranks":     {func(i int) int32 { return tuple.F32Bits(5.6e-5 + 1e-5*float32(i*7%168)/168) }, true},
		"equal":     {func(int) int32 { return tuple.F32Bits(5.6e-5) }, false},
		"a slice":   {func(i int) int32 { return 900_000_000 + int32(i*7%4000) }, false},
		"far apart": {func(i int) int32 { return tuple.F32Bits(1 / float32(i+3)) }, false},
	} {
		var recs, numbers []int32
		for i := range 2000 {
			recs, numbers = append(recs, int32(i), c.value(i)), append(numbers, int32(i), int32(i))
		}
		warnings := 0
		warn := func(string) { warnings++ }
		wrongKind(recs, tuple.IDs("id", "number"), warn)
		cols := []tuple.Column{{Name: "a"}, {Name: "b"}}
		for _, streams := range [][2][]int32{{recs, numbers}, {numbers, recs}} {
			first, second := NewGuess("first", cols, warn), NewGuess("second", cols, warn)
			second.Join(first)
			first.Observe(streams[0], true)
			second.Observe(streams[1], true)
		}
		if want := map[bool]int{true: 3}[c.narrow]; warnings != want {
			t.Errorf("%s: %d warnings, not %d", name, warnings, want)
		}
	}
}

func TestPairs(t *testing.T) {
	for _, c := range []struct {
		used        []int
		keys, torns []int
	}{
		{nil, nil, nil},
		{[]int{0}, []int{0}, []int{0}},
		{[]int{2}, []int{1, 2}, []int{1, 2}},
		{[]int{0, 1, 2, 3}, []int{0, 1, 2}, nil},
		{[]int{1, 2}, []int{0, 1, 2}, []int{0, 2}},
		{[]int{2, 1, 2}, []int{0, 1, 2}, []int{0, 1, 2}},
		{[]int{1, -1, 2}, []int{0, 1, 2}, []int{0, 1, 2}},
	} {
		if keys, torn := Keys(4, c.used), Torn(4, c.used); !slices.Equal(keys, c.keys) || !slices.Equal(torn, c.torns) {
			t.Errorf("%v: keys %v, torn %v", c.used, keys, torn)
		}
	}
}

// TestAlike: of two streams that are read as one, scores in one and integers in the other are found behind any number
// of 0s, in either order, in blocks of any size, and at the places of a file, even if the first 4,096 scores are nearly
// equal; streams of one kind pass.
func TestAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols := []tuple.Column{{Name: "id"}, {Name: "value"}}
		zeros := rapid.SampledFrom([]int{0, 1, 700, firstRecords - 1, 3 * firstRecords})
		scored := [2]bool{rapid.Bool().Draw(t, "scores"), rapid.Bool().Draw(t, "scores")}
		sorted := rapid.Bool().Draw(t, "sorted")
		first := NewGuess("first", cols, warned)
		var err error
		for i, scored := range scored {
			var recs []int32
			n := zeros.Draw(t, "zeros")
			for k := range n + 2*firstRecords {
				v := int32(max(0, k-n+1))
				if scored && k >= n {
					if sorted {
						v = tuple.F32Bits(1e-6 * float32(1+math.Pow(float64(v)/(2*firstRecords), 8)))
					} else {
						v = tuple.F32Bits(1 / float32(v+1))
					}
				}
				recs = append(recs, int32(k), v)
			}
			look := first
			if i > 0 {
				look = NewGuess("second", cols, warned)
				if err := look.Join(first); err != nil {
					t.Fatal(err)
				}
			}
			if rapid.Bool().Draw(t, "places") {
				err = CheckPlaces(places(cols, recs), look, nil)
			} else {
				src := &few{recs, 2 * rapid.IntRange(1, 3*firstRecords).Draw(t, "most")}
				_, err = tuple.Copy(new(collected), Observed(src, look), 2)
			}
			if mixed := i > 0 && scored != isScored(first); (err != nil) != mixed {
				t.Fatalf("stream %d: %v", i, err)
			}
		}
	})
}

func warned(string) {}

func isScored(g *Guess) bool { return g.shared.scored[1] == g.name }
