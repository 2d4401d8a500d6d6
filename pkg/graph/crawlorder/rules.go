package crawlorder

import (
	"math"
	"math/rand/v2"
)

// rule is a strategy: it says by its keys how much a page that is known deserves to be fetched.
//
//	bfs         the earlier found, the greater
//	dfs         the more recent the last link to it, the greater; of the links of one page, the first
//	dfs-push    the more recent the first link to it, the greater; of the links of one page, the last
//	random      a page found at time t is called at t + an exponential time; the page that is called first is fetched then
//	opic        Σ credit(p)/(links of p to pages not fetched) over the pages p that link to it, when they are fetched
//	opic-all    Σ credit(p)/(links of p)
//	omniscient  its importance
//	earlier     its importance in an earlier crawl; of a new page, what is given to it, or importance(p)/(links of p), p being
//	            the page where it was found
//	partial     its PageRank in what was known when it was ranked last; of a page found since then Σ key(p)/(links of p)
//	sites       the earlier found, the greater; but the host comes first (see hosts)
//
// The seeds are found together, as if some page had linked to them that had a credit of 1; so is a page, alone, with which
// the crawl goes on when nothing else is left.
//
// Source: Kulvait 2007, 4.2 to 4.7. He splits credit among the pages that are not fetched (opic). Abiteboul, Preda and Cobena
// 2003, who invented the method, split it among all (opic-all). No page is fetched twice here, so what goes to fetched pages is
// lost.
type rule interface {
	// fetched says that a page was fetched, whose links are given to found next. links is how many it has, left how many lead to
	// pages that are not fetched; both are 0 if the rule does not need them (see needsDegrees). Page -1 links to the seeds, or to
	// the page with which the crawl goes on.
	fetched(page int32, key float64, links, left int64)
	// found returns the key of a page that a link leads to. If the page is known, key is the one that it has already.
	// The links of a page come in the order of their targets.
	found(page int32, key float64, known bool) float64
}

// needsDegrees reports whether fetched must be told the numbers of links.
func needsDegrees(opt *Options) bool {
	switch opt.Strategy {
	case DepthFirst, OPIC, OPICAll, Partial:
		return true
	}
	return opt.Strategy == Earlier && opt.New == NewParent
}

// fifo is first in, first out. Keys are whole numbers, of which a float64 holds more than there are links.
type fifo struct{ last float64 }

func (r *fifo) fetched(int32, float64, int64, int64) {}
func (r *fifo) found(_ int32, key float64, known bool) float64 {
	if known {
		return key
	}
	r.last--
	return r.last
}

// push is last in, first out.
type push struct{ last float64 }

func (r *push) fetched(int32, float64, int64, int64) {}
func (r *push) found(_ int32, key float64, known bool) float64 {
	if known {
		return key
	}
	r.last++
	return r.last
}

// deep is last in, first out where a page that is found again moves to the top: as if a stack held a page several times, and it
// were fetched where it stands highest. The links of a page go onto the stack from the last to the first.
type deep struct{ top, next float64 }

func (r *deep) fetched(_ int32, _ float64, _, left int64) {
	r.top += float64(left)
	r.next = r.top
}

func (r *deep) found(int32, float64, bool) float64 {
	r.next--
	return r.next + 1
}

// lottery chooses among all known pages, whenever they were found: an exponential time has no memory, so that of the pages
// not yet called each is the next one with the same probability.
type lottery struct {
	seed uint64
	pcg  rand.PCG
	now  float64
}

func (r *lottery) fetched(page int32, key float64, _, _ int64) {
	if page >= 0 {
		r.now = max(r.now, -key)
	}
}

func (r *lottery) found(page int32, key float64, known bool) float64 {
	if known {
		return key
	}
	r.pcg.Seed(r.seed, uint64(page))
	uniform := float64(r.pcg.Uint64()>>11+1) / (1 << 53) // in (0, 1]
	return -(r.now - math.Log(uniform))
}

// opic is On-line Page Importance Computation.
type opic struct {
	all   bool // credit goes to all links
	share float64
}

func (r *opic) fetched(_ int32, credit float64, links, left int64) {
	if !r.all {
		links = left
	}
	r.share = credit / float64(links) // nobody asks where there are none
}

func (r *opic) found(_ int32, credit float64, _ bool) float64 { return credit + r.share }

// given orders by importance that is given. A new page is marked by the sign bit of its importance.
type given struct {
	importance []float32
	parent     bool // a new page has what the one gives where it was found
	share      float64
}

func (r *given) fetched(page int32, key float64, links, _ int64) {
	r.share = 0
	if page >= 0 {
		r.share = key / float64(links) // only asked for where there are links
	}
}

func (r *given) found(page int32, key float64, known bool) float64 {
	switch value := float64(r.importance[page]); {
	case known:
		return key
	case r.parent && math.Signbit(value):
		return r.share
	default:
		return math.Abs(value)
	}
}
