package links

import (
	"strings"
	"testing"

	"webmill/pkg/web/page"
)

// TestMainContent: with Options.Main the links of the content are written, the others counted; metadata has none.
func TestMainContent(t *testing.T) {
	const para = `<p>The paragraph says what happened, and where, and why it matters to the people who live on both banks. `
	body := `<nav><ul><li><a href="/n">News</a><li><a href="/s">Sport</a></ul></nav><main><article><h1>A bridge</h1>` +
		para + para + `It is <a href="/in">of glass</a>, as has been said.` + para +
		`</article></main><footer><p><a href="/f">Imprint</a></footer>`
	x := New(Options{Kinds: page.ToPages, Main: true})
	d := &page.Document{URL: []byte("http://h.test/"), ContentType: []byte("text/html"), Body: []byte(body)}
	got := string(x.Append(nil, d))
	if got != "http://h.test/\thttp://h.test/in\n" || x.Counts[Outside] != 3 || x.Counts[Links] != 1 {
		t.Errorf("%q, outside %d", got, x.Counts[Outside])
	}
	got = string(x.Append(nil, &page.Document{URL: []byte("http://h.test/"), Metadata: true, Body: []byte("{}")}))
	if got != "" || x.Counts[BadMetadata] != 1 {
		t.Errorf("metadata: %q", got)
	}
	// A page with too many blocks is counted, and so is one whose links only a tree tells.
	d.Body = []byte(strings.Repeat("<p>x", 70_000))
	x.Append(nil, d)
	if x.Counts[Cut] != 1 || x.Counts[Whole] != 0 {
		t.Errorf("cut %d, whole %d", x.Counts[Cut], x.Counts[Whole])
	}
	d.Body = []byte(body + `<svg><g></i></b><a href="/svg">x</a></svg>`)
	x.Append(nil, d)
	if x.Counts[Whole] != 1 {
		t.Errorf("whole %d", x.Counts[Whole])
	}
	// All other pages have their links alike, in order, with and without.
	all := New(Options{Kinds: ^page.Kinds(0), Anchors: true})
	some := New(Options{Kinds: ^page.Kinds(0), Anchors: true, Main: true})
	body += strings.Repeat("<img src=x><a href=y>z</a>", 50)
	d.Body = []byte(body)
	lines := strings.Split(string(all.Append(nil, d)), "\n")
	k := 0
	for _, line := range strings.Split(string(some.Append(nil, d)), "\n") {
		for k < len(lines) && lines[k] != line {
			k++
		}
	}
	if k == len(lines) || all.Counts[Links] != some.Counts[Links]+some.Counts[Outside] {
		t.Errorf("%d links, %d of the content and %d outside", all.Counts[Links], some.Counts[Links], some.Counts[Outside])
	}
}
