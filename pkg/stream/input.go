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

	src     tuple.Source
	records int64
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
	switch format {
	case Text:
		t, err := tuple.NewTextReader(in.body, width)
		if err != nil {
			return err
		}
		in.src, width = t, t.Width()
	case Parquet:
		p, err := in.openParquet(sys, spec)
		if err != nil {
			return err
		}
		in.src, in.Columns, width = p, p.Columns(), len(p.Columns())
	default:
		if width == 0 {
			return errors.New("the width of the records is not known: say -w N or name the file *.tN")
		}
		if hint := tripwire(in.head); hint != "" && !spec.Force {
			return fmt.Errorf("expected raw tuples, but this %s (or -force)", hint)
		}
		in.src = tuple.NewRawReader(in.body, width)
	}
	if want := len(spec.Columns); want != 0 && want != width {
		return fmt.Errorf("records have %d columns, expected %d", width, want)
	}
	if spec.Columns != nil {
		in.Columns = spec.Columns
		in.src = tuple.OfKinds(in.src, spec.Columns)
	} else if in.Columns == nil {
		in.Columns = tuple.Numbered(width)
	}
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

// openParquet needs to read at any place, so what comes through a pipe or compressed is first copied to a temporary file.
func (in *Input) openParquet(sys vfs.FS, spec Spec) (*parquetio.Reader, error) {
	f, offset, size, ok := in.Regular()
	if !ok {
		tmp, err := sys.Temp(vfs.TempDir(spec.TempDir))
		if err != nil {
			return nil, err
		}
		n, err := io.Copy(writerOnly{tmp}, in.body)
		if err != nil {
			tmp.Close()
			return nil, err
		}
		in.file.Close()
		in.file, f, offset, size = tmp, tmp, 0, n
	}
	return parquetio.NewReader(io.NewSectionReader(f, offset, size), size)
}

type writerOnly struct{ io.Writer }

// Width is the number of columns of a record.
func (in *Input) Width() int { return len(in.Columns) }

// Records counts the records read so far.
func (in *Input) Records() int64 { return in.records }

// CountRecords adds n records and their bytes to what was read; for those who read Regular themselves.
func (in *Input) CountRecords(n int64) {
	in.records += n
	in.Count(n * int64(4*in.Width()))
}

// RawFile is Regular for a stream of raw tuples; the other formats cannot be read at any place.
func (in *Input) RawFile() (f vfs.File, offset, size int64, ok bool) {
	f, offset, size, ok = in.Regular()
	return f, offset, size, ok && in.Format == Raw
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
	if c, ok := in.src.(io.Closer); ok {
		c.Close()
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
