package scope

import (
	"bytes"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"webmill/pkg/ascii"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
)

// Patterns are a list of patterns of URLs. A pattern is the name or the number of a host, and may go on with a path:
//
//	http://www.example.com/cgi-bin   the path /cgi-bin and all below it; the scheme may be left out
//	http://www.example.com/~         all paths that begin so, since ~ is neither a letter nor a digit
//	*.example.com                    the host and all hosts below it
//	131.159.*.*                      all hosts with such an address; the last parts may be left out
//
// A host is compared as a whole: 131.159.72.20 does not match 131.159.72.200 (Nitsche 2003 compares beginnings of strings). A
// pattern with a port is one of that port only. Escapes that no URL needs count as the characters that they stand for: /%7E is
// /~.
type Patterns struct {
	names   map[string][]*pattern // by host
	numbers []*pattern
	all     []*pattern
	bytes   int64
}

// pattern is a line of the list.
type pattern struct {
	text    string
	matched atomic.Bool // a URL

	below  bool   // it begins with "*.": all hosts below match too
	port   string // with its colon; "": any
	octets [4]int // of a number; -1: any
	path   string // from the slash on, plain; "": any
}

// Empty reports whether there are no patterns.
func (p *Patterns) Empty() bool { return len(p.names)+len(p.numbers) == 0 }

// Numbers reports whether the list has numbers, so that the addresses of hosts must be looked up.
func (p *Patterns) Numbers() bool { return len(p.numbers) > 0 }

// Bytes is about how much memory the patterns take.
func (p *Patterns) Bytes() int64 { return p.bytes }

// patternBytes is about how much memory a pattern takes besides its texts.
const patternBytes = 200

const mostPattern = 64 << 10 // bytes of the line of a pattern

// Read adds the lines of a list. Empty lines and those that begin with # do not count. It is an error if all patterns take more
// memory than most bytes.
func (p *Patterns) Read(r io.Reader, most int64) error {
	lines := tuple.NewLines(r, mostPattern)
	return lines.Each(func(text []byte) error {
		line := strings.TrimSpace(string(text))
		if line == "" || line[0] == '#' {
			return nil
		}
		if err := p.Add(line); err != nil {
			return fmt.Errorf("line %d: %w", lines.Number, err)
		}
		if p.bytes > most {
			return fmt.Errorf("line %d: the patterns up to here take more memory than -S allows", lines.Number)
		}
		return nil
	})
}

// Add adds a pattern.
func (p *Patterns) Add(text string) error {
	if strings.Contains(text, "\t") || strings.Contains(text, " #") {
		return fmt.Errorf("%q is no pattern: it has a line of its own, and so has a comment", text)
	}
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		scheme, rest = "http", text
	}
	if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
		return fmt.Errorf("%q is no pattern of http or https URLs", text)
	}
	name, path := rest, ""
	if i := strings.IndexAny(rest, "/\\?#"); i >= 0 {
		name, path = rest[:i], rest[i:]
	}
	octets, numbers := numberPattern(strings.TrimSuffix(name, "."))
	q := &pattern{text: text, octets: octets}
	if numbers {
		name = "number"
	}
	name, q.below = strings.CutPrefix(name, "*.")
	url, err := urls.Canonical(nil, []byte(scheme+"://"+name+path))
	host := strings.TrimSuffix(string(urls.Host(url)), ".")
	if err != nil || name == "" || strings.ContainsAny(name, "*,;() ") || strings.HasSuffix(name, ":") ||
		strings.Contains("."+host+".", "..") {
		return fmt.Errorf("%q is no pattern: write a host, *.host, a number like 131.159.*.*, or the beginning of a URL", text)
	}
	if q.port = portOf(url); q.port == ":80" || q.port == ":443" {
		q.port = ""
	}
	switch q.path = string(appendPlain(nil, urls.AfterHost(url))); {
	case strings.Contains(q.path, "*"):
		return fmt.Errorf("%q is no pattern: * is for hosts, and a path matches all that begins with it", text)
	case q.path == "/" && len(path) > 1:
		return fmt.Errorf("%q is no pattern: its path is that of the whole host", text)
	case q.path == "/":
		q.path = ""
	}
	p.all = append(p.all, q)
	p.bytes += patternBytes + int64(len(text)+len(host)+len(q.path))
	if numbers {
		p.numbers = append(p.numbers, q)
		return nil
	}
	if p.names == nil {
		p.names = map[string][]*pattern{}
	}
	p.names[host] = append(p.names[host], q)
	return nil
}

// numberPattern reads 131.159.*.*, or a beginning of it that ends with a dot or has fewer numbers.
func numberPattern(host string) (octets [4]int, ok bool) {
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(parts) > 4 {
		return octets, false
	}
	for i := range octets {
		octets[i] = -1
		if i >= len(parts) || parts[i] == "*" && i > 0 {
			continue
		}
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < 0 || n > 255 {
			return octets, false
		}
		octets[i] = n
	}
	return octets, true
}

// Match reports whether a URL is on the list by the name of its host.
func (p *Patterns) Match(url []byte) bool {
	if len(p.names) == 0 {
		return false
	}
	var few [256]byte
	host, path := bytes.TrimRight(urls.Host(url), "."), appendPlain(few[:0], urls.AfterHost(url))
	found := false
	for name := host; ; {
		for _, q := range p.names[string(name)] {
			if q.below || len(name) == len(host) {
				found = q.match(url, path) || found
			}
		}
		dot := bytes.IndexByte(name, '.')
		if dot < 0 {
			return found
		}
		name = name[dot+1:]
	}
}

// mayMatch reports whether a URL is on the list by the name of its host, or may be by its address, which is not known yet.
func (p *Patterns) mayMatch(url []byte) bool { return p.Numbers() || p.Match(url) }

// MatchAddress reports whether a URL is on the list by the address of its host.
func (p *Patterns) MatchAddress(url []byte, a netip.Addr) bool {
	a = a.Unmap()
	if !a.Is4() {
		return false
	}
	var few [256]byte
	path := appendPlain(few[:0], urls.AfterHost(url))
	found := false
	for _, q := range p.numbers {
		if q.numbered(a.As4()) {
			found = q.match(url, path) || found
		}
	}
	return found
}

// Idle is how many of the patterns have matched no URL, of how many, and the first of these.
func (p *Patterns) Idle() (idle, all int, first string) {
	for _, q := range p.all {
		if q.matched.Load() {
			continue
		}
		if idle++; idle == 1 {
			first = q.text
		}
	}
	return idle, len(p.all), first
}

// match reports whether the port and the path of a URL are those of a pattern, whose host fits.
func (q *pattern) match(url, path []byte) bool {
	if !q.opens(url) || !q.leads(path) {
		return false
	}
	if !q.matched.Load() {
		q.matched.Store(true)
	}
	return true
}

// CheckAddress returns Number if the lists refuse a URL by the addresses of its host, one that is denied or none that is allowed,
// else None.
func (s *Scope) CheckAddress(url []byte, addresses []netip.Addr) Rule {
	allowed := !s.Allow.Numbers() || s.Allow.Match(url) || s.Allow.matchAny(url, addresses)
	if !allowed || s.Deny.matchAny(url, addresses) {
		return Number
	}
	return None
}

// WhyAddress says in words why CheckAddress refuses a URL.
func (s *Scope) WhyAddress(url []byte, addresses []netip.Addr) string {
	for _, a := range addresses {
		if s.Deny.MatchAddress(url, a) {
			return "-deny refuses " + a.String()
		}
	}
	if len(addresses) == 0 {
		return "-allow does not have its address"
	}
	return "-allow does not have " + addresses[0].String()
}

// Denies reports whether a URL is on the list of what is denied, by its name or by an address of its host.
func (s *Scope) Denies(url []byte, addresses []netip.Addr) bool {
	return s.Deny.Match(url) || s.Deny.matchAny(url, addresses)
}

func (p *Patterns) matchAny(url []byte, addresses []netip.Addr) bool {
	return slices.ContainsFunc(addresses, func(a netip.Addr) bool { return p.MatchAddress(url, a) })
}

func (q *pattern) numbered(a [4]byte) bool {
	for i, n := range q.octets {
		if n >= 0 && n != int(a[i]) {
			return false
		}
	}
	return true
}

// opens reports whether the port of a URL is that of the pattern.
func (q *pattern) opens(url []byte) bool { return q.port == "" || portOf(url) == q.port }

// leads reports whether a path begins with the path of the pattern. If that ends with a letter or a digit, a segment or a
// parameter must end there too.
func (q *pattern) leads(path []byte) bool {
	if !bytes.HasPrefix(path, []byte(q.path)) {
		return false
	}
	if q.path == "" || len(path) == len(q.path) {
		return true
	}
	last, next := q.path[len(q.path)-1], path[len(q.path)]
	return !isPlain(last) || next == '/' || next == '?' || next == '&' && strings.Contains(q.path, "?")
}

// portOf is the port of a canonical URL with its colon, or "".
func portOf(url []byte) string {
	server := urls.Authority(url)
	server = server[bytes.LastIndexByte(server, '@')+1:]
	if colon := bytes.LastIndexByte(server, ':'); colon > bytes.IndexByte(server, ']') {
		return string(server[colon:])
	}
	return ""
}

// appendPlain appends a path with the escapes decoded that no URL needs, of letters, digits and -._~: /%7Ebob is /~bob (RFC 3986,
// 6.2.2.2). Canonical URLs keep them, servers do not tell them apart.
func appendPlain(dst, path []byte) []byte {
	for {
		i := bytes.IndexByte(path, '%')
		if i < 0 || i+2 >= len(path) {
			return append(dst, path...)
		}
		dst = append(dst, path[:i]...)
		n, err := strconv.ParseUint(string(path[i+1:i+3]), 16, 8)
		if c := byte(n); err == nil && (isPlain(c) || c == '-' || c == '.' || c == '_' || c == '~') {
			dst = append(dst, c)
		} else {
			dst = append(dst, path[i:i+3]...)
		}
		path = path[i+3:]
	}
}

// isPlain reports whether a byte is a letter or a digit of ASCII.
func isPlain(c byte) bool { return ascii.Letter(c) || ascii.Digit(c) }
