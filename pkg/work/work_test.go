package work

import (
	"testing"

	"pgregory.net/rapid"
)

// TestMemoryFor: of the memory that it names, Data is enough, and of two bytes less it is not.
func TestMemoryFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.Int64Range(1, 1<<40).Draw(t, "data")
		memory := MemoryFor(data)
		if Data(memory) < data || Data(memory-2) >= data {
			t.Fatalf("for %d: %d leaves %d, and %d leaves %d", data, memory, Data(memory), memory-2, Data(memory-2))
		}
	})
}

// TestForPart: what may be enough for all is at least twice of what was needed so far, and follows from the share that was read.
func TestForPart(t *testing.T) {
	for share, want := range map[float64]int64{0: 20, 0.1: 100, 0.5: 20, 0.9: 20, 1: 20} {
		if e := ForPart(10, "x", share).(*MemoryError); e.Least != 10 || e.Try != want {
			t.Errorf("%v: %+v, want %d", share, e, want)
		}
	}
}
