package content

import (
	"bytes"
	"math"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// look is what is seen of a block before its features are made.
type look struct {
	words, linked                            float32 // linked: share of the text in links
	capitals                                 float32 // share of the words that begin with one
	digits                                   float32 // share of the characters
	commas, ends                             float32 // commas and semicolons; ends of sentences
	letters                                  float32 // of a word
	ended                                    bool    // it ends like a sentence, a question, a heading of a list or a quotation
	asks                                     bool    // it ends with a question mark
	upper                                    bool    // most of its letters are capitals
	small                                    bool    // it begins with a small letter
	numeral                                  bool    // it begins with a digit
	dollar                                   bool    // it has a sign of a currency
	bar                                      bool    // it has what separates entries of a menu, like | and •
	at                                       bool    // it has an @, as addresses of mail do
	says                                     uint64  // the groups of words that its beginning has: bits of textGroups
	same                                     int32   // blocks with the same text on the page
	seen                                     bool    // an earlier block has the same text
	text                                     uint64  // hash of the words
	path, classes                            uint32  // hashes: of the tags around, of these and their classes
	inTitle, ofTitle, inDescription, heading float32
	governed                                 uint64 // says of the heading above
	section                                  uint64 // says of the last h1 or h2 above
	ruled                                    bool   // there is a heading above
	distance                                 float32
}

// sums are totals of the blocks before each block.
type sums struct {
	words, linked, paragraphs, commas, ends, blocks float32
}

func (s *sums) add(l *look, p bool) {
	s.words += l.words
	s.linked += float32(l.words * l.linked)
	s.commas += l.commas
	s.ends += l.ends
	s.blocks++
	if p {
		s.paragraphs++
	}
}

func (s sums) minus(o sums) sums {
	return sums{
		words: s.words - o.words, linked: s.linked - o.linked, paragraphs: s.paragraphs - o.paragraphs,
		commas: s.commas - o.commas, ends: s.ends - o.ends, blocks: s.blocks - o.blocks,
	}
}

func (s *sums) density() float32 { return s.linked / max(1, s.words) }

// cluster is blocks that have the same tags and classes around them.
type cluster struct {
	blocks, words, linked float32
	seen                  float32 // of the blocks so far, while features are made
}

// likes are the elements of a page that have the same tags and classes, from the body on.
type likes struct{ count, words, linked, blocks float32 }

// Features makes the features of pages and of their blocks, one page after the other.
type Features struct {
	looks    []look
	before   []sums // by block, and one more
	clusters map[uint32]*cluster
	paths    map[uint32]*cluster
	texts    map[uint64]int32
	likes    map[uint32]*likes
	number   []float32 // by node: how many like it are before it
	scores   []float32 // by node: how much text it and those below have
	best     int32     // the node with the most
	title    map[uint32]bool
	about    map[uint32]bool
	h1       int // the first block in h1, or -1
	nearest  int // the block most like the title, or -1
	all      sums
	hasMain  bool
	hasArt   bool
	url      uint64
	depth    float32
	digits   float32
	words    []uint32
	ofPage   []float32
	row      []float32
}

// prepare looks at the blocks of a page.
func (x *Features) prepare(p *Page, title, description, url []byte) {
	x.looks = append(x.looks[:0], make([]look, len(p.Blocks))...)
	x.before = append(x.before[:0], sums{})
	x.clusters, x.paths, x.texts = emptied(x.clusters), emptied(x.paths), emptied(x.texts)
	x.title, x.about = x.set(x.title, title), x.set(x.about, description)
	x.h1, x.nearest, x.hasMain, x.hasArt = -1, -1, false, false
	x.all = sums{}
	x.ofURL(url)
	most := float32(0.3)
	for i := range p.Blocks {
		l := &x.looks[i]
		x.see(p, i, l)
		n := &p.Nodes[p.Blocks[i].Node]
		x.all.add(l, n.Tag == outline.P)
		x.before = append(x.before, x.all)
		x.join(x.clusters, l.classes, l)
		x.join(x.paths, l.path, l)
		l.seen = x.texts[l.text] > 0
		x.texts[l.text]++
		x.hasMain = x.hasMain || (n.Tags | n.Roles).Has(outline.Main)
		x.hasArt = x.hasArt || (n.Tags | n.Roles).Has(outline.Article)
		if x.h1 < 0 && n.Tags.Has(outline.H1) {
			x.h1 = i
		}
		if v := l.inTitle * l.ofTitle; v > most {
			most, x.nearest = v, i
		}
	}
	for i := range x.looks {
		x.looks[i].same = x.texts[x.looks[i].text]
	}
	x.govern(p)
	x.weigh(p)
	x.liken(p)
}

// liken counts the elements that are like each other.
func (x *Features) liken(p *Page) {
	x.likes = emptied(x.likes)
	x.number = append(x.number[:0], make([]float32, len(p.Nodes))...)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.First == n.Last {
			continue
		}
		g := x.likes[n.ClassPath]
		if g == nil {
			g = &likes{}
			x.likes[n.ClassPath] = g
		}
		s := x.span(int(n.First), int(n.Last))
		x.number[i] = g.count
		g.count++
		g.words += s.words
		g.linked += s.linked
		g.blocks += s.blocks
	}
}

func (x *Features) join(all map[uint32]*cluster, key uint32, l *look) {
	c := all[key]
	if c == nil {
		c = &cluster{}
		all[key] = c
	}
	c.blocks++
	c.words += l.words
	c.linked += l.words * l.linked
}

// emptied is a map for the next page. That of a large page is given up: to clear it would take as long for each small one.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) > 1<<12 {
		return map[K]V{}
	}
	clear(m)
	return m
}

// set makes a map the set of the words of a text.
func (x *Features) set(set map[uint32]bool, text []byte) map[uint32]bool {
	x.words = AppendWords(x.words[:0], text)
	set = emptied(set)
	for _, w := range x.words {
		set[w] = true
	}
	return set
}

const usualDepth = 2 // of the path of a URL

// ofURL looks at the address of the page.
func (x *Features) ofURL(url []byte) {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	k := bytes.IndexByte(rest, '/')
	if x.url, x.depth, x.digits = 0, 0, 0; len(url) == 0 {
		x.depth = usualDepth
	}
	if k < 0 {
		return
	}
	path := bytes.TrimRight(rest[k:], "/")
	x.url = matchers().url.find(path, false)
	x.depth = float32(bytes.Count(path, []byte("/")))
	for _, c := range path {
		if '0' <= c && c <= '9' {
			x.digits++
		}
	}
}

// see looks at the text of a block.
func (x *Features) see(p *Page, i int, l *look) {
	b := &p.Blocks[i]
	text := p.BlockText(i)
	l.words = float32(b.Words)
	capital, size := l.count(text)
	last := text[len(text)-1]
	l.ended = last == '.' || last == '!' || last == '?' || last == ':' || last == '"'
	l.small = 'a' <= text[0] && text[0] <= 'z'
	l.asks = last == '?'
	l.numeral = '0' <= text[0] && text[0] <= '9'
	l.upper = l.capitals > 0.8*l.letters && l.letters > 2
	l.linked = min(1, float32(b.LinkedBytes)/float32(max(1, len(text)-int(b.Words)+1)))
	l.capitals = float32(capital) / l.words
	l.digits /= float32(max(1, size))
	l.letters /= l.words
	const read = 160
	l.says = matchers().text.find(text[:min(len(text), read)], false)
	if bytes.Contains(text, []byte("\u00a9")) {
		l.says |= ofCopyright
	}
	words := p.Words[b.First : b.First+b.Words]
	l.text = hashWords(words)
	n := &p.Nodes[b.Node]
	l.path, l.classes = n.Path, n.ClassPath
	l.inTitle, l.ofTitle = overlap(words, x.title)
	l.inDescription, _ = overlap(words, x.about)
}

// ofCopyright is the bit of the words of copyright in a text.
var ofCopyright = groupBit(textGroups, "copyright")

// count counts characters by what they are. It returns the words that begin with a capital, and the characters but for spaces.
func (l *look) count(text []byte) (capital, size int) {
	begins := true
	for k := 0; k < len(text); {
		c, w := rune(text[k]), 1
		if c >= utf8.RuneSelf {
			c, w = utf8.DecodeRune(text[k:])
		}
		k += w
		switch {
		case c == ' ':
			begins = true
			continue
		case 'a' <= c && c <= 'z':
			l.letters++
		case 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf && unicode.IsUpper(c):
			l.letters++
			l.capitals++
			if begins {
				capital++
			}
		case '0' <= c && c <= '9':
			l.digits++
		case c == ',' || c == ';' || c == '\u060c' || c == '\u3001' || c == '\uff0c':
			l.commas++
		case (c == '.' || c == '!' || c == '?') && (k == len(text) || text[k] == ' '), c == '\u3002':
			l.ends++
		case c == '$' || c == '\u20ac' || c == '\u00a3' || c == '\u00a5' || c == '\u20b9':
			l.dollar = true
		case c == '|' || c == '\u2022' || c == '\u00b7' || c == '\u00bb' || c == '\u203a':
			l.bar = true
		case c == '@':
			l.at = true
		case c >= utf8.RuneSelf && unicode.IsLetter(c):
			l.letters++
		}
		begins = false
		size++
	}
	return capital, size
}

// overlap is the share of the words that are in a set, and the share of the set that they are.
func overlap(words []uint32, set map[uint32]bool) (in, of float32) {
	if len(set) == 0 || len(words) > 400 {
		return 0, 0
	}
	n := 0
	for _, w := range words {
		if set[w] {
			n++
		}
	}
	return float32(n) / float32(len(words)), min(1, float32(n)/float32(len(set)))
}

// govern says of each block under which heading it stands: the last one before it, if the block is in the element that is three
// levels above that of the heading.
func (x *Features) govern(p *Page) {
	heading, to := -1, int32(0)
	section := uint64(0)
	for i := range p.Blocks {
		l := &x.looks[i]
		n := &p.Nodes[p.Blocks[i].Node]
		l.section = section
		if level := headingLevel(n.Tags); level > 0 {
			if level <= 2 {
				section = l.says
			}
			l.heading = float32(level)
			heading = i
			up := p.Blocks[i].Node
			for range 3 {
				if p.Nodes[up].Parent > 0 {
					up = p.Nodes[up].Parent
				}
			}
			to = p.Nodes[up].Last
			continue
		}
		if heading >= 0 && int32(i) < to {
			l.ruled, l.governed, l.distance = true, x.looks[heading].says, float32(i-heading)
		}
	}
}

var headingTags = [...]outline.Tag{outline.H1, outline.H2, outline.H3, outline.H4, outline.H5, outline.H6}

func headingLevel(tags outline.Tags) int {
	for k, t := range headingTags {
		if tags.Has(t) {
			return k + 1
		}
	}
	return 0
}

// weigh gives each element a score by the text of the blocks in it and up to three levels below, as Readability does, and finds
// the best.
func (x *Features) weigh(p *Page) {
	x.scores = append(x.scores[:0], make([]float32, len(p.Nodes))...)
	x.best = 0
	for i := range p.Blocks {
		l := &x.looks[i]
		if l.words < 8 {
			continue
		}
		s := (1 + min(l.commas, 10) + min(l.words/20, 3)) * (1 - l.linked)
		at := p.Blocks[i].Node
		for _, share := range [...]float32{0.3, 1, 0.5, 0.25} {
			x.scores[at] += s * share
			if at = p.Nodes[at].Parent; at < 0 {
				break
			}
		}
	}
	for n := range x.scores {
		if x.scores[n] > x.scores[x.best] {
			x.best = int32(n)
		}
	}
}

func logOf(v float32) float32 { return float32(math.Log1p(float64(v))) }

// span is the totals of the blocks from one to before another.
func (x *Features) span(from, to int) sums { return x.before[to].minus(x.before[from]) }

// Names are the names of the features of a block and of a page, in the order of their values.
func Names() (block, ofPage []string) {
	x := &Features{}
	b := &builder{}
	b.reset()
	b.source = page.New(page.Options{})
	b.Text([]byte("word"))
	b.finish()
	x.prepare(&b.page, nil, nil, nil)
	x.appendBlock(&row{names: &block}, &b.page, 0)
	x.appendPage(&row{names: &ofPage}, &b.page)
	return block, ofPage
}

// Begin begins a page and gives its features, valid until the next one.
func (x *Features) Begin(p *Page, title, description, url []byte) (ofPage []float32) {
	x.prepare(p, title, description, url)
	r := &row{values: x.ofPage[:0]}
	x.appendPage(r, p)
	x.ofPage = r.values
	return x.ofPage
}

// Blocks gives the features of each block of the page that Begin began, followed by those of the page. They are valid until the
// next block.
func (x *Features) Blocks(p *Page, each func(i int, features []float32)) {
	r := &row{values: x.row}
	for i := range p.Blocks {
		r.values = r.values[:0]
		x.appendBlock(r, p, i)
		r.values = append(r.values, x.ofPage...)
		each(i, r.values)
	}
	x.row = r.values
}
