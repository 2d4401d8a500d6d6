package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/jsonstring"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/sitemap"
)

func newBuffer(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 256<<10) }

// textWriter writes indented lines.
type textWriter struct {
	out    *bufio.Writer
	lines  int64
	text   []byte
	site   []byte // scheme and host of the home page, which URLs do not repeat
	hosts  int
	beyond bool
}

func (w *textWriter) Host(h *sitemap.Host) error {
	w.text = w.text[:0]
	w.lines++
	if w.hosts++; w.hosts > 1 {
		w.lines++
		w.text = append(w.text, '\n')
	}
	w.text = fmt.Appendf(w.text, "%s: %s, %d in the tree of menus, %d that no menu reaches", h.Name,
		tuple.Counted(h.Crawled, "page crawled", "pages crawled"), h.Reached, h.Beyond())
	if h.Missing > 0 {
		w.text = fmt.Appendf(w.text, ", %d more in the tree but not crawled", h.Missing)
	}
	if h.Deeper > 0 {
		w.text = fmt.Appendf(w.text, "; %d of the tree are deeper than this", h.Deeper)
	}
	w.site, w.beyond = append(w.site[:0], urls.Origin(h.Home)...), false
	_, err := w.out.Write(append(w.text, '\n'))
	return err
}

func (w *textWriter) Page(p *sitemap.Page) error {
	w.text = w.text[:0]
	w.lines++
	depth := p.Depth
	if depth < 0 {
		depth = 1
		if !w.beyond {
			w.beyond = true
			w.lines++
			w.text = append(w.text, "no menu reaches\n"...)
		}
	}
	for range depth {
		w.text = append(w.text, "  "...)
	}
	w.text = append(w.text, bytes.TrimPrefix(p.URL, w.site)...)
	if len(p.Title) > 0 {
		w.text = append(append(w.text, "  "...), p.Title...)
	}
	if !p.Crawled {
		w.text = append(w.text, "  (not crawled)"...)
	}
	_, err := w.out.Write(append(w.text, '\n'))
	return err
}

func (w *textWriter) end() (int64, error) { return w.lines, w.out.Flush() }

// jsonWriter writes a line of JSON for each host.
type jsonWriter struct {
	out    *bufio.Writer
	text   []byte
	lines  int64
	open   int // pages that wait for those below them
	began  bool
	beyond bool
}

func (w *jsonWriter) Host(h *sitemap.Host) error {
	if err := w.close(); err != nil {
		return err
	}
	w.began = true
	w.lines++
	w.text = appendString(append(w.text[:0], `{"host":`...), h.Name)
	for _, f := range [...]struct {
		name string
		n    int64
	}{{"pages", h.Crawled}, {"reached", h.Reached}, {"not_crawled", h.Missing}, {"deeper", h.Deeper}, {"depth", int64(h.Depth)}} {
		w.text = append(append(append(w.text, `,"`...), f.name...), `":`...)
		w.text = strconv.AppendInt(w.text, f.n, 10)
	}
	_, err := w.out.Write(append(w.text, `,"tree":`...))
	return err
}

func (w *jsonWriter) Page(p *sitemap.Page) error {
	w.text = w.text[:0]
	switch {
	case p.Depth < 0 && w.beyond:
		w.text = append(w.text, ',')
	case p.Depth < 0:
		w.up(0)
		w.beyond = true
		w.text = append(w.text, `,"unreached":[`...)
	case p.Depth >= w.open && p.Depth > 0: // the first one below the page before
		w.text = append(w.text, `,"children":[`...)
	case p.Depth > 0:
		w.up(p.Depth)
		w.text = append(w.text, ',')
	}
	w.text = appendString(append(w.text, `{"url":`...), p.URL)
	if len(p.Title) > 0 {
		w.text = appendString(append(w.text, `,"title":`...), p.Title)
	}
	if !p.Crawled {
		w.text = append(w.text, `,"crawled":false`...)
	}
	if p.Depth < 0 {
		w.text = append(w.text, '}')
	} else {
		w.open = p.Depth + 1
	}
	_, err := w.out.Write(w.text)
	return err
}

// up ends the pages of a depth and below.
func (w *jsonWriter) up(depth int) {
	for ; w.open > depth; w.open-- {
		w.text = append(w.text, '}')
		if w.open > depth+1 {
			w.text = append(w.text, ']')
		}
	}
}

// close ends the line of a host.
func (w *jsonWriter) close() error {
	if !w.began {
		return nil
	}
	w.text = w.text[:0]
	w.up(0)
	if w.beyond {
		w.text = append(w.text, ']')
	}
	w.began, w.beyond = false, false
	_, err := w.out.Write(append(w.text, "}\n"...))
	return err
}

func (w *jsonWriter) end() (int64, error) {
	if err := w.close(); err != nil {
		return 0, err
	}
	return w.lines, w.out.Flush()
}

// form is how strings are written.
var form = jsonstring.New(jsonstring.Options{})

func appendString(dst, text []byte) []byte { return jsonstring.Append(form, dst, text) }
