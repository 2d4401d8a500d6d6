// Package safehtml writes parts of a page as HTML that can be shown anywhere: the text of the parts, with the structure around
// it.
//
// A page is hostile. So nothing of its markup is copied, and no tree of it is written back: what a browser makes of such a tree
// can differ from the tree. A Writer follows which elements of the page are open. Where a word is to be written, it opens the
// elements around it that are on its list, with the attributes on its list, whose values it makes itself, and closes the others.
// So each element holds text or an image, all of them are closed in their order, and nothing else can come out. Text and
// values are escaped.
//
// # What comes out
//
//	blocks  p h1 to h6 blockquote pre ul ol li dl dt dd figure figcaption
//	tables  table caption thead tbody tfoot tr, td and th with colspan and rowspan from 2 to 1000
//	in text em strong b i u s sub sup code kbd samp q cite abbr mark small br, time with datetime, a with href
//	rules   hr between two words that are kept, if no other word stands there; none in a table
//	images  img with src and alt, in an element of which text is kept, or between two words of a part. If it is loaded
//	        late, src is the address in data-src or a similar attribute; from a srcset, the largest image is taken
//
// An href is absolute, by the base of the page, and of http, https or mailto; src of http or https. Without it, an a or an img is
// not written. All other elements are boundaries: text in them becomes a p, if no block above is written.
//
// A list has only items, a table only rows of cells: text that stands beside them gets an item or a cell of its own. A heading
// and a p hold no blocks. An element of text ends with the block in which it began; one around several blocks is written in
// each.
//
// # Bounds
//
// One pass over the page, two if its base stands behind a link. At most 64 elements are open at a time. Absolute addresses and
// repeated tags can be longer than what the page has in their place. They may take four times the length of the page and 64 KiB;
// behind that such tags are left out, the text is not. The text has all words of the parts, except those in elements that
// page.Unseen follows.
//
// # Files
//
//	safehtml.go  Writer
//	elements.go  the elements that may be written
//	follow.go    which elements of the page are open
//	write.go     what is written of them
//	images.go    images, and where their addresses stand
//	links.go     addresses and other values
package safehtml

import (
	"bytes"

	"webmill/pkg/urls"
	"webmill/pkg/web/links"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Writer writes parts of pages, one page after the other.
type Writer struct {
	page    *page.Page
	allowed page.Allowance
	base    urls.Resolver
	href    []byte // the base that is used, as the page names it
	based   bool   // the base is known
	from    int    // where the page begins in the output
	most    int    // bytes that are written; 0: all
	cut     bool   // there were more

	parts   []page.Part // those that are not behind
	unseen  page.Unseen
	outline outline.Stack
	tag     page.Tag // the start tag that is read
	follow
	imaging
	output
}

// NewWriter makes a Writer of parts of pages, also of those that an attribute hides.
func NewWriter() *Writer { return newWriter(true) }

// NewShown makes a Writer of what pages show: what an attribute hides and what stands in noscript is left out, and so is what
// stands behind page.MaxVisible bytes.
func NewShown() *Writer {
	w := newWriter(false)
	w.unseen.Hidden, w.most = true, page.MaxVisible
	return w
}

func newWriter(noscript bool) *Writer {
	w := &Writer{}
	w.page = page.New(page.Options{Handler: w, Noscript: noscript})
	w.base.Query = w.page.AppendQuery
	w.base.Fragments = true
	return w
}

// Allow sets the memory that each following page may take.
func (w *Writer) Allow(a page.Allowance) {
	w.allowed = a
	w.page.Allow(a)
}

// Cut reports whether the last page was cut off.
func (w *Writer) Cut() bool { return w.cut }

// Append appends the parts of a page of at most page.MaxBytes, which has this URL, as HTML. The parts are in order; their places
// are those of page.Page.TextAt. ok is false if the page may not take the memory that it needs: then dst is as it was.
func (w *Writer) Append(dst, body []byte, contentType string, url []byte, parts []page.Part) (out []byte, ok bool) {
	from := len(dst)
	w.based = false
	for {
		w.reset(dst[:from], int64(len(body)), parts)
		if !w.based {
			w.base.SetBase(url) // an error means that there is no base
		}
		if !w.page.Parse(body, contentType) || w.refused {
			dst, w.dst = w.dst[:from], nil
			return dst, false
		}
		w.closeTo(0)
		dst = w.dst
		w.dst = nil
		href, _ := w.page.Base()
		if !w.based || bytes.Equal(href, w.href) {
			return dst, true
		}
		w.base.SetBase(url) // the base stands behind a link
		w.setBase(href)
	}
}

func (w *Writer) reset(dst []byte, length int64, parts []page.Part) {
	w.parts, w.cut, w.from = parts, false, len(dst)
	w.unseen.Reset()
	w.follow.reset()
	w.imaging = imaging{shown: w.shown[:0], names: w.names[:0], others: w.others[:0]}
	w.output.reset(dst, length)
	w.outline.Reset(w)
}

// setBase sets the base to which the page names; w.base is the address of the page.
func (w *Writer) setBase(href []byte) {
	w.href = append(w.href[:0], href...)
	w.based = true
	if len(href) > 0 {
		links.Rebase(&w.base, href)
	}
}

// in reports whether a place of the page is in a part.
func (w *Writer) in(at int32) bool {
	for len(w.parts) > 0 && w.parts[0].To <= at {
		w.parts = w.parts[1:]
	}
	return len(w.parts) > 0 && w.parts[0].From <= at
}

// Start implements page.Handler.
func (w *Writer) Start(t page.Tag) {
	w.tag = t
	w.outline.Start(t.Name, t.Foreign)
	if outline.Of(t.Name) != outline.TextNode {
		w.boundary()
	}
	hidden := w.unseen.Hides()
	switch {
	case t.Foreign || hidden:
	case t.Name == nameBr:
		w.breakLine()
	case t.Name == nameHr:
		w.ruleLine()
	case t.Name == nameNoscript:
		w.noscript = true
	case t.Name == nameImg || t.Name == nameImage:
		w.image(t)
	default:
		if e := inlines[t.Name]; e != none {
			w.enter(w.outline.Node())
			w.openInline(e, t)
		}
	}
	w.unseen.Start(t)
}

// End implements page.Handler.
func (w *Writer) End(n page.Name) {
	w.outline.End(n)
	if outline.Of(n) != outline.TextNode {
		w.boundary()
	}
	hidden := w.unseen.Hides()
	w.unseen.End(n)
	switch e := inlines[n]; {
	case hidden:
	case e != none:
		w.closeInline(e)
	case n == nameNoscript:
		w.noscript = false
	case n == nameBr: // browsers take it for a start tag
		w.breakLine()
	}
}

// Text implements page.Handler.
func (w *Writer) Text(text []byte) {
	if w.unseen.Hides() || w.refused {
		return
	}
	if len(bytes.TrimSpace(text)) > 0 {
		w.forget()
	}
	from, _ := w.page.TextAt()
	if !w.in(from) {
		if len(bytes.TrimSpace(text)) > 0 {
			w.rule, w.skipped = false, true
		}
		if len(w.space) == 0 && !w.preformatted {
			w.space = append(w.space, ' ') // what is left out divides words
		}
		return
	}
	if w.cut = w.cut || w.most > 0 && len(w.dst)-w.from > w.most; w.cut {
		return
	}
	w.enter(w.outline.Node())
	if w.preformatted {
		w.putPreformatted(text)
	} else {
		w.put(text)
	}
}
