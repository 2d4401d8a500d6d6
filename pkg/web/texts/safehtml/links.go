package safehtml

import (
	"bytes"
	"strconv"

	"webmill/pkg/ascii"
	"webmill/pkg/web/escape"
)

// address appends an address that is absolute, or nothing if there is none that may be written.
func (w *Writer) address(dst, ref []byte, mail bool) []byte {
	if len(ref) == 0 || w.extra <= 0 {
		return dst
	}
	w.ref = append(w.ref[:0], ref...) // to ask for the base takes the place of the value
	if !w.based {
		href, _ := w.page.Base()
		w.setBase(href)
	}
	from := len(dst)
	out, err := w.base.Resolve(dst, w.ref)
	w.extra -= int64(len(out) - from)
	if err == nil && w.extra > 0 {
		return out
	}
	if mail {
		return appendMail(dst[:from], w.ref)
	}
	return dst[:from]
}

// appendMail appends a mailto address, read as a browser does.
func appendMail(dst, ref []byte) []byte {
	const scheme = "mailto:"
	ref = bytes.TrimFunc(ref, func(r rune) bool { return r <= ' ' })
	from := len(dst)
	for _, c := range ref {
		switch {
		case c == '\t' || c == '\n' || c == '\r':
		case c <= ' ' || c >= 0x7f || c == '"' || c == '<' || c == '>' || c == '`':
			const hex = "0123456789ABCDEF"
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	if len(dst)-from <= len(scheme) || !ascii.EqualFold(dst[from:from+len(scheme)], scheme) {
		return dst[:from]
	}
	copy(dst[from:], scheme)
	return dst
}

// appendTime appends the value of datetime, or nothing if it does not look like a time.
func appendTime(dst, value []byte) []byte {
	const most = 64
	value = bytes.TrimSpace(value)
	if len(value) > most {
		return dst
	}
	for _, c := range value {
		if !('0' <= c && c <= '9') && bytes.IndexByte([]byte("-+:. TZWPYMDHS"), c) < 0 {
			return dst
		}
	}
	return append(dst, value...)
}

// span is the value of colspan or rowspan, or 0 if it is not written.
func span(value []byte) int {
	n, err := strconv.ParseUint(string(bytes.TrimSpace(value[:min(len(value), 16)])), 10, 16)
	if err != nil || n < 2 || n > 1000 {
		return 0
	}
	return int(n)
}

// appendValue appends an attribute.
func appendValue(dst []byte, name string, value []byte) []byte {
	return append(escape.Value.Append(append(append(dst, name...), '"'), value), '"')
}

// appendNumber appends an attribute whose value is a number; none if it is 0.
func appendNumber(dst []byte, name string, n int) []byte {
	if n == 0 {
		return dst
	}
	return append(strconv.AppendInt(append(append(dst, name...), '"'), int64(n), 10), '"')
}
