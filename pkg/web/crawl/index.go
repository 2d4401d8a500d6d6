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
)

// Sort writes the lines that source adds to dst, sorted.
type Sort func(dst io.Writer, source func(add func(line []byte) error) error) error

// Index writes the CDXJ index of all archives, sorted. The file appears whole, in the place of the index before.
func (c *Crawl) Index(sort Sort) error {
	name := c.store.path(cdxjName)
	f, err := c.opt.FS.Stage(name)
	if err != nil {
		return err
	}
	sorted := bufio.NewWriterSize(f, 256<<10)
	err = sort(sorted, func(add func(line []byte) error) error {
		var line, date []byte
		_, err := c.store.lines(c.store.logEnd, func(text []byte, _ int64) (bool, error) {
			var e crawllog.Entry
			if crawllog.IsEvent(text) || e.Parse(text) != nil || e.Archive == "" {
				return true, nil
			}
			date = archive.AppendTimestamp(date[:0], e.Time)
			line = archive.AppendCDXJ(line[:0], &archive.Capture{URL: []byte(e.URL), Date: date, MIME: []byte(e.Type),
				Digest: []byte(e.Digest),
				Status: e.Status, Revisit: e.Outcome == isUnchanged, Offset: e.Offset, Length: e.First, File: e.Archive})
			return true, add(line)
		})
		return err
	})
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
func (c *Crawl) Rejected(w io.Writer, sort Sort) error {
	sum := summer{w: w}
	err := sort(&sum, func(add func(line []byte) error) error {
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

// summer makes one line of sorted lines that differ only in their last field, and adds these numbers up.
type summer struct {
	w    io.Writer
	text []byte // that is not yet a whole line
	name []byte
	n    int64
}

// Write implements io.Writer.
func (s *summer) Write(p []byte) (int, error) {
	s.text = append(s.text, p...)
	from := 0
	for {
		end := bytes.IndexByte(s.text[from:], '\n')
		if end < 0 {
			break
		}
		line := s.text[from : from+end]
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
	s.text = append(s.text[:0], s.text[from:]...)
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
