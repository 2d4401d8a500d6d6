package docs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

// finder finds the files of a folder and of those below it, in the order of their names, or those of a list of URLs.
type finder struct {
	reader *Reader
	give   func(*file) error
	taken  []string // folders elsewhere that links led to
	found  Tally    // what is odd about names and links
}

func newFinder(r *Reader, give func(*file) error) *finder {
	return &finder{reader: r, give: give}
}

// find gives all files with their URLs.
func (w *finder) find() error {
	if w.reader.in.URLs != "" {
		return w.listed()
	}
	return w.walk(w.reader.in.Dir, strings.TrimSuffix(w.reader.in.Base, "/")+"/")
}

// walk gives the files of a folder and of those below it. A link to a file counts as the file; a link named like HTML that leads
// nowhere is given too, so that its reading says so.
func (w *finder) walk(dir, url string) error {
	entries, err := w.reader.opt.Room.FS.ReadDir(dir)
	if err != nil {
		return vfs.Named(dir, err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		kind := e.Type()
		if kind&fs.ModeSymlink != 0 {
			info, err := w.reader.opt.Room.FS.Stat(name)
			switch {
			case err != nil && namedHTML(name):
				kind = 0
			case err != nil, info.IsDir() && !w.follow(name):
				continue
			default:
				kind = info.Mode().Type()
			}
		}
		switch {
		case kind.IsDir():
			err = w.walk(name, url+escape(e.Name())+"/")
		case kind.IsRegular():
			err = w.give(w.file(name, url, entries))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// follow reports whether a link to a folder is to be followed: the first of those to a folder elsewhere. What is in the folder
// itself, or in one that an earlier link led to, is read where it is, and a link to what is above these would lead back.
func (w *finder) follow(name string) bool {
	root, err := filepath.EvalSymlinks(w.reader.in.Dir)
	target, other := filepath.EvalSymlinks(name)
	if cmp.Or(err, other) == nil {
		root, err = filepath.Abs(root)
		target, other = filepath.Abs(target)
	}
	if cmp.Or(err, other) == nil && !slices.ContainsFunc(append(w.taken, root), func(dir string) bool {
		return within(target, dir) || within(dir, target)
	}) {
		w.taken = append(w.taken, target)
		return true
	}
	if w.found.Unfollowed++; w.found.Unfollowed == 1 {
		w.found.FirstLink = name
	}
	return false
}

// within reports whether a file is a folder or lies below it.
func within(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}

// UsualIndex is the name of a file that a server gives for the URL of its folder.
const UsualIndex = "index.html"

// file is a file of a folder that has the given URL and entries.
func (w *finder) file(name, url string, entries []fs.DirEntry) *file {
	called := func(base string) string {
		if base == w.reader.in.Index {
			return url
		}
		return url + escape(base)
	}
	base := path.Base(name)
	plain, ending := stream.CutPacking(base)
	if w.reader.in.Index == "" && plain == UsualIndex {
		w.found.Indexes++
	}
	if strings.Contains(base, "?") {
		w.found.Queries++
	}
	f := &file{name: name, url: called(base), unpacked: called(base)}
	if ending == "" {
		return f
	}
	f.unpacked = called(plain)
	for _, other := range append([]string{""}, stream.Packings[:slices.Index(stream.Packings, ending)]...) {
		i, ok := slices.BinarySearchFunc(entries, plain+other,
			func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		f.copy = f.copy || ok && !entries[i].IsDir()
	}
	return f
}

var errStopped = errors.New("stopped")

// listed gives the files that the table names. It counts the pages, by their names, that the table does not name, and the files
// that have the URL of an earlier one.
func (w *finder) listed() error {
	var all int64
	var failed error
	table := func(yield func(*file, int) bool) {
		failed = w.table(func(f *file, line int) error {
			if !yield(f, line) {
				return errStopped
			}
			return nil
		})
	}
	listed, err := w.sameURL(table)
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	w.give = func(f *file) error {
		if namedHTML(f.name) {
			all++
		}
		return nil
	}
	err = w.walk(w.reader.in.Dir, "")
	w.found.Unlisted = max(0, all-listed)
	return err
}

// table gives the files of the lines of the table.
func (w *finder) table(give func(f *file, line int) error) error {
	table, dir := w.reader.in.URLs, w.reader.in.Dir
	return w.reader.lines(table, func(line string, n int) error {
		name, rest, ok := strings.Cut(line, "\t")
		if !ok {
			return fmt.Errorf("%s: no TAB between a path and a URL, at line %d", table, n)
		}
		if name = path.Clean(name); name == ".." || strings.HasPrefix(name, "../") {
			return fmt.Errorf("%s: %s is not below the folder %s, at line %d", table, name, dir, n)
		}
		url := rest[strings.LastIndexByte(rest, '\t')+1:]
		return give(&file{name: path.Join(dir, name), url: url, unpacked: url}, n)
	})
}

// escape writes a file name as a part of a URL's path: what has a meaning there loses it, and what URLs cannot hold, like line
// breaks and bytes that are not UTF-8, is not lost, so that two files never have the same URL.
func escape(name string) string {
	var url strings.Builder
	for len(name) > 0 {
		r, n := utf8.DecodeRuneInString(name)
		if r <= ' ' || r == 0x7f || r == utf8.RuneError && n == 1 || strings.ContainsRune(`%?#\`, r) {
			fmt.Fprintf(&url, "%%%02X", name[0])
		} else {
			url.WriteString(name[:n])
		}
		name = name[n:]
	}
	return url.String()
}
