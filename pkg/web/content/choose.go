package content

import "slices"

// Numbers of the choice that are not learnt. They were chosen on the training set, where others near them do as well.
const (
	unseen     = 30 // words of content that a page is taken to have besides its blocks
	repeated   = 6  // words of a block that is kept once only, at least
	leastWords = 20 // expected words of content, without which nothing is kept
)

// choice chooses which blocks of a page are its content.
type choice struct {
	order []int32
	texts map[uint64]bool
	kept  []bool
}

// keep returns which blocks are kept by the options, and the expected F1 of those that choose keeps.
func (c *choice) keep(o *Options, p *Page, chance []float32) (keep []bool, expected float32) {
	keep, expected = c.choose(p, chance)
	least := o.Least
	if least == 0 && o.Comments == Alone {
		least = 0.5
	}
	best, some := -1, false
	for i := range keep {
		if least > 0 {
			keep[i] = chance[i] >= least
		}
		some = some || keep[i]
		if best < 0 || chance[i] > chance[best] {
			best = i
		}
	}
	if o.NeverEmpty && !some && best >= 0 && (o.Comments == Judged || chance[best] > 0) { // blocks that must be left out stay out
		keep[best] = true
	}
	return keep, expected
}

// choose returns which blocks are kept, by the probability of each: those that together have the largest expected F1 of words,
// which it returns too. Of blocks with the same words, if they are some, only the first is kept. Nothing is kept if hardly any
// content is expected.
func (c *choice) choose(p *Page, chance []float32) (keep []bool, expected float32) {
	c.kept = append(c.kept[:0], make([]bool, len(p.Blocks))...)
	c.order = c.order[:0]
	c.texts = emptied(c.texts)
	all := float32(0)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Words >= repeated {
			h := p.Print(i)
			if c.texts[h] {
				continue
			}
			c.texts[h] = true
		}
		all += chance[i] * float32(b.Words)
		c.order = append(c.order, int32(i))
	}
	if all < leastWords {
		return c.kept, 0
	}
	slices.SortFunc(c.order, func(a, b int32) int {
		switch {
		case chance[a] > chance[b]:
			return -1
		case chance[a] < chance[b]:
			return 1
		}
		return int(a - b)
	})
	var words, right float32
	best := 0
	for n, i := range c.order {
		w := float32(p.Blocks[i].Words)
		words += w
		right += chance[i] * w
		if f := 2 * right / (words + all + unseen); f > expected {
			expected, best = f, n+1
		}
	}
	for _, i := range c.order[:best] {
		c.kept[i] = true
	}
	return c.kept, expected
}

// Choose gives the blocks that have the largest expected F1 by their probabilities, and that F1, as an Extractor chooses them.
func Choose(p *Page, chance []float32) (keep []bool, expected float32) {
	return new(choice).choose(p, chance)
}
