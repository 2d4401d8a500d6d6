package rank

import (
	"cmp"
	"errors"
	"fmt"
	"sync"

	"webmill/pkg/arena"
	"webmill/pkg/extsort"
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// HitsOptions say which pages and links count for HITS, and what they weigh.
type HitsOptions struct {
	Reading ReadOptions // which are read
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

// Least is a rule for the least similarity of a page: the median of the base set, that of the root set, or a tenth of the
// greatest.
type Least string

// The rules.
const (
	LeastAny        Least = "any"
	LeastMedian     Least = "median"
	LeastRootMedian Least = "root-median"
	LeastTenth      Least = "tenth"
)

// NewHits reads links that are sorted by target and then by source; the source of the stream must verify that.
//
// Passes: one over the input; two over the compact form, and with HostShare or Similar two more; a sort of the links by source.
// Memory: what Read takes; then the vectors, and the links and their sort in what is left, on disk beyond it.
func NewHits(src tuple.Source, opt HitsOptions, room work.Room) (*Hits, error) {
	l, err := readLinks(src, reading{opt.Reading, opt.Root != nil, opt.HostMost > 0 || opt.HostShare}, room)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	l.freeDegrees()
	s := &Hits{room: room}
	s.Count.LinkCounts, s.Count.Read = l.Count, l.Pages()
	b := &hitsBuilder{hits: s, links: l, opt: opt}
	err = b.base()
	if err == nil {
		err = b.prune()
	}
	if err == nil {
		err = b.build()
	}
	b.free()
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Count.Pages, s.Count.Swept = int64(s.pages.Len()), s.byTarget.Links()
	s.Count.BytesTarget, s.Count.BytesSource = s.byTarget.Bytes(), s.bySource.Bytes()
	return s, nil
}

// hitsBuilder makes the graphs.
type hitsBuilder struct {
	hits  *Hits
	links *Links
	opt   HitsOptions
	left  int64 // memory for links, beside the vectors

	targets, sources hitsEnd
}

// hitsEnd is what is known of the pages at one end of links, by their numbers.
type hitsEnd struct {
	hosts   *Hosts    // nil: not known
	similar []float32 // nil: 1
	words   []uint64
}

func (b *hitsBuilder) free() {
	arena.Free(b.targets.words)
	arena.Free(b.sources.words)
	b.targets, b.sources = hitsEnd{}, hitsEnd{}
}

// base makes the base set.
func (b *hitsBuilder) base() error {
	pages := &idset.Set{}
	b.hits.pages = pages
	root := b.opt.Root
	if root == nil {
		*pages, b.links.pages = b.links.pages, idset.Set{}
		b.hits.Count.Base = int64(pages.Len())
		return nil
	}
	for id := range root.All {
		if b.links.Has(id) {
			pages.Add(id) // no more than what is in memory already
		} else {
			b.hits.Count.Strays++
		}
	}
	b.hits.Count.Root = int64(pages.Len())
	reader := b.links.graph.Reader(aheadBytes(&b.links.room))
	var c adj.Chunk
	in, last := 0, int32(-1) // how many pages that link to a page of the root set were admitted, and the last one
	for i := range b.links.graph.Chunks() {
		if err := reader.Read(i, &c); err != nil {
			return err
		}
		for k, page := range c.Keys {
			if k > 0 || !c.Continues {
				in, last = 0, -1
			}
			list, weights := c.List(k), c.ListWeights(k)
			if root.Has(page) {
				in, last = b.admitIn(page, list, weights, in, last)
			} else if b.leadsTo(list, weights) {
				pages.Add(page)
			}
		}
		if err := b.fits(pages.Bytes()); err != nil {
			return err
		}
	}
	b.hits.Count.Base = int64(pages.Len())
	return nil
}

// fits returns an error if the sets of the links and some bytes more are larger than the memory.
func (b *hitsBuilder) fits(more int64) error {
	l := b.links
	if need := memoryWith(l.sets()+more, &l.room); need > max(l.room.Memory, leastMemory) {
		return errMemory(need)
	}
	return nil
}

// admitIn admits pages that link to a page of the root set.
func (b *hitsBuilder) admitIn(page int32, list []int32, weights []float32, in int, last int32) (int, int32) {
	for k, source := range list {
		if b.opt.MostIn > 0 && in == b.opt.MostIn {
			break
		}
		if source == last || source == page || b.opt.Zero == ZeroNone && weights != nil && weights[k] == 0 {
			continue
		}
		b.hits.pages.Add(source)
		in, last = in+1, source
	}
	return in, last
}

// leadsTo reports whether a link from the root set admits the page that has this list.
func (b *hitsBuilder) leadsTo(list []int32, weights []float32) bool {
	for k, source := range list {
		if (weights == nil || weights[k] > 0 || b.opt.Zero == ZeroBoth) && b.opt.Root.Has(source) {
			return true
		}
	}
	return false
}

// prune leaves out pages that are not similar enough.
func (b *hitsBuilder) prune() error {
	if !b.prunes() {
		return nil
	}
	pages := b.hits.pages
	if err := b.fits(2*pages.Bytes() + 4*int64(pages.Len())); err != nil {
		return err
	}
	words, err := arena.Words(max(1, (pages.Len()+1)/2))
	if err != nil {
		return err
	}
	defer arena.Free(words)
	values := arena.View[float32](words)[:0]
	for id := range pages.All {
		if b.opt.Least != LeastRootMedian || b.opt.Root == nil || b.opt.Root.Has(id) {
			values = append(values, float32(b.opt.Similar.of(id)))
		}
	}
	least := leastOf(values, b.opt.Least)
	kept := &idset.Set{}
	for id := range pages.All {
		if b.opt.Similar.of(id) >= least {
			kept.Add(id)
		}
	}
	pages.Free()
	b.hits.pages = kept
	return nil
}

// leastOf is the least similarity by a rule. It reorders the values.
func leastOf(values []float32, rule Least) float64 {
	switch n := len(values); {
	case n == 0:
		return 0
	case rule == LeastTenth:
		return float64(kth(values, 0)) / 10
	case n%2 == 1:
		return float64(kth(values, n/2))
	default:
		upper := kth(values, n/2-1)
		return (float64(upper) + float64(kth(values, n/2))) / 2
	}
}

// build makes both graphs of the links between the pages of the base set.
func (b *hitsBuilder) build() error {
	s, l := b.hits, b.links
	if err := b.numbers(); err != nil {
		return err
	}
	if err := s.vectors(b.opt.Old); err != nil {
		return err
	}
	taken := l.sets() + s.pages.Bytes() + s.targets.Bytes() + s.sources.Bytes()
	for _, words := range s.words {
		taken += 8 * int64(len(words))
	}
	if b.opt.Similar != nil {
		taken += 4 * int64(s.targets.Len()+s.sources.Len())
	}
	const leastLinks = 8 << 20 // for both graphs and the sort
	if need := memoryWith(taken+min(leastLinks, 2*taken), &l.room); need > max(l.room.Memory, leastMemory) {
		return errMemory(need)
	}
	b.left = max(0, l.room.Memory-setAside(&l.room)-taken)
	if err := b.byNumber(); err != nil {
		return err
	}
	if err := l.graph.Shrink(b.left / linksDivisor); err != nil {
		return err
	}
	if err := b.recode(); err != nil {
		return err
	}
	if b.opt.HostShare || b.opt.Similar != nil {
		if err := b.share(&s.byTarget, &b.sources); err != nil {
			return err
		}
		if err := b.share(&s.bySource, &b.targets); err != nil {
			return err
		}
	}
	for _, g := range []*adj.Graph{s.byTarget, s.bySource} {
		if err := g.Shrink(b.left / keptDivisor); err != nil {
			return err
		}
	}
	return nil
}

// How what the sets and vectors leave is divided. While the links are recoded there are the graph of the links, those by target
// and by source, and a sort.
const (
	linksDivisor  = 4 // each of the three graphs
	recodeDivisor = 2 // the sort, which gives its memory to the graph by source at its end
	keptDivisor   = 2 // each of the two graphs that stay
	hostsDivisor  = 8 // the hosts of one end
)

// hostsRetry times the memory is what a user is told to try if the hosts of one end do not fit. They are not read to their end,
// so what they need is not known. Twice the memory has twice the share for them.
const hostsRetry = 2

// numbers makes the sets of targets and sources. The sets of the links are not needed any more.
func (b *hitsBuilder) numbers() error {
	s, l := b.hits, b.links
	if b.opt.Root == nil && !b.prunes() {
		s.targets, l.linked = l.linked, idset.Set{}
		s.sources, *l.core = *l.core, idset.Set{}
	} else {
		for _, set := range []struct{ to, from *idset.Set }{{&s.targets, &l.linked}, {&s.sources, l.core}} {
			for id := range set.from.All {
				if s.pages.Has(id) {
					set.to.Add(id)
				}
			}
			if err := b.fits(s.pages.Bytes() + s.targets.Bytes() + s.sources.Bytes()); err != nil {
				return err
			}
		}
		l.pages.Free()
		l.linked.Free()
		l.core.Free()
	}
	s.targets.Index()
	s.sources.Index()
	return nil
}

// prunes reports whether pages are left out by their similarity.
func (b *hitsBuilder) prunes() bool {
	return b.opt.Similar != nil && b.opt.Least != LeastAny && b.opt.Least != ""
}

// byNumber makes the hosts and the similarities by number.
func (b *hitsBuilder) byNumber() error {
	if b.opt.Hosts != nil && (b.opt.HostMost > 0 || b.opt.HostShare) {
		if err := b.opt.Hosts.together(); err != nil {
			return err
		}
	}
	if err := b.makeEnd(&b.targets, &b.hits.targets); err != nil {
		return err
	}
	return b.makeEnd(&b.sources, &b.hits.sources)
}

// makeEnd makes what is known of the pages of a set.
func (b *hitsBuilder) makeEnd(e *hitsEnd, pages *idset.Set) (err error) {
	if b.opt.Similar != nil {
		if e.words, err = arena.Words((pages.Len() + 2) / 2); err != nil {
			return err
		}
		e.similar = arena.View[float32](e.words)
		i := 0
		for id := range pages.All {
			e.similar[i] = float32(b.opt.Similar.of(id))
			i++
		}
	}
	if b.opt.Hosts == nil {
		return nil
	}
	e.hosts = &Hosts{Name: b.opt.Hosts.Name}
	at, i := look{hosts: b.opt.Hosts}, int32(0)
	for id := range pages.All {
		host, err := at.of(id)
		if err != nil {
			return err
		}
		e.hosts.Add(i, host)
		i++
		if e.hosts.Bytes() > max(b.left/hostsDivisor, 1<<20) {
			return errMemory(hostsRetry * b.links.room.Memory)
		}
	}
	return nil
}

// weighted reports whether the graphs have weights before share.
func (b *hitsBuilder) weighted() bool {
	return b.links.Weighted() || b.opt.Hosts != nil && b.opt.Inside != 0 && b.opt.Inside != 1
}

// recode makes the graph by target from the links, and at the same time the other one by a sort.
func (b *hitsBuilder) recode() error {
	s, l := b.hits, b.links
	weighted, width := b.weighted(), 2
	if weighted {
		width = 3
	}
	pipe := par.NewPipe[int32](8, 64<<10/width*width)
	var sorting sync.WaitGroup
	var unsorted error
	sorting.Go(func() {
		unsorted = par.Guard(func() (err error) {
			s.bySource, err = b.sort(pipe, weighted, width)
			pipe.Leave(cmp.Or(err, errStopped))
			return err
		})
	})
	filters := make([]hitsFilter, max(1, l.room.Threads))
	for w := range filters {
		filters[w] = hitsFilter{b: b, from: look{hosts: b.sources.hosts}, to: look{hosts: b.targets.hosts}}
	}
	var block []int32
	graphs, err := (&adj.Recoder{
		From: l.graph, To: []adj.Options{{Weighted: weighted, Room: l.room.With(b.left / linksDivisor)}}, Drain: true,
		Change: func(w, _ int, in *adj.Chunk, out []*adj.Chunk) error { return filters[w].chunk(in, out[0]) },
		Kept: func(out []*adj.Chunk) error {
			block = appendBySource(block[:0], out[0])
			for _, page := range out[0].Keys {
				s.a.x[page] = 1
			}
			return pipe.WriteBlock(block)
		},
	}).Run(l.room.Threads)
	l.releaseGraph()
	if err == nil {
		s.byTarget = graphs[0]
	}
	pipe.End(err)
	sorting.Wait()
	if unsorted != nil {
		return unsorted
	}
	for w := range filters {
		s.Count.Inside += filters[w].inside
		s.Count.Over += filters[w].over
	}
	return err
}

var errStopped = errors.New("the sort has ended")

// appendBySource appends the links of a chunk, sorted by target, as records with the source first.
func appendBySource(block []int32, c *adj.Chunk) []int32 {
	for k, page := range c.Keys {
		weights := c.ListWeights(k)
		for n, source := range c.List(k) {
			block = append(block, source, page)
			if weights != nil {
				block = append(block, tuple.F32Bits(weights[n]))
			}
		}
	}
	return block
}

// sort makes the graph by source.
func (b *hitsBuilder) sort(pipe *par.Pipe[int32], weighted bool, width int) (*adj.Graph, error) {
	room := b.links.room
	to := adj.NewBuilder(adj.Options{Key: 0, Weighted: weighted, Room: room.With(b.left / linksDivisor)})
	_, err := extsort.Sort(tuple.SinkFunc(func(block []int32) error {
		for k := 0; k < len(block); k += width {
			b.hits.h.x[block[k]] = 1
		}
		return to.WriteBlock(block)
	}), []tuple.Source{pipe}, extsort.Options{Width: width, Room: room.With(b.left / recodeDivisor)})
	g, closed := to.Close()
	if err = cmp.Or(err, closed); err != nil {
		if g != nil {
			g.Close()
		}
		return nil, err
	}
	return g, nil
}

// hitsFilter is a worker that keeps the links that count.
type hitsFilter struct {
	b        *hitsBuilder
	from, to look
	list     []int32 // of the row at hand: the ids that are kept
	begun    bool    // something of the row was kept in a chunk before
	host     int32   // of the last links of the row
	same     int     // how many links of it there were
	inside   int64
	over     int64
}

// chunk keeps what counts of a chunk.
func (f *hitsFilter) chunk(in, out *adj.Chunk) error {
	pages := f.b.hits.pages
	weighted := f.b.weighted()
	for k, page := range in.Keys {
		if k > 0 || !in.Continues {
			f.begun, f.same = false, 0
		}
		if !pages.Has(page) {
			continue
		}
		number := f.b.hits.targets.Rank(page)
		list, weights := in.List(k), in.ListWeights(k)
		f.list = f.list[:0]
		for n, source := range list {
			if !pages.Has(source) || weights != nil && weights[n] == 0 {
				continue
			}
			w := float32(1)
			if weights != nil {
				w = weights[n]
			}
			if f.b.opt.Hosts != nil {
				var err error
				if w, err = f.hostWeight(f.b.hits.sources.Rank(source), number, w); err != nil {
					return err
				}
				if w == 0 {
					continue
				}
			}
			f.list = append(f.list, source)
			if weighted {
				out.Weights = append(out.Weights, w)
			}
		}
		if len(f.list) == 0 {
			continue
		}
		out.Continues = out.Continues || len(out.Keys) == 0 && f.begun
		f.begun = true
		out.Others = f.b.hits.sources.AppendRanks(out.Others, f.list)
		out.Keys = append(out.Keys, number)
		out.Ends = append(out.Ends, int32(len(out.Others)))
	}
	return nil
}

// hostWeight is the weight of a link after the rules of hosts; 0: it does not count.
func (f *hitsFilter) hostWeight(source, page int32, w float32) (float32, error) {
	from, err := f.from.of(source)
	if err != nil {
		return 0, err
	}
	to, err := f.to.of(page)
	if err != nil {
		return 0, err
	}
	if from == to {
		if w *= f.b.opt.Inside; w == 0 {
			f.inside++
			return 0, nil
		}
	}
	if f.same == 0 || f.host != from {
		f.host, f.same = from, 0
	}
	if f.same++; f.b.opt.HostMost > 0 && f.same > f.b.opt.HostMost {
		f.over++
		return 0, nil
	}
	return w, nil
}

// together returns an error if the pages of a host do not have ids one after the other.
func (h *Hosts) together() error {
	var seen idset.Set
	defer seen.Free()
	for i := range h.n {
		run := h.run(i)
		if i > 0 && h.run(i-1).host == run.host {
			continue
		}
		if !seen.Add(run.host) {
			return fmt.Errorf("%s: host %d has page %d, but pages of other hosts are between it and the rest: "+
				"the pages of a host must have ids one after the other, as dict gives them", h.Name, run.host, run.first)
		}
	}
	return nil
}
