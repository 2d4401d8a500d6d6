package coverage

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"webmill/pkg/tuple"
	"webmill/pkg/urls"
)

// List counts the lines of a list of URLs.
type List struct {
	URLs  int64  // lines that are URLs; of a table, all rows
	Bad   int64  // lines or rows that are no http or https URLs
	First string // the first of these: list, fault and line
}

// Add adds the counts of another list.
func (l *List) Add(more List) {
	l.URLs, l.Bad = l.URLs+more.URLs, l.Bad+more.Bad
	if l.First == "" {
		l.First = more.First
	}
}

// ReadURLs calls f for the canonical form of each URL of a list, one a line. It is valid during the call. A # begins a comment,
// at the beginning of a line or behind a blank. A URL without a scheme gets http. name is the name of the list, for messages.
func ReadURLs(name string, r io.Reader, f func(url []byte) error) (list List, err error) {
	lines := tuple.NewLines(r, 2*urls.MaxLength)
	var url []byte
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return list, nil
		}
		if _, long := errors.AsType[*tuple.LineError](err); err != nil && !long {
			return list, err
		}
		if err == nil {
			if line = withoutComment(line); len(line) == 0 {
				continue
			}
			url, err = canonical(url[:0], line)
			err = lineFault(lines, err)
		}
		if err != nil {
			if list.Bad++; list.Bad == 1 {
				list.First = name + ": " + strings.ToValidUTF8(err.Error(), "?")
			}
			continue
		}
		list.URLs++
		if err := f(url); err != nil {
			return list, err
		}
	}
}

func lineFault(lines *tuple.Lines, err error) error {
	if err == nil {
		return nil
	}
	return lines.Fault(err)
}

// withoutComment is a line without blanks at its ends and without its comment.
func withoutComment(line []byte) []byte {
	for i, c := range line {
		if c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			line = line[:i]
			break
		}
	}
	return bytes.TrimSpace(line)
}

// errBlank: such a line is that of a table, or a URL and its title.
var errBlank = errors.New("a blank or TAB after the URL (in a URL, write %20)")

// canonical appends the canonical form of a URL, which may be without a scheme.
func canonical(dst, url []byte) ([]byte, error) {
	if before, _, _ := bytes.Cut(url, []byte("#")); bytes.ContainsAny(before, "\t ") {
		return dst, errBlank
	}
	host, _, _ := bytes.Cut(url, []byte("/"))
	if bytes.IndexByte(host, ':') < 0 {
		if bytes.IndexByte(host, '.') < 0 && string(host) != "localhost" || bytes.ContainsAny(host, ",;") {
			return dst, urls.ErrInvalid // a word, or a line of another table
		}
		url = append([]byte("http://"), url...)
	}
	return urls.Canonical(dst, url)
}
