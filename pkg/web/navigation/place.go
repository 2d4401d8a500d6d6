package navigation

import (
	"cmp"
	"slices"

	"webmill/pkg/extmem"
)

// common is a place of a host that holds the same number of links on most pages, a few, menus that differ, or a list that hardly
// changes.
type common struct {
	at        [twoKeys]int32 // host, place
	hostPages int32          // of the host
	having    int32          // pages that have the place
	agreeing  int32          // those that speak for it: with that number of links, with a few, or all
	number    int32          // that number, or aFew, aMenu or aList
	least     int32          // pages on which a target must stand there

	byPages map[int32]int64 // targets of all pages by how many pages have them there
}

// places finds the links that the rule of places calls navigation.
func (j *Job) places(tables *extmem.Tables) error {
	if err := tables.Sort(&j.links); err != nil {
		return err
	}
	defer j.links.Free()
	own, pages := newReader(j.atPlaces), newReader(j.atPlaces)
	look, count, links := newReader(j.links), newReader(j.links), newReader(j.links)
	err := j.commons(func(c *common) error {
		chain, ok := c.look(look, own)
		if !ok {
			return nil
		}
		j.Stats.Places++
		return j.linksAt(c, chain, pages, count, links)
	})
	if err := cmp.Or(err, own.in.Err(), pages.in.Err(), look.in.Err(), count.in.Err(), links.in.Err()); err != nil {
		return err
	}
	return tables.Sort(&j.hits)
}

// visits counts the hosts, and the pages that come again.
func (j *Job) visits() error {
	r := newReader(j.atPlaces)
	var last [threeKeys]int32 // host, zeros, page
	for ; r.rec != nil; r.next() {
		switch {
		case long(r.rec[visitPlace:]) != 0: // a place
			continue
		case !slices.Equal(last[:oneKey], r.rec[:oneKey]):
			j.Stats.Hosts++
		case slices.Equal(last[:], r.rec[:len(last)]):
			j.Stats.Again++
		}
		copy(last[:], r.rec)
	}
	return r.in.Err()
}

// commons calls do for each common place, in order.
func (j *Job) commons(do func(*common) error) error {
	r := newReader(j.atPlaces)
	counts := map[int32]int32{} // pages by their number of links
	byPages := map[int32]int64{}
	pages := int32(0)
	for r.rec != nil {
		c := common{byPages: byPages}
		copy(c.at[:], r.rec)
		if long(c.at[visitPlace:]) == 0 { // the pages of the host
			for pages = 0; r.at(c.at[:]); r.next() {
				pages++
			}
			continue
		}
		clear(counts)
		for r.at(c.at[:]) {
			page, n := r.rec[visitPage], int32(0)
			for ; r.at(c.at[:]) && r.rec[visitPage] == page; r.next() {
				n += r.rec[visitLinks]
			}
			counts[n]++
		}
		c.hostPages = pages
		if c.count(counts) {
			if err := do(&c); err != nil {
				return err
			}
		}
	}
	return r.in.Err()
}

// count takes how many pages have how many links at the place. If no number is that of most pages, those with a few count alike;
// if these are not more than half either, the place may be that of a list or of menus. It reports whether the place may be
// common.
func (c *common) count(counts map[int32]int32) bool {
	few := int32(0)
	for n, with := range counts {
		c.having += with
		if n <= fewLinks {
			few += with
		}
		if with > c.agreeing || with == c.agreeing && n < c.number {
			c.agreeing, c.number = with, n
		}
	}
	if half := c.hostPages / 2; c.agreeing <= half && few > half {
		c.agreeing, c.number = few, aFew
	} else if c.agreeing <= half {
		c.agreeing, c.number = c.having, aList
	}
	if c.number == aList && (c.having < leastPages || listShare*int64(c.having) < int64(c.hostPages)) {
		return false
	}
	return c.hostPages >= leastPages
}

// linksAt notes the links of a common place whose targets occur often there, or have it themselves: those of a chain of pages.
func (j *Job) linksAt(c *common, chain bool, pages, count, links *reader) error {
	for count.to(c.at[:]); count.at(c.at[:]); {
		var at [threeKeys]int32
		copy(at[:], count.rec)
		with, _ := targetAt(count)
		if with < c.least {
			if !chain || !pages.to(at[:]) {
				continue
			}
			with = hasPlace
		}
		for links.to(at[:]); links.at(at[:]); links.next() {
			j.Stats.ByPlace++
			err := j.hits.Put(links.rec[linkPage], links.rec[linkNumber], c.agreeing, c.hostPages, c.number, with)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// look finds how often a target must occur at the place. chain reports whether few of the targets of a page are rarer, as in a
// chain of pages. It is not ok if the place is not common after all.
func (c *common) look(r, pages *reader) (chain, ok bool) {
	clear(c.byPages)
	all, targets, own := int64(0), int64(0), int64(0)
	for r.to(c.at[:]); r.at(c.at[:]); targets++ {
		var at [threeKeys]int32
		copy(at[:], r.rec)
		with, n := targetAt(r)
		c.byPages[with] += int64(with)
		all += n
		if pages.to(at[:]) {
			own += n
		}
	}
	if c.number == aList && !c.varies(targets) {
		c.least = c.having - c.having/10
		return false, c.isList()
	}
	host := int64(c.hostPages)
	isWeak := c.number <= weakLinks || c.number == aMenu
	least := max(leastTargets, (host+leastShare-1)/leastShare)
	if many := int64(manyTargets); targets*many > host || isWeak && 2*targets*many > host { // teasers, perhaps
		least = max(least, min(max(host/10, 4*all/targets), host/2))
	}
	c.least = int32(least)
	isChain := c.number != aFew && c.number != aMenu && c.rarer() <= mostChained*host
	onMost, leadsToItself := 3*int64(c.having) > 2*host, 10*own >= all
	return isChain, !isWeak || onMost || leadsToItself
}

// varies reports whether most pages have the place, and a target stands on a quarter of these in the mean: then it is that of
// several menus.
func (c *common) varies(targets int64) bool {
	all := int64(0)
	for _, n := range c.byPages {
		all += n
	}
	if 2*int64(c.having) <= int64(c.hostPages) || targets < leastList || 4*all < targets*int64(c.having) {
		return false
	}
	c.number = aMenu
	return true
}

// rarer counts the targets of all pages that occur less often than they must.
func (c *common) rarer() (rarer int64) {
	for with, n := range c.byPages {
		if with < c.least {
			rarer += n
		}
	}
	return rarer
}

// isList reports whether enough targets occur as often as they must.
func (c *common) isList() bool {
	targets := int64(0)
	for with, n := range c.byPages {
		if with >= c.least {
			targets += n / int64(with)
		}
	}
	return targets >= leastList
}

// targetAt passes over the links of one place to one target: how many pages have any, and how many these are.
func targetAt(r *reader) (pages int32, all int64) {
	var at [threeKeys]int32
	copy(at[:], r.rec)
	for last := int32(-1); r.at(at[:]); r.next() {
		all++
		if r.rec[linkPage] != last {
			pages, last = pages+1, r.rec[linkPage]
		}
	}
	return pages, all
}
