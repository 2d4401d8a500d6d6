package page

// class says what an element does to the visible text. Those behind unseen are blocks.
type class uint8

const (
	inline        class = iota // nothing
	breaks                     // br
	cells                      // is divided from its neighbours by a TAB
	replaced                   // something that is no text stands there
	unseenForeign              // hides what it holds in svg and math
	unseen                     // hides what it holds
	block
	headed
	items
	rows
	bulleted
	numbered
	quoted
	preformatted
	rules
)

var classes = func() map[name]class {
	all := map[name]class{}
	for c, names := range map[class][]string{
		breaks: {"br"}, cells: {"td", "th"},
		replaced:      {"audio", "canvas", "iframe", "img", "image", "input", "object", "select", "textarea", "video"},
		unseenForeign: {"desc", "metadata", "annotation", "annotation-xml"},
		unseen:        {"datalist", "noembed", "noframes", "rp", "script", "style", "template", "title"},
		block: {"address", "article", "aside", "body", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt",
			"fieldset", "figcaption",
			"figure", "footer", "form", "frameset", "header", "hgroup", "html", "head", "legend", "main", "nav", "optgroup",
			"option", "p", "search", "section", "summary", "table", "tbody", "tfoot", "thead"},
		headed: {"h1", "h2", "h3", "h4", "h5", "h6"}, items: {"li"}, rows: {"tr"},
		bulleted: {"ul", "menu", "dir"}, numbered: {"ol"},
		quoted: {"blockquote"}, preformatted: {"pre", "xmp", "listing", "plaintext"}, rules: {"hr"},
	} {
		for _, n := range names {
			all[nameOf(n)] = c
		}
	}
	return all
}()

var nameDialog = nameOf("dialog") // which is seen if it is open

// voids have no content and no end tag.
var voids = names("area", "base", "br", "col", "embed", "hr", "image", "img", "input", "link", "meta", "param",
	"source", "track", "wbr")

// optional are elements whose end tags may be left out.
var optional = names("p", "li", "dt", "dd", "option", "optgroup", "tr", "td", "th", "tbody", "thead",
	"tfoot", "rt", "rp", "colgroup")

func names(list ...string) map[name]bool {
	set := map[name]bool{}
	for _, n := range list {
		set[nameOf(n)] = true
	}
	return set
}
