package docs

import (
	"errors"
	"io"
	"io/fs"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/web/page"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// Input says what is read: the archives, or the folder if Dir is not empty.
type Input struct {
	List     string   // a file that names archives, one a line, which come before those of Archives
	Archives []string // names of files; stream.Stdin is one too

	Dir     string
	Base    string // the URL of Dir, if there is no table of URLs
	Index   string // a file of this name has the URL of its folder
	URLs    string // a table: each line is a path below Dir, a TAB, and the URL behind the last TAB
	Headers bool   // the files begin with HTTP headers

	MaxRecord int64 // larger records, files and bodies are left out or cut off; 0: 64 MiB, or MostRecord if that is less
}

// Options are what reading takes, and how it tells what it finds.
type Options struct {
	Room   work.Room
	Stdin  vfs.File
	Open   func(name string) (*stream.Bytes, error) // opens a list or a table
	Warn   func(format string, args ...any)
	Advice Advice
}

// Advice says, in the words of the command line, what a user can do: a message ends with it. Each may be empty.
type Advice struct {
	MaxRecord string // raise Input.MaxRecord
	Memory    string // raise Room.Memory
	List      string // the file is a list of archives
	Archive   string // the list is an archive
	Page      string // the file is a page: its folder can be read
	Tar       string // the file is a tar archive
	Tuples    string // the file is a result of another tool
	Index     string // the file is an index of archives
	URLs      string // the file has lines of URLs
	Log       string // the file has lines of JSON, as a log of fetch
	Dir       string // the input is a folder
}

// Volume is a part of the input that is read by itself: an archive, or a folder.
type Volume struct {
	Name    string // of the file or the folder
	Size    int64  // of a file, -1 for anything else
	ModTime int64  // of a file, in nanoseconds
	Changed int64  // the same for any change of the file, also of its times
	info    fs.FileInfo
	err     error // why it cannot be read
}

// Label is how messages name the volume.
func (v *Volume) Label() string {
	if v.Name == stream.Stdin {
		return "stdin"
	}
	return v.Name
}

// Document is what a server gave for a URL, and where that stands.
type Document struct {
	page.Document
	Volume *Volume
	Record *warc.Record // of an archive, with its offset, date and header; nil for a file
	File   string       // the name of a file of a folder
	Begun  bool         // the body is only its beginning, as the rest was not unpacked

	short bool // the end of the body is missing, as its head or its chunks tell
}

// where says where in its volume the document is.
func (d *Document) where() string {
	if d.Record == nil {
		return d.File
	}
	return "place " + where(d.Record.Offset, d.Record.Inner)
}

// Batch gives documents of a volume, which one worker reads.
type Batch struct {
	Worker int         // number of the worker that reads the batch, from 0
	Turn   func() bool // waits until the batches before this one have been committed; false if its result will not be used

	next   func(*Document) error
	doc    Document
	volume *Volume
	found  Tally
}

// Next is the next document, valid until the call after it; io.EOF is the end.
func (p *Batch) Next() (*Document, error) {
	p.doc = Document{Volume: p.volume}
	if err := p.next(&p.doc); err != nil {
		return nil, err
	}
	return &p.doc, nil
}

// Reader reads the volumes of an input.
type Reader struct {
	Plan    Plan
	Volumes []Volume

	in   Input
	opt  Options
	done atomic.Int64 // bytes
	size int64        // of all volumes, -1 if that is not known
}

// Open looks at all volumes of the input, without reading them.
func Open(in Input, opt Options) (*Reader, error) {
	r := &Reader{Plan: newPlan(in.MaxRecord, &opt), in: in, opt: opt}
	open := r.openArchives
	if r.Dir() {
		open = r.openDir
	}
	if err := open(); err != nil {
		return nil, err
	}
	for i := range r.Volumes {
		if size := r.Volumes[i].Size; size < 0 || r.size < 0 {
			r.size = -1
		} else {
			r.size += size
		}
	}
	return r, nil
}

// Dir reports whether the input is a folder.
func (r *Reader) Dir() bool { return r.in.Dir != "" }

// Done is the number of bytes read so far.
func (r *Reader) Done() int64 { return r.done.Load() }

// Size is the number of bytes of all volumes, -1 if it is not known.
func (r *Reader) Size() int64 { return r.size }

// Skip counts the bytes of a volume as done, because the volume need not be read.
func (r *Reader) Skip(v *Volume) { r.done.Add(max(0, v.Size)) }

// InputError is the error of a run that can read none of its inputs.
type InputError struct{ Err error }

// Error implements error.
func (e InputError) Error() string { return e.Err.Error() }

// Unwrap gives the error below.
func (e InputError) Unwrap() error { return e.Err }

// Read reads a volume in batches. It calls use for the documents of each batch, several at the same time, and commit for the
// results, in the order of the input. use may be called again for documents it has already had: only committed results count.
// The Tally says what is wrong with the volume; the error is any other failure.
func Read[R any](r *Reader, v *Volume, use func(*Batch) (R, error), commit func(R) error) (Tally, error) {
	var found Tally
	var fatal error
	type result struct {
		mine  R
		found Tally
	}
	do := func(p *Batch) (result, error) {
		p.volume = v
		mine, err := use(p)
		return result{mine, p.found}, err
	}
	take := func(one result) error {
		found.Add(&one.found)
		fatal = commit(one.mine)
		return fatal
	}
	before := r.done.Load()
	err := v.err
	switch {
	case err != nil:
	case r.Dir():
		err = readFolder(r, &found, do, take)
	default:
		err = readArchive(r, v, &found, do, take)
		if err == nil && found.Records == 0 && len(found.Skips) == 0 {
			err = vfs.Named(v.Label(), errors.New("is empty: it has no records"))
		}
	}
	found.Bytes = r.done.Load() - before
	switch {
	case fatal != nil:
		return found, fatal // err names the volume, which has no part in it
	case errors.As(err, new(*par.Panic)), errors.As(err, new(*vfs.TempError)):
		return found, err
	}
	if err != nil {
		found.Failed = err.Error()
	}
	return found, nil
}

// countingReader is a Reader that counts the bytes read.
type countingReader struct {
	io.Reader
	done *atomic.Int64
}

func (c countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.done.Add(int64(n))
	return n, err
}
