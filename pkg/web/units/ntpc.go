package units

import (
	"bytes"
	"hash/maphash"
)

// NTPC compares units to pages by words (node to page comparison): a unit is as relevant as its words are missing on the
// sister pages. For words w of a unit, each as often as it occurs, and df(w) the number of the sister pages that have it,
//
//	relevance = 1 - sum of df(w) / (words * sister pages)
//
// A word is what stands between blanks. Only whole words are compared, and upper and lower case differ. The printed pseudo
// code leaves out the 1 - and multiplies by the number of the sister pages; the printed formula, which counts, is this one.
type NTPC struct {
	Options
	process
	words Vocabulary
	df    []int32 // by distinct word: the sister pages that have it
	last  []int32 // the last of these
	sums  []int64
}

// Begin implements Processor.
func (p *NTPC) Begin(main *Page) {
	p.begin(main)
	p.words.Fill(main)
	p.df, p.last = zeros(p.df, p.words.Len()), zeros(p.last, p.words.Len())
}

// Process implements Processor.
func (p *NTPC) Process(sister *Page) {
	p.sisters++
	for k := range sister.Words {
		word := sister.words(int32(k), int32(k)+1)
		if id := p.words.find(word); id >= 0 && p.last[id] != int32(p.sisters) {
			p.last[id] = int32(p.sisters)
			p.df[id]++
		}
	}
}

// Finish implements Processor.
func (p *NTPC) Finish() []float64 {
	return p.scoresBy(p.sisters, func(k int) int32 { return p.df[p.words.ids[k]] })
}

// Counted returns the relevances of a page by how many sister pages it has, and how many of them have each of its words, by
// its number in a Vocabulary. It takes the place of Begin, Process and Finish where others count the words.
func (p *NTPC) Counted(main *Page, v *Vocabulary, sisters int, df []int32) []float64 {
	p.begin(main)
	return p.scoresBy(sisters, func(k int) int32 { return df[v.ids[k]] })
}

func (p *NTPC) scoresBy(sisters int, df func(k int) int32) []float64 {
	p.sisters = sisters
	p.sums = append(p.sums[:0], 0)
	for k := range p.main.Words {
		p.sums = append(p.sums, p.sums[k]+int64(df(k)))
	}
	return p.finish(p.Options, func(i int) float64 {
		n := &p.main.Nodes[i]
		all := int64(n.To-n.From) * int64(sisters)
		return float64(all-(p.sums[n.To]-p.sums[n.From])) / float64(all)
	})
}

// Vocabulary numbers the different words of a page from 0, in the order in which they first occur.
type Vocabulary struct {
	page   *Page
	slots  []int32  // the number of a word, plus 1; 0: free
	first  []int32  // by number: the word that was numbered
	hashes []uint64 // by number
	ids    []int32  // the number of each word of the page
}

var seed = maphash.MakeSeed()

// Fill numbers the words of a page, which must not change while the numbers are used.
func (v *Vocabulary) Fill(p *Page) {
	size := 16
	for size < 2*len(p.Words) {
		size *= 2
	}
	v.page, v.first, v.hashes = p, v.first[:0], v.hashes[:0]
	v.slots, v.ids = zeros(v.slots, size), zeros(v.ids, len(p.Words))
	for k := range p.Words {
		word := p.words(int32(k), int32(k)+1)
		hash := maphash.Bytes(seed, word)
		slot := v.slot(hash, word)
		if v.slots[slot] == 0 {
			v.first, v.hashes = append(v.first, int32(k)), append(v.hashes, hash)
			v.slots[slot] = int32(len(v.first))
		}
		v.ids[k] = v.slots[slot] - 1
	}
}

// Len is how many different words there are.
func (v *Vocabulary) Len() int { return len(v.first) }

// ID is the number of word k of the page.
func (v *Vocabulary) ID(k int) int32 { return v.ids[k] }

// Word is the word with a number.
func (v *Vocabulary) Word(id int) []byte { return v.page.words(v.first[id], v.first[id]+1) }

// Hash is a hash of the word with a number, the same for all pages in one run of a program.
func (v *Vocabulary) Hash(id int) uint64 { return v.hashes[id] }

// Hashed is the number of the word with a hash, or -1 if the page has no such word.
func (v *Vocabulary) Hashed(hash uint64) int32 {
	mask := len(v.slots) - 1
	for at := int(hash) & mask; ; at = (at + 1) & mask {
		if id := v.slots[at] - 1; id < 0 || v.hashes[id] == hash {
			return id
		}
	}
}

// slot is where a word is, or a free slot for it.
func (v *Vocabulary) slot(hash uint64, word []byte) int {
	mask := len(v.slots) - 1
	for at := int(hash) & mask; ; at = (at + 1) & mask {
		if id := v.slots[at] - 1; id < 0 || v.hashes[id] == hash && bytes.Equal(word, v.Word(int(id))) {
			return at
		}
	}
}

// find is the number of a word, -1 if the page does not have it.
func (v *Vocabulary) find(word []byte) int32 {
	return v.slots[v.slot(maphash.Bytes(seed, word), word)] - 1
}

// zeros is a list of n zeros, in the memory of another if that is large enough.
func zeros(list []int32, n int) []int32 {
	if cap(list) < n || cap(list) > 4*n+keep {
		return make([]int32, n)
	}
	list = list[:n]
	clear(list)
	return list
}
