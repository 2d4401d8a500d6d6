package safehtml

import (
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// element is one that may be written.
type element uint8

const (
	none element = iota
	tagP
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagBlockquote
	tagPre
	tagUl
	tagOl
	tagLi
	tagDl
	tagDt
	tagDd
	tagFigure
	tagFigcaption
	tagTable
	tagCaption
	tagThead
	tagTbody
	tagTfoot
	tagTr
	tagTd
	tagTh
	tagA
	tagAbbr
	tagB
	tagCite
	tagCode
	tagEm
	tagI
	tagKbd
	tagMark
	tagQ
	tagS
	tagSamp
	tagSmall
	tagStrong
	tagSub
	tagSup
	tagTime
	tagU
	elements
)

var elementNames = [elements]string{"", "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li", "dl",
	"dt", "dd", "figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "a", "abbr", "b", "cite",
	"code", "em", "i", "kbd", "mark", "q", "s", "samp", "small", "strong", "sub", "sup", "time", "u"}

// blocks are the elements of the tags of an outline; none of those that are only boundaries.
var blocks = [outline.All]element{
	outline.P: tagP, outline.H1: tagH1, outline.H2: tagH2, outline.H3: tagH3,
	outline.H4: tagH4, outline.H5: tagH5, outline.H6: tagH6,
	outline.Blockquote: tagBlockquote, outline.Pre: tagPre, outline.Listing: tagPre,
	outline.Xmp: tagPre, outline.Plaintext: tagPre,
	outline.Ul: tagUl, outline.Menu: tagUl, outline.Dir: tagUl, outline.Ol: tagOl, outline.Li: tagLi,
	outline.Dl: tagDl, outline.Dt: tagDt, outline.Dd: tagDd, outline.Figure: tagFigure, outline.Figcaption: tagFigcaption,
	outline.Table: tagTable, outline.Caption: tagCaption,
	outline.Thead: tagThead, outline.Tbody: tagTbody, outline.Tfoot: tagTfoot,
	outline.Tr: tagTr, outline.Td: tagTd, outline.Th: tagTh,
}

// inlines are the elements in text.
var inlines = func() map[page.Name]element {
	of := map[page.Name]element{}
	for e := tagA; e < elements; e++ {
		of[page.NameOf(elementNames[e])] = e
	}
	return of
}()

var (
	nameBr       = page.NameOf("br")
	nameHr       = page.NameOf("hr")
	nameImg      = page.NameOf("img")
	nameNoscript = page.NameOf("noscript")
	nameImage    = page.NameOf("image") // browsers take it for img
)

// set is a set of elements.
type set uint64

func (s set) has(e element) bool { return s&(1<<e) != 0 }

func setOf(list ...element) (s set) {
	for _, e := range list {
		s |= 1 << e
	}
	return s
}

var (
	// phrases hold text and elements in it, and no blocks.
	phrases = setOf(tagP, tagH1, tagH2, tagH3, tagH4, tagH5, tagH6, tagPre)

	// belong are the elements that may stand in some others only.
	belong = [elements]set{
		tagLi: setOf(tagUl, tagOl), tagDt: setOf(tagDl), tagDd: setOf(tagDl), tagFigcaption: setOf(tagFigure),
		tagCaption: setOf(tagTable), tagThead: setOf(tagTable), tagTbody: setOf(tagTable), tagTfoot: setOf(tagTable),
		tagTr: setOf(tagThead, tagTbody, tagTfoot), tagTd: setOf(tagTr), tagTh: setOf(tagTr),
	}

	// between is the element that must stand in another one around what does not belong there; none of those that hold all.
	between = [elements]element{
		tagUl: tagLi, tagOl: tagLi, tagDl: tagDd, tagTable: tagTbody, tagThead: tagTr, tagTbody: tagTr, tagTfoot: tagTr,
		tagTr: tagTd,
	}
)

// holdRules are the elements that may hold an hr, and ruled those around it.
var (
	holdRules = setOf(none, tagBlockquote, tagLi, tagDd)
	ruled     = setOf(tagBlockquote, tagUl, tagOl, tagLi, tagDl, tagDd)
)

// fits reports whether an element belongs into an element that holds only some.
func fits(e, up element) bool { return belong[e].has(up) }
