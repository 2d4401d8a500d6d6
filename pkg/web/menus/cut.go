package menus

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/links"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Counts are those of a Cutter.
type Counts struct {
	Menus int64 // pages that had menus
	Links int64 // that were left out
	Whole int64 // pages that were left as they are, being too large or coming too often
}

// Add adds other counts.
func (c *Counts) Add(o Counts) {
	c.Menus += o.Menus
	c.Links += o.Links
	c.Whole += o.Whole
}

// Cutter leaves menus out of one page after the other.
type Cutter struct {
	counts Counts
	maker  *linkgroups.Maker
	match  matcher
	marked []bool // by a or area element with a href: it is part of a menu
	shown  shown
	doc    page.Document
	body   []byte
}

// NewCutter makes a Cutter. Without Labels it leaves pages as they are.
func (l *Labels) NewCutter() *Cutter {
	if l == nil {
		return nil
	}
	c := &Cutter{maker: linkgroups.New(linkgroups.Options{}), match: matcher{labels: l}}
	c.shown.page = page.New(page.Options{Handler: &c.shown})
	return c
}

// Allow sets the memory that each following page may take.
func (c *Cutter) Allow(a page.Allowance) {
	if c != nil {
		c.maker.Allow(a)
		c.shown.page.Allow(a)
		c.shown.memory.Allowance = a
	}
}

// Take returns the counts of the pages since it was last called.
func (c *Cutter) Take() (n Counts) {
	if c != nil {
		n, c.counts = c.counts, Counts{}
	}
	return n
}

// Cut is a document without the menus of its page, valid until the next one. A page without labels is left as it is, and is an
// error of Labels.
func (c *Cutter) Cut(d *page.Document) *page.Document {
	if c == nil {
		return d
	}
	why := c.maker.Read(d)
	if why != links.Pages && why != links.TooLarge {
		return d
	}
	x := &c.shown
	x.memory.Begin(0)
	// A link takes 8 bytes of the page at least, and less than twice as much memory while its label is found.
	if why == links.TooLarge || !x.memory.Room(x.size()+2*int64(len(d.Body))) {
		c.counts.Whole++
		return d
	}
	switch err := c.mark(); err {
	case nil:
	case errOften:
		c.counts.Whole++
		return d
	default:
		c.match.labels.err.Set(c.match.labels.explain(err, c.maker.URL()))
		return d
	}
	if len(c.marked) == 0 {
		return d
	}
	x.begin(c.marked)
	if !x.page.Parse(d.Body, string(d.ContentType)) || x.memory.Refused || !x.memory.Room(x.size()+int64(len(d.Body))) {
		c.counts.Whole++
		return d
	}
	x.close(false)
	x.join()
	return c.blank(d)
}

// explain says what is wrong with the labels of a page.
func (l *Labels) explain(err error, url []byte) error {
	switch {
	case errors.Is(err, errNone):
		return fmt.Errorf("%s: does not have the page %s: are the labels of another crawl?", l.name, url)
	case errors.Is(err, errOther):
		return fmt.Errorf("%s: has other links for the page %s: were link-groups and nav-links given the same pages?", l.name, url)
	}
	return fmt.Errorf("%s: %w", l.name, err)
}

// mark finds out which elements of the page are links of menus. None are marked if there are none.
func (c *Cutter) mark() error {
	m := &c.match
	m.links, c.marked = m.links[:0], c.marked[:0]
	c.maker.Links(func(target []byte, _ int32) { m.links = append(m.links, m.labels.hash(target)) })
	if len(m.links) == 0 {
		return nil
	}
	if err := m.find(c.maker.URL()); err != nil {
		return err
	}
	at, any := 0, int64(0)
	c.maker.Links(func(_ []byte, anchor int32) {
		if at++; anchor >= 0 && m.menu[at-1] {
			for int(anchor) >= len(c.marked) {
				c.marked = append(c.marked, false)
			}
			c.marked[anchor] = true
			any++
		}
	})
	if any > 0 {
		c.counts.Menus++
		c.counts.Links += any
	}
	return nil
}

// blank makes the document with blanks in the place of its menus.
func (c *Cutter) blank(d *page.Document) *page.Document {
	x := &c.shown
	c.doc = *d
	c.doc.ContentType = []byte("text/html; charset=" + x.page.Charset())
	if page.IsXHTML(d.ContentType) {
		c.doc.ContentType = []byte("application/xhtml+xml; charset=" + x.page.Charset())
	}
	c.body = append(c.body[:0], x.page.Bytes()...)
	c.doc.Body = c.body
	for _, p := range x.list {
		if p.menu {
			for i := p.from; i < p.to; i++ {
				c.body[i] = ' '
			}
		}
	}
	return &c.doc
}

// shown is what a page shows: its texts, and the images in links of menus.
type shown struct {
	page   *page.Page
	memory page.Growth
	marked []bool
	next   int // the a or area element with a href that comes next
	list   []span
	block  bool // a block has begun or ended since the last span
	open   bool // a link of a menu
	since  int  // its first span
	sure   int  // its first span behind the begin or the end of a block, or -1
}

// span is where a text or an image is in the bytes of the page.
type span struct {
	from, to int32
	menu     bool
	word     bool // it has a letter or a digit
	block    bool // it is the first one of a block
}

const spanBytes = 12

func (x *shown) size() int64 { return int64(len(x.list)) * spanBytes }

func (x *shown) begin(marked []bool) {
	x.marked, x.next, x.list, x.block, x.open = marked, 0, x.list[:0], true, false
}

var nameA, nameArea, nameImg, nameImage = page.NameOf("a"), page.NameOf("area"), page.NameOf("img"), page.NameOf("image")

// Start, End and Text implement page.Handler.
func (x *shown) Start(t page.Tag) {
	if t.Foreign {
		return
	}
	switch t.Name {
	case nameA:
		x.close(false)
		if t.Has(page.Href) {
			x.open, x.since, x.sure = x.is(), len(x.list), -1
		}
	case nameArea:
		if t.Has(page.Href) {
			x.next++
		}
	case nameImg, nameImage:
		if x.open {
			x.add(x.page.TagAt(), x.page.At(), false)
		}
	default:
		x.tag(t.Name)
	}
}

// is reports whether the next link is part of a menu.
func (x *shown) is() bool {
	x.next++
	return x.next <= len(x.marked) && x.marked[x.next-1]
}

// tag takes the tag of another element.
func (x *shown) tag(n page.Name) {
	if outline.Of(n) == outline.TextNode {
		return
	}
	if x.block = true; x.open && x.sure < 0 {
		x.sure = len(x.list)
	}
}

// End takes an end tag.
func (x *shown) End(n page.Name) {
	if n == nameA {
		x.close(true)
		return
	}
	x.tag(n)
}

// close ends the link that is open. Without an end tag it has ended with its block.
func (x *shown) close(tagged bool) {
	if x.open && !tagged && x.sure >= 0 {
		for i := x.sure; i < len(x.list); i++ {
			x.list[i].menu = false
		}
	}
	x.open = false
}

// Text takes a text between two tags.
func (x *shown) Text(text []byte) {
	from, to := x.page.TextAt()
	x.add(from, to, hasWord(text))
}

func (x *shown) add(from, to int32, word bool) {
	if x.memory.Room(x.size() + spanBytes) {
		x.list = append(x.list, span{from, to, x.open, word, x.block})
		x.block = false
	}
}

func hasWord(text []byte) bool {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// join adds to the menus what belongs to their links: text without words between two of them, and that of blocks that have no
// other words.
func (x *shown) join() {
	last := -1 // the last span of a menu, if there was no word since
	for i := 0; i < len(x.list); {
		end, menu, word := i, false, false
		for ; end < len(x.list) && (end == i || !x.list[end].block); end++ {
			menu = menu || x.list[end].menu
			word = word || x.list[end].word && !x.list[end].menu
		}
		for k := i; k < end; k++ {
			p := &x.list[k]
			switch {
			case menu && !word, p.menu:
				for ; last >= 0 && last < k; last++ {
					x.list[last].menu = true
				}
				p.menu, last = true, k
			case p.word:
				last = -1
			}
		}
		i = end
	}
}
