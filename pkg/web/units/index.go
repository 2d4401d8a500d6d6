package units

// Comparator says how similar two pages are. It is the measure by which the thesis judges: what is filtered by a program
// against what is filtered by hand.
type Comparator struct{ lev Lev }

// NewComparator makes a Comparator. Of the options SameTag and Inherit count.
func NewComparator(opt Options) *Comparator {
	opt.Printed = false
	return &Comparator{Lev{Options: opt}}
}

// Limit bounds the steps of a comparison; 0: any number.
func (c *Comparator) Limit(steps int64) { c.lev.Limit = steps }

// Index is 1 for equal pages and mostly below 0.3 for pages that have nothing to do with each other. Each unit of both pages
// counts by its length |x|, units inside of others too, with its distance to the nearest unit of the other page:
//
//	sum of |x| * (1 - least lev(x, y) / max(|x|, |y|)) / sum of |x|
//
// It is symmetric. A page without units is similar to none, and two of them are equal. ok is false if there are more steps
// than the limit.
func (c *Comparator) Index(a, b *Page) (index float64, ok bool) {
	var near, all float64
	for _, pair := range [][2]*Page{{a, b}, {b, a}} {
		c.lev.Begin(pair[0])
		c.lev.Process(pair[1])
		if c.lev.exceeded {
			return 0, false
		}
		for _, k := range c.lev.mine.of {
			if k >= 0 {
				length := float64(c.lev.mine.texts[k].length())
				near += length * (1 - c.lev.sums[k])
				all += length
			}
		}
	}
	if all == 0 {
		return 1, true
	}
	return near / all, true
}
