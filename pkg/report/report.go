// Package report makes one self-contained HTML page of a folder of results: tables, curves and their text alternatives,
// without anything from elsewhere. A script of its own sorts the tables and saves them as CSV; all else works without it.
//
// A page is a list of sections. Each looks for the files it knows, and is left out where there are none; so a new one is a
// file with a Section and a line in sections. Files are read as streams, and what is kept of them is bounded: counts by
// logarithmic bins, the best few pages, a table of cells, tables of a limited number of rows.
//
//	report.go       the page, its sections and what they consist of
//	words.go        numbers and sizes in words
//	folder.go       the files of a folder: streams, tables of text, objects
//	agree.go        whether the files are of one crawl
//	counts.go       what is kept of a stream: bins of one value or of two, the best few, sums by name
//	ranking.go      pages by two scores, for the sections top and against
//	origin.go       what was read, when, and by which version
//	top.go          section: the best pages
//	hosts.go        section: hosts, and the links between them
//	degrees.go      section: links from and to pages
//	fit.go          the slope of a distribution
//	crawl.go        section: what the archives hold, what is incomplete
//	log.go          the log of fetch: what is kept of it
//	logtables.go    section: what became of the URLs, by reason, depth, host and time
//	fetched.go      section: status codes, media types, languages
//	vocabulary.go   section: languages, lengths and frequencies of words
//	content.go      section: what is left of pages without menus
//	navigation.go   section: links of menus, ranks without them; menus.go  the tree of the menus of the largest host
//	people.go       section: persons, their home pages, and the persons of each host
//	clusters.go     section: clusters of pages, as a map and by their words
//	relevant.go     section: the most relevant pages
//	relevance.go    section: how relevant all pages are; ways.go  how good the ratings are, as a table and as curves
//	layers.go       section: layers of the search
//	against.go      section: K-Rank against PageRank
//	steps.go        sections: the steps of the run, the convergence of the solver
//	experiments.go  sections: the experiments of the thesis
//	claims.go       section: its claims, judged
//	derive.go       the tables of experiments that follow from others, the judgements among them
//	strategies.go   section: orders of crawling compared
//	files.go        sections: the files of the folder, what was left out
//	glossary.go     section: a line for each term
//	script.js       sorts tables and saves them
package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"webmill/pkg/report/plot"
)

// Section is one part of the page. Build returns nil or nothing in the content where the folder has nothing for it.
type Section struct {
	Name, Title string // the anchor and the heading
	Build       func(*Folder) (*Content, error)
	Fold        bool // folded: only who asks for it wants to see it
}

// sections are all, in the order of the page.
var sections = []Section{
	topSection,
	hostSection,
	degreeSection,
	layerSection,
	crawlSection,
	logSection,
	fetchedSection,
	wordSection,
	contentSection,
	navigationSection,
	peopleSection,
	clusterSection,
	relevantSection,
	relevanceSection,
	againstSection,
	fileSection,
	glossarySection,
	// What follows is folded.
	correlationSection,
	stabilitySection,
	accumulationSection,
	strategySection,
	claimSection,
	solverSection,
	stepSection,
	thesisFileSection,
	leftOutSection,
}

// Content is what a section says: a part of the lead, of the key figures and of the findings at the head of the page, and its
// own blocks.
type Content struct {
	Lead     string
	Facts    []Fact
	Findings []Finding
	Blocks   []Block
}

// all adds the parts of a section, each of which looks for its files.
func (c *Content) all(f *Folder, parts ...func(*Folder) error) error {
	for _, add := range parts {
		if err := add(f); err != nil {
			return err
		}
	}
	return nil
}

// tables adds those that have rows.
func (c *Content) tables(list ...*Table) {
	for _, t := range list {
		if t != nil && t.Rows != nil {
			c.Blocks = append(c.Blocks, Block{Table: t})
		}
	}
}

// add adds a figure, unless there is none.
func (c *Content) add(figure *Figure, err error) error {
	if figure != nil {
		c.Blocks = append(c.Blocks, Block{Figure: figure})
	}
	return err
}

// Finding is a sentence with its figure. One that is bad is about what is broken or missing.
type Finding struct {
	Bad  bool
	Text string
}

func (c *Content) finds(bad bool, format string, args ...any) {
	c.Findings = append(c.Findings, Finding{bad, fmt.Sprintf(format, args...)})
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
	Title   string // of the page; "" for one with the name of the folder
	Version string // of the program; "" if it has none
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

// scriptJS holds no < and no &, so that the page is well-formed XML too.
//
//go:embed script.js
var scriptJS string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(styleCSS) },
	"script": func() template.HTML { return template.HTML("<script>" + scriptJS + "</script>") },
	"hash": func() string { // by which the policy of the page allows its script, and no other
		sum := sha256.Sum256([]byte(scriptJS))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	},
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
		if content != nil && (content.Facts != nil || content.Findings != nil || content.Blocks != nil) {
			parts = append(parts, part{s, content})
		}
	}
	// Terms are explained, and what is left out is named, beside results.
	if !slices.ContainsFunc(parts, func(p part) bool { return p.Name != glossarySection.Name && p.Name != leftOutSection.Name }) {
		return fmt.Errorf("%s: there is nothing to report: the folder has no results of webmill, like ranks.t2", f.Dir)
	}
	origin, err := f.origin(o.Version)
	if err != nil {
		return err
	}
	// The head of the page begins with the size of the crawl.
	head := slices.Clone(parts)
	slices.SortStableFunc(head, func(a, b part) int {
		return urgency(b.Name == crawlSection.Name) - urgency(a.Name == crawlSection.Name)
	})
	var findings []Finding
	for _, p := range head {
		findings = append(findings, p.Findings...)
	}
	slices.SortStableFunc(findings, func(a, b Finding) int { return urgency(b.Bad) - urgency(a.Bad) })
	number(parts)
	more := "" // the first section that is folded
	if i := slices.IndexFunc(parts, func(p part) bool { return p.Fold && p.Blocks != nil }); i >= 0 {
		more = parts[i].Name
	}
	return page.Execute(w, map[string]any{"Title": title(f.Dir, o), "Origin": origin, "Findings": findings, "Head": head,
		"Parts": parts, "More": more})
}

// urgency is 1 for what comes first.
func urgency(first bool) int {
	if first {
		return 1
	}
	return 0
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
	Fixed   bool // the order of the rows means something: they are not to be sorted
	Fold    bool // shown when asked for
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

// Cards reports whether the rows are shown one above the other where the screen is narrow.
func (t *Table) Cards() bool {
	text := slices.ContainsFunc(t.Columns, func(c Column) bool { return !c.Number })
	return text && len(t.Columns) > 3 || slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Wide })
}

// Cell is one entry of a table: text, its link, a note below it, the command that shows it, and the length of a bar behind it.
type Cell struct {
	Text    string
	Link    string // the URL that the text leads to; "": none
	Note    string
	Command string
	Bar     float64 // 0 … 1
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

// Width is the length of the bar in percent.
func (c Cell) Width() string { return fmt.Sprintf("%.1f", 100*max(0, min(c.Bar, 1))) }

// Figure is one chart, or several side by side, with what is to be seen there in words and as a table.
type Figure struct {
	ID      string
	Title   string
	Finding string
	Charts  []*plot.Chart
	Matrix  *plot.Matrix // instead of charts
	Tree    *plot.Tree   // likewise
	Map     *plot.Map    // likewise
	Legend  []Key
	Data    *Table
}

// Key explains a line or a shade.
type Key struct{ Class, Label string }

// Panels reports whether the figure has several charts.
func (f *Figure) Panels() bool { return len(f.Charts) > 1 }

// Wide draws the chart for a desk. The page shows this one or Narrow.
func (f *Figure) Wide() template.HTML { return f.draw(0, "w", plot.Wide) }

// Narrow draws the chart for a phone.
func (f *Figure) Narrow() template.HTML { return f.draw(0, "n", plot.Narrow) }

// Panel draws one of several charts.
func (f *Figure) Panel(i int) template.HTML { return f.draw(i, fmt.Sprint("p", i), plot.Panel) }

// draw is SVG, which the package plot has escaped.
func (f *Figure) draw(i int, variant string, size plot.Size) template.HTML {
	if f.Tree != nil {
		f.Tree.Desc = f.Finding
		return template.HTML(f.Tree.SVG(f.ID+variant, size))
	}
	if f.Map != nil {
		f.Map.Desc = f.Finding
		return template.HTML(f.Map.SVG(f.ID+variant, size))
	}
	if f.Matrix != nil {
		f.Matrix.Desc = f.Finding
		return template.HTML(f.Matrix.SVG(f.ID+variant, size))
	}
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
