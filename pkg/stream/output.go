package stream

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync/atomic"

	"webmill/pkg/kinds"
	"webmill/pkg/parquetio"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// OutSpec says what a tool writes.
type OutSpec struct {
	Columns  []tuple.Column
	Order    tuple.Order        // the order of the records, if they have one: recorded in Parquet
	Format   Format             // the format that -to states
	Encoders parquetio.Encoders // of Parquet
	Header   bool               // text begins with a line of the names of the columns
	Force    bool               // do not look at what the values look like
	TempDir  string             // for what a format must hold back until it knows a number that stands first

	create func(vfs.FS, string, vfs.File) (*ByteOutput, error) // opens a part of a folder; nil: CreateBytes
}

// ByteOutput is an output before any format. With a name, it becomes visible under it only by Commit.
type ByteOutput struct {
	Name string

	sys            vfs.FS
	file           vfs.File
	target         string // the name to publish under; "" if the file is written in place
	pack           packer
	offset         int64 // where the output starts in the file, if that is known
	random         bool  // the file can be written at any place
	count          atomic.Int64
	finished, done bool
}

// CreateBytes opens an output: stdout for "" and "-", else a file that appears when it is whole. A name that ends in .gz
// or .zst compresses.
func CreateBytes(sys vfs.FS, name string, stdout vfs.File) (*ByteOutput, error) {
	return create(sys, name, stdout, compress)
}

// CreateStored is CreateBytes for bytes that are compressed already, if the name says so.
func CreateStored(sys vfs.FS, name string, stdout vfs.File) (*ByteOutput, error) {
	return create(sys, name, stdout, func(string, io.Writer) (packer, error) { return nil, nil })
}

func create(sys vfs.FS, name string, stdout vfs.File,
	pack func(name string, w io.Writer) (packer, error)) (*ByteOutput, error) {
	o := &ByteOutput{Name: name, sys: sys, file: stdout}
	if name == "" || name == Stdin {
		o.Name = "stdout"
		if vfs.Closed(stdout) {
			return nil, vfs.Named(o.Name, errClosed)
		}
		o.offset, o.random = seekable(stdout)
		return o, nil
	}
	if err := packing(name); err != nil {
		return nil, err
	}
	if err := o.stage(name); err != nil {
		return nil, vfs.Named(name, noFolder(sys, name, err))
	}
	var err error
	if o.pack, err = pack(name, counting{o}); err != nil {
		o.Discard()
		return nil, vfs.Named(name, err)
	}
	return o, nil
}

// errClosed also says what to do where the caller opened /dev/null for reading and writing and meant it.
var errClosed = errors.New("is closed, the result would be lost: use -o FILE (-o /dev/null if nobody wants it)")

// stage opens the file: without a name, in the folder of its target; or in place, if the target is a device, a FIFO or a file
// that is open already.
func (o *ByteOutput) stage(name string) (err error) {
	target, open := Target(name)
	if open {
		if slices.Contains([]string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, target) && vfs.Closed(o.file) {
			return errClosed
		}
		o.file, err = o.sys.Append(target)
		return err
	}
	info, err := o.sys.Stat(target)
	if err == nil && info.IsDir() {
		return fmt.Errorf("is a directory")
	}
	if err == nil && !info.Mode().IsRegular() {
		o.file, err = o.sys.Append(target)
		return err
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // like a link to itself
	}
	if o.file, err = o.sys.Stage(target); err != nil {
		return err
	}
	o.target, o.random = target, true
	return nil
}

// noFolder says in the error for a new file if its folder is missing.
func noFolder(sys vfs.FS, name string, err error) error {
	dir := vfs.Dir(name)
	if _, missing := sys.Stat(dir); errors.Is(err, fs.ErrNotExist) && errors.Is(missing, fs.ErrNotExist) {
		return fmt.Errorf("the folder %s is missing: mkdir -p %s makes it", dir, dir)
	}
	return err
}

// counting writes to the file and counts.
type counting struct{ o *ByteOutput }

func (c counting) Write(p []byte) (int, error) {
	n, err := c.o.file.Write(p)
	c.o.count.Add(int64(n))
	if err != nil {
		err = vfs.Named(c.o.Name, err)
	}
	return n, err
}

// Write implements io.Writer.
func (o *ByteOutput) Write(p []byte) (int, error) {
	if o.pack != nil {
		return o.pack.Write(p)
	}
	return counting{o}.Write(p)
}

// At returns the output as something that several workers can write at any place, counted from its start. It reports
// false for pipes and compressed files, which cannot be written so. The caller must call Written with the total length
// when all is written.
func (o *ByteOutput) At() (io.WriterAt, bool) {
	return writerAt{o.Name, o.file, o.offset}, o.random && o.pack == nil
}

// writerAt counts places from where an output starts, and names it in errors.
type writerAt struct {
	name   string
	file   io.WriterAt
	offset int64
}

func (w writerAt) WriteAt(p []byte, off int64) (int, error) {
	n, err := w.file.WriteAt(p, w.offset+off)
	if err != nil {
		err = vfs.Named(w.name, err)
	}
	return n, err
}

// Direct is At past the page cache, for size bytes that would only drive out what is in it. Places, lengths and memory
// must be aligned to vfs.DirectAlign; At remains for what is not. It is nil where there is no such way.
func (o *ByteOutput) Direct(size int64) (io.WriterAt, io.Closer) {
	if !o.random || o.pack != nil || o.offset%vfs.DirectAlign != 0 {
		return nil, nil
	}
	f, err := vfs.Direct(o.file)
	if err != nil {
		return nil, nil
	}
	vfs.Reserve(f, o.offset, size)
	return writerAt{o.Name, f, o.offset}, f
}

// Written tells how many bytes were written through At, and moves the end of a shared stdout behind them.
func (o *ByteOutput) Written(n int64) error {
	o.count.Add(n)
	if s, ok := o.file.(io.Seeker); ok {
		_, err := s.Seek(o.offset+n, io.SeekStart)
		return err
	}
	return nil
}

// Count is the number of bytes written to the file.
func (o *ByteOutput) Count() int64 { return o.count.Load() }

// Finish completes the output and writes it to the disk.
func (o *ByteOutput) Finish() error {
	if o.done || o.finished {
		return nil
	}
	o.finished = true
	if o.pack != nil {
		if err := o.pack.Close(); err != nil {
			return err
		}
	}
	if o.target == "" {
		return nil
	}
	if err := o.file.Sync(); err != nil {
		return vfs.Named(o.Name, err)
	}
	return nil
}

// Target is the name of the file that Commit makes or replaces.
func (o *ByteOutput) Target() string { return o.target }

// Commit finishes the output and gives a file its name.
func (o *ByteOutput) Commit() error {
	if o.done {
		return nil
	}
	if err := o.Finish(); err != nil {
		return err
	}
	if o.target != "" {
		if err := o.sys.Publish(o.file, o.target); err != nil {
			return vfs.Named(o.Name, err)
		}
	}
	o.done = true
	if err := o.file.Close(); err != nil {
		return vfs.Named(o.Name, err)
	}
	return nil
}

// Discard drops what was not committed.
func (o *ByteOutput) Discard() {
	if o.done {
		return
	}
	o.done = true
	if o.target != "" {
		o.sys.Discard(o.file)
	}
}

// Output is an open tuple output.
type Output struct {
	*ByteOutput
	Columns []tuple.Column
	Format  Format

	sink    tuple.Sink
	finish  func() error  // writes what the format has at its end, or nil
	temps   []*spill.File // of the format
	records int64
}

// OutFormat is the form of an output: the one asked for, else that of its name, else raw.
func OutFormat(name string, asked Format) Format {
	if format := SaidFormat(name, asked); format != Auto {
		return format
	}
	return Raw
}

// SaidFormat is OutFormat where it is said, else Auto.
func SaidFormat(name string, asked Format) Format {
	if asked == Auto {
		asked, _ = byName(name)
	}
	return asked
}

// form is the form of an output of this name. It refuses a name that says another form or width.
func (spec *OutSpec) form(name string) (Format, error) {
	if _, width := byName(name); width != 0 && width != len(spec.Columns) {
		return Auto, misuse("%s: the name says %s, the records have %d", name, tuple.Counted(width, "column"), len(spec.Columns))
	}
	format := OutFormat(name, spec.Format)
	return format, promised(name, format, spec.Format)
}

// Create opens a tuple output by name.
func Create(sys vfs.FS, name string, stdout vfs.File, spec OutSpec) (*Output, error) {
	format, err := spec.form(name)
	if err != nil {
		return nil, err
	}
	create := CreateBytes
	if spec.create != nil {
		create = spec.create
	}
	b, err := create(sys, name, stdout)
	if err != nil {
		return nil, err
	}
	o := &Output{ByteOutput: b, Columns: spec.Columns, Format: format}
	if start := format.form().create; start == nil {
		err = misuse("the format %s is only read", format)
	} else {
		o.sink, o.finish, err = start(o, spec)
	}
	if err == nil && format != Raw && !spec.Force {
		o.sayKinds()
	}
	if err != nil {
		o.Discard()
		return nil, vfs.Named(b.Name, err)
	}
	return o, nil
}

// sayKinds makes the output refuse columns of unknown kind that look like scores, which would be written as integers.
func (o *Output) sayKinds() {
	var flush func() error
	o.sink, flush = kinds.GuardSink(o.sink, o.Columns)
	finish := o.finish
	o.finish = func() error {
		if err := flush(); err != nil || finish == nil {
			return err
		}
		return finish()
	}
}

// Width is the number of columns of a record.
func (o *Output) Width() int { return len(o.Columns) }

// WriteBlock implements tuple.Sink.
func (o *Output) WriteBlock(block []int32) error {
	o.records += int64(len(block) / o.Width())
	if err := o.sink.WriteBlock(block); err != nil {
		return vfs.Named(o.Name, err)
	}
	return nil
}

// RawAt is At for raw records: nothing else can be written at any place.
func (o *Output) RawAt() (w io.WriterAt, of tuple.Sink) {
	if at, ok := o.At(); ok && o.Format == Raw {
		return at, o
	}
	return nil, o
}

// RawDirect is Direct, for callers to which RawAt gave the file.
func (o *Output) RawDirect(size int64) (io.WriterAt, io.Closer) {
	return o.Direct(size)
}

// WrittenRecords tells how many records were written through RawAt.
func (o *Output) WrittenRecords(n int64) error {
	o.records += n
	return o.Written(n * int64(4*o.Width()))
}

// Records counts the records written so far.
func (o *Output) Records() int64 { return o.records }

// Finish ends the form and writes everything to the disk.
func (o *Output) Finish() error {
	if o.finish != nil && !o.finished && !o.done {
		if err := o.finish(); err != nil {
			return vfs.Named(o.Name, err)
		}
	}
	o.closeTemps()
	return o.ByteOutput.Finish()
}

// Commit finishes the output and gives a file its name.
func (o *Output) Commit() error {
	if err := o.Finish(); err != nil {
		return err
	}
	return o.ByteOutput.Commit()
}

// Discard drops what was not committed.
func (o *Output) Discard() {
	o.closeTemps()
	o.ByteOutput.Discard()
}

// temp is a temporary file for the format, closed with the output.
func (o *Output) temp(dir string) *spill.File {
	f := spill.NewFile(work.Room{FS: o.sys, TempDir: dir})
	o.temps = append(o.temps, f)
	return f
}

func (o *Output) closeTemps() {
	for _, t := range o.temps {
		t.Close()
	}
	o.temps = nil
}
