package linkgroups

import (
	"slices"
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/web/page"
)

// BenchmarkSites reads the pages of two sites.
func BenchmarkSites(b *testing.B) {
	for _, site := range []string{"httpd-docs-2.4", "sqlite-org-3.40"} {
		b.Run(site, func(b *testing.B) {
			var pages [][]byte
			bytes := 0
			realdata.EachHTML(b, "sites/"+site+".tar.zst", func(_ string, body []byte) {
				pages = append(pages, slices.Clone(body))
				bytes += len(body)
			})
			b.SetBytes(int64(bytes))
			m := New(Options{})
			var out []byte
			for b.Loop() {
				for _, body := range pages {
					out = m.Append(out[:0], &page.Document{URL: []byte(base), ContentType: []byte("text/html"), Body: body})
				}
			}
		})
	}
}
