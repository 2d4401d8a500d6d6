package warc

import (
	"bytes"
	"io"
	"strings"

	"github.com/dsnet/compress/bzip2"
)

// bzip2Text is a file of bzip2 streams, each decoded by itself. A stream begins with ten bytes that occur inside a stream only
// by chance. So even a damaged stream ends, at the latest, where these bytes are found again.
type bzip2Text struct {
	w      *window
	z      *bzip2.Reader
	part   bzip2Part
	stream bool  // inside a stream
	begin  int64 // where the stream begins in the file
	held   []byte
}

// mostHeld bounds held, the text of a block whose checksum has not been compared yet. The text of a damaged block is wrong, and
// must not be taken for the end of the record before it. A block has 900 kB, and more if bytes repeat.
const mostHeld = 1 << 20

// read appends the text of a block to dst when its checksum has been compared, the stream ends, or held is full.
func (b *bzip2Text) read(dst []byte) ([]byte, error) {
	for {
		at, proven := b.z.InputOffset, len(b.held)
		var err error
		b.held, err = readInto(b.held, b.z)
		switch {
		case err != nil && strings.Contains(err.Error(), "block checksum"):
			b.held = b.held[:0]
			return dst, err
		case err != nil || len(b.held) > mostHeld:
			proven = len(b.held)
		case b.z.InputOffset == at || proven == 0:
			continue
		}
		dst = append(dst, b.held[:proven]...)
		b.held = b.held[:copy(b.held, b.held[proven:])]
		return dst, err
	}
}

func (b *bzip2Text) plain() bool { return false }

// next decodes a part of a stream.
func (b *bzip2Text) next(dst []byte) ([]byte, part, error) {
	got := part{offset: b.begin}
	if !b.stream {
		if b.w.want(bzip2Head) == 0 {
			return dst, part{}, b.w.err
		}
		b.begin, b.part = b.w.offset(), bzip2Part{w: b.w}
		got = part{begin: true, offset: b.begin}
		if !beginsBzip2(b.w.rest()) {
			got.gap = Garbage
			if b.begin == 0 {
				got.gap = Damaged
			}
			_, err := io.Copy(io.Discard, &b.part)
			return dst, got, err
		}
		b.stream = true
		if b.z == nil {
			b.z = new(bzip2.Reader)
		}
		if err := b.z.Reset(&b.part); err != nil {
			return dst, got, err
		}
	}
	dst, err := b.read(dst)
	if err == nil {
		return dst, got, nil
	}
	b.stream = false
	isHead := isHeadError(err)
	if got.gap, err = gapOf(err, b.w); err != nil {
		return dst, got, err
	}
	z := b.z
	if got.gap != none {
		b.z = nil // a decoder that returned an error cannot be used again
	}
	to := b.begin + z.InputOffset
	if got.gap == CutOff {
		to = b.w.offset()
	}
	if isHead && b.endsBefore(to) {
		got.gap = none
	} else if _, err = io.Copy(io.Discard, &b.part); err != nil {
		return dst, got, err
	}
	if got.gap == none {
		got.end, got.after = true, b.w.offset()
	}
	return dst, got, nil
}

// isHeadError reports whether an error may come from the bytes after a stream, read as the head of another one.
func isHeadError(err error) bool {
	if err == io.ErrUnexpectedEOF {
		return true
	}
	for _, what := range []string{"stream magic", "invalid version", "invalid block size", "bzip1", "footer magic"} {
		if strings.Contains(err.Error(), what) {
			return true
		}
	}
	return false
}

const (
	bzip2Head   = len("BZh91AY&SY")
	bzip2Footer = 0x177245385090 // 48 bits; a checksum of 32 bits and the padding of the last byte follow
)

// endsBefore reports whether the stream is complete and the error, found up to a place in the file, is in the bytes that follow
// it. If so, it moves the window to the end of the stream.
func (b *bzip2Text) endsBefore(to int64) bool {
	for end := to - 1; end >= to-20; end-- { // at least one byte follows the stream
		at := int(end - b.w.off)
		if end <= b.begin+18 || at < 11 || at > len(b.w.buf) {
			continue
		}
		for shift := range 8 { // padding bits of the last byte
			var bits uint64
			for i := range 48 {
				bit := 8*at - shift - 80 + i
				bits = bits<<1 | uint64(b.w.buf[bit/8]>>(7-bit%8)&1)
			}
			if bits == bzip2Footer {
				b.w.pos = at
				return true
			}
		}
	}
	return false
}

// beginsBzip2 reports whether bytes look like the head of a stream, or like its beginning if they are too few.
func beginsBzip2(b []byte) bool {
	if len(b) < 4 {
		return bytes.HasPrefix([]byte("BZh"), b)
	}
	if string(b[:3]) != "BZh" || b[3] < '1' || b[3] > '9' {
		return false
	}
	rest := b[4:min(len(b), bzip2Head)]
	return bytes.HasPrefix([]byte("1AY&SY"), rest) || bytes.HasPrefix([]byte("\x17\x72\x45\x38\x50\x90"), rest)
}

// bzip2Part reads a file up to the next head of a stream.
type bzip2Part struct {
	w     *window
	begun bool
}

// Read implements io.Reader.
func (p *bzip2Part) Read(to []byte) (int, error) {
	have := p.w.want(readBytes)
	rest := p.w.rest()
	n := len(rest)
	if p.w.err == nil {
		n = max(0, have-bzip2Head+1) // a head may begin in the last bytes
	}
	for from := 0; ; {
		i := bytes.Index(rest[from:], []byte("BZh"))
		if i < 0 {
			break
		}
		if from += i; len(rest)-from >= bzip2Head && beginsBzip2(rest[from:]) && (from > 0 || p.begun) {
			n = min(n, from)
			break
		}
		from++
	}
	if n = copy(to, rest[:n]); n == 0 && len(to) > 0 {
		if p.w.err != nil && p.w.err != io.EOF {
			return 0, p.w.err
		}
		return 0, io.EOF
	}
	p.w.pos += n
	p.begun = true
	return n, nil
}
