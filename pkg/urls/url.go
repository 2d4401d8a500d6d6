package urls

import (
	"strconv"
	"strings"
)

// A URL has the parts of a URL of any scheme, each serialised as the standard says.
type URL struct {
	Scheme             string // with its colon
	Username, Password string
	Host               string // an IPv6 address has its brackets
	HasHost            bool   // even if Host is empty: file:///
	Port               int    // -1: none, or the scheme's own
	Path               string
	Opaque             bool   // Path is not made of segments: mailto:
	Query              string // with its question mark
	Fragment           string // with its number sign
}

// Href is the serialised URL.
func (u *URL) Href() string {
	var b strings.Builder
	b.WriteString(u.Scheme)
	switch {
	case u.HasHost:
		b.WriteString("//")
		b.WriteString(u.credentials())
		b.WriteString(u.Host)
		if u.Port >= 0 {
			b.WriteString(":" + strconv.Itoa(u.Port))
		}
	case !u.Opaque && strings.HasPrefix(u.Path, "//"):
		b.WriteString("/.") // else the path would be read as a host
	}
	b.WriteString(u.Path)
	b.WriteString(u.Query)
	b.WriteString(u.Fragment)
	return b.String()
}

func (u *URL) credentials() string {
	switch {
	case u.Password != "":
		return u.Username + ":" + u.Password + "@"
	case u.Username != "":
		return u.Username + "@"
	}
	return ""
}

// special reports whether the scheme is one of those for which the standard has rules of its own.
func (u *URL) special() bool {
	_, ok := defaultPort[u.Scheme]
	return ok
}

// Parse reads a URL, relative to base unless that is nil.
//
// The standard describes a machine of states. Since # ends every part of a URL, and ? all but the fragment, the two are
// cut off first; what is left is read from left to right.
func Parse(url string, base *URL) (*URL, error) {
	s := trim([]byte(url))
	if hasControl(s) {
		s = appendWithoutBreaks(nil, s)
	}
	s, fragment := cutAt(s, '#')
	scheme, s := cutScheme(s)
	s, query := cutAt(s, '?')
	u := &URL{Scheme: strings.ToLower(string(scheme)), Port: -1}
	if err := u.parse(s, query, fragment, base); err != nil {
		return nil, err
	}
	if last := len(u.Path) - 1; u.Opaque && last >= 0 && u.Path[last] == ' ' {
		u.Path = u.Path[:last] + "%20" // else it would be lost with query and fragment
	}
	if query != nil {
		set := inQuery
		if u.special() {
			set = inSpecialQuery
		}
		u.Query = "?" + escape(query[1:], set)
	}
	if fragment != nil {
		u.Fragment = "#" + escape(fragment[1:], inFragment)
	}
	return u, nil
}

func escape(s []byte, set class) string { return string(appendEscaped(nil, s, set)) }

// parse reads what stands before the query. Of query and fragment only their presence counts here.
func (u *URL) parse(s, query, fragment []byte, base *URL) error {
	switch {
	case u.Scheme == "" && base == nil:
		return ErrInvalid
	case u.Scheme == "" && base.Opaque:
		if len(s) > 0 || query != nil || fragment == nil {
			return ErrInvalid
		}
		*u = *base
		u.Fragment = ""
		return nil
	case u.Scheme == "":
		u.Scheme = base.Scheme
		if u.Scheme != "file:" {
			return u.parseRelative(s, query, base)
		}
	case !u.special():
		return u.parseOther(s)
	}
	if base != nil && base.Scheme != u.Scheme {
		base = nil
	}
	switch {
	case u.Scheme == "file:":
		return u.parseFile(s, query, base)
	case base != nil && !strings.HasPrefix(string(s), "//"):
		return u.parseRelative(s, query, base)
	}
	return u.parseAuthority(u.withoutSlashes(s))
}

// parseOther reads an absolute URL that is not special.
func (u *URL) parseOther(s []byte) error {
	switch {
	case u.slashes(s) > 1:
		return u.parseAuthority(s[2:])
	case u.slashes(s) == 1:
		u.Path = u.parsePath("", s[1:])
	default:
		u.Opaque = true
		u.Path = escape(s, inOpaque)
	}
	return nil
}

// slashes is the number of slashes at the start of s; in special URLs backslashes count too.
func (u *URL) slashes(s []byte) int {
	for i, c := range s {
		if !u.isSlash(c) {
			return i
		}
	}
	return len(s)
}

func (u *URL) isSlash(c byte) bool { return c == '/' || c == '\\' && u.special() }

func (u *URL) withoutSlashes(s []byte) []byte { return s[u.slashes(s):] }

func (u *URL) parseRelative(s, query []byte, base *URL) error {
	slashes := u.slashes(s)
	if slashes > 1 {
		if u.special() {
			return u.parseAuthority(u.withoutSlashes(s))
		}
		return u.parseAuthority(s[2:])
	}
	u.Username, u.Password, u.Host, u.HasHost, u.Port = base.Username, base.Password, base.Host, base.HasHost, base.Port
	u.parseRelativePath(s, query, base)
	return nil
}

// parseRelativePath reads a path against that of base, whose query holds if the reference is nothing but a fragment.
func (u *URL) parseRelativePath(s, query []byte, base *URL) {
	switch {
	case u.slashes(s) > 0:
		u.Path = u.parsePath("", s[1:])
	case len(s) > 0:
		u.Path = u.parsePath(string(u.shorten([]byte(base.Path))), s)
	default:
		u.Path = base.Path
		if query == nil {
			u.Query = base.Query
		}
	}
}

// parseAuthority reads what follows the slashes: user, host, port and path.
func (u *URL) parseAuthority(s []byte) error {
	end := 0
	for end < len(s) && !u.isSlash(s[end]) {
		end++
	}
	a, ok := splitAuthority(s[:end])
	if !ok || u.special() && len(a.host) == 0 {
		return ErrInvalid
	}
	host, err := appendHost(nil, a.host, u.special())
	if err != nil {
		return err
	}
	if u.Port, ok = parsePort(a.port, u.Scheme); !ok {
		return ErrInvalid
	}
	u.HasHost, u.Host = true, string(host)
	u.Username, u.Password = escape(a.user, inUserinfo), escape(a.password, inUserinfo)
	u.parsePathStart(s[end:])
	return nil
}

// parsePathStart reads a path behind a host: only where the URL is not special may it be empty.
func (u *URL) parsePathStart(s []byte) {
	if len(s) > 0 && u.isSlash(s[0]) {
		s = s[1:]
	} else if len(s) == 0 && !u.special() {
		return
	}
	u.Path = u.parsePath("", s)
}
