package navigation

import (
	"cmp"
	"slices"
)

// common is a place of a host that holds the same number of links on most pages, or a few.
type common struct {
	at    [4]int32 // host, place
	on    int32    // pages that have the place
	with  int32    // those with that number, or with a few
	pages int32    // of the host
	links int32    // that number; 0: a few
	often int32    // pages that must have a target there

	byPages map[int32]int64 // links by how many pages have their target there
}

// places finds the links that the rule of places calls navigation.
func (j *Job) places() error {
	if err := j.tables.Sort(&j.links); err != nil {
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
	return cmp.Or(err, own.in.Err(), pages.in.Err(), look.in.Err(), count.in.Err(), links.in.Err())
}

// visits counts the hosts, and the pages that come again.
func (j *Job) visits() error {
	r := newReader(j.atPlaces)
	var last [6]int32 // host, zeros, page
	for ; r.rec != nil; r.next() {
		switch {
		case r.rec[2] != 0 || r.rec[3] != 0: // a place
			continue
		case !slices.Equal(last[:2], r.rec[:2]):
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
		if copy(c.at[:], r.rec); c.at[2] == 0 && c.at[3] == 0 { // the pages of the host
			for pages = 0; r.at(c.at[:]); r.next() {
				pages++
			}
			continue
		}
		clear(counts)
		for r.at(c.at[:]) {
			page, n := r.rec[6], int32(0)
			for ; r.at(c.at[:]) && r.rec[6] == page; r.next() {
				n += r.rec[7]
			}
			counts[n]++
		}
		c.pages = pages
		if c.count(counts); pages >= leastPages && 2*int64(c.with) > int64(pages) {
			if err := do(&c); err != nil {
				return err
			}
		}
	}
	return r.in.Err()
}

// count takes how many pages have how many links at the place. If no number is that of most pages, pages with a few count alike.
func (c *common) count(counts map[int32]int32) {
	few := int32(0)
	for n, with := range counts {
		if c.on += with; n <= fewLinks {
			few += with
		}
		if with > c.with || with == c.with && n < c.links {
			c.with, c.links = with, n
		}
	}
	if 2*int64(c.with) <= int64(c.pages) {
		c.with, c.links = few, 0
	}
}

// linksAt notes the links of a common place whose targets occur often there, or have it themselves: those of a chain of pages.
func (j *Job) linksAt(c *common, chain bool, pages, count, links *reader) error {
	for count.to(c.at[:]); count.at(c.at[:]); {
		var at [6]int32
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
			if err := j.hits.Put(links.rec[6], links.rec[7], c.with, c.pages, c.links, with); err != nil {
				return err
			}
		}
	}
	return nil
}

// look finds how often a target must occur at the place. chain reports whether few of the links of a page lead to rarer targets,
// as in a chain of pages. Where the place has many targets for a host of that many pages, it may hold teasers, which change from
// page to page: there a target must occur far more often than the others.
//
// It is not ok if a part of the pages has no such place, and hardly any link at the place leads to a page that has it: these are
// links that pages of one kind repeat in their text, as all that describe a type link to the types of all.
func (c *common) look(r, pages *reader) (chain, ok bool) {
	clear(c.byPages)
	all, targets, own := int64(0), int64(0), int64(0)
	for r.to(c.at[:]); r.at(c.at[:]); targets++ {
		var at [6]int32
		copy(at[:], r.rec)
		with, n := targetAt(r)
		c.byPages[with] += n
		if all += n; pages.to(at[:]) {
			own += n
		}
	}
	host := int64(c.pages)
	often := max(leastTargets, (host+leastShare-1)/leastShare)
	if manyTargets*targets > host {
		often = max(often, min(max(host/10, 4*all/targets), host/2))
	}
	c.often = int32(often)
	rare := int64(0)
	for with, n := range c.byPages {
		if with < c.often {
			rare += n
		}
	}
	return c.links > 0 && rare <= mostChained*host, 4*int64(c.on) > 3*host || 10*own >= all
}

// targetAt passes over the links of one place to one target: how many pages have any, and how many these are.
func targetAt(r *reader) (pages int32, all int64) {
	var at [6]int32
	copy(at[:], r.rec)
	for last := int32(-1); r.at(at[:]); r.next() {
		if all++; r.rec[6] != last {
			pages, last = pages+1, r.rec[6]
		}
	}
	return pages, all
}
