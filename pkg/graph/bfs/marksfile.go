package bfs

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	"webmill/pkg/spill"
	"webmill/pkg/work"
)

// marksFile is a bit for each page in a nameless file, which has holes where there are no pages. It is made for going
// through in ascending order; of the blocks that were used last, some are in memory.
type marksFile struct {
	file  *spill.File
	slots []markSlot
	raw   []byte // a block as it is in the file
	end   int64  // no id from here on was marked
}

type markSlot struct {
	block   int64 // number of the block, or -1
	changed bool
	words   [markSlotBytes / 8]uint64
}

const (
	markSlotBytes = 4096
	markSlotIDs   = 8 * markSlotBytes
)

// newMarksFile keeps so many bytes of the file in memory, and one block at least.
func newMarksFile(opt *work.Room, memory int64) *marksFile {
	m := &marksFile{file: spill.NewFile(*opt), raw: make([]byte, markSlotBytes)}
	m.slots = make([]markSlot, min(max(memory/markSlotBytes, 1), 1<<12))
	for i := range m.slots {
		m.slots[i].block = -1
	}
	return m
}

func (m *marksFile) close() { m.file.Close() }

// load brings the block of an id to memory.
func (m *marksFile) load(id int64) (*markSlot, error) {
	block := id / markSlotIDs
	s := &m.slots[block%int64(len(m.slots))]
	if s.block == block {
		return s, nil
	}
	raw := m.raw
	if s.changed {
		for i, w := range s.words {
			binary.LittleEndian.PutUint64(raw[8*i:], w)
		}
		if _, err := m.file.WriteAt(raw, s.block*markSlotBytes); err != nil {
			return nil, err
		}
		s.changed = false
	}
	s.block = -1
	n, err := m.file.ReadAt(raw, block*markSlotBytes)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	clear(raw[n:])
	for i := range s.words {
		s.words[i] = binary.LittleEndian.Uint64(raw[8*i:])
	}
	s.block = block
	return s, nil
}

// add marks a page.
func (m *marksFile) add(id int32) error {
	s, err := m.load(int64(id))
	if err != nil {
		return err
	}
	s.words[uint32(id)%markSlotIDs/64] |= 1 << (id & 63)
	s.changed = true
	m.end = max(m.end, int64(id)+1)
	return nil
}

// take unmarks a page and reports whether it was marked.
func (m *marksFile) take(id int32) (bool, error) {
	if int64(id) >= m.end {
		return false, nil
	}
	s, err := m.load(int64(id))
	if err != nil {
		return false, err
	}
	p, bit := &s.words[uint32(id)%markSlotIDs/64], uint64(1)<<(id&63)
	if *p&bit == 0 {
		return false, nil
	}
	*p &^= bit
	s.changed = true
	return true, nil
}

// next is the least marked id that is not below from.
func (m *marksFile) next(from int64) (id int32, found bool, err error) {
	for from < m.end {
		s, err := m.load(from)
		if err != nil {
			return 0, false, err
		}
		base := from / markSlotIDs * markSlotIDs
		for w := from % markSlotIDs / 64; w < int64(len(s.words)); w++ {
			word := s.words[w]
			if base+w*64 < from {
				word &^= 1<<(from&63) - 1
			}
			if word != 0 {
				return int32(base + w*64 + int64(bits.TrailingZeros64(word))), true, nil
			}
		}
		from = base + markSlotIDs
	}
	return 0, false, nil
}
