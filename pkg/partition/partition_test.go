package partition

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

func sample(by string) *Manifest {
	m := &Manifest{Head: Head{Count: 3, Ending: ".t2", By: by, Column: 1, Columns: tuple.IDs("src", "dst"), Order: "1,2"}}
	for i := range m.Count {
		p := Part{Records: int64(i), Bytes: int64(8 * i), Sum: uint64(i) << 40}
		if by == ByRange {
			p.Least = int64(10 * i)
		}
		m.Parts = append(m.Parts, p)
	}
	return m
}

func text(t testing.TB, m *Manifest) string {
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestAnyByte: a manifest is read as it was written, and refused with any byte changed, left out or added, and cut anywhere.
func TestAnyByte(t *testing.T) {
	for _, by := range []string{ByRange, ByHash} {
		m := sample(by)
		whole := text(t, m)
		got, err := Read(strings.NewReader(whole))
		if err != nil || !slices.Equal(got.Parts, m.Parts) || text(t, got) != whole {
			t.Fatalf("%v, %v", got, err)
		}
		for i := range whole {
			for _, bad := range []string{whole[:i], whole[:i] + whole[i+1:], whole[:i] + "0" + whole[i:],
				whole[:i] + string(whole[i]^1) + whole[i+1:]} {
				if bad == whole || bad == whole[:len(whole)-1] { // without its last newline it says the same
					continue
				}
				if _, err := Read(strings.NewReader(bad)); err == nil {
					t.Errorf("%q was read", bad)
				}
			}
		}
	}
}

// TestPart: by range a value is in the last part whose least value is not above it; by hash the parts are about equal, and all of
// them the same for ever.
func TestPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least := rapid.SliceOfN(rapid.Int64Range(-5, 30), 1, 6).Draw(t, "least")
		slices.Sort(least)
		m := &Manifest{Head: Head{Count: len(least), By: ByRange}}
		for _, v := range least {
			m.Parts = append(m.Parts, Part{Least: v})
		}
		v, want := rapid.Int32Range(-10, 40).Draw(t, "value"), 0
		for i, low := range least[1:] {
			if low <= int64(v) {
				want = i + 1
			}
		}
		if got := m.Part(v); got != want {
			t.Fatalf("%d in %v: %d, want %d", v, least, got, want)
		}
	})
	count := make([]int, 7)
	for v := range int32(70_000) {
		count[HashPart(v, 7)]++
	}
	if slices.Min(count) < 9_700 || slices.Max(count) > 10_300 {
		t.Errorf("parts have %v", count)
	}
	got := []int{HashPart(0, 1000), HashPart(1, 1000), HashPart(-1, 1000), HashPart(1<<31-1, MostParts)}
	if want := []int{883, 566, 451, 25082}; !slices.Equal(got, want) {
		t.Errorf("parts %v, want %v: folders of older versions would be cut otherwise", got, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(text(f, sample(ByRange))))
	f.Add([]byte(text(f, sample(ByHash))))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(bytes.NewReader(data))
		if err == nil && len(m.Parts) != m.Count {
			t.Fatalf("%d parts of %d", len(m.Parts), m.Count)
		}
	})
}
