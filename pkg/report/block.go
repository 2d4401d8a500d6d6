package report

import (
	"fmt"
	"html/template"
	"strings"

	"webmill/pkg/report/plot"
)

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
	Wide   bool // long text, with room also where that means to scroll
}

// Head is the name where there is little room.
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

// Shade tells keys of shades from those of lines.
func (k Key) Shade() bool { return strings.HasPrefix(k.Class, "d") }

// keys are the legend of some lines.
func keys(lines []plot.Line) []Key {
	var list []Key
	for _, l := range lines {
		list = append(list, Key{l.Class, l.Label})
	}
	return list
}
