package urls

import (
	"bytes"
	"strconv"

	"webmill/pkg/ascii"
)

// A Resolver resolves references against one base, like a browser. The zero value resolves absolute references only. The
// fields are set before SetBase. It is not for use by several goroutines at a time.
//
// Only http and https come out. Their grammar is simple enough for one pass over the reference that appends the result:
// the base's parts up to where the reference takes over, then the rest, escaped, its dot segments cut as they come. Parse
// is the general way, and the tests compare the two.
type Resolver struct {
	// Fragments keeps #fragments, which are dropped by default.
	Fragments bool
	// Exact gives the standard's serialisation. By default the digits of percent escapes are in upper case, and there is no user
	// and no password: nothing here sends them, so the page is the same.
	Exact bool
	// Query appends the percent-encoded form of a query that has a byte of 0x80 or more, on a page whose encoding is not
	// UTF-8. Without it the encoding is UTF-8.
	Query func(dst, query []byte) []byte

	base      []byte
	scheme    []byte // of base: "http:", "https:"; empty if base is of no use for relative references
	authority int    // where the parts of base end
	folder    int
	path      int

	clean, query []byte // memory that is used again
}

// SetBase sets the base: an absolute URL, of the web or of another scheme that has paths. Against one of those, references
// must be absolute, since only the web's URLs come out. After an error there is no base.
func (r *Resolver) SetBase(url []byte) error {
	old := r.base[:0]
	r.base, r.scheme = nil, nil
	b, err := r.resolve(old, url, false)
	if err == ErrScheme {
		u, err := Parse(string(url), nil)
		switch {
		case err != nil:
			return err
		case u.Opaque:
			return ErrScheme
		}
		u.Fragment = ""
		r.base = append(old, u.Href()...)
		return nil
	}
	if err != nil {
		return err
	}
	r.base = b
	r.scheme = b[:bytes.IndexByte(b, ':')+1]
	host := len(r.scheme) + 2
	r.authority = host + bytes.IndexByte(b[host:], '/')
	r.path = len(b)
	if q := bytes.IndexByte(b[r.authority:], '?'); q >= 0 {
		r.path = r.authority + q
	}
	r.folder = bytes.LastIndexByte(b[:r.path], '/') + 1
	return nil
}

// Base is the canonical form of the base, empty if there is none. It stays valid until the next SetBase.
func (r *Resolver) Base() []byte { return r.base }

// OfWeb reports whether the base is of the web.
func (r *Resolver) OfWeb() bool { return len(r.scheme) > 0 }

// Resolve appends the absolute URL of ref, which is in UTF-8. After an error dst is returned as it was.
func (r *Resolver) Resolve(dst, ref []byte) ([]byte, error) {
	return r.resolve(dst, ref, r.Fragments)
}

// Canonical appends the canonical form of an absolute http or https URL.
func Canonical(dst, url []byte) ([]byte, error) {
	var r Resolver
	return r.resolve(dst, url, false)
}

func (r *Resolver) resolve(dst, ref []byte, fragments bool) ([]byte, error) {
	ref = trim(ref)
	if hasControl(ref) {
		r.clean = appendWithoutBreaks(r.clean[:0], ref)
		ref = r.clean
	}
	if !fragments {
		if i := bytes.IndexByte(ref, '#'); i >= 0 {
			ref = ref[:i]
		}
	}
	scheme, rest := cutScheme(ref)
	var name string
	switch {
	case scheme == nil && len(r.scheme) == 0:
		if len(r.base) > 0 {
			return dst, ErrScheme // relative to a base that is not of the web
		}
		return dst, ErrInvalid
	case scheme == nil:
		name = webScheme(r.scheme)
	default:
		if name = webScheme(scheme); name == "" {
			return dst, ErrScheme
		}
	}
	if len(rest) > MaxLength {
		return dst, ErrLong
	}
	out, err := r.hierarchy(dst, rest, name, scheme == nil || string(r.scheme) == name)
	switch {
	case err != nil:
		return dst, err
	case len(out)-len(dst) > MaxLength:
		return dst, ErrLong
	}
	return out, nil
}

// hierarchy appends the URL of scheme name whose part after the scheme is s.
func (r *Resolver) hierarchy(dst, s []byte, name string, relative bool) ([]byte, error) {
	slashes := 0
	for slashes < len(s) && classOf[s[slashes]]&slash != 0 {
		slashes++
	}
	if !relative || slashes > 1 {
		return r.appendAuthority(append(append(dst, name...), "//"...), s[slashes:], name)
	}
	start := len(dst) + r.authority
	switch {
	case slashes == 1:
		return r.appendPath(append(dst, r.base[:r.authority+1]...), s[1:], start), nil
	case len(s) == 0:
		return append(dst, r.base...), nil
	case s[0] == '#':
		return r.appendRest(append(dst, r.base...), s), nil
	case s[0] == '?':
		return r.appendRest(append(dst, r.base[:r.path]...), s), nil
	}
	return r.appendPath(append(dst, r.base[:r.folder]...), s, start), nil
}

// appendAuthority appends user, host, port and all that follows.
func (r *Resolver) appendAuthority(dst, s []byte, name string) ([]byte, error) {
	n := 0
	for n < len(s) && classOf[s[n]]&plainHost != 0 {
		n++
	}
	if n > 0 && (n == len(s) || classOf[s[n]]&delimiter != 0) && plainEnd(s[:n]) {
		dst = append(dst, s[:n]...)
	} else {
		for n < len(s) && classOf[s[n]]&delimiter == 0 {
			n++
		}
		var err error
		if dst, err = r.appendRareAuthority(dst, s[:n], name); err != nil {
			return dst, err
		}
	}
	start := len(dst)
	dst = append(dst, '/')
	s = s[n:]
	if len(s) > 0 && classOf[s[0]]&slash != 0 {
		s = s[1:]
	}
	return r.appendPath(dst, s, start), nil
}

// plainEnd reports whether a plain host surely is no IPv4 address.
func plainEnd(host []byte) bool {
	last := lastLabel(host)
	return len(last) == 0 || last[0]-'0' > 9
}

func (r *Resolver) appendRareAuthority(dst, s []byte, name string) ([]byte, error) {
	a, ok := splitAuthority(s)
	if !ok || len(a.host) == 0 {
		return dst, ErrInvalid
	}
	if r.Exact && (len(a.user) > 0 || len(a.password) > 0) {
		dst = appendEscaped(dst, a.user, r.set(inUserinfo))
		if len(a.password) > 0 {
			dst = appendEscaped(append(dst, ':'), a.password, r.set(inUserinfo))
		}
		dst = append(dst, '@')
	}
	dst, err := appendHost(dst, a.host, true)
	if err != nil {
		return dst, err
	}
	port, ok := parsePort(a.port, name)
	if !ok {
		return dst, ErrInvalid
	}
	if port >= 0 {
		dst = strconv.AppendInt(append(dst, ':'), int64(port), 10)
	}
	return dst, nil
}

// set is a set of bytes to escape, and of escapes to bring to upper case.
func (r *Resolver) set(c class) class {
	if r.Exact {
		return c
	}
	return c | percent
}

// appendPath appends a path and all that follows. dst ends with a slash; its first slash, before which nothing is cut, is
// dst[start].
func (r *Resolver) appendPath(dst, s []byte, start int) []byte {
	stop := r.set(inPath | slash)
	from, i := 0, 0 // s[from:i] is to be copied
segments:
	for {
		if i < len(s) && (s[i] == '.' || s[i] == '%') {
			if dots, n := leadingDots(s[i:]); dots > 0 && (i+n == len(s) || classOf[s[i+n]]&delimiter != 0) {
				dst = append(dst, s[from:i]...)
				if dots == 2 {
					dst = cutSegment(dst, start)
				}
				if i += n; i < len(s) && classOf[s[i]]&slash != 0 {
					i++
				}
				from = i
				continue
			}
		}
		for {
			for i < len(s) && classOf[s[i]]&stop == 0 {
				i++
			}
			if i == len(s) {
				return append(dst, s[from:]...)
			}
			switch s[i] {
			case '/':
				i++
				continue segments
			case '\\':
				dst = append(append(dst, s[from:i]...), '/')
				i++
				from = i
				continue segments
			case '?', '#':
				return r.appendRest(append(dst, s[from:i]...), s[i:])
			}
			dst = append(dst, s[from:i]...)
			var n int
			dst, n = escapeFirst(dst, s[i:])
			i += n
			from = i
		}
	}
}

// leadingDots counts the dots at the start of s, each of which may be escaped, and their bytes; more than two are none.
func leadingDots(s []byte) (dots, n int) {
	for n < len(s) {
		switch {
		case s[n] == '.':
			n++
		case s[n] == '%' && n+2 < len(s) && s[n+1] == '2' && s[n+2]|0x20 == 'e':
			n += 3
		default:
			return dots, n
		}
		if dots++; dots > 2 {
			return 0, 0
		}
	}
	return dots, n
}

// cutSegment removes the last segment of dst, which ends with a slash.
func cutSegment(dst []byte, start int) []byte {
	if len(dst) == start+1 {
		return dst
	}
	return dst[:bytes.LastIndexByte(dst[:len(dst)-1], '/')+1]
}

// appendRest appends a query and a fragment.
func (r *Resolver) appendRest(dst, s []byte) []byte {
	query, fragment := s, []byte(nil)
	if i := bytes.IndexByte(s, '#'); i >= 0 {
		query, fragment = s[:i], s[i+1:]
	}
	if len(query) > 0 {
		dst = append(dst, '?')
		query = query[1:]
		if r.Query != nil && !ascii.Only(query) {
			r.query = r.Query(r.query[:0], query)
			query = r.query
		}
		dst = appendEscaped(dst, query, r.set(inSpecialQuery))
	}
	if fragment != nil {
		dst = appendEscaped(append(dst, '#'), fragment, r.set(inFragment))
	}
	return dst
}
