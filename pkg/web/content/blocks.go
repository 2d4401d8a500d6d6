package content

import (
	"unicode"
	"unicode/utf8"

	"webmill/pkg/ascii"
	"webmill/pkg/hashes"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Within says in which elements a block stands that an outline does not follow.
type Within uint8

// The elements.
const (
	InNoscript Within = 1 << iota
	InButton
	InSelect
)

// Block is a text block: text that no element divides, but for inline elements.
type Block struct {
	Node        int32 // the element in which it stands
	From, To    int32 // its place in Page.Text
	First       int32 // its first word in Page.Words
	Words       int32
	Links       int32  // links in it, or of which it is a part
	LinkedBytes int32  // bytes of its text in links
	Own         uint64 // bits of classGroups: of the inline elements in it
	Within      Within
	Part        page.Part // its place in the page, from its first text to its last
}

// Node is an element of a page. All and Own are bits of classGroups.
type Node struct {
	Tag             outline.Tag
	Hidden          bool // it, or one around it
	Depth           int32
	Parent          int32        // -1 of the body
	First, Last     int32        // the blocks in it are those from First to before Last
	Tags, Roles     outline.Tags // of it and of all around it
	Own             uint64       // by the words of its class, id, role and itemprop
	All             uint64       // those of it and of all around it
	Name            uint32       // a hash of its class
	Path, ClassPath uint32       // hashes of the tags, and of the tags and classes, from the body to it
}

// Page is the blocks of a page and the elements in which they stand: the body first, each before those inside of it.
type Page struct {
	Nodes  []Node
	Blocks []Block
	Text   []byte   // of all blocks
	Words  []uint32 // hashes of the words of all blocks, in lower case
	Says   uint64   // bits of pageGroups
	Bodies int      // body elements that the page has
	Cut    bool     // it had more text or blocks than are kept
}

// BlockText is the text of a block.
func (p *Page) BlockText(i int) []byte { return p.Text[p.Blocks[i].From:p.Blocks[i].To] }

func (p *Page) blocks() int32 { return int32(len(p.Blocks)) }

const keptBytes = 1 << 20 // bytes of memory that are kept for the next page

// reset makes the page empty and keeps its memory, but for that of a large one.
func (p *Page) reset() {
	if p.memory() > keptBytes {
		*p = Page{}
	}
	*p = Page{Nodes: p.Nodes[:0], Blocks: p.Blocks[:0], Text: p.Text[:0], Words: p.Words[:0]}
}

// memory is how many bytes the page takes, and the features of its blocks.
func (p *Page) memory() int64 {
	const node, block, word = 88, 400, 4 // of a block, with what Features keeps of it
	return int64(cap(p.Nodes)*node + cap(p.Blocks)*block + cap(p.Words)*word + 2*cap(p.Text))
}

// end ends the last block. A block without a word is none.
func (p *Page) end() {
	b := &p.Blocks[len(p.Blocks)-1]
	b.To, b.First = int32(len(p.Text)), int32(len(p.Words))
	p.Words = AppendWords(p.Words, p.Text[b.From:])
	if b.Words = int32(len(p.Words)) - b.First; b.Words == 0 {
		p.Text = p.Text[:b.From]
		p.Blocks = p.Blocks[:len(p.Blocks)-1]
	}
}

// AppendWords appends hashes of the words of a text in lower case. A word is letters, numbers and underscores.
func AppendWords(dst []uint32, text []byte) []uint32 {
	h, in := hashes.Start32, false
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			if l := wordBytes[c]; l != 0 {
				h, in = hashes.Add32(h, uint32(l)), true
				continue
			}
		} else {
			r, n := utf8.DecodeRune(text[i:])
			i += n
			if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsNumber(r) {
				h, in = hashes.Add32(h, uint32(unicode.ToLower(r))), true
				continue
			}
		}
		if in {
			dst = append(dst, h)
			h, in = hashes.Start32, false
		}
	}
	if in {
		dst = append(dst, h)
	}
	return dst
}

// wordBytes are the ASCII characters of words, in lower case.
var wordBytes = func() (lower [128]byte) {
	for c := range 26 {
		lower['a'+c], lower['A'+c] = byte('a'+c), byte('a'+c)
	}
	for c := range 10 {
		lower['0'+c] = byte('0' + c)
	}
	lower['_'] = '_'
	return lower
}()

// meta keeps what a meta element says of the type of the page.
func (p *Page) meta(t page.Tag) {
	key := t.Attr(page.Property)
	if len(key) == 0 {
		key = t.Attr(page.MetaName)
	}
	if ascii.EqualFold(key, "og:type") || ascii.EqualFold(key, "generator") {
		p.Says |= matchers().page.find(t.Attr(page.Content), false) // WordPress is one word
	}
}

// settle leaves out the blocks in noscript, unless they have 50 words or more and most of those of the page: browsers do not show
// them, but a page that a script makes has no other text.
func (p *Page) settle() {
	const least = 50
	inside, outside := int32(0), int32(0)
	for i := range p.Blocks {
		if p.Blocks[i].Within&InNoscript != 0 {
			inside += p.Blocks[i].Words
		} else {
			outside += p.Blocks[i].Words
		}
	}
	if inside == 0 || inside >= least && inside > outside {
		return
	}
	before := make([]int32, len(p.Blocks)+1)
	n, words := 0, 0
	for i, b := range p.Blocks {
		before[i] = int32(n)
		if b.Within&InNoscript != 0 {
			continue
		}
		k := copy(p.Words[words:], p.Words[b.First:b.First+b.Words])
		b.First = int32(words)
		p.Blocks[n] = b
		words += k
		n++
	}
	before[len(p.Blocks)] = int32(n)
	p.Blocks, p.Words = p.Blocks[:n], p.Words[:words]
	for i := range p.Nodes {
		p.Nodes[i].First, p.Nodes[i].Last = before[p.Nodes[i].First], before[p.Nodes[i].Last]
	}
}

// AppendPath appends the tags around a block, the innermost ones.
func (p *Page) AppendPath(dst []byte, i int) []byte {
	above := func(at int32) (outline.Tag, int32) { return p.Nodes[at].Tag, p.Nodes[at].Parent }
	return outline.AppendPath(dst, p.Blocks[i].Node, above)
}

// Print is a hash of the words of a block: blocks with the same words have the same.
func (p *Page) Print(i int) uint64 {
	b := &p.Blocks[i]
	return hashWords(p.Words[b.First : b.First+b.Words])
}

// PrintInPlace is the same for blocks with the same words in elements of the same tags and classes.
func (p *Page) PrintInPlace(i int) uint64 {
	return hashes.Add64(p.Print(i), uint64(p.Nodes[p.Blocks[i].Node].ClassPath))
}
