package markdown

import "strconv"

const maxColumns = 64

// grid counts the columns of a table.
type grid struct {
	columns int
	at      int              // the column behind the last cell of the row
	down    [maxColumns]int  // rows below that a cell of the column is in too
	taken   [maxColumns]bool // of the row: by a cell that began above or to the left
}

// row begins a row.
func (g *grid) row() {
	g.at = 0
	for c := range g.columns {
		if g.taken[c] = g.down[c] > 0; g.taken[c] {
			g.down[c]--
		}
	}
}

// cell places a cell. skipped is how many columns before it other cells take; ok is false if there are too many columns.
func (g *grid) cell(colspan, rowspan int) (skipped int, ok bool) {
	at := g.at
	for at < maxColumns && g.taken[at] {
		at++
	}
	skipped = at - g.at
	if colspan > maxColumns-at {
		return 0, false
	}
	for c := range colspan {
		g.taken[at+c], g.down[at+c] = true, rowspan-1
	}
	g.at = at + 1
	g.columns = max(g.columns, at+colspan)
	return skipped, true
}

// spans says how many columns and rows the cell has whose tag was read.
func (t *tokens) spans() (columns, rows int) {
	number := func(value []byte) int {
		n, _ := strconv.Atoi(string(value[:min(len(value), 8)]))
		return max(n, 1)
	}
	return number(t.attr("colspan=")), number(t.attr("rowspan="))
}

// plainTable reads a table up to its end. It reports whether its cells hold only text, how many columns it has, and whether its
// first row is its head.
func (t *tokens) plainTable() (columns int, head, ok bool) {
	var g grid
	rows, paragraphs := 0, 0
	for t.next() {
		if t.end {
			if string(t.name) == "table" {
				return g.columns, head, g.columns > 1
			}
			continue
		}
		switch string(t.name) {
		case "tr":
			rows++
			g.row()
		case "th", "td":
			paragraphs = 0
			head = head || rows == 1 && string(t.name) == "th"
			if _, ok := g.cell(t.spans()); !ok {
				return 0, false, false
			}
		case "p":
			if paragraphs++; paragraphs > 1 {
				return 0, false, false
			}
		case "table", "ul", "ol", "dl", "pre", "blockquote", "figure", "h1", "h2", "h3", "h4", "h5", "h6":
			return 0, false, false
		}
	}
	return 0, false, false
}

// table reads a table and writes it with pipes, if its cells hold only text. Of any other table it reads nothing.
func (w *Writer) table() {
	after := w.in
	columns, head, ok := after.plainTable()
	w.in.plain = after.plain[:0]
	if !ok {
		return
	}
	var g grid
	w.need(paragraph)
	rows := 0
	for w.in.next() && !w.refused {
		name := w.in.name
		switch {
		case name == nil:
			w.add(w.in.text)
		case w.in.end && w.endInline(name), !w.in.end && w.startInline(name):
		case string(name) == "p":
			w.blank()
		case string(name) == "caption":
			w.flush()
			w.need(paragraph)
		case string(name) == "tr" && !w.in.end:
			g.row()
			w.beginRow(rows, columns, head)
			rows++
		case string(name) == "tr" && rows == 1 && head:
			for ; g.at < columns; g.at++ { // the head must have as many cells as the line below it
				w.out = append(w.out, " |"...)
			}
			w.rule(columns)
		case (string(name) == "td" || string(name) == "th") && !w.in.end:
			skipped, _ := g.cell(w.in.spans())
			for range skipped {
				w.out = append(w.out, " |"...)
			}
		case string(name) == "td" || string(name) == "th":
			w.cell()
		case string(name) == "table":
			return
		}
	}
}

// beginRow begins a row, and before the first one a head, if the table has none.
func (w *Writer) beginRow(rows, columns int, head bool) {
	if !w.room(2*maxPrefix + 16*maxColumns) {
		return
	}
	switch {
	case rows > 0:
		w.nextLine()
	case head:
		w.divide()
	default:
		w.divide()
		w.out = append(w.out, '|')
		for range columns {
			w.out = append(w.out, " |"...)
		}
		w.rule(columns)
		w.nextLine()
	}
	w.out = append(w.out, '|')
}

// rule writes the line below the head.
func (w *Writer) rule(columns int) {
	w.nextLine()
	w.out = append(w.out, '|')
	for range columns {
		w.out = append(w.out, " --- |"...)
	}
}

// cell writes the text that was collected as a cell.
func (w *Writer) cell() {
	if len(w.spans) > 0 && w.room(w.size()) {
		w.out = append(w.out, ' ')
		w.write(cell)
	}
	w.out = append(w.out, " |"...)
	w.clear()
}
