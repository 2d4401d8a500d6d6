package warc

import (
	"bytes"
	"errors"

	"webmill/pkg/ascii"
)

// ErrNoHTTP says that a record that should hold an HTTP message does not.
var ErrNoHTTP = errors.New("no HTTP head")

// Fault is what is wrong with a body.
type Fault uint8

// The faults.
const (
	Whole      Fault = iota // nothing
	BrokenBody              // its coding is broken: Body is what could be decoded
	Undecoded               // its coding is unknown, or nothing could be decoded: Body is as it was stored
	LongBody                // it is longer than Options.MaxBody, and was cut there
)

// HTTP is the content of a record: an HTTP message, or what was stored without one. Its slices are valid until the next
// HTTP or Next.
type HTTP struct {
	Status  int    // 0: no response
	Line    []byte // the first line, nil if there is no HTTP message
	Header  Header // of HTTP; at most 256 fields
	Payload []byte // the body as it was sent or stored
	Body    []byte // the payload without transfer and content codings
	Fault   Fault  // what is wrong with Body
	Short   bool   // its end is missing, as its head, Content-Length or chunks tell; of what is packed, Fault tells it

	mime []byte // of the record, without HTTP
}

// ContentType is the value of the field, without parameters.
func (h *HTTP) ContentType() []byte {
	value := h.mime
	if h.Line != nil {
		value = h.Header.Get("Content-Type")
	}
	value, _, _ = bytes.Cut(value, []byte(";"))
	return bytes.TrimSpace(value)
}

// Location is where a redirection goes, or nil.
func (h *HTTP) Location() []byte { return h.Header.Get("Location") }

// HTTP splits the head from the body of a request, response or revisit, and decodes the body. A record of another kind,
// like resource, is all body.
func (r *Record) HTTP() (HTTP, error) {
	h, err := r.Head()
	if h.Line != nil {
		r.http.Decode(&h)
	}
	return h, err
}

// Head is HTTP without decoding: Body is Payload.
func (r *Record) Head() (HTTP, error) {
	h := HTTP{Payload: r.Block, Body: r.Block, mime: r.Header.Get("Content-Type")}
	if !r.holdsHTTP() {
		return h, nil
	}
	err := h.split(r.fields[:0], r.Type == "request" && !r.ARC)
	if err == nil {
		r.fields = h.Header
	}
	return h, err
}

// Message splits a response of HTTP that is in no record: Body is Payload, what stands behind the head. A Decoder decodes it.
func Message(raw []byte) (HTTP, error) {
	h := HTTP{Payload: raw, Body: raw}
	err := h.split(nil, false)
	return h, err
}

// split cuts the head from a message, which is all payload until then, and appends its fields to some memory. Answers that a
// server sends before the final one, like 103, are passed over.
func (h *HTTP) split(fields Header, request bool) error {
	head, body := splitHead(h.Payload)
	line, rest := cutLine(head)
	for n := status(line); n/100 == 1 && n != 101 && !request; n = status(line) {
		next, after := splitHead(body)
		final, fields := cutLine(next)
		if status(final) == 0 {
			break
		}
		line, rest, body = final, fields, after
	}
	if !request {
		if h.Status = status(line); h.Status == 0 {
			return ErrNoHTTP
		}
	}
	h.Line, h.Header, h.Payload, h.Body = line, AppendFields(fields, rest, maxHTTPFields), body, body
	h.Short = body == nil
	return nil
}

// holdsHTTP reports whether the block is an HTTP message: by its type, or, for the types that store messages, unless it
// says another.
func (r *Record) holdsHTTP() bool {
	mime := r.Header.Get("Content-Type")
	if r.ARC {
		return len(r.URL) > 4 && ascii.EqualFold(r.URL[:4], "http")
	}
	if mime == nil {
		return r.Type == "response" || r.Type == "request" || r.Type == "revisit"
	}
	const http = "application/http"
	return len(mime) >= len(http) && ascii.EqualFold(mime[:len(http)], http)
}

// splitHead cuts a message behind its first empty line; without one, all is head, and the body is nil.
func splitHead(block []byte) (head, body []byte) {
	rest := block
	for len(rest) > 0 {
		line, after := cutLine(rest)
		if len(line) == 0 {
			return block[:len(block)-len(rest)], after
		}
		rest = after
	}
	return block, nil
}

// status reads the status line, "HTTP/1.1 200 OK" or what servers make of it; 0 if it is none.
func status(line []byte) int {
	version, rest, _ := bytes.Cut(line, []byte(" "))
	if !bytes.HasPrefix(version, []byte("HTTP")) && !bytes.HasPrefix(version, []byte("ICY")) {
		return 0
	}
	rest = bytes.TrimLeft(rest, " ")
	if len(rest) < 3 || len(rest) > 3 && '0' <= rest[3] && rest[3] <= '9' {
		return 0
	}
	n, ok := decimal(rest[:3])
	if !ok || n < 100 {
		return 0
	}
	return int(n)
}
