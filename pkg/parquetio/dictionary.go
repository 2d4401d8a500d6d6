package parquetio

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/rle"
)

// dictionary is a dictionary of Parquet, not one of ids: it holds the distinct strings of a column of text in one group of
// rows, in the order in which they first occur, if they are few. Then the pages of the column hold their numbers: a
// page is smaller, and a reader that groups by the column compares numbers.
type dictionary struct {
	entries Strings
	slots   []int32 // a hash table of 2^n: the number of an entry, from 1, or 0
	bytes   int     // that the entries may have
}

// What the dictionaries of all columns together may hold.
const (
	dictionaryEntries = 32 << 10
	dictionaryBytes   = 512 << 10
)

// A column gets no dictionary if more than half of its first rows differ. So a column of URLs costs little time.
const dictionaryTrial = 4 << 10

var dictionarySeed = maphash.MakeSeed() // the order of the entries does not depend on it

// newDictionaries makes one for each column that is stored as text.
func newDictionaries(cols []writtenColumn) []*dictionary {
	all, texts := make([]*dictionary, len(cols)), 0
	for _, c := range cols {
		if c.Text && c.As == AsText {
			texts++
		}
	}
	for i, c := range cols {
		if c.Text && c.As == AsText {
			slots := 1 << (bits.Len(uint(2*max(1, dictionaryEntries/texts))) - 1)
			all[i] = &dictionary{slots: make([]int32, slots), bytes: dictionaryBytes / texts}
		}
	}
	return all
}

// learn fills the dictionary from the pages of a column in a group, and reports whether it helps. s is memory for the strings
// of a page.
func (d *dictionary) learn(pages []page, g *group, s *Strings) (helps bool, err error) {
	d.entries.Reset()
	clear(d.slots)
	for i := range pages {
		c := pages[i].col
		if err := g.texts[c.start].strings(&pages[i], s); err != nil || !d.add(s, pages[i].from, c.Null) {
			return false, err
		}
	}
	return d.entries.Len() > 0 && 4*d.entries.Len() <= g.rows, nil
}

// add takes the strings of a page that begins at a row, and reports whether the dictionary may still help. Where null is true, an
// empty string is NULL.
func (d *dictionary) add(s *Strings, row int, null bool) bool {
	var before []byte
	for i := range s.Len() {
		b := s.At(i)
		if row+i == dictionaryTrial && 2*d.entries.Len() > row+i {
			return false
		}
		if i > 0 && bytes.Equal(b, before) || null && len(b) == 0 {
			continue
		}
		before = b
		if slot := d.slot(b); *slot == 0 {
			if 2*d.entries.Len() == len(d.slots) || len(d.entries.Bytes)+len(b) > d.bytes {
				return false
			}
			d.entries.Append(b)
			*slot = int32(d.entries.Len())
		}
	}
	return true
}

// slot is where the number of a string is, or where it must go.
func (d *dictionary) slot(b []byte) *int32 {
	for at := maphash.Bytes(dictionarySeed, b); ; at++ {
		slot := &d.slots[at&uint64(len(d.slots)-1)]
		if *slot == 0 || bytes.Equal(d.entries.At(int(*slot)-1), b) {
			return slot
		}
	}
}

// entries makes e.plain of a dictionary.
func (e *pageEncoder) entries(p *page, s *Strings) {
	e.plain = e.plain[:0]
	p.leastText, p.mostText = s.At(0), s.At(0)
	for i := range s.Len() {
		b := s.At(i)
		e.plain = append(binary.LittleEndian.AppendUint32(e.plain, uint32(len(b))), b...)
		if bytes.Compare(b, p.mostText) > 0 {
			p.mostText = b
		} else if bytes.Compare(b, p.leastText) < 0 {
			p.leastText = b
		}
	}
}

// places makes e.plain of the numbers, from 0, that strings have in the dictionary of their column.
func (e *pageEncoder) places(p *page) (err error) {
	d, s := p.col.dictionary, &e.strings
	e.values = grow(e.values, p.to-p.from)[:0]
	var before []byte
	place := int32(-1)
	for i := range s.Len() {
		b := s.At(i)
		if p.col.Null && !e.levels.add(len(b) > 0) {
			continue
		}
		if place < 0 || !bytes.Equal(b, before) {
			place, before = *d.slot(b)-1, b
		}
		e.values = append(e.values, place)
	}
	width := max(1, bits.Len(uint(d.entries.Len()-1)))
	e.part, err = (&rle.Encoding{BitWidth: width}).EncodeInt32(e.part[:0], e.values)
	e.plain = append(append(e.plain[:0], byte(width)), e.part...)
	return err
}
