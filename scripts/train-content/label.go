package main

import (
	"math/bits"
	"strings"

	"webmill/pkg/web/content"
)

// label says of each block of a page how much of it is content: by the longest common subsequence of the words of the page and
// of the gold, and for blocks that lie elsewhere in the gold, by what is left of both, twice more.
func label(p *content.Page, gold []uint32) []float32 {
	words := p.Words
	matched := make([]bool, len(words))
	left := make([]bool, len(gold)) // of the gold, what is matched
	for round := range 3 {
		page, pagePlace := rest(words, matched)
		text, textPlace := rest(gold, left)
		inPage, inText := common(page, text)
		if round == 0 {
			mark(matched, pagePlace, inPage)
			mark(left, textPlace, inText)
			continue
		}
		found := make([]bool, len(words))
		mark(found, pagePlace, inPage)
		partner := make([]int, len(words)) // the word of the gold that each word has
		k := 0
		for i, ok := range found {
			if ok {
				partner[i] = textPlace[inText[k]]
				k++
			}
		}
		for i := range p.Blocks {
			b := &p.Blocks[i]
			n := 0
			for w := b.First; w < b.First+b.Words; w++ {
				if found[w] {
					n++
				}
			}
			if b.Words < 4 || float64(n) < 0.8*float64(b.Words) {
				continue
			}
			for w := b.First; w < b.First+b.Words; w++ {
				if found[w] {
					matched[w], left[partner[w]] = true, true
				}
			}
		}
	}
	shares := make([]float32, len(p.Blocks))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		n := 0
		for w := b.First; w < b.First+b.Words; w++ {
			if matched[w] {
				n++
			}
		}
		shares[i] = float32(n) / float32(b.Words)
	}
	return shares
}

// rest is the words that are not taken, and their places.
func rest(words []uint32, taken []bool) (out []uint32, places []int) {
	for i, w := range words {
		if !taken[i] {
			out, places = append(out, w), append(places, i)
		}
	}
	return out, places
}

func mark(all []bool, places, found []int) {
	for _, i := range found {
		all[places[i]] = true
	}
}

// common is the places of a longest common subsequence in a and in b, by bit vectors (Hyyrö 2004). Of very long texts it is
// that of their beginnings.
func common(a, b []uint32) (inA, inB []int) {
	const most = int64(1) << 31 // cells
	if n := int64(len(b)); n > 0 {
		a = a[:min(int64(len(a)), most/n)]
	}
	n := (len(b) + 63) / 64
	where := map[uint32][]int{}
	for j, w := range b {
		where[w] = append(where[w], j)
	}
	rows := make([]uint64, n*(len(a)+1))
	for k := range n {
		rows[k] = ^uint64(0)
	}
	match := make([]uint64, n)
	for i, w := range a {
		v, to := rows[i*n:i*n+n], rows[(i+1)*n:(i+2)*n]
		places := where[w]
		if places == nil {
			copy(to, v)
			continue
		}
		for _, j := range places {
			match[j/64] |= 1 << (j % 64)
		}
		carry := uint64(0)
		for k := range n {
			u := v[k] & match[k]
			var sum uint64
			sum, carry = bits.Add64(v[k], u, carry)
			to[k] = sum | (v[k] &^ match[k])
		}
		for _, j := range places {
			match[j/64] = 0
		}
	}
	zero := func(i, j int) bool { return rows[i*n+j/64]>>(j%64)&1 == 0 }
	i, j := len(a), len(b)-1
	for i > 0 && j >= 0 {
		switch {
		case !zero(i, j):
			j--
		case zero(i-1, j):
			i--
		default:
			inA, inB = append(inA, i-1), append(inB, j)
			i--
			j--
		}
	}
	reverse(inA)
	reverse(inB)
	return inA, inB
}

func reverse(v []int) {
	for i, j := 0, len(v)-1; i < j; i, j = i+1, j-1 {
		v[i], v[j] = v[j], v[i]
	}
}

// labelStrings is label where only strings of the content and of the rest are known: 1 and 0 for blocks that hold one of them,
// -1 for the others.
func labelStrings(p *content.Page, with, without []string) []float32 {
	shares := make([]float32, len(p.Blocks))
	for i := range p.Blocks {
		text := string(p.BlockText(i))
		shares[i] = -1
		for _, s := range without {
			if s = strings.Join(strings.Fields(s), " "); s != "" && strings.Contains(text, s) {
				shares[i] = 0
			}
		}
		for _, s := range with {
			if s = strings.Join(strings.Fields(s), " "); s != "" && strings.Contains(text, s) {
				shares[i] = 1
			}
		}
	}
	return shares
}
