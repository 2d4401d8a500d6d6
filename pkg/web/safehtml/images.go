package safehtml

import (
	"bytes"
	"slices"
	"strconv"

	"webmill/pkg/web/page"
)

// The attributes that may hold the address of an image, before src: the first address that may be written is taken. A page that
// loads an image late has a placeholder in src, or nothing.
var (
	lateSrcs  = []page.Attribute{page.DataSrc, page.DataOriginal, page.DataLazySrc}
	lateLists = []page.Attribute{page.DataSrcset, page.DataLazySrcset}
)

// imaging is what is known of the last image.
type imaging struct {
	noscript bool   // a noscript is open
	within   bool   // the image stands in a noscript
	late     bool   // it is loaded late, and no text stands behind it
	shown    []byte // its address, or nothing if text stands behind it
}

// image keeps an image, or writes it if it stands in a part.
func (w *Writer) image(t page.Tag) {
	if w.refused {
		return
	}
	w.enter(w.outline.Node())
	in := w.in(w.page.At() - 1)
	if w.preformatted || !in && (len(w.blocks) == 0 || between[w.innermost()] != none) {
		return
	}
	late := w.addressOf(t)
	if len(w.source) == 0 || w.isCopy() {
		return
	}
	w.late, w.within, w.shown = late, w.noscript, append(w.shown[:0], w.source...)
	w.alt = append(w.alt[:0], t.Attr(page.Alt)...)
	if in || w.has(w.blocks[len(w.blocks)-1].id) {
		w.begin()
		w.putImage(w.source, w.alt)
		return
	}
	w.wait(w.blocks[len(w.blocks)-1].id)
}

// isCopy reports whether the image is taken for a copy of the one before. It is if it stands in a noscript, and no text divides
// it from an image that is loaded late; or if both have one address, and one of them stands in a noscript.
func (w *Writer) isCopy() bool {
	return w.noscript && w.late || (w.noscript || w.within) && bytes.Equal(w.shown, w.source)
}

// addressOf puts the address of an image into w.source, or nothing. It reports whether the image is loaded late.
func (w *Writer) addressOf(t page.Tag) (late bool) {
	for _, a := range lateSrcs {
		if v := t.Attr(a); bytes.ContainsAny(v, "./") && w.try(v) {
			return true
		}
	}
	for _, a := range lateLists {
		if w.try(largest(t.Attr(a))) {
			return true
		}
	}
	if !w.try(t.Attr(page.Src)) {
		w.try(largest(t.Attr(page.Srcset)))
	}
	return false
}

// try puts an address into w.source, if it may be written. One with a brace is a pattern, not an address.
func (w *Writer) try(ref []byte) bool {
	w.source = w.source[:0]
	if bytes.IndexByte(ref, '{') < 0 {
		w.source = w.address(w.source, ref, false)
	}
	return len(w.source) > 0
}

// largest is the address of the largest image in a srcset. There a width like 640w or a density like 2x may follow each address.
func largest(set []byte) (best []byte) {
	const blanks = " \t\n\r\f"
	most := 0.0
	for {
		set = bytes.TrimLeft(set, blanks+",")
		n := bytes.IndexAny(set, blanks)
		if n < 0 {
			n = len(set)
		}
		ref := set[:n]
		set = set[n:]
		if len(ref) == 0 {
			return best
		}
		size := 1.0
		if bare := bytes.TrimRight(ref, ","); len(bare) < len(ref) {
			ref = bare
		} else {
			var descriptor []byte
			descriptor, set, _ = bytes.Cut(set, []byte(","))
			size = sizeOf(bytes.Trim(descriptor, blanks))
		}
		if size > most {
			best, most = ref, size
		}
	}
}

// sizeOf is the number in a width or a density: 1 if the descriptor is empty, 0 if it is something else.
func sizeOf(descriptor []byte) float64 {
	const longest = 16
	n := len(descriptor)
	if n == 0 {
		return 1
	}
	if n > longest || descriptor[n-1] != 'w' && descriptor[n-1] != 'x' {
		return 0
	}
	size, err := strconv.ParseFloat(string(descriptor[:n-1]), 64)
	if err != nil {
		return 0
	}
	return size
}

// wait keeps the image until a word of its block is written.
func (w *Writer) wait(block int64) {
	w.images = slices.DeleteFunc(w.images, func(i image) bool { return !w.isOpen(i.block) })
	if len(w.images) < maxImages {
		w.images = append(w.images, image{block, bytes.Clone(w.source), bytes.Clone(w.alt)})
	}
}
