package navigation

import (
	"cmp"
	"math"

	"webmill/pkg/extmem"
)

// support counts for how many groups at a place the rule of groups speaks. A menu is a menu on all of its pages. Where pages that
// cite each other happen to have groups that are alike, most groups at that place on other pages are not.
func (j *Job) support(tables *extmem.Tables) error {
	judged, err := tables.New(judgedCols)
	if err != nil {
		return err
	}
	defer judged.Free()
	if err := j.putJudged(judged); err != nil {
		return err
	}
	if err := tables.Sort(&judged); err != nil {
		return err
	}
	pages, count, classes := newReader(j.atPlaces), newReader(judged), newReader(judged)
	var at [twoKeys]int32
	of, least := key{-1, -1}, int64(0)
	for count.rec != nil {
		copy(at[:], count.rec)
		if of != key(at[:oneKey]) {
			of = key(at[:oneKey])
			least = leastSpoken(pages, of)
		}
		spoken, all := int64(0), int64(0)
		for ; count.at(at[:]); count.next() {
			all++
			spoken += int64(count.rec[judgedSpeaks])
		}
		j.putSupport(classes, at[:], spoken, all, spoken >= least && 2*spoken >= all)
	}
	return cmp.Or(pages.in.Err(), count.in.Err(), classes.in.Err(), j.store.Err())
}

// putJudged writes a record for each group that the rule judges.
func (j *Job) putJudged(judged extmem.Table) error {
	groups := newReader(j.groups)
	for ; groups.rec != nil; groups.next() {
		r := groups.rec
		place := r[groupPlace : groupPlace+oneKey]
		if long(place) == 0 { // a page itself
			continue
		}
		number := long(r[groupNumber:]) - 1
		v := j.judge(number)
		if v.crawled == 0 {
			continue
		}
		speaks := int32(0)
		if v.speaks {
			speaks = 1
		}
		id := int64(j.marksOf(number) & classMask)
		if err := judged.Put(r[0], r[1], place[0], place[1], high(id), low(id), speaks); err != nil {
			return err
		}
	}
	return groups.in.Err()
}

// leastSpoken is for how many groups at a place of a host the rule must speak.
func leastSpoken(pages *reader, host key) int64 {
	n, at := int64(0), [twoKeys]int32{host[0], host[1]}
	for pages.to(at[:]); pages.at(at[:]); pages.next() {
		n++
	}
	if n < leastPages {
		return 2
	}
	return min(max(leastGroups, (n+49)/50), mostGroups)
}

// putSupport notes in the classes of a place what was found there.
func (j *Job) putSupport(classes *reader, at []int32, spoken, judged int64, usual bool) {
	for last := int64(-1); classes.at(at); classes.next() {
		id := long(classes.rec[judgedClass:])
		if id == last {
			continue
		}
		last = id
		c := j.class(id)
		c.spoken, c.judged = int32(min(spoken, math.MaxInt32)), int32(min(judged, math.MaxInt32))
		if usual {
			c.usual = 1
		}
		c.put(j.classes.Slot(id))
	}
}
