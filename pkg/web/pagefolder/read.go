package pagefolder

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/dsnet/compress/bzip2"

	"webmill/pkg/urls"
	"webmill/pkg/vfs"
)

// Found counts the files of a folder.
type Found struct {
	Files  int64
	Bad    int64  // files that are no pages: the name, or the first line, is no URL
	First  string // the name of the first of these
	Unread int64  // files that were not read for their URL, because of namesOnly
}

// Each calls f for the URL of each file, in no order. The URL is valid during the call. Each opens only files that have their URL
// in the first line; with namesOnly it counts these and leaves them out, as Bumüller 2019 does.
func Each(sys vfs.FS, dir string, namesOnly bool, f func(url []byte) error) (found Found, err error) {
	var url, raw []byte
	err = sys.List(dir, func(e fs.DirEntry) error {
		if e.IsDir() {
			return nil
		}
		found.Files++
		raw = appendURL(raw[:0], []byte(e.Name()))
		if isTooLong(e.Name()) {
			if namesOnly {
				found.Unread++
				return nil
			}
			var err error
			if raw, err = firstLine(sys, filepath.Join(dir, e.Name()), raw[:0]); err != nil {
				return err
			}
		}
		var no error
		if url, no = urls.Canonical(url[:0], raw); no != nil {
			if found.Bad++; found.Bad == 1 {
				found.First = e.Name()
			}
			return nil
		}
		return f(url)
	})
	return found, err
}

// firstLine appends the first line of a file. A line that is too long is cut, and a damaged file has an empty one: both are no
// URLs.
func firstLine(sys vfs.FS, name string, dst []byte) ([]byte, error) {
	from := len(dst)
	err := read(sys, name, func(text *bufio.Reader) error {
		line, err := text.ReadSlice('\n')
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return err
		}
		dst = append(dst, bytes.TrimSuffix(line, []byte("\n"))...)
		return nil
	})
	if _, damaged := errors.AsType[*packedError](err); damaged {
		return dst[:from], nil
	}
	return dst, err
}

// packedError says that a packed file is damaged.
type packedError struct{ error }

// source is a packed file. It keeps the error with which reading it failed.
type source struct {
	file io.Reader
	err  error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.file.Read(p)
	if err != io.EOF {
		s.err = err
	}
	return n, err
}

// unpacked is the text of a packed file. It tells damage (packedError) from an error of the file.
type unpacked struct {
	z   *bzip2.Reader
	src *source
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.z.Read(p)
	if err != nil && err != io.EOF {
		if err = u.src.err; err == nil {
			err = &packedError{errors.New("the bzip2 file is damaged")}
		}
	}
	return n, err
}

// longestLine is the length of a line with the longest URL.
const longestLine = urls.MaxLength + len("\n")

// read opens a file and calls f with its text.
func read(sys vfs.FS, name string, f func(text *bufio.Reader) error) error {
	file, err := sys.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	src := &source{file: file}
	in := bufio.NewReaderSize(src, longestLine)
	head, err := in.Peek(len("BZh91"))
	if err != nil && err != io.EOF {
		return vfs.Named(name, err)
	}
	if packed(head) {
		z, err := bzip2.NewReader(in, nil)
		if err != nil {
			return err
		}
		defer z.Close()
		in = bufio.NewReaderSize(&unpacked{z, src}, longestLine)
	}
	return vfs.Named(name, f(in))
}

// packed reports whether a file begins like one of bzip2.
func packed(head []byte) bool {
	return len(head) == 5 && bytes.HasPrefix(head, []byte("BZh")) && head[3] >= '1' && head[3] <= '9' &&
		(head[4] == 0x31 || head[4] == 0x17) // a block, or the end
}
