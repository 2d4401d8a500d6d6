package crf

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

// The classes of a word are a number of 32 bits:
//
//	bits 0-1    how frequent it is as a first name in the United States, 0 to 3
//	bits 2-3    as a first name in Berlin
//	bits 4-5    as a surname in the United States
//	bit 6       it is in the list of German surnames
//	bits 8-9    how often it is in lower case, of its occurrences inside of sentences
//	bits 10-11  how often it follows an article
//	bits 12-13  whether it is a proper name (1), a noun (3) or both (2)
//	bits 14-15  how often it was seen in the training text
//	bits 16-23  how often it is the first part of a person, another part of a person, a place, an organisation
//	bits 24-31  its closed class: see closed.tsv
const (
	lowerAt, articleAt, nounAt, seenAt        = 8, 10, 12, 14
	firstAt, partAt, placeAt, orgAt, closedAt = 16, 18, 20, 22, 24
)

// What the digits of a word say in the files of words, in their order, and which bits they are.
var (
	listDigits = []int{0, 2, 4, 6}
	seenDigits = []int{lowerAt, articleAt, nounAt, seenAt, firstAt, partAt, placeAt, orgAt}
)

// How the classes of a word were found.
const (
	noteGenitive uint8 = 1 << iota // without the s at its end
	noteHyphen                     // its last part's
	noteUnknown                    // not at all
)

//go:embed closed.tsv
var closedText string

// closed are the words of closed classes; stops are those that keep their full stop. Both are by hash.
var closed, stops = func() (map[uint64]uint32, map[uint64]bool) {
	classes, stops := map[uint64]uint32{}, map[uint64]bool{}
	n := uint32(0)
	for line := range strings.Lines(closedText) {
		_, words, _ := strings.Cut(strings.TrimSpace(line), "\t")
		n++
		for word := range strings.FieldsSeq(words) {
			h := hashOf(word)
			if classes[h] == 0 {
				classes[h] = n << closedAt
			}
			if strings.HasSuffix(word, ".") {
				stops[h] = true
			}
		}
	}
	return classes, stops
}()

// Dictionary has the classes of words. It is open addressing by hash; a word that collides in all 64 bits is taken for the other.
type Dictionary struct {
	entries []entry
	words   int
}

type entry struct {
	hash  uint64 // 0: the place is free
	class uint32
}

// newDictionary makes a dictionary of the closed classes, with room for more words.
func newDictionary(words int) *Dictionary {
	size := 1 << 10
	for size < 2*(words+len(closed)+1) {
		size *= 2
	}
	d := &Dictionary{entries: make([]entry, size)}
	for h, class := range closed {
		d.add(h, class)
	}
	return d
}

// Add adds classes to a word.
func (d *Dictionary) Add(word string, class uint32) { d.add(hashOf(word), class) }

func (d *Dictionary) add(h uint64, class uint32) {
	if 3*(d.words+1) > 2*len(d.entries) {
		d.grow()
	}
	i := d.place(h)
	if d.entries[i].hash == 0 {
		d.entries[i].hash = h
		d.words++
	}
	d.entries[i].class |= class
}

func (d *Dictionary) grow() {
	old := *d
	*d = Dictionary{entries: make([]entry, 2*len(old.entries))}
	for _, e := range old.entries {
		if e.hash != 0 {
			d.add(e.hash, e.class)
		}
	}
}

// place is where a hash is, or would be.
func (d *Dictionary) place(h uint64) int {
	mask := len(d.entries) - 1
	i := int(h>>20) & mask
	for d.entries[i].hash != h && d.entries[i].hash != 0 {
		i = (i + 1) & mask
	}
	return i
}

func (d *Dictionary) find(h uint64) uint32 { return d.entries[d.place(h)].class }

func (d *Dictionary) abbreviates(h uint64) bool { return stops[h] }

// classify finds the classes of a token. A word that is not in the dictionary has the classes of its last part, or else of the
// word without an s at its end.
func (d *Dictionary) classify(w *token, text []byte) {
	if w.class = d.find(w.hash); w.class != 0 || w.shape > mixed {
		return
	}
	w.note = noteUnknown
	word := text[w.from:w.to]
	if w.last > 0 {
		w.note |= noteHyphen
		w.class = d.find(hashOf(word[w.last:])) &^ (0xff<<closedAt | 3<<seenAt)
	} else if n := len(word) - 1; n > 3 && word[n]|0x20 == 's' {
		if c := d.find(hashOf(word[:n])); c != 0 {
			w.note = noteGenitive
			w.class = c &^ (0xff << closedAt)
		}
	}
}

// readWords adds the words of a file to a dictionary: lines of a word, TAB, and a digit for each kind of class. The first line is
// a comment.
func (d *Dictionary) readWords(file []byte, at []int) error {
	n := 0
	for line := range bytes.Lines(file) {
		if n++; n == 1 {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		end := len(line) - len(at) - 1
		if end < 0 || bytes.IndexByte(line, '\t') != end {
			return fmt.Errorf("line %d: not a word and %d digits", n, len(at))
		}
		class := uint32(0)
		for i, level := range line[end+1:] {
			if level < '0' || level > '3' {
				return fmt.Errorf("line %d: a level is 0 to 3", n)
			}
			class |= uint32(level-'0') << at[i]
		}
		d.add(hashOf(line[:end]), class)
	}
	return nil
}
