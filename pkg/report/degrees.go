package report

import (
	"errors"
	"fmt"

	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// degreeSection shows how many pages have how many links. Shares of "at least n links" need no width of bins and stay smooth
// where pages are few.
var degreeSection = Section{Name: "degrees", Title: "Links to pages and from pages", Build: buildDegrees}

type degree struct {
	file, name, label string
	histogram
}

func buildDegrees(f *Folder) (*Content, error) {
	var list []*degree
	for _, d := range []*degree{
		{file: "indegree.t2", name: "in-degree", label: "to"},
		{file: "outdegree.t2", name: "out-degree", label: "from"},
	} {
		if !f.has(d.file) {
			continue
		}
		err := f.each(d.file, tuple.ID, func(_, n int32) error {
			d.add(n, 1)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if d.n > 0 {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	pages, err := f.pages()
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		pages = max(pages, d.n)
	}
	orphans, selves := int64(0), list[0].label == "to" && f.has("links.t2")
	if list[0].label == "to" {
		orphans = pages - list[0].atLeast(1)
	}
	if selves {
		n, err := f.onlySelves(list[0].file, "links.t2")
		if err != nil {
			return nil, err
		}
		orphans += n
	}
	c := &Content{Blocks: []Block{{Text: degreeText(list, pages, orphans, selves)}, {Figure: degreeFigure(list, pages)}}}
	if orphans > 0 {
		why := form(orphans, "is an orphan: no link leads to it", "are orphans: no link leads to them")
		if selves {
			why = form(orphans, "is an orphan: no other page links to it", "are orphans: no other page links to them")
		}
		c.finds(false, "%s (%s of all known) %s.", plural(orphans, "page"), percent(share(orphans, pages)), why)
	}
	return c, nil
}

// onlySelves counts the pages to which only they themselves link. Whether links are sorted by source or by target, those of pages
// to themselves are in the order of the pages, as in the file of degrees.
func (f *Folder) onlySelves(degrees, links string) (n int64, err error) {
	in, err := f.open(degrees, tuple.ID)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	all, err := f.Tuples(f.path(links), tuple.Ints("src", "dst"))
	if err != nil {
		return 0, err
	}
	defer all.Close()
	r := tuple.NewReader(in, 2)
	page, own := r.Next(), int32(0) // own links of last
	last := int32(-1)
	ends := func() {
		for page != nil && page[0] < last {
			page = r.Next()
		}
		if page != nil && page[0] == last && page[1] == own {
			n++
		}
	}
	err = tuple.EachPair(all, func(src, dst int32) error {
		switch {
		case src != dst:
			return nil
		case src < last:
			return fmt.Errorf("%s: is sorted neither by source nor by target (extsort sorts it)", f.path(links))
		case src > last:
			ends()
			last, own = src, 0
		}
		own++
		return nil
	})
	ends()
	return n, errors.Join(err, r.Err())
}

// degreeText says how many pages have no links. selves is whether orphans counts the pages to which only they themselves link.
func degreeText(list []*degree, pages, orphans int64, selves bool) (text string) {
	for _, d := range list {
		none, direction, whose := orphans, "no in-links", "the most linked one"
		if selves {
			direction = "no in-links from other pages"
		}
		if d.label == "from" {
			none = pages - d.atLeast(1)
			direction, whose = "no outgoing links (of those not fetched, none are known)", "the one with the most"
		}
		text += fmt.Sprintf("%s of all pages have %s; a page has %.1f links %s it on average, %s has %s. ",
			percent(share(none, pages)), direction, share(d.sum, pages), d.label, whose, count(int64(d.most)))
	}
	return text
}

func degreeFigure(list []*degree, pages int64) *Figure {
	c := &plot.Chart{
		Title: "Pages by the number of their links",
		X:     plot.Axis{Title: "At least this many links", Unit: "number", Log: true},
		Y:     plot.Axis{Title: "Share of all pages", Unit: "%", Log: true},
	}
	t := &Table{Caption: "Pages with at least this many links", Columns: numbers("at least")}
	finding, slopes := "", ""
	var fitted []plot.Line
	most := int32(0)
	for i, d := range list {
		most = max(most, d.most)
		points := d.tail(pages)
		c.Lines = append(c.Lines, plot.Line{Label: "links " + d.label + " the page", Class: fmt.Sprint("s", i), Points: points,
			Dots: len(points) < 40})
		t.Columns = append(t.Columns, numbers("pages, "+d.name, "share")...)
		finding += fmt.Sprintf("%s of the pages have ten or more links %s them, %s a hundred or more, %s a thousand or more. ",
			percent(share(d.atLeast(10), pages)), d.label, percent(share(d.atLeast(100), pages)),
			percent(share(d.atLeast(1000), pages)))
	}
	for i, d := range list {
		if law, ok := d.powerLaw(); ok {
			fitted = append(fitted, law.line(&d.histogram, pages, fmt.Sprint("b", i+1),
				fmt.Sprintf("links %s the page, slope %.2f", d.label, law.slope)))
			slopes += law.text("links "+d.label+" a page", "page")
		}
	}
	if slopes != "" {
		finding += slopes + fitMethod
	}
	c.Lines = append(c.Lines, fitted...)
	for _, s := range steps(most) {
		row := cells(count(int64(s)))
		for _, d := range list {
			n := d.atLeast(s)
			row = append(row, cells(count(n), percent(share(n, pages)))...)
		}
		t.Rows = append(t.Rows, row)
	}
	return &Figure{Title: c.Title, Finding: finding, Charts: []*plot.Chart{c}, Legend: keys(c.Lines), Data: t}
}
