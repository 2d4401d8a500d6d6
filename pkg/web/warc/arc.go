package warc

import (
	"bytes"

	"webmill/pkg/ascii"
)

// arcLine is the head of an ARC record: URL IP-address date content-type length, and in version 2 more before the length.
type arcLine struct{ url, ip, date, mime, length []byte }

const maxARCLine = 16 << 10

// arcSchemes are how the lines begin that can be found again after damage.
var arcSchemes = []string{"http://", "https://", "filedesc://", "dns:", "ftp://", "whois:"}

func startsARC(b []byte) bool {
	for _, s := range arcSchemes {
		if len(b) >= len(s) && ascii.EqualFold(b[:len(s)], s) {
			return true
		}
	}
	return false
}

// parseARCLine reads a head from the right, because URLs with spaces occur: the date is the last field of 8 digits or more
// that follows an address, and before the address all is the URL. The length may be no number.
func parseARCLine(line []byte) (a arcLine, ok bool) {
	rest, length := cutLast(line)
	if length == nil {
		return a, false
	}
	end := len(rest) // of the content type
	for {
		before, date := cutLast(rest)
		if date == nil {
			return a, false
		}
		if url, ip := cutLast(before); ip != nil && len(url) > 0 && isDate(date) && isAddress(ip) {
			return arcLine{url, ip, date, bytes.TrimSpace(line[len(rest):end]), length}, true
		}
		rest = before
	}
}

// cutLast takes the last field off a line; it is nil if the line has only one.
func cutLast(line []byte) (rest, field []byte) {
	i := bytes.LastIndexByte(line, ' ')
	if i < 0 {
		return line, nil
	}
	return line[:i], line[i+1:]
}

func isDate(b []byte) bool {
	_, ok := decimal(b)
	return ok && len(b) >= 8
}

// isAddress reports whether b looks like an IP address: 1.2.3.4, 0:0::1, or what crawlers write if they have none.
func isAddress(b []byte) bool {
	for _, c := range b {
		if !('0' <= c && c <= '9' || 'a' <= ascii.Lower[c] && ascii.Lower[c] <= 'f' || c == '.' || c == ':' || c == '-') {
			return false
		}
	}
	return len(b) > 0
}

// isARCHead reports whether a line is the head of one record. It is not if the line of another record goes over into it.
func isARCHead(line []byte) bool {
	a, ok := parseARCLine(line)
	return ok && urlStart(a.url) == 0 && bytes.IndexByte(line, 0) < 0
}

// urlStart is where the URL of a head begins in what stands before the address: behind 0 if the rest of another line or block
// stands there too, below 0 if there is none. URLs with another one in them occur.
func urlStart(b []byte) int {
	at := lastScheme(b)
	if at < 0 {
		if startsARC(b) {
			return 0
		}
		return bytes.LastIndex(b, []byte("dns:"))
	}
	for at > 0 {
		before := lastScheme(b[:at])
		if before < 0 || !holdsURL(b[before:at]) {
			break
		}
		at = before
	}
	return at
}

// lastScheme is where the last of the absolute URLs in b begins, or -1.
func lastScheme(b []byte) int {
	for end := len(b); ; {
		if end = bytes.LastIndex(b[:end], []byte("://")); end < 0 {
			return -1
		}
		for _, s := range []string{"https", "http", "filedesc", "ftp"} {
			if at := end - len(s); at >= 0 && ascii.EqualFold(b[at:end], s) {
				return at
			}
		}
	}
}

// holdsURL reports whether another URL can stand behind the start of one: of its path or query, behind what sets it off.
func holdsURL(start []byte) bool {
	_, rest, _ := bytes.Cut(start, []byte("://"))
	for _, c := range rest {
		if c <= ' ' {
			return false
		}
	}
	n := len(rest)
	return bytes.ContainsAny(rest, "/?#") && (bytes.IndexByte([]byte("/=?&:;,+|(!@"), rest[n-1]) >= 0 ||
		n > 2 && rest[n-3] == '%')
}
