package vectors

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// read makes a store of records.
func read(t *testing.T, records []int32, opt Options) *Store {
	t.Helper()
	src := tuple.Slice(slices.Clone(records))
	s, err := Read(tuple.Input{Name: "weights", Source: &src}, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// back is the records of a set, with ids for the numbers of terms.
func back(t *testing.T, s *Store, set *Set) (records []int32) {
	t.Helper()
	ids := slices.Collect(s.Terms.All)
	last := int64(-1)
	err := s.InOrder(set, func(n int64, v Vector) error {
		if n != last+1 {
			return fmt.Errorf("document %d comes after %d", n, last)
		}
		last = n
		for i, term := range v.Terms {
			records = append(records, v.Doc, ids[term], v.Bits[i])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// TestRead: what is read is there, in memory and in a file, in one goroutine and in several; weights of 0 are not.
func TestRead(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, memory := range []int64{0, 1 << 20, 64 << 20} {
		var records, want []int32
		counts := map[int32]int32{}
		for doc := int32(0); doc < 3000; doc += 1 + r.Int32N(3) {
			for term := r.Int32N(50); term < 2000; term += 1 + r.Int32N(40)*r.Int32N(40) {
				w := tuple.F32Bits(float32(r.IntN(4)))
				records = append(records, doc, term*1_000_003, w)
				if w != 0 {
					want = append(want, doc, term*1_000_003, w)
					counts[term*1_000_003]++
				}
			}
		}
		s := read(t, records, Options{
			VectorBytes: memory, TermBytes: 1 << 20, Room: work.Room{Memory: memory, Threads: 3, FS: vfs.OS}})
		if got := back(t, s, &s.All); !slices.Equal(got, want) {
			t.Errorf("memory %d: other records", memory)
		}
		if memory == 0 && s.Spilled() == 0 {
			t.Error("nothing is in the file")
		}
		for number, id := range slices.Collect(s.Terms.All) {
			if s.Counts[number] != counts[id] {
				t.Errorf("term %d is in %d documents, want %d", id, s.Counts[number], counts[id])
			}
		}
		seen := make([]int32, s.All.Docs)
		err := s.Each(&s.All, func(int) func(int64, Vector) error {
			return func(n int64, v Vector) error {
				seen[n] = v.Doc + 1
				return nil
			}
		})
		if err != nil || slices.Contains(seen, 0) || !slices.IsSorted(seen) {
			t.Errorf("Each: %v, or not all documents", err)
		}
	}
}

// TestCut: a document with too many terms keeps the heaviest, of equal ones those of the lower ids.
func TestCut(t *testing.T) {
	var records, want []int32
	for term := range int32(3 * MostTerms) {
		w := tuple.F32Bits(1)
		if term%3 == 1 {
			w = tuple.F32Bits(2)
			want = append(want, 7, term, w)
		}
		records = append(records, 7, term, w)
	}
	records = append(records, 8, 5, tuple.F32Bits(1))
	want = append(want, 8, 5, tuple.F32Bits(1))
	room := work.Room{Memory: 1 << 26, Threads: 1, FS: vfs.OS}
	s := read(t, records, Options{VectorBytes: 1 << 20, TermBytes: 64 << 20, Room: room})
	if got := back(t, s, &s.All); !slices.Equal(got, want) || s.Cut != 1 {
		t.Errorf("%d records, want %d; %d documents cut", len(got)/3, len(want)/3, s.Cut)
	}
}

// TestGiveBack: the place of a set is used again.
func TestGiveBack(t *testing.T) {
	var records []int32
	for doc := range int32(20_000) {
		for term := range int32(20) {
			records = append(records, doc, (doc*7+term*13)%1000, tuple.F32Bits(1))
		}
	}
	for i := 0; i < len(records); i += 60 {
		sortTerms(records[i : i+60])
	}
	s := read(t, records, Options{VectorBytes: 0, TermBytes: 1 << 20, Room: work.Room{Memory: 1 << 20, Threads: 2, FS: vfs.OS}})
	size := s.Spilled()
	for range 5 {
		even, odd := s.NewWriter(), s.NewWriter()
		err := s.InOrder(&s.All, func(n int64, v Vector) error {
			if n%2 == 0 {
				return even.Put(v)
			}
			return odd.Put(v)
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []*Writer{even, odd} {
			set, err := w.Finish()
			if err != nil || set.Docs != 10_000 {
				t.Fatalf("%d documents, %v", set.Docs, err)
			}
			s.GiveBack(&set)
		}
	}
	if s.Spilled() > 3*size {
		t.Errorf("the file has %d bytes, %d after reading", s.Spilled(), size)
	}
}

// sortTerms sorts the records of a document by term.
func sortTerms(records []int32) {
	rows := slices.Collect(slices.Chunk(slices.Clone(records), 3))
	slices.SortFunc(rows, func(a, b []int32) int { return int(a[1] - b[1]) })
	for i, row := range rows {
		copy(records[3*i:], row)
	}
}
