package crawlorder

import (
	"fmt"
	"io"

	"webmill/pkg/arena"
	"webmill/pkg/extsort"
	"webmill/pkg/graph/adj"
	"webmill/pkg/graph/rank"
	"webmill/pkg/idset"
	"webmill/pkg/tuple"
)

// Partial importance.
//
//	key(v) = PageRank of v in the graph of the known pages and of the links of those that were fetched
//	       = Σ key(p)/(links of p) over the pages p that link to it, if it was not known when pages were ranked
//
// Pages are ranked after the first one was fetched, and again whenever twice as many were, or after each step of a
// given number of pages. Those that are known and not fetched are leaves, and rated as such. Ranks are rounded to
// float32, so that pages of the same rank have the same key, whatever the solution does to their last digits.
//
// Passes, each time: one over the links of the pages that were fetched, which are sorted by target, and those of PageRank;
// with doubling, all times together sort less than twice the links. Memory: 32 bytes a page, for PageRank, and M/8 to sort.
//
// Source: Kulvait 2007, 4.4; how pages count that are found later, Baeza-Yates, Castillo, Marín and Rodríguez 2005.
type partial struct {
	ranked []uint64 // a bit for each page that was known the last time
	share  float64
	next   int64 // how many pages are fetched when they are ranked next
}

const (
	partialBytes = 32
	mostSweeps   = 1000
)

func newPartial(c *crawler) (*partial, error) {
	ranked, err := arena.Take[uint64](&c.frontier.memory, c.web.end/64+1)
	return &partial{ranked: ranked, next: 1}, err
}

func (r *partial) fetched(_ int32, key float64, links, _ int64) { r.share = key / float64(links) }
func (r *partial) found(page int32, key float64, _ bool) float64 {
	if r.ranked[page/64]>>(page%64)&1 != 0 {
		return key
	}
	return key + r.share
}

// rank gives all known pages their keys.
func (c *crawler) rank() error {
	c.partial.next += c.opt.Step
	if c.opt.Step == 0 {
		c.partial.next = 2 * c.fetched
	}
	c.stats.Ranked++
	known := c.known()
	defer known.Free()
	links, err := c.byTarget(known)
	if err != nil {
		return err
	}
	defer links.Close()
	s, err := rank.NewSystem(links, rank.SystemOptions{Precision: rank.Float64})
	if err != nil {
		return err
	}
	defer s.Close()
	done, err := s.Solve(rank.SolveOptions{D: c.opt.D, Tol: c.opt.Tol, Sweeps: mostSweeps})
	if err == nil && !done.Converged {
		err = fmt.Errorf("PageRank of %s: the residual is %.3g after %s", tuple.Counted(known.Len(), "page"), done.Residual,
			tuple.Counted(done.Sweeps, "sweep"))
	}
	if err != nil {
		return err
	}
	norm := s.Norm()
	return s.Ranks(func(page int32, y float64) error {
		c.partial.ranked[page/64] |= 1 << (page % 64)
		if c.frontier.pages.index[page] > absent {
			c.frontier.put(page, float64(float32(y/norm)))
		}
		return nil
	})
}

// known is the set of the pages that are known, fetched or not.
func (c *crawler) known() *idset.Set {
	set := &idset.Set{}
	for page, at := range c.frontier.pages.index {
		if at != absent {
			set.Add(int32(page))
		}
	}
	return set
}

// byTarget reads the links of the pages that were fetched into what can be ranked.
func (c *crawler) byTarget(known *idset.Set) (links *rank.Links, err error) {
	o := &c.opt.Room
	err = tuple.Piped(2, func(out tuple.Sink) error {
		_, err := extsort.Sort(out, []tuple.Source{&fetchedLinks{crawl: c}}, extsort.Options{
			Width: 2, Order: tuple.Columns(1, 0),
			Room: o.With(o.Memory / sortDivisor),
		})
		return err
	}, func(in tuple.Source) (err error) {
		links, err = rank.Read(in, rank.ReadOptions{Known: known}, o.With(partialBytes*c.web.end))
		return err
	})
	if err != nil && links != nil {
		links.Close()
	}
	return links, err
}

// fetchedLinks is a Source of the links of the pages that were fetched, by source.
type fetchedLinks struct {
	crawl  *crawler
	reader *adj.Reader
	next   int // chunk
	chunk  adj.Chunk
	rest   []int32 // links that were not yet read
	buf    []int32
}

// ReadBlock implements tuple.Source.
func (s *fetchedLinks) ReadBlock(dst []int32) (int, error) {
	for len(s.rest) == 0 {
		if s.next == s.crawl.web.graph.Chunks() {
			return 0, io.EOF
		}
		if err := s.read(s.next); err != nil {
			return 0, err
		}
		s.next++
	}
	n := copy(dst, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// read makes the links of a chunk, unless it has no page that was fetched.
func (s *fetchedLinks) read(chunk int) error {
	graph := s.crawl.web.graph
	end := min(graph.Begin(chunk+1), s.crawl.web.end)
	any := false
	for _, at := range s.crawl.frontier.pages.index[graph.First(chunk):end] {
		any = any || at == done
	}
	if !any {
		return nil
	}
	if s.reader == nil {
		s.reader = graph.Reader(adj.AheadBytes)
	}
	if err := s.reader.Read(chunk, &s.chunk); err != nil {
		return err
	}
	s.buf = s.buf[:0]
	for i, page := range s.chunk.Keys {
		if !s.crawl.frontier.fetched(page) {
			continue
		}
		for _, to := range s.chunk.List(i) {
			s.buf = append(s.buf, page, to)
		}
	}
	s.rest = s.buf
	return nil
}
