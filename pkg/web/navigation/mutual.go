package navigation

import (
	"cmp"
	"encoding/binary"

	"webmill/pkg/extmem"
)

// group is a group of a page at a place, as it is compared.
type group struct {
	number int64
	id     int64 // its class
	class  class
}

// mutual asks of each target of each class whether it was crawled, and has a group that is alike.
func (j *Job) mutual(tables *extmem.Tables) error {
	if err := tables.Sort(&j.groups); err != nil {
		return err
	}
	if err := tables.Sort(&j.asked); err != nil {
		return err
	}
	defer j.groups.Free()
	defer j.asked.Free()
	have, ask := newReader(j.groups), newReader(j.asked)
	var groups []group
	var at [threeKeys]int32
	for ask.rec != nil {
		copy(at[:], ask.rec)
		if !have.to(at[:twoKeys]) { // the target was not crawled
			for ask.at(at[:twoKeys]) {
				ask.next()
			}
			continue
		}
		for ask.at(at[:twoKeys]) {
			copy(at[:], ask.rec)
			have.to(at[:])
			groups = j.groupsAt(groups[:0], have, at[:])
			for ; ask.at(at[:]); ask.next() {
				j.ask(long(ask.rec[askedClass:]), groups)
			}
		}
	}
	if err := cmp.Or(have.in.Err(), ask.in.Err(), j.store.Err()); err != nil {
		return err
	}
	return j.support(tables)
}

// groupsAt appends the groups of a page at a place.
func (j *Job) groupsAt(dst []group, have *reader, at []int32) []group {
	for ; have.at(at); have.next() {
		if len(dst) == mostAtPlace {
			j.Stats.Beyond++
			continue
		}
		number := long(have.rec[groupNumber:]) - 1
		id := int64(j.marksOf(number) & classMask)
		dst = append(dst, group{number, id, j.class(id)})
	}
	return dst
}

func (j *Job) marksOf(group int64) uint64 { return binary.LittleEndian.Uint64(j.placed.Read(group)) }

// ask compares a class with the groups of one of its targets at the same place.
func (j *Job) ask(id int64, groups []group) {
	c := j.class(id)
	c.crawled++
	best := int32(0)
	for i := range groups {
		g := &groups[i]
		likeness := j.likeness(id, g.id, &c, &g.class)
		best = max(best, likeness)
		if likeness > 0 && (g.id != id || c.groups > 1) {
			slot := j.placed.Slot(g.number)
			binary.LittleEndian.PutUint64(slot, binary.LittleEndian.Uint64(slot)|isLinked)
		}
	}
	if best > 0 {
		c.alike++
		c.least = min(c.least, best)
	}
	c.put(j.classes.Slot(id))
}

// verdict is what the rule says of a group.
type verdict struct {
	label          Label
	crawled, alike int32 // targets, without the page itself
	least          int32
	spoken, judged int32 // groups at the place
	speaks         bool  // two of three targets have a group that is alike
	host           bool  // it has targets on the host, other than its own page
}

// judge judges a group.
func (j *Job) judge(number int64) (v verdict) {
	marks := j.marksOf(number)
	if marks&classMask == classMask {
		return v
	}
	c := j.class(int64(marks & classMask))
	v = verdict{crawled: c.crawled, alike: c.alike, least: c.least, host: marks&linksHost != 0}
	if marks&linksSelf != 0 { // which is alike with itself
		v.crawled, v.alike = max(0, v.crawled-1), max(0, v.alike-1)
	}
	v.speaks = v.crawled > 0 && 3*int64(v.alike) >= 2*int64(v.crawled)
	v.spoken, v.judged = c.spoken, c.judged
	switch {
	case v.speaks && c.usual == 1 && marks&isLinked != 0:
		v.label = Navigation
	case v.speaks && c.usual == 1:
		v.label = Outsider
	case v.crawled == 0 && v.host:
		v.label = Undecided
	}
	return v
}
