package spill

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// TestArrayTwin: two arrays that share a small memory hold what slices hold.
func TestArrayTwin(t *testing.T) {
	if err := arrayTwin(vfs.OS, t.TempDir(), 60_000); err != nil {
		t.Fatal(err)
	}
}

// TestArrayFaults: an error of the file is not lost.
func TestArrayFaults(t *testing.T) {
	dir := t.TempDir()
	fault.Each(t, 3, 5, func(sys *fault.FS) error { return arrayTwin(sys, dir, 20_000) })
}

func arrayTwin(sys vfs.FS, dir string, steps int) error {
	store, err := NewArrays(work.Room{Memory: LeastArrays, FS: sys, TempDir: dir})
	if err != nil {
		return err
	}
	defer store.Close()
	random := rand.New(rand.NewPCG(1, 2))
	small, large := store.NewArray(8), store.NewArray(128)
	var words, first [200_000]uint64
	for range steps {
		i := random.IntN(len(words))
		if random.IntN(2) == 0 {
			i = random.IntN(1000)
		}
		got, other := binary.LittleEndian.Uint64(small.Read(int64(i))), binary.LittleEndian.Uint64(large.Read(int64(i))[120:])
		if store.Err() != nil {
			break
		}
		if got != words[i] || other != first[i] {
			return errors.New("a slot changed")
		}
		for on, k := small.ReadOn(int64(i)), i; len(on) > 0 && k < len(words) && store.Err() == nil; on, k = on[8:], k+1 {
			if binary.LittleEndian.Uint64(on) != words[k] {
				return errors.New("a slot behind another one is wrong")
			}
		}
		words[i], first[i] = random.Uint64(), random.Uint64()
		binary.LittleEndian.PutUint64(small.Slot(int64(i)), words[i])
		binary.LittleEndian.PutUint64(large.Slot(int64(i))[120:], first[i])
	}
	return store.Err()
}

// TestArrayAfterFree: what one array has left behind is not in the next one, in memory and after it was in the file.
func TestArrayAfterFree(t *testing.T) {
	s, err := NewArrays(work.Room{FS: vfs.OS, TempDir: t.TempDir(), Threads: 1, Memory: LeastArrays})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const perTile, tiles = tileBytes / 8, 200
	old := s.NewArray(8)
	for i := range int64(tiles) {
		old.Slot(i * perTile)[0] = 7
	}
	old.Free()
	next := s.NewArray(8)
	for range 2 {
		for i := range int64(tiles) {
			if v := next.Read(i * perTile)[0]; v != 0 {
				t.Fatalf("tile %d has %d", i, v)
			}
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}
