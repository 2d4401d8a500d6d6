package archive

import (
	"bytes"
	"strconv"
	"time"

	"webmill/pkg/jsonstring"
	"webmill/pkg/urls"
	"webmill/pkg/web/warc"
)

// Capture is what an index says of a record.
type Capture struct {
	URL            []byte // without line ends
	Date           []byte // 14 digits (AppendTimestamp)
	MIME           []byte // without parameters; nil: unknown
	Digest         []byte // of the payload, like sha1:3I42…; nil: unknown
	Status         int    // of HTTP; 0: none
	Revisit        bool
	Offset, Length int64 // of its member in the file
	File           string
}

// AppendCDXJ appends the line of a capture: the key of its URL (SURT), its date, and the rest as JSON.
func AppendCDXJ(dst []byte, c *Capture) []byte {
	text := func(dst, text []byte) []byte { return jsonstring.Append(jsonstring.Standard, dst, text) }
	dst = append(urls.AppendSURT(dst, c.URL), ' ')
	dst = append(append(dst, c.Date...), ` {"url": `...)
	dst = text(dst, c.URL)
	mime := c.MIME
	switch {
	case c.Revisit:
		mime = []byte("warc/revisit")
	case len(mime) == 0:
		mime = []byte("unk")
	}
	dst = text(append(dst, `, "mime": `...), mime)
	if c.Status > 0 && !c.Revisit {
		dst = strconv.AppendInt(append(dst, `, "status": "`...), int64(c.Status), 10)
		dst = append(dst, '"')
	}
	if _, digest, ok := bytes.Cut(c.Digest, []byte(":")); ok {
		dst = text(append(dst, `, "digest": `...), digest)
	}
	dst = strconv.AppendInt(append(dst, `, "length": "`...), c.Length, 10)
	dst = strconv.AppendInt(append(dst, `", "offset": "`...), c.Offset, 10)
	dst = jsonstring.Append(jsonstring.Standard, append(dst, `", "filename": `...), c.File)
	return append(dst, '}', '\n')
}

// AppendTimestamp appends a time as the 14 digits of an index, in UTC.
func AppendTimestamp(dst []byte, t time.Time) []byte {
	return t.UTC().AppendFormat(dst, warc.Timestamp)
}
