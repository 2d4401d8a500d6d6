package adj

import (
	"fmt"
	"sync/atomic"

	"webmill/pkg/arena"
	"webmill/pkg/spill"
	"webmill/pkg/work"
)

// Memory and disk are used in segments, each of which holds several chunks. A segment has wholeSegment bytes, or fewer if there
// is memory for only few segments. A chunk, of at most 32768 links, fits into the smallest segment.
const (
	wholeSegment = 4 << 20
	smallSegment = 512 << 10
	fewSegments  = 16
)

// store keeps segments of bytes, written one after the other: the first ones in memory, as many as fit in its limit, the
// others at the same offset in a nameless file.
type store struct {
	limit atomic.Int64
	size  int64 // bytes of a segment
	segs  []seg
	kept  int // segments in memory
	file  *spill.File
}

type seg struct {
	words []uint64
	bytes []byte // nil: on disk
	used  int
}

func newStore(room work.Room, limit int64) *store {
	s := &store{file: spill.NewFile(room), size: wholeSegment}
	for s.size > smallSegment && limit < fewSegments*s.size {
		s.size /= 2
	}
	s.limit.Store(limit)
	return s
}

// add appends a chunk and returns its offset.
func (s *store) add(chunk []byte) (int64, error) {
	if len(chunk)+slack > int(s.size) {
		return 0, fmt.Errorf("internal error: a chunk of %d bytes is larger than a segment", len(chunk))
	}
	last := len(s.segs) - 1
	if last < 0 || s.segs[last].used+len(chunk)+slack > int(s.size) {
		if err := s.next(); err != nil {
			return 0, err
		}
		last = len(s.segs) - 1
	}
	at := &s.segs[last]
	copy(at.bytes[at.used:], chunk)
	offset := int64(last)*s.size + int64(at.used)
	at.used += len(chunk)
	return offset, nil
}

// next begins a segment: in fresh memory or, beyond the limit, in that of the last one, which goes to the file.
func (s *store) next() error {
	var words []uint64
	if last := len(s.segs) - 1; last >= 0 && s.over(1) {
		words = s.segs[last].words
		if err := s.spill(last); err != nil {
			return err
		}
	} else {
		var err error
		if words, err = arena.Words(int(s.size / 8)); err != nil {
			return err
		}
	}
	s.segs = append(s.segs, seg{words: words, bytes: arena.Bytes(words)})
	s.kept++
	return s.fit()
}

// over reports whether more segments, besides those that are kept, are beyond the limit.
func (s *store) over(more int) bool { return int64(s.kept+more)*s.size > s.limit.Load() }

// spill writes a segment to the file; its memory is the caller's.
func (s *store) spill(i int) error {
	g := &s.segs[i]
	if _, err := s.file.WriteAt(g.bytes[:g.used], int64(i)*s.size); err != nil {
		return err
	}
	g.words, g.bytes = nil, nil
	s.kept--
	return nil
}

// fit moves to the file what is beyond the limit, which may have been lowered: the last segments first, but not the one
// that is being written.
func (s *store) fit() error {
	for i := len(s.segs) - 2; i >= 0 && s.over(0); i-- {
		words := s.segs[i].words
		if words == nil {
			continue
		}
		if err := s.spill(i); err != nil {
			return err
		}
		arena.Free(words)
	}
	return nil
}

// release gives back the memory of the segments before i: they are not read any more.
func (s *store) release(i int) {
	for k := i - 1; k >= 0 && s.segs[k].used > 0; k-- {
		if words := s.segs[k].words; words != nil {
			arena.Free(words)
			s.kept--
		}
		s.segs[k] = seg{}
	}
}

// window reads bytes of a segment on disk into buf, from an offset to the end of what is there, and clears the slack.
func (s *store) window(buf []byte, offset int64, n int) (int, error) {
	i := int(offset / s.size)
	n = min(n, s.segs[i].used-int(offset%s.size))
	if _, err := s.file.ReadAt(buf[:n], offset); err != nil {
		return 0, err
	}
	clear(buf[n : n+slack])
	return n, nil
}

func (s *store) bytes() (n int64) {
	for _, g := range s.segs {
		n += int64(g.used)
	}
	return n
}

func (s *store) close() error {
	for _, g := range s.segs {
		arena.Free(g.words)
	}
	s.segs, s.kept = nil, 0
	return s.file.Close()
}
