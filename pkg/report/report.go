// Package report makes one self-contained HTML page of a folder of results: tables, curves and their text alternatives,
// without a script and without anything from elsewhere.
//
// A page is a list of sections. Each looks for the files it knows, and is left out where there are none; so a new one is a
// file with a Section and a line in sections. Files are read as streams, and what is kept of them is bounded: counts by
// logarithmic bins, the best few pages, a table of cells, tables of a limited number of rows.
//
//	report.go       the page, its sections and what they consist of
//	words.go        numbers and sizes in words
//	folder.go       the files of a folder: streams, tables of text, objects
//	agree.go        whether the files are of one crawl
//	counts.go       what is kept of a stream: bins of one value or of two, the best few
//	ranking.go      pages by two scores, for the sections top and against
//	crawl.go        section: the crawl, its hosts, what is incomplete
//	degrees.go      section: links from and to pages
//	layers.go       section: layers of the search
//	top.go          section: the best pages
//	against.go      section: K-Rank against PageRank
//	steps.go        sections: the steps of the run, the convergence of the solver
//	experiments.go  sections: the experiments of the thesis
//	claims.go       section: its claims, judged
//	derive.go       the tables of experiments that follow from others, the judgements among them
//	strategies.go   section: orders of crawling compared
//	files.go        sections: the files of the folder, what was left out
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"strings"

	"webmill/pkg/report/plot"
)

// Section is one part of the page. Build returns nil where the folder has nothing for it.
type Section struct {
	Name, Title string // the anchor and the heading
	Build       func(*Folder) (*Content, error)
}

// sections are all, in the order of the page.
var sections = []Section{
	crawlSection,
	degreeSection,
	layerSection,
	topSection,
	againstSection,
	correlationSection,
	stabilitySection,
	accumulationSection,
	strategySection,
	claimSection,
	solverSection,
	stepSection,
	fileSection,
	leftOutSection,
}

// Content is what a section says: a part of the lead and of the key figures at the head of the page, and its own blocks.
type Content struct {
	Lead   string
	Facts  []Fact
	Blocks []Block
}

// Fact is a key figure.
type Fact struct{ Number, Label string }

// Block is one of the things that sections are made of: the one that is set.
type Block struct {
	Text   string
	Code   string
	Table  *Table
	Figure *Figure
}

// Options are what the folder does not tell.
type Options struct {
	Title string // of the page; "" for one with the name of the folder
}

// part is a section that has been built.
type part struct {
	Section
	*Content
}

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style": func() template.CSS { return template.CSS(styleCSS) },
}).Parse(pageHTML))

// Write makes the page of a folder.
func Write(w io.Writer, f *Folder, o Options) error {
	if err := f.list(); err != nil {
		return err
	}
	if err := f.agree(); err != nil {
		return err
	}
	var parts []part
	for _, s := range sections {
		content, err := s.Build(f)
		if err != nil {
			return err
		}
		if content != nil {
			parts = append(parts, part{s, content})
		}
	}
	if len(parts) == 0 {
		return fmt.Errorf("%s: there is nothing to report: the folder has no results of webmill, like ranks.t2", f.Dir)
	}
	number(parts)
	return page.Execute(w, map[string]any{"Title": title(f.Dir, o), "Parts": parts})
}

// number gives each figure an id of its own.
func number(parts []part) {
	for _, p := range parts {
		n := 0
		for _, b := range p.Blocks {
			if b.Figure != nil {
				n++
				b.Figure.ID = fmt.Sprintf("%s-%d", p.Name, n)
			}
		}
	}
}

func title(dir string, o Options) string {
	name := strings.Trim(filepath.Base(dir), "./")
	switch {
	case o.Title != "":
		return visible(o.Title, 200)
	case name != "":
		return "Crawl report: " + visible(name, 200)
	}
	return "Crawl report"
}

// Table is a table that can be scrolled where the screen is too narrow for it.
type Table struct {
	Caption string
	Columns []Column
	Rows    [][]Cell
}

// Column is the head of a column, with the unit of its numbers, if it has one.
type Column struct {
	Name   string
	Number bool // numbers stand at the right
	Wide   bool // long text, with space also where that means to scroll
}

// Head is the name where there is little space.
func (c Column) Head() string { return unbroken(c.Name) }

// Class is how the page sets the column.
func (c Column) Class() string {
	switch {
	case c.Number:
		return "n"
	case c.Wide:
		return "w"
	}
	return ""
}

// Cell is one entry: text, where it leads to if that is the address of a page, and the length of a bar behind it.
type Cell struct {
	Text string
	URL  string
	Bar  float64 // 0 … 1
}

// words and numbers are heads of columns.
func words(names ...string) []Column {
	list := make([]Column, len(names))
	for i, n := range names {
		list[i].Name = n
	}
	return list
}

func numbers(names ...string) []Column {
	list := words(names...)
	for i := range list {
		list[i].Number = true
	}
	return list
}

// cells is a row of plain text.
func cells(text ...string) []Cell {
	list := make([]Cell, len(text))
	for i, t := range text {
		list[i].Text = t
	}
	return list
}

// Link is the address that the cell leads to, or "": only what a browser opens as a page counts.
func (c Cell) Link() string {
	if l := strings.ToLower(c.URL); strings.HasPrefix(l, "http://") || strings.HasPrefix(l, "https://") {
		return c.URL
	}
	return ""
}

// Width is the length of the bar in percent.
func (c Cell) Width() string { return fmt.Sprintf("%.1f", 100*max(0, min(c.Bar, 1))) }

// Figure is one chart, or several side by side, with what is to be seen there in words and as a table.
type Figure struct {
	ID      string
	Title   string
	Finding string
	Charts  []*plot.Chart
	Legend  []Key
	Data    *Table
}

// Key explains a line or a shade.
type Key struct{ Class, Label string }

// Panels reports whether the figure has several charts.
func (f *Figure) Panels() bool { return len(f.Charts) > 1 }

// Wide draws the chart for a desk, Narrow for a phone; the page shows one of them.
func (f *Figure) Wide() template.HTML { return f.draw(0, "w", plot.Wide) }

// Narrow is described at Wide.
func (f *Figure) Narrow() template.HTML { return f.draw(0, "n", plot.Narrow) }

// Panel draws one of several charts.
func (f *Figure) Panel(i int) template.HTML { return f.draw(i, fmt.Sprint("p", i), plot.Narrow) }

// draw is SVG, which the package plot has escaped.
func (f *Figure) draw(i int, variant string, size plot.Size) template.HTML {
	c := *f.Charts[i]
	if c.Desc == "" {
		c.Desc = f.Finding
	}
	return template.HTML(c.SVG(f.ID+variant, size))
}

// Shade reports whether the key is that of a shade, not of a line.
func (k Key) Shade() bool { return strings.HasPrefix(k.Class, "d") }

// keys are the legend of some lines.
func keys(lines []plot.Line) []Key {
	var list []Key
	for _, l := range lines {
		list = append(list, Key{l.Class, l.Label})
	}
	return list
}
