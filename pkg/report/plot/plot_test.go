package plot

import (
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFormat(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", 0.5: "0.5", 0.001: "0.001", 1e-4: "10⁻⁴", 2e-10: "2·10⁻¹⁰", 999: "999", 1000: "1\u202fk",
		20_000: "20\u202fk", 5e6: "5\u202fM", 1e9: "1\u202fG", -5: "-5", 0.1 + 0.2: "0.3", 2.5e12: "2500\u202fG",
	} {
		if got := format(v); got != want {
			t.Errorf("%v is written %q, not %q", v, got, want)
		}
	}
}

// TestAxis: whatever the values, the ticks ascend, have room, and span the range; who looks for a value finds its place.
func TestAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Axis{Log: rapid.Bool().Draw(t, "log"), Whole: rapid.Bool().Draw(t, "whole")}
		value := rapid.OneOf(rapid.Float64Range(-1e6, 1e6), rapid.Float64Range(0, 1), rapid.Float64(),
			rapid.SampledFrom([]float64{0, 1, math.NaN(), math.Inf(1)}))
		values := rapid.SliceOfN(value, 0, 20).Draw(t, "values")
		width := rapid.Float64Range(100, 900).Draw(t, "width")
		s := a.scale(values, 0, width, 0)
		end := math.Inf(-1)
		for _, k := range s.ticks {
			at := s.at(k.value)
			if !(at >= -1e-6 && at <= width+1e-6) {
				t.Fatalf("the tick %s is at %v of %v", k.text, at, width)
			}
			if at-textWidth(k.text)/2 < end {
				t.Fatalf("the tick %s at %v overlaps the one before", k.text, at)
			}
			end = at + textWidth(k.text)/2
		}
		if len(s.ticks) == 0 && !a.Log {
			t.Fatalf("no ticks from %v to %v", s.min, s.max)
		}
		for _, v := range values {
			if p := s.project(v); !math.IsNaN(p) && !math.IsInf(p, 0) && !s.shows(v) {
				t.Fatalf("%v is not shown from %v to %v", v, s.min, s.max)
			}
		}
	})
}

// TestWhole: between whole numbers there are no ticks.
func TestWhole(t *testing.T) {
	a := Axis{Whole: true}
	for _, k := range a.scale([]float64{1, 3}, 0, 700, 0).ticks {
		if k.value != math.Round(k.value) {
			t.Errorf("a tick at %s", k.text)
		}
	}
}

// TestSpread: labels keep their order and their distance, stay inside where there is room, and stay where they are where
// nothing is in the way.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SliceOfN(rapid.Float64Range(0, 300), 0, 25).Draw(t, "places")
		moved := slices.Clone(places)
		spread(moved, 15, 0, 300)
		for i := range places {
			free := places[i] >= 0
			for j := range places {
				if places[i] < places[j] && moved[j]-moved[i] < 15-1e-9 || i != j && math.Abs(moved[j]-moved[i]) < 15-1e-9 {
					t.Fatalf("%v and %v became %v and %v", places[i], places[j], moved[i], moved[j])
				}
				free = free && (i == j || math.Abs(places[i]-places[j]) >= 15*float64(len(places)))
			}
			if len(places) <= 20 && (moved[i] < -1e-9 || moved[i] > 300+1e-9) {
				t.Fatalf("%v became %v", places[i], moved[i])
			}
			if free && math.Abs(moved[i]-places[i]) > 1e-9 {
				t.Fatalf("%v has room, but became %v", places[i], moved[i])
			}
		}
	})
}

// TestHostile: whatever a chart is given, its SVG is well-formed and holds no number that is none.
func TestHostile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-10, 1000),
			rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(-1)}))
		point := rapid.Custom(func(t *rapid.T) Point { return Point{number.Draw(t, "x"), number.Draw(t, "y")} })
		line := rapid.Custom(func(t *rapid.T) Line {
			return Line{Label: rapid.String().Draw(t, "label"), Class: "s0",
				Points: rapid.SliceOfN(point, 0, 9).Draw(t, "points"), Dots: rapid.Bool().Draw(t, "dots")}
		})
		c := Chart{
			Title: rapid.String().Draw(t, "title"), Desc: "</desc><script>" + rapid.String().Draw(t, "desc"),
			Direct: rapid.Bool().Draw(t, "direct"),
			X:      Axis{Title: "a&b", Unit: "<u>", Log: rapid.Bool().Draw(t, "log x")},
			Y:      Axis{Title: "c", Unit: "d", Log: rapid.Bool().Draw(t, "log y")},
			Lines:  rapid.SliceOfN(line, 0, 6).Draw(t, "lines"),
		}
		svg := c.SVG("id", rapid.SampledFrom([]Size{Wide, Narrow}).Draw(t, "size"))
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf ") || strings.Contains(svg, `"Inf`) ||
			strings.Contains(svg, "<script") {
			t.Fatalf("%s", svg)
		}
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, svg)
			}
		}
	})
}

// TestChart is a small chart to the last stroke.
func TestChart(t *testing.T) {
	c := Chart{
		Title: "T", Desc: "D", X: Axis{Title: "x", Unit: "m"}, Y: Axis{Title: "y", Unit: "s", Min: 0, Max: 10},
		Lines: []Line{{Label: "l", Class: "s0", Points: []Point{{0, 0}, {5, 5}, {10, 10}, {20, 11}}, Dots: true}},
		Cells: []Cell{{Point{0, 0}, Point{10, 5}, 3, "<3>"}},
	}
	svg := c.SVG("a", Size{Width: 200, Height: 150})
	for _, part := range []string{
		`<svg role="img" aria-labelledby="a-t a-d" viewBox="0 0 200 150"`, `<title id="a-t">T</title><desc id="a-d">D</desc>`,
		`<text class="name" text-anchor="start" x="0" y="12">y (s)</text>`, `>x (m)</text>`, `<rect class="d3" `,
		`<title>&lt;3&gt;</title>`, `<circle class="dot s0" `, `<title>l: 5 → 5</title>`,
	} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in %s", part, svg)
		}
	}
	if n := strings.Count(svg, "<circle"); n != 3 {
		t.Errorf("%d dots: the last is out of range", n)
	}
}
