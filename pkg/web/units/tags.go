package units

import "webmill/pkg/web/page"

// Tag is an element that matters to units. Run is none: text that no unit divides.
type Tag uint8

// The tags of the thesis.
const (
	Run Tag = iota
	Body
	Table
	Tbody
	Td
	Tr
	Div
	P
	Form
	H1
	H2
	H3
	thesisTags
)

// Other elements that begin or end units; those of the list html5 can be units too.
const (
	th Tag = iota + thesisTags
	thead
	tfoot
	caption
	li
	dt
	dd
	ul
	ol
	dl
	h4
	h5
	h6
	address
	article
	aside
	blockquote
	details
	dialog
	fieldset
	figcaption
	figure
	footer
	header
	mainTag
	nav
	pre
	section
	summary
	center
	dir
	hgroup
	listing
	menu
	search
	hr
	xmp
	plaintext
	allTags
)

const lastHTML5 = summary

var tagNames = [allTags]string{
	"#text", "body", "table", "tbody", "td", "tr", "div", "p", "form", "h1", "h2", "h3",
	"th", "thead", "tfoot", "caption", "li", "dt", "dd", "ul", "ol", "dl", "h4", "h5", "h6", "address", "article", "aside",
	"blockquote", "details", "dialog", "fieldset", "figcaption", "figure", "footer", "header", "main", "nav", "pre", "section",
	"summary", "center", "dir", "hgroup", "listing", "menu", "search", "hr", "xmp", "plaintext",
}

func (t Tag) String() string { return tagNames[t] }

// tagOf finds the tag of an element; 0 if it does not matter.
var tagOf = func() map[page.Name]Tag {
	of := map[page.Name]Tag{}
	for t, name := range tagNames {
		if Tag(t) != Run {
			of[page.NameOf(name)] = Tag(t)
		}
	}
	return of
}()

// Tags is a set of tags.
type Tags uint64

// Has reports whether a tag is in the set.
func (s Tags) Has(t Tag) bool { return s&(1<<t) != 0 }

// Lists of the tags that make units.
const (
	Thesis Tags = 1<<thesisTags - 1<<Body    // those of the thesis
	HTML5  Tags = 1<<(lastHTML5+1) - 1<<Body // and lists, cells of heads, other headings and sections
)

func setOf(tags ...Tag) (s Tags) {
	for _, t := range tags {
		s |= 1 << t
	}
	return s
}

// What a tag does to the elements that are open.
var (
	sections   = setOf(Tbody, thead, tfoot)
	barriers   = setOf(Table, Td, th, caption) // an end tag inside ends nothing outside
	tableParts = setOf(Tbody, thead, tfoot, Tr, Td, th, caption)
	headings   = setOf(H1, H2, H3, h4, h5, h6)
	implied    = setOf(P, li, dt, dd) // whose end tags may be left out
	passed     = setOf(address, Div, P)
	void       = setOf(hr)
)

var (
	nameStyle, nameScript = page.NameOf("style"), page.NameOf("script")
)
