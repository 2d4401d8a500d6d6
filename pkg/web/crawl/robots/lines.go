package robots

import (
	"bytes"
	"time"

	"webmill/pkg/ascii"
)

const (
	maxText     = 500 << 10
	maxLine     = 16664 // 8 times the longest URL of Internet Explorer
	maxSitemaps = 1000
	maxDelay    = 24 * time.Hour
)

// lines are the lines of a file.
type lines struct {
	rest   []byte
	number int
}

// newLines leaves out a byte order mark, or the beginning of one. If a file is too long and cut inside of a line, that line is
// left out too: the rest of its pattern could match everything.
func newLines(text []byte) *lines {
	if len(text) > maxText {
		if next := text[maxText]; next != '\n' && next != '\r' {
			text = text[:bytes.LastIndexAny(text[:maxText], "\r\n")+1]
		} else {
			text = text[:maxText]
		}
	}
	for _, mark := range []byte("\xef\xbb\xbf") {
		if len(text) == 0 || text[0] != mark {
			break
		}
		text = text[1:]
	}
	return &lines{rest: text}
}

// next is the next line. CR, LF or both end a line.
func (l *lines) next() (line []byte, ok bool) {
	if len(l.rest) == 0 {
		return nil, false
	}
	l.number++
	end := bytes.IndexAny(l.rest, "\r\n")
	if end < 0 {
		line, l.rest = l.rest, nil
	} else {
		line = l.rest[:end]
		if bytes.HasPrefix(l.rest[end:], []byte("\r\n")) {
			end++
		}
		l.rest = l.rest[end+1:]
	}
	return line[:min(len(line), maxLine)], true
}

const blanks = " \t\v\f"

// bare is a line without its comment.
func bare(line []byte) []byte {
	line, _, _ = bytes.Cut(line, []byte("#"))
	return bytes.Trim(line, blanks)
}

// octet is the first octet of a text, and how many bytes it takes there: 3 as an escape. A percent sign that begins no escape is
// an octet itself.
func octet(text []byte) (c byte, n int) {
	if text[0] == '%' && len(text) >= 3 {
		if high, low := ascii.Hex[text[1]], ascii.Hex[text[2]]; high|low < 16 {
			return high<<4 | low, 3
		}
	}
	return text[0], 1
}

// appendOctets decodes the escapes of a text.
func appendOctets(dst, text []byte) []byte {
	for len(text) > 0 {
		i := bytes.IndexByte(text, '%')
		if i < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:i]...)
		c, n := octet(text[i:])
		dst, text = append(dst, c), text[i+n:]
	}
	return dst
}

// delayOf reads a number of seconds like 10, 0.5 or .5. Text behind the number is left out; without a number the delay is 0.
func delayOf(value []byte) (d time.Duration) {
	i := 0
	for ; i < len(value) && '0' <= value[i] && value[i] <= '9'; i++ {
		d = min(10*d+time.Duration(value[i]-'0')*time.Second, maxDelay)
	}
	if i < len(value) && value[i] == '.' {
		unit := time.Second
		for i++; i < len(value) && '0' <= value[i] && value[i] <= '9'; i++ {
			unit /= 10
			d += time.Duration(value[i]-'0') * unit
		}
	}
	return min(d, maxDelay)
}

// appendSitemap appends a sitemap to a list, unless the list is full.
func appendSitemap(list []string, value []byte) []string {
	if len(value) == 0 || len(list) == maxSitemaps {
		return list
	}
	return append(list, string(value))
}
