package plot

// Tree shows what is below what: a line for each thing, indented.
type Tree struct {
	Title, Desc string
	Rows        []Row // each before those below it
}

// Row is a line of a Tree. A faint one says what is not shown.
type Row struct {
	Depth int
	Label string
	Faint bool
}

// SVG draws the tree. The id is as for a Chart. The height follows from the number of rows.
func (t *Tree) SVG(id string, size Size) string {
	const row, top, left = 16.0, 4.0, 2.0
	f := &frame{size: Size{size.Width, top + row*float64(len(t.Rows)) + 4, size.Still}}
	f.begin(id, t.Title, t.Desc)
	deepest := 1
	for _, r := range t.Rows {
		deepest = max(deepest, r.Depth)
	}
	indent := min(16, size.Width/2/float64(deepest))
	above := []float64{} // by depth: where the line above ends
	for i, r := range t.Rows {
		y := top + row*float64(i)
		x := left + indent*float64(r.Depth)
		if r.Depth > 0 && r.Depth <= len(above) {
			f.printf(`<path class="rule" d="M%s %sV%sH%s"/>`, num(x-indent+4), num(above[r.Depth-1]), num(y+row/2), num(x-2))
		}
		above = append(above[:min(r.Depth, len(above))], y+row-1)
		class := "tick"
		if !r.Faint {
			class = "name"
		}
		f.text(class, "start", x, y+row-4, shorten(r.Label, max(1, int((size.Width-x)/charWidth))))
	}
	f.b.WriteString("</svg>")
	return f.b.String()
}
