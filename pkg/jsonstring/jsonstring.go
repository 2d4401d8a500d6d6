// Package jsonstring writes strings of JSON. The same text may be written in several ways; a Form says which one, so that each
// output keeps its bytes.
package jsonstring

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Form is how strings are written. All forms escape the quotation mark, the backslash and the control bytes below the space.
type Form struct {
	escapes [utf8.RuneSelf]string // what stands for a byte; "": the byte
	stops   [256]bool             // the bytes that may not be copied as they are
	invalid string
	lines   bool
}

// Options are what forms differ in.
type Options struct {
	Short   string // the control bytes of \b \f \n \r \t that are written so; the others are as \u001f
	Delete  bool   // the byte 0x7f is written as \u007f
	Invalid string // what stands for a byte that is not UTF-8; "": the byte itself, and texts are not checked
	Lines   bool   // U+2028 and U+2029 are written as \u2028 and \u2029; needs Invalid
}

// Standard is the form of encoding/json, without escapes for HTML.
var Standard = New(Options{Short: "\b\f\n\r\t", Invalid: `\ufffd`, Lines: true})

// New makes a Form.
func New(opt Options) *Form {
	f := &Form{invalid: opt.Invalid, lines: opt.Lines}
	for c := range ' ' {
		f.escapes[c] = fmt.Sprintf(`\u%04x`, c)
	}
	for i, c := range "\b\f\n\r\t" {
		if strings.ContainsRune(opt.Short, c) {
			f.escapes[c] = `\` + "bfnrt"[i:i+1]
		}
	}
	f.escapes['"'], f.escapes['\\'] = `\"`, `\\`
	if opt.Delete {
		f.escapes[0x7f] = `\u007f`
	}
	for c := range f.stops {
		f.stops[c] = c >= utf8.RuneSelf && opt.Invalid != "" || c < utf8.RuneSelf && f.escapes[c] != ""
	}
	return f
}

// Append appends a text as a string.
func Append[T []byte | string](f *Form, dst []byte, text T) []byte {
	return append(AppendInside(f, append(dst, '"'), text), '"')
}

// AppendInside appends a text as it stands between the quotation marks of a string.
func AppendInside[T []byte | string](f *Form, dst []byte, text T) []byte {
	for i := 0; i < len(text); {
		from := i
		for i < len(text) && !f.stops[text[i]] {
			i++
		}
		dst = append(dst, text[from:i]...)
		if i == len(text) {
			break
		}
		if c := text[i]; c < utf8.RuneSelf {
			dst = append(dst, f.escapes[c]...)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, f.invalid...)
		case f.lines && r|1 == '\u2029':
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = append(dst, text[i:i+n]...)
		}
		i += n
	}
	return dst
}
