package crawlorder

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"webmill/pkg/extsort"
	"webmill/pkg/graph/adj"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// The crawl.
//
//	while there is a page that is known and not fetched, or else one that is not known:
//	    fetch the best one; position(page) = 1, 2, …
//	    each page that it links to is known, with the key that the rule gives it
//
// Repeated links count once. Links of a page to itself lead to a page that is fetched: they count among the links of the
// page (opic-all), and for nothing else.
//
// Passes: one over the links; then each page's list is looked up alone, and the chunk of 128 links that it is in decoded. The
// pages come in the order of their positions and are sorted by id at the end.
//
// Memory: M the budget, less what the program itself takes (work.Data). The state of the pages must fit into 3/4 of it, or the
// crawl is refused as soon as that is known. It is, in bytes a page, 20 for the frontier and 2 for the graph, and
//
//	omniscient, earlier   4
//	  new pages random    8
//	partial               32
//	sites, a time line    4, and 40 (with a time line 52) bytes a host
//
// Links have what is left but for M/8, which sorts the result, and 1/8 byte a link, which says where they are; they lie in a
// file beyond it.

// Crawl writes (id, position) of the pages that are fetched, sorted by id. The source of the links must verify that they are
// sorted by source and target.
func Crawl(dst tuple.Sink, links tuple.Input, opt Options) (Stats, error) {
	if opt.Strategy == BreadthFirst && opt.Line == nil {
		return breadthFirst(dst, links, opt)
	}
	opt.Memory = work.Data(opt.Memory)
	c := &crawler{opt: opt}
	defer c.close()
	began := time.Now()
	err := c.begin(links)
	c.stats.LoadSeconds = time.Since(began).Seconds()
	if err != nil {
		return c.stats, err
	}
	began = time.Now()
	c.phase = opt.Begin("fetch", 4*int64(c.width)*c.web.count())
	out := &split{dst: dst, width: c.width}
	if opt.Line != nil {
		out.times = opt.Line.Times
	}
	_, err = extsort.Sort(c.web.ids(out, c.width), []tuple.Source{c}, extsort.Options{
		Width: c.width, Order: tuple.Columns(0),
		Room: opt.With(opt.Memory / sortDivisor),
	})
	c.stats.CrawlSeconds = time.Since(began).Seconds()
	c.stats.Fetched, c.stats.MostKnown, c.stats.DecodedChunks = c.fetched, c.frontier.most, c.lists.Decoded
	return c.stats, err
}

// split is a Sink of (id, position) or (id, position, second), each of which it passes on in pairs.
type split struct {
	dst, times tuple.Sink
	width      int
	buf        []int32
}

// WriteBlock implements tuple.Sink.
func (s *split) WriteBlock(block []int32) error {
	if s.width == 2 {
		return s.dst.WriteBlock(block)
	}
	for col, dst := range []tuple.Sink{1: s.dst, 2: s.times} {
		if dst == nil {
			continue
		}
		s.buf = s.buf[:0]
		for k := 0; k < len(block); k += s.width {
			s.buf = append(s.buf, block[k], block[k+col])
		}
		if err := dst.WriteBlock(s.buf); err != nil {
			return err
		}
	}
	return nil
}

// ReadBlock implements tuple.Source.
func (c *crawler) ReadBlock(dst []int32) (int, error) {
	k := 0
	for k+c.width <= len(dst) && (c.opt.Limit == 0 || c.fetched < c.opt.Limit) {
		if c.partial != nil && c.fetched == c.partial.next {
			if err := c.rank(); err != nil {
				return 0, err
			}
		}
		page, ok := c.frontier.take()
		if !ok {
			if !c.root() {
				break
			}
			continue
		}
		c.fetched++
		if err := c.put(dst[k:], page); err != nil {
			return 0, err
		}
		k += c.width
		if err := c.follow(page); err != nil {
			return 0, err
		}
	}
	c.phase.Add(4 * int64(k))
	return tuple.Filled(k)
}

// put makes the record of a page that is fetched.
func (c *crawler) put(rec []int32, page int32) (err error) {
	rec[0], rec[1] = page, int32(c.fetched)
	if c.width == 3 {
		rec[2], err = c.frontier.hosts.line.second()
		c.stats.LastSecond = int64(rec[2])
	}
	return err
}

// root lets the crawler know the lowest page that it does not know yet. It reports whether there is one and the crawl
// is to go on.
func (c *crawler) root() bool {
	if c.opt.Reachable && (c.fetched > 0 || len(c.opt.Seeds) > 0) {
		return false
	}
	for ; c.lowest < c.web.end; c.lowest++ {
		page := int32(c.lowest)
		if c.frontier.fetched(page) || !c.web.exists(page) {
			continue
		}
		c.stats.Roots++
		c.rule.fetched(-1, 1, 1, 1)
		c.frontier.put(page, c.rule.found(page, 0, false))
		return true
	}
	return false
}

// follow makes the pages known that a fetched page links to.
func (c *crawler) follow(page int32) error {
	f := c.frontier
	links, left := int64(0), int64(0)
	if c.needsDegrees {
		list, err := c.lists.First(page)
		for ; len(list) > 0; list, err = c.lists.Next() {
			links += int64(len(list))
			for _, to := range list {
				if !f.fetched(to) {
					left++
				}
			}
		}
		if err != nil {
			return err
		}
	}
	c.rule.fetched(page, f.pages.keys[page], links, left)
	list, err := c.lists.First(page)
	for ; len(list) > 0; list, err = c.lists.Next() {
		for _, to := range list {
			if at := f.pages.index[to]; at != done {
				f.put(to, c.rule.found(to, f.pages.keys[to], at > absent))
			}
		}
	}
	return err
}

func (c *crawler) close() {
	if c.web != nil {
		c.web.close()
	}
	if c.frontier != nil {
		c.frontier.memory.Free()
	}
}

// crawler is a Source of (number, position) or, with a time line, (number, position, second), in the order of fetching.
type crawler struct {
	opt          Options
	width        int
	web          *web
	lists        *adj.Lists
	frontier     *frontier
	rule         rule
	partial      *partial // for Partial
	needsDegrees bool     // the rule wants to know how many links there are
	lowest       int64    // all pages below are known
	sparse       int64    // bytes that the set of pages takes beyond graphBytes a page, because they are far apart
	fetched      int64
	phase        work.Counter
	stats        Stats
}

// sortDivisor says which part of the memory a sort takes: that of the result, and by Partial that of the links by target.
const sortDivisor = 8

// graphBytes is what the sets of pages and the table of lists take, a page.
const graphBytes = 2

// smallSet is how many bytes a set of few pages that are far apart may take beside what is planned for.
const smallSet = 1 << 20

// stateBytes is the memory for a page.
func (c *crawler) stateBytes() (n int64) {
	n = frontierBytes + graphBytes
	switch {
	case c.opt.Strategy == Omniscient, c.opt.Strategy == Earlier:
		n += 4
		if c.opt.New == NewRandom {
			n += 4
		}
	case c.opt.Strategy == Partial:
		n += partialBytes
	}
	if c.hosted() {
		n += hostPageBytes
	}
	return n
}

// hosted reports whether the pages are kept by host.
func (c *crawler) hosted() bool { return c.opt.Strategy == Sites || c.opt.Line != nil }

// checkFits returns an error if there is no memory for a number of pages and hosts, those of a share of the links.
func (c *crawler) checkFits(pages, hosts int64, share float64) error {
	per := int64(hostBytes)
	if c.opt.Line != nil {
		per += lineBytes
	}
	need := pages*c.stateBytes() + hosts*per + c.sparse
	if need > c.opt.Memory*3/4 {
		return errMemory(pages, hosts, need, share)
	}
	c.stats.StateBytes = need
	return nil
}

// begin reads what there is to read.
func (c *crawler) begin(links tuple.Input) (err error) {
	c.width = 2
	c.web, err = load(links, &c.opt.Room, func(pages, set int64) error {
		c.sparse = max(0, set-graphBytes*pages-smallSet)
		if err := c.checkFits(pages, 0, tuple.Share(links.Source)); err != nil {
			return fmt.Errorf("%s: %w", links.Name, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	w := c.web
	c.stats.Pages, c.stats.Links = w.count(), w.links
	if c.frontier, err = newFrontier(w.end); err != nil {
		return err
	}
	if c.hosted() {
		if err := c.host(); err != nil {
			return err
		}
	}
	left := c.opt.Memory - c.opt.Memory/sortDivisor - c.stats.StateBytes - adj.TableBytes*int64(w.graph.Chunks())
	if c.opt.Strategy == Partial {
		left -= c.opt.Memory / sortDivisor // sorts the links
	}
	if err := w.graph.Shrink(max(0, left)); err != nil {
		return err
	}
	c.stats.GraphBytes, c.stats.GraphOnDisk = w.graph.Bytes(), w.graph.OnDisk()
	c.lists = newLists(w.graph, w.end)
	if err := c.choose(); err != nil {
		return err
	}
	return c.seed()
}

// host makes the queues of the hosts and the time line.
func (c *crawler) host() (err error) {
	f := c.frontier
	f.hosts, err = newHosts(c.web, f, c.opt.Hosts, c.opt.Strategy == Sites, func(hosts, pages, strays int64) error {
		c.stats.Hosts, c.stats.Hosted, c.stats.HostStrays = hosts, pages+strays, strays
		return c.checkFits(c.web.count(), hosts, 1)
	})
	if err == nil && c.opt.Line != nil {
		c.width = 3
		f.hosts.line, err = newLine(c.opt.Line, f, c.stats.Hosts)
	}
	return err
}

// choose makes the rule.
func (c *crawler) choose() (err error) {
	c.needsDegrees = needsDegrees(&c.opt)
	var importance []float32
	switch c.opt.Strategy {
	case BreadthFirst, Sites:
		c.rule = &fifo{}
	case DepthFirst:
		c.rule = &deep{}
	case DepthPush:
		c.rule = &push{}
	case Random:
		c.rule = &lottery{seed: c.opt.RandomSeed}
	case OPIC, OPICAll:
		c.rule = &opic{all: c.opt.Strategy == OPICAll}
	case Omniscient:
		importance, err = c.importance(c.opt.Importance)
		c.rule = &given{importance: importance}
	case Earlier:
		importance, err = c.earlier()
		c.rule = &given{importance: importance, parent: c.opt.New == NewParent}
	case Partial:
		c.partial, err = newPartial(c)
		c.rule = c.partial
	default:
		err = fmt.Errorf("there is no strategy %q", c.opt.Strategy)
	}
	return err
}

// negativeZero is the importance of a new page that has none.
var negativeZero = float32(math.Copysign(0, -1))

// earlier is the importance in an earlier crawl, and of new pages what the rule for them gives, with the sign bit.
func (c *crawler) earlier() ([]float32, error) {
	values, err := c.floats()
	if err != nil {
		return nil, err
	}
	for page := range values {
		values[page] = negativeZero
	}
	c.stats.BeforeStrays, err = c.each(c.opt.Importance, func(page int32, value float32) {
		values[page] = value
		c.stats.Before++
	})
	if err != nil {
		return nil, err
	}
	c.stats.Before += c.stats.BeforeStrays
	switch c.opt.New {
	case NewFinal:
		err = c.last(c.opt.Final, func(page int32, value float32) {
			if math.Signbit(float64(values[page])) {
				values[page] = -value
			}
		})
	case NewRandom:
		err = c.draw(values)
	case NewZero, NewParent:
	default:
		err = fmt.Errorf("there is no rule %q for new pages", c.opt.New)
	}
	return values, err
}

// draw gives each new page the importance of some old one, all alike.
func (c *crawler) draw(values []float32) error {
	old, err := c.floats()
	if err != nil {
		return err
	}
	n := 0
	for page, value := range values {
		if !math.Signbit(float64(value)) && c.web.exists(int32(page)) {
			old[n] = value
			n++
		}
	}
	if n == 0 {
		return fmt.Errorf("%s: has none of the pages, so there is nothing to draw from", c.opt.Importance.Name)
	}
	var pcg rand.PCG
	random := rand.New(&pcg)
	for page, value := range values {
		if math.Signbit(float64(value)) {
			pcg.Seed(c.opt.RandomSeed, uint64(page))
			values[page] = -old[random.Int64N(int64(n))]
		}
	}
	return nil
}

// seed makes the seeds known.
func (c *crawler) seed() error {
	if len(c.opt.Seeds) == 0 {
		return nil
	}
	seeds, err := c.web.numbers(c.opt.Seeds)
	if err == nil && seeds.Len() == 0 {
		err = errors.New("no seed is given: the file of seeds is empty")
	}
	if err != nil {
		return err
	}
	c.rule.fetched(-1, 1, int64(seeds.Len()), int64(seeds.Len()))
	for page := range seeds.All {
		c.frontier.put(page, c.rule.found(page, 0, false))
	}
	return nil
}
