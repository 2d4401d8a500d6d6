package extsort

import (
	"sync"
	"sync/atomic"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// store keeps the blocks of the partitions: in memory as long as there is room, in a temporary file beyond that.
// Places in memory and in the file are counted in int32.
type store struct {
	sys    vfs.FS
	dir    string
	memory []int32 // the arena; its part up to limit is for blocks
	limit  int
	block  int // int32 in a block
	stride int // int32 from block to block in memory: aligned to a word
	next   atomic.Int64

	mu   sync.Mutex
	free []int // blocks in memory given back
	gaps []int64
	file vfs.File
	end  atomic.Int64 // where the file ends
}

func newStore(sys vfs.FS, dir string, memory []uint64, blocks, block int) *store {
	return &store{
		sys: sys, dir: vfs.TempDir(dir), memory: tuple.Ints32(memory), limit: 2 * blocks, block: block, stride: (block + 1) &^ 1,
	}
}

// take returns the place of an unused block in memory.
func (s *store) take() (at int, ok bool) {
	if i := s.next.Add(1) - 1; int(i+1)*s.stride <= s.limit {
		return int(i) * s.stride, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.free) == 0 {
		return 0, false
	}
	at = s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	return at, true
}

// save keeps a copy of a block, in memory if there is room.
func (s *store) save(block []int32) (segment, error) {
	seg := segment{n: int32(len(block))}
	if at, ok := s.take(); ok {
		copy(s.memory[at:], block)
		seg.at = int64(at)
		return seg, nil
	}
	at, err := s.spill(block)
	seg.at, seg.spilled = at, true
	return seg, err
}

// spill writes a block to the file and returns its place there.
func (s *store) spill(block []int32) (at int64, err error) {
	f, at, err := s.place(len(block))
	if err != nil {
		return 0, err
	}
	_, err = f.WriteAt(tuple.Bytes(block), 4*at)
	return at, err
}

// place finds room for n int32 in the file, which is created when it is first needed.
func (s *store) place(n int) (f vfs.File, at int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		if s.file, err = s.sys.Temp(s.dir); err != nil {
			return nil, 0, err
		}
	}
	if n == s.block && len(s.gaps) > 0 {
		at = s.gaps[len(s.gaps)-1]
		s.gaps = s.gaps[:len(s.gaps)-1]
		return s.file, at, nil
	}
	return s.file, s.end.Add(int64(n)) - int64(n), nil
}

// giveBack lets the place of a segment that was read be used again.
func (s *store) giveBack(g segment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !g.spilled:
		s.free = append(s.free, int(g.at)) // a segment in memory begins a block
	case int(g.n) == s.block:
		s.gaps = append(s.gaps, g.at)
	}
}

// view is a segment in memory.
func (s *store) view(g segment) []int32 { return s.memory[g.at : g.at+int64(g.n)] }

// load copies a segment to dst.
func (s *store) load(g segment, dst []int32) error {
	if !g.spilled {
		copy(dst, s.view(g))
		return nil
	}
	_, err := s.file.ReadAt(tuple.Bytes(dst[:g.n]), 4*g.at)
	return err
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// segment is a stretch of records of one partition.
type segment struct {
	at      int64 // in memory or in the file
	n       int32 // int32
	spilled bool
}

// repeat stands for n records that are all equal.
type repeat struct {
	rec [tuple.MaxWidth]int32
	n   int64
}

// partition is what was dealt to one range of keys.
type partition struct {
	segments []segment
	repeats  []repeat
	records  int64
	spread   spread
}

func newPartitions(n int) []partition {
	parts := make([]partition, n)
	for i := range parts {
		parts[i].spread = noSpread()
	}
	return parts
}

// add takes over what another worker dealt to the same range.
func (p *partition) add(q *partition) {
	p.segments = append(p.segments, q.segments...)
	p.repeats = append(p.repeats, q.repeats...)
	p.records += q.records
	p.spread.add(&q.spread)
}

// addRepeat adds n records equal to rec.
func (p *partition) addRepeat(rec []int32, n int64) {
	p.records += n
	if k := len(p.repeats); k > 0 && equal(p.repeats[k-1].rec[:len(rec)], rec) {
		p.repeats[k-1].n += n
		return
	}
	r := repeat{n: n}
	copy(r.rec[:], rec)
	p.repeats = append(p.repeats, r)
	p.spread.addBlock(rec, len(rec))
}

func equal(a, b []int32) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}
