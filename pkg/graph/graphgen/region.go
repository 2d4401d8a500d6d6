package graphgen

import "math/bits"

// builder makes the links of one region after the other: those that leave it, or those that lead to it.
type builder struct {
	plan   *plan
	base   int64    // first page of the region whose links are collected
	links  []uint64 // the end that is in the region, less base, above the other end
	others []int32  // the other ends, grouped
	heads  []int32  // where the group of each page begins
	near   []uint64 // local links before they are ordered
	out    []int32
	weight [regionPages]uint32
}

// region returns the links of a region in order. The pairs of regions come in the order of the other end, which leaves
// little to the sort.
func (b *builder) region(r int) []int32 {
	b.links = b.links[:0]
	b.base = b.plan.first(r)
	for s := range b.plan.regions {
		if s == r {
			b.local(r)
		}
		if b.plan.ByDst {
			b.block(s, r)
		} else {
			b.block(r, s)
		}
	}
	b.group(int(b.plan.first(r+1) - b.base))
	return b.order()
}

func (b *builder) add(src, dst int64) {
	if b.plan.ByDst {
		src, dst = dst, src
	}
	b.links = append(b.links, uint64(src-b.base)<<32|uint64(dst))
}

// block adds the cross links from region r to region s.
func (b *builder) block(r, s int) {
	n := b.plan.count(r, s)
	if n == 0 {
		return
	}
	random := b.plan.stream(uint64(r), uint64(s))
	shape := b.plan.shapeOf(s)
	for range n {
		src := b.plan.linking(&random, r)
		dst := b.plan.target(&random, s, shape)
		b.add(src, dst)
	}
}

// linking draws a page of region r that has links.
func (p *plan) linking(random *rng, r int) int64 {
	base := p.first(r)
	pages := uint64(p.first(r+1) - base)
	for range 4096 { // enough for 99 % dangling pages; a tiny last region may need the end of the loop
		if page := base + int64(random.below(pages)); !p.isDangling(page) {
			return page
		}
	}
	return base
}

// target draws a page of region s that a cross link leads to.
func (p *plan) target(random *rng, s int, shape *shape) int64 {
	base := p.first(s)
	pages := p.first(s+1) - base
	x := random.next()
	page := int64(x >> 32 % regionPages) // any page
	if x&3 != 0 {
		page = int64(shape.popular[x>>(64-12)])
	}
	if page >= pages { // only in the last region
		page %= pages
	}
	return base + page
}

// local adds the links inside the hosts of region r.
func (b *builder) local(r int) {
	n := b.plan.quota(r) - int64(b.plan.cross[r])
	copies := int64(b.plan.Dup * float64(b.plan.quota(r)))
	switch {
	case copies >= n && b.plan.Dup < b.plan.Local: // by rounding, in a small region
		copies = max(0, n-1)
	case copies >= n:
		copies = 0
	}
	random := b.plan.stream(uint64(r), 1<<63)
	from := len(b.links)
	b.spread(&random, r, n-copies)
	drawn := uint64(len(b.links) - from)
	for range copies {
		b.links = append(b.links, b.links[from+int(random.below(drawn))])
	}
	if !b.plan.ByDst { // by target, they come in the order of the other end already, but for the copies
		b.orderLocal(b.links[from:])
	}
}

// spread gives n local links to the pages of region r that have any: one each if that is possible, and the rest by the
// law of degrees. Rounding the cumulated shares makes the sum exact.
func (b *builder) spread(random *rng, r int, n int64) {
	sum, live := b.weigh(random, r)
	least := int64(0)
	if n >= live {
		least = 1
	}
	rest := uint64(n - least*live)
	acc := random.below(sum)
	pages := int(b.plan.first(r+1) - b.plan.first(r))
	shape := b.plan.shapeOf(r)
	for h, start := range shape.starts {
		a, z := int(start), shape.end(h, pages)
		for page := a; page < z; page++ {
			if b.weight[page] == 0 {
				continue
			}
			acc += uint64(b.weight[page]) * rest
			degree := least + int64(acc/sum)
			acc %= sum
			b.page(random, b.plan.first(r), host{a, z}, page, int(degree))
		}
		if z == pages {
			break
		}
	}
}

// weigh draws the shares of the pages of region r in its local links; dangling pages get 0.
func (b *builder) weigh(random *rng, r int) (sum uint64, live int64) {
	base := b.plan.first(r)
	pages := int(b.plan.first(r+1) - base)
	shape := b.plan.shapeOf(r)
	for h, start := range shape.starts {
		a, z := int(start), shape.end(h, pages)
		most := max(1, uint64(z-a)*b.plan.degreeCap)
		for page := a; page < z; page++ {
			b.weight[page] = 0
			if b.plan.isDangling(base + int64(page)) {
				continue
			}
			w := max(1, min(uint64(b.plan.degrees[random.next()>>(64-12)]), most))
			b.weight[page] = uint32(w)
			sum += uint64(b.weight[page])
			live++
		}
		if z >= pages {
			break
		}
	}
	return sum, live
}

// host is the range of the pages of a host in its region.
type host struct{ start, end int }

// page adds the local links of a page: perhaps one to itself, the host's navigation, then runs of neighbours.
func (b *builder) page(random *rng, base int64, h host, page, degree int) {
	self, size := base+int64(page), h.end-h.start
	if degree > 0 && random.next()>>32 < b.plan.self {
		b.add(self, self)
		degree--
	}
	if size == 1 {
		for range degree {
			b.add(self, self)
		}
		return
	}
	to := h.start
	left := min(degree/2, size, 3+h.start%10) // links of the navigation, then of a run
	for range degree {
		if left == 0 {
			to = h.jump(random, page)
			left = b.runLength(random)
		}
		if to == page {
			to++
		}
		if to >= h.end {
			if to = h.start; to == page {
				to++
			}
		}
		b.add(self, base+int64(to))
		to++
		left--
	}
}

// jump draws a page of the host at a log-uniform distance.
func (h host) jump(random *rng, page int) int {
	x := random.next()
	size := uint32(h.end - h.start)
	k := uint32(x>>32) % uint32(bits.Len32(size))
	distance := (1<<k | uint32(x)&(1<<k-1)) % size
	if x>>63 != 0 {
		distance = size - distance
	}
	return h.start + int((uint32(page-h.start)+distance)%size)
}

// runLength draws how many consecutive pages are linked to: geometric, mean Run.
func (b *builder) runLength(random *rng) int {
	n := 1
	for random.next()>>32 < b.plan.goOn {
		n++
	}
	return n
}
