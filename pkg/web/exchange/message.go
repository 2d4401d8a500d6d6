package exchange

import (
	"bytes"

	"webmill/pkg/ascii"
	"webmill/pkg/web/warc"
)

// bounds are the limits to the size of an answer.
type bounds struct {
	head, fields int
	body         int64
}

// framing says how a body ends.
type framing uint8

const (
	noBody   framing = iota
	byLength         // by the field Content-Length
	chunked          // by a chunk of length 0
	open             // by the end of the connection
)

// maxInterim is how many heads of 1xx may come before that of the answer.
const maxInterim = 8

// message finds in a buffer that grows where the head and the body of an answer end. It looks at each byte once, however
// the bytes come; if the buffer moves, it reads the head again.
type message struct {
	begin   int // where the head begins, behind the heads of 1xx
	line    int // where the line begins that comes next
	seen    int // up to here this line has no end
	interim int // how many heads of 1xx came
	body    int // where the body begins; 0: the head is not whole
	end     int // where the body ends, once the message is done

	status    int
	old       bool // HTTP/1.0
	fields    warc.Header
	framing   framing
	length    int64 // of a body that ends byLength
	chunks    chunks
	keep      bool   // the server takes further requests
	truncated string // see Response.Truncated
}

// advance reads what has come to the buffer, and reports whether the message is done: whole, or cut at a limit. After that it
// must not be called again.
func (m *message) advance(buf []byte, most *bounds) (done bool, err error) {
	if m.body == 0 {
		if whole, err := m.readHead(buf, most); err != nil || !whole {
			return false, err
		}
	}
	got := buf[m.body:]
	end, whole := 0, false
	switch m.framing {
	case noBody:
		whole = true
	case byLength:
		if whole = int64(len(got)) >= m.length; whole {
			end = int(m.length)
		}
	case chunked:
		var broken string
		if end, whole, broken = m.chunks.advance(got, most.head); broken != "" && int64(m.chunks.at) <= most.body {
			m.cut(buf, most, broken)
			return true, nil
		}
	}
	switch {
	case whole && int64(end) <= most.body:
		m.end = m.body + end
		m.keep = m.keep && m.end == len(buf) // nobody asked for further bytes
	case whole || int64(len(got)) > most.body:
		m.cut(buf, most, "length")
	default:
		return false, nil
	}
	return true, nil
}

// cut ends the body with what has come of it.
func (m *message) cut(buf []byte, most *bounds, why string) {
	m.keep, m.truncated = false, why
	m.end = m.body + int(min(int64(len(buf)-m.body), most.body))
}

// closed ends the body where the connection ended, in order or not. A body of open framing has no other end, so its connection is
// not kept.
func (m *message) closed(buf []byte, most *bounds, inOrder bool) {
	m.cut(buf, most, "disconnect")
	if m.framing == open && inOrder {
		m.truncated = ""
	}
}

// again reads the fields once more, because they are parts of a buffer that has moved.
func (m *message) again(buf []byte) {
	if m.body > 0 {
		m.parseFields(buf[m.begin:m.body], len(m.fields)+1)
	}
}

func (m *message) parseFields(head []byte, most int) {
	m.fields = warc.AppendFields(m.fields[:0], head[bytes.IndexByte(head, '\n')+1:], most)
}

// readHead reads lines until the head is whole.
func (m *message) readHead(buf []byte, most *bounds) (whole bool, err error) {
	for {
		const version = "HTTP/1."
		if n := min(len(buf)-m.begin, len(version)); string(buf[m.begin:m.begin+n]) != version[:n] {
			return false, errNoHTTP
		}
		i := bytes.IndexByte(buf[m.seen:], '\n')
		if i < 0 {
			m.seen = len(buf)
		} else {
			m.seen += i + 1
		}
		if m.seen > most.head {
			return false, errHead
		}
		if i < 0 {
			return false, nil
		}
		line := ascii.TrimEnd(buf[m.line:m.seen])
		if m.line == m.begin {
			if m.status, m.old = status(line); m.status == 0 {
				return false, errNoHTTP
			}
		}
		m.line = m.seen
		if len(line) > 0 {
			continue
		}
		if whole, err := m.parse(buf[m.begin:m.seen], most.fields); whole || err != nil {
			m.body = m.seen
			return whole, err
		}
		m.begin = m.seen
	}
}

// status reads a line like "HTTP/1.1 200 OK". The code of another line is 0. old reports whether it is HTTP/1.0.
func status(line []byte) (code int, old bool) {
	const version = len("HTTP/1.x")
	if len(line) <= version || line[version] != ' ' || !ascii.Digit(line[version-1]) {
		return 0, false
	}
	rest := bytes.TrimLeft(line[version:], " ")
	if len(rest) < 3 || len(rest) > 3 && ascii.Digit(rest[3]) {
		return 0, false
	}
	for _, c := range rest[:3] {
		if !ascii.Digit(c) {
			return 0, false
		}
		code = 10*code + int(c-'0')
	}
	if code < 100 {
		return 0, false
	}
	return code, line[version-1] == '0'
}

// parse reads a whole head. A head of 1xx is not that of the answer, which comes behind it.
func (m *message) parse(head []byte, most int) (answer bool, err error) {
	if bytes.IndexByte(head, 0) >= 0 {
		return false, errNUL
	}
	m.parseFields(head, most+1)
	if len(m.fields) > most {
		return false, errFields
	}
	if m.status == 101 {
		return false, errUpgrade
	}
	if m.status < 200 {
		if m.interim++; m.interim > maxInterim {
			return false, errInterim
		}
		return false, nil
	}
	return true, m.frame()
}

// frame decides by the fields how the body ends, and whether the connection can be used again (RFC 9112, 6.3 and 9.3).
func (m *message) frame() error {
	length, bad := int64(-1), false
	var coding []byte // the last one
	closes, stays := false, false
	for i := range m.fields {
		name, value := m.fields[i].Name, m.fields[i].Value
		switch {
		case ascii.EqualFold(name, "Content-Length"):
			n, ok := lengthOf(value)
			bad = bad || !ok || length >= 0 && n != length
			length = n
		case ascii.EqualFold(name, "Transfer-Encoding") && !m.old && !ascii.EqualFold(value, "identity"):
			coding = lastOf(value)
		case ascii.EqualFold(name, "Connection"):
			closes = closes || hasToken(value, "close")
			stays = stays || hasToken(value, "keep-alive")
		}
	}
	m.keep = !closes && (stays || !m.old)
	switch {
	case m.status == 204 || m.status == 304:
		m.framing = noBody
	case ascii.EqualFold(coding, "chunked"):
		m.framing = chunked
		m.keep = m.keep && length < 0 && !bad // a proxy on the way may have used the length
	case len(coding) > 0:
		m.framing = open
	case bad:
		return errLength
	case length >= 0:
		m.framing, m.length = byLength, length
	default:
		m.framing = open
	}
	return nil
}

// lengthOf reads a Content-Length: "5", or "5, 5", which some servers make of two equal fields.
func lengthOf(value []byte) (n int64, ok bool) {
	for first := true; ; first = false {
		var part []byte
		part, value, ok = bytes.Cut(value, []byte(","))
		last, size := !ok, int64(0)
		part = bytes.TrimSpace(part)
		if len(part) == 0 || len(part) > 18 {
			return 0, false
		}
		for _, c := range part {
			if !ascii.Digit(c) {
				return 0, false
			}
			size = 10*size + int64(c-'0')
		}
		if !first && size != n {
			return 0, false
		}
		n = size
		if last {
			return n, true
		}
	}
}

// lastOf is the last member of a list.
func lastOf(list []byte) []byte { return bytes.TrimSpace(list[bytes.LastIndexByte(list, ',')+1:]) }

// hasToken reports whether a list has a member, in small or capital letters.
func hasToken(list []byte, token string) bool {
	for more := true; more; {
		var member []byte
		member, list, more = bytes.Cut(list, []byte(","))
		if ascii.EqualFold(bytes.TrimSpace(member), token) {
			return true
		}
	}
	return false
}
