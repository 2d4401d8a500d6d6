package page

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/saintfish/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

const (
	sniffed   = 1024 // bytes in which a page may say its encoding
	sampled   = 64 << 10
	confident = 40 // of 100; below that the detector guesses
)

// Charset is the encoding of a page: by its byte order mark, else by the Content-Type header, else by a meta element,
// else by an XML declaration, else UTF-8 if it is valid, else what the bytes look like, else windows-1252.
func Charset(body []byte, contentType string) (encoding.Encoding, string) {
	e, name, certain := charset.DetermineEncoding(body[:min(len(body), sniffed)], contentType)
	if !certain && name == "x-user-defined" { // which a page cannot mean
		return charset.Lookup("windows-1252")
	}
	if !certain && !says(body) {
		if e, name := declared(body); e != nil {
			return e, name
		}
	}
	if certain || name != "windows-1252" || says(body) {
		return e, name
	}
	if utf8.Valid(body) {
		return encoding.Nop, "utf-8"
	}
	if best := guess(body[:min(len(body), sampled)]); best != "" {
		// A detector sees UTF-16 and ISO-2022 in noise, and latin-1 where the web means windows-1252.
		if found, n := charset.Lookup(best); found != nil && !wide(n) {
			return found, n
		}
	}
	return e, name
}

// guess is what the detector is most confident of, "" if it is of nothing. Of equal ones it is the first by name: the
// detector gives them in any order.
func guess(body []byte) (name string) {
	all, err := chardet.NewHtmlDetector().DetectAll(body)
	if err != nil || all[0].Confidence < confident {
		return ""
	}
	for _, r := range all {
		if r.Confidence == all[0].Confidence && (name == "" || r.Charset < name) {
			name = r.Charset
		}
	}
	return name
}

// declared is the encoding that an XML declaration names, or nil. It cannot be UTF-16, as it was read.
func declared(body []byte) (encoding.Encoding, string) {
	text, xml := bytes.CutPrefix(body[:min(len(body), sniffed)], []byte("<?xml"))
	text, _, ended := bytes.Cut(text, []byte{'>'})
	m := declaration.FindSubmatch(text)
	if !xml || !ended || m == nil {
		return nil, ""
	}
	e, name := charset.Lookup(string(m[1]) + string(m[2]))
	if strings.HasPrefix(name, "utf-16") {
		return charset.Lookup("utf-8")
	}
	return e, name
}

var declaration = regexp.MustCompile(`encoding[\x00-\x20]*=[\x00-\x20]*(?:"([^"\x00-\x20]*)"|'([^'\x00-\x20]*)')`)

// says reports whether the page names an encoding, be it the usual one.
func says(body []byte) bool {
	head := bytes.ToLower(body[:min(len(body), sniffed)])
	return bytes.Contains(head, []byte("charset"))
}

// wide reports whether the bytes of markup can be part of other characters, so that a page must be decoded before it is
// read. In all other encodings of the web no byte of < > " ' = / & ! ? - and blanks is. Those that browsers refuse,
// like iso-2022-kr, are "replacement": the page is one replacement character.
func wide(name string) bool {
	return strings.HasPrefix(name, "utf-16") || name == "iso-2022-jp" || name == "replacement"
}

// wideNames are parts of the names of such encodings, besides utf-16: iso-2022-*, hz-gb-2312, replacement.
var wideNames = []string{"2022", "-2312", "eplacement", "EPLACEMENT"}

// mayBeWide reports whether a page can be in such an encoding; it costs a look at its first bytes.
func mayBeWide(body []byte, contentType string) bool {
	head := body[:min(len(body), sniffed)]
	for _, part := range wideNames {
		if strings.Contains(contentType, part) || bytes.Contains(head, []byte(part)) {
			return true
		}
	}
	return bytes.HasPrefix(head, []byte{0xfe, 0xff}) || bytes.HasPrefix(head, []byte{0xff, 0xfe}) ||
		strings.Contains(contentType, "16")
}
