package crawlorder

import (
	"cmp"
	"errors"
	"fmt"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// web is the graph that is crawled. Its pages have numbers in the order of their ids, so that arrays have a place for each
// page and hardly any for anything else: the ids themselves where few are missing, else 0 … n-1.
//
// Passes: one over the links; one more over the compact form where many ids are missing. Memory: 10 bits a page; the links
// as an adj.Graph in what is given to them, and on disk beyond it.
type web struct {
	graph *adj.Graph
	pages idset.Set // by id
	dense bool      // the number of a page is its id
	end   int64     // all numbers are below
	links int64
	opt   *work.Room
}

// chunkLinks is small, because a chunk is decoded for one list: the order of a crawl jumps about. (OPIC on 10 M pages, 89 M
// links: 64 15.8 s, 128 16.2 s, 256 18.3 s; what a graph has in memory for each chunk makes up for less.)
const chunkLinks = 128

// load reads links that are sorted by source and target, each once. fits is asked now and then whether there is
// memory to crawl a number of pages, whose set takes a number of bytes.
func load(links tuple.Input, opt *work.Room, fits func(pages, set int64) error) (*web, error) {
	w := &web{opt: opt}
	b := adj.NewBuilder(w.packing(opt.Memory / 2))
	err := w.read(links.Source, b, fits)
	graph, closed := b.Close()
	w.graph = graph
	if err = cmp.Or(err, closed); err == nil {
		err = w.number()
	}
	if err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *web) packing(memory int64) adj.Options {
	return adj.Options{ChunkLinks: chunkLinks, Room: w.opt.With(memory)}
}

func (w *web) read(src tuple.Source, b *adj.Builder, fits func(pages, set int64) error) error {
	last := [2]int32{-1, -1}
	_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		kept := block[:0]
		for k := 0; k < len(block); k += 2 {
			link := [2]int32{block[k], block[k+1]}
			if link == last {
				continue
			}
			if link[0] != last[0] {
				w.pages.Add(link[0])
			}
			w.pages.Add(link[1])
			last = link
			kept = append(kept, link[0], link[1])
		}
		if err := fits(w.count(), w.pages.Bytes()); err != nil {
			return err
		}
		return b.WriteBlock(kept)
	}), src, 2)
	return err
}

// number gives the pages their numbers.
func (w *web) number() error {
	w.links, w.end = w.graph.Links(), w.count()
	most := w.count() + w.count()/8 + 1000
	if _, beyond := w.pages.Next(min(most, 1<<31)); !beyond {
		w.dense = true
		for id, ok := w.pages.Next(w.end); ok; id, ok = w.pages.Next(w.end) {
			w.end = int64(id) + 1
		}
		return nil
	}
	w.pages.Index()
	graphs, err := (&adj.Recoder{From: w.graph, To: []adj.Options{w.packing(w.opt.Memory / 2)}, Drain: true,
		Change: w.renumber}).Run(w.opt.Threads)
	w.graph.Close()
	w.graph = nil
	if err == nil {
		w.graph = graphs[0]
	}
	return err
}

func (w *web) renumber(_, _ int, in *adj.Chunk, out []*adj.Chunk) error {
	to := out[0]
	to.Continues = in.Continues
	to.Keys = w.pages.AppendRanks(to.Keys, in.Keys)
	to.Ends = append(to.Ends, in.Ends...)
	to.Others = w.pages.AppendRanks(to.Others, in.Others)
	return nil
}

func (w *web) count() int64 { return int64(w.pages.Len()) }

// page is the number of an id, if there is such a page.
func (w *web) page(id int32) (int32, bool) {
	switch {
	case !w.pages.Has(id):
		return 0, false
	case w.dense:
		return id, true
	}
	return w.pages.Rank(id), true
}

// id is the id of a number; for messages, it takes its time.
func (w *web) id(number int32) int32 {
	id := number
	if !w.dense {
		id, _ = w.pages.Next(0)
		for range number {
			id, _ = w.pages.Next(int64(id) + 1)
		}
	}
	return id
}

// exists reports whether a number is that of a page.
func (w *web) exists(number int32) bool { return !w.dense || w.pages.Has(number) }

func (w *web) close() {
	if w.graph != nil {
		w.graph.Close()
	}
	w.pages.Free()
}

// ids is a Sink of records that begin with the number of a page, ascending, and passes them on with the id instead.
type ids struct {
	web    *web
	dst    tuple.Sink
	width  int
	number int32 // of the id
	id     int32
}

func (w *web) ids(dst tuple.Sink, width int) tuple.Sink {
	if w.dense {
		return dst
	}
	s := &ids{web: w, dst: dst, width: width}
	s.id, _ = w.pages.Next(0)
	return s
}

// WriteBlock implements tuple.Sink.
func (s *ids) WriteBlock(block []int32) error {
	for k := 0; k < len(block); k += s.width {
		for s.number < block[k] {
			s.id, _ = s.web.pages.Next(int64(s.id) + 1)
			s.number++
		}
		block[k] = s.id
	}
	return s.dst.WriteBlock(block)
}

// newLists finds the lists of pages. A crawl asks for pages here and there, so a chunk is found by a table of all pages, 64 a
// place, and not by bisection. Where it matters how many links a page has, its list is asked for twice.
//
// Memory: half a bit a page; 32 decoded chunks.
func newLists(graph *adj.Graph, pages int64) *adj.Lists {
	starts := make([]int32, pages>>startBits+1) // the chunk in which the list of the first of 64 pages begins, if it has one
	find := func(page int32) int {
		chunk := int(starts[page>>startBits])
		for graph.Begin(chunk+1) <= int64(page) {
			chunk++
		}
		return chunk
	}
	for i := range starts {
		starts[i] = starts[max(i-1, 0)]
		starts[i] = int32(find(int32(i << startBits)))
	}
	return adj.NewLists(graph, 32, find)
}

const startBits = 6

// This file reads what is given about pages besides their links.

// numbers is the set of the numbers of pages, of records of one column.
func (w *web) numbers(srcs []tuple.Source) (*idset.Set, error) {
	set := &idset.Set{}
	for _, src := range srcs {
		r := tuple.NewReader(src, 1)
		for rec := r.Next(); rec != nil; rec = r.Next() {
			page, ok := w.page(rec[0])
			if !ok {
				return nil, fmt.Errorf("the seed %d is not a page", rec[0])
			}
			set.Add(page)
		}
		if r.Err() != nil {
			return nil, r.Err()
		}
	}
	return set, nil
}

// each gives the number and the value of each page that has a record in a stream of pairs (id, value), sorted by id, and counts
// the records of what is no page.
func (w *web) each(in tuple.Input, use func(page, value int32) error) (foreign int64, err error) {
	r := tuple.NewReader(tuple.Sorted(in.Source, tuple.Columns(0), 2, true), 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		page, ok := w.page(rec[0])
		if !ok {
			foreign++
			continue
		}
		if err := use(page, rec[1]); err != nil {
			return foreign, fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	if errors.Is(r.Err(), tuple.ErrUnsorted) {
		return foreign, fmt.Errorf("%s: %w", in.Name, r.Err()) // other errors name their stream themselves
	}
	return foreign, r.Err()
}

// each gives the importance of each page that has one, and counts the ids that have one and are no pages.
func (c *crawler) each(in tuple.Input, use func(page int32, value float32)) (foreign int64, err error) {
	return c.web.each(in, func(page, bits int32) error {
		use(page, tuple.F32Value(bits))
		return nil
	})
}

// last is each for the importance in the end, which every page should have.
func (c *crawler) last(in tuple.Input, use func(page int32, value float32)) error {
	holes := int64(0) // ids between those of pages
	foreign, err := c.each(in, func(page int32, value float32) {
		if c.stats.Unrated--; !c.web.exists(page) {
			holes++
		}
		use(page, value)
	})
	c.stats.Unrated += c.web.count() + holes
	c.stats.Foreign = foreign + holes
	return err
}

// floats are as many as there are pages.
func (c *crawler) floats() ([]float32, error) {
	return arena.Take[float32](&c.frontier.memory, c.web.end)
}

// importance is the value of each page, 0 for those without any.
func (c *crawler) importance(in tuple.Input) ([]float32, error) {
	values, err := c.floats()
	if err != nil {
		return nil, err
	}
	err = c.last(in, func(page int32, value float32) { values[page] = value })
	return values, err
}
