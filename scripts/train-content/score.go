package main

import (
	"strings"

	"webmill/pkg/hashes"
	"webmill/pkg/web/content"
)

// shingles are hashes of each four words that follow each other; a text with fewer is one shingle.
func shingles(text []uint32) (list []uint64) {
	const size = 4
	for i := 0; i == 0 && len(text) > 0 || i+size <= len(text); i++ {
		h := hashes.Start64
		for _, w := range text[i:min(i+size, len(text))] {
			h = hashes.Add64(h, uint64(w))
		}
		list = append(list, h)
	}
	return list
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
		b := &p.Blocks[i]
		if k {
			text = append(text, p.Words[b.First:b.First+b.Words]...)
		}
	}
	return text
}
