package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"webmill/pkg/report/plot"
)

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

// figure adds a figure, unless there is none.
func (c *Content) figure(figure *Figure) {
	if figure != nil {
		c.Blocks = append(c.Blocks, Block{Figure: figure})
	}
}

// add adds a figure that may have failed.
func (c *Content) add(figure *Figure, err error) error {
	c.figure(figure)
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
