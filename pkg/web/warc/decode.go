package warc

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/dsnet/compress/bzip2"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"webmill/pkg/ascii"
)

// Decoder takes the codings off HTTP bodies, and off files that are packed. Its memory serves one body at a time.
type Decoder struct {
	Most  int64       // bytes of a body; what is longer is cut there
	Share int64       // bytes that may be taken without waiting for Turn; 0: all
	Turn  func() bool // Records.Turn

	plain []byte // without chunks, or a coding
	body  []byte // without a further coding
	list  []string
	src   bytes.Reader

	gzip    members
	zlib    io.ReadCloser
	deflate io.ReadCloser
	brotli  brotliBody
	zstd    *zstd.Decoder
}

// maxBodyWindow bounds what a zstd body may ask for.
const maxBodyWindow = 8 << 20

// Decode takes transfer and content codings off a payload. What is not coded as the head says is given as it is: archives
// store decoded bodies under the old heads.
func (d *Decoder) Decode(h *HTTP) {
	sent, chunked, packed := int64(len(h.Body)), ascii.ContainsFold(h.Header.Get("Transfer-Encoding"), "chunked"), false
	if chunked {
		var whole, last bool
		if d.plain, whole, last = dechunk(d.plain[:0], h.Body); d.plain != nil {
			h.Body, h.Short = d.plain, h.Short || whole && !last
			if !whole {
				h.Fault = BrokenBody
			}
		}
	}
	codings := d.codings(h)
	for i := len(codings) - 1; i >= 0; i-- {
		body, fault := d.Unpack(codings[i], h.Body, d.Most)
		h.Fault, packed = max(h.Fault, fault), packed || packs(codings[i])
		if len(body) > 0 && len(d.body) > 0 && &body[0] == &d.body[0] {
			d.plain, d.body = d.body, d.plain // the body is in d.body: take the next coding off into the other one
			h.Short = false
		}
		h.Body = body
	}
	h.Short = h.Short || !chunked && h.lacks(sent, packed)
}

// lacks reports whether Content-Length says that more bytes were to come. Under the head of a packed body, an archive may have
// stored what it unpacked.
func (h *HTTP) lacks(sent int64, packed bool) bool {
	const noText = 32 // bytes that nothing may take when it is packed
	length, err := strconv.ParseInt(string(bytes.TrimSpace(h.Header.Get("Content-Length"))), 10, 64)
	switch {
	case err != nil || h.Status == 204 || h.Status == 205: // the statuses of answers without a body
		return false
	case packed:
		return sent == 0 && length > noText
	}
	return sent < length
}

// codings returns the codings of a body, besides chunked, in the order in which they were put on.
func (d *Decoder) codings(h *HTTP) []string {
	const most = 4 // more are no coding that we know
	d.list = d.list[:0]
	for _, name := range [...]string{"Content-Encoding", "Transfer-Encoding"} {
		value := h.Header.Get(name)
		if bytes.Count(value, []byte{','}) >= most {
			return append(d.list[:0], string(value))
		}
		for len(value) > 0 {
			var coding []byte
			coding, value, _ = bytes.Cut(value, []byte{','})
			if coding = bytes.TrimSpace(coding); len(coding) > 0 && !ascii.EqualFold(coding, "chunked") {
				d.list = append(d.list, string(coding))
			}
		}
	}
	return d.list
}

// Unpack takes one coding, like gzip, off a body. It cuts the result if it has more than most bytes. Files that are packed are
// such bodies. The result is valid until the next call.
func (d *Decoder) Unpack(coding string, body []byte, most int64) ([]byte, Fault) {
	body, fault := d.unpack(coding, body, most)
	if int64(len(body)) > most {
		return body[:most], LongBody
	}
	return body, fault
}

func (d *Decoder) unpack(coding string, body []byte, most int64) ([]byte, Fault) {
	if coding == "" || len(body) == 0 {
		return body, Whole
	}
	r, err := d.open(coding, body)
	if r == nil || err != nil {
		return asStored(body, err == nil && ascii.EqualFold(coding, "identity"))
	}
	mine := d.Share == 0 || (int64(len(body)) > d.Share || ascii.EqualFold(coding, "bzip2")) && d.Turn()
	d.body = d.body[:0]
	limited := io.LimitReader(r, most+1)
	for err == nil {
		if !mine && int64(len(d.body)) > d.Share {
			mine = true
			d.Turn()
		}
		d.body, err = readInto(d.body, limited)
	}
	switch {
	case err == io.EOF:
		return d.body, Whole
	case len(d.body) == 0 || ascii.EqualFold(coding, "br") && readable(body):
		return asStored(body, false)
	}
	return d.body, BrokenBody
}

// asStored is a body that is not coded as its head says. Text was decoded before it was stored.
func asStored(body []byte, plain bool) ([]byte, Fault) {
	if plain || readable(body) {
		return body, Whole
	}
	return body, Undecoded
}

// Packing names what a file is packed by, as its first bytes tell: gzip, zstd, bzip2 or "".
func Packing(head []byte) string {
	return map[compression]string{gzipped: "gzip", zstandard: "zstd", bzipped: "bzip2"}[compressionOf(head)]
}

// Trim frees the memory that one large body took.
func (d *Decoder) Trim() {
	if d.Share == 0 {
		return
	}
	for _, b := range []*[]byte{&d.plain, &d.body} {
		if int64(cap(*b)) > 2*d.Share {
			*b = nil
		}
	}
}

// Close ends the use of the decoder.
func (d *Decoder) Close() {
	if d.zstd != nil {
		d.zstd.Close()
	}
}

// packs reports whether open knows a coding.
func packs(coding string) bool {
	for _, name := range [...]string{"gzip", "x-gzip", "deflate", "br", "bzip2", "zstd"} {
		if ascii.EqualFold(coding, name) {
			return true
		}
	}
	return false
}

// open returns a reader that decodes a body, or nil for a coding that is none of ours.
func (d *Decoder) open(coding string, body []byte) (io.Reader, error) {
	d.src.Reset(body)
	switch {
	case ascii.EqualFold(coding, "gzip"), ascii.EqualFold(coding, "x-gzip"):
		return &d.gzip, d.gzip.reset(&d.src)
	case ascii.EqualFold(coding, "deflate"):
		return d.openDeflate(body)
	case ascii.EqualFold(coding, "br"):
		d.brotli.reset(&d.src)
		return &d.brotli, nil
	case ascii.EqualFold(coding, "bzip2"):
		return bzip2.NewReader(&d.src, nil)
	case ascii.EqualFold(coding, "zstd"):
		var err error
		if d.zstd == nil {
			d.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
				zstd.WithDecoderMaxWindow(maxBodyWindow))
			if err != nil {
				return nil, err
			}
		}
		return d.zstd, d.zstd.Reset(&d.src)
	}
	return nil, nil
}

// openDeflate: deflate means zlib, but servers send it bare too.
func (d *Decoder) openDeflate(body []byte) (io.Reader, error) {
	if len(body) >= 2 && body[0]&0x0f == 8 && (int(body[0])<<8|int(body[1]))%31 == 0 {
		if d.zlib != nil {
			return d.zlib, d.zlib.(zlib.Resetter).Reset(&d.src, nil)
		}
		z, err := zlib.NewReader(&d.src)
		d.zlib = z
		return z, err
	}
	if readable(body) {
		return nil, errors.New("not deflated")
	}
	if d.deflate == nil {
		d.deflate = flate.NewReader(&d.src)
		return d.deflate, nil
	}
	return d.deflate, d.deflate.(flate.Resetter).Reset(&d.src, nil)
}

// readable reports whether a body begins like text.
func readable(body []byte) bool {
	body = body[:min(len(body), 512)]
	odd := 0
	for len(body) > 0 {
		r, n := utf8.DecodeRune(body)
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' {
			return false
		}
		if r == utf8.RuneError && n == 1 {
			odd++
		}
		body = body[n:]
	}
	return odd <= 64
}

// dechunk appends the data of the chunks of a body to dst. What follows a broken chunk is appended as it is, and whole is
// false; the result is nil if not even the first line is that of a chunk. last says whether the chunk came that ends a body.
func dechunk(dst, body []byte) (out []byte, whole, last bool) {
	for first := true; ; first = false {
		line, rest := cutLine(body)
		size, ok := ChunkSize(line)
		switch {
		case !ok && first:
			return nil, false, false
		case !ok:
			return append(dst, body...), len(body) == 0, false
		case size == 0:
			return grow(dst, 1), true, true
		case size > int64(len(rest)):
			return append(grow(dst, 1), rest...), false, false
		}
		dst = append(dst, rest[:size]...)
		body = rest[size:]
		if line, after := cutLine(body); len(line) == 0 {
			body = after
		}
	}
}

// ChunkSize reads the line before a chunk, "1a2b;extension", without its end. A size of more than 60 bits is none.
func ChunkSize(line []byte) (n int64, ok bool) {
	line, _, _ = bytes.Cut(line, []byte(";"))
	line = bytes.TrimSpace(line)
	if len(line) == 0 || len(line) > 15 {
		return 0, false
	}
	for _, c := range line {
		switch c = ascii.Lower[c]; {
		case '0' <= c && c <= '9':
			n = n<<4 | int64(c-'0')
		case 'a' <= c && c <= 'f':
			n = n<<4 | int64(c-'a'+10)
		default:
			return 0, false
		}
	}
	return n, true
}
