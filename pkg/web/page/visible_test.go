package page

import "testing"

// TestVisible: small pages and their text.
func TestVisible(t *testing.T) {
	for _, c := range []struct{ name, in, want, markdown string }{
		{"blocks", "<p>One<p>Two</p><div>Three<div>Four</div>Five</div>", "One\nTwo\nThree\nFour\nFive",
			"One\n\nTwo\n\nThree\n\nFour\n\nFive"},
		{"inline", "<p>a<b>b</b>c <i>d</i>\n e<span> f</span>", "abc d e f", "abc d e f"},
		{"breaks", "a<br>b<BR/>c", "a\nb\nc", "a\nb\nc"},
		{"cells", "<table><tr><th>A<th>B</tr><tr><td>1<td>2</table>after", "A\tB\n1\t2\nafter", "A | B\n1 | 2\n\nafter"},
		{"lists", "<ul><li>a<li>b<ol><li>c</li><li>d</li></ol></ul>e", "a\nb\nc\nd\ne", "- a\n- b\n\n  1. c\n  2. d\n\ne"},
		{"headings", "<h1>A <i>b</i></h1><p>c</p><h2></h2>d", "A b\nc\nd", "# A b\n\nc\n\nd"},
		{"quotation", "<blockquote><p>a</p><p>b</p></blockquote>c", "a\nb\nc", "> a\n\n> b\n\nc"},
		{"preformatted", "x<pre>\n  a\n\n\tb&lt;\n </pre>y", "x\na\n\n\tb<\ny", "x\n\n```\na\n\n\tb<\n```\n\ny"},
		{"references", "&auml;&#8364;&copy2 &amp;amp; &notanentity; a&nbsp;b&shy", "ä€©2 &amp; ¬anentity; a b\u00ad", ""},
		{"hidden", `<p hidden>x</p><div style="display: none">x<div>x</div>x</div><span HIDDEN>x</span>a<b class=hidden>b</b>`,
			"ab", "ab"},
		{"styles",
			`<b style="DISPLAY:NONE">x</b><b style='display:/*;*/none'>x</b><b style="color:red;visibility:Hidden !important">x</b>` +
				`<b style="display:none;display:block">a</b><b style="x-display:none">b</b><b style="background:url(a;display:none)">c</b>` +
				`<b style="a:'\\';display:none">x</b>`, "abc", ""},
		{"dialogs", "<dialog>x</dialog><dialog open>a</dialog>b", "a\nb", ""},
		{"hidden page", "<html hidden><body>x</html>", "", ""},
		{"hidden siblings", "<ul><li hidden>x<ul><li>x</ul><li>a</ul><p hidden>x<p>b", "a\nb", ""},
		{"hidden, not closed", "<div><span hidden>x</div>a", "a", ""},
		{"names",
			"<title>T</title><style>x</style><script>x</script><select><option>x</select>a<textarea>x</textarea>b<svg><title>x</title><text>c</text></svg>", "a bc", ""},
		{"noscript", "<noscript>x</noscript>a<noframes>x</noframes><template>x</template>", "a", ""},
		{"rules", "a<hr>b", "a\nb", "a\n\n---\n\nb"},
		{"comments", "a<!-- x -->b<!doctype x><?php x ?>c</>d< e", "abcd< e", ""},
		{"images", `a<img alt="x &amp; y">b`, "a b", "a b"},
		{"latin", "<meta charset=iso-8859-1>M\xfcller<b>\xe4</b>", "Müllerä", ""},
		{"broken UTF-8", "<meta charset=utf-8>a\xffb", "a\ufffdb", ""},
		{"xmp", "<xmp><b>a&amp;</b></xmp>", "<b>a&amp;</b>", ""},
		{"plaintext", "a<plaintext><b>x", "a\n<b>x", ""},
		{"end of page", "a <b", "a", ""},
	} {
		text, _ := visibleOf(c.in, TextOptions{})
		if text != c.want {
			t.Errorf("%s: %q, not %q", c.name, text, c.want)
		}
		if text, _ := visibleOf(c.in, TextOptions{Markdown: true}); c.markdown != "" && text != c.markdown {
			t.Errorf("%s: Markdown %q, not %q", c.name, text, c.markdown)
		}
	}
	if text, _ := visibleOf(`a<img alt="x &amp; y">b`, TextOptions{Alt: true}); text != "a x & y b" {
		t.Errorf("alt: %q", text)
	}
}

func visibleOf(in string, opt TextOptions) (string, []string) {
	p := New(Options{Visible: &opt})
	p.Parse([]byte(in), "")
	text, _ := p.VisibleText()
	var headings []string
	p.Headings(func(level int, text []byte) { headings = append(headings, string(rune('0'+level))+" "+string(text)) })
	return string(text), headings
}
