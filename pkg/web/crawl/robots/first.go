package robots

import (
	"bytes"

	"webmill/pkg/ascii"
)

// ParseFirst reads a robots.txt as Python's RobotFileParser does:
//
//   - an empty line, or a line of User-agent behind a rule, ends a group;
//   - the first group without * decides that has a name which is a part of product; without such a group the first one with *;
//   - the first rule that matches decides, not the longest; a pattern is the beginning of a path, without wildcards, but the
//     pattern * alone matches all; a rule with an empty pattern allows everything.
//
// product is the name of the crawler up to the first slash, since Python cuts it there. Crawl-delay is not read, as in the
// thesis. A byte order mark is left out: Python would lose the first group, which may forbid something.
func ParseFirst(text []byte, product string) *Rules {
	p := first{product: bytes.ToLower([]byte(product))}
	all := newLines(text)
	for {
		line, ok := all.next()
		if !ok {
			break
		}
		if len(line) == 0 && p.state != outside {
			p.finish()
		}
		if name, value, ok := bytes.Cut(bare(line), []byte(":")); ok {
			p.take(bytes.TrimRight(name, blanks), bytes.Trim(value, blanks), all.number)
		}
	}
	p.finish()
	r := AllowAll
	switch {
	case p.own != nil:
		r = p.own
	case p.everyone != nil:
		r = p.everyone
	}
	r = r.trimmed()
	r.sitemaps = p.sitemaps
	return r
}

// The states of a group.
const (
	outside = iota // none has begun
	named          // it has names only
	ruled          // it has rules
)

// first finds the group that decides.
type first struct {
	product       []byte
	own, everyone *Rules
	sitemaps      []string

	state         int
	group         Rules
	forUs, forAll bool
}

// finish ends a group. A group without rules does not count.
func (p *first) finish() {
	if p.state == ruled {
		group := p.group
		switch {
		case p.forAll && p.everyone == nil:
			p.everyone = &group
		case !p.forAll && p.forUs && p.own == nil:
			p.own = &group
		}
	}
	p.group, p.forUs, p.forAll, p.state = Rules{}, false, false, outside
}

func (p *first) take(name, value []byte, line int) {
	is := func(field string) bool { return ascii.EqualFold(name, field) }
	switch {
	case is("user-agent"):
		if p.state == ruled {
			p.finish()
		}
		p.state = named
		agent := bytes.ToLower(appendOctets(nil, value))
		p.forAll = p.forAll || string(agent) == "*"
		p.forUs = p.forUs || bytes.Contains(p.product, agent)
	case is("sitemap"):
		p.sitemaps = appendSitemap(p.sitemaps, value)
	case p.state == outside:
	case is("allow"), is("disallow"):
		p.state = ruled
		if string(value) == "*" {
			p.group.add(line, is("allow"), nil, false)
		} else {
			p.group.add(line, is("allow") || len(value) == 0, value, false)
		}
	case is("crawl-delay"), is("request-rate"):
		p.state = ruled
	}
}
