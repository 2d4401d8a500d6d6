package units

import (
	"bytes"
	"hash/maphash"
)

// NTPC compares units to pages by words (node to page comparison): a unit is as relevant as its words are missing on the sister
// pages. For words w of a unit, each as often as it occurs, and df(w) the number of the sister pages that have it,
//
//	relevance = 1 - sum of df(w) / (words * sister pages)
//
// A word is what stands between blanks. Only whole words are compared, and upper and lower case differ. The printed pseudo code
// leaves out the 1 - and multiplies by the number of the sister pages; the printed formula, which counts, is this one.
type NTPC struct {
	Options
	process
	words wordTable
	df    []int32 // by distinct word: the sister pages that have it
	last  []int32 // the last of these
	sums  []int64
}

// Begin implements Processor.
func (p *NTPC) Begin(main *Page) {
	p.begin(main)
	p.words.fill(main)
	p.df, p.last = zeros(p.df, p.words.distinct), zeros(p.last, p.words.distinct)
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
	return p.Scores(p.sisters, func(k int) int32 { return p.df[p.words.ids[k]] })
}

// Scores are the relevances by the number of sister pages, and by how many of them have word k of the page.
func (p *NTPC) Scores(sisters int, df func(k int) int32) []float64 {
	p.sisters = sisters
	p.sums = append(p.sums[:0], 0)
	for k := range p.main.Words {
		p.sums = append(p.sums, p.sums[k]+int64(df(k)))
	}
	return p.finish(p.Options, func(i int) float64 {
		n := &p.main.Nodes[i]
		return 1 - float64(p.sums[n.To]-p.sums[n.From])/(float64(n.To-n.From)*float64(sisters))
	})
}

// BeginCounted is Begin for a page of whose words others know on how many sister pages they are: Scores is next.
func (p *NTPC) BeginCounted(main *Page) { p.begin(main) }

// wordTable numbers the different words of a page.
type wordTable struct {
	page     *Page
	slots    []int32 // the word with which a number begins, plus 1; 0: free
	ids      []int32 // the number of each word of the page
	distinct int
}

var seed = maphash.MakeSeed()

func (t *wordTable) fill(p *Page) {
	size := 16
	for size < 2*len(p.Words) {
		size *= 2
	}
	t.page, t.distinct = p, 0
	t.slots, t.ids = zeros(t.slots, size), zeros(t.ids, len(p.Words))
	for k := range p.Words {
		slot := t.slot(p.words(int32(k), int32(k)+1))
		if t.slots[slot] == 0 {
			t.slots[slot] = int32(k) + 1
			t.ids[k] = int32(t.distinct)
			t.distinct++
		} else {
			t.ids[k] = t.ids[t.slots[slot]-1]
		}
	}
}

// slot is where a word is, or a free slot for it.
func (t *wordTable) slot(word []byte) int {
	mask := len(t.slots) - 1
	for at := int(maphash.Bytes(seed, word)) & mask; ; at = (at + 1) & mask {
		k := t.slots[at] - 1
		if k < 0 || bytes.Equal(word, t.page.words(k, k+1)) {
			return at
		}
	}
}

// find is the number of a word, -1 if the page does not have it.
func (t *wordTable) find(word []byte) int32 {
	if k := t.slots[t.slot(word)]; k > 0 {
		return t.ids[k-1]
	}
	return -1
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
