package crawlorder

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// crawler is a Source of (number, position) or, with a time line, (number, position, second), in the order of fetching.
type crawler struct {
	opt      Options
	width    int
	web      *web
	lists    *lists
	frontier *frontier
	rule     rule
	partial  *partial // for Partial
	counted  bool     // the rule wants to know how many links there are
	lowest   int64    // all pages below are known
	fetched  int64
	phase    work.Counter
	stats    Stats
}

// graphBytes is what the sets of pages and the table of lists take, a page.
const graphBytes = 2

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

// room reports whether there is memory for so many pages and hosts.
func (c *crawler) room(pages, hosts int64) error {
	per := int64(hostBytes)
	if c.opt.Line != nil {
		per += lineBytes
	}
	need := pages*c.stateBytes() + hosts*per
	if need > c.opt.Memory*3/4 {
		return errRoom(pages, hosts, need)
	}
	c.stats.StateBytes = need
	return nil
}

// begin reads what there is to read.
func (c *crawler) begin(links tuple.Input) (err error) {
	c.width = 2
	c.web, err = load(links, &c.opt.Room, func(pages int64) error {
		if err := c.room(pages, 0); err != nil {
			return fmt.Errorf("%s: %w", links.Name, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	w := c.web
	c.stats.Pages, c.stats.Links = w.count(), w.links
	if c.frontier, err = newFrontier(w.places); err != nil {
		return err
	}
	if c.hosted() {
		if err := c.host(); err != nil {
			return err
		}
	}
	left := c.opt.Memory*7/8 - c.stats.StateBytes - tableBytes*int64(w.form.Chunks())
	if c.opt.Strategy == Partial {
		left -= c.opt.Memory / 8 // sorts the links
	}
	if err := w.form.Shrink(max(0, left)); err != nil {
		return err
	}
	c.stats.FormBytes, c.stats.FormOnDisk = w.form.Bytes(), w.form.OnDisk()
	c.lists = newLists(w.form, w.places)
	if err := c.choose(); err != nil {
		return err
	}
	return c.seed()
}

// host makes the queues of the hosts and the time line.
func (c *crawler) host() (err error) {
	f := c.frontier
	f.hosts, err = newHosts(c.web, f, c.opt.Hosts, c.opt.Strategy == Sites, func(hosts int64) error {
		c.stats.Hosts = hosts
		return c.room(c.web.count(), hosts)
	})
	if err == nil && c.opt.Line != nil {
		c.width = 3
		f.hosts.line, err = newLine(c.opt.Line, f, c.stats.Hosts)
	}
	return err
}

// choose makes the rule.
func (c *crawler) choose() (err error) {
	c.counted = counted(&c.opt)
	var importance []float32
	switch c.opt.Strategy {
	case BreadthFirst, Sites:
		c.rule = &fifo{}
	case DepthFirst:
		c.rule = &deep{}
	case DepthPush:
		c.rule = &push{}
	case Random:
		c.rule = &lottery{seed: c.opt.Seed}
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
	if _, err := c.each(c.opt.Importance, func(page int32, value float32) { values[page] = value }); err != nil {
		return nil, err
	}
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
			pcg.Seed(c.opt.Seed, uint64(page))
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
		err = errors.New("there are no seeds in what was given as such")
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
