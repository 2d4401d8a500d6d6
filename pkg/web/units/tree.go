package units

import (
	"maps"
	"slices"
	"strconv"

	"webmill/pkg/web/outline"
)

// Node is a unit of a page. The words of a page are numbered from 0; those of the unit begin at From and end before To.
type Node struct {
	Tag      outline.Tag // TextNode for text that no unit divides
	Parent   int32       // the unit around it; -1 of the body
	Next     int32       // the unit behind those inside of it
	From, To int32
}

// Empty reports whether the unit has no text.
func (n *Node) Empty() bool { return n.From == n.To }

// Page is the units of a page, the body first and each unit before those inside of it.
type Page struct {
	Nodes  []Node
	Text   []byte  // the words, one blank between two
	Words  []int32 // where each word begins in Text
	Bodies int     // body elements that the page has
	Cut    bool    // it had more text or units than are kept
}

// Unit is the text of a unit.
func (p *Page) Unit(i int) []byte { return p.words(p.Nodes[i].From, p.Nodes[i].To) }

// words is the text from one word to another.
func (p *Page) words(from, to int32) []byte {
	if from == to {
		return nil
	}
	return p.Text[p.Words[from]:p.end(to)]
}

// end is where the word before a word ends.
func (p *Page) end(word int32) int32 {
	if int(word) == len(p.Words) {
		return int32(len(p.Text))
	}
	return p.Words[word] - 1
}

// reset makes the page empty and keeps its memory, but for that of a large one.
func (p *Page) reset() {
	if p.memory() > keep {
		*p = Page{}
	}
	*p = Page{Nodes: p.Nodes[:0], Text: p.Text[:0], Words: p.Words[:0]}
}

const keep = 256 << 10 // bytes

// memory is how many bytes the page takes.
func (p *Page) memory() int64 {
	const node, word = 20, 4
	return int64(cap(p.Nodes)*node + cap(p.Words)*word + cap(p.Text))
}

// setNext sets Next of all nodes by their parents.
func (p *Page) setNext() {
	for i := range p.Nodes {
		p.Nodes[i].Next = int32(i) + 1
	}
	for i := len(p.Nodes) - 1; i > 0; i-- {
		up := &p.Nodes[p.Nodes[i].Parent]
		up.Next = max(up.Next, p.Nodes[i].Next)
	}
}

// AppendOutline appends what pages of one template mostly share: which of the units next to the body there are, down to the
// third below it, whatever their number and order.
func (p *Page) AppendOutline(dst []byte) []byte {
	const levels, bits = 3, 6
	paths := map[uint64]bool{}
	codes := make([]uint64, len(p.Nodes)) // the tags from below the body to the node; 0 of the body and of what is too deep
	for i := 1; i < len(p.Nodes); i++ {
		n := &p.Nodes[i]
		if up := codes[n.Parent]; n.Tag != outline.TextNode && (up != 0 || n.Parent == 0) && up < 1<<(levels*bits-bits) {
			codes[i] = up<<bits | uint64(n.Tag)
			paths[codes[i]] = true
		}
	}
	for _, code := range slices.Sorted(maps.Keys(paths)) {
		dst = strconv.AppendUint(append(dst, '/'), code, 32)
	}
	return dst
}
