package page

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/saintfish/chardet"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
)

const (
	sniffed   = 1024 // bytes in which a page may say its encoding
	sampled   = 64 << 10
	confident = 40 // of 100; below that the detector guesses
)

// Charset is the encoding of a page: by its byte order mark, else by the Content-Type header, else by a meta element near the
// beginning, else by an XML declaration, else UTF-8 if it is valid, else by a meta element further on, else what the bytes
// look like, else windows-1252.
func Charset(body []byte, contentType string) (encoding.Encoding, string) {
	for name, mark := range marks {
		if bytes.HasPrefix(body, []byte(mark)) {
			return lookup(name)
		}
	}
	if e, name := lookup(headerLabel(contentType)); e != nil {
		return e, name
	}
	head, sample := body[:min(len(body), sniffed)], body[:min(len(body), sampled)]
	if e, name := meta(head); e != nil {
		return e, name
	}
	if e, name := declared(head); e != nil {
		return e, name
	}
	usual, name := lookup("windows-1252")
	if _, begins, _ := charset.DetermineEncoding(head, ""); begins == "utf-8" || utf8.Valid(body) {
		return encoding.Nop, "utf-8"
	}
	if e, name := meta(sample); e != nil && !wide(name) {
		return e, name
	}
	if best := guess(sample); best != "" {
		// A detector sees UTF-16 and ISO-2022 in noise, and latin-1 where the web means windows-1252.
		if e, name := lookup(best); e != nil && !wide(name) {
			return e, name
		}
	}
	return usual, name
}

// lookup is the encoding of a label, and its name in the standard; nil if there is none. The detector writes gb18030 with a dash.
func lookup(label string) (encoding.Encoding, string) {
	if label == "GB-18030" {
		label = "gb18030"
	}
	e, name := charset.Lookup(label)
	if name == "gbk" {
		e = gbk{e}
	}
	return e, name
}

// gbk reads all of GB18030, as browsers do for GBK. It writes GBK alone: the query of a URL.
type gbk struct{ encoding.Encoding }

// NewDecoder implements encoding.Encoding.
func (gbk) NewDecoder() *encoding.Decoder { return simplifiedchinese.GB18030.NewDecoder() }

// ByHeader decodes a text in the encoding that a Content-Type header says, or in UTF-8 if it says none that is known. ok is false
// if the text is not in that encoding.
func ByHeader(text []byte, contentType string) (decoded []byte, ok bool) {
	e, _ := lookup(headerLabel(contentType))
	if e == nil {
		e, _ = lookup("utf-8")
	}
	decoded, err := e.NewDecoder().Bytes(text)
	return decoded, err == nil && !bytes.ContainsRune(decoded, utf8.RuneError)
}

// headerLabel is the charset of a Content-Type header, as browsers read it: what is no parameter is passed over, and the first
// charset with a value counts. "" if there is none.
func headerLabel(contentType string) string {
	_, rest, more := strings.Cut(contentType, ";")
	for more {
		var name, value string
		at := strings.IndexAny(rest, ";=")
		if at < 0 {
			return ""
		}
		if name, rest = strings.Trim(rest[:at], blanks), rest[at:]; rest[0] == ';' {
			rest = rest[1:]
			continue
		}
		if rest = rest[1:]; strings.HasPrefix(rest, `"`) {
			value, rest, _ = strings.Cut(rest[1:], `"`)
			_, rest, more = strings.Cut(rest, ";")
		} else {
			value, rest, more = strings.Cut(rest, ";")
			value = strings.TrimRight(value, blanks)
		}
		if value != "" && strings.EqualFold(name, "charset") {
			return value
		}
	}
	return ""
}

// blanks of HTTP.
const blanks = " \t\r\n"

// marks are the byte order marks.
var marks = map[string]string{"utf-8": "\xef\xbb\xbf", "utf-16be": "\xfe\xff", "utf-16le": "\xff\xfe"}

// meta looks for the first meta element that names an encoding, and returns that encoding, or nil. It cannot be UTF-16, as it was
// read; and no page can mean x-user-defined, which is for scripts.
func meta(html []byte) (encoding.Encoding, string) {
	z := nethtml.NewTokenizer(bytes.NewReader(html))
	for token := z.Next(); token != nethtml.ErrorToken; token = z.Next() {
		if token != nethtml.StartTagToken && token != nethtml.SelfClosingTagToken {
			continue
		}
		tag, more := z.TagName()
		if string(tag) != "meta" {
			continue
		}
		of := map[string]string{} // the first attribute of a name counts
		for more {
			var key, value []byte
			key, value, more = z.TagAttr()
			if _, twice := of[string(key)]; !twice {
				of[string(key)] = string(value)
			}
		}
		label, ok := of["charset"]
		m := inContent.FindStringSubmatch(of["content"])
		if !ok && m != nil && strings.EqualFold(of["http-equiv"], "content-type") {
			label = m[1] + m[2] + m[3]
		}
		switch e, name := lookup(label); {
		case strings.HasPrefix(name, "utf-16"):
			return lookup("utf-8")
		case name == "x-user-defined":
			return lookup("windows-1252")
		case e != nil:
			return e, name
		}
	}
	return nil, ""
}

var inContent = regexp.MustCompile(`(?i)charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'; \t\n\f\r][^; \t\n\f\r]*))`)

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
func declared(head []byte) (encoding.Encoding, string) {
	text, xml := bytes.CutPrefix(head, []byte("<?xml"))
	text, _, ended := bytes.Cut(text, []byte{'>'})
	m := declaration.FindSubmatch(text)
	if !xml || !ended || m == nil {
		return nil, ""
	}
	e, name := lookup(string(m[1]) + string(m[2]))
	if strings.HasPrefix(name, "utf-16") {
		return lookup("utf-8")
	}
	return e, name
}

var declaration = regexp.MustCompile(`encoding[\x00-\x20]*=[\x00-\x20]*(?:"([^"\x00-\x20]*)"|'([^'\x00-\x20]*)')`)

// wide reports whether the bytes of markup can be part of other characters, so that a page must be decoded before it is
// read. In all other encodings of the web no byte of < > " ' = / & ! ? - and blanks is. Those that browsers refuse,
// like iso-2022-kr, are "replacement": the page is one replacement character.
func wide(name string) bool {
	return strings.HasPrefix(name, "utf-16") || name == "iso-2022-jp" || name == "replacement"
}

// wideNames are parts of the names of such encodings as pages say them: iso-2022-*, hz-gb-2312, replacement. Only a header can
// say UTF-16 too, by any of its names, like unicodefffe and iso-10646-ucs-2.
var (
	wideNames   = []string{"2022", "-2312", "eplacement", "EPLACEMENT"}
	wideHeaders = []string{"2022", "-2312", "replacement", "16", "unicode", "ucs-2"}
)

// mayBeWide reports whether a page can be in such an encoding; it costs a look at its first bytes.
func mayBeWide(body []byte, contentType string) bool {
	head, header := body[:min(len(body), sniffed)], strings.ToLower(contentType)
	return bytes.HasPrefix(head, []byte{0xfe, 0xff}) || bytes.HasPrefix(head, []byte{0xff, 0xfe}) ||
		slices.ContainsFunc(wideNames, func(part string) bool { return bytes.Contains(head, []byte(part)) }) ||
		slices.ContainsFunc(wideHeaders, func(part string) bool { return strings.Contains(header, part) })
}
