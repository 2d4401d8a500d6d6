package units

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/web/outline"
)

// example are the pages of section 5 of the specification: navigation, article, foot.
var example = []string{
	`<p>Home News Shop</p><p>Cats sleep all day</p><p>(c) 2005</p>`,
	`<p>Home News Shop</p><p>Dogs bark at night</p><p>(c) 2005</p>`,
	`<p>Home News Sale</p><p>Fish swim</p><p>(c) 2005</p>`,
}

// scoresOf runs a processor over a page and its sisters.
func scoresOf(t testing.TB, p Processor, main *Page, sisters ...string) []float64 {
	p.Begin(main)
	for _, s := range sisters {
		p.Process(read(t, Thesis, s))
	}
	return slices.Clone(p.Finish())
}

// ofParagraphs are the scores of the paragraphs, and of the text nodes in them, which must be the same.
func ofParagraphs(t *testing.T, p *Page, scores []float64) (of []float64) {
	for i := range p.Nodes {
		if p.Nodes[i].Tag == outline.P {
			of = append(of, scores[i])
			if scores[i] != scores[i+1] {
				t.Errorf("%q: %v, its text node %v", p.Unit(i), scores[i], scores[i+1])
			}
		}
	}
	return of
}

func equal(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
		t.Errorf("%s: %v, not %v", what, got, want)
	}
}

// TestChecklistNTPC: the relevances by words of section 5. The formula has the 1 - and divides by the product (error 3).
func TestChecklistNTPC(t *testing.T) {
	main := read(t, Thesis, example[0])
	equal(t, "ntpc", ofParagraphs(t, main, scoresOf(t, &NTPC{}, main, example[1:]...)), []float64{1. / 6, 1, 0})
}

// TestChecklistLev: the relevances by distance of section 5; the formula is turned round (error 1), and sums are not reset
// for each page (error 2). The printed formula keeps what all pages have.
func TestChecklistLev(t *testing.T) {
	main := read(t, Thesis, example[0])
	equal(t, "lev", ofParagraphs(t, main, scoresOf(t, &Lev{}, main, example[1:]...)), []float64{3. / 28, 29. / 36, 0})
	printed := &Lev{Options: Options{Printed: true}}
	equal(t, "printed", ofParagraphs(t, main, scoresOf(t, printed, main, example[1:]...)), []float64{25. / 28, 7. / 36, 1})
}

// TestChecklistWords: a word is what stands between blanks: whole, with its punctuation, in its case, as often as it occurs
// (errors 8 and 19).
func TestChecklistWords(t *testing.T) {
	main := read(t, Thesis, "<p>cat cat Cat dog. do\u00a0g</p>")
	got := ofParagraphs(t, main, scoresOf(t, &NTPC{}, main, "cat dog cats do"))
	equal(t, "words", got, []float64{1 - 3./6})
}

// TestChecklistNone: without sister pages all is relevant; empty units have no relevance (error 9).
func TestChecklistNone(t *testing.T) {
	main := read(t, Thesis, `<div>a</div><p></p>`)
	for _, p := range []Processor{&NTPC{}, &Lev{}} {
		equal(t, "no sisters", scoresOf(t, p, main), []float64{1, 1, 1, Unscored})
	}
	equal(t, "a sister without units", scoresOf(t, &Lev{}, main, `<frameset>`), []float64{1, 1, 1, Unscored})
}

// TestChecklistSameTag: with the same-tag option a cell is compared with cells only.
func TestChecklistSameTag(t *testing.T) {
	main := read(t, Thesis, `<h1>Some words here</h1>`)
	equal(t, "any tag", scoresOf(t, &Lev{}, main, `<p>Some words here</p>`), []float64{0, 0, 0})
	same := &Lev{Options: Options{SameTag: true}}
	equal(t, "the same tag", scoresOf(t, same, main, `<p>Some words here</p>`), []float64{0, 1, 0})
}

// TestChecklistInherit: a text node may have the relevance of the unit around it (error 7).
func TestChecklistInherit(t *testing.T) {
	main := read(t, Thesis, `old words<div>new text</div>`)
	for _, p := range []Processor{&NTPC{Options: Options{Inherit: true}}} {
		equal(t, "inherit", scoresOf(t, p, main, "old words"), []float64{.5, .5, 1, 1})
	}
	equal(t, "text nodes", scoresOf(t, &NTPC{}, main, "old words"), []float64{.5, 0, 1, 1})
}

// toy is a third processor: a unit is relevant if no sister page has its first word.
type toy struct {
	main *Page
	seen map[string]bool
}

func (p *toy) Begin(main *Page) { p.main, p.seen = main, map[string]bool{} }
func (p *toy) Process(sister *Page) {
	for _, w := range strings.Fields(string(sister.Text)) {
		p.seen[w] = true
	}
}
func (p *toy) Finish() (scores []float64) {
	for i := range p.main.Nodes {
		first, _, _ := strings.Cut(string(p.main.Unit(i)), " ")
		scores = append(scores, map[bool]float64{false: 1}[p.seen[first]])
	}
	return scores
}

// TestChecklistProcessor: a toy is a Processor without a change of this package.
func TestChecklistProcessor(t *testing.T) {
	main := read(t, Thesis, example[0])
	equal(t, "toy", ofParagraphs(t, main, scoresOf(t, &toy{}, main, example[1:]...)), []float64{0, 1, 0})
}

// TestChecklistOutput: the output of section 5: what is hidden, and which tags are kept.
func TestChecklistOutput(t *testing.T) {
	p := read(t, Thesis, `<div><h1>T</h1><p>nav &lt;</p></div>`)
	scores := []float64{.3, .3, .9, .9, .2, .2}
	for _, c := range []struct {
		least      float64
		text, html string
	}{
		{.5, "T", `<body><div><h1>T</h1></div></body>`}, {.95, "", ""},
		{0, "T\nnav <", `<body><div><h1>T</h1><p>nav &lt;</p></div></body>`},
		{.25, "T", `<body><div><h1>T</h1></div></body>`},
	} {
		if got := string(AppendHTML(nil, p, scores, c.least)); got != c.html {
			t.Errorf("%v: %s", c.least, got)
		}
		if got := string(AppendText(nil, p, scores, c.least)); got != c.text {
			t.Errorf("%v: %s", c.least, got)
		}
	}
	scores[4] = .6 // a hidden child of a visible parent stays hidden
	if got := string(AppendHTML(nil, p, scores, .5)); got != `<body><div><h1>T</h1><p></p></div></body>` {
		t.Error(got)
	}
}

// pages draws a page of few words.
func drawPage(t *rapid.T, name string) string {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		"<div>", "</div>", "<p>", "<table><tr><td>", "<td>", "</table>", "<h1>", "<ul><li>", "eins zwei", "drei", "vier fünf",
		"sechs", "eins", "x y z", "a longer text that others vary", "a longer text that other vary",
	}), 0, 30).Draw(t, name)
	return strings.Join(parts, " ")
}

// nlev is the distance of two texts by the matrix, divided by the longer length.
func nlev(a, b []byte) float64 {
	x, y := []rune(string(a)), []rune(string(b))
	if len(x) == 0 && len(y) == 0 {
		return 0
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before := row[0]
		row[0] = i + 1
		for j := range y {
			c := 1
			if x[i] == y[j] {
				c = 0
			}
			before, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, before+c)
		}
	}
	return float64(row[len(y)]) / float64(max(len(x), len(y)))
}

// slowly computes the relevances by the formulas, as they stand.
func slowly(opt Options, lev bool, main *Page, sisters []*Page) (scores []float64) {
	scored := func(p *Page, i int) bool {
		return !p.Nodes[i].Empty() && !(opt.Inherit && p.Nodes[i].Tag == outline.TextNode)
	}
	for i := range main.Nodes {
		e, sum := main.Unit(i), 0.0
		for _, s := range sisters {
			least, hits := 1.0, 0.0
			words := strings.Fields(string(s.Text))
			for _, w := range strings.Fields(string(e)) {
				if slices.Contains(words, w) {
					hits++
				}
			}
			for k := range s.Nodes {
				if scored(s, k) && (!opt.SameTag || s.Nodes[k].Tag == main.Nodes[i].Tag) {
					least = min(least, nlev(e, s.Unit(k)))
				}
			}
			if lev {
				sum += least
			} else {
				sum += 1 - hits/float64(len(strings.Fields(string(e))))
			}
		}
		score := sum / float64(len(sisters))
		switch {
		case main.Nodes[i].Empty():
			score = Unscored
		case len(sisters) == 0:
			score = 1
		case !scored(main, i):
			score = scores[main.Nodes[i].Parent]
		case opt.Printed && lev:
			score = 1 - score
		}
		scores = append(scores, score)
	}
	return scores
}

// TestChecklistExact: the quick ways give the relevances of the formulas, whatever the options.
func TestChecklistExact(t *testing.T) {
	ntpc, lev := &NTPC{}, &Lev{}
	rapid.Check(t, func(rt *rapid.T) {
		opt := Options{Printed: rapid.Bool().Draw(rt, "printed"), SameTag: rapid.Bool().Draw(rt, "same tag"),
			Inherit: rapid.Bool().Draw(rt, "inherit")}
		main := read(t, Thesis, drawPage(rt, "main"))
		var sisters []*Page
		for i := range rapid.IntRange(0, 3).Draw(rt, "sisters") {
			sisters = append(sisters, read(t, Thesis, drawPage(rt, fmt.Sprint("sister ", i))))
		}
		ntpc.Options, lev.Options = opt, opt
		for _, p := range []Processor{ntpc, lev} {
			p.Begin(main)
			for _, s := range sisters {
				p.Process(s)
			}
			want := slowly(opt, p == lev, main, sisters)
			if got := p.Finish(); !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
				rt.Fatalf("%T: %v, not %v: %s", p, got, want, show(main))
			}
		}
	})
}

// TestDecide: what Decide finds leads to the text and the HTML that the relevances lead to, whatever the options.
func TestDecide(t *testing.T) {
	whole, quick := &Lev{}, &Lev{}
	rapid.Check(t, func(rt *rapid.T) {
		opt := Options{SameTag: rapid.Bool().Draw(rt, "same tag"), Inherit: rapid.Bool().Draw(rt, "inherit")}
		least := rapid.SampledFrom([]float64{0, 0.1, 0.25, 0.3, 1. / 3, 0.5, 0.6, 0.75, 0.9, 1}).Draw(rt, "least")
		main := read(t, Thesis, drawPage(rt, "main"))
		var sisters []*Page
		for i := range rapid.IntRange(0, 5).Draw(rt, "sisters") {
			sisters = append(sisters, read(t, Thesis, drawPage(rt, fmt.Sprint("sister ", i))))
		}
		whole.Options, quick.Options = opt, opt
		whole.Begin(main)
		for _, s := range sisters {
			whole.Process(s)
		}
		scores := whole.Finish()
		for _, tags := range []bool{false, true} {
			got, err := quick.Decide(main, least, tags, len(sisters), func(k int) (*Page, error) { return sisters[k], nil })
			if err != nil {
				rt.Fatal(err)
			}
			a, b := AppendText(nil, main, got, least), AppendText(nil, main, scores, least)
			if tags {
				a, b = AppendHTML(nil, main, got, least), AppendHTML(nil, main, scores, least)
			}
			if string(a) != string(b) {
				rt.Fatalf("%q, not %q, of %s by %v, not %v", a, b, show(main), got, scores)
			}
		}
	})
}

// TestChecklistGrowth: lev costs the square of the length of a page, as section 3.5 of the thesis says; for each sister the
// same.
func TestChecklistGrowth(t *testing.T) {
	steps := func(words, sisters int) float64 {
		body := func(from int) string {
			var b strings.Builder
			for i := range words {
				fmt.Fprintf(&b, "%x ", (i+from)*(i+from)*7919%100_003)
			}
			return b.String()
		}
		p := &Lev{}
		p.Begin(read(t, Thesis, body(1)))
		for s := range sisters {
			p.Process(read(t, Thesis, body((s+1)*100_000)))
		}
		return float64(p.edits.Steps)
	}
	one := steps(2000, 1)
	if x := steps(4000, 1) / one; x < 3.2 || x > 4.8 {
		t.Errorf("a page twice as long costs %.1f times as much", x)
	}
	if x := steps(2000, 3) / one; x < 2.7 || x > 3.3 {
		t.Errorf("three sisters cost %.1f times as much as one", x)
	}
}

// TestLevLimit: a page that takes too long is relevant as a whole, and says so.
func TestLevLimit(t *testing.T) {
	var a, b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&a, "<p>%d", i*7+100_000)
		fmt.Fprintf(&b, "<p>%d", i*7+100_001)
	}
	p := &Lev{Limit: 1 << 20}
	main := read(t, Thesis, a.String())
	scores := scoresOf(t, p, main, b.String())
	if !p.Exceeded() || scores[0] != 1 || scores[5] != 1 || p.steps+p.edits.Steps > 2<<20 {
		t.Errorf("exceeded %v, %v after %d steps", p.Exceeded(), scores[:6], p.steps+p.edits.Steps)
	}
}

// TestErrorsOfThesis: what is left of the errors that the specification lists: relevances may be wrongly low (error 10),
// different pages have one tree (error 14), and lists, cells of heads and lower headings are no units (error 18).
func TestErrorsOfThesis(t *testing.T) {
	main := read(t, Thesis, `<p>the cat and the dog</p>`)
	scores := scoresOf(t, &NTPC{}, main, `<table><tr><td>dog and cat of the</table>`)
	if scores[0] != 0 {
		t.Errorf("another structure with the same words: %v", scores)
	}
	if a, b := show(read(t, Thesis, `<p class=x>a<b>b</b>`)), show(read(t, Thesis, `<p>a b</p>`)); a != b {
		t.Errorf("%s is not %s", a, b)
	}
	if got := show(read(t, Thesis, `<h4>a</h4><table><th>b</table><article>c</article><span>d</span>`)); got !=
		`body["a", table[tbody[tr["b"]]], "c d"]` {
		t.Error(got)
	}
}
