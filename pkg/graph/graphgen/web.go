package graphgen

import (
	"fmt"
	"math"
	"math/bits"

	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
)

// Web is a stream of links that looks like a crawl whose pages are numbered in the order of their URLs.
//
// The pages are cut into regions of 16 Ki. A region's links are those inside its hosts (local) and, for each region of
// the graph, those that lead there (cross). The links of the pair of regions (r, s) are drawn from a random stream that
// starts at hash(seed, r, s), and how many they are is known without drawing any:
//
//	n(r,s) = ⌊C(s+1)·T(r) + u(r)⌋ − ⌊C(s)·T(r) + u(r)⌋
//
// where C(s) is the share of the cross links that lead to regions before s (a power law), T(r) the number of cross links
// of r, and u(r) random in [0,1). So a row of the matrix of regions can be made as well as a column. Both are small
// enough to be ordered in memory, and the stream by source and the stream by target hold the same links. The T(r) links
// of a row add up exactly, so the number of links is exact too.
//
// Hosts: the ids of a host are consecutive, sizes follow a power law. A page without links (dangling) is one by a hash
// of its id. A page's local links are a self-link perhaps, then the host's navigation (the same few pages for all its
// pages), then runs of neighbours at log-uniform distances. Cross links lead to front pages of popular hosts, a quarter
// of them to any page.
//
// Passes: none. Memory: 28 bytes for each link of the region with the most links, for each worker, and 20 bytes for each
// region of the graph. Cost: regions² evaluations of n(r,s), about 1 ns each, on top of the links.
type Web struct {
	Pages    int64
	Links    int64
	Seed     uint64
	ByDst    bool    // order by (dst,src), not by (src,dst)
	Unique   bool    // leave out repeated links, so that there are fewer than Links
	Dangling float64 // share of the pages that have no links
	Local    float64 // share of the links that stay in their host
	Self     float64 // share of the links that lead to their own page
	Dup      float64 // share of the links that repeat another one, besides those that do by chance
	HostMin  int     // pages of the smallest hosts
	HostTail float64 // P(host has ≥ x pages) falls like x^-HostTail
	OutTail  float64 // likewise for the links of a page
	InTail   float64 // likewise for the links to a page
	Run      float64 // mean number of consecutive pages that a page links to
}

// DefaultWeb has the shares of real crawls. cnr-2000 (326 k pages, a crawl of 2000) has 10 links a page, 24 % dangling
// pages, 2.7 % self-links, 69 % of the links to the page after the last one linked to, and a tail of 1.1 of the
// in-degrees; host graphs of Common Crawl have 75 % dangling hosts and 35 links a host. A tenth of the links repeat
// another one by chance, before Dup adds to them.
func DefaultWeb() Web {
	return Web{
		Pages: 1 << 20, Links: 10 << 20, Seed: 1,
		Dangling: 0.5, Local: 0.75, Self: 0.03, Dup: 0.01,
		HostMin: 16, HostTail: 1.15, OutTail: 1.7, InTail: 1.1, Run: 6,
	}
}

const (
	regionBits  = 14
	regionPages = 1 << regionBits
	maxDegree   = 1024 // mean links a page allowed: it bounds the links of a region, hence memory

	quantiles  = 4096 // entries of a table of a distribution
	cumBits    = 36   // C(s) is a fraction of 2^36: times T(r) ≤ 2^24 it fits 64 bits
	shapeCount = 32
)

// plan is what all workers share.
type plan struct {
	Web
	regions int
	cum     []uint64 // C(s), regions+1 of them
	cross   []uint32 // T(r)
	phase   []uint64 // u(r)
	shapes  []shape
	degrees []uint32 // quantiles of the out-degree law, mean 1024

	dangling  uint64 // a page whose hash is below is dangling
	self      uint64 // chance that a page has a self-link, of 2^32
	goOn      uint64 // chance that a run of neighbours goes on, of 2^32
	degreeCap uint64 // of the degree law's units, for each page of a host
}

// Check reports values that no graph can have.
func (w Web) Check() error {
	if err := checkSize(w.Pages, w.Links); err != nil {
		return err
	}
	if w.Links > maxDegree*w.Pages {
		return fmt.Errorf("%d links of %s: more than %d links a page", w.Links, tuple.Counted(w.Pages, "page"), maxDegree)
	}
	return checkFlags([]flag{
		{"sinks", w.Dangling, 0, 0.99}, {"local", w.Local, 0, 1}, {"self", w.Self, 0, 1}, {"dup", w.Dup, 0, 1},
		{"hosttail", w.HostTail, 1.01, 10}, {"outtail", w.OutTail, 1.01, 10}, {"intail", w.InTail, 1.01, 10},
		{"hostmin", float64(w.HostMin), 1, regionPages}, {"run", w.Run, 1, 1e6},
	})
}

// MostSelf is the largest share of self-links that there can be: a page has at most one, which is a link inside its host.
func (w Web) MostSelf() float64 {
	return min(w.Local, float64(w.Pages)*(1-w.Dangling)/float64(w.Links))
}

// Write makes the links, in the order of ByDst.
func (w Web) Write(dst tuple.Sink, threads int) error {
	if err := w.Check(); err != nil {
		return err
	}
	p := newPlan(w)
	return ordered(int64(p.regions), threads, dst, func() func(int64) []int32 {
		b := &builder{plan: p}
		return func(i int64) []int32 { return b.region(int(i)) }
	})
}

func newPlan(w Web) *plan {
	p := &plan{Web: w, regions: int((w.Pages + regionPages - 1) / regionPages)}
	p.cum = popularity(w, p.regions)
	p.cross = make([]uint32, p.regions)
	p.phase = make([]uint64, p.regions)
	for r := range p.regions {
		p.cross[r] = uint32(math.Round(float64(p.quota(r)) * (1 - w.Local)))
		p.phase[r] = hash(w.Seed, uint64(r), 3) >> (64 - cumBits)
	}
	for i := range shapeCount {
		p.shapes = append(p.shapes, newShape(w, uint64(i)))
	}
	p.degrees = degreeLaw(w.OutTail)
	mean := float64(w.Links) / (float64(w.Pages) * (1 - w.Dangling)) // links of a page that has any
	p.dangling = uint64(w.Dangling * (1 << 63) * 2)
	p.self = uint64(min(1, w.Self*mean) * (1 << 32))
	p.goOn = uint64((1 - 1/w.Run) * (1 << 32))
	// A page of a small host has few links inside it, else they would repeat each other.
	p.degreeCap = uint64(512 / max(0.01, mean*w.Local))
	return p
}

// first is the first page of a region; that of the region after the last is the number of pages.
func (p *plan) first(r int) int64 { return min(int64(r)*regionPages, p.Pages) }

// quota is how many links the pages of a region have, together exactly Links.
func (p *plan) quota(r int) int64 { return p.linksBefore(r+1) - p.linksBefore(r) }

func (p *plan) linksBefore(r int) int64 {
	high, low := bits.Mul64(uint64(p.Links), uint64(p.first(r)))
	q, _ := bits.Div64(high, low, uint64(p.Pages))
	return int64(q)
}

// count is n(r,s) of the head comment.
func (p *plan) count(r, s int) int {
	t, u := uint64(p.cross[r]), p.phase[r]
	return int((p.cum[s+1]*t+u)>>cumBits - (p.cum[s]*t+u)>>cumBits)
}

// stream starts the random numbers of the links from region r to region s.
func (p *plan) stream(r, s uint64) rng { return rng(hash(p.Seed^4<<56, r, s)) }

// isDangling reports whether a page has no links. The first page of a region always may have some.
func (p *plan) isDangling(page int64) bool {
	return hashes.Mix(uint64(page)*hashes.Golden+p.Seed) < p.dangling && page%regionPages != 0
}

// shapeOf is how a region is cut into hosts.
func (p *plan) shapeOf(r int) *shape { return &p.shapes[hash(p.Seed, uint64(r), 5)%shapeCount] }

// popularity returns C: the cumulated shares of the regions in the cross links, fractions of 2^cumBits.
func popularity(w Web, regions int) []uint64 {
	weights := make([]uint64, regions)
	sum := uint64(0)
	for s := range weights {
		r := rng(hash(w.Seed, uint64(s), 6))
		weights[s] = uint64(1024 * pareto(&r, w.InTail, 1<<20))
		sum += weights[s]
	}
	// No region draws more than 1/256 of all cross links, where there are enough of them: its links must fit in memory.
	most := max(sum/256, 4*sum/uint64(regions), 1)
	total := uint64(0)
	for s := range weights {
		weights[s] = min(weights[s], most)
		total += weights[s]
	}
	cum := make([]uint64, regions+1)
	before := uint64(0)
	for s := range weights {
		before += weights[s]
		high, low := bits.Mul64(before, 1<<cumBits)
		cum[s+1], _ = bits.Div64(high, low, total)
	}
	return cum
}

// pareto draws from P(X ≥ x) = x^-tail, x ≥ 1, cut off at most.
func pareto(r *rng, tail, most float64) float64 {
	return min(math.Pow(r.unit(), -1/tail), most)
}
