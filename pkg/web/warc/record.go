package warc

import (
	"bytes"
	"slices"
	"time"

	"webmill/pkg/ascii"
)

// Record is one record; its slices are valid until the next Next of its Records.
type Record struct {
	Offset int64  // of the record's member, or in plain files of the record, in the file
	Inner  int64  // of the record in the text of its member; 0 for the first one there, and in plain files
	Length int64  // bytes of the members it fills, or in plain files of the record; 0 if it shares its member
	Type   string // response, resource, request, metadata, revisit, warcinfo, conversion, …; of ARC response or warcinfo
	URL    []byte // WARC-Target-URI, without the angle brackets that wget puts
	Date   []byte // WARC-Date as 14 digits, or fewer if it has fewer
	Header Header // all fields; those of ARC under the names of WARC
	Block  []byte // as stored
	ARC    bool

	date   [14]byte
	http   *Decoder
	fields Header // of HTTP
}

var types = []string{
	"response", "request", "metadata", "warcinfo", "revisit", "resource", "conversion", "continuation",
}

// StandardTypes are the types of records that the standard has.
func StandardTypes() []string { return slices.Clone(types) }

// Segment is what is wrong with a segment: the rest of its record is elsewhere, perhaps in another file.
const Segment = "one of the segments of a record, which are not joined"

// IsSegment reports whether the record is only a part of what was stored.
func (r *Record) IsSegment() bool {
	return r.Type == "continuation" || r.Header.Get("WARC-Segment-Number") != nil
}

func typeName(b []byte) string {
	for _, t := range types {
		if ascii.EqualFold(b, t) {
			return t
		}
	}
	return string(bytes.ToLower(b))
}

// parse reads the head of a framed record.
func (r *Record) parse(head, block []byte, arc bool) {
	r.Header, r.Block, r.ARC = r.Header[:0], block, arc
	line, rest := cutLine(head)
	if arc {
		r.parseARC(line)
		return
	}
	r.Header = AppendFields(r.Header, rest, MaxFields)
	r.Type = typeName(r.Header.Get("WARC-Type"))
	r.URL = r.Header.Get("WARC-Target-URI")
	if n := len(r.URL); n > 1 && r.URL[0] == '<' && r.URL[n-1] == '>' {
		r.URL = r.URL[1 : n-1]
	}
	r.setDate(r.Header.Get("WARC-Date"))
}

func (r *Record) parseARC(line []byte) {
	a, _ := parseARCLine(line)
	r.URL = a.url
	r.Type = "response"
	if bytes.HasPrefix(a.url, []byte("filedesc:")) {
		r.Type = "warcinfo"
	}
	r.setDate(a.date)
	r.Header = append(r.Header, Field{nameURI, a.url}, Field{nameIP, a.ip}, Field{nameDate, a.date},
		Field{nameMIME, a.mime}, Field{nameLength, a.length})
}

var (
	nameURI, nameIP, nameDate = []byte("WARC-Target-URI"), []byte("WARC-IP-Address"), []byte("WARC-Date")
	nameMIME, nameLength      = []byte("Content-Type"), []byte("Content-Length")
)

func (r *Record) setDate(text []byte) {
	r.Date = r.date[:0]
	for _, c := range text {
		if '0' <= c && c <= '9' && len(r.Date) < len(r.date) {
			r.Date = append(r.Date, c)
		}
	}
}

// Begins reports whether a text begins like an archive: with the version of a WARC or the head of an ARC.
func Begins(text []byte) bool {
	return startsWARC(text) || bytes.HasPrefix(text, []byte("filedesc://"))
}

// startsWARC reports whether b begins with the version line of a record that this package reads. It needs 8 bytes for that.
func startsWARC(b []byte) bool {
	return len(b) >= 8 && (bytes.HasPrefix(b, []byte("WARC/1.")) || bytes.HasPrefix(b, []byte("WARC/0.1"))) &&
		'0' <= b[7] && b[7] <= '9'
}

// Timestamp is the layout of a time of 14 digits, as indexes and ARC files have it.
const Timestamp = "20060102150405"

// AppendTime appends when the record was made, to the second, in UTC; nothing if that is not known. Old ARC files say
// it in 14 digits.
func (r *Record) AppendTime(dst []byte) []byte {
	date, err := time.Parse(time.RFC3339, string(r.Header.Get("WARC-Date")))
	if err != nil {
		date, err = time.Parse(Timestamp, string(r.Date))
	}
	if err != nil || date.Year() > 9999 {
		return dst
	}
	return date.UTC().Truncate(time.Second).AppendFormat(dst, time.RFC3339)
}
