package warc

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/inflate"
)

// gzipText is a file of gzip members. A member is decoded as a whole if that takes no more than the limits; what is
// larger is decoded as a stream.
type gzipText struct {
	w     *window
	whole int // bytes of a member that are decoded as a whole
	most  int // bytes of its text

	z      *gzip.Reader // of large members
	ahead  *bufio.Reader
	stream bool  // inside a large member
	begin  int64 // where it begins
	lost   bool  // look for the next member
}

var gzipMagic = []byte{0x1f, 0x8b, 8}

const probeBytes = 4 << 10 // looked at to tell whether a member begins with a record

func (g *gzipText) plain() bool { return false }

// next decodes a member, or a part of a large one.
func (g *gzipText) next(dst []byte) ([]byte, part, error) {
	if g.stream {
		return g.more(dst, part{offset: g.begin})
	}
	if g.lost {
		if err := g.find(); err != nil {
			return dst, part{}, err
		}
		g.lost = false
	}
	have := g.w.want(min(readBytes, g.whole))
	got := part{begin: true, offset: g.w.offset()}
	if have == 0 {
		return dst, got, atEnd(g.w)
	}
	if n := min(have, len(gzipMagic)); !bytes.Equal(g.w.rest()[:n], gzipMagic[:n]) {
		g.lost, got.gap = true, Garbage
		return dst, got, nil
	}
	return g.member(dst, got, have)
}

// atEnd: the end of a section is as good as that of the file, if a member ends there.
func atEnd(w *window) error {
	if w.err == errAgain {
		return io.EOF
	}
	return w.err
}

func (g *gzipText) member(dst []byte, got part, have int) ([]byte, part, error) {
	w := g.w
	for {
		out, n, err := inflate.Member(dst, w.rest(), g.most)
		short := errors.Is(err, inflate.ErrShort)
		switch {
		case err == nil:
			w.pos += n
			got.end, got.after = true, w.offset()
			return out, got, nil
		case short && w.err == nil && have < g.whole:
			have = w.want(min(2*have, g.whole))
		case w.src == nil && (short && w.err == errAgain || errors.Is(err, inflate.ErrLarge)):
			return dst, got, errAgain
		case short && w.err == nil, errors.Is(err, inflate.ErrLarge):
			return g.large(dst, got)
		case short && w.err != io.EOF:
			return dst, got, w.err
		default:
			got.gap = Damaged
			if short {
				got.gap = CutOff
			}
			return out, got, g.leave(short)
		}
	}
}

// leave goes on behind a damaged member. If only its checksum is wrong, its end is known, and what looks like members inside
// is its content. Otherwise the next member may begin anywhere.
func (g *gzipText) leave(short bool) error {
	n := 0
	if !short {
		n = g.endOf(g.w.rest())
	}
	next := g.w.rest()[n:]
	k := min(len(next), len(gzipMagic))
	if n == 0 || !bytes.Equal(next[:k], gzipMagic[:k]) {
		g.w.pos++
		g.lost = true
		return nil
	}
	if 0 < k && k < len(gzipMagic) && g.w.err == errAgain {
		return errAgain // the section does not show enough
	}
	g.w.pos += n
	return nil
}

// endOf is how long a member is whose checksum is wrong, 0 if it is damaged in another way.
func (g *gzipText) endOf(b []byte) int {
	src := bytes.NewReader(b)
	z, err := gzip.NewReader(src)
	if err != nil {
		return 0
	}
	z.Multistream(false)
	if _, err = io.CopyN(io.Discard, z, int64(g.most)+1); !errors.Is(err, gzip.ErrChecksum) {
		return 0
	}
	n := len(b) - src.Len()
	return g.chained(b[:n])
}

// chained finds the members at the end of b that the decoder of a damaged member has read as a part of it: they end where the
// damaged member seems to end. Members stored inside a record end before that. It returns where the first one begins.
func (g *gzipText) chained(b []byte) int {
	for at := 1; ; at++ {
		i := bytes.Index(b[at:], gzipMagic)
		if i < 0 {
			return len(b)
		}
		at += i
		if !startsMember(b[at:]) {
			continue
		}
		end := at
		for end < len(b) {
			_, n, err := inflate.Member(nil, b[end:], g.most)
			if err != nil {
				break
			}
			end += n
		}
		if end == len(b) {
			return at
		}
	}
}

// large begins to decode a member as a stream.
func (g *gzipText) large(dst []byte, got part) ([]byte, part, error) {
	if g.ahead == nil {
		g.ahead = bufio.NewReaderSize(nil, keepBytes/2)
		g.z = new(gzip.Reader)
	}
	g.ahead.Reset(g.w)
	g.begin, g.stream = got.offset, true
	if err := g.z.Reset(g.ahead); err != nil {
		return g.broken(dst, got, err)
	}
	g.z.Multistream(false)
	return g.more(dst, got)
}

func (g *gzipText) more(dst []byte, got part) ([]byte, part, error) {
	dst, err := readInto(dst, g.z)
	switch {
	case err == nil:
		return dst, got, nil
	case err != io.EOF:
		return g.broken(dst, got, err)
	}
	g.w.pos -= g.ahead.Buffered()
	g.stream = false
	got.end, got.after = true, g.w.offset()
	return dst, got, nil
}

func (g *gzipText) broken(dst []byte, got part, err error) ([]byte, part, error) {
	g.w.pos -= g.ahead.Buffered()
	g.stream, g.lost = false, true
	got.gap, err = gapOf(err, g.w)
	return dst, got, err
}

// find goes on to the next member that begins with a record.
func (g *gzipText) find() error {
	w := g.w
	for {
		have := w.want(readBytes)
		i := bytes.Index(w.rest(), gzipMagic)
		if i < 0 {
			w.pos += max(have-len(gzipMagic)+1, 0)
			if w.err != nil {
				w.pos = len(w.buf)
				return atEnd(w)
			}
			continue
		}
		w.pos += i
		have = w.want(probeBytes)
		if startsMember(w.rest()) {
			return nil
		}
		// What the section does not show may be what decides.
		if have < probeBytes && w.err == errAgain {
			return errAgain
		}
		w.pos++
	}
}

// startsMember reports whether bytes look like a member whose text begins with a record.
func startsMember(b []byte) bool {
	if len(b) < 18 || !bytes.HasPrefix(b, gzipMagic) || b[3] > 0x1f {
		return false
	}
	out, _, err := inflate.Member(nil, b[:min(len(b), probeBytes)], probeBytes)
	return !errors.Is(err, inflate.ErrFormat) && startsRecord(out)
}
