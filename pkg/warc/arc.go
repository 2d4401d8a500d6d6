package warc

import "bytes"

// arcLine is the head of an ARC record: URL IP-address date content-type length, and in version 2 more before the length.
type arcLine struct{ url, ip, date, mime, length []byte }

const maxARCLine = 16 << 10

// arcSchemes are how the lines begin that can be found again after damage.
var arcSchemes = []string{"http://", "https://", "filedesc://", "dns:", "ftp://", "whois:"}

func startsARC(b []byte) bool {
	for _, s := range arcSchemes {
		if len(b) >= len(s) && equalFold(b[:len(s)], s) {
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

// isAddress: 1.2.3.4, 0:0::1, or what crawlers write if they have none.
func isAddress(b []byte) bool {
	for _, c := range b {
		if !('0' <= c && c <= '9' || 'a' <= lower(c) && lower(c) <= 'f' || c == '.' || c == ':' || c == '-') {
			return false
		}
	}
	return len(b) > 0
}
