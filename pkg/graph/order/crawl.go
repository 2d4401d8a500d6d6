package order

import (
	"errors"
	"fmt"
	"io"
	"time"

	"webmill/pkg/extsort"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
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
// Passes: one over the links; then each page's list is looked up alone, and the chunk of 256 links that it is in decoded. The
// pages come in the order of their positions and are sorted by id at the end.
//
// Memory: M the budget, less 32 MiB or a third for the program itself. The state of the pages must fit into 3/4 of it, or the
// crawl is refused as soon as that is known. Links have what is left but for M/8, which sorts the result, and lie in a file
// beyond it.

// programBytes is what the program itself takes, with buffers and what the collector has not yet found.
const programBytes = 32 << 20

// Crawl writes (id, position) of the pages that are fetched, sorted by id. The source of the links must verify that they are
// sorted by source and target.
func Crawl(dst tuple.Sink, links bfs.Input, opt Options) (Stats, error) {
	if opt.Strategy == BreadthFirst {
		return breadthFirst(dst, links, opt)
	}
	opt.Memory -= min(programBytes, opt.Memory/3)
	c := &crawler{opt: opt}
	defer c.close()
	began := time.Now()
	err := c.begin(links)
	c.stats.LoadSeconds = time.Since(began).Seconds()
	if err != nil {
		return c.stats, err
	}
	began = time.Now()
	c.phase = phase(&opt.Options, "fetch", 8*c.web.count())
	_, err = extsort.Sort(c.web.ids(dst, 2), []tuple.Source{c}, extsort.Options{
		Width: 2, Order: tuple.Columns(0), Memory: opt.Memory / 8, Threads: opt.Threads, FS: opt.FS, TempDir: opt.TempDir, Cache: opt.Cache,
	})
	c.stats.CrawlSeconds = time.Since(began).Seconds()
	c.stats.Fetched, c.stats.MostKnown, c.stats.DecodedChunks = c.fetched, c.frontier.most, c.lists.decoded
	return c.stats, err
}

// crawler is a Source of (number, position), in the order of fetching.
type crawler struct {
	opt      Options
	web      *web
	lists    *lists
	frontier *frontier
	rule     rule
	counted  bool  // the rule wants to know how many links there are
	lowest   int64 // all pages below are known
	fetched  int64
	phase    extsort.Counter
	stats    Stats
}

// stateBytes is the memory for a page.
func (c *crawler) stateBytes() int64 {
	if c.opt.Strategy == Omniscient {
		return frontierBytes + 4
	}
	return frontierBytes
}

// begin reads what there is to read.
func (c *crawler) begin(links bfs.Input) (err error) {
	have := c.opt.Memory * 3 / 4
	c.web, err = load(links, &c.opt.Options, func(pages int64) error {
		if need := pages * (c.stateBytes() + 2); need > have {
			return fmt.Errorf("%s: %w", links.Name, errRoom(pages, need))
		}
		return nil
	})
	if err != nil {
		return err
	}
	w := c.web
	c.stats.Pages, c.stats.Links, c.stats.StateBytes = w.count(), w.links, w.places*c.stateBytes()+w.pages.Bytes()
	if err := w.form.Shrink(max(0, c.opt.Memory*7/8-c.stats.StateBytes)); err != nil {
		return err
	}
	c.stats.FormBytes, c.stats.FormOnDisk = w.form.Bytes(), w.form.OnDisk()
	c.lists = newLists(w.form, w.places)
	if c.frontier, err = newFrontier(w.places); err != nil {
		return err
	}
	if err := c.choose(); err != nil {
		return err
	}
	return c.seed()
}

// choose makes the rule.
func (c *crawler) choose() (err error) {
	c.counted = counted(c.opt.Strategy)
	switch c.opt.Strategy {
	case DepthFirst:
		c.rule = &deep{}
	case DepthPush:
		c.rule = &push{}
	case Random:
		c.rule = &lottery{seed: c.opt.Seed}
	case OPIC, OPICAll:
		c.rule = &opic{all: c.opt.Strategy == OPICAll}
	case Omniscient:
		var importance []float32
		importance, err = c.importance(c.opt.Importance)
		c.rule = &known{importance}
	default:
		err = fmt.Errorf("there is no strategy %q", c.opt.Strategy)
	}
	return err
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

// ReadBlock implements tuple.Source.
func (c *crawler) ReadBlock(dst []int32) (int, error) {
	k := 0
	for k+2 <= len(dst) && (c.opt.Limit == 0 || c.fetched < c.opt.Limit) {
		page, ok := c.frontier.take()
		if !ok {
			if !c.root() {
				break
			}
			continue
		}
		c.fetched++
		dst[k], dst[k+1] = page, int32(c.fetched)
		k += 2
		if err := c.follow(page); err != nil {
			return 0, err
		}
	}
	c.phase.Add(4 * int64(k))
	if k == 0 {
		return 0, io.EOF
	}
	return k, nil
}

// root makes the lowest page known that is not, if the crawl is to go on.
func (c *crawler) root() bool {
	if c.opt.Reachable && (c.fetched > 0 || len(c.opt.Seeds) > 0) {
		return false
	}
	for ; c.lowest < c.web.places; c.lowest++ {
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
	if c.counted {
		piece, err := c.lists.first(page)
		for ; len(piece) > 0; piece, err = c.lists.next() {
			links += int64(len(piece))
			for _, to := range piece {
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
	piece, err := c.lists.first(page)
	for ; len(piece) > 0; piece, err = c.lists.next() {
		for _, to := range piece {
			if at := f.pages.place[to]; at != done {
				f.put(to, c.rule.found(to, f.pages.keys[to], at > 0))
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
		c.frontier.close()
	}
}
