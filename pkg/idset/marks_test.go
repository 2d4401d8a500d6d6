package idset

import (
	"slices"
	"sync/atomic"
	"testing"

	"webmill/pkg/par"
)

// TestMarksTaken: of several goroutines that take the same ids, one gets each, and what all put is there.
func TestMarksTaken(t *testing.T) {
	const pages, threads = 3*ContainerIDs + 77, 8
	var left Marks
	defer left.Free()
	if n := left.AddBelow(pages); n != pages {
		t.Fatalf("%d ids are new, want %d", n, pages)
	}
	next := left.Like()
	defer next.Free()
	var taken atomic.Int64
	err := par.Do(threads, func(int) error {
		for id := range int32(pages) {
			if left.Take(id) {
				taken.Add(1)
				next.Put(id)
			}
		}
		return nil
	})
	if _, any := left.Next(0, maxIDs); err != nil || any || taken.Load() != pages {
		t.Errorf("%v, %d ids were taken of %d, some are left: %v", err, taken.Load(), pages, any)
	}
	i := int32(0)
	for id := range next.All {
		if id != i || !next.HasKnown(id) {
			t.Fatalf("id %d, want %d", id, i)
		}
		i++
	}
	next.Clear()
	if i != pages || len(slices.Collect(next.All)) != 0 || next.Bytes() != left.Bytes() {
		t.Errorf("%d ids were put; %d bytes, want %d", i, next.Bytes(), left.Bytes())
	}
}

// TestMarksBounds: what is not there is not marked, and a search ends where it is told.
func TestMarksBounds(t *testing.T) {
	var m Marks
	defer m.Free()
	for _, id := range []int32{0, 63, 64, ContainerIDs - 1, 5 * ContainerIDs, 1<<31 - 1} {
		for _, absent := range []int32{id, -1, -1 << 31, id ^ 1} {
			if m.Has(absent) {
				t.Errorf("%d is marked", absent)
			}
		}
		if !m.Add(id) || m.Add(id) || !m.Has(id) || m.Has(-1) || m.Has(-1<<31) {
			t.Errorf("%d was not added once", id)
		}
		if next, ok := m.Next(int64(id), int64(id)); ok {
			t.Errorf("%d is in an empty range", next)
		}
		if next, ok := m.Next(int64(id), int64(id)+1); !ok || next != id {
			t.Errorf("%d, %v, want %d", next, ok, id)
		}
		m.Take(id)
	}
	if m.Containers() != 3 {
		t.Errorf("%d containers, want 3", m.Containers())
	}
}
