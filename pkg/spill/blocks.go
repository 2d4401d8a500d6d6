package spill

import (
	"math"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Blocks keeps pieces of bytes, none larger than a block: in memory as long as there is space, then in a temporary
// file. The place of a block that is not needed any more can be given back. Several goroutines may use it.
//
// A piece is copied into a block; or the caller fills a block where it lies: Get, fill, then Swap or Seal. A block in memory is
//
//	free     until Get or Keep takes it: never used (behind used), or given back (free)
//	filling  until Seal or Swap makes it a piece
//	a piece  until GiveBack makes it free
//	leaving  Swap found no free block, so the bytes of this one become a piece in the file. Without Writers, Swap writes them
//	         and returns the same block. With Writers the block waits in queue, and Swap returns another one from spare, where
//	         blocks go when they are written; if no block is in either, Swap writes. When the writers stop, the blocks in
//	         spare are free.
//
// A place in the file is a piece from the beginning. GiveBack makes it a gap, which the next piece takes.
type Blocks struct {
	Block  int   // bytes of a block; it may be set until the first piece is kept
	Cached int64 // bytes of the file that may go through the page cache; it may also be set until then
	memory []byte
	file   *File

	mu   sync.Mutex
	used int     // bytes of memory that were handed out
	free []int64 // blocks in memory given back
	gaps []int64 // blocks in the file given back
	end  int64   // where the file ends

	spare chan int     // empty blocks, for those that go to the queue; nil: there are no Writers
	queue chan leaving // blocks to write
	err   par.Error    // of a writer
}

// leaving is a block in memory on its way to its place in the file.
type leaving struct {
	from int
	to   int64
}

// NewBlocks makes a store with some memory, which is its own from now on.
func NewBlocks(room work.Room, memory []byte, block int) *Blocks {
	return &Blocks{Block: block, Cached: math.MaxInt64, memory: memory, file: NewFile(room)}
}

// Shrink leaves the store only the first bytes of its memory. Nothing may have been kept yet.
func (b *Blocks) Shrink(bytes int) { b.memory = b.memory[:bytes] }

// Piece says where a piece lies.
type Piece struct {
	at      int64 // in memory or in the file
	n       int32
	spilled bool
	whole   bool // it has the place of a whole block
}

// Len is the number of bytes.
func (p Piece) Len() int { return int(p.n) }

// Spilled reports whether the piece is in the file.
func (p Piece) Spilled() bool { return p.spilled }

// Keep keeps a copy of at most a block.
func (b *Blocks) Keep(bytes []byte) (Piece, error) {
	b.mu.Lock()
	at, n, whole := int64(b.used), len(bytes), len(bytes) == b.Block
	if b.used+n <= len(b.memory) {
		b.used += n
	} else if pop(&b.free, &at) {
		whole = true
	} else {
		at = -1
	}
	b.mu.Unlock()
	if at >= 0 {
		copy(b.memory[at:], bytes)
		return Piece{at: at, n: int32(n), whole: whole}, nil
	}
	p := b.alloc(n)
	_, err := b.file.WriteAt(bytes, p.at)
	return p, err
}

// Get returns the place of an empty block in memory; ok is false if there is none.
func (b *Blocks) Get() (at int, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.used+b.Block <= len(b.memory) {
		b.used += b.Block
		return b.used - b.Block, true
	}
	var free int64
	ok = pop(&b.free, &free)
	return int(free), ok
}

// Seal makes the first bytes of a block that Get returned a piece.
func (b *Blocks) Seal(at, bytes int) Piece {
	return Piece{at: int64(at), n: int32(bytes), whole: true}
}

// Swap keeps a block that Get returned and that is full, and returns an empty one: another or, if what was in it went
// to the file, the same.
func (b *Blocks) Swap(at int) (p Piece, empty int, err error) {
	if empty, ok := b.Get(); ok {
		return b.Seal(at, b.Block), empty, nil
	}
	p = b.alloc(b.Block)
	if cap(b.spare) == 0 || len(b.spare) == 0 && len(b.queue) == 0 {
		_, err := b.file.WriteAt(b.memory[at:at+b.Block], p.at)
		return p, at, err
	}
	b.queue <- leaving{at, p.at}
	return p, <-b.spare, b.err.Get()
}

// Writers lets n goroutines write full blocks to the file while others are filled. stop waits for them.
func (b *Blocks) Writers(n int) (stop func() error) {
	b.spare, b.queue = make(chan int, 2*n), make(chan leaving, 2*n)
	for range 2 * n {
		if at, ok := b.Get(); ok {
			b.spare <- at
		}
	}
	var wait sync.WaitGroup
	for range n {
		wait.Go(func() {
			for m := range b.queue {
				_, err := b.file.WriteAt(b.memory[m.from:m.from+b.Block], m.to)
				b.err.Set(err)
				b.spare <- m.from
			}
		})
	}
	return func() error {
		close(b.queue)
		wait.Wait()
		close(b.spare)
		for at := range b.spare {
			b.free = append(b.free, int64(at))
		}
		b.spare = nil
		return b.err.Get()
	}
}

// alloc finds space for n bytes in the file. If the size of blocks is a multiple of vfs.DirectAlign, so are their places.
func (b *Blocks) alloc(n int) Piece {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := Piece{n: int32(n), spilled: true, whole: true}
	if pop(&b.gaps, &p.at) {
		return p
	}
	p.at, p.whole = b.end, n == b.Block
	if b.Block%vfs.DirectAlign == 0 {
		n = (n + vfs.DirectAlign - 1) &^ (vfs.DirectAlign - 1)
	}
	if b.end += int64(n); b.end > b.Cached {
		b.Cached = math.MaxInt64 // once
		b.file.PastCache()
	}
	return p
}

func pop(stack *[]int64, v *int64) bool {
	k := len(*stack) - 1
	if k < 0 {
		return false
	}
	*v, *stack = (*stack)[k], (*stack)[:k]
	return true
}

// GiveBack lets the place of a piece be used again, if it is that of a block. A piece that Swap kept may still be on
// its way to the file until stop of Writers returns: it must not be given back before.
func (b *Blocks) GiveBack(p Piece) {
	if !p.whole {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if p.spilled {
		b.gaps = append(b.gaps, p.at)
	} else {
		b.free = append(b.free, p.at)
	}
}

// View is a piece in memory.
func (b *Blocks) View(p Piece) []byte { return b.memory[p.at : p.at+int64(p.n)] }

// Read copies a piece to dst, from a place in it on, and returns how many bytes that were.
func (b *Blocks) Read(p Piece, from int, dst []byte) (int, error) {
	n := min(len(dst), int(p.n)-from)
	if !p.spilled {
		return copy(dst, b.View(p)[from:from+n]), nil
	}
	return b.file.ReadAt(dst[:n], p.at+int64(from))
}

// Spilled is the size of the file.
func (b *Blocks) Spilled() int64 { return b.end }

// Close removes the file and returns its size. It may be called of no Blocks.
func (b *Blocks) Close() (spilled int64) {
	if b == nil {
		return 0
	}
	b.file.Close() // it has no name and nothing is lost with it
	return b.end
}
