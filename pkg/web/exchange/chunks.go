package exchange

import (
	"bytes"

	"webmill/pkg/ascii"
	"webmill/pkg/web/warc"
)

// chunks finds the end of a body in chunks (RFC 9112, 7.1).
type chunks struct {
	at    int   // where the line or the data begins that comes next
	seen  int   // up to here the line has no end
	extra int   // bytes of extensions and trailers
	left  int64 // bytes of the data of the chunk that have not come
	part  part
}

// part is the part of the body that comes next.
type part uint8

const (
	size    part = iota // the line with the size of a chunk
	data                // the bytes of a chunk
	dataEnd             // the empty line behind them
	trailer             // the fields behind the last chunk
)

// maxChunkLine is how long the line before a chunk may be, as in most servers.
const maxChunkLine = 4 << 10

// advance reads what has come of the body. If whole is true, the body ends at end. If broken is not empty, it is the reason (see
// Response.Truncated) why the body cannot be read on.
func (c *chunks) advance(body []byte, most int) (end int, whole bool, broken string) {
	for {
		if c.part == data {
			n := min(c.left, int64(len(body)-c.at))
			c.at, c.left = c.at+int(n), c.left-n
			if c.left > 0 {
				return 0, false, ""
			}
			c.part, c.seen = dataEnd, c.at
		}
		i := bytes.IndexByte(body[c.seen:], '\n')
		if i < 0 {
			c.seen = len(body)
			if c.tooLong(c.seen-c.at, most) {
				return 0, false, "length"
			}
			return 0, false, ""
		}
		c.seen += i + 1
		line := ascii.TrimEnd(body[c.at:c.seen])
		c.at = c.seen
		switch {
		case c.tooLong(len(line), most):
			return 0, false, "length"
		case c.part == trailer && len(line) == 0:
			return c.at, true, ""
		case !c.next(line):
			return 0, false, "disconnect"
		}
	}
}

func (c *chunks) tooLong(line, most int) bool {
	return c.part == size && line > maxChunkLine || c.extra+line > most+maxChunkLine
}

// next reads a line, and reports whether the form of chunks allows it there.
func (c *chunks) next(line []byte) bool {
	switch c.part {
	case size:
		n, ok := warc.ChunkSize(line)
		if !ok {
			return false
		}
		if i := bytes.IndexByte(line, ';'); i >= 0 {
			c.extra += len(line) - i
		}
		c.part, c.left = data, n
		if n == 0 {
			c.part = trailer
		}
	case dataEnd:
		c.part = size
		return len(line) == 0
	case trailer:
		c.extra += len(line)
	}
	return true
}
