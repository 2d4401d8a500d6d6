package main

import (
	"strings"

	"webmill/pkg/hashes"
	"webmill/pkg/web/content"
)

// counts is a multiset of words or of shingles.
type counts map[uint64]int

// words is the multiset of the words of a text.
func words(text []uint32) counts {
	c := counts{}
	for _, h := range text {
		c[uint64(h)]++
	}
	return c
}

// shingles is the multiset of the runs of four words; a text with fewer is one shingle.
func shingles(text []uint32) counts {
	const size = 4
	c := counts{}
	for i := 0; i == 0 && len(text) > 0 || i+size <= len(text); i++ {
		h := hashes.Start64
		for _, w := range text[i:min(i+size, len(text))] {
			h = hashes.Add64(h, uint64(w))
		}
		c[h]++
	}
	return c
}

// f1 is the F1 of what was found: 1 if both are empty, 0 if only one is.
func f1(found, gold counts) float64 {
	same, a, b := 0, 0, 0
	for w, n := range found {
		a += n
		same += min(n, gold[w])
	}
	for _, n := range gold {
		b += n
	}
	if a == 0 || b == 0 {
		if a == b {
			return 1
		}
		return 0
	}
	return 2 * float64(same) / float64(a+b)
}

// strung counts strings that should be in a text, and others.
type strung struct{ right, missing, wrong int }

func (s *strung) add(text []byte, e *example) {
	flat := strings.Join(strings.Fields(string(text)), " ")
	for _, w := range e.with {
		if w = strings.Join(strings.Fields(w), " "); strings.Contains(flat, w) {
			s.right++
		} else {
			s.missing++
		}
	}
	for _, w := range e.without {
		if w = strings.Join(strings.Fields(w), " "); strings.Contains(flat, w) {
			s.wrong++
		}
	}
}

// f1 is 1 if nothing is to be found, and nothing was.
func (s *strung) f1() float64 {
	if all := 2*s.right + s.missing + s.wrong; all > 0 {
		return 2 * float64(s.right) / float64(all)
	}
	return 1
}

// kept is the words of the blocks that are kept, in the order of the page.
func kept(p *content.Page, keep []bool) (text []uint32) {
	for i, k := range keep {
		if b := &p.Blocks[i]; k {
			text = append(text, p.Words[b.First:b.First+b.Words]...)
		}
	}
	return text
}
