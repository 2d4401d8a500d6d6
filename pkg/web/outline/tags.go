package outline

import "webmill/pkg/web/page"

// Tag is an element that matters to the outline of a page. TextNode is none: text that no element divides.
type Tag uint8

// The tags.
const (
	TextNode Tag = iota
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
	Th
	Thead
	Tfoot
	Caption
	Li
	Dt
	Dd
	Ul
	Ol
	Dl
	H4
	H5
	H6
	Address
	Article
	Aside
	Blockquote
	Details
	Dialog
	Fieldset
	Figcaption
	Figure
	Footer
	Header
	Main
	Nav
	Pre
	Section
	Summary
	Center
	Dir
	Hgroup
	Listing
	Menu
	Search
	Hr
	Xmp
	Plaintext
	All
)

var tagNames = [All]string{
	"#text", "body", "table", "tbody", "td", "tr", "div", "p", "form", "h1", "h2", "h3",
	"th", "thead", "tfoot", "caption", "li", "dt", "dd", "ul", "ol", "dl", "h4", "h5", "h6", "address", "article", "aside",
	"blockquote", "details", "dialog", "fieldset", "figcaption", "figure", "footer", "header", "main", "nav", "pre", "section",
	"summary", "center", "dir", "hgroup", "listing", "menu", "search", "hr", "xmp", "plaintext",
}

func (t Tag) String() string { return tagNames[t] }

// Of is the tag of an element; TextNode if it does not matter.
func Of(n page.Name) Tag {
	for i := slotOf(n); ; i = (i + 1) % slots {
		if s := &tagOf[i]; s.name == n || s.tag == TextNode {
			return s.tag
		}
	}
}

// tagOf is a table of names, each in its slot or in the next one that was free. Most slots are free, and those have the tag
// TextNode.
var tagOf = func() (table [slots]struct {
	name page.Name
	tag  Tag
}) {
	for t := TextNode + 1; t < All; t++ {
		n := page.NameOf(tagNames[t])
		i := slotOf(n)
		for table[i].tag != TextNode {
			i = (i + 1) % slots
		}
		table[i].name, table[i].tag = n, t
	}
	return table
}()

const slots = 1 << 9

func slotOf(n page.Name) uint64 { return uint64(n) * 0x9E3779B97F4A7C15 >> 55 }

// Tags is a set of tags.
type Tags uint64

// Has reports whether a tag is in the set.
func (s Tags) Has(t Tag) bool { return s&(1<<t) != 0 }

// SetOf is the set of some tags.
func SetOf(tags ...Tag) (s Tags) {
	for _, t := range tags {
		s |= 1 << t
	}
	return s
}

// Headings are the tags of headings.
var Headings = SetOf(H1, H2, H3, H4, H5, H6)

// What a tag does to the elements that are open.
var (
	sections   = SetOf(Tbody, Thead, Tfoot)
	barriers   = SetOf(Table, Td, Th, Caption) // an end tag inside ends nothing outside
	tableParts = SetOf(Tbody, Thead, Tfoot, Tr, Td, Th, Caption)
	implied    = SetOf(P, Li, Dt, Dd) // whose end tags may be left out
	passed     = SetOf(Address, Div, P)
	void       = SetOf(Hr)
)
