package graphgen

import "webmill/pkg/tuple"

// RMAT is the recursive matrix of Chakrabarti, Zhan and Faloutsos (2004) with the parameters of Graph 500:
// each link falls down Scale levels, at each into one of four quadrants with probability 0.57, 0.19, 0.19, 0.05, which
// gives one bit of its source and one of its target. The labels are then permuted by a bijection of Scale-bit numbers,
// so that no array of labels is needed. Duplicates and self-links are kept; the links come in no order.
//
// Memory: 4 KiB of tables and a block a worker. Four levels are drawn at once from an alias table of 256 outcomes.
type RMAT struct {
	Scale  int // 2^Scale pages
	Factor int64
	Seed   uint64
	NoSelf bool // leave out self-links
}

// Links is the number of links drawn.
func (g RMAT) Links() int64 { return g.Factor << max(0, g.Scale) }

// Check reports sizes that no graph can have.
func (g RMAT) Check() error {
	return checkFlags([]flag{{"bits", float64(g.Scale), 1, 31}, {"factor", float64(g.Factor), 0, 1 << 16}})
}

// Write makes the links.
func (g RMAT) Write(dst tuple.Sink, threads int) error {
	if err := g.Check(); err != nil {
		return err
	}
	table := newQuadrants()
	labels := newPermutation(g.Scale, g.Seed)
	return ordered(blocks(g.Links()), threads, dst, func() func(int64) []int32 {
		buf := make([]int32, 0, 2*blockPairs)
		return func(i int64) []int32 {
			r := rng(hash(g.Seed, uint64(i), 1))
			block := buf
			for range min(blockPairs, g.Links()-i*blockPairs) {
				src, dst := table.fall(&r, g.Scale)
				if src != dst || !g.NoSelf {
					block = append(block, labels.of(src), labels.of(dst))
				}
			}
			return block
		}
	})
}

// quadrants is an alias table (Walker 1977) of the outcomes of four levels: the high half of an outcome is four bits of
// the source, the low half four bits of the target.
type quadrants [256]struct {
	threshold uint32 // of 2^24: below it the cell's own outcome holds, else its alias
	alias     uint8
}

func newQuadrants() *quadrants {
	var share [256]float64 // of each outcome, times 256
	for o := range share {
		p := 256.0
		for bit := range 4 {
			p *= [4]float64{0.57, 0.19, 0.19, 0.05}[o>>(4+bit)&1<<1|o>>bit&1]
		}
		share[o] = p
	}
	return aliasTable(share)
}

// aliasTable pairs outcomes that have less than the mean with those that have more.
func aliasTable(share [256]float64) *quadrants {
	var small, large []int
	put := func(o int) {
		if share[o] < 1 {
			small = append(small, o)
		} else {
			large = append(large, o)
		}
	}
	for o := range share {
		put(o)
	}
	t := new(quadrants)
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small, large = small[:len(small)-1], large[:len(large)-1]
		t[s].threshold, t[s].alias = uint32(share[s]*(1<<24)), uint8(l)
		share[l] -= 1 - share[s]
		put(l)
	}
	for _, o := range append(small, large...) { // what rounding left over is the mean itself
		t[o].threshold = 1 << 24
	}
	return t
}

// fall draws the ends of a link. It falls through levels in fours and drops those that are too many: the first levels of
// a deeper matrix are the levels of a shallow one.
func (t *quadrants) fall(r *rng, scale int) (src, dst uint32) {
	depth := 0
	for depth < scale {
		x := r.next()
		for range 2 { // 32 bits for each four levels: 8 choose the cell, 24 the outcome in it
			o := uint32(x >> 56)
			if c := t[o]; uint32(x>>32)&(1<<24-1) >= c.threshold {
				o = uint32(c.alias)
			}
			x <<= 32
			src, dst = src<<4|o>>4, dst<<4|o&15
			if depth += 4; depth >= scale {
				break
			}
		}
	}
	return src >> (depth - scale), dst >> (depth - scale)
}

// permutation is a bijection of the numbers of some bits: products with odd numbers and xors with the upper half.
type permutation struct {
	mask        uint32
	shift       int
	add, factor [3]uint32
}

func newPermutation(bits int, seed uint64) *permutation {
	p := &permutation{mask: uint32(1<<bits - 1), shift: (bits + 1) / 2}
	for i := range p.add {
		h := hash(seed, uint64(i), 2)
		p.add[i], p.factor[i] = uint32(h>>32), uint32(h)|1
	}
	return p
}

func (p *permutation) of(x uint32) int32 {
	for i := range p.add {
		x = (x + p.add[i]) * p.factor[i] & p.mask
		x ^= x >> p.shift
	}
	return int32(x)
}
