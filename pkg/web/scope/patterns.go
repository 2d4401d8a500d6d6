package scope

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"

	"webmill/pkg/web/urls"
)

// Patterns are a list of URLs, by their beginnings: by the name of a host, by its number, and by its path. A pattern is
//
//	http://www.example.com/cgi-bin   the path /cgi-bin and what lies below it; the scheme may be left out
//	http://www.example.com/~         a path that ends with ~ or another mark: all that begin so
//	*.example.com                    the host and all below it
//	131.159.*.*                      hosts whose address is such a number; a last part that is missing is any
//
// A host ends where it ends: 131.159.72.20 is not the beginning of 131.159.72.200 (Nitsche 2003 compares strings).
type Patterns struct {
	names   []pattern
	numbers []pattern
}

// pattern is a line of the list.
type pattern struct {
	host   string // of a name; "*.": and all hosts below
	below  bool
	octets [4]int // of a number; -1: any
	path   string // "" or from the slash on
}

// Empty reports whether there are no patterns.
func (p *Patterns) Empty() bool { return len(p.names)+len(p.numbers) == 0 }

// Numbers reports whether addresses are asked for.
func (p *Patterns) Numbers() bool { return len(p.numbers) > 0 }

// Read adds the lines of a list. Empty lines and those that begin with # do not count.
func (p *Patterns) Read(r io.Reader) error {
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.Add(line); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return in.Err()
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

// Match reports whether a URL is on the list by its name.
func (p *Patterns) Match(url []byte) bool {
	host, path := urls.Host(url), pathOf(url)
	for i := range p.names {
		if q := &p.names[i]; q.named(host) && q.leads(path) {
			return true
		}
	}
	return false
}

// mayMatch reports whether a URL is on the list by its name, or may be by its number.
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

// CheckAddress returns the rule that a URL breaks by the address of its host.
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

// leads reports whether a path begins with that of the pattern, which ends at a segment, or with a mark that is no letter.
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
