package idset

import "webmill/pkg/arena"

// Counts counts something for each id, out-links mostly: 2 bytes an id, and a map entry for the few that come to 2^16.
// The zero Counts are all 0.
type Counts struct {
	blocks [][]uint16
	full   int
	carry  map[int32]uint32 // how often the 16 bits of an id ran over
	memory arena.Slabs
}

// AddColumn counts the ids of a column, 0 or 1, of a block of pairs.
func (c *Counts) AddColumn(pairs []int32, column int) {
	blocks := c.blocks
	for k := column; k < len(pairs); k += 2 {
		id := pairs[k]
		if i := blockOf(id); i < len(blocks) && blocks[i] != nil {
			n := &blocks[i][id&(BlockIDs-1)]
			*n++
			if *n != 0 {
				continue
			}
			*n--
		}
		c.Add(id)
		blocks = c.blocks
	}
}

// Add counts one more for an id.
func (c *Counts) Add(id int32) {
	i := blockOf(id)
	if i >= len(c.blocks) || c.blocks[i] == nil {
		c.grow(i)
	}
	n := &c.blocks[i][id&(BlockIDs-1)]
	if *n++; *n == 0 {
		c.over(id, 1)
	}
}

// Drop counts one less for an id.
func (c *Counts) Drop(id int32) {
	n := &c.blocks[blockOf(id)][id&(BlockIDs-1)]
	if *n--; *n == ^uint16(0) {
		c.over(id, ^uint32(0))
	}
}

func (c *Counts) grow(i int) {
	if i >= len(c.blocks) {
		c.blocks = append(c.blocks, make([][]uint16, i+1-len(c.blocks))...)
	}
	c.blocks[i] = arena.View[uint16](c.memory.Words(BlockIDs / 4))
	c.full++
}

func (c *Counts) over(id int32, by uint32) {
	if c.carry == nil {
		c.carry = map[int32]uint32{}
	}
	c.carry[id] += by
}

// Of is the count of an id.
func (c *Counts) Of(id int32) uint32 {
	i := blockOf(id)
	if i >= len(c.blocks) || c.blocks[i] == nil {
		return 0
	}
	n := uint32(c.blocks[i][id&(BlockIDs-1)])
	if len(c.carry) > 0 {
		n += c.carry[id] << 16
	}
	return n
}

// Counted is the set of the ids whose count is not 0.
func (c *Counts) Counted() *Set {
	s := &Set{}
	for i, b := range c.blocks {
		if b == nil {
			continue
		}
		for k, n := range b {
			if n != 0 {
				s.Add(int32(i*BlockIDs + k))
			}
		}
	}
	for id, over := range c.carry {
		if over != 0 {
			s.Add(id)
		}
	}
	return s
}

// Free gives back the memory; all counts are 0 then.
func (c *Counts) Free() {
	c.memory.Free()
	*c = Counts{}
}

// Bytes is the memory that the counts take.
func (c *Counts) Bytes() int64 {
	return blockBytes(3*len(c.blocks), c.full, 2*BlockIDs) + 16*int64(len(c.carry))
}
