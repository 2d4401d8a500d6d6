package units

import (
	"errors"
	"slices"

	"webmill/pkg/web/outline"
)

// AppendCode appends the units of a page as one line of text without its end: numbers in digits of 5 bits, a TAB, the text.
func (p *Page) AppendCode(dst []byte) []byte {
	depths := make([]int32, len(p.Nodes))
	dst = appendNumber(dst, len(p.Nodes))
	var from int32
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Parent >= 0 {
			depths[i] = depths[n.Parent] + 1
		}
		dst = appendNumber(dst, int(n.Tag))
		dst = appendNumber(dst, int(depths[i]))
		dst = appendNumber(dst, int(n.From-from))
		dst = appendNumber(dst, int(n.To-n.From))
		from = n.From
	}
	return append(append(dst, '\t'), p.Text...)
}

var errCode = errors.New("is no page of units")

// Decode reads what AppendCode wrote. The text of the page is then a part of code.
func (p *Page) Decode(code []byte) error {
	p.reset()
	p.Text = nil
	count, code := number(code)
	var above []int32
	from := 0
	for i := range count {
		var tag, depth, more, words int
		tag, code = number(code)
		depth, code = number(code)
		more, code = number(code)
		words, code = number(code)
		if i == 0 != (depth == 0) || depth > len(above) || tag >= int(outline.All) || words < 0 {
			return errCode
		}
		n := Node{Tag: outline.Tag(tag), Parent: -1}
		above = append(above[:depth], int32(i))
		if depth > 0 {
			n.Parent = above[depth-1]
		}
		from += more
		n.From, n.To = int32(from), int32(from+words)
		p.Nodes = append(p.Nodes, n)
	}
	if count < 1 || len(code) == 0 || code[0] != '\t' {
		return errCode
	}
	p.Text = code[1:]
	for i, c := range p.Text {
		if i == 0 || p.Text[i-1] == ' ' && c != ' ' {
			p.Words = append(p.Words, int32(i))
		}
	}
	if slices.ContainsFunc(p.Nodes, func(n Node) bool { return int(n.To) > len(p.Words) }) {
		return errCode
	}
	p.setNext()
	return nil
}

const firstDigit = '0' // of digits 0 to 31, the last of a number; 32 more is a digit that is not the last

func appendNumber(dst []byte, n int) []byte {
	for ; n >= 32; n >>= 5 {
		dst = append(dst, firstDigit+32+byte(n&31))
	}
	return append(dst, firstDigit+byte(n))
}

// number reads a number, -1 if there is none.
func number(code []byte) (n int, rest []byte) {
	for i, c := range code {
		d := int(c) - firstDigit
		if d < 0 || d >= 64 || i > 6 {
			break
		}
		n |= d & 31 << (5 * i)
		if d < 32 {
			return n, code[i+1:]
		}
	}
	return -1, nil
}
