package pagefolder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/dsnet/compress/bzip2"

	"webmill/pkg/vfs"
)

// partial is the ending of the name of a folder that is not whole yet.
const partial = ".partial"

// Writer writes a folder. Until Close the folder has another name, so that a folder with its own name is whole.
type Writer struct {
	Pages int64 // that were written
	Again int64 // pages that were there already, and stay as they were
	Long  int64 // pages with a URL that is too long for a name

	sys  vfs.FS
	dir  string
	old  bool // there is an empty folder with the name
	name []byte
	text bytes.Buffer
	pack *bzip2.Writer // nil: files are plain
}

// Create makes a folder. If there is one with the name, it must be empty. With plain the files are not packed.
func Create(sys vfs.FS, dir string, plain bool) (*Writer, error) {
	dir = filepath.Clean(dir)
	entries, err := sys.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return nil, fmt.Errorf("%s: has files already: name a folder that is empty or not there", dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, vfs.Named(dir, err)
	}
	w := &Writer{sys: sys, dir: dir, old: err == nil}
	if !plain {
		if w.pack, err = bzip2.NewWriter(io.Discard, &bzip2.WriterConfig{Level: bzip2.BestSpeed}); err != nil {
			return nil, err
		}
	}
	err = sys.Mkdir(dir + partial)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: is left of a run that did not end: remove it", dir+partial)
	}
	if err != nil {
		return nil, vfs.Named(dir, err)
	}
	return w, nil
}

// Put writes the file of a page. If there is a file for its URL already, that one stays; but each page with a URL that is too
// long for a name gets a file of its own.
func (w *Writer) Put(url, text []byte) error {
	name := AppendName(w.name[:0], url)
	w.name = name
	w.text.Reset()
	var out io.Writer = &w.text
	if w.pack != nil {
		if err := w.pack.Reset(&w.text); err != nil {
			return err
		}
		out = w.pack
	}
	long := len(name) > MostName
	if long {
		name = fmt.Appendf(name[:0], "%s%d", tooLong, w.Long)
		fmt.Fprintf(out, "%s\n", url) // errors of a buffer: there are none
	}
	path := filepath.Join(w.dir+partial, string(name))
	if _, err := w.sys.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			w.Again++
		}
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	if w.pack != nil {
		if err := w.pack.Close(); err != nil {
			return err
		}
	}
	if err := w.write(path); err != nil {
		return err
	}
	w.Pages++
	if long {
		w.Long++
	}
	return nil
}

// write writes a file and makes it durable.
func (w *Writer) write(path string) error {
	f, err := w.sys.Grow(path)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(w.text.Bytes(), 0)
	if err == nil {
		err = f.Sync()
	}
	return vfs.Named(path, errors.Join(err, f.Close()))
}

// Close gives the folder its name.
func (w *Writer) Close() error {
	if err := w.sys.SyncDir(w.dir + partial); err != nil {
		return err
	}
	if w.old {
		if err := w.sys.Remove(w.dir); err != nil {
			return err
		}
	}
	if err := w.sys.Rename(w.dir+partial, w.dir); err != nil {
		return err
	}
	return w.sys.SyncDir(filepath.Dir(w.dir))
}

// Discard removes what was written. After Close it does nothing.
func (w *Writer) Discard() {
	w.sys.List(w.dir+partial, func(e fs.DirEntry) error { // the error that led here is the one to tell
		return w.sys.Remove(filepath.Join(w.dir+partial, e.Name()))
	})
	w.sys.Remove(w.dir + partial)
}
