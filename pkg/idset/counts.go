package idset

import "webmill/pkg/arena"

// Counts counts something for each id, out-links mostly. The low 16 bits of a count are in containers: 2 bytes an id, or 6 to 20
// where ids are far apart. What is above them is in a map, for the few ids that come to 2^16. The zero Counts are all 0.
type Counts struct {
	containers [][]uint16       // that are whole
	few        []uint32         // the places in the pool of those with few ids; 0: there is none
	full       int              // how many are whole
	carry      map[int32]uint32 // how often the 16 bits of an id ran over
	memory     arena.Slabs
	pool       pool
}

// AddColumn counts the ids of a column, 0 or 1, of a block of pairs.
func (c *Counts) AddColumn(pairs []int32, column int) {
	containers := c.containers
	for k := column; k < len(pairs); k += 2 {
		id := pairs[k]
		if i := containerOf(id); i < len(containers) && containers[i] != nil {
			n := &containers[i][id&(ContainerIDs-1)]
			*n++
			if *n != 0 {
				continue
			}
			*n--
		}
		c.Add(id)
		containers = c.containers
	}
}

// Add counts one more for an id.
func (c *Counts) Add(id int32) {
	if c.count(id, 1) == 0 {
		c.over(id, 1)
	}
}

// count adds to the 16 bits of an id, and returns them.
func (c *Counts) count(id int32, by uint16) uint16 {
	i := containerOf(id)
	if i >= len(c.containers) {
		c.containers = append(c.containers, make([][]uint16, i+1-len(c.containers))...)
		c.few = append(c.few, make([]uint32, i+1-len(c.few))...)
	}
	if b := c.containers[i]; b != nil {
		n := &b[id&(ContainerIDs-1)]
		*n += by
		return *n
	}
	return c.addFew(i, uint16(id), by)
}

// Drop counts one less for an id.
func (c *Counts) Drop(id int32) {
	if c.count(id, ^uint16(0)) == ^uint16(0) {
		c.over(id, ^uint32(0))
	}
}

func (c *Counts) over(id int32, by uint32) {
	if c.carry == nil {
		c.carry = map[int32]uint32{}
	}
	c.carry[id] += by
}

// Of is the count of an id.
func (c *Counts) Of(id int32) uint32 {
	i := containerOf(id)
	if i >= len(c.containers) {
		return 0
	}
	n := uint32(0)
	if b := c.containers[i]; b != nil {
		n = uint32(b[id&(ContainerIDs-1)])
	} else if c.few[i] != 0 {
		t := c.fewAt(c.few[i])
		n = uint32(t.of(uint16(id)))
	}
	if len(c.carry) > 0 {
		n += c.carry[id] << 16
	}
	return n
}

// Counted is the set of the ids whose count is not 0.
func (c *Counts) Counted() *Set {
	s := &Set{}
	for i, b := range c.containers {
		if b == nil && c.few[i] != 0 {
			t := c.fewAt(c.few[i])
			t.all(func(id, n uint16) {
				if n != 0 {
					s.Add(int32(i*ContainerIDs + int(id)))
				}
			})
		}
		for k, n := range b {
			if n != 0 {
				s.Add(int32(i*ContainerIDs + k))
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
	c.pool.free()
	*c = Counts{}
}

// Bytes is the memory that the counts take.
func (c *Counts) Bytes() int64 {
	return slotBytes(4*len(c.containers)) + 2*ContainerIDs*int64(c.full) + c.pool.bytes() + 16*int64(len(c.carry))
}
