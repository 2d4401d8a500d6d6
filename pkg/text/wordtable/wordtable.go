// Package wordtable holds a value for each of many words, outside of the heap. A word takes its text, that of its value, and 8 to
// 16 bytes.
package wordtable

import (
	"bytes"
	"hash/maphash"

	"webmill/pkg/arena"
)

// A Table has words and their values, each word once. Words and values have no TAB and no newline.
type Table struct {
	text  []byte
	slots []uint32 // where the line of a word begins in text, plus 1; by the hash of the word; 0: none
	seed  maphash.Seed
	words []uint64 // the memory of slots
}

// New makes a Table of some lines, each a word, a TAB and its value. The text is less than 4 GiB. same is called for the value
// of a word that comes again, with the one that the table keeps, which it may write over; its error ends New.
func New(text []byte, lines int, same func(word, kept, value []byte) error) (*Table, error) {
	n := 2
	for n < 2*lines {
		n *= 2
	}
	memory, err := arena.Words(n / 2)
	if err != nil {
		return nil, err
	}
	t := &Table{text: text, words: memory, slots: arena.View[uint32](memory), seed: maphash.MakeSeed()}
	for at := 0; at < len(text); {
		word, value := t.line(at)
		slot := t.find(word)
		switch {
		case t.slots[slot] == 0:
			t.slots[slot] = uint32(at) + 1
		case same != nil:
			_, kept := t.line(int(t.slots[slot]) - 1)
			if err := same(word, kept, value); err != nil {
				t.Close()
				return nil, err
			}
		}
		at += len(word) + len(value) + 2
	}
	return t, nil
}

// Bytes is the memory of a Table.
func Bytes(text, lines int64) int64 { return text + 16*max(1, lines) }

// Close frees what New reserved.
func (t *Table) Close() { arena.Free(t.words) }

// line is the line that begins at a place.
func (t *Table) line(at int) (word, value []byte) {
	rest := t.text[at:]
	word = rest[:bytes.IndexByte(rest, '\t')]
	rest = rest[len(word)+1:]
	return word, rest[:bytes.IndexByte(rest, '\n')]
}

// find is the slot of a word, or the empty one where it would be.
func (t *Table) find(word []byte) int {
	for i := int(maphash.Bytes(t.seed, word)); ; i++ {
		i &= len(t.slots) - 1
		if t.slots[i] == 0 {
			return i
		}
		if w, _ := t.line(int(t.slots[i]) - 1); bytes.Equal(w, word) {
			return i
		}
	}
}

// Of is the value of a word; nil if the table does not have the word.
func (t *Table) Of(word []byte) []byte {
	at := t.slots[t.find(word)]
	if at == 0 {
		return nil
	}
	_, value := t.line(int(at) - 1)
	return value
}

// Each calls do for each line, in order: also for those of words that came again.
func (t *Table) Each(do func(word, value []byte)) {
	for at := 0; at < len(t.text); {
		word, value := t.line(at)
		do(word, value)
		at += len(word) + len(value) + 2
	}
}
