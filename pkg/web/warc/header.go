package warc

import (
	"bytes"

	"webmill/pkg/ascii"
)

// Limits of a head.
const (
	MaxHead       = 64 << 10 // bytes of the head of a record, with the empty line at its end
	MaxFields     = 100      // of a record
	maxHTTPFields = 256      // of HTTP: further ones are left out
)

// Field is one line of a head.
type Field struct{ Name, Value []byte }

// Header holds the fields of a head in their order.
type Header []Field

// Get returns the value of the first field with a name, in any case, or nil.
func (h Header) Get(name string) []byte {
	for i := range h {
		if ascii.EqualFold(h[i].Name, name) {
			return h[i].Value
		}
	}
	return nil
}

// AppendFields appends the fields of a head, from the line after its first one, to h, until h has most fields. A line that begins
// with a blank goes on with the field before it; a line without a colon is left out. The fields are parts of the text, but for
// those of several lines.
func AppendFields(h Header, text []byte, most int) Header {
	folded, own := false, false
	for len(text) > 0 && len(h) < most {
		var line []byte
		line, text = cutLine(text)
		switch {
		case len(line) > 0 && (line[0] == ' ' || line[0] == '\t'):
			if folded && len(h) > 0 {
				last := &h[len(h)-1]
				if !own {
					last.Value = bytes.Clone(last.Value)
				}
				own = true
				last.Value = append(append(last.Value, ' '), bytes.TrimSpace(line)...)
			}
		default:
			name, value, ok := bytes.Cut(line, []byte(":"))
			folded, own = ok, false
			if ok {
				h = append(h, Field{bytes.TrimSpace(name), bytes.TrimSpace(value)})
			}
		}
	}
	return h
}

// cutLine takes the first line off a text, without its end.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte{'\n'})
	return bytes.TrimSuffix(line, []byte{'\r'}), rest
}

// decimal reads a number of digits only.
func decimal(b []byte) (n int64, ok bool) {
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}
