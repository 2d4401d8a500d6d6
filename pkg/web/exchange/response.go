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
	Fields        []Field        // of the head; a field of several lines is joined
	Request       []byte         // as sent
	Address       netip.AddrPort // of the server
	Begun         time.Time      // when the client took the request, by Options.Now
	First         time.Duration  // from Begun to the first byte of the answer
	Took          time.Duration  // from Begun to the last byte
	Reused        bool           // the connection had served a request before
	TLSUnverified bool           // the certificate of the server was not checked
	// Truncated is the value of WARC-Truncated: "" for a whole body, "length" or "time" if it broke a limit, "disconnect" if the
	// connection ended or the chunks are damaged, and "unspecified" if it is not wanted (Request.Wanted).
	Truncated string

	held  bool      // it counts for Options.MaxLarge
	start time.Time // Begun by the clock of the system
	buf   []byte    // all bytes that were received
	key   []byte    // see target.appendKey
	msg   message
}

// Get is the value of the first field with a name, in small or capital letters, or nil.
func (r *Response) Get(name string) []byte { return warc.Header(r.Fields).Get(name) }

// Sizes of the buffer of an answer.
const (
	firstBuffer = 16 << 10  // its first size
	leastRead   = 4 << 10   // with less room than this it grows before the next read, if it may
	smallBuffer = 256 << 10 // a longer one is that of a large answer, and is freed with it
)

// clear makes an answer that was given back ready for the next exchange.
func (r *Response) clear() {
	buf, fields := r.buf[:0], r.msg.fields
	if cap(buf) > smallBuffer {
		buf = nil
	}
	clear(fields[:cap(fields)]) // they are parts of the buffer, or of one that was too small
	*r = Response{Request: r.Request[:0], key: r.key[:0], buf: buf, msg: message{fields: fields[:0]}}
}

// room is the memory for the next read. It grows the buffer if there is little: to the double, up to most.
func (r *Response) room(most int) []byte {
	size := cap(r.buf)
	if size-len(r.buf) < leastRead && size < most {
		grown := make([]byte, len(r.buf), min(max(2*size, firstBuffer), most))
		copy(grown, r.buf)
		r.buf = grown
		r.msg.again(grown)
	}
	return r.buf[len(r.buf):min(cap(r.buf), most)]
}

// finish sets the fields of the answer that the message has found.
func (r *Response) finish() {
	m := &r.msg
	r.Status, r.Fields, r.Truncated = m.status, m.fields, m.truncated
	r.Head, r.Body = r.buf[m.begin:m.body:m.body], r.buf[m.body:m.end:m.end]
}
