package crawl

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/vfs"
	"webmill/pkg/web/archive"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/work"
)

// Sort sorts the lines that source adds by their bytes, and calls each for them. Lines have no line ends (linesort.SortEach).
type Sort func(room work.Room, source func(add func(line []byte) error) error, each func(line []byte) error) error

// Index writes the CDXJ index of all archives, sorted. The file appears whole, in the place of the index before.
func (c *Crawl) Index(room work.Room, sort Sort) error {
	name := c.store.path(IndexName)
	f, err := c.opt.FS.Stage(name)
	if err != nil {
		return err
	}
	sorted := newWriter(f)
	err = sort(room, func(add func(line []byte) error) error {
		var line, date []byte
		_, err := c.store.lines(c.store.logEnd, func(text []byte, _ int64) (bool, error) {
			var e crawllog.Entry
			if crawllog.IsEvent(text) || e.Parse(text) != nil || e.Archive == "" {
				return true, nil
			}
			date = archive.AppendTimestamp(date[:0], e.Time)
			line = archive.AppendCDXJ(line[:0], &archive.Capture{URL: []byte(e.URL), Date: date, MIME: []byte(e.Type),
				Digest: []byte(e.Digest), Status: e.Status, Revisit: e.Unchanged(), Offset: e.Offset, Length: e.First,
				File: e.Archive})
			return true, add(line[:len(line)-1])
		})
		return err
	}, writeLines(sorted))
	if err == nil {
		err = sorted.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = c.opt.FS.Publish(f, name)
	}
	if err != nil {
		c.opt.FS.Discard(f)
		return err
	}
	return f.Close()
}

// writeLines writes lines, with their ends.
func writeLines(w *bufio.Writer) func(line []byte) error {
	return func(line []byte) error {
		w.Write(line)
		return w.WriteByte('\n') // fails if the write before did
	}
}

// Join writes all archives to w, one behind the other.
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

// Rejected writes how many links each rule rejected, by host: lines of rule, TAB, host, TAB, links, sorted.
func (c *Crawl) Rejected(w io.Writer, room work.Room, sort Sort) error {
	sum := summer{w: w}
	err := sort(room, func(add func(line []byte) error) error {
		var line []byte
		_, err := frames(c.store.journal.file, c.store.journal.end, func(fr *frame, _ int64) error {
			for name, n := range fr.rejected {
				line = fmt.Appendf(line[:0], "%s\t%d", name, n)
				if err := add(line); err != nil {
					return err
				}
			}
			return nil
		})
		return err
	}, sum.add)
	if err != nil {
		return err
	}
	return sum.end()
}

// summer makes one line of sorted lines that differ only in their last field, and adds these numbers up.
type summer struct {
	w    io.Writer
	name []byte
	n    int64
}

// add adds a line.
func (s *summer) add(line []byte) error {
	tab := bytes.LastIndexByte(line, '\t')
	n, err := strconv.ParseInt(string(line[tab+1:]), 10, 64)
	if err != nil {
		return err
	}
	if !bytes.Equal(line[:tab], s.name) {
		if err := s.end(); err != nil {
			return err
		}
		s.name, s.n = append(s.name[:0], line[:tab]...), 0
	}
	s.n += n
	return nil
}

func (s *summer) end() error {
	if s.n == 0 {
		return nil
	}
	_, err := fmt.Fprintf(s.w, "%s\t%d\n", s.name, s.n)
	s.n = 0
	return err
}
