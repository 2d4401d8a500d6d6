package content

import (
	"bytes"
	"math"
	"math/bits"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// look is what is seen in the text of a block alone.
type look struct {
	words, linked                            float32 // linked: share of the text in links
	capitals, digits, commas, ends, letters  float32
	ended, upper, small, dollar, bar, at     bool
	asks, numeral                            bool
	says                                     uint64 // bits of textGroups
	same                                     int32  // blocks with the same text on the page
	seen                                     bool   // an earlier block has the same text
	text, path, classes                      uint32 // hashes: of the text, of the tags around, of these and their classes
	inTitle, ofTitle, inDescription, heading float32
	governed                                 uint64 // says of the heading above
	section                                  uint64 // says of the last h1 or h2 above
	ruled                                    bool   // there is one
	distance                                 float32
}

// sums are totals of the blocks before each block.
type sums struct {
	words, linked, paragraphs, commas, ends, blocks float32
}

func (s *sums) add(l *look, p bool) {
	s.words += l.words
	s.linked += l.words * l.linked
	s.commas += l.commas
	s.ends += l.ends
	s.blocks++
	if p {
		s.paragraphs++
	}
}

func (s sums) minus(o sums) sums {
	return sums{s.words - o.words, s.linked - o.linked, s.paragraphs - o.paragraphs, s.commas - o.commas, s.ends - o.ends,
		s.blocks - o.blocks}
}

func (s *sums) density() float32 { return s.linked / max(1, s.words) }

// cluster is blocks that have the same tags and classes around them.
type cluster struct {
	blocks, words, linked float32
	seen                  float32 // of the blocks so far, while features are made
}

// likes are the elements of a page that have the same tags and classes, from the body on.
type likes struct{ count, words, linked, blocks float32 }

// Features makes features of the blocks of pages.
type Features struct {
	looks    []look
	before   []sums // by block, and one more
	clusters map[uint32]*cluster
	paths    map[uint32]*cluster
	texts    map[uint32]int32
	likes    map[uint32]*likes
	number   []float32 // by node: how many like it are before it
	scores   []float32 // by node: how much text its children have
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
	x.clusters, x.paths, x.texts = map[uint32]*cluster{}, map[uint32]*cluster{}, map[uint32]int32{}
	x.title, x.about = x.set(title), x.set(description)
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
	x.likes = map[uint32]*likes{}
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

// ofLikes appends what is known of the nearest and of the outermost element around a block that has several like it.
func (x *Features) ofLikes(r *row, p *Page, i int) {
	const least = 3
	near, far := int32(-1), int32(-1)
	for at := p.Blocks[i].Node; at > 0; at = p.Nodes[at].Parent {
		if n := &p.Nodes[at]; n.Last-n.First > 1 && x.likes[n.ClassPath].count >= least {
			if far = at; near < 0 {
				near = at
			}
		}
	}
	for k, at := range [...]int32{near, far} {
		if at < 0 {
			for _, name := range likeNames {
				r.near(name, k, 0)
			}
			continue
		}
		n := &p.Nodes[at]
		g := x.likes[n.ClassPath]
		s := x.span(int(n.First), int(n.Last))
		for j, v := range [...]float32{logOf(g.count), logOf(g.words / g.count), g.linked / max(1, g.words), logOf(g.blocks / g.count),
			g.words / max(1, x.all.words), logOf(x.number[at]), x.number[at] / g.count, logOf(s.words),
			float32(i-int(n.First)) / max(1, float32(n.Last-n.First)), oneIf(int32(i) == n.First)} {
			r.near(likeNames[j], k, v)
		}
	}
}

var likeNames = [...]string{"like ", "like words ", "like linked ", "like blocks ", "like share ", "like number ", "like place ",
	"like own words ", "like inner place ", "like first "}

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

func (x *Features) set(text []byte) map[uint32]bool {
	x.words = AppendWords(x.words[:0], text)
	set := map[uint32]bool{}
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
	n := &p.Nodes[b.Node]
	l.words = float32(b.Words)
	size := 0
	capital, begins := 0, true
	for k := 0; k < len(text); {
		c := rune(text[k])
		w := 1
		if c >= utf8.RuneSelf {
			c, w = utf8.DecodeRune(text[k:])
		}
		switch {
		case c == ' ':
			begins = true
			k += w
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
		case c == ',' || c == ';' || c == '،' || c == '、' || c == '，':
			l.commas++
		case (c == '.' || c == '!' || c == '?') && (k+w == len(text) || text[k+w] == ' '), c == '。':
			l.ends++
		case c == '$' || c == '€' || c == '£' || c == '¥' || c == '₹':
			l.dollar = true
		case c == '|' || c == '•' || c == '·' || c == '»' || c == '›':
			l.bar = true
		case c == '@':
			l.at = true
		case c >= utf8.RuneSelf && unicode.IsLetter(c):
			l.letters++
		}
		begins = false
		size++
		k += w
	}
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
	if bytes.Contains(text, []byte("©")) {
		l.says |= 1
	}
	words := p.Words[b.First : b.First+b.Words]
	l.text = 2166136261
	for _, w := range words {
		l.text = hash2(l.text, w)
	}
	l.path, l.classes = n.Path, n.ClassPath
	l.inTitle, l.ofTitle = overlap(words, x.title)
	l.inDescription, _ = overlap(words, x.about)
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

// govern says of each block under which heading it stands: the last one before it, if the block is in the element around the
// element of the heading.
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

// weigh gives each element a score by the text of the blocks in its children, as readability does, and finds the best.
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

// Names are the names of the features of a block, and of a page.
func Names() (block, ofPage []string) {
	x := &Features{}
	b := &builder{ask: func(int64) bool { return true }}
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

var (
	asideTags = [...]outline.Tag{outline.Nav, outline.Header, outline.Footer, outline.Aside, outline.Main, outline.Article,
		outline.Section, outline.Form, outline.Table, outline.Ul, outline.Ol, outline.Li, outline.Dl, outline.Figure,
		outline.Blockquote, outline.Details, outline.Dialog, outline.Pre, outline.P, outline.Td, outline.H1, outline.H2, outline.H3,
		outline.H4, outline.Fieldset, outline.Address, outline.Center, outline.Search}
	ownTags = [...]outline.Tag{outline.P, outline.Div, outline.Li, outline.Td, outline.Th, outline.H1, outline.H2, outline.H3,
		outline.H4, outline.H5, outline.H6, outline.Dt, outline.Dd, outline.Figcaption, outline.Blockquote, outline.Pre, outline.Article,
		outline.Section, outline.Header, outline.Footer, outline.Nav, outline.Aside, outline.Main, outline.Body, outline.Form,
		outline.Table, outline.Summary, outline.Address, outline.Caption, outline.Center}
)

// appendBlock appends the features of a block.
func (x *Features) appendBlock(r *row, p *Page, i int) {
	l, b := &x.looks[i], &p.Blocks[i]
	n := &p.Nodes[b.Node]
	x.ofText(r, l, b)
	x.ofElements(r, p, b, n)
	x.ofPlace(r, p, i)
	x.ofNeighbours(r, p, i)
	x.ofContainers(r, p, i)
	x.ofClusters(r, p, i)
	x.ofLikes(r, p, i)
}

func (x *Features) ofText(r *row, l *look, b *Block) {
	r.add("words", logOf(l.words))
	for _, most := range [...]int{1, 2, 3, 5, 10, 20, 40, 80} {
		v := float32(0)
		if int(b.Words) <= most {
			v = 1
		}
		r.near("words<=", most, v)
	}
	r.add("letters", l.letters)
	r.add("linked", l.linked)
	r.add("unlinked", logOf(l.words*(1-l.linked)))
	r.is("only link", l.linked > 0.9)
	r.is("no link", b.Links == 0)
	r.add("links", logOf(float32(b.Links)))
	r.add("capitals", l.capitals)
	r.add("digits", l.digits)
	r.add("commas", logOf(l.commas))
	r.add("commas a word", l.commas/l.words)
	r.add("ends", logOf(l.ends))
	r.add("sentence", logOf(l.words/max(1, l.ends)))
	r.is("ended", l.ended)
	r.is("prose", l.ended && l.words > 8 && l.linked < 0.3)
	r.is("upper", l.upper)
	r.is("small", l.small)
	r.is("asks", l.asks)
	r.is("numeral", l.numeral)
	r.is("dollar", l.dollar)
	r.is("bar", l.bar)
	r.is("at", l.at)
	short := l.says
	if l.words > 30 {
		short = 0
	}
	r.groups("says.", textGroups, short)
	r.groups("under.", textGroups, l.governed)
	r.groups("section.", textGroups, l.section)
	r.is("ruled", l.ruled)
	r.add("below heading", logOf(l.distance))
	r.add("heading", l.heading)
}

func (x *Features) ofElements(r *row, p *Page, b *Block, n *Node) {
	for _, t := range ownTags {
		r.is("is "+t.String(), n.Tag == t)
	}
	around := n.Tags | n.Roles
	for _, t := range asideTags {
		r.is("in "+t.String(), around.Has(t))
	}
	r.is("outside main", x.hasMain && !around.Has(outline.Main))
	r.is("outside article", x.hasArt && !around.Has(outline.Article))
	r.is("hidden", n.Hidden)
	r.is("noscript", b.Within&InNoscript != 0)
	r.is("button", b.Within&InButton != 0)
	r.is("select", b.Within&InSelect != 0)
	r.add("depth", float32(n.Depth))
	near := n.Own | b.Own
	if n.Parent >= 0 {
		near |= p.Nodes[n.Parent].Own
	}
	all := n.All | b.Own
	r.groups("class.", classGroups, all)
	r.groups("near.", classGroups, near)
	r.add("class words", float32(bits.OnesCount64(all)))
}

func (x *Features) ofPlace(r *row, p *Page, i int) {
	l := &x.looks[i]
	total := float32(len(p.Blocks))
	at := x.before[i].words / max(1, x.all.words)
	r.add("place", float32(i)/total)
	r.add("place by words", at)
	r.add("blocks before", logOf(float32(i)))
	r.add("blocks behind", logOf(total-float32(i)-1))
	r.add("words before", logOf(x.before[i].words))
	r.is("has h1", x.h1 >= 0)
	r.is("before h1", x.h1 >= 0 && i < x.h1)
	from := 0
	if x.h1 >= 0 {
		from = x.h1
	}
	r.add("behind h1", logOf(float32(max(0, i-from))))
	r.is("has title", x.nearest >= 0)
	r.is("before title", x.nearest >= 0 && i < x.nearest)
	r.is("is title", i == x.nearest)
	if x.nearest >= 0 {
		r.add("behind title", logOf(float32(max(0, i-x.nearest))))
		r.add("words behind title", logOf(max(0, x.before[i].words-x.before[x.nearest].words)))
	} else {
		r.add("behind title", 0)
		r.add("words behind title", 0)
	}
	r.add("in title", l.inTitle)
	r.add("of title", l.ofTitle)
	r.add("in description", l.inDescription)
}

// ofNeighbours appends what stands around a block.
func (x *Features) ofNeighbours(r *row, p *Page, i int) {
	me := &x.looks[i]
	for _, d := range [...]int{-3, -2, -1, 1, 2, 3} {
		k := i + d
		if k < 0 || k >= len(x.looks) {
			r.near("words at ", d, -1)
			r.near("linked at ", d, 0)
			r.near("same path at ", d, 0)
			r.near("heading at ", d, 0)
			r.near("ended at ", d, 0)
			continue
		}
		l := &x.looks[k]
		r.near("words at ", d, logOf(l.words))
		r.near("linked at ", d, l.linked)
		r.near("same path at ", d, oneIf(l.path == me.path))
		r.near("heading at ", d, l.heading)
		r.near("ended at ", d, oneIf(l.ended))
	}
	for _, d := range [...]int{2, 7, 20} {
		s := x.span(max(0, i-d), min(len(x.looks), i+d+1))
		r.near("words around ", d, logOf(s.words/s.blocks))
		r.near("linked around ", d, s.density())
		r.near("paragraphs around ", d, s.paragraphs/s.blocks)
		r.near("ends around ", d, s.ends/s.blocks)
		r.near("commas around ", d, s.commas/s.blocks)
	}
}

func oneIf(v bool) float32 {
	if v {
		return 1
	}
	return 0
}

// ofContainers appends what the elements around a block hold: the three nearest that each hold more blocks.
func (x *Features) ofContainers(r *row, p *Page, i int) {
	at := p.Blocks[i].Node
	have := int32(0)
	top := max(1, x.scores[x.best])
	for k := 1; k <= 4; k++ {
		for at > 0 && p.Nodes[at].Last-p.Nodes[at].First <= have {
			at = p.Nodes[at].Parent
		}
		n := &p.Nodes[max(0, at)]
		have = n.Last - n.First
		s := x.span(int(n.First), int(n.Last))
		r.near("container words ", k, logOf(s.words))
		r.near("container linked ", k, s.density())
		r.near("container paragraphs ", k, s.paragraphs/max(1, s.blocks))
		r.near("container words a block ", k, logOf(s.words/max(1, s.blocks)))
		r.near("container blocks ", k, logOf(s.blocks))
		r.near("container ends ", k, s.ends/max(1, s.blocks))
		r.near("container score ", k, x.scores[max(0, at)]/top)
		r.near("container share ", k, s.words/max(1, x.all.words))
		r.near("container place ", k, float32(i-int(n.First))/max(1, float32(have)))
		r.near("container list ", k, oneIf(n.Tag == outline.Ul || n.Tag == outline.Ol || n.Tag == outline.Li))
	}
	best := &p.Nodes[x.best]
	inside := int32(i) >= best.First && int32(i) < best.Last
	r.is("in best", inside)
	r.is("before best", int32(i) < best.First)
	s := x.span(int(best.First), int(best.Last))
	r.add("best share", s.words/max(1, x.all.words))
	up, levels := x.best, 0
	for up > 0 && levels < 8 && !(int32(i) >= p.Nodes[up].First && int32(i) < p.Nodes[up].Last) {
		up = p.Nodes[up].Parent
		levels++
	}
	r.add("levels to best", float32(levels))
	parent := max(0, p.Nodes[p.Blocks[i].Node].Parent)
	r.add("own score", x.scores[p.Blocks[i].Node]/top)
	r.add("parent score", x.scores[parent]/top)
}

// ofClusters appends how many blocks stand in the same elements.
func (x *Features) ofClusters(r *row, p *Page, i int) {
	l := &x.looks[i]
	for k, c := range [...]*cluster{x.clusters[l.classes], x.paths[l.path]} {
		r.near("cluster blocks ", k, logOf(c.blocks))
		r.near("cluster words ", k, logOf(c.words/c.blocks))
		r.near("cluster share ", k, c.words/max(1, x.all.words))
		r.near("cluster linked ", k, c.linked/max(1, c.words))
		r.near("cluster place ", k, c.seen/c.blocks)
		r.near("cluster number ", k, logOf(c.seen))
		c.seen++
	}
	r.add("same text", logOf(float32(l.same-1)))
	r.is("seen", l.seen)
	r.add("page words", logOf(x.all.words))
	r.add("page linked", x.all.density())
	r.add("page paragraphs", x.all.paragraphs/max(1, x.all.blocks))
	r.add("page words a block", logOf(x.all.words/max(1, x.all.blocks)))
}

// appendPage appends the features of a page.
func (x *Features) appendPage(r *row, p *Page) {
	r.groups("", urlGroups, x.url)
	r.groups("", pageGroups, p.Says)
	r.add("url depth", x.depth)
	r.add("url digits", logOf(x.digits))
	r.is("home", x.depth == 0)
	r.add("blocks", logOf(x.all.blocks))
	r.add("all words", logOf(x.all.words))
	r.add("all linked", x.all.density())
	r.add("all paragraphs", x.all.paragraphs/max(1, x.all.blocks))
	r.add("all ends", x.all.ends/max(1, x.all.blocks))
	r.is("main", x.hasMain)
	r.is("article", x.hasArt)
	r.is("h1", x.h1 >= 0)
	var says [64]float32
	var classes [64]float32
	var tags [64]float32
	var prices, heads, long, articles float32
	for i := range x.looks {
		l := &x.looks[i]
		n := &p.Nodes[p.Blocks[i].Node]
		for m := l.says; m != 0; m &= m - 1 {
			says[bits.TrailingZeros64(m)]++
		}
		for m := n.All; m != 0; m &= m - 1 {
			classes[bits.TrailingZeros64(m)] += l.words
		}
		tags[n.Tag] += l.words
		prices += oneIf(l.dollar)
		heads += oneIf(l.heading > 0)
		long += oneIf(l.words > 30 && l.linked < 0.3)
	}
	for i := range p.Nodes {
		articles += oneIf(p.Nodes[i].Tag == outline.Article)
	}
	r.add("prices", logOf(prices))
	r.add("headings", logOf(heads))
	r.add("long blocks", logOf(long))
	r.add("articles", logOf(articles))
	for k := range textGroups {
		r.add("page says."+textGroups[k].name, logOf(says[k]))
	}
	for k := range classGroups {
		r.add("page class."+classGroups[k].name, classes[k]/max(1, x.all.words))
	}
	for _, t := range ownTags {
		r.add("page in "+t.String(), tags[t]/max(1, x.all.words))
	}
	best := &p.Nodes[x.best]
	s := x.span(int(best.First), int(best.Last))
	r.add("best words", logOf(s.words))
	r.add("best part", s.words/max(1, x.all.words))
}
