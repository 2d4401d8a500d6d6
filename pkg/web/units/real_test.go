package units

import (
	"strings"
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/web/page"
)

// sites are real pages whose tags are mostly right.
var sites = []string{"sites/httpd-docs-2.4.tar.zst", "sites/sqlite-org-3.40.tar.zst"}

// TestUnitsOfRealPages: the units of two real sites are those that a tree of each page gives, but for blanks: between words
// that only a tag without effect divides, a tree has none.
func TestUnitsOfRealPages(t *testing.T) {
	plain := strings.NewReplacer(" ", "")
	number, pages, equal := 0, 0, 0
	for _, site := range sites {
		realdata.EachHTML(t, site, func(name string, body []byte) {
			if number++; number%10 != 0 {
				return
			}
			pages++
			e, _ := page.Charset(body, "")
			utf8, err := e.NewDecoder().Bytes(body)
			if err != nil {
				t.Fatal(err)
			}
			p, _ := NewReader(Thesis).Read(body, "text/html")
			got, want := plain.Replace(show(p)), plain.Replace(byTree(string(utf8)))
			if got == want {
				equal++
				return
			}
			i := 0
			for i < len(got) && i < len(want) && got[i] == want[i] {
				i++
			}
			if pages-equal < 6 {
				t.Logf("%s: at %d of %d: %.80s, by a tree %.80s", name, i, len(want), got[max(0, i-20):], want[max(0, i-20):])
			}
		})
	}
	t.Logf("%d of %d pages", equal, pages)
	if equal < pages*97/100 {
		t.Errorf("only %d of %d pages", equal, pages)
	}
}

// TestDecideRealPages: of real pages, each with five others as sister pages, Decide finds the text and the HTML that the
// relevances lead to.
func TestDecideRealPages(t *testing.T) {
	for _, site := range sites {
		var pages []*Page
		number := 0
		realdata.EachHTML(t, site, func(_ string, body []byte) {
			if number++; number%7 != 0 || len(body) > 12<<10 || len(pages) == 6 {
				return
			}
			if p, _ := NewReader(Thesis).Read(body, "text/html"); len(p.Text) > 2000 {
				pages = append(pages, p)
			}
		})
		kept := 0
		for _, opt := range []Options{{}, {SameTag: true}, {Inherit: true}} {
			whole, quick := &Lev{Options: opt}, &Lev{Options: opt}
			for i := range pages {
				sister := func(k int) (*Page, error) { return pages[(i+1+k)%len(pages)], nil }
				whole.Begin(pages[i])
				for k := range 5 {
					p, _ := sister(k)
					whole.Process(p)
				}
				want := AppendHTML(nil, pages[i], whole.Finish(), 0.5)
				scores, _ := quick.Decide(pages[i], 0.5, true, 5, sister)
				if got := AppendHTML(nil, pages[i], scores, 0.5); string(got) != string(want) {
					t.Errorf("%s, %+v: %s\n not %s", site, opt, got, want)
				}
				text := AppendText(nil, pages[i], whole.Finish(), 0.5)
				scores, _ = quick.Decide(pages[i], 0.5, false, 5, sister)
				if got := AppendText(nil, pages[i], scores, 0.5); string(got) != string(text) {
					t.Errorf("%s, %+v: %s\n not %s", site, opt, got, text)
				}
				kept += len(text)
			}
		}
		if len(pages) == 0 || kept == 0 {
			t.Errorf("%s: %d pages, %d bytes kept", site, len(pages), kept)
		}
	}
}

func BenchmarkUnits(b *testing.B) {
	var pages [][]byte
	size := 0
	for _, site := range sites {
		realdata.EachHTML(b, site, func(_ string, body []byte) { pages, size = append(pages, body), size+len(body) })
	}
	r := NewReader(Thesis)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, body := range pages {
			r.Read(body, "text/html")
		}
	}
}
