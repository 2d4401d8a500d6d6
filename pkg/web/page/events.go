package page

// viewer takes what a page shows as the scanner passes it: the start tags, end tags and pieces of text outside
// templates, in their order. Scripts, styles and other elements whose content has no tags are passed over, but for xmp
// and plaintext.
type viewer interface {
	// start takes the name and the attributes of a start tag. foreign says that it is in svg or math.
	start(n name, tag openTag, foreign bool)
	end(n name)
	// text takes a piece of the page; references in it are replaced only if it is not verbatim.
	text(raw []byte, verbatim bool)
}

// openTag has the wanted attributes of a start tag.
type openTag struct{ scan *scanner }

func (t openTag) has(a attribute) bool { return t.scan.wanted.has&(1<<a) != 0 }

// raw is the value of an attribute as the page has it, or empty; text is the same with its references replaced.
func (t openTag) raw(a attribute) []byte {
	v, ok := t.scan.wanted.get(a)
	if !ok {
		return nil
	}
	return t.scan.page[v.from:v.to]
}

func (t openTag) text(a attribute) []byte {
	v, ok := t.scan.wanted.get(a)
	if !ok {
		return nil
	}
	return t.scan.decoded(v)
}

// viewed reads the attributes of a tag that means nothing to the scanner, for the viewer, if there is one.
func (s *scanner) viewed(j int) (end int, closed bool) {
	if s.view == nil {
		return s.skipAttributes(j)
	}
	return s.attributes(j)
}

// started tells the viewer of a start tag whose attributes were read, and that ends at end.
func (s *scanner) started(n name, end int) {
	if s.view != nil && s.templates == 0 && end > 0 {
		s.view.start(n, openTag{s}, len(s.foreign) > 0)
	}
}

func (s *scanner) ended(n name) {
	if s.view != nil && s.templates == 0 {
		s.view.end(n)
	}
}

func (s *scanner) shown(from, to int, verbatim bool) {
	if s.view != nil && s.templates == 0 && from < to {
		s.view.text(s.page[from:to], verbatim)
	}
}

// Name is the name of an element in lower case, as a number.
type Name = name

// NameOf is the Name of an element.
func NameOf(s string) Name { return nameOf(s) }

// Handler takes what a page holds, as the scanner passes it: the tags and the pieces of text outside templates, in their order.
// What stands in scripts, styles and fields of forms is passed over, and so are comments; each piece of text ends at a tag or a
// comment.
type Handler interface {
	// Start takes a start tag; foreign says that it is in svg or math.
	Start(n Name, foreign bool)
	End(n Name)
	// Text takes a piece as UTF-8 with its references replaced, valid until the next one.
	Text(text []byte)
}

// handled is the viewer of a Handler.
type handled struct {
	Handler
	decode decoder
}

func (h *handled) start(n name, _ openTag, foreign bool) { h.Start(n, foreign) }

func (h *handled) end(n name) { h.End(n) }

func (h *handled) text(raw []byte, verbatim bool) { h.Text(h.decode.text(raw, verbatim)) }
