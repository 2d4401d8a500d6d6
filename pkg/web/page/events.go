package page

// viewer takes what a page shows as the scanner passes it: the start tags, end tags and pieces of text outside
// templates, in their order. Scripts, styles and other elements whose content has no tags are passed over, but for xmp
// and plaintext.
type viewer interface {
	// start takes the name and the rest of a start tag, attributes and >. foreign says that it is in svg or math.
	start(n name, attributes []byte, foreign bool)
	end(n name)
	// text takes a piece of the page; references in it are replaced only if it is not verbatim.
	text(raw []byte, verbatim bool)
}

// started tells the viewer of a start tag whose name ends at j and that ends at end.
func (s *scanner) started(n name, j, end int) {
	if s.view != nil && s.templates == 0 && end > 0 {
		s.view.start(n, s.page[j:end], len(s.foreign) > 0)
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
