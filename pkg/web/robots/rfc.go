package robots

import (
	"bytes"
	"cmp"
	"slices"

	"webmill/pkg/ascii"
)

// Parse reads a robots.txt by RFC 9309. Product is the product token of the crawler: letters, - and _.
func Parse(text []byte, product string) *Rules { return parse(text, product, false) }

// ParseGoogle is Parse but for escapes, which it takes as Google's parser does: of a pattern, octets outside of ASCII are
// escaped and escapes written in capitals, but none is decoded; a path is taken as it is given.
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

// fields are the beginnings of the names of fields, among them mistakes that are frequent on the web. Google's parser takes
// the same for agents, rules and sitemaps.
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

// fieldOf reads a line without its comment. If it has no colon but two words, a blank stands for it.
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

// groups are the groups of a file: the rules of those for the crawler, and of those for everyone. A group begins with
// lines of User-agent, and ends at the next one behind a rule.
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

// name takes a line of User-agent: * or a product token, which ends at the first other byte, as of a version.
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

// to is where the rules of the group go, or nil.
func (p *groups) to() *Rules {
	switch {
	case p.forUs:
		return &p.own
	case p.forAll:
		return &p.everyone
	}
	return nil
}

// addRFC appends a rule, unless its pattern can match nothing. An Allow of index.html allows its folder, as for Google.
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
