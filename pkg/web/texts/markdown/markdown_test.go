package markdown

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/web/page"
)

// TestBlocks: small pages and their Markdown.
func TestBlocks(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"paragraphs", "<p>a</p><p>b c</p>", "a\n\nb c"},
		{"headings", "<h1>A <i>b</i></h1><p>c</p><h6>d ##</h6>", "# A *b*\n\nc\n\n###### d \\##"},
		{"lists", "<ul><li>a</li><li>b<ol><li>c</li><li>d</li></ol> e</li><li><p>f</p><p>g</p></li></ul><p>h</p>",
			"- a\n- b\n  1. c\n  2. d\n\n  e\n- f\n\n  g\n\nh"},
		{"lists in a row", "<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol><ol><li>d</li></ol><p>x</p><ol><li>e</li></ol>",
			"- a\n\n* b\n\n1. c\n\n1) d\n\nx\n\n1. e"},
		{"list in an item", "<ul><li><ul><li>a</li></ul></li></ul>", "- - a"},
		{"quotation", "<blockquote>a<p>b</p><ul><li>c</li></ul></blockquote><blockquote>d</blockquote>", "> a\n>\n> b\n>\n> - c\n\n> d"},
		{"code", "<p>a</p><pre>  b\n\n<b>c``</b>`\n&lt;d&gt;</pre><ul><li><pre>e\n f</pre></li></ul>",
			"a\n\n````\n  b\n\nc```\n<d>\n````\n\n- ```\n  e\n   f\n  ```"},
		{"table", `<table><caption>t</caption><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td rowspan="2">b|</td><td>c<br>d</td></tr>` +
			`<tr><td><p>e</p></td></tr></tbody></table><p>x</p>`,
			"t\n\n| a | |\n| --- | --- |\n| b\\| | c d |\n| | e |\n\nx"},
		{"table without a head", "<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>", "| | |\n| --- | --- |\n| a | b |"},
		{"table of blocks", "<table><tbody><tr><td>a</td><td><ul><li>b</li></ul></td></tr></tbody></table>", "a\n\n- b"},
		{"breaks", "<p>a<br>b<br><br>- c</p><h1>a<br>b</h1>", "a\\\nb\\\n\\\n\\- c\n\n# a b"},
		{"rule", "<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"},
		{"rules in boxes", "<ul><li>a<hr>b</li></ul><hr><blockquote><p>c</p><hr><p>d</p></blockquote>",
			"- a\n\n  ---\n\n  b\n\n---\n\n> c\n>\n> ---\n>\n> d"},
		{"lists around a rule", "<ul><li>a</li></ul><hr><ul><li>b</li></ul>", "- a\n\n---\n\n- b"},
		{"terms", "<dl><dt>a</dt><dd>b</dd></dl>", "a\n\nb"},
		{"figure", `<figure><img src="http://h/i" alt="x [y]"><figcaption>c</figcaption></figure>`, "![x \\[y\\]](http://h/i)\n\nc"},
		{"deep", "<ul><li><ul><li><ul><li><ul><li><ul><li><ul><li><ul><li><ul><li>a<ul><li>b</li></ul></li></ul></li></ul></li></ul></li>" +
			"</ul></li></ul></li></ul></li></ul></li></ul>", "- - - - - - - - a\n\n                b"},
	} {
		if got := markdownOf(t, c.in); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, got, c.want)
		}
	}
}

// TestInline: elements of text.
func TestInline(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a <b>b</b> <i>c</i>d", "a **b** *c*d"},
		{"a<b> b </b>c", "a **b** c"},
		{"<b>a <i>b</i></b><i> c</i>", "**a *b*** c"},
		{"<b><i>a</i></b> <s>b</s>", "***a*** ~~b~~"},
		{"a<b>(b)</b>c", "a(b)c"}, // Markdown would not take the marks for marks
		{"<b>a</b><i>b</i>", "**a**b"},
		{`<a href="http://h/">a <b>b]</b></a>`, `[a **b\]**](http://h/)`},
		{`<a href="http://h/x y">a</a> <a href="http://h/(a)">b</a> <a href="http://h/(a">c</a>`,
			`[a](<http://h/x y>) [b](http://h/(a)) [c](http://h/\(a)`},
		{`a! <a href="http://h/">b</a>!<a href="http://h/?a&amp;b">c</a>`, `a! [b](http://h/)\![c](http://h/?a&b)`},
		{`<a href="http://h/?a&amp;copy;b">c</a>`, `[c](http://h/?a&amp;copy;b)`},
		{`<a href="http://h/"><img src="http://h/i"></a>`, `[![](http://h/i)](http://h/)`},
		{"<code>a*b</code> <code>a``b</code> <code>`</code>", "`a*b` ```a``b``` `` ` ``"},
		{`<code>a <a href="http://h/">b</a>()</code>`, "`a `[`b`](http://h/)`()`"},
		{"<u>a</u><time datetime=\"2024\">b</time>", "ab"},
	} {
		if got := markdownOf(t, "<p>"+c.in+"</p>"); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.in, got, c.want)
		}
	}
}

// TestEscapes: what has a backslash, and what has none.
func TestEscapes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a * b, 2*3, *c*", `a * b, 2\*3, \*c\*`},
		{"snake_case _a_ b_ _ c", `snake_case \_a\_ b\_ _ c`},
		{"# a", `\# a`}, {"#a # b", "#a # b"}, {"####### a", "####### a"}, {"#", `\#`},
		{"&gt; a &gt; b", `\> a > b`},
		{"- a - b", `\- a - b`}, {"-a", "-a"}, {"+ a", `\+ a`}, {"* a", `\* a`}, {"---", `\---`}, {"***", `\*\*\*`},
		{"_ _ _", `\_ _ _`}, {"--", "--"},
		{"1. a 2. b", `1\. a 2. b`}, {"12) a", `12\) a`}, {"1.5 a", "1.5 a"}, {"1234567890. a", "1234567890. a"},
		{"a `b`", "a \\`b\\`"}, {"~~~ a", `\~\~\~ a`}, {"~~a~~", `\~\~a\~\~`},
		{"[a](b) [c] d]", `\[a](b) \[c] d]`}, {"![a](b)", `!\[a](b)`},
		{"&lt;b&gt; a &lt; b &lt;3 &lt;!-- &lt;/p&gt;", `\<b> a < b <3 \<!-- \</p>`}, {"&lt;1@b.c&gt; &lt;1@b", `\<1@b.c> <1@b`},
		{"&amp;amp; &amp; AT&amp;T &amp;#38; R&amp;D;", `\&amp; & AT&T \&#38; R\&D;`},
		{`a\b \* c\`, `a\b \\\* c\\`},
		{"a | b", "a | b"}, {"===", "==="}, {"a<br>===", "a\\\n\\==="}, {"a | b<br>-|-", "a | b\\\n\\-|-"},
		{"a<br>1. b", "a\\\n1\\. b"},
		{"a + b = c, $5, 50 %, (x) {y} \"z\" 'w' ^", "a + b = c, $5, 50 %, (x) {y} \"z\" 'w' ^"},
	} {
		if got := markdownOf(t, "<p>"+c.in+"</p>"); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.in, got, c.want)
		}
	}
}

func markdownOf(t testing.TB, html string) string {
	out, ok := NewWriter().Append([]byte("x"), []byte(html))
	if !ok || out[0] != 'x' {
		t.Fatalf("%.80q is refused", html)
	}
	return string(out[1:])
}

// escaped is text as safehtml writes it.
func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&#34;").Replace(text)
}

// pieces are what texts are made of that Markdown may take for marks.
var pieces = []string{"*", "**", "_", "__", "`", "~", "~~", "[", "]", "(", ")", "!", "<", ">", "&", "&amp;", "&#38;", "#",
	"##", "-", "+", "=", "|", "\\", "1.", "1)", "a", "b", "word", "ä", "—", "“", " ", " ", " ", " ",
	"<b>", "</p>", "---", "===", "***", "http://x.y/", "a_b", ":", "<.", "@b>"}

func someText(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(6) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// TestText: any text comes back as text, in a paragraph, a heading, an item, a cell, a link.
func TestText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := someText(rng)
		for _, c := range []struct{ in, before, behind string }{
			{"<p>%</p>", "", ""}, {"<h2>%</h2>", "## ", ""}, {"<ul><li>%</li></ul>", "- ", ""},
			{"<blockquote>%</blockquote>", "> ", ""},
			{"<p>a<br>%</p>", "a\\\n", ""},
			{"<table><tbody><tr><th>%</th><th>b</th></tr></tbody></table>", "| ", " | b |\n| --- | --- |"},
			{`<p><a href="http://h/">%</a></p>`, "[", "](http://h/)"},
		} {
			got := markdownOf(t, strings.Replace(c.in, "%", escaped(text), 1))
			inner, ok := strings.CutPrefix(got, c.before)
			inner, ok2 := strings.CutSuffix(inner, c.behind)
			if text == "" && got == "" || text == "" && strings.Contains(c.in, "a") {
				continue
			}
			back, why := read(inner, c.before)
			if !ok || !ok2 || back != text || why != "" {
				t.Fatalf("%s of %q is %q: %q %s", c.in, text, got, back, why)
			}
		}
	}
}

// What makes a line of CommonMark more than text.
var (
	lineMarks  = regexp.MustCompile(`^(>|#{1,6}( |$)|[-+*]( |$)|[0-9]{1,9}[.)]( |$)|(- *){3,}$|(_ *){3,}$|(\* *){3,}$|~~~)`)
	underlines = regexp.MustCompile(`^(=+|-+|[-:| ]+)$`)
	refers     = regexp.MustCompile(`^&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);`)
	mails      = regexp.MustCompile("^<[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9][a-zA-Z0-9.-]*>")
	closing    = regexp.MustCompile(`(^| )#+$`)
)

// read is the text of a line of Markdown behind a mark, by the rules of CommonMark, and what it has besides.
func read(line, before string) (text, why string) {
	switch {
	case strings.HasPrefix(before, "#"):
		if closing.MatchString(line) {
			why = "closing"
		}
	case strings.HasPrefix(before, "|"):
	case strings.HasPrefix(before, "["):
	case lineMarks.MatchString(line), strings.HasPrefix(before, "a") && underlines.MatchString(line):
		why = "line"
	}
	var b strings.Builder
	for i := 0; i < len(line); {
		c, rest := line[i], line[i+1:]
		switch {
		case c == '\\' && rest != "" && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rest[0]) >= 0:
			b.WriteByte(rest[0])
			i += 2
			continue
		case c == '`', c == '[', c == ']' && before == "[", c == '|' && before[:min(1, len(before))] == "|":
			why = string(rune(c))
		case c == '<' && rest != "" && strings.ContainsAny(rest[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/!?"):
			why = "tag"
		case c == '<' && mails.MatchString(line[i:]):
			why = "mail"
		case c == '&' && refers.MatchString(line[i:]):
			why = "reference"
		case (c == '*' || c == '_' || c == '~') && flanks(line, i):
			why = "emphasis"
		}
		b.WriteByte(c)
		i++
	}
	return b.String(), why
}

// flanks reports whether the run of marks at i may begin or end emphasis.
func flanks(line string, i int) bool {
	from, to := i, i
	for from > 0 && line[from-1] == line[i] && !(from > 1 && line[from-2] == '\\') {
		from--
	}
	for to < len(line) && line[to] == line[i] {
		to++
	}
	before, _ := utf8.DecodeLastRuneInString(line[:from])
	after, _ := utf8.DecodeRuneInString(line[to:])
	space := func(r rune) bool { return r == utf8.RuneError || unicode.IsSpace(r) }
	punct := func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) && r != utf8.RuneError }
	left := !space(after) && (!punct(after) || space(before) || punct(before))
	right := !space(before) && (!punct(before) || space(after) || punct(after))
	if line[i] == '_' {
		return left && (!right || punct(before)) || right && (!left || punct(after))
	}
	return left || right
}

// TestCode: code comes back as it is.
func TestCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		text := "x" + strings.Repeat("`", rng.IntN(5)) + someText(rng) + strings.Repeat("`", rng.IntN(5)) + "x"
		lines := strings.Split(markdownOf(t, "<pre>"+escaped(text+"\n "+text)+"</pre>"), "\n")
		fence := lines[0]
		if len(lines) != 4 || lines[1] != text || lines[2] != " "+text || lines[3] != fence ||
			strings.Contains(text, fence) || len(fence) < 3 {
			t.Fatalf("%q: %q", text, lines)
		}
		text = strings.Trim(text, "x")
		got := markdownOf(t, "<p>a <code>"+escaped(text)+"</code> b</p>")
		if text = strings.Join(strings.Fields(text), " "); text == "" {
			continue
		}
		got = strings.TrimSuffix(strings.TrimPrefix(got, "a "), " b")
		marks := got[:len(got)-len(strings.TrimLeft(got, "`"))]
		inner := strings.TrimSuffix(strings.TrimPrefix(got, marks), marks)
		if strings.HasPrefix(inner, " ") && strings.HasSuffix(inner, " ") {
			inner = inner[1 : len(inner)-1]
		}
		for _, run := range strings.FieldsFunc(text, func(r rune) bool { return r != '`' }) {
			if run == marks {
				t.Errorf("%q has the marks of %q", text, got)
			}
		}
		if inner != text {
			t.Fatalf("%q: %q", text, got)
		}
	}
}

// TestLinear: hostile pages take time and memory by their length.
func TestLinear(t *testing.T) {
	for name, in := range map[string]string{
		"quotations": strings.Repeat("<blockquote>", 20_000) + "x",
		"lists":      strings.Repeat("<ul><li>x", 20_000),
		"tables":     strings.Repeat("<table><tr><td>x", 20_000),
		"columns":    "<table>" + strings.Repeat("<tr><td colspan=\"63\" rowspan=\"1000\">x</td><td>y</td></tr>", 5000) + "</table>",
		"wide":       strings.Repeat("<table><tr><td colspan=\"1000\">x</td><td>x</td></tr></table>", 5000),
		"marks":      "<p>" + strings.Repeat("*", 200_000) + strings.Repeat("`", 200_000) + strings.Repeat("&amp;", 50_000) + "</p>",
		"styles":     "<p>" + strings.Repeat("<b>(a<i>b)<s>!c</s>!</i>!</b>", 10_000) + "</p>",
		"open":       "<p>" + strings.Repeat("<b><i><s><a href=\"x\">a", 10_000),
		"breaks":     "<p>" + strings.Repeat("- <br>", 50_000) + "a</p>",
		"fence":      strings.Repeat("<pre>"+strings.Repeat("`", 1000)+"</pre>", 100) + "<pre>",
		"address":    strings.Repeat("<p><a href=\""+strings.Repeat("(", 500)+"\">a</a>", 500),
	} {
		start := time.Now()
		if out := markdownOf(t, in); len(out) > 40*len(in) {
			t.Errorf("%s: %d bytes of %d", name, len(out), len(in))
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

// TestRefused: a page that may not take the memory is refused, and dst is as it was.
func TestRefused(t *testing.T) {
	w := NewWriter()
	in := []byte("<p>" + strings.Repeat("* ", 100_000) + "</p><pre>" + strings.Repeat("a\n", 100_000) + "</pre>")
	w.Allow(page.Allowance{Share: 1 << 10, Most: 1 << 10, Turn: func() bool { return true }})
	if out, ok := w.Append([]byte("x"), in); ok || string(out) != "x" {
		t.Errorf("%v, %.20q", ok, out)
	}
	w.Allow(page.Allowance{})
	if out, ok := w.Append([]byte("x"), in); !ok || !strings.HasPrefix(string(out), `x\* * `) {
		t.Errorf("%v, %.20q", ok, out)
	}
}

func FuzzWriter(f *testing.F) {
	for _, in := range []string{"<p>a", "<ul><li>a</ul></li>b", "<table><tr><td colspan=\"9\">a", "<", "&",
		"<a href=\"", "</table></li></blockquote>x",
		"a<hr>b<ul><li>c<hr>d", "<0@0", "<blockquote><pre>`", "<b><i>a</b></i>*", "<img src=\"x\" alt=\"]\">"} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got := markdownOf(t, in)
		if got != markdownOf(t, in) || utf8.ValidString(in) && !utf8.ValidString(got) {
			t.Fatalf("%q: %q", in, got)
		}
		text := strings.Join(strings.Fields(strings.ToValidUTF8(in, "")), " ")
		if back, why := read(markdownOf(t, "<p>"+escaped(text)+"</p>"), ""); back != text || why != "" {
			t.Fatalf("%q: %q %s", text, back, why)
		}
	})
}

// BenchmarkAppend writes a page.
func BenchmarkAppend(b *testing.B) {
	in := []byte(strings.Repeat(`<p>Some words, <a href="http://h/x">and a <b>link</b></a> of a page.</p><ul><li>one</li><li>two</li></ul>`, 1000))
	w := NewWriter()
	var dst []byte
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		dst, _ = w.Append(dst[:0], in)
	}
}
