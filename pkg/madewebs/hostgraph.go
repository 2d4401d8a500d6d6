package madewebs

import (
	"iter"
	"math"
)

// spot is a URL of a HostWeb.
type spot struct {
	host, page int
	print      bool // the print version of the page: the same text under another URL
}

// kind is the kind of answer to a URL.
type kind int

const (
	isPage    kind = iota
	isPrivate      // a page in /private/, which most hosts disallow
	isMoved        // a redirect
	isGone         // 404
)

// kindOf is the kind of a spot of the web. The home page is always isPage.
func kindOf(s spot) kind {
	if s.page == 0 {
		return isPage
	}
	d := diceOf(1, s.host, s.page)
	switch n := d.below(100); {
	case n < 4:
		return isGone
	case n < 9:
		return isMoved
	case n < 12:
		return isPrivate
	}
	return isPage
}

// hasPrint reports whether a page has a print version.
func hasPrint(s spot) bool { return s.page%10 == 3 && kindOf(s) == isPage }

// rules is what the robots.txt of a host says to all crawlers.
type rules struct {
	missing bool // there is none: all is allowed
	moved   bool // it is at another path, to which /robots.txt redirects
	closed  bool // nothing is allowed
	print   bool // print versions are not allowed
	delay   bool // there is a Crawl-delay
}

// rulesOf are the rules of a host. Host 0 is open, so that a crawl can begin there.
func rulesOf(host int) rules {
	d := diceOf(2, host)
	switch n := d.below(20); {
	case host == 0:
		return rules{}
	case n < 3:
		return rules{missing: true}
	case n < 4:
		return rules{closed: true}
	case n < 6:
		return rules{moved: true}
	case n < 9:
		return rules{delay: true}
	case n < 12:
		return rules{print: true}
	}
	return rules{}
}

// allows reports whether the rules of a host allow a spot on it.
func (r rules) allows(s spot) bool {
	return r.missing || !r.closed && kindOf(s) != isPrivate && !(r.print && s.print)
}

// Size is how many pages a host has: in proportion to 1/√(host+1), and at least one.
func (f *HostWeb) Size(host int) int {
	return max(1, int(float64(f.pages)/(2*math.Sqrt(float64(f.hosts))*math.Sqrt(float64(host+1)))))
}

// there reports whether a spot is in the web, with any kind of answer.
func (f *HostWeb) there(s spot) bool {
	return 0 <= s.host && s.host < f.hosts && 0 <= s.page && s.page < f.Size(s.host) && (!s.print || hasPrint(s))
}

// links are the spots that a page links to. The pages of a host are a binary tree, and so are the home pages of all hosts. Other
// links are random, more often to pages and hosts with small numbers. Few pages have many links.
func (f *HostWeb) links(from spot) iter.Seq[spot] {
	return func(yield func(spot) bool) {
		size := f.Size(from.host)
		for i := 1; i <= 2; i++ {
			if to := 2*from.page + i; to < size && !yield(spot{host: from.host, page: to}) {
				return
			}
			if to := 2*from.host + i; from.page == 0 && to < f.hosts && !yield(spot{host: to}) {
				return
			}
		}
		if hasPrint(from) && !yield(spot{from.host, from.page, true}) {
			return
		}
		d := diceOf(3, from.host, from.page)
		for range min(200, int(3*math.Pow(d.unit(), -0.7))) { // 10 on average
			if !yield(f.target(from, &d)) {
				return
			}
		}
	}
}

// target is a random spot: in three of four cases on the same host, else on any host, where it is often the home page.
func (f *HostWeb) target(from spot, d *dice) spot {
	if d.below(4) > 0 {
		return spot{host: from.host, page: d.few(f.Size(from.host))}
	}
	to := spot{host: d.few(f.hosts)}
	if d.below(2) == 0 {
		to.page = d.few(f.Size(to.host))
	}
	return to
}

// moved is the target of a redirect. It is never a redirect itself.
func (f *HostWeb) moved(from spot) spot {
	d := diceOf(4, from.host, from.page)
	to := f.target(from, &d)
	if k := kindOf(to); k == isMoved || k == isGone {
		return spot{host: to.host}
	}
	return to
}

// Reachable are the URLs that a crawl from the seed must request, each once, if it follows all links and redirects and obeys
// robots.txt. Some of them redirect or answer 404; /robots.txt is not among them. The links and rules are computed, not read from
// pages. Reachable keeps the URLs in memory.
func (f *HostWeb) Reachable(seed string) iter.Seq[string] {
	return func(yield func(string) bool) {
		first, ok := f.parse(seed)
		if !ok || !f.there(first) {
			return
		}
		known, queue := map[spot]bool{first: true}, []spot{first}
		add := func(s spot) {
			if !known[s] {
				known[s] = true
				queue = append(queue, s)
			}
		}
		for ; len(queue) > 0; queue = queue[1:] {
			s := queue[0]
			if !rulesOf(s.host).allows(s) {
				continue
			}
			if !yield(string(f.appendURL(nil, schemeOf(seed), s))) {
				return
			}
			switch kindOf(s) {
			case isMoved:
				add(f.moved(s))
			case isPage, isPrivate:
				for to := range f.links(s) {
					add(to)
				}
			}
		}
	}
}
