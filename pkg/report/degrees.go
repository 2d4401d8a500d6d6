package report

import (
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
		if err := f.each(d.file, tuple.ID, func(_, n int32) { d.add(n, 1) }); err != nil {
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
	c := &Content{Blocks: []Block{{Text: degreeText(list, pages)}, {Figure: degreeFigure(list, pages)}}}
	if orphans := pages - list[0].atLeast(1); list[0].label == "to" && orphans > 0 {
		c.finds(false, "%s (%s of all known) %s.", plural(orphans, "page"),
			percent(share(orphans, pages)),
			form(orphans, "is an orphan: no link leads to it, not even its own",
				"are orphans: no link leads to them, not even their own"))
	}
	return c, nil
}

func degreeText(list []*degree, pages int64) (text string) {
	for _, d := range list {
		direction, whose := "no in-links", "the most linked one"
		if d.label == "from" {
			direction, whose = "no outgoing links, mostly because they were not fetched", "the one with the most"
		}
		text += fmt.Sprintf("%s of all pages have %s; a page has %.1f links %s it on average, %s has %s. ",
			percent(share(pages-d.atLeast(1), pages)), direction, share(d.sum, pages), d.label, whose, count(int64(d.most)))
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
