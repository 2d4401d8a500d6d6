package content

import (
	"bytes"

	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Comments says how the comments of readers are treated.
type Comments uint8

// How comments are treated.
const (
	Judged  Comments = iota // the model judges them as all other blocks
	Dropped                 // they are left out
	Alone                   // only they are kept, but for blocks that are mostly links
)

// Options say which blocks are kept.
type Options struct {
	Least      float32 // the least probability of a block that is kept; 0: the blocks with the best expected F1 are kept
	Comments   Comments
	NeverEmpty bool // of a page of which no block would be kept, the most probable one is
}

// Content is what was found on a page, valid until the next one is read.
type Content struct {
	Page       *Page
	Chance     []float32 // by block: the probability that it is content
	Keep       []bool    // by block
	PageType   string    // like article
	Confidence float32   // the F1 to expect of the blocks with the best expected F1, also if Options.Least keeps others

	parts []page.Part
}

// Extractor finds the content of pages, one after the other.
type Extractor struct {
	opt      Options
	reader   *Reader
	features Features
	judge    judge
	choice   choice
	content  Content
	title    []byte
	about    []byte
}

// New makes an Extractor.
func New(opt Options) *Extractor { return &Extractor{opt: opt, reader: NewReader()} }

// Allow sets the memory that each following page may take.
func (x *Extractor) Allow(a page.Allowance) { x.reader.Allow(a) }

// Source is the page that was read last, for its title, its language and the like.
func (x *Extractor) Source() *page.Page { return x.reader.Source() }

// Read finds the content of a page of at most page.MaxBytes. ok is false if the page may not take the memory that it needs.
func (x *Extractor) Read(body []byte, contentType string, url []byte) (c *Content, ok bool) {
	c = &x.content
	if c.Page, ok = x.reader.Read(body, contentType); !ok {
		return nil, false
	}
	m := model()
	x.title, x.about = x.Source().AppendTitle(x.title[:0]), x.Source().AppendDescription(x.about[:0])
	k := m.TypeOf(x.features.Begin(c.Page, x.title, x.about, url))
	c.PageType, c.Chance = m.PageTypes[k], c.Chance[:0]
	x.judge.begin(m)
	x.features.Blocks(c.Page, func(_ int, v []float32) { x.judge.add(v) })
	x.judge.flush()
	for _, odds := range x.judge.odds {
		c.Chance = append(c.Chance, Chance(odds+m.Lean[k]))
	}
	x.opt.Comments.judge(c)
	keep, expected := x.choice.keep(&x.opt, c.Page, c.Chance)
	c.Keep, c.Confidence = keep, m.Confidence(expected)
	return c, true
}

// judge changes the probabilities of comments, or of all other blocks.
func (o Comments) judge(c *Content) {
	for i := range c.Chance {
		b := &c.Page.Blocks[i]
		comment := c.Page.Nodes[b.Node].All&isComment != 0
		switch {
		case o == Dropped && comment, o == Alone && !comment:
			c.Chance[i] = 0
		case o == Alone && (b.Within != 0 || 2*b.LinkedBytes > b.To-b.From):
			c.Chance[i] = 0
		case o == Alone:
			c.Chance[i] = 1
		}
	}
}

// isComment is the bit of the class words of comments.
var isComment = groupBit(classGroups, "comment")

// Percent is Confidence in percent.
func (c *Content) Percent() int { return int(100*c.Confidence + 0.5) }

// AppendText appends the text of the blocks that are kept, each on lines of its own.
func (c *Content) AppendText(dst []byte) []byte {
	from := len(dst)
	for i, keep := range c.Keep {
		if !keep {
			continue
		}
		if len(dst) > from {
			dst = append(dst, '\n')
		}
		dst = append(dst, c.Page.BlockText(i)...)
	}
	return dst
}

// MostHeadings is the most bytes that the headings of a page may have.
const MostHeadings = 64 << 10

// AppendHeadings appends the text of the headings that are kept, a line each, as long as they are not too long.
func (c *Content) AppendHeadings(dst []byte) []byte {
	for i, keep := range c.Keep {
		if keep && c.IsHeading(i) && len(dst)+len(c.Page.BlockText(i)) < MostHeadings {
			dst = append(append(dst, c.Page.BlockText(i)...), '\n')
		}
	}
	return bytes.TrimSuffix(dst, []byte("\n"))
}

// Parts are the places of the blocks that are kept, valid until the next page.
func (c *Content) Parts() []page.Part {
	c.parts = c.parts[:0]
	for i, keep := range c.Keep {
		if keep {
			c.parts = append(c.parts, c.Page.Blocks[i].Part)
		}
	}
	return c.parts
}

// TextBytes is the length of the text of the page, of all its blocks.
func (c *Content) TextBytes() int {
	n := max(0, len(c.Page.Blocks)-1) // line ends
	for i := range c.Page.Blocks {
		n += len(c.Page.BlockText(i))
	}
	return n
}

// IsHeading reports whether a block is one, or stands in one.
func (c *Content) IsHeading(i int) bool {
	return c.Page.Nodes[c.Page.Blocks[i].Node].Tags&outline.Headings != 0
}

// Candidate is a block whose probability was changed after its page was read.
type Candidate struct {
	Part    page.Part // its place on the page
	Text    []byte
	Chance  float32
	Heading bool
}

// Select chooses among the blocks of a page.
func Select(opt Options, blocks []Candidate) *Content {
	p := &Page{Nodes: []Node{{Tag: outline.P}, {Tag: outline.H1, Tags: outline.Headings}}}
	chance := make([]float32, len(blocks))
	for i, b := range blocks {
		chance[i] = b.Chance
		first := int32(len(p.Words))
		p.Words = AppendWords(p.Words, b.Text)
		from := int32(len(p.Text))
		p.Text = append(p.Text, b.Text...)
		one := Block{Part: b.Part, From: from, To: int32(len(p.Text)), First: first, Words: int32(len(p.Words)) - first}
		if b.Heading {
			one.Node = 1
		}
		p.Blocks = append(p.Blocks, one)
	}
	keep, expected := new(choice).keep(&opt, p, chance)
	return &Content{Page: p, Chance: chance, Keep: keep, Confidence: model().Confidence(expected)}
}
