package units

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/web/outline"
)

// flat is a page of units that are not nested.
func flat(texts ...string) *Page {
	p := &Page{}
	for _, text := range texts {
		n := Node{Tag: outline.P, Parent: -1, From: int32(len(p.Words))}
		for _, w := range strings.Fields(text) {
			if len(p.Text) > 0 {
				p.Text = append(p.Text, ' ')
			}
			p.Words = append(p.Words, int32(len(p.Text)))
			p.Text = append(p.Text, w...)
		}
		n.To, n.Next = int32(len(p.Words)), int32(len(p.Nodes))+1
		p.Nodes = append(p.Nodes, n)
	}
	return p
}

// TestChecklistIndex: the indices of section 5.
func TestChecklistIndex(t *testing.T) {
	c := NewComparator(Options{})
	for _, x := range []struct {
		a, b []string
		want float64
	}{
		{[]string{"abc", "xy"}, []string{"abd"}, .5},
		{[]string{"abcd"}, []string{"abcd", "efgh"}, 2. / 3},
		{[]string{"abc", "x"}, []string{"abc", "x"}, 1},
		{[]string{"abc"}, nil, 0},
		{nil, nil, 1},
		{[]string{"abcdxy", "abcd", "xy"}, []string{"abcd", "abcd"}, .8},
	} {
		a, b := flat(x.a...), flat(x.b...)
		if got, ok := c.Index(a, b); math.Abs(got-x.want) > 1e-12 || !ok {
			t.Errorf("%q %q: %v, not %v", x.a, x.b, got, x.want)
		}
		if got, _ := c.Index(b, a); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%q %q: %v, not %v", x.b, x.a, got, x.want)
		}
	}
}

// TestIndexByFormula: the index is that of the formula, symmetric and from 0 to 1; equal pages have 1.
func TestIndexByFormula(t *testing.T) {
	c := NewComparator(Options{})
	rapid.Check(t, func(rt *rapid.T) {
		a, b := read(t, Thesis, drawPage(rt, "a")), read(t, Thesis, drawPage(rt, "b"))
		var near, all float64
		for _, pair := range [][2]*Page{{a, b}, {b, a}} {
			for i := range pair[0].Nodes {
				x, least := pair[0].Unit(i), 1.0
				for k := range pair[1].Nodes {
					if y := pair[1].Unit(k); len(y) > 0 {
						least = min(least, nlev(x, y))
					}
				}
				length := float64(len([]rune(string(x))))
				near, all = near+length*(1-least), all+length
			}
		}
		want := 1.0
		if all > 0 {
			want = near / all
		}
		got, _ := c.Index(a, b)
		back, _ := c.Index(b, a)
		same, _ := c.Index(a, a)
		if math.Abs(got-want) > 1e-12 || math.Abs(got-back) > 1e-12 || got < 0 || got > 1 || same != 1 {
			rt.Fatalf("%v, by the formula %v, back %v, with itself %v", got, want, back, same)
		}
	})
}
