package tuple

import (
	"fmt"
	"io"
	"math"

	"webmill/pkg/par"
)

// SourceFunc is a function as a Source.
type SourceFunc func(dst []int32) (int, error)

// ReadBlock implements Source.
func (f SourceFunc) ReadBlock(dst []int32) (int, error) { return f(dst) }

// SinkFunc is a function as a Sink.
type SinkFunc func(block []int32) error

// WriteBlock implements Sink.
func (f SinkFunc) WriteBlock(block []int32) error { return f(block) }

// Input is a stream with the name that errors give it.
type Input struct {
	Name   string
	Source Source
}

// Ordered reads an input and checks its order.
type Ordered struct {
	in      Input
	width   int
	checker *Checker
	records int64 // before the last block
	next    int64 // before the next one
}

// InOrder checks that the records of an input are sorted by columns counted from 0; strict refuses records that are equal in them.
func (in Input) InOrder(width int, strict bool, cols ...int) *Ordered {
	return &Ordered{in: in, width: width, checker: NewChecker(Columns(cols...), width, strict)}
}

// ReadBlock implements Source.
func (o *Ordered) ReadBlock(dst []int32) (int, error) {
	n, err := o.in.Source.ReadBlock(dst)
	if e := o.checker.Check(dst[:n]); e != nil {
		return 0, fmt.Errorf("%s: %w", o.in.Name, e)
	}
	o.records = o.next
	o.next += int64(n / o.width)
	return n, err
}

// Fail says what is wrong with record i of the last block.
func (o *Ordered) Fail(i int, format string, args ...any) error {
	return fmt.Errorf("%s: %w", o.in.Name, &PlaceError{Record: o.records + int64(i) + 1, Err: fmt.Errorf(format, args...)})
}

// Cursor goes through an input whose records are sorted by their first column, an id that occurs once. The zero Cursor has no
// records.
type Cursor struct {
	Rest  []int32 // of the block at hand: the records not yet taken
	Taken int64   // how many records were

	in    *Ordered
	width int
	buf   []int32
	err   error // what ended the input
}

// NewCursor stands before the first record.
func NewCursor(in Input, width int) *Cursor {
	return &Cursor{in: in.InOrder(width, true, 0), width: width, buf: make([]int32, BlockBytes/4/width*width)}
}

// NoID is what follows the last id.
const NoID = math.MaxInt64

// ID is that of the next record, or NoID at the end and after an error. It is true until the record is taken.
func (c *Cursor) ID() int64 {
	if len(c.Rest) == 0 && !c.fill() {
		return NoID
	}
	return int64(c.Rest[0])
}

func (c *Cursor) fill() bool {
	for len(c.Rest) == 0 {
		if c.err != nil || c.in == nil {
			return false
		}
		n := 0
		n, c.err = c.in.ReadBlock(c.buf)
		c.Rest = c.buf[:n]
	}
	return true
}

// Take takes the record if it has an id; else it returns nil. The record is valid until the next call of ID.
func (c *Cursor) Take(id int64) []int32 {
	if c.ID() != id {
		return nil
	}
	rec := c.Rest[:c.width:c.width]
	c.Skip(1)
	return rec
}

// Skip takes some records of Rest.
func (c *Cursor) Skip(records int) {
	c.Rest = c.Rest[records*c.width:]
	c.Taken += int64(records)
}

// Name is the name of the input, "" if there is none.
func (c *Cursor) Name() string {
	if c.in == nil {
		return ""
	}
	return c.in.in.Name
}

// Err is what ended the input, if not its end.
func (c *Cursor) Err() error {
	if c.err == io.EOF {
		return nil
	}
	return c.err
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
