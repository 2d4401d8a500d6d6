package navigation

import (
	"cmp"
	"slices"
)

// common is a place of a host that holds the same number of links on most pages.
type common struct {
	at    [twoKeys]int32 // host, place
	with  int32          // pages with that number
	pages int32          // of the host
	links int32          // that number
	often int32          // pages that must have a target there

	byPages map[int32]int64 // links by how many pages have their target there
}

// places finds the links that the rule of places calls navigation.
func (j *Job) places() error {
	if err := j.tables.Sort(&j.links); err != nil {
		return err
	}
	defer j.links.Free()
	pages, look, count, links := newReader(j.atPlaces), newReader(j.links), newReader(j.links), newReader(j.links)
	err := j.commons(func(c *common) error {
		j.Stats.Places++
		return j.linksAt(c, pages, look, count, links)
	})
	return cmp.Or(err, pages.in.Err(), look.in.Err(), count.in.Err(), links.in.Err())
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
		if copy(c.at[:], r.rec); long(c.at[visitPlace:]) == 0 { // the pages of the host
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
		c.pages = pages
		for n, with := range counts {
			if with > c.with || with == c.with && n < c.links {
				c.with, c.links = with, n
			}
		}
		if pages >= leastPages && 2*int64(c.with) > int64(pages) {
			if err := do(&c); err != nil {
				return err
			}
		}
	}
	return r.in.Err()
}

// linksAt notes the links of a common place whose targets occur often there, or have it themselves: those of a chain of pages.
func (j *Job) linksAt(c *common, pages, look, count, links *reader) error {
	chain := c.look(look)
	for count.to(c.at[:]); count.at(c.at[:]); {
		var at [threeKeys]int32
		copy(at[:], count.rec)
		with, _ := targetAt(count)
		if with < c.often {
			if !chain || !pages.to(at[:]) {
				continue
			}
			with = 0
		}
		for links.to(at[:]); links.at(at[:]); links.next() {
			j.Stats.ByPlace++
			err := j.hits.Put(links.rec[linkPage], links.rec[linkNumber], c.with, c.pages, c.links, with)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// look finds how often a target must occur at the place. chain reports whether few of the links of a page lead to rarer targets,
// as in a chain of pages.
//
// Where the place has nearly as many targets as the host has pages, it may hold teasers, which change from page to page: there a
// target must occur far more often than the others.
func (c *common) look(r *reader) (chain bool) {
	clear(c.byPages)
	all, targets := int64(0), int64(0)
	for r.to(c.at[:]); r.at(c.at[:]); targets++ {
		with, n := targetAt(r)
		c.byPages[with] += n
		all += n
	}
	host := int64(c.pages)
	often := max(leastTargets, (host+leastShare-1)/leastShare)
	if 4*targets > host {
		often = max(often, min(max(host/10, 4*all/targets), host/2))
	}
	c.often = int32(often)
	rare := int64(0)
	for with, n := range c.byPages {
		if with < c.often {
			rare += n
		}
	}
	return rare <= mostChained*host
}

// targetAt passes over the links of one place to one target: how many pages have any, and how many these are.
func targetAt(r *reader) (pages int32, all int64) {
	var at [threeKeys]int32
	copy(at[:], r.rec)
	for last := int32(-1); r.at(at[:]); r.next() {
		if all++; r.rec[linkPage] != last {
			pages, last = pages+1, r.rec[linkPage]
		}
	}
	return pages, all
}
