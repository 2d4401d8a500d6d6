package units

import "bytes"

// AppendText appends the runs whose relevance is at least least, a line each.
func AppendText(dst []byte, p *Page, scores []float64, least float64) []byte {
	from := len(dst)
	for i := range p.Nodes {
		if p.Nodes[i].Tag != Run || scores[i] < least {
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
		if closeTo(int32(i)); !shown[i] {
			continue
		}
		if p.Nodes[i].Tag == Run {
			dst = AppendEscaped(dst, p.Unit(i))
			continue
		}
		dst = append(append(append(dst, '<'), p.Nodes[i].Tag.String()...), '>')
		open = append(open, int32(i))
	}
	closeTo(int32(len(p.Nodes)))
	return dst
}

// appendEscaped appends text as HTML has it.
func AppendEscaped(dst, text []byte) []byte {
	for {
		i := bytes.IndexAny(text, "&<>")
		if i < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:i]...)
		switch text[i] {
		case '&':
			dst = append(dst, "&amp;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		}
		text = text[i+1:]
	}
}
