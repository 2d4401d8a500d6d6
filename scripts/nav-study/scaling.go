package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"webmill/pkg/madewebs"
	"webmill/pkg/vfs"
	"webmill/pkg/web/harmony"
	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/navigation"
	"webmill/pkg/web/page"
	"webmill/pkg/work"
)

// law is a parameter, and how the time should grow with it.
type law struct {
	name     string
	expected string
	sizes    []int
	make     func(n int) func() // what is timed
}

// scaling prints for each parameter how the time grows: the slope of the logarithm of the time over that of the parameter; for
// the number of neighbours, by how many times a neighbour more multiplies it.
func scaling(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		return err
	}
	row("parameter\tlaw\tsizes\tmilliseconds\tfound")
	for _, l := range laws {
		var x, y []float64
		var sizes, times []string
		exponential := strings.HasPrefix(l.expected, "exponential")
		for _, n := range l.sizes {
			t := fastest(l.make(n))
			sizes, times = append(sizes, fmt.Sprint(n)), append(times, fmt.Sprintf("%.3g", 1000*t))
			y = append(y, math.Log(t))
			if exponential {
				x = append(x, float64(n))
			} else {
				x = append(x, math.Log(float64(n)))
			}
		}
		found := fmt.Sprintf("exponent %.2f", slope(x, y))
		if exponential {
			found = fmt.Sprintf("times %.2f each", math.Exp(slope(x, y)))
		}
		row(l.name, l.expected, strings.Join(sizes, " "), strings.Join(times, " "), found)
	}
	return nil
}

// fastest is the least time of five runs, in seconds; short ones are repeated.
func fastest(do func()) float64 {
	least := math.Inf(1)
	for range 5 {
		runs, began := 0, time.Now()
		for time.Since(began) < 20*time.Millisecond || runs == 0 {
			do()
			runs++
		}
		least = min(least, time.Since(began).Seconds()/float64(runs))
	}
	return least
}

// slope is that of the line of least squares.
func slope(x, y []float64) float64 {
	var sx, sy, sxx, sxy float64
	n := float64(len(x))
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

var laws = []law{
	{"links of a page, in one list", "linear", []int{1000, 2000, 4000, 8000, 16000}, func(n int) func() {
		return grouped(list(n, 1))
	}},
	{"depth of a page of 500 links that meet in the body", "linear", []int{8, 16, 32, 64}, func(n int) func() {
		return grouped(list(500, n))
	}},
	{"links of two groups in reverse order", "n log n", []int{1000, 2000, 4000, 8000, 16000}, func(n int) func() {
		return compared(n, n)
	}},
	{"links of two groups that lead to 50 pages", "quadratic", []int{500, 1000, 2000, 4000}, func(n int) func() {
		return compared(n, 50)
	}},
	{"nodes of a complete graph", "quadratic: linear in its edges", []int{100, 200, 400, 800}, complete},
	{"nodes of a graph of as many levels", "cubic", []int{50, 100, 200, 400}, nested},
	{"groups of each of 3 neighbours", "cubic", []int{8, 16, 32, 64}, func(n int) func() { return searched(3, n) }},
	{"neighbours with 3 groups each", "exponential: times 3 and more", []int{4, 5, 6, 7, 8, 9}, func(n int) func() {
		return searched(n, 3)
	}},
	{"pages of a made site, place and mutual", "linear", []int{500, 1000, 2000, 4000}, func(n int) func() {
		return labelledSite(n, navigation.Options{Place: true, Mutual: true})
	}},
	{"pages of a made site, thesis, rho 0.5", "linear in what harmonises", []int{125, 250, 500, 1000}, func(n int) func() {
		return labelledSite(n, navigation.Options{Thesis: &harmony.Options{Least: 2, Sort: harmony.VBD, Rho: 0.5,
			Choices: 1e5, Nodes: 2e5}})
	}},
}

// list is a page with n links, each in a chain of elements of its own.
func list(n, depth int) []byte {
	var b strings.Builder
	b.WriteString("<html><body>")
	for i := range n {
		b.WriteString(strings.Repeat("<div>", depth))
		fmt.Fprintf(&b, "<a href=/%d>page %d</a>", i, i)
		b.WriteString(strings.Repeat("</div>", depth))
	}
	return []byte(b.String())
}

func grouped(body []byte) func() {
	m := linkgroups.New(linkgroups.Options{})
	var dst []byte
	return func() {
		dst = m.Append(dst[:0], &page.Document{URL: []byte("http://made.test/"), ContentType: []byte("text/html"), Body: body})
	}
}

// compared compares n links, which lead to some pages, with half as many and one in reverse order: only groups of which one has a
// target more often need their longest common subsequence.
func compared(n, pages int) func() {
	a, b := []uint64{uint64(pages - 1)}, []uint64(nil)
	for i := range n {
		a = append(a, uint64(i%pages))
		if pages == n || i%2 == 0 {
			b = append(b, uint64((n-1-i)%pages))
		}
	}
	var x harmony.Pair
	return func() { x.Weight(a, b) }
}

func complete(n int) func() {
	out := make([][]int32, n)
	for v := range out {
		for w := range n {
			if v != w {
				out[v] = append(out[v], int32(w))
			}
		}
	}
	g := &harmony.Graph{}
	return func() { g.Test(out) }
}

// nested is a navigation graph whose levels have one main node each: a node links to all before it, and to the second one behind.
func nested(n int) func() {
	out := make([][]int32, n)
	for v := range out {
		for w := range v {
			out[v] = append(out[v], int32(w))
		}
		if w := min(v+2, n-1); w > v {
			out[v] = append(out[v], int32(w))
		}
	}
	g := &harmony.Graph{}
	return func() { g.Test(out) }
}

// searched judges a group whose neighbours have groups that all harmonise and never are a navigation graph.
func searched(neighbours, groups int) func() {
	h := &harmony.Host{}
	h.Page(0)
	h.Group(0)
	h.Member(1<<40, false, 0, 0)
	for i := range neighbours {
		h.Member(uint64(i+1), true, 0, 0)
	}
	for i := range neighbours {
		h.Page(uint64(i + 1))
		for k := range groups {
			h.Group(int64(i*groups + k + 1))
			h.Member(1<<40, false, 0, 0)
			h.Member(1<<41+uint64(i*groups+k), false, 0, 0)
		}
	}
	h.End()
	s := harmony.NewSearch(harmony.Options{Least: 2, Sort: harmony.Off, Choices: 1 << 40, Nodes: 1 << 40})
	s.Begin(h)
	return func() { s.Judge(0) }
}

// labelledSite labels the links of a made site.
func labelledSite(pages int, opt navigation.Options) func() {
	site := madewebs.NewSite(pages, 1)
	m := linkgroups.New(linkgroups.Options{})
	var lines []byte
	var p madewebs.SitePage
	for n := range site.Len() {
		site.Page(n, &p)
		lines = m.Append(lines, &page.Document{URL: []byte(p.URL), ContentType: []byte("text/html"), Body: p.HTML})
	}
	opt.Room = work.Room{Memory: 256 << 20, Threads: 1, FS: vfs.OS}
	return func() {
		j, err := navigation.New(opt)
		check(err)
		defer j.Close()
		for line := range strings.Lines(string(lines)) {
			check(j.Add([]byte(line)))
		}
		check(j.Each(func(l *navigation.Link) error {
			_, err := io.Discard.Write(l.Source)
			return err
		}))
	}
}
