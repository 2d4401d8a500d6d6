package tuple

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pieces is a Source of blocks of a few records.
type pieces struct {
	recs  []int32
	piece int
}

func (p *pieces) ReadBlock(dst []int32) (int, error) {
	n := copy(dst, p.recs[:min(p.piece, len(p.recs))])
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

// TestKnown: as a source and as a sink, in pieces of any size, a stream passes unchanged; but if its first records look like
// scores, it is refused before any record has passed.
func TestKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols := []Column{{Name: "id"}, {Name: "value", Kind: rapid.SampledFrom([]Kind{Unsaid, Int, F32}).Draw(t, "kind")}}
		n := rapid.SampledFrom([]int{0, 1, 2, 100, guessRecords - 1, guessRecords, guessRecords + 1, 3 * guessRecords}).Draw(t,
			"records")
		odd := rapid.IntRange(-1, n).Draw(t, "record that is no score") // -1 and n: none
		recs := make([]int32, 0, 2*n)
		for i := range n {
			v := F32Bits(1 / float32(i+2))
			if i == odd {
				v = -7
			}
			recs = append(recs, int32(i), v)
		}
		looked := min(n, guessRecords)
		refused := cols[1].Kind == Unsaid && looked > 0 && !(0 <= odd && odd < looked)
		piece := 2 * rapid.IntRange(1, 2*guessRecords).Draw(t, "piece")

		var given collected
		_, err := Copy(&given, Known(&pieces{recs, piece}, cols, "-columns"), 2)
		check := func(how string) {
			switch {
			case refused && (!errors.Is(err, ErrUnsaid) || len(given.recs) > 0):
				t.Fatalf("%s: %v and %d values of scores", how, err, len(given.recs))
			case !refused && (err != nil || !slices.Equal(given.recs, recs)):
				t.Fatalf("%s: %v, %d values of %d", how, err, len(given.recs), len(recs))
			}
		}
		check("source")

		given, err = collected{}, nil
		sink, flush := KnownSink(&given, cols)
		for rest := recs; len(rest) > 0 && err == nil; {
			block := rest[:min(piece, len(rest))]
			err, rest = sink.WriteBlock(block), rest[len(block):]
		}
		if err == nil {
			err = flush()
		}
		check("sink")
	})
}

// TestKnownSays: the error gives the right -columns, also beside columns of other kinds.
func TestKnownSays(t *testing.T) {
	cols := slices.Concat(IDs("id"), F64Column("a"), []Column{{Name: "b"}, {Name: "c"}})
	err := checkKnown([]int32{5, 0, 0, 7, F32Bits(0.5)}, cols, "-columns")
	want := "column c looks like scores, such as 0.5: give its kind by -columns id:id,a:f64,b,c:f32, or id:id,a:f64,b,c:int if it holds integers"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestNoScores: ids that lie close together pass, however large they are; scores do not.
func TestNoScores(t *testing.T) {
	cols := IDs("id")
	for name, c := range map[string]struct {
		value   func(i int) int32
		refused bool
	}{
		"small":            {func(i int) int32 { return int32(i) }, false},
		"a slice":          {func(i int) int32 { return 900_000_000 + int32(i) }, false},
		"one page":         {func(int) int32 { return 900_000_000 }, false},
		"all over":         {func(i int) int32 { return int32(uint32(i) * 2654435761 >> 1) }, false},
		"ranks":            {func(i int) int32 { return F32Bits(1 / float32(i+3)) }, true},
		"ranks and zeros":  {func(i int) int32 { return F32Bits(float32(i%3) / float32(i+3)) }, true},
		"ranks of a sum N": {func(i int) int32 { return F32Bits(0.15 + float32(i%50)) }, true},
	} {
		recs := make([]int32, guessRecords)
		for i := range recs {
			recs[i] = c.value(i)
		}
		err := checkKinds(recs, cols)
		if c.refused != (err != nil) || err != nil && !strings.Contains(err.Error(), "must hold ids") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestKnownLater: a column that begins with thousands of 0s is judged by what comes then, at any place, in pieces of any size.
func TestKnownLater(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]Kind{Unsaid, F32, ID}).Draw(t, "kind")
		cols := []Column{{Name: "id", Kind: ID}, {Name: "value", Kind: kind}}
		zeros := rapid.IntRange(guessRecords, 4*guessRecords).Draw(t, "zeros")
		then := rapid.SampledFrom([]int{0, 1, 100, guessRecords, 2 * guessRecords}).Draw(t, "then")
		scored := rapid.Bool().Draw(t, "scores")
		recs := make([]int32, 0, 2*(zeros+then))
		for i := range zeros + then {
			v := int32(0)
			if i >= zeros && scored {
				v = F32Bits(1 / float32(i-zeros+2))
			} else if i >= zeros {
				v = int32(i)
			}
			recs = append(recs, int32(i), v)
		}
		piece := 2 * rapid.IntRange(1, 2*guessRecords).Draw(t, "piece")
		bad := then > 0 && (kind == Unsaid && scored || kind == F32 && !scored)
		if _, err := Copy(new(collected), Known(&pieces{slices.Clone(recs), piece}, cols, "-columns"), 2); (err != nil) != bad {
			t.Fatalf("known: %v", err)
		}
		sink, flush := KnownSink(new(collected), cols)
		_, err := Copy(sink, &pieces{slices.Clone(recs), piece}, 2)
		if err == nil {
			err = flush()
		}
		if kind != ID && (err != nil) != bad {
			t.Fatalf("written: %v", err)
		}
		bad = then > 0 && kind == F32 && !scored || then >= 100 && kind == ID && scored
		if _, err := Copy(new(collected), Plausible(&pieces{slices.Clone(recs), piece}, cols), 2); (err != nil) != bad &&
			!(then == 1 && kind == ID) {
			t.Fatalf("plausible: %v", err)
		}
		p := &Places{Columns: cols, Records: int64(len(recs) / 2), File: bytes.NewReader(Bytes(recs)),
			Fail: func(err error) error { return err }}
		if err := p.Plausible(NewLook("", cols)); then >= 100 && (err != nil) != bad || then < 100 && err != nil && !bad {
			t.Fatalf("places: %v", err)
		}
	})
}

// TestAlike: of two streams that are read as one, scores in one and integers in the other are found behind any number
// of 0s, in either order, in pieces of any size, and at the places of a file, even if the first 4,096 scores are nearly
// equal; streams of one kind pass.
func TestAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols := []Column{{Name: "id"}, {Name: "value"}}
		zeros := rapid.SampledFrom([]int{0, 1, 700, guessRecords - 1, 3 * guessRecords})
		scored := [2]bool{rapid.Bool().Draw(t, "scores"), rapid.Bool().Draw(t, "scores")}
		sorted := rapid.Bool().Draw(t, "sorted")
		first := NewLook("first", cols)
		var err error
		for i, scored := range scored {
			var recs []int32
			n := zeros.Draw(t, "zeros")
			for k := range n + 2*guessRecords {
				v := int32(max(0, k-n+1))
				if scored && k >= n {
					if sorted {
						v = F32Bits(1e-6 * float32(1+math.Pow(float64(v)/(2*guessRecords), 8)))
					} else {
						v = F32Bits(1 / float32(v+1))
					}
				}
				recs = append(recs, int32(k), v)
			}
			look := first
			if i > 0 {
				look = NewLook("second", cols)
				if err := look.Join(first); err != nil {
					t.Fatal(err)
				}
			}
			if rapid.Bool().Draw(t, "places") {
				err = file(cols, recs...).places.Plausible(look)
			} else {
				_, err = Copy(nowhere{}, Looked(&pieces{recs, 2 * rapid.IntRange(1, 3*guessRecords).Draw(t, "piece")}, look), 2)
			}
			if mixed := i > 0 && scored != isScored(first); (err != nil) != mixed {
				t.Fatalf("stream %d: %v", i, err)
			}
		}
	})
}

func isScored(l *Look) bool { return l.alike.scored[1] == l.name }
