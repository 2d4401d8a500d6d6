package safehtml

import (
	"bytes"
	"hash/maphash"
	"iter"
	"slices"
	"strconv"

	"webmill/pkg/web/page"
)

// The attributes that may hold the address of an image, before src: the first address that may be written is taken. A page that
// loads an image late has a placeholder in src, or nothing.
var (
	lateSrcs  = []page.Attribute{page.DataSrc, page.DataOriginal, page.DataLazySrc}
	lateLists = []page.Attribute{page.DataSrcset, page.DataLazySrcset}
	nowSrcs   = []page.Attribute{page.Src}
	nowLists  = []page.Attribute{page.Srcset}
)

// imaging is what is known of the last image.
type imaging struct {
	noscript bool     // a noscript is open
	within   bool     // the image stands in a noscript
	shown    []byte   // its address, or nothing if text stands behind it
	names    []uint64 // hashes of its addresses as the page has them, or nothing if text stands behind it
	others   []uint64 // those of the image that is read
}

// forget is called when text stands behind the last image.
func (i *imaging) forget() { i.shown, i.names = i.shown[:0], i.names[:0] }

var seed = maphash.MakeSeed()

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
	if len(w.source) == 0 {
		return
	}
	w.nameImage(t, late)
	if w.isCopy() {
		return
	}
	w.within, w.shown = w.noscript, append(w.shown[:0], w.source...)
	w.names, w.others = w.others, w.names
	w.alt = append(w.alt[:0], t.Attr(page.Alt)...)
	if in || w.has(w.blocks[len(w.blocks)-1].id) {
		w.begin()
		w.putImage(w.source, w.alt)
		return
	}
	w.wait(w.blocks[len(w.blocks)-1].id)
}

// isCopy reports whether the image is a copy of the one before: one of them stands in a noscript, no text divides them, and they
// have an address in common.
func (w *Writer) isCopy() bool {
	if !w.noscript && !w.within {
		return false
	}
	named := func(n uint64) bool { return slices.Contains(w.names, n) }
	return bytes.Equal(w.shown, w.source) || slices.ContainsFunc(w.others, named)
}

// nameImage puts the addresses of an image into w.others, as the page has them. If it is loaded late, src and srcset have
// placeholders, which different images share.
func (w *Writer) nameImage(t page.Tag, late bool) {
	srcs, lists := nowSrcs, nowLists
	if late {
		srcs, lists = lateSrcs, lateLists
	}
	w.others = w.others[:0]
	for _, a := range srcs {
		w.name(t.Attr(a))
	}
	for _, a := range lists {
		for ref := range entries(t.Attr(a)) {
			w.name(ref)
		}
	}
}

func (i *imaging) name(ref []byte) {
	const most = 32 // of an image
	if ref = bytes.TrimSpace(ref); len(ref) > 0 && len(i.others) < most {
		i.others = append(i.others, maphash.Bytes(seed, ref))
	}
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

// largest is the address of the largest image in a srcset.
func largest(set []byte) (best []byte) {
	most := 0.0
	for ref, size := range entries(set) {
		if size > most {
			best, most = ref, size
		}
	}
	return best
}

// entries are the addresses in a srcset and their sizes: a width like 640w or a density like 2x may follow each address.
func entries(set []byte) iter.Seq2[[]byte, float64] {
	const blanks = " \t\n\r\f"
	return func(yield func([]byte, float64) bool) {
		for {
			set = bytes.TrimLeft(set, blanks+",")
			n := bytes.IndexAny(set, blanks)
			if n < 0 {
				n = len(set)
			}
			ref := set[:n]
			set = set[n:]
			if len(ref) == 0 {
				return
			}
			size := 1.0
			if bare := bytes.TrimRight(ref, ","); len(bare) < len(ref) {
				ref = bare
			} else {
				var descriptor []byte
				descriptor, set, _ = bytes.Cut(set, []byte(","))
				size = sizeOf(bytes.Trim(descriptor, blanks))
			}
			if !yield(ref, size) {
				return
			}
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
