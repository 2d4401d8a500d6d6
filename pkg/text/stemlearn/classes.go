package stemlearn

import "unicode/utf8"

// Alike calls do for each pair of words whose similarity by digrams is least or more, where least > 0. Of a pair the lower word
// is a. Pairs come in the order of both words.
func (l *List) Alike(least float64, do func(a, b []byte, s float64) error) error {
	x, err := l.alike(least)
	if err != nil {
		return err
	}
	return x.pairs(func(block []pair) error {
		for _, p := range block {
			if err := do(l.At(int(p.a)), l.At(int(p.b)), p.s); err != nil {
				return err
			}
		}
		return nil
	})
}

// Classes tell how words fell into classes.
type Classes struct {
	Count   int64
	Largest int64 // words
	Pairs   int64 // that are alike
}

// Classes calls do for each word and its stem, in order. Words that are alike are in one class, and so are words that a chain
// of such pairs connects (single linkage). The stem of a class is the word with the fewest letters; of several, the first.
func (l *List) Classes(least float64, do func(word, stem []byte) error) (c Classes, err error) {
	x, err := l.alike(least)
	if err != nil {
		return c, err
	}
	above, err := l.numbers(int64(l.Len()))
	if err != nil {
		return c, err
	}
	for i := range above {
		above[i] = uint32(i)
	}
	top := func(i uint32) uint32 {
		for above[i] != i {
			above[i] = above[above[i]]
			i = above[i]
		}
		return i
	}
	err = x.pairs(func(block []pair) error {
		c.Pairs += int64(len(block))
		for _, p := range block {
			a, b := top(uint32(p.a)), top(uint32(p.b))
			above[max(a, b)] = min(a, b)
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	return c, l.name(&c, top, do)
}

// name gives each class its stem. The first word of a class is its top.
func (l *List) name(c *Classes, top func(uint32) uint32, do func(word, stem []byte) error) error {
	shortest, err := l.numbers(int64(l.Len()))
	if err != nil {
		return err
	}
	sizes, err := l.numbers(int64(l.Len()))
	if err != nil {
		return err
	}
	for i := range shortest {
		class := top(uint32(i))
		if class == uint32(i) {
			shortest[i] = class
			c.Count++
		}
		if utf8.RuneCount(l.At(i)) < utf8.RuneCount(l.At(int(shortest[class]))) {
			shortest[class] = uint32(i)
		}
		sizes[class]++
		c.Largest = max(c.Largest, int64(sizes[class]))
	}
	for i := range shortest {
		if err := do(l.At(i), l.At(int(shortest[top(uint32(i))]))); err != nil {
			return err
		}
	}
	return nil
}
