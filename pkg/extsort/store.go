package extsort

import (
	"io"
	"sync"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// store keeps the blocks of the partitions: in memory as long as there is room, in a temporary file beyond that.
// Places in memory and in the file are counted in int32.
type store struct {
	memory []int32 // the arena; its part up to limit is for blocks
	limit  int
	block  int // int32 in a block
	stride int // int32 from block to block in memory: aligned to a word
	next   atomic.Int64
	cached int64 // bytes of the file that may go through the page cache

	mu     sync.Mutex
	free   []int           // blocks in memory given back
	gaps   map[int][]int64 // places in the file given back, by their size
	file   *spill.File
	direct vfs.File // the same past the page cache, or nil
	end    atomic.Int64

	spare chan int        // blocks that may be filled while others are written
	queue chan spillBlock // blocks to write
	err   par.Error       // of a writer
}

// spillBlock is a block in memory on its way to its place in the file.
type spillBlock struct {
	from int
	at   int64
}

func newStore(room work.Room, memory []uint64, blocks, block int, cached int64) *store {
	return &store{
		file: spill.NewFile(room), memory: tuple.Ints32(memory), limit: 2 * blocks,
		block: block, stride: (block + 1) &^ 1, cached: cached, gaps: map[int][]int64{},
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

// startWriters lets n goroutines write blocks to the file while others are filled. stopWriters waits for them.
func (s *store) startWriters(n int) (stopWriters func() error) {
	s.spare, s.queue = make(chan int, 2*n), make(chan spillBlock, 2*n)
	for range 2 * n {
		if at, ok := s.take(); ok {
			s.spare <- at
		}
	}
	var wait sync.WaitGroup
	for range n {
		wait.Go(func() {
			for b := range s.queue {
				s.err.Set(s.write(s.memory[b.from:b.from+s.block], b.at))
				s.spare <- b.from
			}
		})
	}
	return func() error {
		close(s.queue)
		wait.Wait()
		close(s.spare)
		for at := range s.spare {
			s.free = append(s.free, at)
		}
		return s.err.Get()
	}
}

// spill writes a full block to the file, by and by, and returns its place there and a block to fill in its stead.
func (s *store) spill(from int) (at int64, empty int, err error) {
	if at, err = s.place(s.block); err != nil {
		return 0, 0, err
	}
	if cap(s.spare) == 0 || len(s.spare) == 0 && len(s.queue) == 0 {
		return at, from, s.write(s.memory[from:from+s.block], at)
	}
	s.queue <- spillBlock{from, at}
	return at, <-s.spare, s.err.Get()
}

// save keeps a copy of a block, in memory if there is room.
func (s *store) save(block []int32) (segment, error) {
	seg := segment{n: int32(len(block))}
	if at, ok := s.take(); ok {
		copy(s.memory[at:], block)
		seg.at = int64(at)
		return seg, nil
	}
	at, err := s.place(len(block))
	if err == nil {
		err = s.write(block, at)
	}
	seg.at, seg.spilled = at, true
	return seg, err
}

// place finds room for n int32 in the file, which is created when it is first needed.
func (s *store) place(n int) (at int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := s.file.Open()
	if err != nil {
		return 0, err
	}
	if s.direct == nil && 4*s.end.Load() >= s.cached {
		s.cached = 1 << 62 // asked once
		if s.direct, err = vfs.Direct(file); err != nil {
			s.direct = nil
		}
	}
	size := s.slot(n)
	if gaps := s.gaps[size]; len(gaps) > 0 {
		s.gaps[size] = gaps[:len(gaps)-1]
		return gaps[len(gaps)-1], nil
	}
	return s.end.Add(int64(size)) - int64(size), nil
}

// slot is the size of a place in the file for n int32: few different sizes, so that places can be used again, and whole
// pages if blocks are, so that all blocks stay aligned.
func (s *store) slot(n int) int {
	size := s.block
	for n <= size/2 && (s.block%pageInts != 0 || size%(2*pageInts) == 0) {
		size /= 2
	}
	return size
}

const pageInts = vfs.DirectAlign / 4

// places is a file that is read and written at any place.
type places interface {
	io.ReaderAt
	io.WriterAt
}

// handle is the file as it is best used for a block: past the page cache if that is wanted and the block is aligned.
func (s *store) handle(block []int32, at int64) places {
	aligned := len(block)%pageInts == 0 && at%pageInts == 0 && tuple.Aligned(block, vfs.DirectAlign)
	if s.direct != nil && aligned {
		return s.direct
	}
	return s.file
}

func (s *store) write(block []int32, at int64) error {
	_, err := s.handle(block, at).WriteAt(tuple.Bytes(block), 4*at)
	return err
}

// giveBack lets the place of a segment that was read be used again.
func (s *store) giveBack(g segment) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !g.spilled {
		s.free = append(s.free, int(g.at)) // a segment in memory begins a block
		return
	}
	size := s.slot(int(g.n))
	s.gaps[size] = append(s.gaps[size], g.at)
}

// view is a segment in memory.
func (s *store) view(g segment) []int32 { return s.memory[g.at : g.at+int64(g.n)] }

// load copies a segment to dst.
func (s *store) load(g segment, dst []int32) error {
	if !g.spilled {
		copy(dst, s.view(g))
		return nil
	}
	_, err := s.handle(dst[:g.n], g.at).ReadAt(tuple.Bytes(dst[:g.n]), 4*g.at)
	return err
}

func (s *store) close() {
	if s.direct != nil {
		s.direct.Close()
	}
	s.file.Close()
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
