package navigation

import (
	"encoding/binary"
	"slices"

	"webmill/pkg/hashes"
)

// class is groups of a host that are at one place and have the same targets in the same order. A class may be there twice, if
// its groups are far apart: that costs time only.
type class struct {
	from     int64     // where its targets begin, in the array of targets
	length   int32     // targets
	distinct int32     // different ones
	bits     [2]uint64 // of the different ones, a bit each
	groups   int32     // how many, up to 2
	crawled  int32     // targets of the host that were crawled
	alike    int32     // those that have a group that is alike
	least    int32     // the least likeness of those, in thousandths
	spoken   int32     // groups at the place, of all classes, for which mutual speaks
	judged   int32     // those that it judges
	usual    int32     // 1: it speaks for enough of them
}

const classBytes = 64

func (c *class) put(slot []byte) {
	binary.LittleEndian.PutUint64(slot, uint64(c.from))
	binary.LittleEndian.PutUint64(slot[8:], c.bits[0])
	binary.LittleEndian.PutUint64(slot[16:], c.bits[1])
	for i, v := range [...]int32{c.length, c.distinct, c.groups, c.crawled, c.alike, c.least, c.spoken, c.judged, c.usual} {
		binary.LittleEndian.PutUint32(slot[24+4*i:], uint32(v))
	}
}

func (j *Job) class(id int64) (c class) {
	slot := j.classes.Read(id)
	c.from = int64(binary.LittleEndian.Uint64(slot))
	c.bits = [2]uint64{binary.LittleEndian.Uint64(slot[8:]), binary.LittleEndian.Uint64(slot[16:])}
	for i, v := range [...]*int32{
		&c.length, &c.distinct, &c.groups, &c.crawled, &c.alike, &c.least, &c.spoken, &c.judged, &c.usual,
	} {
		*v = int32(binary.LittleEndian.Uint32(slot[24+4*i:]))
	}
	return c
}

// known finds the classes that were used lately, by a hash.
type known struct {
	hash  uint64
	class int64 // from 1 on
}

// classOf returns the class of a group at a place, given by its targets in order. It is new if it was not used lately.
func (j *Job) classOf(place uint64, targets []uint64) (id int64, isNew bool) {
	h := hashes.Mix(j.page.host ^ hashes.Mix(place))
	for _, t := range targets {
		h = hashes.Mix(h + t)
	}
	k := &j.known[h%uint64(len(j.known))]
	if k.class > 0 && k.hash == h {
		c := j.class(k.class - 1)
		if c.groups < 2 {
			c.groups = 2
			c.put(j.classes.Slot(k.class - 1))
		}
		return k.class - 1, false
	}
	id = j.Stats.Classes
	j.Stats.Classes++
	*k = known{h, id + 1}
	c := class{from: j.stored, length: int32(len(targets)), groups: 1, least: 1000}
	for _, t := range targets {
		binary.LittleEndian.PutUint64(j.targets.Slot(j.stored), t)
		j.stored++
	}
	j.sorted = append(j.sorted[:0], targets...)
	slices.Sort(j.sorted)
	j.sorted = slices.Compact(j.sorted)
	c.distinct = int32(len(j.sorted))
	for _, t := range j.sorted {
		c.bits[t>>6&1] |= 1 << (t & 63)
	}
	c.put(j.classes.Slot(id))
	return id, true
}

// targetsOf appends the targets of a class.
func (j *Job) targetsOf(dst []uint64, c *class) []uint64 {
	for i, n := int64(0), int64(c.length); i < n; {
		for slots := j.targets.ReadOn(c.from + i); len(slots) > 0 && i < n; i++ {
			dst, slots = append(dst, binary.LittleEndian.Uint64(slots)), slots[8:]
		}
	}
	return dst
}
