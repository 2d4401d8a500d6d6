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
