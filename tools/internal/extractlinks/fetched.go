package extractlinks

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/warc"
	"webmill/tools/internal/crawlinput"
)

// What was fetched is written beside the links: a row for each document. Until the two are written, rows stand among the lines of
// links, in the order of the input, and begin with a TAB, which no URL does.

// fetchedFields are the fields of a row. What is not known is empty.
func fetchedFields() (fields []parquetio.Field) {
	for _, f := range []struct {
		name string
		as   parquetio.Stored
	}{
		{"url", parquetio.AsText}, {"status", parquetio.AsInt}, {"type", parquetio.AsText}, {"time", parquetio.AsTime},
		{"bytes", parquetio.AsLong}, {"title", parquetio.AsText}, {"declared_lang", parquetio.AsText},
		{"archive", parquetio.AsText}, {"offset", parquetio.AsLong}, {"inner", parquetio.AsLong},
		{"revisit", parquetio.AsMark}, {"digest", parquetio.AsText},
	} {
		fields = append(fields, parquetio.Field{Column: tuple.Column{Name: f.name, Null: f.name != "url"}, Text: true, As: f.as})
	}
	return fields
}

// appendFetched appends the row of a document that has a URL, behind a TAB.
func appendFetched(dst []byte, d *docs.Document, seen *links.Seen) []byte {
	if len(seen.URL) == 0 {
		return dst
	}
	dst = append(append(dst, '\t'), seen.URL...)
	dst = append(dst, '\t')
	if seen.Status != 0 {
		dst = strconv.AppendInt(dst, int64(seen.Status), 10)
	}
	dst = append(append(append(dst, '\t'), seen.Type...), '\t')
	if d.Record != nil {
		dst = d.Record.AppendTime(dst)
	}
	dst = append(dst, '\t')
	if !d.Metadata && !d.Revisit && !d.Broken && !d.Begun {
		dst = strconv.AppendInt(dst, int64(len(d.Body)), 10)
	}
	dst = append(append(dst, '\t'), seen.Title...)
	dst = append(append(dst, '\t'), seen.Declared...)
	dst = append(dst, '\t')
	if d.Record == nil {
		return append(append(dst, fieldOf(d.File)...), "\t\t\t\t\n"...)
	}
	dst = append(append(dst, fieldOf(d.Volume.Label())...), '\t')
	dst = append(strconv.AppendInt(dst, d.Record.Offset, 10), '\t')
	if d.Record.Inner > 0 {
		dst = strconv.AppendInt(dst, d.Record.Inner, 10)
	}
	dst = append(dst, '\t')
	if d.Revisit {
		dst = append(dst, "revisit"...)
	}
	dst = append(append(dst, '\t'), fieldOf(digestOf(d.Record))...)
	return append(dst, '\n')
}

// digestOf is the digest of a payload, as the archive says it. An absurdly long one does not count.
func digestOf(r *warc.Record) string {
	digest := bytes.TrimSpace(r.Header.Get("WARC-Payload-Digest"))
	if len(digest) > 200 {
		return ""
	}
	return string(digest)
}

// fieldOf is a text, like the name of a file, as a field of a line; empty if it has bytes that a field cannot have.
func fieldOf(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
		return ""
	}
	return name
}

// apart divides lines into those of links and the rows of what was fetched.
func apart(lines, rows crawlinput.Output) crawlinput.Output {
	return crawlinput.Output{
		Write: func(text []byte) error {
			for len(text) > 0 {
				if text[0] == '\t' {
					row, rest, _ := bytes.Cut(text[1:], []byte("\n"))
					if err := rows.Write(text[1 : len(row)+2]); err != nil {
						return err
					}
					text = rest
					continue
				}
				n := bytes.Index(text, []byte("\n\t")) + 1
				if n == 0 {
					n = len(text)
				}
				if err := lines.Write(text[:n]); err != nil {
					return err
				}
				text = text[n:]
			}
			return nil
		},
		Close: func() error {
			if err := lines.Close(); err != nil {
				return err
			}
			return rows.Close()
		},
	}
}
