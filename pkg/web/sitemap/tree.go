package sitemap

import "errors"

var errLinks = errors.New("a page has more links than 2147483647")

// taker takes the pairs.
type taker struct {
	g     *graph
	at    int64 // behind the last link
	begin int64 // where the number of links of the page at hand is
	count int32
	page  bool  // before these lines it was known that the page at hand is one
	skip  bool  // the page at hand comes again
	left  int32 // its links the first time that have not come yet; the next one is at seen
	seen  int64
	lost  bool // it has another link
	leads bool // its lines, of this or the first time, say only that it leads on
	apart bool // it has links, and none of the first time
	alike bool // it has a link of the first time
	bare  bool // it had no links the first time that are kept: it is alike if it has one that would not be kept either
}

// take takes a pair. The pairs of a page begin with the one that says so.
func (t *taker) take(src, dst int32, mark []byte) error {
	if len(mark) > 0 && mark[0] != contentLink[0] {
		t.mark(src, mark[0])
		return nil
	}
	host := t.g.page(src).number(atHost)
	to := t.g.page(dst)
	menu := len(mark) == 0
	switch other := to.number(atHost); {
	case other != host || host == 0:
		if !t.skip {
			t.g.stats.Outside++
		}
		return nil
	case src == dst:
		return nil
	case t.skip:
		t.again(src, dst, menu)
		return nil
	}
	if menu {
		t.g.stats.Menu++
		if n := to.number(atMenus); n < 1<<31-1 {
			t.g.change(dst).set(atMenus, n+1)
		}
	} else {
		dst = ^dst
	}
	if t.count == 1<<31-1 {
		return errLinks
	}
	t.g.setLink(t.at, dst)
	t.at++
	t.count++
	t.g.setLink(t.begin, t.count)
	return nil
}

// mark takes what a mark says of a page.
func (t *taker) mark(id int32, mark byte) {
	p := t.g.change(id)
	bits, linking := p.number(atLength), p.long(atLinks) > 0
	switch mark {
	case noSuccess[0]:
		bits |= wasFailure
		if linking {
			t.g.stats.Titles.Known++
		}
	case titled[0]:
		if linking {
			t.g.stats.Titles.Known++
		} else if !p.crawled() { // else its URL came before
			t.g.stats.Titles.New++
			bits |= wasCrawled | wasPage
		}
	case leadsOn[0]:
		t.leads = true
		if !t.page {
			bits &^= wasPage
		}
	case pageToo[0]:
		t.leads = t.skip && !t.page
		bits |= wasPage
	case newPage[0]:
		t.page = p.isPage()
		bits |= wasCrawled | wasPage
	}
	p.set(atLength, bits)
	if mark == newPage[0] {
		t.begins(id)
	}
}

// begins begins a page.
func (t *taker) begins(id int32) {
	begin := t.g.page(id).long(atLinks)
	if t.skip = begin > 0; t.skip {
		t.g.stats.Again++
		t.left, t.seen, t.lost = t.g.link(begin-1), begin, false
		t.leads, t.apart, t.alike, t.bare = !t.page, false, false, t.left == 0
		return
	}
	t.g.stats.Linking++
	t.begin, t.count = t.at, 0
	t.g.setLink(t.at, 0)
	t.at++
	t.g.change(id).setLong(atLinks, t.begin+1)
}

// again takes a link of a page that comes again. It is lost if the first time had another one in its place.
func (t *taker) again(id, dst int32, menu bool) {
	if !menu {
		dst = ^dst
	}
	same := t.left > 0 && t.g.link(t.seen) == dst
	switch {
	case same:
		t.left, t.seen = t.left-1, t.seen+1
	case !t.lost:
		t.lost = true
		t.g.stats.Lost++
	}
	if !t.alike && !t.leads {
		t.compare(same || t.had(id, dst) || t.bare && !menu)
	}
}

// compare counts a page that comes again as apart, until it has a link of the first time.
func (t *taker) compare(alike bool) {
	switch t.alike = alike; {
	case alike && t.apart:
		t.apart = false
		t.g.stats.Apart--
	case !alike && !t.apart:
		t.apart = true
		t.g.stats.Apart++
	}
}

const mostCompared = 1000 // links of a page, which are enough to tell whether it is the same page

// had reports whether a page had a link the first time, or one of the first ones.
func (t *taker) had(id, dst int32) bool {
	begin := t.g.page(id).long(atLinks)
	for i := range int64(min(t.g.link(begin-1), mostCompared)) {
		if t.g.link(begin+i) == dst {
			return true
		}
	}
	return false
}

// roots finds the home page of each host, and the host with most crawled pages, -1 if there is none.
func (g *graph) roots() {
	g.largest = -1
	most := int64(0)
	for h := range g.sites {
		s := g.site(h)
		best, index := int64(0), int64(0) // the page to which most menus lead, the first one of the highest folder
		for id := s.from; id < s.to; id++ {
			if p := g.page(int32(id)); p.crawled() {
				if p.isPage() {
					s.crawled++
				}
				if best == 0 || g.before(int32(id), int32(best-1)) {
					best = id + 1
				}
				if p.index() && (index == 0 || g.higher(int32(id), int32(index-1))) {
					index = id + 1
				}
			}
		}
		if index > 0 && g.page(int32(index-1)).folders() <= g.page(int32(best-1)).folders() {
			best = index
		}
		s.root = g.root(&s, best)
		if s.root == 0 {
			g.stats.NoPage++
		}
		g.putSite(h, s)
		if s.crawled > most {
			g.largest, most = h, s.crawled
		}
	}
}

// before reports whether more menus lead to a page than to another one, or as many, and its URL is shorter.
func (g *graph) before(a, b int32) bool {
	p := g.page(a)
	menus, length := p.number(atMenus), p.length()
	q := g.page(b)
	return menus > q.number(atMenus) || menus == q.number(atMenus) && length < q.length()
}

// higher reports whether a page is in fewer folders than another one, or in as many, and before it.
func (g *graph) higher(a, b int32) bool {
	up, down := g.page(a).folders(), g.page(b).folders()
	return up < down || up == down && g.before(a, b)
}

// root chooses the home page of a host; best is the one for a host without a page "/".
func (g *graph) root(s *site, best int64) int64 {
	if s.given > 0 || s.crawled == 0 {
		return s.given
	}
	var menus [2]int32
	for k, home := range s.home {
		menus[k] = -1
		if home > 0 {
			if p := g.page(int32(home - 1)); p.crawled() {
				menus[k] = p.number(atMenus)
			}
		}
	}
	switch {
	case max(menus[0], menus[1]) < 0:
		return best
	case menus[0] > menus[1]:
		return s.home[0]
	}
	return s.home[1]
}

// spot is a place in the queue of a search: a slot of graph.queue.
type spot struct{ id, up, below, depth int32 } // up and below are places: of the page above, and of the first one below, or 0

const spotBytes = 16

func (g *graph) spot(at int32) spot {
	p := node(g.queue.Read(int64(at)))
	return spot{p.number(0), p.number(4), p.number(8), p.number(12)}
}

func (g *graph) putSpot(at int32, s spot) {
	p := node(g.queue.Slot(int64(at)))
	for i, v := range [...]int32{s.id, s.up, s.below, s.depth} {
		p.set(4*i, v)
	}
}

// search finds the tree of a host: the first n places of the queue, those below one page side by side.
func (g *graph) search(s *site) (n int32) {
	root := int32(s.root - 1)
	put := func(id, up, depth int32) {
		g.putSpot(n, spot{id: id, up: up, depth: depth})
		p := g.change(id)
		p.set(atDepth, depth+1)
		switch {
		case p.isPage():
			s.reached++
		case !p.crawled():
			s.missing++
		}
		if g.opt.MaxDepth > 0 && int(depth) > g.opt.MaxDepth {
			s.deeper++
		}
		s.depth = int64(depth)
		n++
	}
	put(root, 0, 0)
	for at := int32(0); at < n; at++ {
		from := g.spot(at)
		begin := g.page(from.id).long(atLinks)
		if begin == 0 {
			continue
		}
		count := int64(g.link(begin - 1))
		all := at == 0 && !g.menus(begin, count)
		for i := range count {
			to := g.link(begin + i)
			if to < 0 {
				if !all {
					continue
				}
				to = ^to
			}
			if g.page(to).number(atDepth) > 0 {
				continue
			}
			if from.below == 0 {
				from.below = n
				g.putSpot(at, from)
			}
			put(to, at, from.depth+1)
		}
	}
	return n
}

// menus reports whether one of some links is of a menu.
func (g *graph) menus(begin, count int64) bool {
	for i := range count {
		if g.link(begin+i) >= 0 {
			return true
		}
	}
	return false
}

// walk gives the pages of a tree of n pages their places, each before those below it.
func (g *graph) walk(n int32, place func(id int32)) {
	at := int32(0)
	for {
		p := g.spot(at)
		place(p.id)
		if p.below > 0 && (g.opt.MaxDepth == 0 || int(p.depth) < g.opt.MaxDepth) {
			at = p.below
			continue
		}
		for ; at > 0; at = p.up {
			p = g.spot(at)
			if at+1 < n && g.spot(at+1).up == p.up {
				break
			}
		}
		if at == 0 {
			return
		}
		at++
	}
}

// forget forgets the trees, but not the home pages.
func (g *graph) forget() {
	for id := range g.known {
		p := g.change(id)
		p.set(atDepth, 0)
		p.setLong(atPlace, 0)
	}
	for h := range g.sites {
		s := g.site(h)
		s.reached, s.missing, s.deeper, s.depth, s.bytes, s.first, s.last = 0, 0, 0, 0, 0, 0, 0
		g.putSite(h, s)
	}
}

const leastChain = 10 // levels of a tree that may be called a chain

// trees makes the tree of each host, or of the chosen one, and gives the pages that are written their places.
func (g *graph) trees(chosen int64) error {
	last := int64(0)
	for h := range g.sites {
		s := g.site(h)
		if s.root == 0 {
			continue
		}
		if chosen >= 0 && h != chosen {
			g.stats.Other++
			continue
		}
		s.first = last + 1
		place := func(id int32) {
			p := g.page(id)
			if !g.opt.Tree && (!p.isPage() || p.failure()) {
				return
			}
			last++
			s.bytes += int64(p.length())
			g.change(id).setLong(atPlace, last)
		}
		g.walk(g.search(&s), place)
		for id := s.from; g.opt.Beyond && id < s.to; id++ {
			if p := g.page(int32(id)); p.isPage() && p.number(atDepth) == 0 {
				place(int32(id))
			}
		}
		s.last = last
		g.putSite(h, s)
		t := g.stats
		t.Hosts++
		t.Crawled += s.crawled
		t.Reached += s.reached
		t.Missing += s.missing
		t.Deeper += s.deeper
		if s.depth >= leastChain && 2*s.depth > s.reached+s.missing {
			t.Chained += s.reached + s.missing
		}
		if err := g.store.Err(); err != nil {
			return err
		}
	}
	return g.store.Err()
}
