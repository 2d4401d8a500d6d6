package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/page"
)

// written is the name of a file that holds a text.
func written(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestNeighbours: the site S1 has the neighbourhoods that were counted by hand.
func TestNeighbours(t *testing.T) {
	const menu = `<ul><li><a href="/">Home</a></li><li><a href="/b">B</a></li><li><a href="/c">C</a></li></ul>`
	m := linkgroups.New(linkgroups.Options{})
	var lines []byte
	for _, p := range [][2]string{
		{"/", `<p>See <a href="/x">X</a> and <a href="http://t.example/">T</a>.</p>`},
		{"/b", `<p><a href="/x">X</a></p>`},
		{"/c", `<p><a href="http://t.example/">T</a> <a href="/x">X</a></p>`},
		{"/x", `<p>no links</p>`},
	} {
		lines = m.Append(lines, &page.Document{URL: []byte("http://s.example" + p[0]), ContentType: []byte("text/html"),
			Body: []byte("<html><body>" + menu + p[1] + "</body></html>")})
	}
	s, err := readSite(written(t, string(lines)))
	if err != nil {
		t.Fatal(err)
	}
	a := &around{site: s, known: map[[2]int32]bool{}}
	a.classify()
	for _, want := range []struct {
		page                                string
		group, n                            int
		groups, compared, choices, harmonic float64
	}{
		{"/", 0, 2, 4, 5, 2, 1},
		{"/", 1, 1, 2, 1, 1, 0},
		{"/b", 0, 2, 5, 8, 4, 1},
		{"/c", 0, 2, 4, 5, 2, 1},
		{"/x", 0, 3, 6, 13, 4, 1},
	} {
		p := s.pages[s.number["http://s.example"+want.page]]
		near, lacks := a.near(p, &p.groups[want.group])
		c := a.count(&p.groups[want.group], near)
		if len(near) != want.n || lacks != 0 || c.groups != want.groups || c.comparisons != want.compared ||
			math.Round(math.Pow(10, c.choices)) != want.choices || math.Round(math.Pow(10, c.pruned)) != want.harmonic {
			t.Errorf("%s, group %d: %d neighbours, %d missing, %+v", want.page, want.group, len(near), lacks, c)
		}
	}
	if p := s.pages[s.number["http://s.example/b"]]; p.links != 4 || p.alone != 1 || len(p.groups) != 1 {
		t.Errorf("/b: %d links, %d alone, %d groups", p.links, p.alone, len(p.groups))
	}
}

// TestTruth: what marks say of links.
func TestTruth(t *testing.T) {
	const text = `<body><nav><a href="/a">one</a></nav><div class="menu x"><a href="/b">two</a></div>
<p>A text of some length with <a href="/c">a link</a></p>
<h2><span class="bar"><a href="/d">D</a><i><a href="/e">E</a></i></span></h2>`
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	got := string(appendTruths(nil, "http://s.test/", root, []string{"nav", "div.menu", ">.bar"}))
	want := "/a\t1\t1\t1.000|/b\t1\t0\t1.000|/c\t0\t0\t0.188|/d\t1\t0\t1.000|/e\t0\t0\t1.000|"
	got = strings.ReplaceAll(strings.ReplaceAll(got, "http://s.test/\thttp://s.test", ""), "\n", "|")
	if got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if d := depth(root) - 1; d != 5 { // html, body, h2, span, i, a: five below html
		t.Errorf("depth %d", d)
	}
}

// TestScore: labels against what readers say, of whom some say nothing.
func TestScore(t *testing.T) {
	const source = "http://s.test/"
	var lines, labels strings.Builder
	for i, l := range []string{"navigation", "outsider", "content", "content", "undecided", "navigation"} {
		target := source + string(rune('a'+i))
		lines.WriteString(source + "\t" + target + "\t" + string(rune('1'+i)) + "\t\t\t\t\t\n")
		labels.WriteString(source + "\t" + target + "\t" + l + "\t\n")
	}
	output := func(do func() error) string {
		var b bytes.Buffer
		out.Reset(&b)
		if err := do(); err != nil {
			t.Fatal(err)
		}
		out.Flush()
		return b.String()
	}
	said := written(t, source+"\t1-3\t4,6\t5\n")
	truth := output(func() error {
		return hand(newFlags(), []string{"-labels", said, "-marks", written(t, ""), written(t, lines.String())})
	})
	if want := 6; strings.Count(truth, "\n") != want || strings.Count(truth, "\t-\t") != 1 {
		t.Errorf("truth: %s", truth)
	}
	got := output(func() error {
		return score(newFlags(), []string{"-alone", "-truth", written(t, truth), "m=" + written(t, labels.String())})
	})
	if _, row, _ := strings.Cut(got, "\n"); row != "m\t5\t3\t0.667\t0.667\t0.667\t0.667\t0.0\n" {
		t.Errorf("score: %s", row)
	}
	for _, bad := range []string{"x", "1-", "3-x", "1-99999999"} {
		if positions(bad, func(int) {}) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestClasses: average precisions of a ranking, whose pages without classes do not count.
func TestClasses(t *testing.T) {
	pages := map[int]labelled{1: {"a", "u"}, 2: {"b", "u"}, 3: {"a", "v"}, 4: {"a", "v"}}
	all, err := stand(pages, written(t, "0\t9\n1\t5\n2\t7\n3\t5\n"))
	if err != nil {
		t.Fatal(err)
	}
	a := all["a"] // places 2 and 3 of 3; page 4 is not found
	if want := (1.0/2 + 2.0/3) / 3; math.Abs(a.average-want) > 1e-12 || a.at10 != 2 || a.pages != 3 {
		t.Errorf("%+v", a)
	}
	if a.byUniversity["u"] != 0.5 || a.byUniversity["v"] != 0.5 {
		t.Errorf("%v", a.byUniversity)
	}
	// Nine differences that are not zero: the sums of ranks are 27 and 18, z is 0.474.
	if p := wilcoxon([]float64{15, -7, 5, 20, 0, -9, 17, -12, 5, -10}); math.Abs(p-0.6353) > 0.001 {
		t.Errorf("p %.4f", p)
	}
}
