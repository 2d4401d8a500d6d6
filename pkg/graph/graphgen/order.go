package graphgen

import "slices"

// orderLocal sorts links inside the region by their other end. A later pass groups all links by one end and keeps this
// order within a group, so that the result is in the order of both ends; the links of other regions stand before and
// behind.
func (b *builder) orderLocal(links []uint64) {
	b.near = append(b.near[:0], links...)
	var heads [regionPages + 1]int32
	base := uint32(b.base)
	for _, l := range links {
		heads[uint32(l)-base+1]++
	}
	for i := range regionPages {
		heads[i+1] += heads[i]
	}
	for _, l := range b.near {
		at := &heads[uint32(l)-base]
		links[*at] = l
		*at++
	}
}

// group collects the links of each page: a counting sort, which keeps the order within the groups.
func (b *builder) group(pages int) {
	b.heads = slices.Grow(b.heads[:0], pages+1)[:pages+1]
	clear(b.heads)
	for _, l := range b.links {
		b.heads[l>>32+1]++
	}
	for i := range pages {
		b.heads[i+1] += b.heads[i]
	}
	b.others = slices.Grow(b.others[:0], len(b.links))[:len(b.links)]
	// A group's head moves to its end while it is filled, which is the head of the next.
	for _, l := range b.links {
		at := &b.heads[l>>32]
		b.others[*at] = int32(l)
		*at++
	}
}

// order sorts each group and returns all links.
func (b *builder) order() []int32 {
	out := slices.Grow(b.out[:0], 2*len(b.links))
	start := int32(0)
	for i, end := range b.heads[:len(b.heads)-1] {
		group := b.others[start:end]
		start = end
		sortNearly(group)
		if b.plan.Unique {
			group = slices.Compact(group)
		}
		page := int32(b.base) + int32(i)
		for _, other := range group {
			if b.plan.ByDst {
				out = append(out, other, page)
			} else {
				out = append(out, page, other)
			}
		}
	}
	b.out = out
	return out
}

// sortNearly sorts by insertion, which is fastest for what is short and nearly in order, and gives up on the rest.
func sortNearly(a []int32) {
	budget := 8 * len(a)
	for i := 1; i < len(a); i++ {
		v, j := a[i], i
		for ; j > 0 && a[j-1] > v; j-- {
			a[j] = a[j-1]
		}
		a[j] = v
		if budget -= i - j; budget < 0 {
			slices.Sort(a)
			return
		}
	}
}
