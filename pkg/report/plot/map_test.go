package plot

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// drawn are the circles and the labels of a map.
type drawn struct {
	circles [][3]float64 // x, y, radius
	labels  map[string]rect
}

func draw(t *testing.T, m *Map, size Size) (d drawn) {
	t.Helper()
	svg := m.SVG("x", size)
	d.labels = map[string]rect{}
	text, at := "", rect{}
	for x := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := x.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			attr := map[string]float64{}
			for _, a := range token.Attr {
				if v, err := strconv.ParseFloat(a.Value, 64); err == nil {
					attr[a.Name.Local] = v
				}
			}
			text = ""
			at = rect{attr["x"], attr["x"], attr["y"] - fontSize + 2, attr["y"] + 2}
			if token.Name.Local == "circle" {
				d.circles = append(d.circles, [3]float64{attr["cx"], attr["cy"], attr["r"]})
			}
		case xml.CharData:
			text += string(token)
		case xml.EndElement:
			if token.Name.Local == "text" {
				at.left, at.right = at.left-textWidth(text)/2, at.right+textWidth(text)/2
				d.labels[text] = at
			}
		}
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") || !strings.HasSuffix(svg, "</svg>") {
		t.Fatal(svg)
	}
	return d
}

// TestMap: whatever the places and sizes, all circles and labels are in the picture, and labels do not overlap.
func TestMap(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for round := range 200 {
		m := &Map{Title: "t", Desc: "d"}
		spread := []float64{1, 0.1, 0}[round%3]
		for i := range 1 + r.IntN(60) {
			m.Circles = append(m.Circles, Circle{Point: Point{0.5 + spread*(r.Float64()-0.5), 0.5 + spread*(r.Float64()-0.5)},
				Size: math.Exp(3 * r.NormFloat64()), Label: "<b>", Labels: []string{fmt.Sprintf("<%d>, wort & %s", i,
					strings.Repeat("mw 語", r.IntN(9))), fmt.Sprint("wort ", i), fmt.Sprint(i)}})
		}
		m.Circles[0].Size = 5e9
		for _, size := range []Size{Wide, Narrow} {
			height := max(400, 0.62*size.Width)
			d := draw(t, m, size)
			if len(d.circles) != len(m.Circles) {
				t.Fatalf("%d circles of %d", len(d.circles), len(m.Circles))
			}
			for _, c := range d.circles {
				if !(c[0]-c[2] >= 0 && c[0]+c[2] <= size.Width && c[1]-c[2] >= 0 && c[1]+c[2] <= height) {
					t.Fatalf("the circle %v leaves the picture", c)
				}
			}
			for a, x := range d.labels {
				if x.left < 0 || x.right > size.Width || x.top < 0 || x.bottom > height {
					t.Fatalf("%q leaves the picture: %v", a, x)
				}
				for b, y := range d.labels {
					if a != b && !x.free([]rect{y}) {
						t.Fatalf("%q overlaps %q: %v %v", a, b, x, y)
					}
				}
			}
		}
	}
}

// TestMapSizes: the area of a circle is as its size, like ones stand where they belong, and labels that have space are the first.
func TestMapSizes(t *testing.T) {
	m := &Map{Title: "t", Desc: "d", Circles: []Circle{
		{Point{0, 0}, 100, "small, below left", []string{"abc, def", "abc"}},
		{Point{1, 1}, 400, "large, above right", []string{"ghi, jkl", "ghi"}},
		{Point{0, 1}, 100, "has no words", nil},
	}}
	d := draw(t, m, Wide)
	large, small := d.circles[0], d.circles[1]
	if math.Abs(large[2]/small[2]-2) > 0.02 || large[0] < small[0] || large[1] > small[1] {
		t.Errorf("large %v, small %v", large, small)
	}
	if len(d.labels) != 2 || d.labels["abc, def"].right == 0 || d.labels["ghi, jkl"].right == 0 {
		t.Errorf("labels %v", d.labels)
	}
	if empty := draw(t, &Map{Title: "t", Desc: "d"}, Wide); empty.circles != nil {
		t.Errorf("%v", empty)
	}
	// Of two at the same place, one has a label that is not on the other.
	m.Circles = []Circle{{Point{0.5, 0.5}, 9, "", []string{"first"}}, {Point{0.5, 0.5}, 9, "", []string{"second"}}}
	if d := draw(t, m, Narrow); len(d.labels) != 2 {
		t.Errorf("labels %v of %v", d.labels, d.circles)
	}
}
