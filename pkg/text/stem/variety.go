package stem

import (
	"bytes"
	"cmp"
	"errors"
	"unicode/utf8"
)

// Successor variety (M. A. Hafer and S. F. Weiss, "Word segmentation by letter successor varieties", Information Storage and
// Retrieval 10, 1974): how many different letters can come next, in the words of a corpus, after a beginning of a word? Within a
// segment of the word the number falls; where a segment ends it rises. In a corpus with read, reads, reading and red,
//
//	r 1 (e)   re 2 (a, d)   rea 1 (d)   read 2 (i, s)   reada 0 ...
//
// and readable ends its first segment after read. It takes some two thousand words for such figures to mean anything.
//
// The words are kept sorted, so that those with one beginning are neighbours. A letter more narrows this range, and the
// letters that come next are counted by leaping from one to the next in the range: no trie is needed.

// Words are the words of a corpus, each once, in the order of their bytes; less than 4 GiB.
type Words struct {
	text []byte   // one after the other
	ends []uint32 // where each ends in text
}

// NewWords makes an empty list in the given memory. If that has no more room, the list grows elsewhere.
func NewWords(text []byte, ends []uint32) *Words { return &Words{text[:0], ends[:0]} }

// Add appends a word. The words come in order: sorted, each once.
func (c *Words) Add(word []byte) error {
	if n := c.Len(); n > 0 && bytes.Compare(c.At(n-1), word) >= 0 {
		return errors.New("the words are not sorted, or one comes twice")
	}
	c.text = append(c.text, word...)
	c.ends = append(c.ends, uint32(len(c.text)))
	return nil
}

// Len is how many words there are.
func (c *Words) Len() int { return len(c.ends) }

// At is word i. It is not to be changed.
func (c *Words) At(i int) []byte {
	if i == 0 {
		return c.text[:c.ends[0]]
	}
	return c.text[c.ends[i-1]:c.ends[i]]
}

// A Prefix is a beginning of a word, of one or more letters, and what the corpus knows of it.
type Prefix struct {
	End     int  // its length in bytes
	Words   int  // how many words of the corpus begin with it
	Letters int  // how many different letters come next in them
	Whole   bool // it is itself a word of the corpus
	first   int  // the first of these words
}

// Variety is the successor variety. The end of a word counts as one more letter that can come next; or, unless always is set,
// only where no other letter can. The published examples count in this way: in the corpus above read has 2, not 3.
func (p Prefix) Variety(always bool) int {
	if p.Whole && (always || p.Letters == 0) {
		return p.Letters + 1
	}
	return p.Letters
}

// AppendPrefixes appends the beginnings of the word to dst, from its first letter to the whole word. If dst has the first of
// them already, it goes on after the last one there: words that are neighbours share most of them.
func (c *Words) AppendPrefixes(dst []Prefix, word []byte) []Prefix {
	lo, hi, end := 0, c.Len(), 0
	if n := len(dst); n > 0 {
		last := dst[n-1]
		lo, hi, end = last.first, last.first+last.Words, last.End
	}
	for end < len(word) {
		n := letterLen(word, end)
		lo, hi = c.narrow(lo, hi, end, word[end:end+n])
		end += n
		p := Prefix{End: end, first: lo, Words: hi - lo, Whole: lo < hi && len(c.At(lo)) == end}
		i := lo
		if p.Whole {
			i++
		}
		for ; i < hi; i = c.leap(i, hi, end) {
			p.Letters++
		}
		dst = append(dst, p)
	}
	return dst
}

func letterLen(w []byte, i int) int {
	_, n := utf8.DecodeRune(w[i:])
	return n
}

// narrow is the range of those words from lo to hi that have the letter at place at. Before it all are equal.
func (c *Words) narrow(lo, hi, at int, letter []byte) (int, int) {
	lo = search(lo, hi, func(i int) bool { return bytes.Compare(c.At(i)[at:], letter) >= 0 })
	return lo, search(lo, hi, func(i int) bool { return !bytes.HasPrefix(c.At(i)[at:], letter) })
}

// leap is the first word after i, before hi, that has another letter than word i at place at.
func (c *Words) leap(i, hi, at int) int {
	w := c.At(i)
	letter := w[at : at+letterLen(w, at)]
	return search(i+1, hi, func(j int) bool { return !bytes.HasPrefix(c.At(j)[at:], letter) })
}

// search is the first number from lo on, or hi, for which after is true. It looks near lo first, since most ranges are short.
func search(lo, hi int, after func(int) bool) int {
	for leap := 1; lo < hi; leap *= 2 {
		i := min(lo+leap, hi) - 1
		if after(i) {
			hi = i
			break
		}
		lo = i + 1
	}
	for lo < hi {
		if i := int(uint(lo+hi) / 2); after(i) {
			hi = i
		} else {
			lo = i + 1
		}
	}
	return lo
}

// Segmentation says where a segment of a word ends: after each beginning that one of its methods chooses. The last
// segment ends with the word. Complete and Peak together are said to do best.
type Segmentation struct {
	Cutoff   int  // where the variety is at least this; 0: this method is not used
	Complete bool // after a word of the corpus
	Peak     bool // peak and plateau: where the variety is greater than one letter before and one letter after
	Always   bool // the end of a word always counts as a letter: see Prefix.Variety
	Printed  bool // Stem uses the rule of Nitsche 2003 as it is printed
	Few      int  // the number of words up to which a first segment is a stem; 0: Few
}

// cut reports whether a segment ends after prefix i of a word.
func (s *Segmentation) cut(p []Prefix, i int) bool {
	v := p[i].Variety(s.Always)
	return i == len(p)-1 ||
		s.Cutoff > 0 && v >= s.Cutoff ||
		s.Complete && p[i].Whole ||
		s.Peak && i > 0 && v > p[i-1].Variety(s.Always) && v > p[i+1].Variety(s.Always)
}

// next is the prefix with which the segment ends that begins after prefix i; the first segment begins after -1.
func (s *Segmentation) next(p []Prefix, i int) int {
	for i++; !s.cut(p, i); i++ {
	}
	return i
}

// Few is the usual number of words up to which a first segment is a stem, in corpora of some two thousand words.
const Few = 12

// Stem is the part of the word that stands for it: its first segment if at most Few words of the corpus begin with it,
// else its second, since a beginning that more words have is a prefix like un-. Nitsche 2003 has it the other way
// round, at least 12 words; Printed is that rule. A word that is one segment is its own stem. p has all prefixes of the
// word.
func (s *Segmentation) Stem(word []byte, p []Prefix) []byte {
	if len(p) == 0 {
		return word
	}
	first := s.next(p, -1)
	few := cmp.Or(s.Few, Few)
	stem := p[first].Words <= few
	if s.Printed {
		stem = p[first].Words >= few
	}
	if stem || first == len(p)-1 {
		return word[:p[first].End]
	}
	return word[p[first].End:p[s.next(p, first)].End]
}
