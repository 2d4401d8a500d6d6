package spill

import (
	"sync"

	"webmill/pkg/work"
)

// Blocks keeps pieces of bytes, none larger than a block: in memory as long as there is room, then in a temporary file. The place
// of a block that is not needed any more can be given back. Several goroutines may use it.
type Blocks struct {
	Block  int // bytes of a block; it may be set until the first piece is kept
	memory []byte
	file   *File

	mu   sync.Mutex
	used int     // bytes of memory that were handed out
	free []int64 // blocks in memory given back
	gaps []int64 // blocks in the file given back
	end  int64   // where the file ends
}

// NewBlocks makes a store with some memory, which is its own from now on.
func NewBlocks(room work.Room, memory []byte, block int) *Blocks {
	return &Blocks{Block: block, memory: memory, file: NewFile(room)}
}

// Limit leaves the store only the first bytes of its memory. Nothing may have been kept yet.
func (b *Blocks) Limit(bytes int) { b.memory = b.memory[:bytes] }

// Piece is the place of a piece.
type Piece struct {
	at      int64 // in memory or in the file
	n       int32
	spilled bool
	whole   bool // it has the place of a whole block
}

// Len is the number of bytes.
func (p Piece) Len() int { return int(p.n) }

// Keep keeps a copy of at most a block.
func (b *Blocks) Keep(bytes []byte) (Piece, error) {
	p := b.place(len(bytes))
	if p.spilled {
		_, err := b.file.WriteAt(bytes, p.at)
		return p, err
	}
	copy(b.memory[p.at:], bytes)
	return p, nil
}

func (b *Blocks) place(n int) (p Piece) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p.n, p.whole = int32(n), n == b.Block
	switch {
	case b.used+n <= len(b.memory):
		p.at = int64(b.used)
		b.used += n
	case pop(&b.free, &p.at):
		p.whole = true
	case pop(&b.gaps, &p.at):
		p.spilled, p.whole = true, true
	default:
		p.spilled, p.at = true, b.end
		b.end += int64(n)
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

// GiveBack lets the place of a piece be used again, if it is that of a block.
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

// Read copies a piece to dst, from a place in it on, and returns how many bytes that were.
func (b *Blocks) Read(p Piece, from int, dst []byte) (int, error) {
	n := min(len(dst), int(p.n)-from)
	at := p.at + int64(from)
	if !p.spilled {
		return copy(dst, b.memory[at:at+int64(n)]), nil
	}
	return b.file.ReadAt(dst[:n], at)
}

// Spilled is the size of the file.
func (b *Blocks) Spilled() int64 { return b.end }

// Close removes the file.
func (b *Blocks) Close() { b.file.Close() } // it has no name and nothing is lost with it
