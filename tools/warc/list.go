package main

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/web/archive"
	"webmill/pkg/web/warc"
)

// filter chooses records.
type filter struct {
	types, mimes []string // nil: all
	url          *regexp.Regexp
}

func newFilter(types, mimes string, url *regexp.Regexp) filter {
	split := func(list string) []string {
		if list == "" {
			return nil
		}
		return strings.Split(strings.ToLower(list), ",")
	}
	return filter{split(types), split(mimes), url}
}

// strange returns the first of the types of -type that the standard does not have and none of the records had.
func (f *filter) strange(seen map[string]bool) string {
	for _, t := range f.types {
		if !seen[t] && !slices.Contains(warc.StandardTypes(), t) {
			return t
		}
	}
	return ""
}

func (f *filter) takes(r *warc.Record, mime []byte) bool {
	return among(f.types, r.Type) && (f.mimes == nil || among(f.mimes, strings.ToLower(string(mime)))) && f.url.Match(r.URL)
}

func among(list []string, s string) bool { return list == nil || slices.Contains(list, s) }

// each calls f for each record of a run.
func each(f func(r *warc.Record, l *lines)) func(*warc.Records, *lines) error {
	return func(run *warc.Records, l *lines) error {
		for {
			r, err := run.Next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			f(r, l)
		}
	}
}

// listRecord writes the line of -list.
func (o *options) listRecord(r *warc.Record, l *lines) {
	h, _ := r.Head() // without one there is no status
	mime := h.ContentType()
	if l.takes(&o.filter, r, mime) {
		l.out.Text = appendLine(l.out.Text, r, h.Status, mime)
		l.more()
	}
}

func appendLine(b []byte, r *warc.Record, status int, mime []byte) []byte {
	b = append(appendPlace(b, r.Offset, r.Inner), '\t')
	b = append(appendNumber(b, r.Length), '\t')
	b = append(appendField(b, []byte(r.Type)), '\t')
	b = append(appendField(b, r.Date), '\t')
	b = append(appendNumber(b, int64(status)), '\t')
	b = append(appendField(b, mime), '\t')
	b = append(appendField(b, r.Header.Get("WARC-Payload-Digest")), '\t')
	return append(appendField(b, r.URL), '\n')
}

// appendPlace writes what -get reads.
func appendPlace(b []byte, offset, inner int64) []byte {
	b = strconv.AppendInt(b, offset, 10)
	if inner > 0 {
		b = strconv.AppendInt(append(b, '+'), inner, 10)
	}
	return b
}

func appendNumber(b []byte, n int64) []byte {
	if n == 0 {
		return append(b, '-')
	}
	return strconv.AppendInt(b, n, 10)
}

// appendField writes a field, with control bytes escaped; - stands for an empty one.
func appendField(b, field []byte) []byte {
	if len(field) == 0 {
		return append(b, '-')
	}
	const hex = "0123456789ABCDEF"
	for _, c := range field {
		if c < ' ' || c == 0x7f {
			b = append(b, '%', hex[c>>4], hex[c&15])
		} else {
			b = append(b, c)
		}
	}
	return b
}

// cdxjRecord writes the line of -cdxj.
func (o *options) cdxjRecord(r *warc.Record, l *lines) {
	if r.Type != "response" && r.Type != "revisit" && r.Type != "resource" {
		return
	}
	h, _ := r.Head()
	mime := h.ContentType()
	switch {
	case !l.takes(&o.filter, r, mime):
	case r.Length == 0:
		l.alone++
	default:
		l.out.Text = o.appendCDXJ(l.out.Text, r, &h, mime)
		l.more()
	}
}

func (o *options) appendCDXJ(b []byte, r *warc.Record, h *warc.HTTP, mime []byte) []byte {
	c := archive.Capture{
		URL: r.URL, Date: r.Date, MIME: mime, Digest: r.Header.Get("WARC-Payload-Digest"), Status: h.Status,
		Revisit: r.Type == "revisit", Offset: r.Offset, Length: r.Length, File: o.name,
	}
	if c.Digest == nil && !c.Revisit {
		c.Digest = []byte(warc.Digest(h.Payload))
	}
	return archive.AppendCDXJ(b, &c)
}
