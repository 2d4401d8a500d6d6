package linkgroups

import (
	"webmill/pkg/ascii"
	"webmill/pkg/hashes"
	"webmill/pkg/web/page"
)

// anchor is an a or area element with a href, as its tag came.
type anchor struct {
	end   int32 // where its start tag ends
	node  int32 // the element around it; -1: the page does not show it
	ref   uint32
	area  bool
	place uint64
	label uint64
}

// anchors takes the tags of a page.
type anchors struct {
	open   open
	page   *page.Page
	list   []anchor
	inside bool   // an a with a href is open, the last of list
	label  uint64 // of it, so far
	blank  bool   // the label ends in a blank
	words  int    // bytes of text outside of links, without blanks
	shows  bool   // the page shows something else than text
	memory page.Growth
}

const anchorBytes, nodeBytes = 32, 16

// reset begins a page.
func (x *anchors) reset() {
	x.open.reset()
	x.list, x.inside, x.words, x.shows = x.list[:0], false, 0, false
	x.memory.Begin(0)
}

var nameA, nameArea = page.NameOf("a"), page.NameOf("area")

// Start, End and Text implement page.Handler.
func (x *anchors) Start(t page.Tag) {
	if t.Foreign {
		x.open.blocks.Start(t.Name, true)
		return
	}
	own := hashes.Add64(hashes.Start64, uint64(t.Name))
	own = marks(hashes.Add64(own, '#'), t.Attr(page.ID))
	own = marks(hashes.Add64(own, '.'), t.Attr(page.Class))
	switch {
	case t.Name == nameA:
		x.ended()
		x.begin(t, own)
		return
	case t.Name == nameArea:
		x.begin(t, own)
		return
	case x.inside:
		x.blank = false
		x.label = words(hashes.Add64(hashes.Add64(x.label, '<'), own), t.Attr(page.Src))
		x.label = words(x.label, t.Attr(page.Alt))
	}
	if !x.shows && x.words <= mostWords {
		x.shows = shown[t.Name]
	}
	x.open.start(t.Name, own)
}

// shown are elements that show something else than text.
var shown = func() map[page.Name]bool {
	set := map[page.Name]bool{}
	for _, tag := range []string{"audio", "canvas", "embed", "form", "frame", "iframe", "image", "img", "input", "math", "object",
		"svg", "video"} {
		set[page.NameOf(tag)] = true
	}
	return set
}()

// begin takes a link.
func (x *anchors) begin(t page.Tag, own uint64) {
	ref, ok := hrefOf(t)
	if !ok || !x.memory.Room(int64(len(x.list)+1)*anchorBytes+int64(len(x.open.nodes))*nodeBytes) {
		return
	}
	a := anchor{end: x.page.At(), node: -1, ref: ref, area: t.Name == nameArea}
	if !x.open.blocks.Skips() {
		a.node = x.open.node()
		a.place = within(x.open.nodes[a.node].place, own)
	}
	x.list = append(x.list, a)
	if !a.area {
		x.inside, x.label, x.blank = true, hashes.Start64, true
		return
	}
	x.list[len(x.list)-1].label = hashes.Mix(words(hashes.Start64, t.Attr(page.Alt)))
}

// hrefOf is a hash of what the tag refers to, as the page says it.
func hrefOf(t page.Tag) (ref uint32, ok bool) {
	if !t.Has(page.Href) {
		return 0, false
	}
	return refOf(t.Attr(page.Href)), true
}

func refOf(text []byte) uint32 { return uint32(hashes.Mix(words(hashes.Start64, text))) }

// ended ends the link that is open.
func (x *anchors) ended() {
	if x.inside {
		x.inside = false
		x.list[len(x.list)-1].label = hashes.Mix(x.label)
	}
}

// End takes an end tag.
func (x *anchors) End(n page.Name) {
	if n == nameA {
		x.ended()
		return
	}
	if x.inside {
		x.label, x.blank = hashes.Add64(hashes.Add64(x.label, '>'), uint64(n)), false
	}
	x.open.end(n)
}

// Text takes the text between two tags.
func (x *anchors) Text(text []byte) {
	if !x.inside {
		for i := 0; i < len(text) && x.words <= mostWords; i++ {
			if !blank(text[i]) {
				x.words++
			}
		}
		return
	}
	for _, c := range text {
		if !blank(c) {
			x.label, x.blank = hashes.Add64(x.label, uint64(c)), false
		} else if !x.blank {
			x.label, x.blank = hashes.Add64(x.label, ' '), true
		}
	}
}

// marks hashes an id or classes. Three or more digits are a number that a program has given, as in post-1234: it does not count.
func marks(h uint64, text []byte) uint64 {
	digits := 0
	for _, c := range text {
		if ascii.Digit(c) {
			digits++
		}
	}
	if digits < numberDigits {
		return words(h, text)
	}
	var short [64]byte
	left := short[:0]
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && ascii.Digit(text[end]) {
			end++
		}
		switch {
		case end-i >= numberDigits:
			left = append(left, '0')
		case end > i:
			left = append(left, text[i:end]...)
		default:
			end++
			left = append(left, text[i])
		}
		i = end
	}
	return words(h, left)
}

const numberDigits = 3

// words hashes text in which runs of blanks count as one, and none at the ends.
func words(h uint64, text []byte) uint64 {
	gap, any := false, false
	for _, c := range text {
		if blank(c) {
			gap = any
			continue
		}
		if gap {
			h, gap = hashes.Add64(h, ' '), false
		}
		h, any = hashes.Add64(h, uint64(c)), true
	}
	return hashes.Add64(h, 0)
}

func blank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
