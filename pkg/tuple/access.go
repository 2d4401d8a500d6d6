package tuple

import (
	"io"

	"webmill/pkg/par"
)

// Slice is a Source of records in memory. It uses them up.
type Slice []int32

// ReadBlock implements Source.
func (s *Slice) ReadBlock(dst []int32) (int, error) {
	n := copy(dst, *s)
	*s = (*s)[n:]
	return Filled(n)
}

// EachPair goes through the records of a stream of two columns.
func EachPair(src Source, use func(a, b int32) error) error {
	r := NewReader(src, 2)
	for pair := r.Next(); pair != nil; pair = r.Next() {
		if err := use(pair[0], pair[1]); err != nil {
			return err
		}
	}
	return r.Err()
}

// SourceFunc is a function as a Source.
type SourceFunc func(dst []int32) (int, error)

// ReadBlock implements Source.
func (f SourceFunc) ReadBlock(dst []int32) (int, error) { return f(dst) }

// Filled is what ReadBlock returns after it has put n numbers into a block: n, and io.EOF if n is 0.
func Filled(n int) (int, error) {
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// SinkFunc is a function as a Sink.
type SinkFunc func(block []int32) error

// WriteBlock implements Sink.
func (f SinkFunc) WriteBlock(block []int32) error { return f(block) }

// Where is a Source of the records that pass.
func Where(src Source, width int, pass func(record []int32) bool) Source {
	return SourceFunc(func(dst []int32) (int, error) {
		for {
			n, err := src.ReadBlock(dst)
			kept := 0
			for i := 0; i < n; i += width {
				if record := dst[i : i+width]; pass(record) {
					kept += copy(dst[kept:], record)
				}
			}
			if kept > 0 || err != nil {
				return kept, err
			}
		}
	})
}

// Concat reads sources of one width, one after the other.
func Concat[S Source](sources []S) Source {
	return SourceFunc(func(dst []int32) (int, error) {
		for len(sources) > 0 {
			n, err := sources[0].ReadBlock(dst)
			if err == io.EOF {
				sources, err = sources[1:], nil
			}
			if n > 0 || err != nil {
				return n, err
			}
		}
		return 0, io.EOF
	})
}

// Reader gives the records of a Source one by one.
//
//	for rec := r.Next(); rec != nil; rec = r.Next() { … }
//	return r.Err()
type Reader struct {
	src   Source
	width int
	buf   []int32
	rest  []int32
	err   error
}

// NewReader reads records of width columns from src.
func NewReader(src Source, width int) *Reader {
	return &Reader{src: src, width: width, buf: make([]int32, BlockBytes/4/width*width)}
}

// Next returns the next record, valid until the next call, or nil at the end or after an error.
func (r *Reader) Next() []int32 {
	if len(r.rest) == 0 && !r.fill() {
		return nil
	}
	rec := r.rest[:r.width:r.width]
	r.rest = r.rest[r.width:]
	return rec
}

func (r *Reader) fill() bool {
	for r.err == nil {
		n, err := r.src.ReadBlock(r.buf)
		r.err = err
		if n > 0 {
			r.rest = r.buf[:n]
			return true
		}
	}
	return false
}

// Err is the error that ended the stream, nil at its regular end.
func (r *Reader) Err() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// Writer collects records into blocks for a Sink. Errors stick: check the one that Flush returns.
type Writer struct {
	dst   Sink
	buf   []int32
	width int
	err   error
}

// NewWriter writes records of width columns to dst.
func NewWriter(dst Sink, width int) *Writer {
	return &Writer{dst: dst, width: width, buf: make([]int32, 0, BlockBytes/4/width*width)}
}

// Put writes one record.
func (w *Writer) Put(rec ...int32) {
	if len(w.buf) == cap(w.buf) {
		w.Flush()
	}
	w.buf = append(w.buf, rec...)
}

// Next is where the caller writes the next record.
func (w *Writer) Next() ([]int32, error) {
	if len(w.buf) == cap(w.buf) {
		w.Flush()
	}
	n := len(w.buf)
	w.buf = w.buf[:n+w.width]
	return w.buf[n:], w.err
}

// Flush passes on what is collected and returns the first error of any write.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.buf) > 0 {
		w.err = w.dst.WriteBlock(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

// Err is the first error of the writes so far.
func (w *Writer) Err() error { return w.err }

// Piped runs two stages at the same time: consume reads the records that produce writes. An error of one ends both.
func Piped(width int, produce func(Sink) error, consume func(Source) error) error {
	p := par.NewPipe[int32](pipeBlocks, BlockBytes/4/width*width)
	return par.Do(2, func(stage int) (err error) {
		if stage == 0 {
			err = par.Guard(func() error { return produce(p) })
			p.End(err)
		} else {
			err = par.Guard(func() error { return consume(p) })
			p.Leave(err)
		}
		return err
	})
}

const pipeBlocks = 4
