package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"webmill/pkg/ascii"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Folder is a folder of results. Tuples and Bytes open what is in it, by the path.
type Folder struct {
	Dir    string
	FS     vfs.FS
	Tuples func(path string, columns []tuple.Column) (*stream.Input, error)
	Bytes  func(path string) (*stream.Bytes, error)

	names map[string]bool // of the files, from Dir, with slashes
	left  []string        // what was left out, and why
	ranks *ranking        // once they were read
	best  []relevantPage  // likewise, the most relevant pages
	known *fetches        // likewise
	log   *crawlLog       // likewise
}

// Open describes a folder of a file system.
func Open(sys vfs.FS, dir string) *Folder {
	return &Folder{
		Dir: dir, FS: sys,
		Tuples: func(path string, columns []tuple.Column) (*stream.Input, error) {
			return stream.Open(sys, path, nil, stream.Spec{Columns: columns})
		},
		Bytes: func(path string) (*stream.Bytes, error) { return stream.OpenBytes(sys, path, nil) },
	}
}

// thesis is the folder, in that of the results, of what repeats the experiments of Kulvait 2007.
const thesis = "thesis/"

// list finds the files of the folder and of the one of the thesis.
func (f *Folder) list() error {
	info, err := f.FS.Stat(f.Dir)
	if err == nil && !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", f.Dir)
	}
	if err != nil {
		return f.failed("", err)
	}
	f.names = map[string]bool{}
	if err := f.add(""); err != nil {
		return err
	}
	info, err = f.FS.Stat(f.path(thesis))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return f.failed(thesis, err)
	case !info.IsDir():
		return nil
	}
	if err := f.add(thesis); err != nil {
		return err
	}
	return f.ofTheseLinks()
}

// ofTheseLinks leaves out the experiments if of.tsv says that they are about other links than those of the folder.
func (f *Folder) ofTheseLinks() error {
	const of, links = thesis + "of.tsv", "links.t2"
	if !f.has(of, links) {
		return nil
	}
	s, err := f.sheet(of, "bytes", "time", "links")
	if err != nil {
		return err
	}
	info, err := f.FS.Stat(f.path(links))
	if err != nil {
		return f.failed(links, err)
	}
	now := fmt.Sprintf("%d %d.%09d", info.Size(), info.ModTime().Unix(), info.ModTime().Nanosecond())
	if len(s.rows) == 1 && strings.HasPrefix(s.rows[0][1]+" "+s.rows[0][2]+" ", now+" ") { // the time of its state may follow
		return nil
	}
	maps.DeleteFunc(f.names, func(name string, _ bool) bool { return strings.HasPrefix(name, thesis) })
	f.left = append(f.left, thesis+": the experiments are about other links than those of this folder: run make thesis again")
	return nil
}

func (f *Folder) add(sub string) error {
	entries, err := f.FS.ReadDir(f.path(sub))
	if err != nil {
		return f.failed(sub, err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			f.names[sub+e.Name()] = true
		}
	}
	return nil
}

func (f *Folder) path(name string) string { return filepath.Join(f.Dir, filepath.FromSlash(name)) }

// failed puts the path of a file of the folder before an error, in the place of the operation and the path that it had.
func (f *Folder) failed(name string, err error) error {
	return vfs.Named(f.path(name), err)
}

// has reports whether the folder holds all of some files.
func (f *Folder) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !f.names[n] })
}

// glob lists the files that match a pattern, sorted.
func (f *Folder) glob(pattern string) []string {
	var list []string
	for name := range f.names {
		if ok, _ := filepath.Match(pattern, name); ok {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// open opens a stream of pairs (id, value), sorted by id, each id once.
func (f *Folder) open(name string, value tuple.Kind) (*stream.Input, error) {
	in, err := f.Tuples(f.path(name), []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "value", Kind: value}})
	if err == nil {
		in.Check(tuple.Columns(0), true)
	}
	return in, err
}

// each reads the pairs of a file, until do returns an error.
func (f *Folder) each(name string, value tuple.Kind, do func(id, value int32) error) error {
	in, err := f.open(name, value)
	if err != nil {
		return err
	}
	defer in.Close()
	return tuple.EachPair(in, do)
}

// records counts the pairs of a file: by its size where that tells.
func (f *Folder) records(name string) (n int64, err error) {
	in, err := f.Tuples(f.path(name), tuple.Ints("a", "b"))
	if err != nil {
		return 0, err
	}
	defer in.Close()
	p, err := tuple.PlacesOf(in)
	if err == nil && p != nil {
		return p.Records, nil
	}
	if err != nil {
		return 0, err
	}
	err = tuple.EachPair(in, func(_, _ int32) error {
		n++
		return nil
	})
	return n, err
}

// find looks up the values of a few ids, which are sorted.
func (f *Folder) find(name string, value tuple.Kind, ids []int32) (map[int32]int32, error) {
	found := map[int32]int32{}
	rest := ids
	err := f.each(name, value, func(id, v int32) error {
		for len(rest) > 0 && rest[0] < id {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0] == id {
			found[id] = v
		}
		return nil
	})
	return found, err
}

const (
	maxLine = 4 << 10 // of a line that is shown; the rest of it is read over
	maxText = 1 << 20 // of a file that is read as a whole
)

// lines finds lines by their numbers from 0.
func (f *Folder) lines(name string, numbers []int32) (map[int32]string, error) {
	found := map[int32]string{}
	rest, n := slices.Sorted(slices.Values(numbers)), int64(0)
	err := f.eachLine(name, tuple.BlockBytes, func(line []byte) error {
		if len(rest) == 0 {
			return io.EOF
		}
		if int64(rest[0]) == n {
			found[rest[0]] = strings.TrimRight(string(line[:min(len(line), maxLine)]), "\r\n")
			rest = rest[1:]
		}
		n++
		return nil
	})
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%s: has only %s, and none for the id %d", f.path(name), plural(n, "line"), rest[0])
	}
	return found, err
}

// countLines is the number of lines of a file. A last line without an end is an error.
func (f *Folder) countLines(name string) (n int64, err error) {
	whole := true
	err = f.eachLine(name, tuple.BlockBytes, func(line []byte) error {
		n++
		whole = bytes.HasSuffix(line, []byte("\n"))
		return nil
	})
	if err == nil && !whole {
		err = fmt.Errorf("%s: is cut off: its last line has no end", f.path(name))
	}
	return n, err
}

// eachText reads the lines of a file as texts without their ends, until do returns an error.
func (f *Folder) eachText(name string, do func(line string) error) error {
	return f.eachLine(name, tuple.BlockBytes, func(line []byte) error { return do(string(ascii.TrimEnd(line))) })
}

// eachLine reads the lines of a file with their ends, until do returns an error; io.EOF is none. Of a line of more than most
// bytes it gives only the first ones, and its end; tuple.Lines would refuse it.
func (f *Folder) eachLine(name string, most int, do func(line []byte) error) error {
	in, err := f.Bytes(f.path(name))
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReaderSize(in, most)
	for {
		line, err := nextLine(r)
		if err == nil {
			err = do(line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func nextLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line = bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			_, err = r.ReadSlice('\n')
		}
		if err == nil {
			line = append(line, '\n')
		}
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	return line, err
}

// text reads a small file.
func (f *Folder) text(name string) ([]byte, error) {
	in, err := f.Bytes(f.path(name))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b, err := io.ReadAll(io.LimitReader(in, maxText+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxText {
		return nil, fmt.Errorf("%s: is longer than %d MiB, which no result of its name is", f.path(name), maxText>>20)
	}
	return b, nil
}

// object reads the statistics of a tool into v; ok is false for JSON of another kind.
func (f *Folder) object(name string, v any) (ok bool, err error) {
	b, err := f.text(name)
	if err != nil {
		return false, err
	}
	if !json.Valid(b) {
		return false, fmt.Errorf("%s: is not whole JSON", f.path(name))
	}
	return bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) && json.Unmarshal(b, v) == nil, nil
}

// parquet opens a file at any place. An error of reading comes before what do makes of it.
func (f *Folder) parquet(name string, do func(file io.ReaderAt, size int64) error) error {
	file, err := f.FS.Open(f.path(name))
	if err != nil {
		return f.failed(name, err)
	}
	defer file.Close()
	info, err := f.FS.Stat(f.path(name))
	if err != nil {
		return f.failed(name, err)
	}
	noted := &notingReader{ReaderAt: file}
	if err = do(noted, info.Size()); noted.err != nil {
		err = noted.err
	}
	if err != nil {
		return f.failed(name, err)
	}
	return nil
}

// rows reads some columns of a Parquet file, until do returns an error, which need not name the file.
func (f *Folder) rows(name string, do func(row []parquetio.Value) error, columns ...string) error {
	return f.parquet(name, func(file io.ReaderAt, size int64) error {
		return parquetio.EachRow(file, size, columns, do)
	})
}

// rowsIf is rows, but reads nothing if the file lacks one of the columns.
func (f *Folder) rowsIf(name string, do func(row []parquetio.Value) error, columns ...string) error {
	return f.parquet(name, func(file io.ReaderAt, size int64) error {
		has, _, err := parquetio.Describe(file, size)
		if err != nil || slices.ContainsFunc(columns, func(c string) bool { return !slices.Contains(has, c) }) {
			return err
		}
		return parquetio.EachRow(file, size, columns, do)
	})
}

// notingReader remembers that reading failed, which is no matter of what the file holds.
type notingReader struct {
	io.ReaderAt
	err error
}

// ReadAt implements io.ReaderAt.
func (r *notingReader) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, off)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}
