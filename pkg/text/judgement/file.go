package judgement

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// File is a file of judgements that grows. Each judgement is on the disk when Add returns.
type File struct {
	Name   string
	Values Values

	fs     vfs.FS
	file   vfs.Growing
	unlock func()
	list   []line
	urls   map[int32]named
	seed   maphash.Seed
	size   int64
	buf    []byte
}

// line is what must be known of a line of the file.
type line struct {
	doc   int32
	value float64
	took  time.Duration
	at    int64 // where it begins
}

// named is what the first line that has a URL of a document says of it.
type named struct {
	url  uint64 // its hash
	line int64
}

// Most is how many judgements a file may have. People do not make more, and these take some 16 MiB of memory.
const Most = 100_000

// Open opens a file, or makes an empty one, for this process alone.
func Open(fs vfs.FS, name string) (*File, error) {
	grown, err := fs.Grow(name)
	if err != nil {
		return nil, vfs.Named(name, err)
	}
	f := &File{Name: name, fs: fs, file: grown, urls: map[int32]named{}, seed: maphash.MakeSeed()}
	if err = f.begin(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, vfs.Bare(err))
	}
	return f, nil
}

func (f *File) begin() error {
	unlock, ok, err := f.fs.LockNow(f.Name)
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("another judge appends to it")
	}
	f.unlock = unlock
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	f.size = info.Size()
	if err := f.read(); err != nil {
		return err
	}
	return f.fs.SyncDir(filepath.Dir(f.Name)) // the file may be new
}

// read reads the judgements that are there.
func (f *File) read() error {
	lines := tuple.NewLines(io.NewSectionReader(f.file, 0, f.size), tuple.MaxLine)
	for {
		at := lines.Offset
		text, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if lines.Cut {
			return fmt.Errorf("line %d has no end, so that it may be cut off: end it, or remove it", lines.Number)
		}
		j, err := parse(text)
		if err != nil {
			return tuple.AtLine(lines.Number, err)
		}
		if f.Len() == Most {
			return fmt.Errorf("has more than %d judgements", Most)
		}
		f.note(j, at)
		if len(j.URL) > 0 {
			if f.Other(j.Doc, j.URL) > 0 {
				return tuple.AtLine(lines.Number, otherURL(j.Doc, j.URL))
			}
			if _, again := f.urls[j.Doc]; !again {
				f.urls[j.Doc] = named{f.sum(j.URL), lines.Number}
			}
		}
	}
}

// otherURL is the error of a line whose document has another URL.
func otherURL(doc int32, url []byte) error {
	return tuple.BadLine(fmt.Sprintf("judges document %d, which is %s elsewhere: these are judgements of different crawls", doc, url))
}

func (f *File) sum(url []byte) uint64 { return maphash.Bytes(f.seed, appendURL(nil, url)) }

// URLs is how many documents the file named by their URLs at first.
func (f *File) URLs() int { return len(f.urls) }

// Has reports whether the file named a document by its URL at first.
func (f *File) Has(doc int32) bool { _, ok := f.urls[doc]; return ok }

// Other is the line that judges the document by another URL, of those that the file had at first; 0: none does.
func (f *File) Other(doc int32, url []byte) int64 {
	if has, ok := f.urls[doc]; ok && has.url != f.sum(url) {
		return has.line
	}
	return 0
}

// Whole returns an error if the file has lost its name, or others have written to it.
func (f *File) Whole() error {
	open, err := f.file.Stat()
	if err != nil {
		return vfs.Named(f.Name, err)
	}
	if there, err := f.fs.Stat(f.Name); err != nil || !os.SameFile(open, there) || open.Size() != f.size {
		return fmt.Errorf("%s: was removed, replaced or changed while judge ran: see which judgements it has, and start judge again", f.Name)
	}
	return nil
}

func (f *File) note(j *Judgement, at int64) {
	f.Values.Add(j.Doc, j.Value)
	f.list = append(f.list, line{j.Doc, j.Value, j.Took, at})
}

// Len is how many judgements there are.
func (f *File) Len() int { return len(f.list) }

// Last is the document of the last judgement, and the time that it took; ok is false if there is none.
func (f *File) Last() (doc int32, took time.Duration, ok bool) {
	if len(f.list) == 0 {
		return 0, 0, false
	}
	last := f.list[len(f.list)-1]
	return last.doc, last.took, true
}

// Add appends a judgement. After an error the file is as before, if the disk allows that.
func (f *File) Add(j *Judgement) error {
	if err := f.Whole(); err != nil {
		return err
	}
	f.buf = j.Append(f.buf[:0])
	_, err := f.file.WriteAt(f.buf, f.size)
	if err == nil {
		err = f.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, vfs.Bare(errors.Join(err, f.file.Truncate(f.size))))
	}
	f.note(j, f.size)
	f.size += int64(len(f.buf))
	return nil
}

// Undo removes the last judgement. There must be one.
func (f *File) Undo() error {
	if err := f.Whole(); err != nil {
		return err
	}
	end := f.list[len(f.list)-1]
	err := f.file.Truncate(end.at)
	if err == nil {
		err = f.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, vfs.Bare(err))
	}
	f.list, f.size = f.list[:len(f.list)-1], end.at
	delete(f.Values.Of, end.doc)
	for _, l := range slices.Backward(f.list) {
		if l.doc == end.doc {
			f.Values.Of[l.doc] = l.value
			break
		}
	}
	return nil
}

// Close lets others have the file.
func (f *File) Close() error {
	if f.unlock != nil {
		f.unlock()
	}
	return f.file.Close()
}
