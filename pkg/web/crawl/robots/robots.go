package robots

import (
	"bytes"
	"slices"
	"time"
)

// Rules are what a robots.txt says to one crawler. They never change, and many goroutines may use them.
type Rules struct {
	rules    []rule // the first one that matches decides
	text     []byte // the patterns of the rules (see literalHead)
	delay    time.Duration
	sitemaps []string
	spelled  bool // escapes are compared as they are spelled, without decoding
}

// rule is a line of Allow or Disallow.
type rule struct {
	start, end uint32 // of its pattern in the text
	weight     uint32 // how long the pattern is
	line       uint32 // in the file, from 1
	allow      bool
	exact      bool // the pattern must match the whole path
}

var (
	// AllowAll lets a crawler fetch every page, as of a server without robots.txt.
	AllowAll = &Rules{}
	// DenyAll lets a crawler fetch nothing but /robots.txt, as of a server that cannot give its robots.txt.
	DenyAll = func() *Rules {
		r := &Rules{}
		r.add(0, false, nil, false)
		return r
	}()
)

// robotsPath is the path that every crawler may fetch.
const robotsPath = "/robots.txt"

// Allowed reports whether the crawler may fetch a page. The path is that of a canonical URL, with its query.
func (r *Rules) Allowed(path []byte) bool {
	_, allowed := r.Rule(path)
	return allowed
}

// Rule is Allowed, and returns the number of the line that decides, from 1; 0 if none does.
func (r *Rules) Rule(path []byte) (line int, allowed bool) {
	if len(r.rules) == 0 || string(path) == robotsPath {
		return 0, true
	}
	var room [4 << 10]byte
	switch {
	case len(path) == 0:
		path = append(room[:0], '/')
	case !r.spelled && bytes.IndexByte(path, '%') >= 0:
		path = appendOctets(room[:0], path)
	}
	for i := range r.rules {
		if u := &r.rules[i]; matches(r.text[u.start:u.end], u.exact, path) {
			return int(u.line), u.allow
		}
	}
	return 0, true
}

// Delay is the Crawl-delay of the group, at most a day; 0 if there is none.
func (r *Rules) Delay() time.Duration { return r.delay }

// Sitemaps are the first 1,000 sitemaps that the file names, in their order. They are for all crawlers.
func (r *Rules) Sitemaps() []string { return r.sitemaps }

const (
	ruleBytes  = 20
	fixedBytes = 80
	stringHead = 16
)

// Bytes is how much memory the rules take.
func (r *Rules) Bytes() int {
	n := fixedBytes + ruleBytes*cap(r.rules) + cap(r.text) + stringHead*cap(r.sitemaps)
	for _, s := range r.sitemaps {
		n += len(s)
	}
	return n
}

// add appends a rule. With wild, * and $ are special.
func (r *Rules) add(line int, allow bool, value []byte, wild bool) {
	u := rule{start: uint32(len(r.text)), line: uint32(line), allow: allow}
	r.text, u.weight, u.exact = appendPattern(r.text, value, wild, r.spelled)
	u.end = uint32(len(r.text))
	r.rules = append(r.rules, u)
}

// trimmed is a copy that takes no more memory than it needs.
func (r *Rules) trimmed() *Rules {
	return &Rules{slices.Clone(r.rules), bytes.Clone(r.text), r.delay, slices.Clone(r.sitemaps), r.spelled}
}
