package spill

import (
	"webmill/pkg/arena"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Ints is a sequence of numbers that grows at its end and can be read at any place: its beginning lies in memory, up to a limit,
// and what goes beyond in a temporary file.
type Ints struct {
	words []uint64 // reserved; costs nothing until it is touched
	mem   []int32
	filed int64   // how many numbers the file has
	tail  []int32 // those behind them
	most  int     // how many numbers are written to and read from the file at once
	file  *File
}

const mostInts = tuple.BlockBytes / 4 // that are written or read at once

// NewInts makes an empty sequence that takes memory bytes, and a file behind them.
func NewInts(room work.Room, memory int64) (*Ints, error) { return NewTuples(room, memory, 1) }

// NewTuples is NewInts for records of width numbers. A reader that begins with a whole record always gets whole records.
func NewTuples(room work.Room, memory int64, width int) (*Ints, error) {
	words, err := arena.Words(int(min(max(memory, 0)/8, 1<<31)))
	mem := tuple.Ints32(words)
	whole := len(mem) / width * width
	return &Ints{words: words, mem: mem[:0:whole], most: mostInts / width * width, file: NewFile(room)}, err
}

// Close frees the memory and the file. A further Close does nothing.
func (s *Ints) Close() {
	arena.Free(s.words)
	s.words, s.tail = nil, nil
	s.file.Close()
}

// Reset makes the sequence empty. Readers that there are must not be used any more.
func (s *Ints) Reset() { s.mem, s.filed, s.tail = s.mem[:0], 0, s.tail[:0] }

// Len is how many numbers there are.
func (s *Ints) Len() int64 { return int64(len(s.mem)) + s.filed + int64(len(s.tail)) }

// Bytes is the memory that is in use.
func (s *Ints) Bytes() int64 { return 4 * int64(len(s.mem)) }

// Spilled is how many bytes are in the file.
func (s *Ints) Spilled() int64 { return 4 * s.filed }

// Put appends a number.
func (s *Ints) Put(v int32) error {
	if len(s.mem) < cap(s.mem) {
		s.mem = append(s.mem, v)
		return nil
	}
	if len(s.tail) == cap(s.tail) {
		if err := s.flush(); err != nil {
			return err
		}
	}
	s.tail = append(s.tail, v)
	return nil
}

// WriteBlock implements tuple.Sink.
func (s *Ints) WriteBlock(block []int32) error {
	n := min(len(block), cap(s.mem)-len(s.mem))
	s.mem = append(s.mem, block[:n]...)
	for block = block[n:]; len(block) > 0; block = block[n:] {
		if len(s.tail) == cap(s.tail) {
			if err := s.flush(); err != nil {
				return err
			}
		}
		n = min(len(block), cap(s.tail)-len(s.tail))
		s.tail = append(s.tail, block[:n]...)
	}
	return nil
}

// flush moves the tail to the file.
func (s *Ints) flush() error {
	if s.tail == nil {
		s.tail = make([]int32, 0, s.most)
		_, err := s.file.Open() // a folder that cannot be written is known early
		return err
	}
	tuple.ToLE(s.tail)
	if _, err := s.file.WriteAt(tuple.Bytes(s.tail), 4*s.filed); err != nil {
		return err
	}
	s.filed += int64(len(s.tail))
	s.tail = s.tail[:0]
	return nil
}

// load returns some of the numbers from a place on, in memory of the sequence or in buf; none at the end.
func (s *Ints) load(at int64, buf []int32) ([]int32, error) {
	if at < int64(len(s.mem)) {
		return s.mem[at:], nil
	}
	at -= int64(len(s.mem))
	if at >= s.filed {
		return buf[:copy(buf, s.tail[at-s.filed:])], nil
	}
	buf = buf[:min(int64(len(buf)), s.filed-at)]
	if _, err := s.file.ReadAt(tuple.Bytes(buf), 4*at); err != nil {
		return nil, err
	}
	tuple.FromLE(buf)
	return buf, nil
}

// IntsReader reads a sequence, each place not before the last one.
type IntsReader struct {
	of   *Ints
	view []int32 // the numbers from place at on
	at   int64
	buf  []int32
}

// Reader makes a reader; there may be several.
func (s *Ints) Reader() *IntsReader { return &IntsReader{of: s} }

// Begin begins again, at the start of that sequence or of another.
func (r *IntsReader) Begin(s *Ints) {
	if r.of == nil || r.of.most != s.most {
		r.buf = nil
	}
	r.of, r.view, r.at = s, nil, 0
}

// Len is how many numbers the sequence has.
func (r *IntsReader) Len() int64 { return r.of.Len() }

// From returns some of the numbers from a place on, none at the end.
func (r *IntsReader) From(at int64) ([]int32, error) {
	if at-r.at >= int64(len(r.view)) {
		if at >= r.of.Len() {
			return nil, nil
		}
		if r.buf == nil && at >= int64(len(r.of.mem)) {
			r.buf = make([]int32, r.of.most)
		}
		view, err := r.of.load(at, r.buf)
		if err != nil {
			return nil, err
		}
		r.view, r.at = view, at
	}
	return r.view[at-r.at:], nil
}

// Value is the number at a place.
func (r *IntsReader) Value(at int64) (int32, error) {
	if i := at - r.at; i < int64(len(r.view)) {
		return r.view[i], nil
	}
	view, err := r.From(at)
	if err != nil || len(view) == 0 {
		return 0, err
	}
	return view[0], nil
}

// Source is a Source of all numbers, as records of any width.
func (s *Ints) Source() tuple.Source { return &intsSource{reader: IntsReader{of: s}} }

type intsSource struct {
	reader IntsReader
	next   int64
}

// ReadBlock implements tuple.Source.
func (s *intsSource) ReadBlock(dst []int32) (int, error) {
	n := 0
	for n < len(dst) {
		view, err := s.reader.From(s.next)
		if err != nil {
			return 0, err
		}
		if len(view) == 0 {
			break
		}
		k := copy(dst[n:], view)
		n, s.next = n+k, s.next+int64(k)
	}
	return tuple.Filled(n)
}
