package robots

import (
	"bytes"
	"cmp"
	"slices"

	"webmill/pkg/ascii"
)

// Parse reads a robots.txt by RFC 9309. product is the product token of the crawler: letters, - and _.
func Parse(text []byte, product string) *Rules { return parse(text, product, false) }

// ParseGoogle is Parse, but takes escapes as Google's parser does. In a pattern it escapes octets outside of ASCII and writes
// escapes in capitals, but decodes none; it takes a path as it is given.
func ParseGoogle(text []byte, product string) *Rules { return parse(text, product, true) }

func parse(text []byte, product string, spelled bool) *Rules {
	p := groups{product: product, own: Rules{spelled: spelled}, everyone: Rules{spelled: spelled}}
	all := newLines(text)
	for {
		line, ok := all.next()
		if !ok {
			break
		}
		if field, value := fieldOf(bare(line)); field != none {
			p.take(field, value, all.number)
		}
	}
	r := &p.everyone
	if p.found {
		r = &p.own
	}
	r.sitemaps = p.sitemaps
	slices.SortStableFunc(r.rules, func(a, b rule) int {
		switch {
		case a.weight != b.weight:
			return cmp.Compare(b.weight, a.weight)
		case a.allow == b.allow:
			return 0
		case a.allow:
			return -1
		}
		return 1
	})
	return r.trimmed()
}

type field int

const (
	none field = iota
	agent
	allow
	disallow
	delay
	sitemap
)

// fields are the beginnings of the names of fields, with mistakes that are frequent on the web. For agents, rules and sitemaps
// they are those of Google's parser.
var fields = []struct {
	name string
	is   field
}{
	{"user-agent", agent}, {"useragent", agent}, {"user agent", agent},
	{"disallow", disallow}, {"dissallow", disallow}, {"dissalow", disallow}, {"disalow", disallow}, {"diasllow", disallow},
	{"disallaw", disallow},
	{"allow", allow},
	{"crawl-delay", delay}, {"crawldelay", delay}, {"crawl delay", delay},
	{"sitemap", sitemap}, {"site-map", sitemap},
}

// fieldOf reads a line without its comment. If the line has no colon but two words, the blank between them takes its place.
func fieldOf(line []byte) (is field, value []byte) {
	i := bytes.IndexByte(line, ':')
	if i < 0 {
		if i = bytes.IndexAny(line, " \t"); i < 0 || bytes.ContainsAny(bytes.Trim(line[i:], blanks), " \t") {
			return none, nil
		}
	}
	name := bytes.TrimRight(line[:i], blanks)
	for _, f := range fields {
		if len(name) >= len(f.name) && ascii.EqualFold(name[:len(f.name)], f.name) {
			return f.is, bytes.Trim(line[i+1:], blanks)
		}
	}
	return none, nil
}

// groups are the groups of a file: the rules of all groups for the crawler, and of all groups for everyone. A group begins with
// lines of User-agent, and ends before the next such line behind a rule.
type groups struct {
	product       string
	own, everyone Rules
	sitemaps      []string
	forUs, forAll bool // the group is for the crawler, for everyone
	rules         bool // it has rules
	found         bool // some group is for the crawler
}

func (p *groups) take(is field, value []byte, line int) {
	switch is {
	case agent:
		if p.rules {
			p.forUs, p.forAll, p.rules = false, false, false
		}
		p.name(value)
	case allow, disallow:
		if r := p.to(); r != nil {
			p.rules = true
			r.addRFC(is == allow, value, line)
		}
	case delay:
		if r := p.to(); r != nil {
			r.delay = max(r.delay, delayOf(value))
		}
	case sitemap:
		p.sitemaps = appendSitemap(p.sitemaps, value)
	}
}

// name takes a line of User-agent: *, or a product token, which ends at the first other byte, like the slash before a version.
func (p *groups) name(value []byte) {
	if len(value) > 0 && value[0] == '*' && (len(value) == 1 || value[1] == ' ' || value[1] == '\t') {
		p.forAll = true
		return
	}
	end := bytes.IndexFunc(value, func(c rune) bool { return (c|0x20 < 'a' || c|0x20 > 'z') && c != '-' && c != '_' })
	if end < 0 {
		end = len(value)
	}
	if end > 0 && ascii.EqualFold(value[:end], p.product) {
		p.forUs, p.found = true, true
	}
}

// to is the Rules that the group adds to; nil if it is for other crawlers.
func (p *groups) to() *Rules {
	switch {
	case p.forUs:
		return &p.own
	case p.forAll:
		return &p.everyone
	}
	return nil
}

// addRFC appends a rule, unless its pattern can match no path. An Allow of index.html allows its folder too, as Google's parser
// does.
func (r *Rules) addRFC(allow bool, value []byte, line int) {
	if len(value) == 0 {
		return
	}
	if c, _ := octet(value); c != '/' && value[0] != '*' {
		return
	}
	r.add(line, allow, value, true)
	if folder, ok := bytes.CutSuffix(value, []byte("/index.html")); ok && allow {
		r.add(line, allow, append(bytes.Clone(folder), "/$"...), true)
	}
}
