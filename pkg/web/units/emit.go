package units

import (
	"webmill/pkg/web/escape"
	"webmill/pkg/web/outline"
)

// AppendText appends the text nodes whose relevance is at least least, a line each.
func AppendText(dst []byte, p *Page, scores []float64, least float64) []byte {
	from := len(dst)
	for i := range p.Nodes {
		if p.Nodes[i].Tag != outline.TextNode || scores[i] < least {
			continue
		}
		if len(dst) > from {
			dst = append(dst, '\n')
		}
		dst = append(dst, p.Unit(i)...)
	}
	return dst
}

// AppendHTML appends the units whose relevance is at least least, with their tags. A unit with less is hidden, but if it
// holds one that is shown, its tags are too. Empty units are left out.
func AppendHTML(dst []byte, p *Page, scores []float64, least float64) []byte {
	shown := make([]bool, len(p.Nodes))
	for i := len(p.Nodes) - 1; i >= 0; i-- {
		n := &p.Nodes[i]
		if scores[i] >= least {
			shown[i] = true
		}
		if shown[i] && n.Parent >= 0 {
			shown[n.Parent] = true
		}
	}
	var open []int32
	closeTo := func(i int32) {
		for k := len(open) - 1; k >= 0 && p.Nodes[open[k]].Next <= i; k-- {
			dst = append(append(append(dst, "</"...), p.Nodes[open[k]].Tag.String()...), '>')
			open = open[:k]
		}
	}
	for i := range p.Nodes {
		closeTo(int32(i))
		if !shown[i] {
			continue
		}
		if p.Nodes[i].Tag == outline.TextNode {
			if from := len(dst) - 1; from >= 0 && dst[from] != '>' { // what stood between two text nodes is hidden
				dst = append(dst, ' ')
			}
			dst = escape.Text.Append(dst, p.Unit(i))
			continue
		}
		dst = append(append(append(dst, '<'), p.Nodes[i].Tag.String()...), '>')
		open = append(open, int32(i))
	}
	closeTo(int32(len(p.Nodes)))
	return dst
}

// Filter is the page of the units whose relevance is at least least, as if what AppendHTML writes were read. dropped is the
// page of the other text nodes, with the tags around them.
func Filter(p *Page, scores []float64, least float64) (kept, dropped *Page) {
	keep := make([]bool, len(p.Words))
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Tag == outline.TextNode && scores[i] >= least {
			for k := n.From; k < n.To; k++ {
				keep[k] = true
			}
		}
	}
	return p.only(keep, true), p.only(keep, false)
}

// only is the page of some words, and of the units that have some of them.
func (p *Page) only(which []bool, is bool) *Page {
	out := &Page{}
	before := make([]int32, len(p.Words)+1) // by word: how many of the words before it stay
	for k, w := range which {
		before[k+1] = before[k]
		if w != is {
			continue
		}
		before[k+1]++
		if len(out.Text) > 0 {
			out.Text = append(out.Text, ' ')
		}
		out.Words = append(out.Words, int32(len(out.Text)))
		out.Text = append(out.Text, p.words(int32(k), int32(k)+1)...)
	}
	now := make([]int32, len(p.Nodes))
	for i := range p.Nodes {
		n := p.Nodes[i]
		if n.From, n.To = before[n.From], before[n.To]; n.Empty() && i > 0 {
			continue
		}
		if n.Parent >= 0 {
			n.Parent = now[n.Parent]
		}
		last := len(out.Nodes) - 1
		if n.Tag == outline.TextNode && out.Nodes[last].Tag == outline.TextNode && out.Nodes[last].Parent == n.Parent {
			out.Nodes[last].To = n.To
			continue
		}
		now[i] = int32(len(out.Nodes))
		out.Nodes = append(out.Nodes, n)
	}
	out.setNext()
	return out
}
