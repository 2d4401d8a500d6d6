// Package plot draws charts as SVG: lines and shaded cells between two axes, linear or logarithmic, matrices, trees and maps.
// It knows nothing of what it draws. Points and cells say what they are when a pointer rests on them. Colours and fonts
// are those of the page, by classes:
//
//	s0 s1 …    lines, their dots and their labels      b0 b1 …   lines in the background
//	d0 d1 …    shades of cells, the lightest first     rule      grid lines
//	ref        a line to compare with                  tick name ticks and titles of axes
//	place      circles of a map                        over      text that stands on something
//
// Text is measured by its number of characters, since nobody knows which font a reader has: sizes are generous.
package plot

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Chart is what is drawn. Its text alternatives are a title and a description that says in numbers what is to be seen.
type Chart struct {
	Title, Desc string
	X, Y        Axis
	Cells       []Cell // shaded, behind the lines
	Lines       []Line // the last is on top
	Direct      bool   // labels stand at the right ends of the lines; else a legend is needed
}

// Line joins points from left to right. Points that the axes cannot show are left out.
type Line struct {
	Label  string
	Class  string
	Points []Point
	Dots   bool // mark the points
}

// Point is a place on a chart.
type Point struct{ X, Y float64 }

// Cell is a shaded rectangle between two corners.
type Cell struct {
	From, To Point
	Shade    int
	Label    string
}

// Size is the width and height of a drawing, in units that are pixels unless the page scales them.
type Size struct {
	Width, Height float64
	Still         bool // nothing happens when a pointer rests on a point: a phone has none
}

// The sizes that the page uses: for desks, and for phones and panels.
var (
	Wide   = Size{Width: 760, Height: 400}
	Panel  = Size{Width: 340, Height: 280}
	Narrow = Size{Width: 340, Height: 280, Still: true}
)

const (
	fontSize  = 12
	charWidth = 0.58 * fontSize // generous, for digits and lower-case letters
	lineGap   = 15              // between labels one above the other
)

// textWidth is no less than the width of a text of which most letters are narrow; w and m count for half a letter more, letters
// of Greek and the scripts behind it for a third more, those of East Asia for two.
func textWidth(s string) float64 {
	letters := 0.0
	for _, r := range s {
		switch {
		case r == 'w' || r == 'm':
			letters += 1.5
		case r >= '\u2e80':
			letters += 2
		case r >= '\u0370' && r < '\u1e00':
			letters += 1.35
		default:
			letters++
		}
	}
	return charWidth * letters
}

// frame is a chart with its ranges, and the rectangle between its axes.
type frame struct {
	chart                    *Chart
	size                     Size
	x, y                     scale
	left, right, top, bottom float64
	b                        strings.Builder
}

// SVG draws the chart. The id, which is unique in the page, is the beginning of the ids within.
func (c *Chart) SVG(id string, size Size) string {
	f := &frame{chart: c, size: size}
	f.layOut()
	f.begin(id, c.Title, c.Desc)
	f.grid()
	for _, cell := range c.Cells {
		f.cell(cell)
	}
	for _, line := range c.Lines {
		f.line(line)
	}
	if c.Direct {
		f.labels()
	}
	f.b.WriteString("</svg>")
	return f.b.String()
}

// begin opens the picture and says in words what it is.
func (f *frame) begin(id, title, desc string) {
	f.printf(`<svg role="img" aria-labelledby="%[1]s-t %[1]s-d" viewBox="0 0 %[2]s %[3]s" xmlns="http://www.w3.org/2000/svg">`,
		escape(id), num(f.size.Width), num(f.size.Height))
	f.printf(`<title id="%[1]s-t">%[2]s</title><desc id="%[1]s-d">%[3]s</desc>`, escape(id), escape(title), escape(desc))
}

// layOut finds the ranges and leaves space for ticks, titles and labels.
func (f *frame) layOut() {
	xs, ys := f.values()
	f.top, f.bottom = 2*fontSize+4, f.size.Height-3.2*fontSize
	f.y = f.chart.Y.scale(ys, f.bottom, f.top, lineGap*1.6)
	for _, t := range f.y.ticks {
		f.left = max(f.left, textWidth(t.text)+10)
	}
	f.right = f.size.Width - 14
	if f.chart.Direct {
		for _, l := range f.chart.Lines {
			f.right = min(f.right, f.size.Width-textWidth(l.Label)-12)
		}
	}
	f.x = f.chart.X.scale(xs, f.left, f.right, 0)
	// The last tick has half of its text behind it.
	if n := len(f.x.ticks); n > 0 {
		if over := f.x.at(f.x.ticks[n-1].value) + textWidth(f.x.ticks[n-1].text)/2 - f.size.Width; over > 0 {
			f.right -= over
			f.x = f.chart.X.scale(xs, f.left, f.right, 0)
		}
	}
}

func (f *frame) values() (xs, ys []float64) {
	for _, l := range f.chart.Lines {
		for _, p := range l.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	for _, c := range f.chart.Cells {
		xs, ys = append(xs, c.From.X, c.To.X), append(ys, c.From.Y, c.To.Y)
	}
	return xs, ys
}

func (f *frame) grid() {
	for _, t := range f.y.ticks {
		y := f.y.at(t.value)
		f.printf(`<path class="rule" d="M%s %sH%s"/>`, num(f.left), num(y), num(f.right))
		f.text("tick", "end", f.left-6, y+4, t.text)
	}
	for _, t := range f.x.ticks {
		x := f.x.at(t.value)
		f.printf(`<path class="rule" d="M%s %sV%s"/>`, num(x), num(f.top), num(f.bottom))
		f.text("tick", "middle", x, f.bottom+fontSize+5, t.text)
	}
	f.text("name", "start", 0, fontSize, f.chart.Y.label())
	f.text("name", "end", f.right, f.size.Height-5, f.chart.X.label())
}

func (f *frame) cell(c Cell) {
	x0, x1, y0, y1 := f.x.at(c.From.X), f.x.at(c.To.X), f.y.at(c.From.Y), f.y.at(c.To.Y)
	f.rect(c.Shade, x0, y1, x1-x0, y0-y1, c.Label)
}

func (f *frame) rect(shade int, x, y, width, height float64, label string) {
	f.printf(`<rect class="d%d" x="%s" y="%s" width="%s" height="%s">%s</rect>`, shade, num(x), num(y), num(width),
		num(height), f.hover(label))
}

// hover is what is said when a pointer rests on an element.
func (f *frame) hover(text string) string {
	if f.size.Still {
		return ""
	}
	return "<title>" + escape(text) + "</title>"
}

// spot is a point of a line that the axes can show: its place in the drawing, and what it is.
type spot struct {
	Point
	of Point
}

func (f *frame) seen(l Line) []spot {
	var list []spot
	for _, p := range l.Points {
		if f.x.shows(p.X) && f.y.shows(p.Y) {
			list = append(list, spot{Point{f.x.at(p.X), f.y.at(p.Y)}, p})
		}
	}
	return list
}

// farFrom reports whether two places are at least so far from each other.
func (s spot) farFrom(t spot, distance float64) bool {
	return !(math.Hypot(s.X-t.X, s.Y-t.Y) < distance)
}

// line draws one line; of points nearer to each other than an eye can tell, the first.
func (f *frame) line(l Line) {
	spots := f.seen(l)
	if len(spots) == 0 {
		return
	}
	var d strings.Builder
	last := spot{Point: Point{math.Inf(-1), 0}}
	for i, p := range spots {
		if i < len(spots)-1 && !p.farFrom(last, 0.8) {
			continue
		}
		d.WriteString(map[bool]string{true: "M", false: "L"}[d.Len() == 0])
		d.WriteString(num(p.X) + " " + num(p.Y))
		last = p
	}
	f.printf(`<path class="line %s" d="%s"/>`, l.Class, d.String())
	f.spots(l, spots)
}

// spots marks the points of a line, or puts something invisible on some of them, which says what they are. Lines in the
// background say nothing.
func (f *frame) spots(l Line, spots []spot) {
	marked := l.Dots || len(spots) == 1
	if !marked && !strings.HasPrefix(l.Class, "s") {
		return
	}
	last := spot{Point: Point{math.Inf(-1), 0}}
	for _, p := range spots {
		switch title := l.Label + ": " + value(p.of.X) + " → " + value(p.of.Y); {
		case marked:
			f.printf(`<circle class="dot %s" cx="%s" cy="%s" r="2.6">%s</circle>`, l.Class, num(p.X), num(p.Y), f.hover(title))
		case !f.size.Still && p.farFrom(last, 28):
			f.printf(`<circle class="hit" cx="%s" cy="%s">%s</circle>`, num(p.X), num(p.Y), f.hover(title))
			last = p
		}
	}
}

// value writes what a point stands for.
func value(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }

// labels writes the name of each line at its right end, and moves them apart where they would overlap.
func (f *frame) labels() {
	var places []float64
	var lines []Line
	for _, l := range f.chart.Lines {
		if points := f.seen(l); len(points) > 0 && l.Label != "" {
			places = append(places, points[len(points)-1].Y)
			lines = append(lines, l)
		}
	}
	spread(places, lineGap, f.top, f.bottom)
	for i, l := range lines {
		f.text("label "+l.Class, "start", f.right+6, places[i]+4, l.Label)
	}
}

func (f *frame) text(class, anchor string, x, y float64, text string) {
	f.printf(`<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`, class, anchor, num(x), num(y), escape(text))
}

func (f *frame) printf(format string, args ...any) { fmt.Fprintf(&f.b, format, args...) }

// num writes a place to a tenth of a unit.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// escape makes text of anything: what XML cannot hold becomes U+FFFD.
func escape(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a Builder takes all
	return b.String()
}
