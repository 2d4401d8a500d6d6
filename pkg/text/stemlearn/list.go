// Package stemlearn learns the stems of words from a list of all words of a corpus. It uses the methods of package stem that know
// no language: successor variety, and the pairs of letters that words have in common.
//
// The list and what is made of it lie in memory, outside of the heap of Go. A list that does not fit is refused, and the error
// says how much memory is enough.
//
//	list.go     the list of words
//	variety.go  stems by successor variety
//	alike.go    pairs of words that are alike
//	classes.go  stems for classes of words that are alike
package stemlearn

import (
	"fmt"
	"unicode/utf8"

	"webmill/pkg/arena"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/words"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// List is the words of a corpus. Add them, then use it.
type List struct {
	*stem.Words
	room    work.Room
	bytes   int64 // of the words
	added   int64
	byPairs bool  // digrams are counted, for the memory of their index
	digrams int64 // of all words
	letters letters
	pairs   []stem.Digram // of a word
	memory  [][]uint64
}

// letters are different letters.
type letters struct {
	seen  [(utf8.MaxRune + 64) / 64]uint64
	count int64
}

func (s *letters) add(word []byte) {
	for _, r := range string(word) {
		if bit := uint64(1) << (r % 64); s.seen[r/64]&bit == 0 {
			s.seen[r/64] |= bit
			s.count++
		}
	}
}

// New makes an empty list for Variety.
func New(room work.Room) (*List, error) { return newList(room, false) }

// NewByDigrams makes an empty list for Alike and Classes: Fits also says whether there is memory for these.
func NewByDigrams(room work.Room) (*List, error) { return newList(room, true) }

func newList(room work.Room, byPairs bool) (*List, error) {
	l := &List{room: room, byPairs: byPairs}
	text, err := l.reserve(min(l.most(), 1<<32))
	if err != nil {
		return nil, err
	}
	ends, err := l.reserve(l.most())
	if err != nil {
		return nil, err
	}
	l.Words = stem.NewWords(arena.Bytes(text), arena.View[uint32](ends))
	return l, nil
}

// most is what all data may take.
func (l *List) most() int64 { return work.Data(work.Bounded(l.room.Memory)) }

const endBytes = 4 // for where a word ends

// reserve reserves memory, which costs nothing until it is used. Close frees it.
func (l *List) reserve(bytes int64) ([]uint64, error) {
	memory, err := arena.Words(int((max(0, bytes) + 7) / 8))
	l.memory = append(l.memory, memory)
	return memory, err
}

// Close frees the memory.
func (l *List) Close() {
	for _, memory := range l.memory {
		arena.Free(memory)
	}
}

// Add adds a word, which must come after all earlier ones in the order of bytes. Words that do not fit in memory are counted,
// for the error of Fits.
func (l *List) Add(word []byte) error {
	if len(word) > words.Max {
		return fmt.Errorf("%.64q is longer than the %d bytes of a word", word, words.Max)
	}
	l.bytes += int64(len(word))
	l.added++
	if l.byPairs {
		l.pairs = stem.AppendDigrams(l.pairs[:0], word)
		l.digrams += int64(len(l.pairs))
		l.letters.add(word)
	}
	if l.takes() > l.most() || l.bytes >= 1<<32 {
		return nil
	}
	return l.Words.Add(word)
}

// takes is the memory of the list.
func (l *List) takes() int64 { return l.bytes + endBytes*l.added }

// needs is an error if there is no memory for the list and some bytes besides.
func (l *List) needs(more int64) error {
	need := l.takes() + more
	if need <= l.most() {
		return nil
	}
	return &work.MemoryError{Least: work.MemoryFor(need), For: tuple.Counted(l.added, "word")}
}

// Fits is the error of a list that did not fit.
func (l *List) Fits() error {
	if l.bytes >= 1<<32 {
		return fmt.Errorf("has 4 GiB of words or more")
	}
	if !l.byPairs || l.needs(l.index(min(l.digrams, usualDifferent))) == nil {
		return l.needs(0) // if there are more different ones, the index says so
	}
	return l.needs(l.index(min(l.digrams, l.letters.count*l.letters.count)))
}

// usualDifferent is more than the digrams of nearly all lists.
const usualDifferent = 1 << 16

// index is the memory of an index of the digrams and of the classes, if that many of them are different.
func (l *List) index(different int64) int64 { return indexBytes(l.digrams, l.added, different) }
