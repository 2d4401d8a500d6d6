package bfs

import (
	"errors"
	"fmt"
	"math"

	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Is a numbering breadth first?
//
// Let n be the numbers, from 1, and p(v) the least n(u) over the links (u, v) with u ≠ v; infinite if there are none. The
// seeds, if there are k of them, are the pages 1 … k, in the order of their ids. A page v behind them is a root if
// p(v) > n(v). The numbering is that of a first-in, first-out search, which begins with the seeds and goes on, whenever its
// queue is empty, with the lowest page left, if and only if, in the order of n,
//
//	(1) the numbers are 1, 2, 3, …
//	(2) of the pages that are neither seeds nor roots, (p(v), v) increases
//	(3) none of these has a p(v) less than the number of a root before it
//	(4) a root is lower than all pages behind it
//
// Proof. That the search obeys them is plain: it numbers pages in the order in which they enter the queue, which is that of
// (p(v), v), and takes a root, the lowest page left, when no page left has a link from a numbered one. Conversely, let the
// pages 1 … i-1 be those of the search, and compare its page i, w, with v, the page i of the numbering (the seeds are the
// same by definition). Let R be the pages that are left and have a link from one of 1 … i-1. For those, p is what the
// search goes by: the least number of a page that links to them, because those left have higher numbers.
// If R is empty, w is the lowest page left; v is not in R, so it is a root and by (4) the lowest too. If not, w is the page
// of R with the least (p, id). Were v a root, w would come behind it with p(w) < i = n(v), against (3). So v is in R, and
// if it were not w, w would come behind it with a lower (p, id), against (2). Hence v = w.
//
// With Reachable there are no roots, except the lowest page of all if there are no seeds, which is then the first page; and no
// page with a number links to a page without one.
//
// Steps: (t, n(s)) for each link while the links are read; sorted by t, the least of each t only; joined with (t, n(t)) to
// (n(t), t, p(t)); sorted by that, and checked.
//
// Passes: one over each input. Memory: the budget; the numbering and the seeds lie in spill.Ints. Source: Kulvait 2007, 7.2.1,
// asks for the order; the criterion is ours.

// leaveOut is a hint for pages that have no layer or no number.
const leaveOut = " (a search with -reachable leaves pages out: give -reachable here too)"

// whyAbsent is why a page is missing among those that have a layer or a number.
func whyAbsent(pages int64) string {
	if pages == 0 {
		return " (it is empty)"
	}
	return leaveOut
}

// ErrNotBFS says that a numbering is not breadth first.
var ErrNotBFS = errors.New("the numbering is not breadth first")

// VerifyOptions say what a numbering claims to be.
type VerifyOptions struct {
	work.Room
	Base int32 // the first number
	// Seeds are the pages at which the search began, records of one column in any order; nil if it began at the lowest page.
	Seeds []tuple.Source
	// Reachable says that pages without a number were not reached from the seeds: their links count for nothing.
	Reachable bool
}

// VerifyStats tell what was verified.
type VerifyStats struct {
	Pages, Links int64
	Roots        int64 // without the seeds
}

// Verify returns an error that wraps ErrNotBFS and names the first page that is out of place, if the numbering, pairs (id,
// number) sorted by id, is not that of the links, which are sorted by source and target.
func Verify(numbering, links tuple.Input, opt VerifyOptions) (VerifyStats, error) {
	v := &verifier{opt: opt, numbering: numbering, links: links}
	err := v.run()
	for _, s := range []*spill.Ints{v.numbers, v.seeds} {
		if s != nil {
			s.Close()
		}
	}
	return v.stats, err
}

type verifier struct {
	opt              VerifyOptions
	numbering, links tuple.Input
	numbers          *spill.Ints // (id, number), by id
	seeds            *spill.Ints // by id
	lowest           int32       // the lowest page of the links
	sorting          int64       // bytes for each of two sorts
	stats            VerifyStats
}

func (v *verifier) run() (err error) {
	if v.numbers, err = spill.NewInts(v.opt.Room, v.opt.Memory/proofDivisor); err != nil {
		return err
	}
	if v.seeds, err = spill.NewInts(v.opt.Room, v.opt.Memory/proofSeedsDivisor); err != nil {
		return err
	}
	v.sorting = allBut(v.opt.Memory, proofDivisor, proofSeedsDivisor) / 2
	if len(v.opt.Seeds) > 0 {
		if err := sortSeeds(&v.opt.Room, v.seeds, v.opt.Seeds, v.sorting); err != nil {
			return err
		}
	}
	if _, err = tuple.Copy(v.numbers, v.numbering.InOrder(2, true, 0), 2); err != nil {
		return err
	}
	v.stats.Pages = v.numbers.Len() / 2
	return tuple.Piped(3, v.parents, func(in tuple.Source) error {
		c := &checking{verifier: v, seeds: v.seeds.Reader(), next: int64(v.opt.Base), root: -1, rootNumber: -1, parent: -1}
		if err := sortBy(&v.opt.Room, tuple.SinkFunc(c.take), in, v.sorting,
			extsort.Options{Width: 3, Order: tuple.Columns(0, 1, 2)}); err != nil {
			return err
		}
		return c.end()
	})
}

// parents writes (number, id, number of the parent) for each page; noParent where there is none.
func (v *verifier) parents(out tuple.Sink) error {
	in := newSources(v.links, v.numbers, &v.stats.Links)
	if !v.opt.Reachable || v.stats.Pages == 0 {
		in.absent = func(src int32) error {
			return fmt.Errorf("%w: page %d has no number in %s%s", ErrNotBFS, src, v.numbering.Name, whyAbsent(v.stats.Pages))
		}
	}
	p := &parents{verifier: v, out: tuple.NewWriter(out, 3), pages: pairsOf(v.numbers)}
	if err := sortBy(&v.opt.Room, tuple.SinkFunc(p.take), in, v.sorting,
		extsort.Options{Width: 2, Order: tuple.Columns(1), Unique: true}); err != nil {
		return err
	}
	if err := p.before(tuple.NoID); err != nil {
		return err
	}
	v.lowest = in.lowest
	return p.out.Flush()
}

const noParent = math.MaxInt32

// parents takes (number of the parent, page), sorted by page, and merges them with all pages.
type parents struct {
	verifier *verifier
	out      *tuple.Writer
	pages    *tuple.Cursor
}

func (p *parents) take(block []int32) error {
	for ; len(block) > 0; block = block[2:] {
		parent, id := block[0], block[1]
		if err := p.before(int64(id)); err != nil {
			return err
		}
		page := p.pages.Take(int64(id))
		if page == nil {
			return fmt.Errorf("%s: %w: page %d has no number in %s, but the page with number %d links to it",
				p.verifier.links.Name, ErrNotBFS, id, p.verifier.numbering.Name, parent)
		}
		p.out.Put(page[1], id, parent)
	}
	return nil
}

// before passes on the pages below an id, which have no parent.
func (p *parents) before(id int64) error {
	for p.pages.ID() < id {
		p.out.Put(p.pages.Rest[1], p.pages.Rest[0], noParent)
		p.pages.Skip(1)
	}
	return p.pages.Err()
}

// checking takes (number, id, parent) by number.
type checking struct {
	verifier   *verifier
	seeds      *spill.IntsReader
	next       int64 // number
	seed       int64 // how many of the seeds have come
	root       int32 // the last one
	rootNumber int32
	parent, id int32 // of the last page that is neither a seed nor a root
}

func (c *checking) take(block []int32) error {
	for ; len(block) > 0; block = block[3:] {
		if err := c.page(block[0], block[1], block[2]); err != nil {
			return err
		}
		c.next++
	}
	return nil
}

func (c *checking) page(number, id, parent int32) error {
	switch {
	case int64(number) < c.next && c.next == int64(c.verifier.opt.Base):
		return c.no("page %d has number %d, but the first is %d (if the numbers begin with 0, give -first 0)", id, number, c.next)
	case int64(number) < c.next:
		return c.no("page %d has number %d, as another page has", id, number)
	case int64(number) > c.next:
		return c.no("no page has number %d", c.next)
	case c.seed < c.seeds.Len():
		seed, err := c.seeds.Value(c.seed)
		if err == nil && seed != id {
			err = c.no("number %d belongs to the seed %d, not to page %d", number, seed, id)
		}
		c.seed++
		return err
	case c.verifier.opt.Reachable && len(c.verifier.opt.Seeds) == 0 && c.root < 0:
		c.root, c.rootNumber = id, number
		c.verifier.stats.Roots++
		if c.verifier.lowest < id {
			return c.no("number %d belongs to the lowest page, %d, not to page %d%s", number,
				c.verifier.lowest, id, c.elsewhere())
		}
		return nil
	case id < c.root && !c.verifier.opt.Reachable:
		return c.no("page %d, number %d, should have been the root of a component before page %d, number %d%s", id, number,
			c.root, c.rootNumber, c.elsewhere())
	case parent > number && c.verifier.opt.Reachable:
		return c.no("page %d, number %d, has no link from a page with a lower number", id, number)
	case parent > number:
		c.root, c.rootNumber = id, number
		c.verifier.stats.Roots++
		return nil
	case parent < c.rootNumber && !c.verifier.opt.Reachable:
		return c.no("page %d, number %d, is linked to by number %d, but comes after the root %d, number %d", id, number,
			parent, c.root, c.rootNumber)
	case parent < c.parent || parent == c.parent && id < c.id:
		return c.no("page %d, number %d, first linked to by number %d, comes after page %d, first linked to by number %d", id,
			number, parent, c.id, c.parent)
	}
	c.parent, c.id = parent, id
	return nil
}

func (c *checking) end() error {
	if c.seed == c.seeds.Len() {
		return nil
	}
	seed, err := c.seeds.Value(c.seed)
	if err == nil {
		err = c.no("the seed %d has no number", seed)
	}
	return err
}

// elsewhere points to the seeds, if none were given.
func (c *checking) elsewhere() string {
	if len(c.verifier.opt.Seeds) > 0 {
		return ""
	}
	return " (if the search began elsewhere, say where: -seed)"
}

// no is the verdict.
func (c *checking) no(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", c.verifier.numbering.Name, ErrNotBFS, fmt.Sprintf(format, args...))
}
