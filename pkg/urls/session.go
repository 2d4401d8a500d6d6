package urls

import (
	"bytes"

	"webmill/pkg/ascii"
)

// StripSessions appends a canonical URL without its session ids, which give every visitor, a crawler above all, URLs of
// its own for the same pages: ;jsessionid=… in the path, the parameters jsessionid, phpsessid and aspsessionid…, cfid
// with cftoken, and sid where the value looks like an id: 16 or more letters and digits, a digit among them. It is not
// part of the canonical form, since a site may mean something else by them.
func StripSessions(dst, url []byte) []byte {
	url, fragment := cutAt(url, '#')
	path, query := cutAt(url, '?')
	_, rest := cutWeb(path)
	authority, path := cutAt(rest, '/')
	dst = append(append(dst, url[:len(url)-len(query)-len(rest)]...), authority...)
	const session = ";jsessionid="
	for {
		i := ascii.IndexFold(path, session)
		if i < 0 {
			break
		}
		dst = append(dst, path[:i]...)
		path = path[i:]
		segment := dst[bytes.LastIndexByte(dst, '/')+1:]
		if dots, n := leadingDots(segment); dots > 0 && n == len(segment) {
			dst = append(dst, session...) // without it the segment would lead elsewhere
			path = path[len(session):]
			continue
		}
		end := bytes.IndexAny(path[1:], ";/") + 1
		if end == 0 {
			end = len(path)
		}
		path = path[end:]
	}
	dst = append(dst, path...)
	if len(query) > 0 {
		dst = appendWithoutSessions(dst, query[1:])
	}
	return append(dst, fragment...)
}

// cutAt splits s before the first c.
func cutAt(s []byte, c byte) (before, from []byte) {
	if i := bytes.IndexByte(s, c); i >= 0 {
		return s[:i], s[i:]
	}
	return s, nil
}

// appendWithoutSessions appends a query; if nothing is left of it, not even its question mark.
func appendWithoutSessions(dst, query []byte) []byte {
	coldFusion := ascii.IndexFold(query, "cfid=") >= 0 && ascii.IndexFold(query, "cftoken=") >= 0
	mark, stripped := byte('?'), false
	for pair := range bytes.SplitSeq(query, []byte("&")) {
		if isSession(pair, coldFusion) {
			stripped = true
			continue
		}
		dst = append(append(dst, mark), pair...)
		mark = '&'
	}
	if !stripped && mark == '?' {
		dst = append(dst, mark)
	}
	return dst
}

func isSession(pair []byte, coldFusion bool) bool {
	name, value, ok := bytes.Cut(pair, []byte("="))
	switch {
	case !ok:
		return false
	case ascii.EqualFold(name, "jsessionid"), ascii.EqualFold(name, "phpsessid"):
		return true
	case ascii.EqualFold(name, "cfid"), ascii.EqualFold(name, "cftoken"):
		return coldFusion
	case ascii.EqualFold(name, "sid"):
		return len(value) >= 16 && looksRandom(value)
	}
	return ascii.IndexFold(name, "aspsessionid") == 0
}

func looksRandom(value []byte) bool {
	digit := false
	for _, c := range value {
		digit = digit || c-'0' <= 9
		if c-'0' > 9 && ascii.Lower[c]-'a' >= 26 {
			return false
		}
	}
	return digit
}
