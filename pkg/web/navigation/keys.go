package navigation

import (
	"slices"

	"webmill/pkg/extmem"
	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
)

// key is a URL, a host or a place in records: two numbers from 0 on.
type key [2]int32

// keyOf makes a key of a hash. It is never {0, 0}, which stands for a page itself.
func keyOf(hash uint64) key {
	hash = hashes.Mix(hash)
	return key{int32(hash >> 33), max(1, int32(hash&(1<<31-1)))}
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

// long is a number in two columns.
func long(high, low int32) int64 { return int64(high)<<31 | int64(low) }

func high(n int64) int32 { return int32(n >> 31) }
func low(n int64) int32  { return int32(n & (1<<31 - 1)) }
