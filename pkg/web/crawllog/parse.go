package crawllog

import (
	"bytes"
	"time"

	"webmill/pkg/ascii"
)

// timeForm is the form of the time with which each line begins.
const timeForm = "2006-01-02T15:04:05.000Z"

// parse reads the line of an entry, without its line end. It calls set for each key, with the text or the number behind it, and
// returns when the exchange began, in ms since 1970.
func parse(line []byte, set func(key, text []byte, number int64)) (ms int64, err error) {
	covered, ok := Check(line)
	if !ok {
		return 0, ErrDamaged
	}
	rest, ok := bytes.CutPrefix(covered, []byte(`{"time":"`))
	if !ok || len(rest) < len(timeForm)+1 || rest[len(timeForm)] != '"' {
		return 0, ErrDamaged
	}
	if ms, ok = millis(rest[:len(timeForm)]); !ok {
		return 0, ErrDamaged
	}
	for rest = rest[len(timeForm)+1:]; len(rest) > 0; {
		var key, text []byte
		var number int64
		if key, text, number, rest, ok = field(rest); !ok {
			return 0, ErrDamaged
		}
		set(key, text, number)
	}
	return ms, nil
}

// field reads a comma, a key, and a text or a number.
func field(s []byte) (key, text []byte, number int64, rest []byte, ok bool) {
	if len(s) < 2 || s[0] != ',' || s[1] != '"' {
		return nil, nil, 0, nil, false
	}
	end := bytes.IndexByte(s[2:], '"')
	if end < 0 || end+4 >= len(s) || s[end+3] != ':' {
		return nil, nil, 0, nil, false
	}
	key, s = s[2:end+2], s[end+4:]
	if s[0] != '"' {
		number, rest, ok = digits(s)
		return key, nil, number, rest, ok
	}
	for from := 1; ; {
		end := bytes.IndexByte(s[from:], '"')
		if end < 0 {
			return nil, nil, 0, nil, false
		}
		end += from
		if !escaped(s[1:end]) {
			return key, s[1:end], 0, s[end+1:], true
		}
		from = end + 1
	}
}

// escaped reports whether the byte behind a text is escaped: an odd number of backslashes ends the text.
func escaped(s []byte) bool { return (len(s)-len(bytes.TrimRight(s, `\`)))%2 == 1 }

// digits reads a whole number.
func digits(s []byte) (n int64, rest []byte, ok bool) {
	negative := s[0] == '-'
	i := 0
	if negative {
		i++
	}
	from := i
	for ; i < len(s) && s[i]-'0' < 10; i++ {
		if i-from == 18 {
			return 0, nil, false // more than any number of a log has
		}
		n = 10*n + int64(s[i]-'0')
	}
	if negative {
		n = -n
	}
	return n, s[i:], i > from
}

// millis reads a time in the form timeForm, as ms since 1970.
func millis(s []byte) (int64, bool) {
	at := func(from, to int) int {
		n := 0
		for _, c := range s[from:to] {
			if c-'0' > 9 {
				return -1
			}
			n = 10*n + int(c-'0')
		}
		return n
	}
	for i, c := range []byte(timeForm) {
		if (c-'0' > 9) && s[i] != c {
			return 0, false
		}
	}
	year, month, day := at(0, 4), at(5, 7), at(8, 10)
	hour, minute, second, ms := at(11, 13), at(14, 16), at(17, 19), at(20, 23)
	if min(year, hour, minute, second, ms) < 0 || min(month, day) < 1 || month > 12 || day > 31 || hour > 23 ||
		max(minute, second) > 59 {
		return 0, false
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, ms*1e6, time.UTC).UnixMilli(), true
}

// Text appends a text of a Brief to dst, without the escapes of JSON.
func Text(dst, s []byte) []byte {
	for {
		i := bytes.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		if s[i+1] != 'u' || len(s) < i+6 {
			dst, s = append(dst, s[i+1]), s[i+2:]
			continue
		}
		c := ascii.Hex[s[i+4]]<<4 | ascii.Hex[s[i+5]] // form has \u only for bytes
		dst, s = append(dst, c), s[i+6:]
	}
}
