package main

import (
	"bytes"
	"encoding/base64"
	"math"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/text/document"
	"webmill/pkg/web/content"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
	"webmill/pkg/web/sisters"
	"webmill/pkg/web/texts"
	"webmill/pkg/web/units"
	"webmill/tools/internal/documents"
)

// By -method site, each block of a page becomes two units with one word each: a hash of the words of the block, and a hash of
// these and of its place, the tags and classes around it. So ntpc says which part of the sister pages lacks the block.

// The sister pages judge the blocks of a page if there are at least this many. A short text can be on several pages by chance,
// but hardly in the same place: there fewer pages are enough.
const (
	leastSisters = 10
	leastInPlace = 5
)

// mostRecurring is the share of the sister pages on which a block of the content may be.
const mostRecurring = 0.5

// recurs reports whether a block of a page is on too many sister pages.
func recurs(s *sisters.Scored, block int) bool {
	const least = 1 - mostRecurring
	words, inPlace := s.Scores[1+2*block], s.Scores[2+2*block]
	return s.Sisters >= leastSisters && words < least || s.Sisters >= leastInPlace && inPlace < least
}

// recurring is the factor that makes the probability of a recurring block nearly 0. -never-empty can still tell which block was
// the most probable.
const recurring = 1e-9

// blockUnits makes the units of the blocks of a page.
func blockUnits(p *units.Page, c *content.Page) *units.Page {
	n := 2 * int32(len(c.Blocks))
	*p = units.Page{Nodes: append(p.Nodes[:0], units.Node{Tag: outline.Body, Parent: -1, Next: n + 1, To: n}), Text: p.Text[:0],
		Words: p.Words[:0]}
	for i := range c.Blocks {
		for _, blockPrint := range [2]uint64{c.Print(i), c.PrintInPlace(i)} {
			if len(p.Text) > 0 {
				p.Text = append(p.Text, ' ')
			}
			k := int32(len(p.Words))
			p.Nodes = append(p.Nodes, units.Node{Tag: outline.TextNode, Next: k + 2, From: k, To: k + 1})
			p.Words = append(p.Words, int32(len(p.Text)))
			p.Text = strconv.AppendUint(p.Text, blockPrint, 36)
		}
	}
	return p
}

// appendJudged appends the blocks of a page, a line each: the probability, where the block begins and ends on the page, a # if it
// is a heading, the path and the text. The probability is exact, so that the model alone chooses as by -method page. A line end
// in the text becomes a vertical tab, which text never has.
func appendJudged(dst []byte, c *content.Content) []byte {
	for i := range c.Page.Blocks {
		part := c.Page.Blocks[i].Part
		for _, n := range [3]uint64{uint64(math.Float32bits(c.Chance[i])), uint64(part.From), uint64(part.To)} {
			dst = append(strconv.AppendUint(dst, n, 36), ' ')
		}
		if c.IsHeading(i) {
			dst = append(dst, '#')
		}
		dst = append(c.Page.AppendPath(dst, i), ' ')
		from := len(dst)
		dst = append(dst, c.Page.BlockText(i)...)
		for k, b := range dst[from:] {
			if b == '\n' {
				dst[from+k] = '\v'
			}
		}
		dst = append(dst, '\n')
	}
	return dst
}

// judged is a block of a page, as appendJudged wrote it.
type judged struct {
	content.Candidate
	path []byte
}

// parseJudged reads what appendJudged wrote.
func parseJudged(text []byte) (all []judged) {
	for line := range bytes.Lines(text) {
		rest := bytes.TrimSuffix(line, []byte("\n"))
		var numbers [3]uint32
		for i := range numbers {
			var number []byte
			number, rest, _ = bytes.Cut(rest, []byte(" "))
			n, _ := strconv.ParseUint(string(number), 36, 32)
			numbers[i] = uint32(n)
		}
		b := judged{Candidate: content.Candidate{Chance: math.Float32frombits(numbers[0]),
			Part: page.Part{From: int32(numbers[1]), To: int32(numbers[2])}}}
		rest, b.Heading = bytes.CutPrefix(rest, []byte("#"))
		b.path, b.Text, _ = bytes.Cut(rest, []byte(" "))
		b.Text = bytes.ReplaceAll(b.Text, []byte("\v"), []byte("\n"))
		all = append(all, b)
	}
	return all
}

// To write Markdown or HTML, the whole page is needed again when its blocks have been chosen. So the page stands at the end of
// its own record.

// sourceCopies: making a line of a page takes at most so many times its length.
const sourceCopies = 6

// sourceMark divides the page from what stands before. JSON does not have it.
const sourceMark = '\v'

// appendSource appends a page, with its media type.
func appendSource(dst []byte, d *page.Document) []byte {
	dst = base64.RawStdEncoding.AppendEncode(append(dst, sourceMark), d.ContentType)
	return base64.RawStdEncoding.AppendEncode(append(dst, sourceMark), d.Body)
}

// siteWriter writes pages whose blocks have been compared with those of sister pages.
type siteWriter struct {
	opt    *options
	doc    document.Document
	markup *texts.Markup // nil if the text is plain
	media  []byte
	body   []byte
}

// newSiteWriter makes a siteWriter. A page that is long is written while no other is, so it may take as much as a
// document whose turn it is. What others take is bounded by their length.
func (o *options) newSiteWriter(env *cli.Env) *siteWriter {
	w := &siteWriter{opt: o}
	if o.markup() {
		w.markup = texts.NewMarkup(o.to == documents.Markdown)
		w.markup.Allow(page.Allowance{Share: env.Room().Memory / turnShare})
	}
	return w
}

// turnShare: each request of a long page gets a 5th of the memory.
const turnShare = 5

// mark makes Markdown or HTML of the parts that are kept. ok is false if the page may not take the memory that it needs.
func (w *siteWriter) mark(source []byte, url []byte, parts []page.Part) (text []byte, ok bool) {
	media, body, _ := bytes.Cut(source, []byte{sourceMark})
	w.media, w.body = decode(w.media[:0], media), decode(w.body[:0], body)
	return w.markup.Of(w.body, string(w.media), url, parts)
}

func decode(dst, code []byte) []byte {
	dst, err := base64.RawStdEncoding.AppendDecode(dst, code)
	if err != nil {
		panic("a worker wrote a page that cannot be read: " + err.Error()) // else a page would be lost
	}
	return dst
}

// append appends a page in the form of the output.
func (w *siteWriter) append(dst []byte, s *sisters.Scored) []byte {
	d := &w.doc
	about, source, _ := bytes.Cut(s.About, []byte{sourceMark})
	readBack(d, about)
	blocks := parseJudged(d.Text)
	if w.opt.units {
		dst = beginRows(dst, d.URL)
	}
	all := make([]content.Candidate, len(blocks))
	for i := range blocks {
		b := &all[i]
		*b = blocks[i].Candidate
		if recurs(s, i) {
			b.Chance *= recurring
		}
		if w.opt.units {
			dst = appendBlock(dst, i, blocks[i].path, b.Chance, b.Text)
		}
	}
	if w.opt.units {
		return dst
	}
	c := content.Select(w.opt.main, all)
	d.Text, d.Headings, d.Confidence = c.AppendText(nil), c.AppendHeadings(nil), c.Percent()
	if w.markup != nil {
		var ok bool
		if d.Text, ok = w.mark(source, d.URL, c.Parts()); !ok {
			w.opt.large.Add(1)
			return dst
		}
		dst = w.opt.appendDocument(dst, d)
		d.Text = nil // it belongs to markup
		return dst
	}
	return w.opt.appendDocument(dst, d)
}
