package spill

import "io"

// Bytes is a sequence of bytes in Blocks that grows at its end, can be read at any place, and can be made empty. One block
// is always in memory, that of its end.
type Bytes struct {
	blocks *Blocks
	full   []Piece
	at     int // the block of the end
	used   int // of it
}

// NewBytes makes an empty sequence. The memory of the blocks must have a block for each sequence.
func (b *Blocks) NewBytes() Bytes {
	at, ok := b.Get()
	if !ok {
		// The caller gave the store too little memory for its sequences.
		panic("no memory for a sequence of bytes")
	}
	return Bytes{blocks: b, at: at}
}

// Len is how many bytes there are.
func (s *Bytes) Len() int { return len(s.full)*s.blocks.Block + s.used }

// Add appends bytes.
func (s *Bytes) Add(p []byte) error {
	for {
		n := copy(s.blocks.memory[s.at+s.used:s.at+s.blocks.Block], p)
		s.used += n
		if p = p[n:]; len(p) == 0 {
			return nil
		}
		piece, empty, err := s.blocks.Swap(s.at)
		if err != nil {
			return err
		}
		s.full, s.at, s.used = append(s.full, piece), empty, 0
	}
}

// Read fills dst with the bytes from a place on, which must be there. Several goroutines may read.
func (s *Bytes) Read(dst []byte, from int) error {
	for len(dst) > 0 {
		i, skip := from/s.blocks.Block, from%s.blocks.Block
		n := 0
		var err error
		if i < len(s.full) {
			n, err = s.blocks.Read(s.full[i], skip, dst)
		} else if i == len(s.full) && skip < s.used {
			n = copy(dst, s.blocks.memory[s.at+skip:s.at+s.used])
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return io.ErrUnexpectedEOF
		}
		dst, from = dst[n:], from+n
	}
	return nil
}

// Reset makes the sequence empty.
func (s *Bytes) Reset() {
	for _, p := range s.full {
		s.blocks.GiveBack(p)
	}
	s.full, s.used = s.full[:0], 0
}
