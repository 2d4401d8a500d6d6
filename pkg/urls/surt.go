package urls

import (
	"bytes"
	"slices"

	"webmill/pkg/ascii"
)

// AppendSURT appends the key of a URL in the indexes of web archives (CDXJ): com,example)/path?query. It is coarser than
// the canonical form, so that the URLs under which a site shows the same page fall together: without scheme, user,
// www., default port, fragment, slash at the end, empty query and session ids; in lower case, without needless escapes, the
// parameters of the query in order. These are the rules of the tools that write and read such indexes. What is not of
// the web is taken as it is.
func AppendSURT(dst, url []byte) []byte {
	canonical, err := Canonical(nil, url)
	if err != nil {
		return append(dst, url...)
	}
	_, rest := cutWeb(canonical)
	end := bytes.IndexByte(rest, '/')
	_, host, port := cutAuthority(rest[:end])
	host = withoutWWW(host)
	for i := len(host) - 1; i >= 0; i-- {
		if host[i] == '.' {
			dst = append(append(dst, host[i+1:]...), labelEnd)
			host = host[:i]
		}
	}
	dst = append(append(append(dst, host...), port...), hostEnd)
	path, query, _ := bytes.Cut(rest[end:], []byte("?"))
	if len(path) > 1 {
		path = bytes.TrimSuffix(path, []byte("/"))
	}
	return appendSURTQuery(appendLeastEscaped(dst, path), query)
}

// withoutWWW removes a first label of www and digits.
func withoutWWW(host []byte) []byte {
	rest, ok := bytes.CutPrefix(host, []byte("www"))
	if dot := bytes.IndexByte(rest, '.'); ok && dot >= 0 && dot < len(rest)-1 && len(bytes.Trim(rest[:dot], "0123456789")) == 0 {
		return rest[dot+1:]
	}
	return host
}

func appendSURTQuery(dst, query []byte) []byte {
	pairs := bytes.Split(appendLeastEscaped(nil, query), []byte("&"))
	pairs = slices.DeleteFunc(pairs, isArchivedSession)
	slices.SortStableFunc(pairs, func(a, b []byte) int {
		nameA, valueA, _ := bytes.Cut(a, []byte("="))
		nameB, valueB, _ := bytes.Cut(b, []byte("="))
		if order := bytes.Compare(nameA, nameB); order != 0 {
			return order
		}
		return bytes.Compare(valueA, valueB)
	})
	if query = bytes.Join(pairs, []byte("&")); len(query) > 0 {
		dst = append(append(dst, '?'), query...)
	}
	return dst
}

// isArchivedSession reports whether a parameter, in lower case, is a session id as the tools for archives know them: by the
// name and the length of the value.
func isArchivedSession(pair []byte) bool {
	name, value, _ := bytes.Cut(pair, []byte("="))
	length := 0
	switch {
	case string(name) == "jsessionid", string(name) == "phpsessid", string(name) == "sid":
		length = 32
	case len(name) == len("aspsessionid")+8 && bytes.HasPrefix(name, []byte("aspsessionid")):
		length = 24
	}
	return length > 0 && len(value) == length && !hasOther(value, plainHost) && !bytes.ContainsAny(value, "-._")
}

// appendLeastEscaped appends s in lower case, its escapes undone until none is left, then with those that must be. What
// has just been undone may be the end of another escape: in %2%35, and so on.
func appendLeastEscaped(dst, s []byte) []byte {
	var plain []byte
	for _, c := range s {
		plain = append(plain, c)
		for n := len(plain) - 3; n >= 0 && plain[n] == '%' &&
			ascii.Hex[plain[n+1]]|ascii.Hex[plain[n+2]] < 16; n = len(plain) - 3 {
			plain = unescape(plain[:n], plain[n:])
		}
	}
	for _, c := range plain {
		if c <= ' ' || c >= 0x7f || c == '#' || c == '%' {
			dst = append(dst, '%', ascii.Lower[hexDigits[c>>4]], ascii.Lower[hexDigits[c&15]])
		} else {
			dst = append(dst, ascii.Lower[c])
		}
	}
	return dst
}
