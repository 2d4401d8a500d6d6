package exchange

import (
	"net/netip"
	"time"

	"webmill/pkg/web/warc"
)

// Response is the answer to a request. Its slices are valid until it is given back by Client.Release.
type Response struct {
	Status        int
	Head          []byte         // as received: status line to blank line; heads of 1xx before it are left out
	Body          []byte         // as received: the framing of chunks and the content coding are kept
	Fields        []Field        // of the head; one of several lines is joined
	Request       []byte         // as sent
	Address       netip.AddrPort // that was connected to
	Begun         time.Time      // when the client took the request, by Options.Now
	First         time.Duration  // from Begun to the first byte of the answer
	Took          time.Duration  // from Begun to the last byte
	Reused        bool           // the connection had served a request before
	Truncated     string         // "", "length", "time" or "disconnect", for WARC-Truncated: why Body is not whole
	TLSUnverified bool           // the server has not proven who it is

	held  bool      // it is one of Options.MaxLarge
	start time.Time // Begun by the clock of limits
	buf   []byte    // all that was received
	key   []byte    // see target.appendKey
	msg   message
}

// Get is the value of the first field with a name, in any case, or nil.
func (r *Response) Get(name string) []byte { return warc.Header(r.Fields).Get(name) }

// Sizes of the buffer of an answer.
const (
	firstBuffer = 16 << 10  // as it begins
	leastRead   = 4 << 10   // less room than that is not read into, if the buffer may grow
	smallBuffer = 256 << 10 // a longer one is of a large answer, and does not wait for the next answer
)

// clear makes the memory of an answer that was given back ready for the next one.
func (r *Response) clear() {
	buf, fields := r.buf[:0], r.msg.fields
	if cap(buf) > smallBuffer {
		buf = nil
	}
	clear(fields[:cap(fields)]) // they are parts of the buffer, or of one that was too small
	*r = Response{Request: r.Request[:0], key: r.key[:0], buf: buf, msg: message{fields: fields[:0]}}
}

// room is where to read to, and grows the buffer as data comes: to the double, up to most.
func (r *Response) room(most int) []byte {
	size := cap(r.buf)
	if size-len(r.buf) < leastRead && size < most {
		grown := make([]byte, len(r.buf), min(max(2*size, firstBuffer), most))
		copy(grown, r.buf)
		r.buf = grown
		r.msg.moved(grown)
	}
	return r.buf[len(r.buf):min(cap(r.buf), most)]
}

// finish fills in what the message says.
func (r *Response) finish() {
	m := &r.msg
	r.Status, r.Fields, r.Truncated = m.status, m.fields, m.truncated
	r.Head, r.Body = r.buf[m.begin:m.body:m.body], r.buf[m.body:m.end:m.end]
}
