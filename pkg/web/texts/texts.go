// Package texts makes texts of documents: what a reader of a page sees, and what the page says of itself.
//
//	texts.go  Extractor
//	markup.go HTML and Markdown of parts of pages
//	unico.go  the form of the UNICO robot
package texts

import (
	"bytes"
	"cmp"

	"webmill/pkg/urls"
	"webmill/pkg/web/content"
	"webmill/pkg/web/links"
	"webmill/pkg/web/menus"
	"webmill/pkg/web/page"
	"webmill/pkg/web/texts/byline"
)

// Form is how the text of a page is made.
type Form uint8

// The forms.
const (
	Webmill   Form = iota // a block a line: see page.VisibleText
	NodeLines             // a text node a line: see page.AppendNodeLines
	Unico                 // words in the form of the UNICO robot
)

// Options say how texts are made.
type Options struct {
	page.TextOptions
	Form     Form
	Main     *content.Options // if it is set, the text is the main content, and Form does not matter
	By       bool             // with Main: author, date, and a title without the name of the site
	HTML     bool             // with Main: the text is HTML
	Markdown bool             // the text is Markdown
	Menus    *menus.Labels    // if it is set, the links of menus are left out
}

// Text is what is known of a page. It is valid until the next one is read.
type Text struct {
	URL         []byte // in canonical form
	Title       []byte
	Description []byte
	Headings    []byte // a line each
	Declared    []byte // language that the page says it is in
	Charset     string
	Robots      []byte
	Text        []byte
	Links       int64
	Javadoc     bool // javadoc made the page

	Main              *content.Content // if it was asked for
	Author, Published []byte           // with By, as package byline gives them
}

// Extractor reads one document after the other.
type Extractor struct {
	opt      Options
	page     *page.Page // nil if the text is the main content
	content  *content.Extractor
	byline   *byline.Reader
	markup   *Markup       // nil if the text is plain
	menus    *menus.Cutter // nil if nothing is left out
	resolver urls.Resolver
	text     Text
	Counts   Counts // of all documents since Take
}

// Counts are the counts of documents.
type Counts struct {
	links.Counts        // Rows are the texts
	Cut          int64  // texts that were longer than page.MaxVisible
	WAT          int64  // records of WAT files, which have no texts
	First        string // the URL of the first page, or ""
	Menus        menus.Counts
}

// Add adds the counts of documents that come later.
func (c *Counts) Add(o *Counts) {
	c.Counts.Add(&o.Counts)
	c.Cut, c.WAT, c.First = c.Cut+o.Cut, c.WAT+o.WAT, cmp.Or(c.First, o.First)
	c.Menus.Add(o.Menus)
}

// New makes an Extractor.
func New(opt Options) *Extractor {
	x := &Extractor{opt: opt, menus: opt.Menus.NewCutter()}
	if opt.Main != nil {
		x.content = content.New(*opt.Main)
	}
	if opt.By {
		x.byline = byline.NewReader()
	}
	switch {
	case opt.Main == nil:
		x.page = page.New(page.Options{Visible: &opt.TextOptions})
		if opt.Markdown {
			x.markup = newShown()
		}
	case opt.HTML || opt.Markdown:
		x.markup = NewMarkup(opt.Markdown)
	}
	return x
}

// Take returns the counts of the documents since it was last called.
func (x *Extractor) Take() Counts {
	c := x.Counts
	c.Menus = x.menus.Take()
	x.Counts = Counts{}
	return c
}

// Allow sets the memory that each following document may take.
func (x *Extractor) Allow(a page.Allowance) {
	x.menus.Allow(a)
	if x.page != nil {
		x.page.Allow(a)
	}
	if x.content != nil {
		x.content.Allow(a)
	}
	if x.byline != nil {
		x.byline.Allow(a)
	}
	if x.markup != nil {
		x.markup.Allow(a)
	}
}

// Read makes the text of a document. It returns nil if that is no page.
func (x *Extractor) Read(d *page.Document) *Text {
	x.Counts.Counts[links.Documents]++
	why := x.classify(d)
	t := &x.text
	if why == links.Pages && !x.parse(x.menus.Cut(d), t) {
		why = links.TooLarge
	}
	x.Counts.Counts[why]++
	if why != links.Pages {
		return nil
	}
	if x.Counts.First == "" {
		x.Counts.First = string(t.URL)
	}
	x.Counts.Counts[links.Rows]++
	return t
}

// classify returns the count of a document before it is read.
func (x *Extractor) classify(d *page.Document) links.Count {
	if d.Metadata {
		x.Counts.WAT++
		return links.NotHTML
	}
	return links.Classify(d, &x.resolver)
}

// parse reads a page. ok is false if it may not take the memory that it needs.
func (x *Extractor) parse(d *page.Document, t *Text) (ok bool) {
	media := string(d.ContentType)
	if x.content == nil {
		return x.page.Parse(d.Body, media) && x.fill(t) && (x.markup == nil || x.mark(d, t, whole))
	}
	if t.Main, ok = x.content.Read(d.Body, media, x.resolver.Base()); !ok {
		return false
	}
	x.fillMain(t)
	if t.Main.Page.Cut {
		x.Counts.Cut++
	}
	if x.byline != nil && !x.credit(d, t) {
		return false
	}
	if x.markup != nil {
		return x.mark(d, t, t.Main.Parts())
	}
	t.Text = t.Main.AppendText(t.Text[:0])
	return true
}

// whole is the parts of a page of which nothing is left out.
var whole = []page.Part{{From: 0, To: page.MaxBytes}}

// mark makes Markdown or HTML of parts of a page.
func (x *Extractor) mark(d *page.Document, t *Text, parts []page.Part) (ok bool) {
	t.Text, ok = x.markup.Of(d.Body, string(d.ContentType), t.URL, parts)
	if ok && x.markup.Cut() {
		x.Counts.Cut++
	}
	return ok
}

// credit finds author and date. A title that it finds takes the place of that of the title element.
func (x *Extractor) credit(d *page.Document, t *Text) (ok bool) {
	by, ok := x.byline.Read(d.Body, string(d.ContentType), t.URL)
	t.Author, t.Published = by.Author, by.Date
	if len(by.Title) > 0 {
		t.Title = append(t.Title[:0], by.Title...)
	}
	return ok
}

// fillMain says what the page has beside its text; its headings are those of the main content.
func (x *Extractor) fillMain(t *Text) {
	x.describe(t, x.content.Source())
	t.Headings = t.Main.AppendHeadings(t.Headings[:0])
}

// describe says what the page says of itself.
func (x *Extractor) describe(t *Text, p *page.Page) {
	t.URL, t.Charset = x.resolver.Base(), p.StoredIn()
	t.Title, t.Description = p.AppendTitle(t.Title[:0]), p.AppendDescription(t.Description[:0])
	t.Declared, t.Robots = p.AppendLang(t.Declared[:0]), p.AppendRobots(t.Robots[:0])
	t.Links, t.Javadoc = p.CountLinks(), p.ByJavadoc()
}

// fill says what the page holds.
func (x *Extractor) fill(t *Text) (ok bool) {
	p := x.page
	x.describe(t, p)
	t.Headings = t.Headings[:0]
	p.Headings(func(_ int, text []byte) {
		if len(text) > 0 && len(t.Headings)+len(text) < content.MostHeadings {
			t.Headings = append(append(t.Headings, text...), '\n')
		}
	})
	t.Headings = bytes.TrimSuffix(t.Headings, []byte("\n"))
	visible, cut := p.VisibleText()
	if cut && x.markup == nil {
		x.Counts.Cut++
	}
	switch x.opt.Form {
	case NodeLines:
		t.Text, ok = p.AppendNodeLines(nil)
		return ok
	case Unico:
		t.Text = unico(nil, t.Title, visible, p.AppendKeywords(nil))
	default:
		t.Text = visible
	}
	return true
}
