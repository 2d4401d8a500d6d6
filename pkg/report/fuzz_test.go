package report

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/vfs"
)

// texts are the files that are parsed; a fuzzer writes one of them.
var texts = []string{
	"thesis/correlation.tsv", "thesis/stability-50.tsv", "thesis/accumulate-krank-100.tsv", "thesis/strategies.tsv",
	"thesis/strategy-opic.tsv",
	"thesis/claims.tsv", "times.tsv", "tau.txt", "extract.json", "pagerank.json", "urls.txt", "hosts.txt", "links.parquet",
	"crawl.jsonl", "rejected.tsv", "growth.tsv", "relevance-ways.tsv", "relevance-curve.tsv",
}

// FuzzTexts: whatever is in a file, the page is well-formed or the error is one line that names the file.
func FuzzTexts(f *testing.F) {
	all := made(20)
	for i, name := range texts {
		f.Add(i, all[name])
		f.Add(i, bytes.ReplaceAll(all[name], []byte("0"), []byte("nan")))
	}
	f.Fuzz(func(t *testing.T, which int, content []byte) {
		name := texts[uint(which)%uint(len(texts))]
		some := all.some("ranks.t2", "kranks.t2", "page-host.t2", "urls.txt", "hosts.txt")
		some[name] = content
		beside := map[string][]string{"rejected.tsv": {"crawl.jsonl"}, "growth.tsv": {"words.txt", "lengths.t2"}}
		for _, other := range beside[name] {
			some[other] = all[other]
		}
		var page bytes.Buffer
		if err := Write(&page, Open(vfs.OS, some.write(t)), Options{}); err != nil {
			if !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") ||
				strings.Contains(err.Error(), "runtime error") {
				t.Fatalf("%v", err)
			}
			return
		}
		if n := bytes.Count(page.Bytes(), []byte("<script")); n != 1 {
			t.Fatalf("%d scripts", n)
		}
		for d := xml.NewDecoder(&page); ; {
			token, err := d.Token()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok && (slices.ContainsFunc(e.Attr,
				func(a xml.Attr) bool { return strings.HasPrefix(a.Name.Local, "on") })) {
				t.Fatalf("%v", e)
			}
		}
	})
}
