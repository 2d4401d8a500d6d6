package stem

import (
	"bytes"
	"fmt"
	"hash/maphash"

	"webmill/pkg/arena"
)

// A Table has the stems of words, each word once. It lies outside of the heap: its text, and 8 to 16 bytes for each word.
type Table struct {
	text  []byte
	slots []uint32 // where the line of a word begins in text, plus 1; by the hash of the word; 0: none
	seed  maphash.Seed
	words []uint64 // the memory of slots
}

// NewTable makes a Table of so many lines, each a word, a TAB and its stem. The text is less than 4 GiB.
func NewTable(text []byte, lines int) (*Table, error) {
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
		word, stem := t.line(at)
		if slot := t.find(word); t.slots[slot] == 0 {
			t.slots[slot] = uint32(at) + 1
		} else if _, was := t.line(int(t.slots[slot]) - 1); !bytes.Equal(was, stem) {
			t.Close()
			return nil, fmt.Errorf("%.64q has two stems: %.64q and %.64q", word, was, stem)
		}
		at += len(word) + len(stem) + 2
	}
	return t, nil
}

// TableBytes is the memory of a Table.
func TableBytes(text, lines int64) int64 { return text + 16*max(1, lines) }

// Close frees what NewTable reserved.
func (t *Table) Close() { arena.Free(t.words) }

// line is the line that begins at a place.
func (t *Table) line(at int) (word, stem []byte) {
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

// Of is the stem of a word; nil if the table does not have the word.
func (t *Table) Of(word []byte) []byte {
	at := t.slots[t.find(word)]
	if at == 0 {
		return nil
	}
	_, stem := t.line(int(at) - 1)
	return stem
}

// Each calls do for each word and its stem.
func (t *Table) Each(do func(word, stem []byte)) {
	for at := 0; at < len(t.text); {
		word, stem := t.line(at)
		do(word, stem)
		at += len(word) + len(stem) + 2
	}
}

// Over is a Stemmer that gives a word its stem in the table or, if the table does not have the word, that of another Stemmer.
// Unlike the Stemmers by rules, it may make a word longer.
func (t *Table) Over(other Stemmer) Stemmer {
	return func(word []byte) []byte {
		if stem := t.Of(word); stem != nil {
			return append(word[:0], stem...)
		}
		return other(word)
	}
}
