// Package escape writes text as HTML and XML have it, and reads back what it wrote as HTML.
//
// A Set says which bytes are escaped, and so where a text may stand. The sets of HTML leave all other bytes as they are, for a
// browser reads any. XML forbids some: AddressXML escapes them as URLs have it, and AppendXML puts U+FFFD in their place, as
// encoding/xml does, which writes names and captions.
//
//	escape.go  the sets
//	xml.go     text of XML in UTF-8 or ISO-8859-1
package escape

import "bytes"

// Set is a way to escape: for each byte what stands for it, or "" for the byte itself.
type Set [256]string

// The sets.
var (
	// Text is for text between tags of HTML.
	Text = newSet("&", "&amp;", "<", "&lt;", ">", "&gt;")
	// Value is for the value of an attribute of HTML in double quotes, and for text between tags.
	Value = Text.with(`"`, "&#34;")
	// AddressXML is for a URL in an element or an attribute of XML. URLs are ASCII: each other byte, blank and control character,
	// of which XML forbids some, is escaped as in URLs, so that XML allows all that is written.
	AddressXML = Text.with(`"`, "&quot;", "'", "&apos;").withPercent()
)

// newSet makes a Set of bytes, each before what stands for it.
func newSet(pairs ...string) *Set { return new(Set).with(pairs...) }

// with is the set with further bytes.
func (s *Set) with(pairs ...string) *Set {
	more := *s
	for i := 0; i < len(pairs); i += 2 {
		more[pairs[i][0]] = pairs[i+1]
	}
	return &more
}

// withPercent is the set with all bytes that a URL cannot have.
func (s *Set) withPercent() *Set {
	const digits = "0123456789ABCDEF"
	more := *s
	for c := range more {
		if c <= ' ' || c >= 0x7f {
			more[c] = string([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return &more
}

// Append appends text, escaped.
func (s *Set) Append(dst, text []byte) []byte {
	last := 0
	for i, c := range text {
		if as := s[c]; as != "" {
			dst = append(append(dst, text[last:i]...), as...)
			last = i + 1
		}
	}
	return append(dst, text[last:]...)
}

// Longest is how many bytes can stand for one.
func (s *Set) Longest() int {
	most := 1
	for _, as := range s {
		most = max(most, len(as))
	}
	return most
}

// AppendPlain appends a text that Text or Value escaped as it was before. Other references stay.
func AppendPlain(dst, text []byte) []byte {
	for {
		n := bytes.IndexByte(text, '&')
		if n < 0 {
			return append(dst, text...)
		}
		dst, text = append(dst, text[:n]...), text[n:]
		c, length := byte('&'), 1
		for _, b := range []byte(`&<>"`) {
			if as := Value[b]; len(text) >= len(as) && string(text[:len(as)]) == as {
				c, length = b, len(as)
			}
		}
		dst, text = append(dst, c), text[length:]
	}
}
