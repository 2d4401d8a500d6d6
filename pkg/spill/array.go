package spill

import (
	"webmill/pkg/arena"
	"webmill/pkg/work"
)

// Arrays is the store of Arrays, in tiles of 4 KiB: those used lately are in memory, the others in a temporary file.
//
// After the first error all Arrays give slots of zeros, and Err returns the error. So a caller may ask for it once, at the end of
// a task. A store is for one goroutine at a time.
//
// Memory: that of the room, and 8 bytes for each tile in the file.
type Arrays struct {
	file   *File
	memory []uint64 // of all frames
	frames []byte   // the same memory; a frame is the place of a tile in memory
	owner  []int32  // the tile in a frame, or -1
	marks  []uint8  // of a frame: wasUsed, wasChanged
	at     []int32  // where a tile is: its frame, inFile or nowhere
	used   int      // frames that have had a tile; the others were never used
	hand   int      // of the clock: the frame that is emptied next, if it was not used
	free   []int32  // tiles that no Array has
	err    error
	blind  [tileBytes]byte // the slots after an error
}

const (
	tileBytes = 4096
	inFile    = -1
	nowhere   = -2 // never written: zeros

	wasUsed    = 1
	wasChanged = 2
)

// LeastArrays is the memory of a store that is given less.
const LeastArrays = 64 * tileBytes

// NewArrays makes an empty store. It takes all memory of the room.
func NewArrays(room work.Room) (*Arrays, error) {
	n := int(max(room.Memory, LeastArrays) / tileBytes)
	memory, err := arena.Words(n * tileBytes / 8)
	if err != nil {
		return nil, err
	}
	return &Arrays{
		file: NewFile(room), memory: memory, frames: arena.Bytes(memory),
		owner: make([]int32, n), marks: make([]uint8, n),
	}, nil
}

// Close removes the file and frees the memory.
func (s *Arrays) Close() {
	s.file.Close()
	arena.Free(s.memory)
	s.memory, s.frames = nil, nil
}

// Err is the first error.
func (s *Arrays) Err() error { return s.err }

// add makes a tile of zeros and returns its number.
func (s *Arrays) add() int32 {
	if last := len(s.free) - 1; last >= 0 {
		n := s.free[last]
		s.free = s.free[:last]
		return n
	}
	s.at = append(s.at, nowhere)
	return int32(len(s.at) - 1)
}

// tile returns the memory of a tile. It is valid until the next call.
func (s *Arrays) tile(n int32, change bool) []byte {
	f := s.at[n]
	if f < 0 {
		if f = s.load(n, f); f < 0 {
			clear(s.blind[:])
			return s.blind[:]
		}
	}
	s.marks[f] |= wasUsed
	if change {
		s.marks[f] |= wasChanged
	}
	from := int(f) * tileBytes
	return s.frames[from : from+tileBytes : from+tileBytes]
}

// load brings a tile into a frame, and returns -1 after an error.
func (s *Arrays) load(n, where int32) int32 {
	if s.err != nil {
		return -1
	}
	f := s.empty()
	if f < 0 {
		return -1
	}
	memory := s.frames[int(f)*tileBytes:][:tileBytes]
	if where == inFile {
		if _, s.err = s.file.ReadAt(memory, int64(n)*tileBytes); s.err != nil {
			return -1
		}
		s.marks[f] = 0
	} else {
		clear(memory)
		s.marks[f] = wasChanged // so that the file gets it
	}
	s.owner[f], s.at[n] = n, f
	return f
}

// empty returns an empty frame, or -1 after an error. If all frames have tiles, it moves one to the file: the next tile behind
// the hand of the clock that was not used since the hand passed it last.
func (s *Arrays) empty() int32 {
	if s.used < len(s.owner) {
		s.used++
		s.owner[s.used-1] = -1
		return int32(s.used - 1)
	}
	for s.marks[s.hand]&wasUsed != 0 {
		s.marks[s.hand] &^= wasUsed
		s.hand = (s.hand + 1) % len(s.owner)
	}
	f := s.hand
	s.hand = (s.hand + 1) % len(s.owner)
	n := s.owner[f]
	if n < 0 {
		return int32(f) // a tile could not be read into it
	}
	if s.marks[f]&wasChanged != 0 {
		if _, s.err = s.file.WriteAt(s.frames[f*tileBytes:][:tileBytes], int64(n)*tileBytes); s.err != nil {
			return -1
		}
	}
	s.at[n], s.owner[f] = inFile, -1
	return int32(f)
}

// Array is a sequence of slots of the same size. It grows when a slot behind its end is asked for. New slots are zeros.
type Array struct {
	store *Arrays
	shift int // 1<<shift slots to a tile
	size  int
	table []int32 // the tiles of the array
}

// NewArray makes an array of slots of a size, a power of two of at most 4096.
func (s *Arrays) NewArray(size int) *Array {
	a := &Array{store: s, size: size}
	for size<<a.shift < tileBytes {
		a.shift++
	}
	return a
}

// Read returns a slot, which must not be changed. It is valid until the next call for any array of the store.
func (a *Array) Read(i int64) []byte { return a.from(i, false)[:a.size:a.size] }

// ReadOn returns a slot with those behind it in the same tile, which must not be changed. It is valid like the result of Read.
func (a *Array) ReadOn(i int64) []byte { return a.from(i, false) }

// Slot returns a slot, which may be changed. It is valid until the next call for any array of the store.
func (a *Array) Slot(i int64) []byte { return a.from(i, true)[:a.size:a.size] }

func (a *Array) from(i int64, change bool) []byte {
	n := int(i >> a.shift)
	for n >= len(a.table) {
		a.table = append(a.table, a.store.add())
	}
	return a.store.tile(a.table[n], change)[int(i&(1<<a.shift-1))*a.size:]
}

// Free gives the tiles of the array back to the store. The array is empty then.
func (a *Array) Free() {
	for _, n := range a.table {
		if f := a.store.at[n]; f >= 0 {
			a.store.owner[f], a.store.marks[f] = -1, 0
		}
		a.store.at[n] = nowhere
	}
	a.store.free = append(a.store.free, a.table...)
	a.table = nil
}
