package navigation

// common is a place of a host that holds the same number of links on most pages.
type common struct {
	at    [4]int32 // host, place
	with  int32    // pages with that number
	pages int32    // of the host
	links int32    // that number
}

// places finds the links that the rule of places calls navigation.
func (j *Job) places() error {
	if err := cmpErr(j.sort(&j.atPlaces), j.sort(&j.links)); err != nil {
		return err
	}
	defer j.atPlaces.free()
	defer j.links.free()
	pages, count, links := j.atPlaces.reader(), j.links.reader(), j.links.reader()
	err := j.commons(func(c *common) error {
		j.Stats.Places++
		if !count.to(c.at[:]) {
			return nil
		}
		links.to(c.at[:])
		return j.linksAt(c, pages, count, links)
	})
	return cmpErr(err, pages.in.Err(), count.in.Err(), links.in.Err())
}

// commons calls do for each common place, in order.
func (j *Job) commons(do func(*common) error) error {
	r := j.atPlaces.reader()
	counts := map[int32]int32{} // pages by their number of links
	pages := int32(0)
	for r.rec != nil {
		var c common
		if copy(c.at[:], r.rec); c.at[2] == 0 && c.at[3] == 0 { // the pages of the host
			j.Stats.Hosts++
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

// linksAt notes the links of a common place whose targets occur often there, or have it themselves.
func (j *Job) linksAt(c *common, pages, count, links *reader) error {
	for count.at(c.at[:]) {
		var at [6]int32
		copy(at[:], count.rec)
		with, last := int32(0), int32(-1)
		for ; count.at(at[:]); count.next() {
			if page := count.rec[6]; page != last {
				with, last = with+1, page
			}
		}
		often := with >= leastTargets && leastShare*int64(with) >= int64(c.pages)
		if !often {
			if !pages.to(at[:]) {
				for links.at(at[:]) {
					links.next()
				}
				continue
			}
			with = 0
		}
		for links.to(at[:]); links.at(at[:]); links.next() {
			j.Stats.ByPlace++
			if err := j.hits.put(links.rec[6], links.rec[7], c.with, c.pages, c.links, with); err != nil {
				return err
			}
		}
	}
	return nil
}
