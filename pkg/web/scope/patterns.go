package scope

import (
	"bytes"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"

	"webmill/pkg/tuple"
	"webmill/pkg/web/urls"
)

// Patterns are a list of patterns of URLs. A pattern is the name or the number of a host, and may go on with a path:
//
//	http://www.example.com/cgi-bin   the path /cgi-bin and all below it; the scheme may be left out
//	http://www.example.com/~         all paths that begin so, since ~ is neither a letter nor a digit
//	*.example.com                    the host and all hosts below it
//	131.159.*.*                      all hosts with such an address; the last parts may be left out
//
// A host is compared as a whole: 131.159.72.20 does not match 131.159.72.200 (Nitsche 2003 compares beginnings of strings).
type Patterns struct {
	names   []pattern
	numbers []pattern
}

// pattern is a line of the list.
type pattern struct {
	host   string // of a name
	below  bool   // it begins with "*.": all hosts below match too
	octets [4]int // of a number; -1: any
	path   string // from the slash on; "": any
}

// Empty reports whether there are no patterns.
func (p *Patterns) Empty() bool { return len(p.names)+len(p.numbers) == 0 }

// Numbers reports whether the list has numbers, so that the addresses of hosts must be looked up.
func (p *Patterns) Numbers() bool { return len(p.numbers) > 0 }

// Read adds the lines of a list. Empty lines and those that begin with # do not count.
func (p *Patterns) Read(r io.Reader) error {
	lines := tuple.NewLines(r, 64<<10)
	for {
		text, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		line := strings.TrimSpace(string(text))
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.Add(line); err != nil {
			return fmt.Errorf("line %d: %w", lines.Number, err)
		}
	}
}

// Add adds a pattern.
func (p *Patterns) Add(text string) error {
	rest := text
	if i := strings.Index(rest, "://"); i >= 0 {
		if scheme := strings.ToLower(rest[:i]); scheme != "http" && scheme != "https" {
			return fmt.Errorf("%q is no pattern of http or https URLs", text)
		}
		rest = rest[i+3:]
	}
	host, path := rest, ""
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		host, path = rest[:i], rest[i:]
	}
	if path == "/" {
		path = ""
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if octets, ok := numberPattern(host); ok {
		p.numbers = append(p.numbers, pattern{octets: octets, path: path})
		return nil
	}
	name, below := strings.CutPrefix(host, "*.")
	canonical, err := urls.Canonical(nil, []byte("http://"+name+"/"))
	if err != nil || name == "" || strings.Contains(name, "*") {
		return fmt.Errorf("%q is no pattern: write a host, *.host, a number like 131.159.*.*, or the beginning of a URL", text)
	}
	p.names = append(p.names, pattern{host: string(urls.Host(canonical)), below: below, path: path})
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
	host, path := urls.Host(url), pathOf(url)
	for i := range p.names {
		if q := &p.names[i]; q.named(host) && q.leads(path) {
			return true
		}
	}
	return false
}

// mayMatch reports whether a URL is on the list by the name of its host, or may be by its address, which is not known yet.
func (p *Patterns) mayMatch(url []byte) bool { return p.Numbers() || p.Match(url) }

// MatchAddress reports whether a URL is on the list by the address of its host.
func (p *Patterns) MatchAddress(url []byte, a netip.Addr) bool {
	a = a.Unmap()
	if !a.Is4() {
		return false
	}
	path := pathOf(url)
	for i := range p.numbers {
		if q := &p.numbers[i]; q.numbered(a.As4()) && q.leads(path) {
			return true
		}
	}
	return false
}

// CheckAddress returns Number if the lists refuse a URL by the address of its host, else None.
func (s *Scope) CheckAddress(url []byte, a netip.Addr) Rule {
	switch {
	case s.Allow.Numbers() && !s.Allow.MatchAddress(url, a) && !s.Allow.Match(url):
		return Number
	case s.Deny.MatchAddress(url, a):
		return Number
	}
	return None
}

func (q *pattern) named(host []byte) bool {
	if string(host) == q.host {
		return true
	}
	return q.below && bytes.HasSuffix(host, []byte(q.host)) && host[len(host)-len(q.host)-1] == '.'
}

func (q *pattern) numbered(a [4]byte) bool {
	for i, n := range q.octets {
		if n >= 0 && n != int(a[i]) {
			return false
		}
	}
	return true
}

// leads reports whether a path begins with the path of the pattern. If that ends with a letter or a digit, a segment must end
// there too.
func (q *pattern) leads(path []byte) bool {
	if !bytes.HasPrefix(path, []byte(q.path)) {
		return false
	}
	if q.path == "" || len(path) == len(q.path) {
		return true
	}
	last, next := q.path[len(q.path)-1], path[len(q.path)]
	plain := 'a' <= last|0x20 && last|0x20 <= 'z' || '0' <= last && last <= '9'
	return !plain || next == '/' || next == '?'
}

func pathOf(url []byte) []byte {
	rest := url[bytes.Index(url, []byte("://"))+3:]
	if i := bytes.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return nil
}
