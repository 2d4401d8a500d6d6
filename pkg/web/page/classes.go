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
	preformatted
)

var classes = func() map[name]class {
	all := map[name]class{}
	for c, names := range map[class][]string{
		breaks: {"br"}, cells: {"td", "th"},
		replaced:      {"audio", "canvas", "iframe", "img", "image", "input", "object", "select", "textarea", "video"},
		unseenForeign: {"desc", "metadata", "annotation", "annotation-xml"},
		unseen:        {"datalist", "noembed", "noframes", "rp", "script", "style", "template", "title"},
		block: {"address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog",
			"dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "header",
			"hgroup", "html", "head", "hr", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p",
			"search", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"},
		headed: {"h1", "h2", "h3", "h4", "h5", "h6"}, preformatted: {"pre", "xmp", "listing", "plaintext"},
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
