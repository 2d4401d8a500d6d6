package safehtml

import (
	"bytes"
	"slices"

	"webmill/pkg/web/escape"
	"webmill/pkg/web/page"
)

// output is what is written.
type output struct {
	dst          []byte
	open         []written
	want         []written
	extra        int64  // bytes that may be written besides those for which the page has tags and text
	space        []byte // blanks behind the last word: one, or those of preformatted text
	preformatted bool
	rule         bool   // an hr stands behind the last word or image
	skipped      bool   // text stands there that is left out
	source, alt  []byte // of an image
	ref          []byte // an address as the page has it
	have         int64  // bytes that the output may take
	refused      bool   // there is no memory
}

// written is an open element of the output.
type written struct {
	id int64
	is element
}

const freeExtra = 64 << 10 // bytes, besides some times the length of the page

func (o *output) reset(dst []byte, length int64) {
	*o = output{dst: dst, open: o.open[:0], want: o.want[:0], extra: 4*length + freeExtra, space: o.space[:0],
		source: o.source[:0], alt: o.alt[:0], ref: o.ref[:0], have: int64(cap(dst))}
}

// room asks for the memory that more text takes, with the elements around it.
func (w *Writer) room(more int) bool {
	const escaped, tags = 5, 64 * 64
	need := int64(len(w.dst) + escaped*more + tags)
	if need <= w.have {
		return true
	}
	need *= 2 // as it is copied when it grows
	if !w.allowed.Ask(2 * need) {
		w.refused = true
		return false
	}
	w.have = need
	return true
}

// has reports whether an element of the output is open.
func (o *output) has(id int64) bool {
	return slices.ContainsFunc(o.open, func(e written) bool { return e.id == id })
}

// closeTo closes elements until n are open.
func (o *output) closeTo(n int) {
	for len(o.open) > n {
		e := o.open[len(o.open)-1]
		o.open = o.open[:len(o.open)-1]
		o.dst = append(append(append(o.dst, "</"...), elementNames[e.is]...), '>')
	}
}

// begin opens the elements around text or an image that comes now, and writes what divides it from the text before.
func (w *Writer) begin() {
	if !w.moved {
		w.divide()
		return
	}
	w.moved = false
	w.surround()
	w.choose()
	holder := len(w.blocks) + len(w.implied)
	same := 0
	for same < len(w.open) && same < len(w.want) && w.open[same] == w.want[same] {
		same++
	}
	if w.rule && w.mayRule(min(same, holder)) {
		same = min(same, holder)
		w.closeTo(same)
		w.dst = append(w.dst, "<hr>"...)
		w.divided()
	}
	w.closeTo(same)
	if same >= holder {
		w.divide()
	} else {
		for ; same < holder; same++ {
			w.openWanted(same)
		}
		w.indent()
	}
	w.openInlines()
}

// mayRule reports whether an hr may be written when n elements are open: not in tables, headings and the like.
func (o *output) mayRule(n int) bool {
	holder := none
	for _, e := range o.open[:n] {
		if holder = e.is; !ruled.has(holder) {
			return false
		}
	}
	return holdRules.has(holder)
}

// ruleLine takes an hr. It is written if no text is left out between it and what is written before and behind it.
func (w *Writer) ruleLine() { w.rule = len(w.dst) > w.from && !w.skipped }

// choose makes the list of the elements that are to be open.
func (w *Writer) choose() {
	w.want = w.want[:0]
	for _, list := range [2][]block{w.blocks, w.implied} {
		for _, e := range list {
			w.want = append(w.want, written{e.id, e.is})
		}
	}
	for k := range w.inlines {
		if e := &w.inlines[k]; w.wanted(e) {
			w.want = append(w.want, written{e.id, e.is})
		}
	}
}

// wanted reports whether an element of text is written; once more only if the page can afford it.
func (w *Writer) wanted(e *inline) bool {
	return (e.is != tagA || len(e.value) > 0) && (!e.opened || w.extra > 0 || w.has(e.id))
}

// openWanted opens the k-th of the blocks, and writes the images that wait for it.
func (w *Writer) openWanted(k int) {
	var e *block
	if k < len(w.blocks) {
		e = &w.blocks[k]
	} else {
		e = &w.implied[k-len(w.blocks)]
	}
	w.open = append(w.open, written{e.id, e.is})
	w.dst = append(append(w.dst, '<'), elementNames[e.is]...)
	w.dst = appendNumber(w.dst, " colspan=", e.colspan)
	w.dst = appendNumber(w.dst, " rowspan=", e.rowspan)
	w.dst = append(w.dst, '>')
	for _, i := range w.images {
		if i.block == e.id {
			w.putImage(i.src, i.alt)
		}
	}
}

// openInlines opens the elements of text that are not open.
func (w *Writer) openInlines() {
	for k := range w.inlines {
		e := &w.inlines[k]
		if len(w.open) == len(w.want) {
			return
		}
		if w.want[len(w.open)].id != e.id {
			continue // it is open, or left out
		}
		from := len(w.dst)
		w.open = append(w.open, written{e.id, e.is})
		w.dst = append(append(w.dst, '<'), elementNames[e.is]...)
		switch {
		case len(e.value) == 0:
		case e.is == tagA:
			w.dst = appendValue(w.dst, " href=", e.value)
		case e.is == tagTime:
			w.dst = appendValue(w.dst, " datetime=", e.value)
		}
		w.dst = append(w.dst, '>')
		if e.opened {
			w.extra -= int64(len(w.dst) - from)
		}
		e.opened = true
	}
}

// divide writes what stands between a word and the one before in the same block.
func (w *Writer) divide() {
	switch {
	case w.preformatted:
		if w.broken && bytes.IndexByte(w.space, '\n') < 0 {
			w.dst = append(w.dst, '\n')
		}
		w.dst = append(w.dst, w.space...)
	case w.breaks > 0:
		for range w.breaks {
			w.dst = append(w.dst, "<br>"...)
		}
	case w.broken || len(w.space) > 0:
		w.dst = append(w.dst, ' ')
	}
	w.divided()
}

// indent writes the blanks before the first word of a block.
func (w *Writer) indent() {
	if w.preformatted {
		w.dst = append(w.dst, w.space[bytes.LastIndexByte(w.space, '\n')+1:]...)
	}
	w.divided()
}

func (w *Writer) divided() {
	w.broken, w.breaks, w.space, w.rule, w.skipped = false, 0, w.space[:0], false, false
}

// breakLine takes a br.
func (w *Writer) breakLine() {
	w.enter(w.outline.Node())
	if w.preformatted {
		w.space = append(w.space, '\n')
	} else {
		w.breaks = min(w.breaks+1, 2)
	}
}

// put writes text, with one space for each run of blanks.
func (w *Writer) put(text []byte) {
	for i := 0; i < len(text); {
		if n := page.Blank(text[i:]); n > 0 {
			if len(w.space) == 0 {
				w.space = append(w.space, ' ')
			}
			i += n
			continue
		}
		j := i + 1 // some words
		for j < len(text) && (page.Blank(text[j:]) == 0 || text[j] == ' ' && j+1 < len(text) && page.Blank(text[j+1:]) == 0) {
			j++
		}
		if !w.room(j - i) {
			return
		}
		w.begin()
		w.dst = escape.Value.Append(w.dst, text[i:j])
		i = j
	}
}

// putPreformatted writes text with its blanks.
func (w *Writer) putPreformatted(text []byte) {
	for i := 0; i < len(text); {
		n := page.Blank(text[i:])
		if n == 0 {
			j := i + 1
			for j < len(text) && page.Blank(text[j:]) == 0 {
				j++
			}
			if !w.room(j - i + len(w.space)) {
				return
			}
			w.begin()
			w.dst = escape.Value.Append(w.dst, text[i:j])
			i = j
			continue
		}
		switch c := text[i]; {
		case n == 2 || c == ' ':
			w.space = append(w.space, ' ')
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case c == '\r':
			w.space = append(w.space, '\n')
		case c == '\n' || c == '\t':
			w.space = append(w.space, c)
		}
		i += n
	}
}

// putImage writes an image.
func (w *Writer) putImage(src, alt []byte) {
	if !w.room(len(src) + len(alt)) {
		return
	}
	w.dst = appendValue(append(w.dst, "<img"...), " src=", src)
	if len(alt) > 0 {
		w.dst = appendValue(w.dst, " alt=", page.Plain(alt))
	}
	w.dst = append(w.dst, '>')
}
