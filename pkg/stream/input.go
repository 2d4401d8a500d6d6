package stream

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"

	"webmill/pkg/kinds"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Spec says what a tool wants of an input.
type Spec struct {
	Columns []tuple.Column // what the tool needs; nil: records of any width
	// Named are the columns of -columns, for tools that take any columns. If they have kinds, they are what the tool needs.
	Named tuple.ColumnList
	// Used are the columns that the caller uses, by number or name; nil: all. If it is set, text columns of Parquet are left out,
	// and columns that are not used may have NULLs.
	Used []string
	// LeaveText leaves out text columns of Parquet, without an error.
	LeaveText bool
	Width     int    // the width that -w states, 0 if none
	Format    Format // the format that -from states
	NoFrom    bool   // there is no -from
	Header    bool   // the first line of text names the columns
	Force     bool   // do not look at what the bytes look like
	TempDir   string // where a Parquet file from a pipe is kept while it is read
	// MostDecoder is the memory that unpacking may take; 0: any. An input that takes more gives a DecoderError.
	MostDecoder int64
}

// Input is an open tuple stream. Errors of ReadBlock name it.
type Input struct {
	*Bytes
	Columns []tuple.Column
	Format  Format

	// Greatest is the greatest id that adjacency records have had so far, also of a page without links; -1: none.
	Greatest int32

	src          tuple.Source
	guess        *kinds.Guess
	pairs        []int     // first columns of the pairs that must not be the halves of an f64
	ordered      bool      // src checks the order
	columnsNamed bool      // the input itself names its columns, as Parquet does
	firstColumn  string    // the name of the first column that a text states, for messages
	unsized      bool      // nothing says the width: the stream is text and has no record
	closeSource  io.Closer // what is below src and must be closed, or nil
	nodeNames    *naming   // passes the names of nodes on; nil: the form has none
	sys          vfs.FS
	spec         Spec
	links        *linkLook // of a stream of links, else nil
	stated       int64     // edges, as a comment states them; 0: none does
	records      int64
}

// Open opens a tuple stream by name, or stdin for "-".
func Open(sys vfs.FS, name string, stdin vfs.File, spec Spec) (*Input, error) {
	b, err := open(sys, name, stdin, &Bytes{size: -1, most: cmp.Or(spec.MostDecoder, math.MaxInt64), tuples: true})
	if err != nil {
		return nil, err
	}
	in := &Input{Bytes: b, Greatest: -1}
	if err := in.open(sys, name, spec); err != nil {
		err = in.explain(vfs.Named(in.Name, err))
		in.Close()
		return nil, err
	}
	in.guess = kinds.NewGuess(in.Name, in.Columns, in.warn)
	if ext := ending(name); in.Format == Raw && in.Compressed == "" && len(in.head) > 0 &&
		slices.Contains(Packings, ext) && !spec.Force {
		in.Close()
		return nil, fmt.Errorf("%s: does not begin like %s: it is damaged, or was not packed (-force takes it as raw)", in.Name,
			ext)
	}
	in.observe()
	return in, nil
}

// observe shows the guess what is read.
func (in *Input) observe() {
	if in.Format == Raw && !in.spec.Force {
		in.src = kinds.Observed(in.src, in.guess)
	}
}

// Suspend gives back what an input of many holds until it is read, if it is a file that can be opened again as it was: nothing
// may have been read, and neither Check nor Expect been called.
func (in *Input) Suspend() error {
	if _, _, _, plain := in.Regular(); !in.again() || in.nodeNames != nil || in.Format == Parquet && !plain {
		return nil
	}
	in.drop(nil)
	return in.Bytes.Suspend()
}

// drop gives back what is for reading. Without src, reading opens the stream again.
func (in *Input) drop(src tuple.Source) {
	if in.closeSource != nil {
		in.closeSource.Close()
	}
	in.closeSource, in.src = nil, src
}

// resume opens an input that was suspended.
func (in *Input) resume() error {
	columns, unsized := in.Columns, in.unsized
	if err := in.look(); err != nil {
		return err
	}
	if err := in.open(in.sys, in.Name, in.spec); err != nil {
		return err
	}
	in.observe()
	if unsized && in.unsized {
		in.Columns = columns
	}
	if !slices.Equal(in.Columns, columns) {
		return errors.New("was changed while it was read")
	}
	return nil
}

// ended is a Source that has come to its end, or failed.
func ended(err error) tuple.Source {
	return tuple.SourceFunc(func([]int32) (int, error) { return 0, err })
}

func (in *Input) open(sys vfs.FS, name string, spec Spec) error {
	in.sys, in.spec = sys, spec
	format, width := in.form(name, spec.Format)
	in.Format = format
	if spec.Columns == nil && spec.Named.Kinds {
		spec.Columns = spec.Named.List
	}
	width, err := agree(width, spec)
	if err != nil {
		return err
	}
	open := format.form().open
	if in.manifest != nil && spec.Format != Auto && spec.Format != format {
		return misuse("its parts are %s, not %s: leave out -from", format, spec.Format)
	} else if in.manifest != nil {
		open = openFolder
	} else if in.parts && !format.IsText() {
		return errors.New("is a directory, which is read only as text")
	} else if format.IsText() {
		expect := in.ExpectLines
		if format == CSV {
			expect = in.ExpectText // csv.Reader takes a mark away
		}
		if err := expect(); errors.Is(err, errUTF16) {
			return err
		} else if errors.Is(err, ErrBinary) && spec.NoFrom {
			return fmt.Errorf("%w: raw tuples need a name like x.t%d", err, width)
		} else if errors.Is(err, ErrBinary) {
			return fmt.Errorf("%w: raw tuples need -from raw", err)
		} else if err != nil {
			return err
		}
		if err := in.ExpectEnds('\n'); err != nil {
			return err
		}
	}
	want := wanted{spec, spec.Columns}
	if want.columns == nil && width > 0 {
		want.columns = tuple.Numbered(width)
	}
	src, cols, err := open(in, want)
	if err != nil {
		return err
	}
	in.closeSource, _ = src.(io.Closer)
	in.src, in.Columns = src, cols
	if err := in.settle(want.columns, spec.Columns); err != nil || spec.Columns != nil || spec.Named.List == nil {
		return err
	}
	if in.Columns, err = spec.Named.Rename(in.Columns); err != nil {
		return misuse("%v", err)
	}
	return nil
}

// form is the format of the input, and the width that its name says.
func (in *Input) form(name string, asked Format) (format Format, width int) {
	format, width = byName(name)
	if in.manifest != nil {
		format, _ = byName(in.manifest.Name(0))
		width = 0 // the manifest names the columns
	} else if asked != Auto {
		format = asked
	}
	if format == Auto {
		format = Raw
	}
	return format, width
}

// settle compares the columns that were found with those that are wanted: stated by the width, or needed by the tool.
func (in *Input) settle(stated, needed []tuple.Column) error {
	if stated != nil && len(stated) != len(in.Columns) {
		return &WidthError{len(in.Columns), len(stated)}
	}
	if needed == nil {
		return nil
	}
	for i, c := range in.Columns {
		if want := needed[i]; c.Kind != want.Kind && max(c.Kind, want.Kind) >= tuple.F32 {
			how := ""
			if c.Kind < tuple.F32 {
				how = ": " + kinds.ToScores
			}
			return fmt.Errorf("column %s is of kind %s, expected %s of kind %s%s", c.Name, c.Kind, want.Name, want.Kind, how)
		}
	}
	in.Columns = needed
	in.Expect(needed)
	return nil
}

// Expect makes the input refuse values that are not of these kinds and, of raw records, ids that look like scores and
// scores that look like integers.
func (in *Input) Expect(columns []tuple.Column) {
	in.src = tuple.OfKinds(in.src, columns)
	if in.Format == Raw && !in.spec.Force {
		in.src = kinds.RefuseMismatch(in.src, columns, in.warn)
	}
}

// RefuseHalves makes the input refuse raw records in which a pair of columns of unknown kinds looks like the halves of an f64. A
// pair is given by its first column; kinds.Keys and kinds.Torn make such pairs.
func (in *Input) RefuseHalves(pairs []int) {
	if in.Format == Raw && !in.spec.Force {
		in.src, in.pairs = kinds.RefuseHalves(in.src, in.Columns, pairs), pairs
	}
}

// WidthError is the error of records that have another number of columns than is wanted.
type WidthError struct{ Have, Want int }

// Error implements error.
func (e *WidthError) Error() string {
	return fmt.Sprintf("records have %s, expected %d", tuple.Counted(e.Have, "column"), e.Want)
}

// agree settles the width that the file's name, the flag and the tool state; 0 is "not stated".
func agree(byName int, spec Spec) (int, error) {
	if spec.Width != 0 && byName != 0 && spec.Width != byName {
		return 0, misuse("the name says %s, -w says %d", tuple.Counted(byName, "column"), spec.Width)
	}
	width := max(spec.Width, byName)
	want := len(spec.Columns)
	if want == 0 && width == 0 {
		return len(spec.Named.List), nil
	}
	if want != 0 {
		if width != 0 && width != want {
			return 0, &WidthError{width, want}
		}
		width = want
	}
	return width, nil
}

// Named is the stream as an input with a name.
func (in *Input) Named() tuple.Input { return tuple.Input{Name: in.Name, Source: in} }

// Width is the number of columns of a record.
func (in *Input) Width() int { return len(in.Columns) }

// Unsized reports whether nothing says how many columns the records have, because the stream is text and has none.
func (in *Input) Unsized() bool { return in.unsized }

// Match returns an error if the two streams have records of different widths, or columns of different names. Later,
// reading in is an error if a column of it holds scores and that of other integers, or the reverse.
func (in *Input) Match(other *Input) error {
	switch { // a stream without a record and without a width may have any
	case in.unsized:
		in.Columns = other.Columns
	case other.unsized:
		other.Columns = in.Columns
	}
	if in.Width() != other.Width() {
		return fmt.Errorf("%s: records have %s, those of %s have %d", in.Name, tuple.Counted(in.Width(), "column"),
			other.Name, other.Width())
	}
	for i, c := range in.Columns {
		if o := other.Columns[i]; c.Kind != o.Kind && max(c.Kind, o.Kind) >= tuple.F32 {
			return fmt.Errorf("%s: column %s is of kind %s, that of %s of kind %s: give the kinds by -columns", in.Name, c.Name,
				c.Kind, other.Name, o.Kind)
		}
	}
	names, others := numberNames(in.Columns), numberNames(other.Columns)
	if in.columnsNamed && other.columnsNamed && !slices.Equal(names, others) {
		return fmt.Errorf("%s: its columns are %s, but those of %s are %s", in.Name, strings.Join(names, ", "), other.Name,
			strings.Join(others, ", "))
	}
	if err := in.guess.Join(other.guess); err != nil {
		return vfs.Named(in.Name, err)
	}
	return nil
}

// MatchKeys makes both streams refuse records if a column that is compared holds scores in one and integers in the other.
func (in *Input) MatchKeys(other *Input, keys, others []int) error {
	if err := in.guess.JoinKeys(other.guess, keys, others); err != nil {
		return vfs.Named(in.Name, err)
	}
	return nil
}

// Records counts the records read so far.
func (in *Input) Records() int64 { return in.records }

// Places gives access to the records of a raw file at any place. It returns nil for pipes, for other forms, and if the order of
// the stream must be checked.
func (in *Input) Places() (p *tuple.Places, of tuple.Source, err error) {
	f, offset, size, ok := in.Regular()
	if !ok || in.Format != Raw || in.ordered {
		return nil, in, nil
	}
	record := int64(4 * in.Width())
	if rest := size % record; rest != 0 {
		return nil, in, vfs.Named(in.Name, tuple.Partial(int(rest), int(record), size/record))
	}
	p = &tuple.Places{
		Columns: in.Columns, Records: size / record,
		File:   readerAt{in.Name, io.NewSectionReader(f, offset, size)},
		Direct: func() (io.ReaderAt, io.Closer) { return in.direct(f, offset) },
		Align:  vfs.DirectAlign,
		Count:  in.countRecords,
		Fail:   func(err error) error { return vfs.Named(in.Name, err) },
	}
	if !in.spec.Force && size > 0 {
		err = kinds.CheckPlaces(p, in.guess, in.pairs)
	}
	return p, in, err
}

// countRecords counts n records, and their bytes, as read.
func (in *Input) countRecords(n int64) {
	in.records += n
	in.Count(n * int64(4*in.Width()))
}

// direct opens the file for reading past the page cache, for a reader that would only fill the cache.
func (in *Input) direct(f vfs.File, offset int64) (io.ReaderAt, io.Closer) {
	if offset%vfs.DirectAlign != 0 {
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
		err = vfs.ErrShorter
	}
	if err != nil && err != io.EOF {
		err = vfs.Named(r.name, err)
	}
	return n, err
}

// ReadBlock implements tuple.Source. At the end it gives back what reading took.
func (in *Input) ReadBlock(dst []int32) (int, error) {
	if in.src == nil {
		if err := in.resume(); err != nil {
			in.drop(ended(err))
		}
	}
	n, err := in.src.ReadBlock(dst)
	in.records += int64(n / in.Width())
	if err == io.EOF {
		if in.stated > 0 && in.records != in.stated {
			cut := ""
			if in.records < in.stated {
				cut = ": is it cut off?"
			}
			in.warn(fmt.Sprintf("states %s, but has %d%s", tuple.Counted(in.stated, "edge"), in.records, cut))
		}
		in.drop(ended(err))
		in.closeBody()
		in.forget(bytes.NewReader(nil))
	}
	if err != nil && err != io.EOF {
		err = in.explain(vfs.Named(in.Name, err))
	}
	return n, err
}

// Share is how much of the bytes was read, from 0 to 1; 0 if it is not known how many there are.
func (in *Input) Share() float64 {
	if in.Size() <= 0 {
		return 0
	}
	return float64(in.Done()) / float64(in.Size())
}

// Check makes the input verify its order while it is read; strict refuses equal records too.
func (in *Input) Check(order tuple.Order, strict bool) {
	in.src, in.ordered = tuple.Sorted(in.src, order, in.Width(), strict), true
}

// Close closes the input.
func (in *Input) Close() error {
	in.drop(ended(fs.ErrClosed))
	return in.Bytes.Close()
}

// queue is the Source of a format whose units are not records: fill returns the records of the next few units, in
// memory that it may use again, and io.EOF at the end.
type queue struct {
	fill func() ([]int32, error)
	rest []int32
	err  error
}

// ReadBlock implements tuple.Source.
func (q *queue) ReadBlock(dst []int32) (int, error) {
	for len(q.rest) == 0 {
		if q.err != nil {
			return 0, q.err
		}
		q.rest, q.err = q.fill()
	}
	n := copy(dst, q.rest)
	q.rest = q.rest[n:]
	return n, nil
}
