package stream

import (
	"errors"
	"fmt"
	"io"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Spec says what a tool wants of an input.
type Spec struct {
	Columns []tuple.Column // what the tool needs; nil: records of any width
	Width   int            // the width that -w states, 0 if none
	Format  Format         // the format that -from states
	Force   bool           // do not look at what the bytes look like
	TempDir string         // where a Parquet file from a pipe is kept while it is read
}

// Input is an open tuple stream. Errors of ReadBlock name it.
type Input struct {
	*Bytes
	Columns []tuple.Column
	Format  Format

	src         tuple.Source
	closeSource io.Closer // what is below src and must be closed, or nil
	vertices    *vertexReader
	sys         vfs.FS
	records     int64
}

// Open opens a tuple stream by name, or stdin for "-".
func Open(sys vfs.FS, name string, stdin vfs.File, spec Spec) (*Input, error) {
	b, err := OpenBytes(sys, name, stdin)
	if err != nil {
		return nil, err
	}
	in := &Input{Bytes: b}
	if err := in.open(sys, name, spec); err != nil {
		in.Close()
		return nil, place(in.Name, err)
	}
	return in, nil
}

func (in *Input) open(sys vfs.FS, name string, spec Spec) error {
	format, width := byName(name)
	if spec.Format != Auto {
		format = spec.Format
	}
	if format == Auto {
		format = Raw
	}
	in.Format = format
	width, err := agree(width, spec)
	if err != nil {
		return err
	}
	if in.parts && !format.IsText() {
		return errors.New("is a directory, which is read only as text")
	}
	want := wanted{spec, spec.Columns}
	if want.columns == nil && width > 0 {
		want.columns = tuple.Numbered(width)
	}
	in.sys = sys
	src, cols, err := format.form().open(in, want)
	if err != nil {
		return err
	}
	in.closeSource, _ = src.(io.Closer)
	in.src, in.Columns = src, cols
	return in.settle(want.columns, spec.Columns)
}

// settle compares the columns that were found with those that are wanted: stated by the width, or needed by the tool.
func (in *Input) settle(stated, needed []tuple.Column) error {
	if stated != nil && len(stated) != len(in.Columns) {
		return fmt.Errorf("records have %d columns, expected %d", len(in.Columns), len(stated))
	}
	if needed == nil {
		return nil
	}
	for i, c := range in.Columns {
		if want := needed[i]; c.Kind != want.Kind && max(c.Kind, want.Kind) >= tuple.F32 {
			return fmt.Errorf("column %s is of kind %s, expected %s of kind %s", c.Name, c.Kind, want.Name, want.Kind)
		}
	}
	in.Columns = needed
	in.src = tuple.OfKinds(in.src, needed)
	return nil
}

// agree settles the width that the file's name, the flag and the tool state; 0 is "not stated".
func agree(byName int, spec Spec) (int, error) {
	if spec.Width != 0 && byName != 0 && spec.Width != byName {
		return 0, fmt.Errorf("the name says %d columns, -w says %d", byName, spec.Width)
	}
	width := max(spec.Width, byName)
	if want := len(spec.Columns); want != 0 {
		if width != 0 && width != want {
			return 0, fmt.Errorf("records have %d columns, expected %d", width, want)
		}
		width = want
	}
	return width, nil
}

// openParquet needs to read at any place.
func openParquet(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	file, err := in.Anywhere(in.sys, want.TempDir)
	if err != nil {
		return nil, nil, err
	}
	p, err := parquetio.NewReader(file, file.Size(), want.columns)
	if err != nil {
		return nil, nil, err
	}
	return p, p.Columns(), nil
}

// Width is the number of columns of a record.
func (in *Input) Width() int { return len(in.Columns) }

// Match returns an error if the two streams have records of different widths.
func (in *Input) Match(other *Input) error {
	if in.Width() == other.Width() {
		return nil
	}
	return fmt.Errorf("%s: records have %d columns, those of %s have %d", in.Name, in.Width(), other.Name, other.Width())
}

// Records counts the records read so far.
func (in *Input) Records() int64 { return in.records }

// CountRecords adds n records and their bytes to what was read; for those who read Regular themselves.
func (in *Input) CountRecords(n int64) {
	in.records += n
	in.Count(n * int64(4*in.Width()))
}

// RawFile returns the file behind a stream of raw tuples and its size in bytes: it can be read at any place and by
// several workers, who tell by CountRecords what they read. It is nil for pipes and for the other formats.
func (in *Input) RawFile() (r io.ReaderAt, size int64, err error) {
	f, offset, size, ok := in.Regular()
	if !ok || in.Format != Raw {
		return nil, 0, nil
	}
	record := int64(4 * in.Width())
	if rest := size % record; rest != 0 {
		return nil, 0, place(in.Name, tuple.Partial(int(rest), int(record), size/record))
	}
	return readerAt{in.Name, io.NewSectionReader(f, offset, size)}, size, nil
}

// RawDirect is RawFile past the page cache, for a file that would only drive out what is in it. Places, lengths and
// memory must be aligned to vfs.DirectAlign. It is nil where there is no such way.
func (in *Input) RawDirect() (io.ReaderAt, io.Closer) {
	f, offset, _, ok := in.Regular()
	if !ok || in.Format != Raw || offset%vfs.DirectAlign != 0 {
		return nil, nil
	}
	direct, err := vfs.Direct(f)
	if err != nil {
		return nil, nil
	}
	return readerAt{in.Name, io.NewSectionReader(direct, offset, 1<<62)}, direct
}

// readerAt puts the name of the stream before errors.
type readerAt struct {
	name string
	r    io.ReaderAt
}

func (r readerAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.r.ReadAt(p, off)
	if err == io.EOF && n < len(p) {
		err = errors.New("the file has become shorter while it was read")
	}
	if err != nil && err != io.EOF {
		err = place(r.name, err)
	}
	return n, err
}

// ReadBlock implements tuple.Source.
func (in *Input) ReadBlock(dst []int32) (int, error) {
	n, err := in.src.ReadBlock(dst)
	in.records += int64(n / in.Width())
	if err != nil && err != io.EOF {
		err = place(in.Name, err)
	}
	return n, err
}

// Check makes the input verify its order while it is read; strict refuses equal records too.
func (in *Input) Check(order tuple.Order, strict bool) {
	in.src = tuple.Sorted(in.src, order, in.Width(), strict)
}

// Close closes the input.
func (in *Input) Close() error {
	if in.closeSource != nil {
		in.closeSource.Close()
	}
	return in.Bytes.Close()
}

// Concat reads inputs one after the other. They must have the same width.
func Concat(ins []*Input) tuple.Source { return &concat{ins} }

type concat struct{ ins []*Input }

func (c *concat) ReadBlock(dst []int32) (int, error) {
	for len(c.ins) > 0 {
		n, err := c.ins[0].ReadBlock(dst)
		if err == io.EOF {
			c.ins = c.ins[1:]
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.EOF
}
