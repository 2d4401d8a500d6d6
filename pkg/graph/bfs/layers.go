package bfs

import (
	"fmt"
	"io"
	"math"
	"time"

	"webmill/pkg/extsort"
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Layers.
//
//	layer(root) = 1 + the highest layer so far
//	layer(v)    = 1 + min layer(u) over the links (u, v) of its component
//
// A component is what is reachable from its root and was not reached before. The root is the lowest page left, and the
// first component has the seeds, all in layer 1, if there are any.
//
// The links are read once and kept by source in a compact form of short chunks (see adj). Then the layers are found one
// after the other: a page is left until it comes into a layer, and the next layer is what the pages of the current one link
// to and is left. So a layer is final when it is found, and what is known of a page is one bit. Pages come out by layer and
// are sorted by id at the end.
//
// Passes: one over the input; then each chunk is decoded once for each layer that has pages of it (about 4 times in
// crawls that are numbered by URL), and once for each list that is looked up alone, unless it was just used.
//
// Memory: bits of what is left and of two layers, 3n/8 bytes, where n counts the ids of the containers of 2^16 in which there
// are pages; bits that do not fit lie in a file (see diskWalker). Chunks; those that do not fit lie in a file and are read when
// their turn comes. Lists: decoded chunks that may be asked for again. The sort of the result. plan.go has the shares.
//
// Source: Kulvait 2007, 7.2.1, algorithms 7.3 to 7.5, which reads the links in passes and lowers layers until nothing
// changes, within windows of ids. That takes fewer passes than there are layers, but three to four times the work, and
// one pass for each of millions of components of one page; and its layers may run into each other (the highest layer was
// forgotten from pass to pass). Here roots are found by a look at the bits.

// LayersOptions say what to search.
type LayersOptions struct {
	work.Room
	// Pages says that the pages are 0 … Pages-1, with links or without; 0: they are the ends of the links.
	Pages int64
	// Seeds are the pages of the first layer, records of one column in any order; nil: the search begins with a root.
	Seeds []tuple.Source
	// Reachable ends the search when the first component was found.
	Reachable bool
	// Slow is told, before the search, that the bits of the pages lie in a file, and how much memory would hold them; it may
	// be nil.
	Slow func(pages, enough int64)
	// Sizes takes (layer, pages) of each layer; it may be nil.
	Sizes tuple.Sink
}

// LayersStats tell what was found.
type LayersStats struct {
	Pages, Links   int64
	Layers         int64
	Components     int64
	FirstComponent int64 // pages
	LargestLayer   int64 // pages
	Unreached      int64
	Chunks         int64
	Decoded        int64 // chunks
	GraphBytes     int64
	GraphOnDisk    int64
	BitsOnDisk     bool // of the pages left
	Load, Search   time.Duration
}

const (
	maxIDs     = 1 << 31
	chunkLinks = 512
)

// Layers writes (id, layer), sorted by id. The links are sorted by source and target.
func Layers(dst tuple.Sink, links tuple.Input, opt LayersOptions) (LayersStats, error) {
	opt.Memory = work.Data(opt.Memory)
	s := &layering{opt: opt, links: links}
	began := time.Now()
	defer s.close()
	err := s.load()
	s.stats.Load = time.Since(began)
	if err == nil {
		err = s.prepare()
	}
	if err == nil {
		err = s.search(dst)
	}
	return s.stats, err
}

// layering is one run of Layers.
type layering struct {
	opt     LayersOptions
	links   tuple.Input
	graph   *adj.Graph
	left    *idset.Marks // nil where there is no memory for it
	walker  walker
	sorting int64 // bytes
	sizes   *tuple.Writer
	began   time.Time
	phase   work.Counter
	layer   int32
	found   int64 // pages
	ended   bool
	buf     []int32
	stats   LayersStats
}

// load reads the links.
func (s *layering) load() (err error) {
	s.left = &idset.Marks{}
	if s.opt.Pages > 0 {
		s.addBelow(s.opt.Pages)
	}
	in := s.links.InOrder(2, false, 0, 1)
	b := adj.NewBuilder(adj.Options{
		ChunkLinks: chunkLinks,
		Room:       s.opt.With(s.opt.Memory / chunksDivisor),
	})
	for err == nil {
		err = s.loadBlock(in, b)
	}
	graph, e := b.Close()
	if err == io.EOF {
		err = e
	}
	if e == nil {
		s.graph = graph
	}
	return err
}

func (s *layering) loadBlock(in *tuple.Ordered, b *adj.Builder) error {
	if s.buf == nil {
		s.buf = make([]int32, tuple.BlockBytes/4)
	}
	n, err := in.ReadBlock(s.buf)
	if err != nil && err != io.EOF {
		return err
	}
	block := s.buf[:n]
	if s.opt.Pages > 0 {
		for i, id := range block {
			if int64(id) >= s.opt.Pages {
				return in.Fail(i/2, "there is no page %d among %d", id, s.opt.Pages)
			}
		}
	} else {
		s.addEnds(block)
	}
	if e := b.WriteBlock(block); e != nil {
		return e
	}
	return err
}

func (s *layering) addBelow(pages int64) {
	s.stats.Pages = pages
	if pages/8 > s.opt.Memory/marksDivisor {
		s.left = nil
		return
	}
	s.left.AddBelow(pages)
	s.forget()
}

func (s *layering) addEnds(block []int32) {
	if s.left != nil {
		s.stats.Pages += s.left.AddEnds(block, s.opt.Memory/marksDivisor)
		s.forget()
	}
}

// forget gives up bits that do not fit in memory.
func (s *layering) forget() {
	if s.left.Bytes() > s.opt.Memory/marksDivisor {
		s.left.Free()
		s.left = nil
	}
}

// prepare makes the walker that the search needs, and divides the memory.
func (s *layering) prepare() error {
	s.stats.Links, s.stats.Chunks, s.stats.GraphBytes = s.graph.Links(), int64(s.graph.Chunks()), s.graph.Bytes()
	memory := s.opt.Memory
	if s.stats.BitsOnDisk = s.left == nil; s.stats.BitsOnDisk {
		if err := s.graph.Shrink(memory / diskChunksDivisor); err != nil {
			return err
		}
		d, err := newDiskWalker(s.graph, s.opt.Pages, &s.opt.Room)
		if err != nil {
			return err
		}
		s.stats.Pages, s.walker, s.sorting = d.pages, d, memory/diskSortDivisor
		if s.opt.Slow != nil {
			bits := min(d.containers*idset.ContainerIDs/8, idset.MostBytes*d.pages) + idset.SlotBytes*(maxIDs/idset.ContainerIDs)
			s.opt.Slow(d.pages, work.MemoryFor(marksDivisor*bits)+(1<<20))
		}
	} else {
		bits := 3*s.left.Bytes() + s.left.Bytes()/(layerShare/8)
		if err := s.graph.Shrink(min(memory/chunksDivisor, allBut(memory, listsDivisor, leastSortDivisor)-bits)); err != nil {
			return err
		}
		s.walker = newMemoryWalker(s.graph, s.left, s.stats.Pages, memory, s.opt.Threads)
		s.sorting = max(allBut(memory, listsDivisor)-bits-s.graph.InMemory()-adj.TableBytes*s.stats.Chunks,
			memory/leastSortDivisor)
	}
	s.stats.GraphOnDisk = s.graph.OnDisk()
	return nil
}

// search finds the layers and sorts the pages.
func (s *layering) search(dst tuple.Sink) error {
	s.began = time.Now()
	s.buf = s.buf[:tuple.BlockBytes/8]
	if s.opt.Sizes != nil {
		s.sizes = tuple.NewWriter(s.opt.Sizes, 2)
	}
	s.phase = s.opt.Begin("search", 8*s.stats.Pages)
	if len(s.opt.Seeds) > 0 {
		if err := sortSeeds(&s.opt.Room, tuple.SinkFunc(s.walker.seed), s.opt.Seeds, s.sorting); err != nil {
			return err
		}
	}
	room := s.opt.Room.With(s.sorting)
	room.Phase = func(name string, bytes int64) work.Counter {
		if name == extsort.Dealing {
			return work.Uncounted // this is the search, which counts itself
		}
		return s.opt.Begin(name, bytes)
	}
	if _, err := extsort.Sort(dst, []tuple.Source{s},
		extsort.Options{Width: 2, Order: tuple.Columns(0), Room: room}); err != nil {
		return err
	}
	if s.sizes != nil {
		return s.sizes.Flush()
	}
	return nil
}

// ReadBlock yields (id, layer), layer after layer.
func (s *layering) ReadBlock(dst []int32) (int, error) {
	k := 0
	for k < len(dst) && !s.ended {
		n, err := s.walker.read(s.buf[:min(len(s.buf), (len(dst)-k)/2)])
		if err == nil && n == 0 {
			err = s.advance()
		}
		if err != nil {
			return 0, err
		}
		for _, id := range s.buf[:n] {
			dst[k], dst[k+1] = id, s.layer
			k += 2
		}
	}
	s.phase.Add(4 * int64(k))
	return tuple.Filled(k)
}

// advance finds the next layer: of the seeds, of what the current layer links to, or of the next root.
func (s *layering) advance() (err error) {
	n := int64(0)
	switch {
	case s.layer > 0:
		n, err = s.walker.follow()
	case len(s.opt.Seeds) > 0:
		s.stats.Components++
		n = s.walker.start()
	}
	if err == nil && n == 0 && !(s.opt.Reachable && s.layer > 0) {
		found := false
		if found, err = s.walker.root(); found {
			s.stats.Components++
			n = 1
		}
	}
	switch {
	case err != nil:
		return err
	case n == 0:
		return s.end()
	case s.layer == math.MaxInt32:
		return fmt.Errorf("%s: more than %d layers", s.links.Name, math.MaxInt32)
	}
	s.layer++
	s.count(n)
	return nil
}

// count adds a layer to the figures.
func (s *layering) count(pages int64) {
	s.found += pages
	if s.stats.Components == 1 {
		s.stats.FirstComponent = s.found
	}
	s.stats.LargestLayer = max(s.stats.LargestLayer, pages)
	s.stats.Layers = int64(s.layer)
	if s.sizes != nil {
		s.sizes.Put(s.layer, int32(pages))
	}
}

// end gives back the memory of the links before the pages are sorted.
func (s *layering) end() error {
	s.ended = true
	s.stats.Unreached = s.stats.Pages - s.found
	s.stats.Decoded = s.walker.decodedChunks()
	s.stats.Search = time.Since(s.began)
	return s.close()
}

func (s *layering) close() (err error) {
	if s.walker != nil {
		s.walker.close()
	}
	if s.graph != nil {
		err = s.graph.Close()
	}
	if s.left != nil {
		s.left.Free()
	}
	s.walker, s.graph, s.left = nil, nil, nil
	return err
}
