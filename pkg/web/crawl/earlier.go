package crawl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/ascii"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// EarlierCrawls has the pages of earlier crawls. A crawl asks servers only for what has changed since, and keeps no second copy
// of a page that has not changed. Read all indexes, then call Plan.
type EarlierCrawls struct {
	captures *Captures
	file     *spill.File // lines of all indexes: URL, time, digest, whether it is a revisit, offset, archive
	lines    *bufio.Writer
	room     work.Room
	sort     Sort
	PerDay   float64   // exchanges a day that Plan shares out; 0: every page is due
	At       time.Time // Plan finds the pages that are due at this time
	Due      int64     // pages that are due
	All      int64     // pages of the indexes
}

// NewEarlierCrawls makes EarlierCrawls without pages. It takes captures, which must be empty, and closes them. The lines of the
// indexes wait in a temporary file of room.
func NewEarlierCrawls(captures *Captures, room work.Room, sort Sort) *EarlierCrawls {
	a := &EarlierCrawls{captures: captures, file: spill.NewFile(room), room: room, sort: sort, At: time.Now()}
	a.lines = newWriter(a.file)
	return a
}

// Close removes the temporary file and closes the captures.
func (a *EarlierCrawls) Close() error {
	return errors.Join(a.file.Close(), a.captures.Close())
}

// earlier is a page of the earlier crawls.
type earlier struct {
	place        capture
	date         time.Time
	digest       string
	tag, changed []byte // ETag and Last-Modified
	says         []byte // what its head says of its content
	fresh        bool   // it is not due yet
}

// headSays are the fields of a head on which links and texts of a page depend: with others an equal body is another answer.
func headSays(head warc.Header) (text []byte) {
	for _, f := range head {
		for _, name := range []string{"Content-Type", "Refresh", "X-Robots-Tag"} {
			if ascii.EqualFold(f.Name, name) {
				text = append(append(append(append(text, name...), ':'), bytes.TrimSpace(f.Value)...), '\n')
			}
		}
	}
	return text
}

// fields are the header fields of a request for a page only if it has changed.
func (e *earlier) fields() (list []exchange.Field) {
	if len(e.tag) > 0 {
		list = append(list, exchange.Field{Name: []byte("If-None-Match"), Value: e.tag})
	}
	if len(e.changed) > 0 {
		list = append(list, exchange.Field{Name: []byte("If-Modified-Since"), Value: e.changed})
	}
	return list
}

// line is the JSON of a line of an index.
type line struct {
	URL, Digest, Filename, Status, Offset, Mime string
}

// longestIndexLine bounds a line of an index: it has a URL twice, and little else.
const longestIndexLine = 256 << 10

// Read adds the lines of a CDXJ index. Names of archives in it are relative to the folder.
func (a *EarlierCrawls) Read(in io.Reader, folder string) error {
	lines := tuple.NewLines(in, longestIndexLine)
	return lines.Each(func(text []byte) error {
		text = bytes.TrimSpace(text)
		if len(text) == 0 || text[0] == '!' {
			return nil
		}
		if err := a.line(text, folder); err != nil {
			return fmt.Errorf("line %d: %w", lines.Number, err)
		}
		return nil
	})
}

func (a *EarlierCrawls) line(text []byte, folder string) error {
	open := bytes.Index(text, []byte(" {")) // the key has no blank, but it may have a brace
	if open < 0 {
		return fmt.Errorf("is no line of a CDXJ index, like KEY TIME {…}")
	}
	parts := bytes.Fields(text[:open])
	var l line
	if len(parts) != 2 || json.Unmarshal(text[open:], &l) != nil {
		return fmt.Errorf("is no line of a CDXJ index, like KEY TIME {…}")
	}
	offset, err := strconv.ParseInt(l.Offset, 10, 64)
	if err != nil || l.Filename == "" {
		return fmt.Errorf("has no filename or no offset, which a line of a CDXJ index needs")
	}
	revisit := l.Mime == "warc/revisit"
	if l.Status != "200" && !revisit {
		return nil
	}
	url, err := urls.Canonical(nil, []byte(l.URL))
	if err != nil || string(urls.AfterHost(url)) == "/robots.txt" { // which is no page, and has a time of its own
		return nil
	}
	if _, err := time.Parse(warc.Timestamp, string(parts[1])); err != nil {
		return fmt.Errorf("%q is no time of 14 digits", parts[1])
	}
	if l.Digest != "" && !strings.Contains(l.Digest, ":") {
		l.Digest = "sha1:" + l.Digest
	}
	if strings.ContainsAny(l.Digest, "\t\n") || len(l.Digest) > maxDigest {
		l.Digest = ""
	}
	name := l.Filename
	if !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	_, err = fmt.Fprintf(a.lines, "%s\t%s\t%s\t%t\t%d\t%d\n", url, parts[1], l.Digest, revisit, offset, a.captures.archive(name))
	return err
}

// find returns the page that the earlier crawls have for a URL, or nil; nil too if they have only a part of it.
func (a *EarlierCrawls) find(url []byte) (*earlier, error) {
	c, ok, err := a.captures.find(url)
	if !ok || err != nil {
		return nil, err
	}
	if a.PerDay > 0 && a.At.Sub(c.visited) < c.interval {
		return &earlier{place: c, date: c.date, digest: c.digest, fresh: true}, nil
	}
	r, err := a.captures.read(&c, maxReplayed)
	if err != nil {
		return nil, err
	}
	h, err := r.Head()
	if err != nil || len(r.Header.Get("WARC-Truncated")) > 0 { // the server may call it unchanged, and its end is missing here
		return nil, nil
	}
	e := &earlier{place: c, date: c.date, digest: c.digest, tag: bytes.Clone(h.Header.Get("ETag")),
		changed: bytes.Clone(h.Header.Get("Last-Modified")), says: headSays(h.Header)}
	if e.digest == "" {
		e.digest = string(r.Header.Get("WARC-Payload-Digest"))
	}
	return e, nil
}

// body reads the answer that an earlier crawl has for a page, for its links.
func (a *EarlierCrawls) body(e *earlier) (*exchange.Response, error) {
	r, err := a.captures.read(&e.place, maxReplayed)
	if err != nil {
		return nil, err
	}
	return responseOf(r, r.URL, e.date)
}
