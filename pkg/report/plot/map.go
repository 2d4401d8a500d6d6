package plot

import (
	"cmp"
	"math"
	"slices"
)

// Map shows things as circles at their places. The area of a circle is the size of the thing. Labels never overlap each other.
type Map struct {
	Title, Desc string
	Circles     []Circle
}

// Circle is one thing of a map.
type Circle struct {
	Point
	Size   float64  // more than 0
	Label  string   // what is said when a pointer rests on it
	Labels []string // what may be written on it or beside it, the best first: the first one that has space is
}

// disk is a circle as it is drawn.
type disk struct {
	Circle
	x, y, r float64
}

// rect is what a label covers.
type rect struct{ left, right, top, bottom float64 }

// SVG draws the map. Places are from 0 to 1, from the left and from below. The id is as for a Chart.
func (m *Map) SVG(id string, size Size) string {
	f := &frame{size: Size{size.Width, max(400, 0.62*size.Width), size.Still}}
	f.begin(id, m.Title, m.Desc)
	disks := m.disks(f.size)
	for _, d := range disks {
		f.printf(`<circle class="place" cx="%s" cy="%s" r="%s">%s</circle>`, num(d.x), num(d.y), num(d.r), f.hover(d.Label))
	}
	var taken []rect
	for i := range disks {
		if label, at, ok := f.labelOf(i, disks, taken); ok {
			taken = append(taken, at)
			f.text("name over", "middle", (at.left+at.right)/2, at.top+fontSize, label)
		}
	}
	f.b.WriteString("</svg>")
	return f.b.String()
}

// disks are the circles, the largest first. The largest takes at most an eighth of the height, all of them an eighth of the area.
func (m *Map) disks(size Size) (list []disk) {
	total, most := 0.0, 0.0
	for _, c := range m.Circles {
		total, most = total+c.Size, max(most, c.Size)
	}
	unit := min(size.Height/16/math.Sqrt(most), math.Sqrt(size.Width*size.Height/8/math.Pi/total))
	edge := unit*math.Sqrt(most) + 2
	for _, c := range m.Circles {
		list = append(list, disk{c, edge + c.X*(size.Width-2*edge), size.Height - edge - c.Y*(size.Height-2*edge),
			max(1.5, unit*math.Sqrt(c.Size))})
	}
	slices.SortStableFunc(list, func(a, b disk) int { return cmp.Compare(b.Size, a.Size) })
	return list
}

// labelOf finds the label of a circle and its place: on the circle, below, above or beside it, where it touches the fewest other
// circles. It covers the middle of no other one and is not in another one: there it would seem to be the label of that one.
func (f *frame) labelOf(i int, disks []disk, taken []rect) (label string, at rect, ok bool) {
	d := disks[i]
	for _, label = range d.Labels {
		width, least := textWidth(label)+2, len(disks)
		aside := d.r + width/2 + 2
		for _, p := range []Point{{d.x, d.y}, {d.x, d.y + d.r + 9}, {d.x, d.y - d.r - 9}, {d.x + aside, d.y},
			{d.x - aside, d.y}} {
			x := max(width/2, min(p.X, f.size.Width-width/2))
			place := rect{x - width/2, x + width/2, p.Y - 8, p.Y + 8}
			inside := place.right <= f.size.Width && place.top >= 0 && place.bottom <= f.size.Height
			touched, clear := place.touches(i, disks)
			if inside && clear && touched < least && place.free(taken) {
				at, least, ok = place, touched, true
			}
		}
		if ok {
			return label, at, true
		}
	}
	return "", at, false
}

func (r rect) free(taken []rect) bool {
	return !slices.ContainsFunc(taken, func(t rect) bool {
		return r.left < t.right && t.left < r.right && r.top < t.bottom && t.top < r.bottom
	})
}

// touches counts the disks but one that a label touches; ok is false if it would seem to be the label of another one.
func (r rect) touches(own int, disks []disk) (n int, ok bool) {
	middle := Point{(r.left + r.right) / 2, (r.top + r.bottom) / 2}
	outside := disks[own].from(middle) >= disks[own].r
	for i, d := range disks {
		near := Point{max(r.left, min(d.x, r.right)), max(r.top, min(d.y, r.bottom))}
		switch away := d.from(near); {
		case i == own || away >= d.r:
		case away == 0 || outside && d.from(middle) < d.r:
			return 0, false
		default:
			n++
		}
	}
	return n, true
}

// from is how far the middle of a disk is from a point.
func (d disk) from(p Point) float64 { return math.Hypot(d.x-p.X, d.y-p.Y) }
