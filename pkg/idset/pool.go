package idset

import (
	"slices"

	"webmill/pkg/arena"
)

// pool hands out extents of memory whose sizes are powers of two, and takes them back. An extent is known by its place, which is
// counted in words and never 0. An extent that is given back is joined with its neighbour if that is free too, so that they are
// the larger extent again that they were cut from. (This is the buddy system of Knowlton, 1965.)
type pool struct {
	slabs   [][]uint64            // nil: it was given back
	used    []uint32              // words of each slab that are handed out
	heads   [slabOrder + 1]uint32 // of the lists of free extents, by the logarithm of the size; 0: none
	begin   []uint64              // a bit for each pair of words: a free extent begins there
	tops    []uint32              // where in each slab the highest extent ends that was ever handed out
	touched int64                 // their sum
}

const (
	leastOrder = 1 // of a size: two words, which are those of the list while an extent is free
	slabOrder  = 18
	slabSize   = 1 << slabOrder
)

// at is the memory from a place on.
func (p *pool) at(place uint32) []uint64 { return p.slabs[place/slabSize][place%slabSize:] }

// bytes is the memory that the pool has touched: its slabs up to the tops, where free extents may lie between those in use, and
// begin. Behind a top, only the first words of the free extents are touched: of each size there is one at most.
func (p *pool) bytes() int64 { return 8 * (p.touched + int64(len(p.begin))) }

// get returns the place of a zeroed extent. It panics where there is no memory, as make does.
func (p *pool) get(order int) uint32 {
	from := order
	for from <= slabOrder && p.heads[from] == 0 {
		from++
	}
	if from > slabOrder {
		p.grow()
		return p.get(order)
	}
	place := p.heads[from]
	p.unlink(from, place)
	for from > order {
		from--
		p.link(from, place+1<<from)
	}
	clear(p.at(place)[:1<<order])
	p.used[place/slabSize] += 1 << order
	if top, end := &p.tops[place/slabSize], place%slabSize+1<<order; end > *top {
		p.touched += int64(end - *top)
		*top = end
	}
	return place
}

// put gives an extent back, and its slab too if no other extent of that is in use: containers that all become whole leave
// nothing.
func (p *pool) put(order int, place uint32) {
	slab := place / slabSize
	p.used[slab] -= 1 << order
	for ; order < slabOrder; order++ {
		other := place ^ 1<<order
		if !p.isFree(order, other) {
			break
		}
		p.unlink(order, other)
		place &= other
	}
	p.link(order, place)
	if p.used[slab] == 0 {
		p.whole(slab, p.unlink)
		arena.Free(p.slabs[slab])
		p.touched -= int64(p.tops[slab])
		p.slabs[slab], p.tops[slab] = nil, 0
	}
}

// grow makes a slab.
func (p *pool) grow() {
	memory, err := arena.Words(slabSize)
	if err != nil {
		// Without memory nothing can go on; a worker's Guard makes an error of it.
		panic(err)
	}
	slab := slices.IndexFunc(p.slabs, func(s []uint64) bool { return s == nil })
	if slab < 0 {
		slab = len(p.slabs)
		p.slabs, p.used, p.tops = append(p.slabs, nil), append(p.used, 0), append(p.tops, 0)
		p.begin = append(p.begin, make([]uint64, slabSize/128)...)
	}
	p.slabs[slab] = memory
	p.whole(uint32(slab), p.link)
}

// whole calls do for the free extents of a slab of which nothing is in use.
func (p *pool) whole(slab uint32, do func(order int, place uint32)) {
	if slab > 0 {
		do(slabOrder, slab*slabSize)
		return
	}
	for order := leastOrder; order < slabOrder; order++ { // all but the two words at 0
		do(order, 1<<order)
	}
}

func (p *pool) isFree(order int, place uint32) bool {
	return p.begin[place/128]>>(place/2%64)&1 != 0 && p.at(place)[1] == uint64(order)
}

// link puts an extent in front of the list of its order: its words have the next one, the one before, and the order.
func (p *pool) link(order int, place uint32) {
	next := p.heads[order]
	w := p.at(place)
	w[0], w[1] = uint64(next), uint64(order)
	if next != 0 {
		p.at(next)[0] |= uint64(place) << 32
	}
	p.heads[order] = place
	p.begin[place/128] |= 1 << (place / 2 % 64)
}

func (p *pool) unlink(order int, place uint32) {
	w := p.at(place)
	next, before := uint32(w[0]), uint32(w[0]>>32)
	if next != 0 {
		q := p.at(next)
		q[0] = uint64(uint32(q[0])) | uint64(before)<<32
	}
	if before != 0 {
		q := p.at(before)
		q[0] = q[0]&^(1<<32-1) | uint64(next)
	} else {
		p.heads[order] = next
	}
	p.begin[place/128] &^= 1 << (place / 2 % 64)
}

// free gives all memory back.
func (p *pool) free() {
	for _, slab := range p.slabs {
		if slab != nil {
			arena.Free(slab)
		}
	}
	*p = pool{}
}
