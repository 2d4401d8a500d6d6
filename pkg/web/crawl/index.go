package crawl

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/linesort"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Index makes the CDXJ index of the archives, anew.
func (c *Crawl) Index(room work.Room) error {
	return nil
}

// Join writes all archives, one behind the other.
func (c *Crawl) Join(w io.Writer) error {
	for n := 1; n <= c.store.number; n++ {
		name := c.store.path(archiveOf(n))
		f, err := c.opt.FS.Open(name)
		if err != nil {
			return err
		}
		_, err = io.Copy(w, f)
		f.Close()
		if err != nil {
			return vfs.Named(name, err)
		}
	}
	return nil
}

// Rejected writes how many links each rule rejected, by host: rule, host, links, sorted.
func (c *Crawl) Rejected(w io.Writer, room work.Room) error {
	sum := summer{w: w}
	_, err := linesort.SortAdded(&sum, linesort.Options{Room: room}, func(add func(line []byte) error) error {
		var line []byte
		_, err := frames(c.store.found.file, c.store.found.end, func(fr *frame, _ int64) error {
			for name, n := range fr.rejected {
				line = fmt.Appendf(line[:0], "%s\t%d\n", name, n)
				if err := add(line); err != nil {
					return err
				}
			}
			return nil
		})
		return err
	})
	if err != nil {
		return err
	}
	return sum.end()
}

// summer adds up the last numbers of sorted lines that begin alike.
type summer struct {
	w    io.Writer
	rest []byte
	name []byte
	n    int64
	err  error
}

// Write implements linesort.Output.
func (s *summer) Write(p []byte) (int, error) {
	s.rest = append(s.rest, p...)
	from := 0
	for {
		end := bytes.IndexByte(s.rest[from:], '\n')
		if end < 0 {
			break
		}
		line := s.rest[from : from+end]
		from += end + 1
		tab := bytes.LastIndexByte(line, '\t')
		n, err := strconv.ParseInt(string(line[tab+1:]), 10, 64)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(line[:tab], s.name) {
			if err := s.end(); err != nil {
				return 0, err
			}
			s.name, s.n = append(s.name[:0], line[:tab]...), 0
		}
		s.n += n
	}
	s.rest = append(s.rest[:0], s.rest[from:]...)
	return len(p), nil
}

func (s *summer) end() error {
	if s.n == 0 {
		return nil
	}
	_, err := fmt.Fprintf(s.w, "%s\t%d\n", s.name, s.n)
	s.n = 0
	return err
}

// At implements linesort.Output: the lines must come in order.
func (s *summer) At() (io.WriterAt, bool) { return nil, false }

// Written implements linesort.Output.
func (s *summer) Written(int64) error { return nil }
