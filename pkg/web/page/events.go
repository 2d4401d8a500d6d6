package page

// viewer takes what a page shows as the scanner passes it: the start tags, end tags and texts outside
// templates, in their order. Scripts, styles and other elements whose content has no tags are passed over, but for xmp
// and plaintext.
type viewer interface {
	// start takes the name and the attributes of a start tag. foreign says that it is in svg or math.
	start(n name, tag openTag, foreign bool)
	end(n name)
	// text takes what stands between two tags; references in it are replaced only if it is not verbatim.
	text(raw []byte, verbatim bool)
}

// dataViewer also takes what scripts and titles hold.
type dataViewer interface{ data(n name, raw []byte) }

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
		s.at = int32(end)
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
		s.textAt = span{int32(from), int32(to)}
		s.view.text(s.page[from:to], verbatim)
	}
}

// held tells the viewer what a script or a title holds, if it wants to know, and returns where that ends.
func (s *scanner) held(n name, from, to int) int {
	if s.data != nil && s.templates == 0 && from < to && n != nameIframe {
		s.data.data(n, s.page[from:to])
	}
	return to
}

// Name is the name of an element in lower case, as a number.
type Name = name

// NameOf is the Name of an element.
func NameOf(s string) Name { return nameOf(s) }

// Attribute is an attribute whose value a Handler may ask for.
type Attribute = attribute

// The attributes of tags.
const (
	Alt     = attrAlt
	Class   = attrClass
	Colspan = attrColspan
	Content = attrContent

	DataLazySrc    = attrDataLazySrc
	DataLazySrcset = attrDataLazySrcset
	DataOriginal   = attrDataOriginal
	DataSrc        = attrDataSrc
	DataSrcset     = attrDataSrcset

	Datetime = attrDatetime
	Href     = attrHref
	ID       = attrID
	Itemprop = attrItemprop
	MetaName = attrName
	Property = attrProperty
	Rel      = attrRel
	Role     = attrRole
	Rowspan  = attrRowspan
	Src      = attrSrc
	Srcset   = attrSrcset
	Type     = attrType
)

// Tag is a start tag, valid until the next tag or text of the page.
type Tag struct {
	Name    Name
	Foreign bool // it is in svg or math
	page    *Page
}

// Attr is the value of an attribute as UTF-8, or empty, valid until the next call.
func (t Tag) Attr(a Attribute) []byte {
	v, ok := t.page.scan.wanted.get(a)
	if !ok {
		return nil
	}
	return t.page.decoded(v)
}

// Has reports whether the tag has an attribute, which may be empty.
func (t Tag) Has(a Attribute) bool { return openTag{&t.page.scan}.has(a) }

// Hides reports whether the tag hides its element: by hidden, its style, or as a dialog that is not open.
func (t Tag) Hides() bool { return isHidden(t.Name, openTag{&t.page.scan}) }

// DataHandler is a Handler that also takes what scripts and titles hold, which other Handlers do not see.
type DataHandler interface {
	Handler
	// Data takes what a script or a title holds, as UTF-8, behind its start tag. In a title references are replaced.
	Data(n Name, text []byte)
}

// Handler takes what a page holds, as the scanner passes it: the tags and the texts outside templates, in their order.
// What stands in scripts, styles and fields of forms is passed over, and so are comments; each text ends at a tag or a
// comment.
type Handler interface {
	Start(Tag)
	End(n Name)
	// Text takes what stands between two tags, as UTF-8 with its references replaced, valid until the next one.
	Text(text []byte)
}

// TextAt is the place in the page of the text that a Handler takes.
func (p *Page) TextAt() (from, to int32) { return p.scan.textAt.from, p.scan.textAt.to }

// At is the place in the page where the start tag ends that a Handler takes.
func (p *Page) At() int32 { return p.scan.at }

// TagAt is the place in the page where the start tag begins that a Handler takes.
func (p *Page) TagAt() int32 { return p.scan.tagAt }

// Bytes is what places in the page are places of, in the encoding that Charset names: the body without a byte order mark, or as
// UTF-8 if its encoding hides markup.
func (p *Page) Bytes() []byte { return p.body }

// Part is the bytes of a page from one place to before another. A text is in it if it begins there.
type Part struct{ From, To int32 }

// handled is the viewer of a Handler.
type handled struct {
	Handler
	more   DataHandler // the same, if it is one
	decode decoder
}

func (h *handled) start(n name, _ openTag, foreign bool) { h.Start(Tag{n, foreign, h.decode.page}) }

func (h *handled) end(n name) { h.End(n) }

func (h *handled) text(raw []byte, verbatim bool) { h.Text(h.decode.text(raw, verbatim)) }

func (h *handled) data(n name, raw []byte) { h.more.Data(n, h.decode.text(raw, n == nameScript)) }
