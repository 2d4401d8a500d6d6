package warc

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// httpDecoder takes the codings off HTTP bodies. Its memory serves one record at a time.
type httpDecoder struct {
	most   int64
	header Header
	plain  []byte // without transfer coding
	body   []byte // without content coding
	src    bytes.Reader

	gzip    *gzip.Reader
	zlib    io.ReadCloser
	deflate io.ReadCloser
	brotli  *brotli.Reader
	zstd    *zstd.Decoder
}

// maxBodyWindow bounds what a zstd body may ask for.
const maxBodyWindow = 8 << 20

// decode takes transfer and content codings off a payload. What is not coded as the head says is given as it is: archives
// store decoded bodies under the old heads.
func (d *httpDecoder) decode(h *HTTP) {
	if containsFold(h.Header.Get("Transfer-Encoding"), "chunked") {
		var whole bool
		if d.plain, whole = dechunk(d.plain[:0], h.Body); d.plain != nil {
			h.Body, h.Truncated = d.plain, !whole
		}
	}
	coding := bytes.TrimSpace(h.Header.Get("Content-Encoding"))
	if len(coding) == 0 || len(h.Body) == 0 {
		d.cut(h)
		return
	}
	r, err := d.open(coding, h.Body)
	if r == nil || err != nil {
		h.Truncated = h.Truncated || r == nil && err == nil && !equalFold(coding, "identity") && !readable(h.Body)
		d.cut(h)
		return
	}
	d.body = d.body[:0]
	limited := io.LimitReader(r, d.most+1)
	for err == nil {
		d.body, err = readInto(d.body, limited)
	}
	if len(d.body) == 0 && err != io.EOF || equalFold(coding, "br") && err != io.EOF && readable(h.Body) {
		h.Truncated = h.Truncated || !readable(h.Body)
		d.cut(h)
		return
	}
	h.Body, h.Truncated = d.body, h.Truncated || err != io.EOF
	d.cut(h)
}

func (d *httpDecoder) close() {
	if d.zstd != nil {
		d.zstd.Close()
	}
}

// cut keeps a body inside the limit.
func (d *httpDecoder) cut(h *HTTP) {
	if int64(len(h.Body)) > d.most {
		h.Body, h.Truncated = h.Body[:d.most], true
	}
}

// open returns a reader that decodes a body, or nil for a coding that is none of ours.
func (d *httpDecoder) open(coding, body []byte) (io.Reader, error) {
	d.src.Reset(body)
	switch {
	case equalFold(coding, "gzip"), equalFold(coding, "x-gzip"):
		if d.gzip == nil {
			d.gzip = new(gzip.Reader)
		}
		return d.gzip, d.gzip.Reset(&d.src)
	case equalFold(coding, "deflate"):
		return d.openDeflate(body)
	case equalFold(coding, "br"):
		if d.brotli == nil {
			d.brotli = brotli.NewReader(nil)
		}
		return d.brotli, d.brotli.Reset(&d.src)
	case equalFold(coding, "zstd"):
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
func (d *httpDecoder) openDeflate(body []byte) (io.Reader, error) {
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

// readable tells whether a body begins like text.
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

func containsFold(b []byte, word string) bool {
	for ; len(b) >= len(word); b = b[1:] {
		if equalFold(b[:len(word)], word) {
			return true
		}
	}
	return false
}

// dechunk appends the data of the chunks of a body to dst. What follows a broken chunk is appended as it is, and whole is
// false; the result is nil if not even the first line is that of a chunk.
func dechunk(dst, body []byte) (out []byte, whole bool) {
	for first := true; ; first = false {
		line, rest := cutLine(body)
		size, ok := chunkSize(line)
		switch {
		case !ok && first:
			return nil, false
		case !ok:
			return append(dst, body...), len(body) == 0 // many bodies lack the last chunk
		case size == 0:
			return grow(dst, 1), true
		case size > int64(len(rest)):
			return append(dst, rest...), false
		}
		dst = append(dst, rest[:size]...)
		body = rest[size:]
		if line, after := cutLine(body); len(line) == 0 {
			body = after
		}
	}
}

// chunkSize reads "1a2b;extension".
func chunkSize(line []byte) (n int64, ok bool) {
	line, _, _ = bytes.Cut(line, []byte(";"))
	line = bytes.TrimSpace(line)
	if len(line) == 0 || len(line) > 15 {
		return 0, false
	}
	for _, c := range line {
		switch c = lower(c); {
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
