package content

import (
	"math/bits"

	"webmill/pkg/web/outline"
)

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
		r.join("page says.", textGroups[k].name, logOf(says[k]))
	}
	for k := range classGroups {
		r.join("page class.", classGroups[k].name, classes[k]/max(1, x.all.words))
	}
	for _, t := range ownTags {
		r.join("page in ", t.String(), tags[t]/max(1, x.all.words))
	}
	best := &p.Nodes[x.best]
	s := x.span(int(best.First), int(best.Last))
	r.add("best words", logOf(s.words))
	r.add("best part", s.words/max(1, x.all.words))
}
