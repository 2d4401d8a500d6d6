package bfs

import (
	"io"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// spool is a sequence of numbers that grows at its end and can be read at any place: its beginning lies in memory, up to
// a limit, and what goes beyond in a nameless file.
type spool struct {
	room  []uint64 // reserved; costs nothing until it is touched
	mem   []int32
	filed int64   // how many numbers the file has
	tail  []int32 // those behind them
	file  vfs.File
	opt   *Options
}

const window = tuple.BlockBytes / 4 // numbers written to and read from a file at once

// newSpool makes a spool with so many bytes in memory.
func newSpool(bytes int64, opt *Options) (*spool, error) {
	room, err := arena.Words(int(min(max(bytes, 0)/8, 1<<31)))
	return &spool{room: room, mem: tuple.Ints32(room)[:0], opt: opt}, err
}

func (s *spool) close() {
	arena.Free(s.room)
	if s.file != nil {
		s.file.Close()
	}
}

// reset makes the spool empty. Readers that there are must not be used any more.
func (s *spool) reset() { s.mem, s.filed, s.tail = s.mem[:0], 0, s.tail[:0] }

func (s *spool) len() int64 { return int64(len(s.mem)) + s.filed + int64(len(s.tail)) }

// bytes is the memory that is in use.
func (s *spool) bytes() int64 { return 4 * int64(len(s.mem)) }

func (s *spool) put(v int32) error {
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
func (s *spool) WriteBlock(block []int32) error {
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
func (s *spool) flush() (err error) {
	if s.tail == nil {
		s.tail = make([]int32, 0, window)
		s.file, err = s.opt.FS.Temp(vfs.TempDir(s.opt.TempDir))
		return err
	}
	tuple.ToLE(s.tail)
	if _, err = s.file.WriteAt(tuple.Bytes(s.tail), 4*s.filed); err == nil {
		s.filed += int64(len(s.tail))
		s.tail = s.tail[:0]
	}
	return err
}

// load returns some of the numbers from a place on, in memory of the spool or in buf; none at the end.
func (s *spool) load(at int64, buf []int32) ([]int32, error) {
	if at < int64(len(s.mem)) {
		return s.mem[at:], nil
	}
	at -= int64(len(s.mem))
	if at >= s.filed {
		return buf[:copy(buf, s.tail[at-s.filed:])], nil
	}
	buf = buf[:min(int64(len(buf)), s.filed-at)]
	n, err := s.file.ReadAt(tuple.Bytes(buf), 4*at)
	if n < 4*len(buf) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF // somebody else cut the file
		}
		return nil, err
	}
	tuple.FromLE(buf)
	return buf, nil
}

// spoolReader reads a spool, each place not before the last one.
type spoolReader struct {
	*spool
	view []int32 // the numbers from place at on
	at   int64
	buf  []int32
}

func (s *spool) reader() *spoolReader { return &spoolReader{spool: s} }

// begin makes the reader one of another spool.
func (r *spoolReader) begin(s *spool) { r.spool, r.view, r.at = s, nil, 0 }

// from returns some of the numbers from a place on, none at the end.
func (r *spoolReader) from(at int64) ([]int32, error) {
	if at-r.at >= int64(len(r.view)) {
		if at >= r.len() {
			return nil, nil
		}
		if r.buf == nil && at >= int64(len(r.mem)) {
			r.buf = make([]int32, window)
		}
		view, err := r.load(at, r.buf)
		if err != nil {
			return nil, err
		}
		r.view, r.at = view, at
	}
	return r.view[at-r.at:], nil
}

// value is the number at a place.
func (r *spoolReader) value(at int64) (int32, error) {
	if i := at - r.at; i < int64(len(r.view)) {
		return r.view[i], nil
	}
	view, err := r.from(at)
	if err != nil || len(view) == 0 {
		return 0, err
	}
	return view[0], nil
}

// source is a Source of all numbers, as records of any width.
func (s *spool) source() tuple.Source {
	r, at := s.reader(), int64(0)
	return sourceFunc(func(dst []int32) (int, error) {
		n := 0
		for n < len(dst) {
			view, err := r.from(at)
			if err != nil {
				return 0, err
			}
			if len(view) == 0 {
				break
			}
			k := copy(dst[n:], view)
			n, at = n+k, at+int64(k)
		}
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	})
}

// finder looks up ids, each not less than the last one, in a spool of pairs (id, value) that is sorted by id.
type finder struct {
	pairs *spoolReader
	rest  []int32
	at    int64
}

func (s *spool) finder() *finder { return &finder{pairs: s.reader()} }

func (f *finder) find(id int32) (value int32, found bool, err error) {
	for {
		for len(f.rest) > 0 && f.rest[0] < id {
			f.rest = f.rest[2:]
			f.at += 2
		}
		if len(f.rest) > 0 {
			return f.rest[1], f.rest[0] == id, nil
		}
		if f.rest, err = f.pairs.from(f.at); err != nil || len(f.rest) == 0 {
			return 0, false, err
		}
	}
}
