package query

import (
	"fmt"
	"sort"

	"webmill/pkg/tuple"
)

// list goes through the records of one term, or through the lengths of all documents, forwards and in leaps. Its keys
// are documents in the upper half and, among positions, positions in the lower one. It checks all that it reads.
type list struct {
	file  *tuple.SortedFile
	term  int32 // of each record; none: they are lengths
	deep  bool  // they are positions
	next  int64 // the record behind the block
	to    int64 // the record behind the last
	block []int32
	at    int     // the record at hand, in block
	now   int64   // its key; -1 before the first, end behind the last
	buf   []int32 // of block
	width int
	size  int64 // records of the next block
	last  int64 // the key of the last record that was read
	read  int64 // records
	err   error
}

const (
	end        = int64(1<<63 - 1) // the key behind all
	firstBlock = 64               // records that are read after a leap; then twice as many each time
	mostBlock  = 1 << 20
)

// newList makes the list of the records of a term that are somewhere in a file. It needs a buffer before it is read.
func newList(file *tuple.SortedFile, term int32, deep bool, at span) *list {
	return &list{file: file, term: term, deep: deep, next: at.from, to: at.to, width: file.Places.Width(), size: firstBlock,
		last: -1, now: -1}
}

// key returns the key of the record at a place of the block.
func (l *list) key(at int) int64 {
	k := int64(l.block[at+l.width-2]) << 32
	if l.deep {
		k |= int64(l.block[at+l.width-1])
	}
	return k
}

// value is what the record at hand says: a count, a length or a position.
func (l *list) value() int32 { return l.block[l.at+l.width-1] }

// seek goes on to the first record whose key is at least k, and returns its key; end if there is none, or after an error.
func (l *list) seek(k int64) int64 {
	if l.now < k {
		l.now = l.forward(k)
	}
	return l.now
}

func (l *list) forward(k int64) int64 {
	if next := l.at + l.width; next < len(l.block) {
		if is := l.key(next); is >= k {
			l.at = next
			return is
		}
		if l.key(len(l.block)-l.width) >= k {
			l.within(k)
			return l.key(l.at)
		}
	}
	return l.further(k)
}

// within goes on to the first record of the block whose key is at least k, which it has, by steps that double.
func (l *list) within(k int64) {
	if w := l.width; w == 2 { // lengths: ids of documents mostly have no gaps
		if at := l.at + w*int(k>>32-l.key(l.at)>>32); at < len(l.block) && l.key(at) == k {
			l.at = at
			return
		}
	}
	low, step := l.at, l.width // the key at low is less
	for low+step < len(l.block) && l.key(low+step) < k {
		low += step
		step *= 2
	}
	high := min(low+step, len(l.block)-l.width)
	for high-low > l.width {
		mid := low + (high-low)/l.width/2*l.width
		if l.key(mid) < k {
			low = mid
		} else {
			high = mid
		}
	}
	l.at = high
}

// further reads on, or leaps.
func (l *list) further(k int64) int64 {
	if !l.more() {
		return end
	}
	if l.key(len(l.block)-l.width) < k && !l.leap(k) {
		return end
	}
	if l.key(0) < k {
		l.within(k)
	}
	return l.key(l.at)
}

// leap reads the block that begins with the first record whose key is at least k.
func (l *list) leap(k int64) bool {
	from := l.next
	l.next += int64(sort.Search(int(l.to-from), func(i int) bool {
		var record [3]int32
		if l.err == nil {
			l.err = l.file.Places.Read(record[:l.width], from+int64(i))
		}
		is := int64(record[l.width-2]) << 32
		if l.deep {
			is |= int64(record[l.width-1])
		}
		return l.err != nil || is >= k
	}))
	l.size = firstBlock
	return l.more()
}

// more reads the next block.
func (l *list) more() bool {
	l.block, l.at = l.block[:0], 0
	n := min(l.size, l.to-l.next, int64(len(l.buf)/l.width))
	if l.err != nil || n <= 0 {
		return false
	}
	l.block = l.buf[:n*int64(l.width)]
	if l.err = l.file.Places.Read(l.block, l.next); l.err == nil {
		l.err = l.check()
	}
	l.next += n
	l.read += n
	l.size = min(2*l.size, mostBlock)
	if l.err != nil {
		l.block = l.block[:0]
	}
	return l.err == nil
}

// check checks the block.
func (l *list) check() error {
	for at := 0; at < len(l.block); at += l.width {
		k := l.key(at)
		if k>>32 == noDoc {
			return l.place(at, fmt.Errorf("document %d: ids of documents are at most %d", k>>32, noDoc-1))
		}
		if k <= l.last || l.term != none && l.block[at] != l.term {
			return l.wrong(at, k)
		}
		if !l.deep && l.block[at+l.width-1] < 0 || l.term != none && !l.deep && l.block[at+l.width-1] == 0 {
			return l.place(at, fmt.Errorf("a count must be at least 1, this is %d", l.block[at+l.width-1]))
		}
		l.last = k
	}
	return nil
}

func (l *list) wrong(at int, k int64) error {
	if k == l.last {
		return l.place(at, fmt.Errorf("equal to the record before it, but each must be there once"))
	}
	return l.file.Unsorted(l.next + int64(at/l.width))
}

func (l *list) place(at int, err error) error {
	return l.file.Places.Fail(&tuple.PlaceError{Record: l.next + int64(at/l.width) + 1, Err: err})
}
