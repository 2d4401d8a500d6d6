package rank

import (
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// HitsOptions say which pages and links count for HITS, and what they weigh.
type HitsOptions struct {
	Reading ReadOptions // which links are read
	// Root is the root set: the base set is it, the pages that it links to, and of the pages that link to a page of it the first
	// MostIn (0: all). nil: the base set is all pages.
	Root   *idset.Set
	MostIn int
	Zero   ZeroLinks

	Hosts     *Hosts  // nil: not known, and then these three are not used
	Inside    float32 // what a link inside a host weighs; 0: it is left out
	HostMost  int     // links from a host to a page that count, the first ones; 0: all
	HostShare bool    // the k links from a host to a page weigh 1/k each, as those from a page to a host do for hubs

	Similar *Weights // s: a(p) = Σ w·s(q)·h(q), h(p) = Σ w·s(q)·a(q); a page that it does not have: 0. nil: 1
	Least   Least    // leaves out pages that are not similar enough

	Old bool // both are made of the old values; else hubs are made of the new authorities
}

// ZeroLinks says which links of weight 0 bring pages into the base set.
type ZeroLinks string

// Links of weight 0, as those of menus, bring in only the pages that link to the root set; none; or those on both ends.
const (
	ZeroIn   ZeroLinks = "in"
	ZeroNone ZeroLinks = "none"
	ZeroBoth ZeroLinks = "both"
)

// NewHits reads links that are sorted by target and then by source; the source of the stream must verify that.
//
// Passes: one over the input; two over the compact form, and with HostShare or Similar two more; a sort of the links by source.
// Memory: what Read takes; then the vectors, and the links and their sort in what is left, on disk beyond it.
func NewHits(src tuple.Source, opt HitsOptions, room work.Room) (*Hits, error) {
	how := reading{ReadOptions: opt.Reading, keepZero: opt.Root != nil}
	how.Sum = opt.HostMost > 0 || opt.HostShare // their rules count links
	l, err := readLinks(src, how, room)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	l.freeDegrees()
	s := &Hits{room: room, old: opt.Old}
	s.Count.LinkCounts, s.Count.Read = l.Count, l.Pages()
	s.Count.AlikeStrays, s.Count.Alike = l.Strays(opt.Similar)
	s.Count.HostStrays, s.Count.Hosted = l.HostStrays(opt.Hosts)
	b := &hitsBuilder{hits: s, links: l, opt: opt}
	err = b.makeBase()
	if err == nil {
		err = b.dropUnlike()
	}
	if err == nil {
		err = b.makeGraphs()
	}
	s.targets.built()
	s.sources.built()
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Count.Pages, s.Count.Swept = int64(s.pages.Len()), s.targets.graph.Links()
	s.Count.Bytes = s.targets.graph.Bytes() + s.sources.graph.Bytes()
	return s, nil
}

// hitsBuilder makes the base set, and the graphs of the links in it.
type hitsBuilder struct {
	hits     *Hits
	links    *Links
	opt      HitsOptions
	left     int64 // memory for links, beside the vectors
	weighted bool  // the graphs have weights, even before share
}

// checkMemory returns an error if the sets of the links and some bytes more are larger than the memory.
func (b *hitsBuilder) checkMemory(more int64) error {
	room := &b.links.room
	return checkMemory(memoryWith(b.links.sets()+more, room), room)
}

// makeBase makes the base set.
func (b *hitsBuilder) makeBase() error {
	pages, count := &b.hits.pages, &b.hits.Count
	if b.opt.Root == nil {
		*pages, b.links.pages = b.links.pages, idset.Set{}
		count.Base = int64(pages.Len())
		return nil
	}
	for id := range b.opt.Root.All {
		if b.links.Has(id) {
			pages.Add(id) // no more than what is in memory already
		} else {
			count.Strays++
		}
	}
	count.Root = int64(pages.Len())
	base := baseSet{opt: &b.opt, pages: pages}
	reader := b.links.graph.Reader(aheadBytes(&b.links.room))
	var c adj.Chunk
	for i := range b.links.graph.Chunks() {
		if err := reader.Read(i, &c); err != nil {
			return err
		}
		base.chunk(&c)
		if err := b.checkMemory(pages.Bytes()); err != nil {
			return err
		}
	}
	count.Base = int64(pages.Len())
	return nil
}

// baseSet admits pages that link to the root set, and those that it links to.
type baseSet struct {
	opt   *HitsOptions
	pages *idset.Set

	// Of the list at hand, which may go on in the next chunk:
	admitted int   // how many of its sources were admitted
	last     int32 // the last of them
}

// chunk admits pages by the lists of a chunk.
func (s *baseSet) chunk(c *adj.Chunk) {
	for k, page := range c.Keys {
		if k > 0 || !c.Continues {
			s.admitted, s.last = 0, -1
		}
		list, weights := c.List(k), c.ListWeights(k)
		if s.opt.Root.Has(page) {
			s.admit(page, list, weights)
		} else if s.leadsTo(list, weights) {
			s.pages.Add(page)
		}
	}
}

// admit admits pages that link to a page of the root set.
func (s *baseSet) admit(page int32, list []int32, weights []float32) {
	for k, source := range list {
		if s.opt.MostIn > 0 && s.admitted == s.opt.MostIn {
			return
		}
		if source == s.last || source == page || s.opt.Zero == ZeroNone && weights != nil && weights[k] == 0 {
			continue
		}
		s.pages.Add(source)
		s.admitted, s.last = s.admitted+1, source
	}
}

// leadsTo reports whether a link from the root set admits the page that has this list.
func (s *baseSet) leadsTo(list []int32, weights []float32) bool {
	for k, source := range list {
		if (weights == nil || weights[k] > 0 || s.opt.Zero == ZeroBoth) && s.opt.Root.Has(source) {
			return true
		}
	}
	return false
}
