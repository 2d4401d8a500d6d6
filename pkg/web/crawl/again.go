package crawl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/web/exchange"
	"webmill/pkg/web/urls"
)

// Again has the pages of an earlier crawl: they are asked for only if they have changed, and kept only then.
type Again struct{ captures *Captures }

// NewAgain makes it of an index, whose room it is.
func NewAgain(captures *Captures) *Again { return &Again{captures} }

// earlier is a page of the earlier crawl.
type earlier struct {
	place        capture
	date         time.Time
	digest       string
	tag, changed []byte // ETag and Last-Modified
}

// fields are those of a request that asks for changes.
func (e *earlier) fields() (list []exchange.Field) {
	if len(e.tag) > 0 {
		list = append(list, exchange.Field{Name: []byte("If-None-Match"), Value: e.tag})
	}
	if len(e.changed) > 0 {
		list = append(list, exchange.Field{Name: []byte("If-Modified-Since"), Value: e.changed})
	}
	return list
}

// line is what an index says of an answer.
type line struct {
	URL, Digest, Filename, Status, Offset, Mime string
}

// Read adds the lines of a CDXJ index, whose archives are in a folder.
func (a *Again) Read(in io.Reader, folder string) error {
	lines := newReader(in)
	for n := 1; ; n++ {
		text, err := lines.ReadBytes('\n')
		if len(text) == 0 && err != nil {
			return ended(err)
		}
		text = bytes.TrimSpace(text)
		if len(text) == 0 || text[0] == '!' {
			continue
		}
		if err := a.line(text, folder); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
}

func (a *Again) line(text []byte, folder string) error {
	open := bytes.IndexByte(text, '{')
	if open < 0 {
		return fmt.Errorf("is no line of a CDXJ index: KEY TIME {…}")
	}
	parts := bytes.Fields(text[:open])
	var l line
	if len(parts) != 2 || json.Unmarshal(text[open:], &l) != nil {
		return fmt.Errorf("is no line of a CDXJ index: KEY TIME {…}")
	}
	offset, err := strconv.ParseInt(l.Offset, 10, 64)
	if err != nil || l.Filename == "" {
		return fmt.Errorf("the line of a CDXJ index has no filename and offset")
	}
	if l.Status != "200" || l.Mime == "warc/revisit" {
		return nil
	}
	url, err := urls.Canonical(nil, []byte(l.URL))
	if err != nil {
		return nil
	}
	date, err := time.Parse("20060102150405", string(parts[1]))
	if err != nil {
		return fmt.Errorf("%q is no time of 14 digits", parts[1])
	}
	if l.Digest != "" && !strings.Contains(l.Digest, ":") {
		l.Digest = "sha1:" + l.Digest
	}
	name := l.Filename
	if !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	return a.captures.add(url, &capture{archive: a.captures.archive(name), offset: offset, date: date, digest: l.Digest})
}

// find returns what the earlier crawl has for a URL, nil if nothing.
func (a *Again) find(url []byte) (*earlier, error) {
	c, ok, err := a.captures.find(url)
	if !ok || err != nil {
		return nil, err
	}
	r, err := a.captures.read(&c, maxReplayed)
	if err != nil {
		return nil, err
	}
	h, err := r.Head()
	if err != nil {
		return nil, nil
	}
	e := &earlier{place: c, date: c.date, digest: c.digest, tag: bytes.Clone(h.Header.Get("ETag")), changed: bytes.Clone(h.Header.Get("Last-Modified"))}
	if e.digest == "" {
		e.digest = string(r.Header.Get("WARC-Payload-Digest"))
	}
	return e, nil
}

// body is the answer of the earlier crawl, for its links.
func (a *Again) body(e *earlier) (*exchange.Response, error) {
	r, err := a.captures.read(&e.place, maxReplayed)
	if err != nil {
		return nil, err
	}
	return responseOf(r, r.URL, e.date)
}
