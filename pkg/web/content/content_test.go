package content

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// blocks reads a page and shows its blocks: tag, text, and * if it is linked.
func blocks(t testing.TB, body string) (shown []string) {
	t.Helper()
	p, ok := NewReader().Read([]byte(body), "text/html; charset=utf-8")
	if !ok {
		t.Fatal("not read")
	}
	check(t, p)
	for i := range p.Blocks {
		star := ""
		if p.Blocks[i].LinkedBytes > 0 {
			star = "*"
		}
		shown = append(shown, fmt.Sprintf("%s%s:%s", p.Nodes[p.Blocks[i].Node].Tag, star, p.BlockText(i)))
	}
	return shown
}

// check checks what holds of every page.
func check(t testing.TB, p *Page) {
	t.Helper()
	if p.Nodes[0].Tag != outline.Body || int(p.Nodes[0].Last) != len(p.Blocks) {
		t.Fatalf("the body is %+v", p.Nodes[0])
	}
	for i := 1; i < len(p.Nodes); i++ {
		n, up := &p.Nodes[i], &p.Nodes[p.Nodes[i].Parent]
		if int(n.Parent) >= i || n.First > n.Last || n.First < up.First || n.Last > up.Last {
			t.Fatalf("%d: %+v in %+v", i, *n, *up)
		}
	}
	words, from := int32(0), int32(0)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.First != words || b.Words < 1 || b.To <= b.From || b.Part.From >= b.Part.To || b.Part.From < from {
			t.Fatalf("block %d: %+v", i, *b)
		}
		words, from = words+b.Words, b.Part.From
	}
	if int(words) != len(p.Words) {
		t.Fatalf("%d words of %d", words, len(p.Words))
	}
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`<p>a<p>b`, `p:a|p:b`},
		{`<div>a<p>b</p>c</div>d`, `div:a|p:b|div:c|body:d`},
		{`Hel<b>lo</b> world`, `body:Hello world`},
		{`a<br>b`, `body:a b`},
		{`a<br><br>b<br> <br/>c`, `body:a|body:b|body:c`},
		{`<ul><li><a href=x>a</a> b<li>c</ul>`, `li*:a b|li:c`},
		{`<a href=x><div>a</div><div>b</div></a>c`, `div*:a|div*:b|body:c`},
		{`<table><tr><td>a<td>b</table>`, `td:a|td:b`},
		{`a<script>b</script><style>c</style><!-- d --><textarea>e</textarea>f`, `body:af`},
		{`<p>... --- <p>a`, `p:a`},
		{`a<button>b</button>c`, `body:a|body:b|body:c`},
		{`<svg><title>x</title><text>y</text></svg>a`, `body:a`},
		{"<pre>a\n  b\tc</pre>", "pre:a\n  b\tc"},
		{`<noscript>a b c</noscript>d`, `body:d`},
		{`<noscript>` + strings.Repeat("<p>word</p>", 60) + `</noscript>d`, strings.Repeat("p:word|", 60) + `body:d`},
		{"<p>&eacute;t\u00e9&nbsp;&amp; \u2003x", "p:\u00e9t\u00e9 & x"},
		{``, ``},
	} {
		if got := strings.Join(blocks(t, c.body), "|"); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestElements: what is known of the elements around a block.
func TestElements(t *testing.T) {
	p, _ := NewReader().Read([]byte(`<body><div class="related-posts" id=navBar role=main hidden><p style="display:none">a</div><table><td>b`), "")
	a, b := p.Nodes[p.Blocks[0].Node], p.Nodes[p.Blocks[1].Node]
	if !a.Hidden || b.Hidden || !a.Roles.Has(outline.Main) || b.Roles != 0 {
		t.Errorf("%+v, %+v", a, b)
	}
	var names []string
	for k, g := range classGroups {
		if a.All>>k&1 != 0 {
			names = append(names, g.name)
		}
	}
	if got := strings.Join(names, " "); got != "nav related article main" {
		t.Errorf("class words %s", got)
	}
	if b.All != 0 || b.Own != 0 {
		t.Errorf("%b: a cell has the words of another element", b.All)
	}
}

// TestMatcher: a matcher finds the words that a search for each of them finds.
func TestMatcher(t *testing.T) {
	groups := []group{{"a", []string{"ab", "-b", "ba-", "a-b"}}, {"b", []string{"abab", "c-", "-cc-", "b"}}, {"c", []string{"-"}}}
	m := newMatcher(groups)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("aabbc .C1"))).Draw(t, "text")
		divided := rapid.Bool().Draw(t, "divided")
		plain := "-"
		for i, c := range []byte(text) {
			if divided && i > 0 && c == 'C' && 'a' <= text[i-1] && text[i-1] <= 'z' {
				plain += "-"
			}
			if letters[c] == 0 {
				plain += "-"
			} else {
				plain += strings.ToLower(string(c))
			}
		}
		want := uint64(0)
		for k, g := range groups {
			for _, w := range g.words {
				if strings.Contains(plain+"-", w) {
					want |= 1 << k
				}
			}
		}
		if got := m.find([]byte(text), divided); got != want {
			t.Errorf("%q: %b, want %b", text, got, want)
		}
	})
}

// TestGroups: each word of the lists is one that the matcher can find, and each list fits.
func TestGroups(t *testing.T) {
	for _, groups := range [][]group{classGroups, textGroups, urlGroups, pageGroups} {
		if len(groups) > 64 {
			t.Errorf("%d groups from %s on", len(groups), groups[0].name)
		}
		m, seen := newMatcher(groups), map[string]bool{}
		for k, g := range groups {
			if seen[g.name] {
				t.Errorf("%s twice", g.name)
			}
			seen[g.name] = true
			for _, w := range g.words {
				if m.find([]byte(strings.Trim(w, "-")), false)>>k&1 == 0 || strings.ToLower(w) != w {
					t.Errorf("%s: %s is not found", g.name, w)
				}
			}
		}
	}
}

// TestNames: features have different names, as many as values, and the values of any page are numbers.
func TestNames(t *testing.T) {
	block, ofPage := Names()
	seen := map[string]bool{}
	for _, n := range append(block, ofPage...) {
		if seen[n] || strings.ContainsAny(n, "\t\n") || n == "leaf" {
			t.Errorf("%q is not a name, or is there twice", n)
		}
		seen[n] = true
	}
	r, x := NewReader(), &Features{}
	for _, body := range hostile() {
		p, ok := r.Read([]byte(body), "text/html")
		if !ok {
			t.Fatal("not read")
		}
		n := 0
		got := len(x.Begin(p, []byte("a title"), nil, []byte("http://example.org/a/b1")))
		x.Blocks(p, func(_ int, v []float32) {
			if n++; n > 1000 {
				return
			}
			if len(v) != len(block)+len(ofPage) {
				t.Fatalf("%d values, %d names", len(v), len(block)+len(ofPage))
			}
			for k, f := range v {
				if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
					t.Fatalf("%.30s: feature %d is %v", body, k, f)
				}
			}
		})
		if got != len(ofPage) {
			t.Fatalf("%d values of a page, %d names", got, len(ofPage))
		}
	}
}

// hostile are pages that are deep, long or full of tags.
func hostile() []string {
	return []string{
		"", "x", strings.Repeat("<div>", 100_000) + "x" + strings.Repeat("</p></div>", 100_000), strings.Repeat("<p>x", 200_000),
		strings.Repeat("<table><tr><td>", 50_000) + "x", strings.Repeat("<a href=x>", 100_000) + "x", strings.Repeat("x", 5<<20),
		strings.Repeat("x ", 3<<20), strings.Repeat("<svg><style>", 50_000), "<noscript>" + strings.Repeat("<p>x", 1000),
		strings.Repeat("<br>", 100_000) + "x", "<pre>" + strings.Repeat(" \n", 100_000) + "x" + strings.Repeat("\t", 1000) + "y",
		`<div class="` + strings.Repeat("nav-", 50_000) + `">x`, strings.Repeat("<select><option>x", 10_000),
		strings.Repeat("$1,000.00 | \u00a9 \u2022 A@b.c ", 1000), `<td colspan=9000000000000000>x`,
		strings.Repeat(`"@type":"`, 10_000), "\xff\xfe<p>\xff\xc3", "<p>\u4e00\u4e01\u3002<p>\u0645\u0631\u062d\u0628\u0627",
	}
}

// TestHostile: such pages take little time and memory, and their blocks are in order.
func TestHostile(t *testing.T) {
	x := New(Options{})
	for _, body := range hostile() {
		c, ok := x.Read([]byte(body), "text/html", []byte("http://example.org/"))
		if !ok {
			t.Fatalf("%.20s: not read", body)
		}
		check(t, c.Page)
		if len(c.Page.Text) > MaxText || len(c.Page.Blocks) > MaxBlocks || len(c.Page.Nodes) > MaxNodes {
			t.Errorf("%.20s: %d bytes, %d blocks, %d nodes", body, len(c.Page.Text), len(c.Page.Blocks), len(c.Page.Nodes))
		}
	}
}

// TestRefused: a page that may take no memory is refused, and the next one is read.
func TestRefused(t *testing.T) {
	x := New(Options{})
	x.Allow(page.Allowance{Share: 1 << 10, Most: 1 << 10, Turn: func() bool { return true }})
	if _, ok := x.Read([]byte(strings.Repeat("<p>word", 1<<10)), "", nil); ok {
		t.Error("read")
	}
	x.Allow(page.Allowance{Share: 1 << 20, Most: 1 << 20, Turn: func() bool { return true }})
	if c, ok := x.Read([]byte("<p>word"), "", nil); !ok || len(c.Page.Words) != 1 {
		t.Error("the next page is not read")
	}
}

// TestChoose: the blocks that are kept have the best expected F1 of all choices.
func TestChoose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "blocks")
		p := &Page{}
		chance := make([]float32, n)
		all := float32(0)
		for i := range n {
			words := int32(rapid.IntRange(1, 60).Draw(t, "words"))
			p.Blocks = append(p.Blocks, Block{First: int32(len(p.Words)), Words: words})
			for range words {
				p.Words = append(p.Words, rand.Uint32())
			}
			chance[i] = float32(rapid.IntRange(0, 1000).Draw(t, "chance")) / 1000
			all += chance[i] * float32(words)
		}
		keep, expected := new(choice).choose(p, chance)
		best := float32(0)
		value := func(kept func(i int) bool) float32 {
			var words, right float32
			for i := range n {
				if kept(i) {
					words += float32(p.Blocks[i].Words)
					right += chance[i] * float32(p.Blocks[i].Words)
				}
			}
			return 2 * right / (words + all + unseen)
		}
		for set := range 1 << n {
			best = max(best, value(func(i int) bool { return set>>i&1 != 0 }))
		}
		got := value(func(i int) bool { return keep[i] })
		if all < leastWords {
			best = 0
		}
		if math.Abs(float64(best-got)) > 1e-4 || math.Abs(float64(expected-best)) > 1e-4 {
			t.Errorf("%v of %v gives %v and says %v, the best is %v", keep, chance, got, expected, best)
		}
	})
}

// TestRepeated: of equal blocks the first is kept.
func TestRepeated(t *testing.T) {
	body := strings.Repeat("<p>one two three four five six seven<p>one two", 5) + "<p>" + strings.Repeat("word ", 50)
	p, _ := NewReader().Read([]byte(body), "")
	all := make([]float32, len(p.Blocks))
	for i := range all {
		all[i] = 1
	}
	keep, _ := Choose(p, all)
	n := 0
	for i, k := range keep {
		if k && p.Blocks[i].Words == 7 {
			n++
		}
	}
	if n != 1 || !keep[1] || !keep[3] {
		t.Errorf("kept %v", keep)
	}
}

// TestNeverEmptyWithoutComments: -never-empty brings back no comment that is to be left out, nor other text if only comments are
// to be kept.
func TestNeverEmptyWithoutComments(t *testing.T) {
	text := "<p>I read this story, and I liked it, but I do not know why the town built a bridge."
	for _, c := range []struct {
		how    Comments
		around string
		kept   bool
	}{{Judged, "comments", true}, {Dropped, "comments", false}, {Dropped, "story", true}, {Alone, "story", false}} {
		x := New(Options{Comments: c.how, NeverEmpty: true})
		found, _ := x.Read([]byte("<div class="+c.around+">"+text+"</div>"), "text/html", []byte("http://example.org/"))
		if got := len(found.AppendText(nil)) > 0; got != c.kept {
			t.Errorf("comments %d, class %s: kept is %v", c.how, c.around, got)
		}
	}
}

func FuzzBlocks(f *testing.F) {
	for _, body := range hostile() {
		f.Add([]byte(body[:min(len(body), 200)]))
	}
	f.Add([]byte(`<body><div class=nav>a<p>b</div><table><form><tr><td>c</form></table></body><body>d<noscript>e<button>f<select><option>g`))
	x := New(Options{})
	f.Fuzz(func(t *testing.T, body []byte) {
		if c, ok := x.Read(body, "text/html", []byte("http://example.org/p/1")); ok {
			check(t, c.Page)
			c.AppendText(nil)
		}
	})
}
