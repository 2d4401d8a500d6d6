package main

import (
	"bytes"
	"math"
	"strconv"

	"webmill/pkg/text/document"
	"webmill/pkg/text/lang"
	"webmill/pkg/web/content"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/sisters"
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
		for _, print := range [2]uint64{c.Print(i), c.PrintInPlace(i)} {
			if len(p.Text) > 0 {
				p.Text = append(p.Text, ' ')
			}
			k := int32(len(p.Words))
			p.Nodes = append(p.Nodes, units.Node{Tag: outline.Run, Next: k + 2, From: k, To: k + 1})
			p.Words = append(p.Words, int32(len(p.Text)))
			p.Text = strconv.AppendUint(p.Text, print, 36)
		}
	}
	return p
}

// appendJudged appends the blocks of a page, a line each: the probability, a # if it is a heading, the path and the text. The
// probability is exact, so that the model alone chooses as by -method page. A line end in the text becomes a vertical tab, which
// text never has.
func appendJudged(dst []byte, c *content.Content) []byte {
	for i := range c.Page.Blocks {
		dst = append(strconv.AppendUint(dst, uint64(math.Float32bits(c.Chance[i])), 36), ' ')
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
		number, rest, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
		n, _ := strconv.ParseUint(string(number), 36, 32)
		b := judged{Candidate: content.Candidate{Chance: math.Float32frombits(uint32(n))}}
		rest, b.Heading = bytes.CutPrefix(rest, []byte("#"))
		b.path, b.Text, _ = bytes.Cut(rest, []byte(" "))
		b.Text = bytes.ReplaceAll(b.Text, []byte("\v"), []byte("\n"))
		all = append(all, b)
	}
	return all
}

// appendSite appends a page in the form of the output.
func (o *options) appendSite(dst []byte, d *document.Document, s *sisters.Scored) []byte {
	readBack(d, s.About)
	blocks := parseJudged(d.Text)
	if o.units {
		dst = beginRows(dst, d.URL)
	}
	all := make([]content.Candidate, len(blocks))
	for i := range blocks {
		b := &all[i]
		*b = blocks[i].Candidate
		if recurs(s, i) {
			b.Chance *= recurring
		}
		if o.units {
			dst = appendBlock(dst, i, blocks[i].path, b.Chance, b.Text)
		}
	}
	if o.units {
		return dst
	}
	c := content.Select(o.main, all)
	d.Text, d.Headings, d.Confidence = c.AppendText(nil), c.AppendHeadings(nil), c.Percent()
	if o.to == documents.Plain {
		return d.AppendPlain(dst)
	}
	d.Lang = append([]byte(nil), lang.Of(d.Text)...)
	return d.AppendJSON(dst)
}
