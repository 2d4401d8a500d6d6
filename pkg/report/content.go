package report

import (
	"fmt"
	"math"

	"webmill/pkg/parquetio"
	"webmill/pkg/report/plot"
	"webmill/pkg/urls"
)

// contentSection shows what is left of pages without menus, teasers and footers.
var contentSection = Section{Name: "content", Title: "Main content", Build: buildContent}

const contentFile = "content.parquet"

// contentColumns are those that main-content writes.
var contentColumns = []string{"url", "page_type", "page_text_bytes", "text"}

// kept says how much of the text of some pages is content.
type kept struct{ pages, before, after int64 }

func (k *kept) add(before, after int64) {
	k.pages, k.before, k.after = k.pages+1, k.before+before, k.after+after
}

// keptTable shows the names with the most text.
func keptTable(t *tally[kept], caption, what string, most int) *Table {
	rest := t.others
	table := &Table{Caption: caption, Columns: append(words(what), numbers("pages", "text", "content", "share kept")...)}
	row := func(name string, k *kept) {
		s := share(k.after, k.before)
		table.Rows = append(table.Rows, []Cell{{Text: name}, {Text: count(k.pages)}, {Text: size(k.before)},
			{Text: size(k.after)}, {Text: percent(s), Bar: s}})
	}
	for i, r := range t.rows(func(k *kept) int64 { return k.before }) {
		if i < most {
			row(visible(r.name, 120), r.of)
			continue
		}
		rest = kept{rest.pages + r.of.pages, rest.before + r.of.before, rest.after + r.of.after}
	}
	if rest.pages > 0 {
		row("others", &rest)
	}
	return table
}

// contents are the pages of a file of main-content.
type contents struct {
	all          kept
	empty        int64 // pages with text, but without content
	pages        joint // by the bytes of their text and of their content
	hosts, kinds tally[kept]
}

func buildContent(f *Folder) (*Content, error) {
	if !f.has(contentFile) {
		return nil, nil
	}
	x := &contents{}
	err := f.rowsIf(contentFile, x.add, contentColumns...)
	if err != nil || x.all.pages == 0 {
		return nil, err
	}
	c := &Content{}
	s := percent(share(x.all.after, x.all.before))
	c.Facts = append(c.Facts, Fact{s, "of the text is main content"})
	if x.empty > 0 {
		c.finds(false, "%s (%s) %s text, but no main content.", plural(x.empty, "page"), percent(share(x.empty, x.all.pages)),
			form(x.empty, "has", "have"))
	}
	text := fmt.Sprintf("%s have %s of text. Of these %s (%s) are main content, as a model judges it; the rest is menus, "+
		"teasers, footers and the like.", plural(x.all.pages, "page"), size(x.all.before), size(x.all.after), s)
	c.Blocks = []Block{{Text: text}}
	if x.pages.n > 0 {
		c.figure(x.figure())
	}
	c.Blocks = append(c.Blocks,
		Block{Table: keptTable(&x.kinds, "What is kept, by the kind of page, as the model judges it", "kind", 12)},
		Block{Table: keptTable(&x.hosts, "What is kept of the hosts with most text", "host", topHosts)})
	return c, nil
}

// add takes a row of contentColumns.
func (x *contents) add(row []parquetio.Value) error {
	before, after := int64(0), int64(len(row[3].Text))
	if !row[2].Null {
		before = row[2].Number
	}
	if row[3].Null {
		after = 0
	}
	x.all.add(before, after)
	if before > 0 && after == 0 {
		x.empty++
	}
	x.pages.add(float32(before), float32(after))
	kind := row[1].Text
	if row[1].Null {
		kind = []byte("not known")
	}
	x.kinds.of(kind, mostNames).add(before, after)
	host := urls.Host(row[0].Text)
	if len(host) == 0 {
		host = []byte("no host")
	}
	x.hosts.of(host, mostNames).add(before, after)
	return nil
}

// figure shows pages by the length of their text and of their content.
func (x *contents) figure() *Figure {
	c := &plot.Chart{
		Title: "Pages before and after",
		X:     plot.Axis{Title: "Text of the page", Unit: "bytes", Log: true},
		Y:     plot.Axis{Title: "Main content", Unit: "bytes", Log: true},
	}
	limits, most := x.pages.shade(c, 1, "all is kept")
	finding := fmt.Sprintf("The nearer to the line, the more of a page is kept: of %s less than half, of %s half or more.",
		plural(x.pages.less, "page"), plural(x.pages.within+x.pages.more, "page"))
	if out := x.pages.zeros; out > 0 {
		finding += fmt.Sprintf(" %s of which nothing is kept %s left out.", plural(out, "page"),
			form(out, "is", "are"))
	}
	return &Figure{Title: c.Title, Finding: finding, Charts: []*plot.Chart{c},
		Legend: shadeKeys(limits, most, "page", c.Lines), Data: x.powers()}
}

// powers is the figure as a table: pages by powers of ten of the length of their text.
func (x *contents) powers() *Table {
	t := &Table{Caption: "Pages by the bytes of their text, in powers of ten, and the bytes of their content",
		Columns: numbers("text from", "pages", "content, mean of the logarithms")}
	var pages [20]int64
	var logs [20]float64
	for i, n := range x.pages.cells {
		if n == 0 {
			continue
		}
		middle := func(bin int) float64 { return math.Log10(binEdge(bin) * math.Exp2(0.5/quarters)) }
		d := max(0, min(int(middle(i/jointWidth)), len(pages)-1))
		pages[d] += n
		logs[d] += float64(n) * middle(i%jointWidth)
	}
	for d, n := range pages {
		if n > 0 {
			mean := math.Round(math.Pow(10, logs[d]/float64(n)))
			t.Rows = append(t.Rows, cells(count(int64(math.Pow10(d))), count(n), count(int64(mean))))
		}
	}
	return t
}
