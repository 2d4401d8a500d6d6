package exchange

import (
	"bytes"
	"strconv"
	"time"

	"webmill/pkg/ascii"
	"webmill/pkg/web/warc"
)

// Stage says what a server must prove in a TLS handshake.
type Stage uint8

// The stages.
const (
	Verify     Stage = iota // its name, by a certificate that the roots sign
	Unverified              // nothing
)

// Field is one line of a head.
type Field = warc.Field

// Request is a request for a URL.
type Request struct {
	URL    []byte  // canonical, http or https; a user in it is not sent
	Fields []Field // further fields, like If-None-Match; Accept, Accept-Encoding and User-Agent replace those of Options
	// Timeout takes the place of Options.Total; 0: it does not. If it is longer, Options.Head grows in proportion.
	Timeout time.Duration
	TLS     Stage
	MaxBody int64 // 0: Options.MaxBody
	// Wanted reports by the head of an answer whether its body is wanted; nil: it is. A body that is not wanted is not read on,
	// and truncated as "unspecified".
	Wanted func(status int, fields []Field) bool
}

// target are the parts of a URL.
type target struct {
	secure    bool
	authority []byte // for the field Host: without the port if it is that of the scheme
	host      []byte // an IPv6 address without brackets
	port      uint16
	path      []byte // with the query
}

// parseTarget takes a canonical URL apart. ok is false if the URL could break a request.
func parseTarget(url []byte) (t target, ok bool) {
	for _, c := range url {
		if c <= ' ' || c >= 0x7f {
			return t, false
		}
	}
	rest, secure := bytes.CutPrefix(url, []byte("https://"))
	t.secure, t.port = secure, 443
	if !secure {
		t.port = 80
		if rest, ok = bytes.CutPrefix(url, []byte("http://")); !ok {
			return t, false
		}
	}
	rest, _, _ = bytes.Cut(rest, []byte("#"))
	end := bytes.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	t.authority, t.path = rest[:end], rest[end:]
	if at := bytes.LastIndexByte(t.authority, '@'); at >= 0 {
		t.authority = t.authority[at+1:]
	}
	return t, t.splitPort()
}

// splitPort finds host and port in the authority.
func (t *target) splitPort() bool {
	t.host = t.authority
	colon := bytes.LastIndexByte(t.authority, ':')
	if bracket := bytes.LastIndexByte(t.authority, ']'); colon > bracket {
		n, err := strconv.ParseUint(string(t.authority[colon+1:]), 10, 16)
		if err != nil || n == 0 {
			return false
		}
		t.host = t.authority[:colon]
		if uint16(n) == t.port {
			t.authority = t.host
		}
		t.port = uint16(n)
	}
	banned := "[]@\\:"
	if n := len(t.host); n > 2 && t.host[0] == '[' && t.host[n-1] == ']' {
		t.host, banned = t.host[1:n-1], "[]@\\"
	}
	return len(t.host) > 0 && !bytes.ContainsAny(t.host, banned)
}

// appendKey appends the key of a connection: scheme, stage of TLS, host and port. A connection serves all requests with its key.
func (t *target) appendKey(dst []byte, stage Stage) []byte {
	scheme := byte('p')
	if t.secure {
		scheme = 's' + byte(stage)
	}
	dst = append(append(dst, scheme), t.host...)
	return append(dst, ' ', byte(t.port>>8), byte(t.port))
}

// appendRequest appends the bytes of a request.
func (c *Client) appendRequest(dst []byte, t *target, fields []Field) []byte {
	dst = append(dst, "GET "...)
	if len(t.path) == 0 || t.path[0] != '/' {
		dst = append(dst, '/')
	}
	dst = append(dst, t.path...)
	dst = append(dst, " HTTP/1.1\r\nHost: "...)
	dst = append(dst, t.authority...)
	dst = append(dst, '\r', '\n')
	for _, own := range c.fields {
		if warc.Header(fields).Get(own.name) == nil {
			dst = append(dst, own.line...)
		}
	}
	for i := range fields {
		dst = append(dst, fields[i].Name...)
		dst = append(dst, ':', ' ')
		dst = append(dst, fields[i].Value...)
		dst = append(dst, '\r', '\n')
	}
	return append(dst, '\r', '\n')
}

// ownField is a field of Options. A request has it unless it brings a field with that name.
type ownField struct{ name, line string }

func ownFields(o *Options) (list []ownField) {
	for _, f := range [...][2]string{{"User-Agent", o.Agent}, {"Accept", o.Accept}, {"Accept-Encoding", o.Encodings}} {
		if f[1] != "" {
			list = append(list, ownField{f[0], f[0] + ": " + f[1] + "\r\n"})
		}
	}
	return list
}

// sendable reports whether fields can be sent: each is one line of a head, and none decides how the message ends or where it
// goes.
func sendable(fields []Field) bool {
	for i := range fields {
		name := fields[i].Name
		if len(name) == 0 || bytes.ContainsAny(fields[i].Value, "\r\n\x00") {
			return false
		}
		for _, c := range name {
			if c <= ' ' || c >= 0x7f || c == ':' {
				return false
			}
		}
		for _, ours := range [...]string{"Host", "Connection", "Content-Length", "Transfer-Encoding", "Upgrade"} {
			if ascii.EqualFold(name, ours) {
				return false
			}
		}
	}
	return true
}
