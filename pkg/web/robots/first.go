package robots

import (
	"bytes"

	"webmill/pkg/ascii"
)

// ParseFirst reads a robots.txt as Python's RobotFileParser does:
//
//   - empty lines and lines of User-agent behind a rule separate groups;
//   - of the groups that name no *, the first one with a name that is a part of ours decides, else the first one with a *;
//   - the first rule that matches decides, not the longest; patterns are beginnings of paths, without wildcards, but for a
//     pattern that is * only; a rule with an empty pattern allows everything.
//
// Product is the product token of the crawler: Python cuts the names of agents at the first slash, so that browsers' names
// hide ours. Crawl-delay is not read, as in the thesis. A byte order mark is passed over, which would make Python lose the
// first group: the doubt is the site's to gain.
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

// finish ends a group. Without rules it is none.
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
