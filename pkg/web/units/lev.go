package units

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
	"unicode/utf8"

	"webmill/pkg/near"
	"webmill/pkg/web/outline"
)

// Lev compares units to units by their edit distance in characters, lev: a unit is as relevant as the nearest unit of each
// sister page is far, in the mean over the sister pages,
//
//	relevance = mean over sister pages of the least lev(unit, theirs) / max(length of the unit, length of theirs)
//
// where a sister page without units counts 1. The thesis prints 1 minus that, which is recurrence: it would keep what all
// pages have. Its pseudo code resets the sum for each sister page.
//
// All distances that count are exact. Found without one are equal texts, by a hash; units whose lengths or letters differ too
// much are passed over; units of nearly the same length come first, and the distance to others is computed no farther than
// the least one so far.
//
// Passes: one over each page. Time: in the worst case the product of the lengths of all units of two pages, which Limit
// bounds.
type Lev struct {
	Options
	Limit int64 // steps for one page, each of some nanoseconds; 0: any number

	process
	mine, theirs shape
	sums         []float64 // by text of mine
	edits        near.Edits
	steps        int64
	exceeded     bool
}

// Begin implements Processor.
func (p *Lev) Begin(main *Page) {
	p.prepare(main, anyTag)
	p.sums = append(p.sums[:0], make([]float64, len(p.mine.texts))...)
}

// anyTag has all tags, and TextNode.
const anyTag = ^outline.Tags(0)

// prepare begins a page. Only its units of some tags are compared.
func (p *Lev) prepare(main *Page, tags outline.Tags) {
	p.begin(main)
	p.edits.Steps, p.steps, p.exceeded = 0, 0, false
	p.mine.alphabet = &alphabet{more: map[rune]int32{}}
	p.mine.fill(main, &p.Options, tags, true)
	p.edits.Symbols(int(p.mine.alphabet.last) + 1)
}

// Exceeded reports whether the page took more than Limit steps. Then it is relevant as a whole.
func (p *Lev) Exceeded() bool { return p.exceeded }

// Process implements Processor.
func (p *Lev) Process(sister *Page) {
	p.sisters++
	if p.exceeded {
		return
	}
	p.theirs.alphabet = p.mine.alphabet
	p.theirs.fill(sister, &p.Options, anyTag, false)
	for i := range p.mine.texts {
		p.sums[i] += p.least(i, 1)
		if p.exceeded {
			return
		}
	}
}

// Finish implements Processor.
func (p *Lev) Finish() []float64 {
	if p.exceeded {
		p.sisters = 0
	}
	return p.finish(p.Options, func(i int) float64 {
		mean := p.sums[p.mine.of[i]] / float64(p.sisters)
		if p.Printed {
			return 1 - mean
		}
		return mean
	})
}

// least is the least distance of a text to those of the sister page, divided by the length of the longer one, if that is below
// most; else most.
func (p *Lev) least(i int, most float64) float64 {
	e := &p.mine.texts[i]
	if p.theirs.has(&p.mine, e) {
		return 0
	}
	least := most
	list := p.theirs.ofTag(e.tag)
	up, _ := slices.BinarySearchFunc(list, e.length(), func(t text, n int) int { return cmp.Compare(t.length(), n) })
	for down := up - 1; ; {
		shorter, longer := 1.0, 1.0
		if down >= 0 {
			shorter = float64(e.length()-list[down].length()) / float64(e.length())
		}
		if up < len(list) {
			longer = float64(list[up].length()-e.length()) / float64(list[up].length())
		}
		if min(shorter, longer) >= least {
			return least
		}
		var t *text
		if shorter <= longer {
			t = &list[down]
			down--
		} else {
			t = &list[up]
			up++
		}
		least = min(least, p.nearer(e, t, least))
		if p.steps += visitSteps; p.Limit > 0 && p.steps+p.edits.Steps > p.Limit {
			p.exceeded = true
			return least
		}
	}
}

const visitSteps = 16 // what a text costs besides its distance

// nearer is the distance of two texts, divided by the length of the longer one, if that is below least; else it may be more.
func (p *Lev) nearer(e, t *text, least float64) float64 {
	longest := max(e.length(), t.length())
	most := int(least * float64(longest)) // the largest distance that is nearer
	for most >= 0 && float64(most)/float64(longest) >= least {
		most--
	}
	if most < 0 || p.mine.bags != nil && p.theirs.bags != nil && apart(&p.mine.bags[e.bag], &p.theirs.bags[t.bag]) > most {
		return 1
	}
	d := p.edits.Distance(p.mine.symbols[e.from:e.to], p.theirs.symbols[t.from:t.to], most)
	return float64(d) / float64(longest)
}

// shape is a page as texts that differ.
type shape struct {
	page     *Page
	alphabet *alphabet
	symbols  []int32 // the characters of the text
	starts   []int32 // by word: its first symbol
	texts    []text  // of units, each once; by tag and length
	of       []int32 // by node: its text
	bags     []bag   // by text; nil if there are too many
	tags     [outline.All + 1]int32
	hashes   map[uint64]int32 // a text of this hash and tag
}

// text is what one unit or several have. tag is that of the units, or TextNode for all if tags do not matter.
type text struct {
	from, to int32 // symbols
	node     int32 // the first unit
	bag      int32
	next     int32 // the text before with the same hash; -1
	tag      outline.Tag
}

func (t *text) length() int { return int(t.to - t.from) }

func (s *shape) ofTag(t outline.Tag) []text { return s.texts[s.tags[t]:s.tags[t+1]] }

// fill makes the shape of a page from its units of some tags. It adds new characters to the alphabet if learn is true; otherwise
// all unknown characters count as one.
func (s *shape) fill(p *Page, opt *Options, tags outline.Tags, learn bool) {
	s.page = p
	s.symbols = slices.Grow(s.symbols[:0], len(p.Text)) // at once: the lists that growing leaves behind are as long as the last
	s.starts, s.texts = slices.Grow(s.starts[:0], len(p.Words)), s.texts[:0]
	if s.hashes == nil || len(s.hashes) > keep {
		s.hashes = map[uint64]int32{}
	}
	clear(s.hashes)
	for k := range p.Words {
		if k > 0 {
			s.symbols = append(s.symbols, s.alphabet.symbol(' ', learn))
		}
		s.starts = append(s.starts, int32(len(s.symbols)))
		for word := p.words(int32(k), int32(k)+1); len(word) > 0; {
			r, n := utf8.DecodeRune(word)
			s.symbols = append(s.symbols, s.alphabet.symbol(r, learn))
			word = word[n:]
		}
	}
	s.of = zeros(s.of, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Empty() || !tags.Has(n.Tag) || opt.Inherit && n.Tag == outline.TextNode {
			s.of[i] = -1
			continue
		}
		t := text{from: s.starts[n.From], to: s.symbolsTo(n.To), node: int32(i)}
		if opt.SameTag {
			t.tag = n.Tag
		}
		s.of[i] = s.add(t)
	}
	s.sort()
}

// symbolsTo is how many symbols there are before the blank before a word.
func (s *shape) symbolsTo(word int32) int32 {
	if int(word) == len(s.starts) {
		return int32(len(s.symbols))
	}
	return s.starts[word] - 1
}

// add returns the number of a text, which may be there already.
func (s *shape) add(t text) int32 {
	if up := s.page.Nodes[t.node].Parent; up >= 0 && s.of[up] >= 0 { // often a unit has one text node, or holds one unit
		if o := &s.texts[s.of[up]]; o.from == t.from && o.to == t.to && o.tag == t.tag {
			return s.of[up]
		}
	}
	hash := maphash.Bytes(seed, s.page.Unit(int(t.node))) + uint64(t.tag)
	first, ok := s.hashes[hash]
	if !ok {
		first = -1
	}
	for k := first; k >= 0; k = s.texts[k].next {
		if s.texts[k].tag == t.tag && bytes.Equal(s.page.Unit(int(s.texts[k].node)), s.page.Unit(int(t.node))) {
			return k
		}
	}
	t.next = first
	s.hashes[hash] = int32(len(s.texts))
	s.texts = append(s.texts, t)
	return int32(len(s.texts)) - 1
}

// sort puts the texts in the order of tags and lengths. Numbers of texts from before are renewed.
func (s *shape) sort() {
	for i := range s.texts {
		s.texts[i].bag = int32(i)
	}
	slices.SortFunc(s.texts, func(a, b text) int {
		return cmp.Or(cmp.Compare(a.tag, b.tag), cmp.Compare(a.length(), b.length()), cmp.Compare(a.bag, b.bag))
	})
	at := make([]int32, len(s.texts))
	for i := range s.texts {
		at[s.texts[i].bag] = int32(i)
	}
	for i, k := range s.of {
		if k >= 0 {
			s.of[i] = at[k]
		}
	}
	for hash, k := range s.hashes {
		s.hashes[hash] = at[k]
	}
	s.tags = [outline.All + 1]int32{}
	s.bags = s.bags[:0]
	if len(s.texts) <= maxBags {
		s.bags = slices.Grow(s.bags, len(s.texts))
	}
	for i := range s.texts {
		t := &s.texts[i]
		if t.next >= 0 {
			t.next = at[t.next]
		}
		s.tags[t.tag+1]++
		t.bag = int32(i)
		if len(s.texts) <= maxBags {
			s.bags = append(s.bags, bagOf(s.symbols[t.from:t.to]))
		}
	}
	for t := range outline.All {
		s.tags[t+1] += s.tags[t]
	}
	if len(s.texts) > maxBags {
		s.bags = nil
	}
}

// has reports whether the page has a text of another page.
func (s *shape) has(other *shape, t *text) bool {
	want := other.page.Unit(int(t.node))
	k, ok := s.hashes[maphash.Bytes(seed, want)+uint64(t.tag)]
	for ok && k >= 0 {
		if s.texts[k].tag == t.tag && bytes.Equal(s.page.Unit(int(s.texts[k].node)), want) {
			return true
		}
		k = s.texts[k].next
	}
	return false
}

const maxBags = 100_000

// bag is how often the symbols of a text occur. Numbers that do not fit are too small.
type bag [32]uint16

func bagOf(symbols []int32) (b bag) {
	for _, c := range symbols {
		if n := &b[c%int32(len(b))]; *n < 1<<16-1 {
			*n++
		}
	}
	return b
}

// apart is no more than the edit distance of two texts: what one has more often must be changed or taken out.
func apart(a, b *bag) int {
	more, less := 0, 0
	for i := range a {
		d := int(a[i]) - int(b[i])
		more += max(d, 0)
		less += max(-d, 0)
	}
	return max(more, less)
}

// alphabet numbers characters from 1, in the order in which they are learnt. 0 stands for those that are not known.
type alphabet struct {
	ascii [utf8.RuneSelf]int32
	more  map[rune]int32
	last  int32
}

func (a *alphabet) symbol(r rune, learn bool) int32 {
	if r < utf8.RuneSelf {
		if a.ascii[r] == 0 && learn {
			a.last++
			a.ascii[r] = a.last
		}
		return a.ascii[r]
	}
	n := a.more[r]
	if n == 0 && learn {
		a.last++
		n = a.last
		a.more[r] = n
	}
	return n
}
