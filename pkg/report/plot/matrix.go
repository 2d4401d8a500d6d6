package plot

import "fmt"

// Matrix shows the links between a few things: a row and a column for each, and a shaded field where a row leads to a column.
// The rows have the names of the things, rows and columns their places from 1 on.
type Matrix struct {
	Title, Desc string
	Names       []string
	Cells       [][]Entry // by rows
}

// Entry is one field. One without a label is empty.
type Entry struct {
	Shade int
	Label string
}

// SVG draws the matrix. The id is as for a Chart. The height follows from the number of rows.
func (m *Matrix) SVG(id string, size Size) string {
	const row, top = 16.0, 22.0
	n := len(m.Names)
	f := &frame{size: Size{size.Width, top + row*float64(n) + 4, size.Still}}
	f.begin(id, m.Title, m.Desc)
	left := 0.0
	most := int((size.Width*0.45 - 30) / charWidth)
	names := make([]string, n)
	for i, name := range m.Names {
		names[i] = fmt.Sprintf("%s %d", shorten(name, most), i+1)
		left = max(left, textWidth(names[i])+8)
	}
	width := min(row*1.6, (size.Width-left-2)/float64(max(n, 1)))
	every := 1
	for width*float64(every) < textWidth("00")+6 {
		every++
	}
	for i := range n {
		y := top + row*float64(i)
		f.text("tick", "end", left-6, y+row-4, names[i])
		f.printf(`<path class="rule" d="M%s %sH%s"/>`, num(left), num(y+row), num(left+width*float64(n)))
		if i%every == 0 {
			f.text("tick", "middle", left+width*(float64(i)+0.5), top-7, fmt.Sprint(i+1))
		}
		for k, e := range m.Cells[i] {
			if e.Label != "" {
				f.rect(e.Shade, left+width*float64(k), y, width-1, row-1, e.Label)
			}
		}
	}
	f.b.WriteString("</svg>")
	return f.b.String()
}

// shorten cuts out the middle of a name that is too long.
func shorten(name string, most int) string {
	if r := []rune(name); len(r) > most {
		return string(r[:most*2/3]) + "…" + string(r[len(r)-(most-most*2/3-1):])
	}
	return name
}
