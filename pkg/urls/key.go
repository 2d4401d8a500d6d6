package urls

import "bytes"

// The key of a URL is the string by which dictionaries are sorted, byte by byte:
//
//	http://www.example.com/a?b      com,example,www)/a?b
//	https://www.example.com/a?b     com,example,www)/a?b and a blank
//	http://u:p@example.com:81/      com,example)@u:p@:81/
//	http://10.0.0.1/                10.0.0.1)/
//	mailto:a@example.com            !mailto:a@example.com
//
// The labels of the host stand in reverse; "," and ")" sort before all bytes that a label of a key has (a label with
// other bytes is escaped), and ")" before ",". So the pages of a host are neighbours whatever their scheme, port or user,
// a host comes directly before the hosts below it, and example.com is not torn apart by example-two.com. http and https
// of a page are neighbours, since no URL has a blank. What is no URL comes first, as it is.
const (
	labelEnd  = ','
	hostEnd   = ')'
	secure    = ' '
	noURL     = '!'
	escapeKey = '~' // in front of itself, or of a byte up to ',' that is then escapeBy higher
	escapeBy  = 0x40
)

// AppendKey appends the key of a canonical URL, or of any bytes without a line end. FromKey gives the bytes back.
func AppendKey(dst, url []byte) []byte {
	name, rest := cutWeb(url)
	end := bytes.IndexByte(rest, '/')
	if name == "" || end < 0 || rest[len(rest)-1] == secure {
		return append(append(dst, noURL), url...)
	}
	if authority := rest[:end]; !hasOther(authority, plainHost) {
		dst = append(appendReversed(dst, authority, labelEnd), hostEnd)
	} else {
		dst = appendRareKey(dst, authority)
	}
	dst = append(dst, rest[end:]...)
	if name == "https:" {
		dst = append(dst, secure)
	}
	return dst
}

// cutWeb splits a URL of the web, its scheme in lower case, behind the slashes; name is empty for any other.
func cutWeb(url []byte) (name string, rest []byte) {
	switch {
	case len(url) > 8 && string(url[:8]) == "https://":
		return "https:", url[8:]
	case len(url) > 7 && string(url[:7]) == "http://":
		return "http:", url[7:]
	}
	return "", url
}

func hasOther(s []byte, set class) bool {
	for _, c := range s {
		if classOf[c]&set == 0 {
			return true
		}
	}
	return false
}

// appendReversed appends the labels of a host in reverse, but an IPv4 address as it is.
func appendReversed(dst, host []byte, separator byte) []byte {
	if isIPv4(host) {
		return append(dst, host...)
	}
	for i := len(host) - 1; i >= 0; i-- {
		if host[i] == '.' {
			dst = append(append(dst, host[i+1:]...), separator)
			host = host[:i]
		}
	}
	return append(dst, host...)
}

// isIPv4 reports whether a canonical host is an IPv4 address: no other ends with a digit and has only digits and dots.
func isIPv4(host []byte) bool {
	for i := len(host) - 1; i >= 0; i-- {
		if host[i]-'0' > 9 && (host[i] != '.' || i == len(host)-1) {
			return false
		}
	}
	return len(host) > 0
}

// cutAuthority splits what stands before the path of a URL: the user with its @, the host, and the port with its colon.
func cutAuthority(s []byte) (user, host, port []byte) {
	at := bytes.LastIndexByte(s, '@') + 1
	user, host = s[:at], s[at:]
	from := 0
	if len(host) > 0 && host[0] == '[' {
		from = bytes.IndexByte(host, ']') + 1
	}
	if colon := bytes.IndexByte(host[from:], ':'); colon >= 0 {
		host, port = host[:from+colon], host[from+colon:]
	}
	return user, host, port
}

// appendRareKey is for an authority of more than a plain host.
func appendRareKey(dst, authority []byte) []byte {
	user, host, port := cutAuthority(authority)
	if isIPv4(host) {
		dst = append(dst, host...)
	} else {
		for i := len(host) - 1; i >= 0; i-- {
			if host[i] == '.' {
				dst = append(appendEscapedLabel(dst, host[i+1:]), labelEnd)
				host = host[:i]
			}
		}
		dst = appendEscapedLabel(dst, host)
	}
	dst = append(dst, hostEnd)
	if len(user) > 0 {
		dst = append(append(dst, '@'), user...)
	}
	return append(dst, port...)
}

func appendEscapedLabel(dst, label []byte) []byte {
	for _, c := range label {
		switch {
		case c == escapeKey:
			dst = append(dst, escapeKey)
		case c <= labelEnd:
			dst = append(dst, escapeKey)
			c += escapeBy
		}
		dst = append(dst, c)
	}
	return dst
}

// Escapes counts the bytes of an authority, which a slash may end, that a key escapes.
func Escapes(authority []byte) (n int) {
	for _, c := range authority {
		if c == '/' {
			break
		}
		if c <= labelEnd || c == escapeKey {
			n++
		}
	}
	return n
}

// FromKey appends the bytes whose key this is. What is no key is appended as it is.
func FromKey(dst, key []byte) []byte {
	if len(key) > 0 && key[0] == noURL {
		return append(dst, key[1:]...)
	}
	end := bytes.IndexByte(key, hostEnd)
	if end < 0 {
		return append(dst, key...)
	}
	host, rest := key[:end], key[end+1:]
	if len(rest) > 0 && rest[len(rest)-1] == secure {
		rest = rest[:len(rest)-1]
		dst = append(dst, "https://"...)
	} else {
		dst = append(dst, "http://"...)
	}
	if len(rest) > 0 && rest[0] == '@' {
		path := bytes.IndexByte(rest, '/')
		if path < 0 {
			path = len(rest)
		}
		user := bytes.LastIndexByte(rest[:path], '@') + 1
		dst = append(dst, rest[1:user]...)
		rest = rest[user:]
	}
	for i := len(host) - 1; i >= 0; i-- {
		if host[i] == labelEnd {
			dst = append(appendLabel(dst, host[i+1:]), '.')
			host = host[:i]
		}
	}
	return append(appendLabel(dst, host), rest...)
}

// appendLabel appends a label of a key without its escapes.
func appendLabel(dst, label []byte) []byte {
	for {
		i := bytes.IndexByte(label, escapeKey)
		if i < 0 || i+1 == len(label) {
			return append(dst, label...)
		}
		dst = append(dst, label[:i]...)
		c := label[i+1]
		if c != escapeKey {
			c -= escapeBy
		}
		dst = append(dst, c)
		label = label[i+2:]
	}
}
