package navigation

import (
	"slices"

	"webmill/pkg/extmem"
	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
)

// key is a URL, a host or a place in records: two numbers from 0 on.
type key [2]int32

// The tables are sorted by keys that stand first, that of the host before the others. So many columns are one, two or three keys.
const (
	oneKey    = len(key{})
	twoKeys   = 2 * oneKey
	threeKeys = 3 * oneKey
)

// Columns of the tables, behind the host. A key and a long number begin in the column that is named.
const (
	visitPlace = 2 // Job.atPlaces
	visitPage  = 6
	visitLinks = 7

	linkPage   = 6 // Job.links
	linkNumber = 7

	groupPage   = 2 // Job.groups
	groupPlace  = 4
	groupNumber = 6 // the group + 1

	listedNumber = 4 // Job.groups for the method of the thesis
	listedFrom   = 6

	askedClass = 6 // Job.asked

	judgedClass  = 4 // of Job.support, behind host and place
	judgedSpeaks = 6 // 1: the rule of groups speaks
	judgedCols   = 7
)

// Columns of Job.hits: the link, and what is said of its place.
const (
	hitPage = iota
	hitNumber
	hitWith  // pages with the number of links
	hitPages // of the host
	hitLinks // that number
	hitOften // pages that have the target there, or hasPlace
	hitCols
)

// hasPlace stands in hitOften for a target that has the place itself, as in a chain.
const hasPlace = 0

// keyOf makes a key of a hash. It is never {0, 0}, which stands for a page itself.
func keyOf(hash uint64) key {
	hash = hashes.Mix(hash)
	return key{int32(hash >> 33), max(1, int32(hash&(1<<31-1)))}
}

// wide is how many columns a record of put has.
const wide = threeKeys + 2

// put appends a record of three keys, that of the host first, and two numbers.
func put(t extmem.Table, host, second, third key, n, m int32) error {
	return t.Put(host[0], host[1], second[0], second[1], third[0], third[1], n, m)
}

// reader goes through a sorted table. rec is the record at hand, nil at the end.
type reader struct {
	in  *tuple.Reader
	rec []int32
}

func newReader(t extmem.Table) *reader {
	r := &reader{in: t.Reader()}
	r.next()
	return r
}

func (r *reader) next() { r.rec = r.in.Next() }

// to goes to the first record that begins with some columns, or with larger ones. found says that it begins with these.
func (r *reader) to(cols []int32) (found bool) {
	for r.rec != nil {
		switch c := slices.Compare(r.rec[:len(cols)], cols); {
		case c == 0:
			return true
		case c > 0:
			return false
		}
		r.next()
	}
	return false
}

// at reports whether the record at hand begins with some columns.
func (r *reader) at(cols []int32) bool { return r.rec != nil && slices.Equal(r.rec[:len(cols)], cols) }

// long is the number in the first two of some columns.
func long(cols []int32) int64 { return int64(cols[0])<<31 | int64(cols[1]) }

func high(n int64) int32 { return int32(n >> 31) }
func low(n int64) int32  { return int32(n & (1<<31 - 1)) }
