package byline

import (
	"bytes"
	"slices"

	"webmill/pkg/ascii"
	"webmill/pkg/valid"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// capture is an element whose text is read.
type capture struct {
	name  page.Name
	depth int // elements of its name that are open in it
	as    wanted
	at    int // in the text of the page
	text  []byte
}

// wanted says what a text may be.
type wanted uint16

const (
	asHeading wanted = 1 << iota
	asAuthorItem
	asAuthorRel
	asAuthorClass
	asByline
	asDateItem
	asDateClass
	asTime
	asTitleItem
	asAuthorName
	asUser
)

const (
	maxCaptures = 8
	maxCaptured = 512
	maxLine     = 256
	maxNames    = 400 // bytes of the names of all authors
)

// follow is what is open in the page.
type follow struct {
	unseen   page.Unseen
	captures []capture // with room behind
	at       int       // bytes of text so far
	line     []byte
	lineAt   int
	script   bool   // the script is JSON-LD
	key      []byte // of a meta element, in lower case
}

func (f *follow) reset() {
	f.unseen.Reset()
	f.captures, f.line, f.at, f.lineAt, f.script = f.captures[:0], f.line[:0], 0, 0, false
}

var (
	nameMeta   = page.NameOf("meta")
	nameH1     = page.NameOf("h1")
	nameTime   = page.NameOf("time")
	nameA      = page.NameOf("a")
	nameBr     = page.NameOf("br")
	nameScript = page.NameOf("script")
	nameTitle  = page.NameOf("title")
	nameLink   = page.NameOf("link")
	nameBody   = page.NameOf("body")
	nameHTML   = page.NameOf("html")
)

// Start implements page.Handler.
func (r *Reader) Start(t page.Tag) {
	hidden := r.unseen.Start(t)
	switch {
	case t.Foreign:
		return
	case t.Name == nameMeta || t.Name == nameLink:
		r.meta(t)
		return
	case t.Name == nameScript:
		r.script = ascii.EqualFold(bytes.TrimSpace(t.Attr(page.Type)), "application/ld+json")
		return
	case hidden:
		return
	case t.Name == nameBr || outline.Of(t.Name) != outline.TextNode:
		r.endLine()
	}
	for i := range r.captures {
		if r.captures[i].name == t.Name {
			r.captures[i].depth++
		}
	}
	if t.Name == nameBody || t.Name == nameHTML {
		return
	}
	if as := r.wantedOf(t); as != 0 {
		r.beginCapture(t.Name, as)
	}
}

// End implements page.Handler.
func (r *Reader) End(n page.Name) {
	hidden := r.unseen.Hides()
	r.unseen.End(n)
	if hidden {
		return
	}
	if outline.Of(n) != outline.TextNode {
		r.endLine()
	}
	for i := len(r.captures) - 1; i >= 0; i-- {
		if r.captures[i].name != n {
			continue
		}
		if r.captures[i].depth--; r.captures[i].depth < 0 {
			for len(r.captures) > i {
				r.endCapture()
			}
		}
	}
}

// Text implements page.Handler.
func (r *Reader) Text(text []byte) {
	if r.unseen.Hides() {
		return
	}
	if r.at += len(bytes.TrimSpace(text)); len(r.line) == 0 {
		r.lineAt = r.at
	}
	r.line = appendSome(r.line, text, maxLine)
	for i := range r.captures {
		r.captures[i].text = appendSome(r.captures[i].text, text, maxCaptured)
	}
}

// appendSome appends text up to a length that tells that it is longer than most.
func appendSome(dst, text []byte, most int) []byte {
	if len(dst) == 0 {
		text = bytes.TrimLeft(text, " \t\n\r")
	}
	return append(dst, text[:min(len(text), most+1-len(dst))]...)
}

// Data implements page.DataHandler.
func (r *Reader) Data(n page.Name, text []byte) {
	switch {
	case n == nameTitle:
		r.title(titleTag, valid.Cut(text, maxString))
	case n == nameScript && r.script:
		r.linked(text)
	}
}

// meta reads a meta element, or a link with itemprop.
func (r *Reader) meta(t page.Tag) {
	r.key = r.key[:0]
	for _, a := range [...]page.Attribute{page.Property, page.MetaName, page.Itemprop} {
		if v := t.Attr(a); len(v) > 0 && len(v) < 64 {
			for _, c := range bytes.TrimSpace(v) {
				r.key = append(r.key, ascii.Lower[c])
			}
			break
		}
	}
	f := metas[string(r.key)]
	if f.of == 0 {
		return
	}
	content := valid.Cut(t.Attr(page.Content), maxString)
	switch f.of {
	case ofTitle:
		r.title(f.rule, content)
	case ofAuthor:
		if string(r.key) == "citation_author" {
			content = turned(content)
		}
		if f.rule != authorLabel || r.label {
			r.author(f.rule, r.at, content)
		}
	case ofDate:
		r.date(f.rule, content)
	case ofSite:
		r.site(f.rule, content)
	case ofLabel:
		r.label = ascii.ContainsFold(content, "written") || ascii.ContainsFold(content, "verfasst") ||
			ascii.ContainsFold(content, "author")
	}
}

// wantedOf says what the text of an element may be.
func (r *Reader) wantedOf(t page.Tag) (as wanted) {
	if t.Name == nameH1 {
		as |= asHeading
	}
	if v := t.Attr(page.Itemprop); len(v) > 0 {
		switch {
		case hasWord(v, "author") || hasWord(v, "creator"):
			as |= asAuthorItem
		case hasWord(v, "datepublished"):
			if d := t.Attr(page.Content); len(d) > 0 {
				r.date(dateItem, d)
			} else if d := t.Attr(page.Datetime); len(d) > 0 {
				r.date(dateItem, d)
			} else {
				as |= asDateItem
			}
		case hasWord(v, "name") && r.inAuthor():
			as |= asAuthorName
		case hasWord(v, "headline"):
			as |= asTitleItem
		}
	}
	if t.Name == nameA && hasWord(t.Attr(page.Rel), "author") {
		as |= asAuthorRel
	}
	if t.Name == nameTime {
		if d := t.Attr(page.Datetime); len(d) > 0 {
			r.dateAt(dateTime, r.at, d)
		} else {
			as |= asTime
		}
	}
	return as | r.classes(t.Attr(page.Class))
}

// inAuthor reports whether an element is open that names an author.
func (r *Reader) inAuthor() bool {
	return slices.ContainsFunc(r.captures, func(c capture) bool { return c.as&asAuthorItem != 0 })
}

// classes says what the text of an element may be, by its classes.
func (r *Reader) classes(class []byte) (as wanted) {
	if len(class) == 0 || len(class) > 512 || hasWord(class, "comment") || hasWord(class, "comments") {
		return 0
	}
	switch {
	case hasWord(class, "author") || hasWord(class, "authors") || hasWord(class, "writer"):
		as |= asAuthorClass
	case hasWord(class, "byline"):
		as |= asByline
	case hasWord(class, "username") || hasWord(class, "poster"):
		as |= asUser
	}
	if hasWord(class, "date") || hasWord(class, "published") || hasWord(class, "pubdate") || hasWord(class, "posted") {
		as |= asDateClass
	}
	return as
}

// hasWord reports whether a word of lower case letters is in a list, between anything but letters.
func hasWord(list []byte, word string) bool {
	for len(list) >= len(word) {
		k := ascii.IndexFold(list, word)
		if k < 0 {
			return false
		}
		end := k + len(word)
		if (k == 0 || !ascii.Letter(list[k-1])) && (end == len(list) || !ascii.Letter(list[end])) {
			return true
		}
		list = list[end:]
	}
	return false
}

func (r *Reader) beginCapture(n page.Name, as wanted) {
	k := len(r.captures)
	if k == maxCaptures {
		return
	}
	if k == cap(r.captures) {
		r.captures = append(r.captures, capture{})
	}
	r.captures = r.captures[:k+1]
	r.captures[k] = capture{name: n, as: as, at: r.at, text: r.captures[k].text[:0]}
}

// endCapture ends the innermost element whose text is read, and keeps what it says.
func (r *Reader) endCapture() {
	c := &r.captures[len(r.captures)-1]
	r.captures = r.captures[:len(r.captures)-1]
	text := page.Plain(c.text)
	if len(text) == 0 || len(text) > maxCaptured-8 {
		return
	}
	if c.as&asHeading != 0 && len(r.headings) < maxFound {
		r.headings = append(r.headings, said{r.keep(text), c.at})
	}
	if c.as&asTitleItem != 0 {
		r.title(titleItem, text)
	}
	for _, a := range [...]struct {
		as   wanted
		rule int
	}{{asAuthorItem, authorItem}, {asAuthorName, authorItemName}, {asUser, authorUser}, {asAuthorRel, authorRel},
		{asAuthorClass, authorClass}, {asByline, authorByline}} {
		if c.as&a.as != 0 {
			r.author(a.rule, c.at, text)
		}
	}
	for _, d := range [...]struct {
		as   wanted
		rule int
	}{{asDateItem, dateItem}, {asDateClass | asByline | asAuthorClass, dateClass}, {asTime, dateTime}} {
		if c.as&d.as != 0 {
			r.dateAt(d.rule, c.at, text)
		}
	}
}

// endLine ends a line of the text, and keeps the author and the date in it.
func (r *Reader) endLine() {
	if len(r.line) == 0 {
		return
	}
	line := page.Plain(r.line)
	if len(line) > 0 && len(line) < maxLine-8 {
		if saysBy(line) {
			r.author(authorText, r.lineAt, line)
		}
		r.dateAt(dateText, r.lineAt, line)
	}
	r.line = r.line[:0]
}
