package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// wordsOf returns the text of a page without its pictures.
func wordsOf(page string) string {
	page = regexp.MustCompile(`(?s)<style.*?</style>|<svg.*?</svg>`).ReplaceAllString(page, "")
	page = regexp.MustCompile(`<[^>]+>`).ReplaceAllString(page, " ")
	return regexp.MustCompile(`\s+`).ReplaceAllString(page, " ")
}

// TestCountsAddUp: each record and each document is in one row of the table. A crawl of a folder has no records.
func TestCountsAddUp(t *testing.T) {
	x := extracted{
		Records: 700, Documents: 299, Requests: 300, Infos: 1, Metadata: 99, Pages: 94, Redirects: 7,
		NotHTML: 120, Errors: 40, Names: 38,
		Links: 10, NoWeb: 2, Invalid: 1, Bytes: 5000,
	}
	var got []string
	for _, row := range x.table().Rows {
		got = append(got, strings.TrimSpace(row[0].Text)+" "+row[1].Text)
	}
	want := "records of the archives 700, documents 299, requests 300, about the crawl (warcinfo) 1, metadata 99, others 1, " +
		"documents 299, pages parsed for links 94, redirects 7, not HTML 120, HTTP errors, like 404 40, DNS look-ups 38, " +
		"links in the pages 13, written 10, not to the web, like mailto: 2, not valid URLs 1, links marked nofollow 0"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("the table is\n%s, not\n%s", s, want)
	}
	folder := extracted{Documents: 3, Pages: 1}
	if s := folder.text(); s != "The crawl is a folder of HTML files. It has 3 documents. Of these 1 page was parsed; they hold 0 links to the web." {
		t.Error(s)
	}
	if s := folder.table().Rows[0][0].Text; s != "documents" {
		t.Errorf("of a folder, the table begins with %s", s)
	}
}

// TestLayersAreShownWhole: each point of the picture has the size of one layer, and the largest layer is among them.
func TestLayersAreShownWhole(t *testing.T) {
	for _, n := range []int32{1, 10, 511, 512, 5000} {
		l := &layers{each: 1}
		size := func(layer int32) int32 { return 1 + layer*7919%1000 }
		for layer := int32(1); layer <= n; layer++ {
			l.add(layer, size(layer))
		}
		c := l.figure("").Charts[0]
		most := 0.0
		for _, p := range c.Lines[0].Points {
			most = max(most, p.Y)
			if p.Y != float64(size(int32(p.X))) {
				t.Fatalf("of %d layers, layer %v has %v pages", n, p.X, p.Y)
			}
		}
		if most != float64(l.largest.pages) || c.X.Log || n < mostShown && len(c.Lines[0].Points) != int(n) {
			t.Errorf("%d layers: %d are shown, the largest of %v, not %d", n, len(c.Lines[0].Points), most, l.largest.pages)
		}
	}
}

// TestWhatIsNotThere: the report says that some pages have no layer, that K-Rank pruned nothing, and that tau has no value.
func TestWhatIsNotThere(t *testing.T) {
	f := made(60)
	f["seed.tsv"] = text("id\turl\twhy", "12\thttps://www.h0.example/some/folder/page-12.html\tthe first page fetched")
	f["layer-sizes.t2"], f["layers.t2"] = raw(1, 1, 2, 1), raw(7, 2, 12, 1)
	f["tau.txt"] = text("no value: all pages have the same rank")
	page := wordsOf(render(t, f.write(t), Options{}))
	for _, want := range []string{
		"The search for layers reached only 2 of 60 known pages: another page to begin at (SEED) may reach more.",
		"The search began at https://www.h0.example/some/folder/page-12.html: the first page fetched. 58 of 60 pages cannot be reached from there by links and have no layer.",
		"Kendall&#39;s tau of the two orders has no value: all pages have the same rank.",
		"other.json: no step of the chain writes a file of this name",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	f["krank.json"] = text(`{"tool":"krank","k":100,"pruned_links":0}`)
	f["notes.json"] = text("{ not JSON")
	f["extract.json"] = text(`{"tool":"extract-links","incomplete":"extract-links: skipped 2: too large (raise -S)"}`)
	f["content.json"] = text(`{"tool":"main-content","incomplete":"main-content: HTTP headers before the HTML (2): use -headers"}`)
	f["crawl.tsv"] = text("archive\t1\t2\t/a", "missing\t\t\t/b <i>", "missing\t\t\t/c")
	page = wordsOf(render(t, f.write(t), Options{}))
	for _, want := range []string{
		"No page has more than 100 links to it, so K-Rank left out no link and equals PageRank.", "notes.json: no step",
		"Incomplete: extract-links: skipped 2: too large (raise MEMORY).",
		"Incomplete: main-content: HTTP headers before the HTML (2): use EXTRACT=-headers.",
		"Incomplete: 2 archives of the list are missing, the first: /b &lt;i&gt;.",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	for _, not := range []string{"The best 20 pages by K", "place by K", "Pages by their two ranks"} {
		if strings.Contains(page, not) {
			t.Errorf("where nothing was pruned there is %q", not)
		}
	}
}

// TestOtherLinks: experiments about other links than those of the folder are left out, and the report says so.
func TestOtherLinks(t *testing.T) {
	f := made(60)
	dir := f.write(t)
	info, err := vfs.OS.Stat(filepath.Join(dir, "links.t2"))
	if err != nil {
		t.Fatal(err)
	}
	for seconds, here := range map[int64]bool{info.ModTime().Unix(): true, 1: false} {
		of := fmt.Sprintf("what\tbytes\ttime\tlinks\nlinks\t%d\t%d.%09d\tlinks.t2\n", info.Size(), seconds,
			info.ModTime().Nanosecond())
		if err := os.WriteFile(filepath.Join(dir, "thesis", "of.tsv"), []byte(of), 0o666); err != nil {
			t.Fatal(err)
		}
		page := render(t, dir, Options{})
		if strings.Contains(page, `<section id="claims"`) != here ||
			strings.Contains(page, "thesis/: the experiments are about other links") == here {
			t.Errorf("%s: claims are there: %v", of, !here)
		}
	}
}

// TestForeignFiles: one file of another crawl in a folder of results is refused, whatever file it is and also without statistics.
func TestForeignFiles(t *testing.T) {
	own, other := chain(90), chain(40)
	for name := range other {
		f := maps.Clone(own)
		f[name] = other[name]
		whole := refusal(t, f)
		maps.DeleteFunc(f, func(name string, _ []byte) bool { return strings.HasSuffix(name, ".json") })
		bare := refusal(t, f)
		// Without statistics, nothing speaks against tau, the trees of menus, the log of a crawl, and what is of fewer pages.
		alone := strings.HasSuffix(name, ".json") ||
			slices.Contains([]string{"tau.txt", withoutTau, menusFile, logFile, clusterMap, relevanceFile}, name)
		if !strings.Contains(whole, "of different crawls") || !alone && !strings.Contains(bare, "of different crawls") {
			t.Errorf("%s of another crawl: %q; without statistics: %q", name, whole, bare)
		}
	}
	if text := refusal(t, own); text != "" {
		t.Error(text)
	}
	// A file under the name of another one of the same crawl is refused too.
	for name, as := range map[string]string{"krank.json": "pagerank.json", "layers.t2": "indegree.t2"} {
		f := maps.Clone(own)
		f[name] = own[as]
		if text := refusal(t, f); !strings.Contains(text, "make it again") && !strings.Contains(text, "of different crawls") {
			t.Errorf("%s as %s: %q", as, name, text)
		}
	}
}

// TestForeignStrings: a table in which other strings stand beside the ids is refused, whatever its size.
func TestForeignStrings(t *testing.T) {
	f := made(60)
	dictionaries := map[string][]string{"urls.txt": {"http://a.test/"}, "hosts.txt": {"a.test"}, "words.txt": {"a word"}}
	for _, n := range withStrings {
		other := maps.Clone(f)
		maps.DeleteFunc(other, func(name string, _ []byte) bool { return strings.HasSuffix(name, ".json") })
		var texts parquetio.Strings
		for range someNamed / 2 {
			texts.Append([]byte(dictionaries[n.dictionary][0]))
		}
		ids := make([]int32, someNamed/2)
		other[n.file] = table(append(parquetio.Fields(tuple.IDs(n.id)...), parquetio.Texts(n.text)...), ids, texts)
		if n.file == "seed.tsv" {
			other[n.file] = text("id\turl\twhy", "12\thttp://a.test/\tit was asked for")
		}
		folder := Open(vfs.OS, other.write(t))
		err := cmp.Or(folder.list(), folder.sameStrings())
		if err == nil || !strings.Contains(err.Error(), n.file+": the string of") {
			t.Errorf("%s: %v", n.file, err)
		}
	}
}

// refusal is the error for a folder, "" if there is none.
func refusal(t *testing.T, f files) string {
	if err := Write(io.Discard, Open(vfs.OS, f.write(t)), Options{}); err != nil {
		return err.Error()
	}
	return ""
}

// chain is what the chain leaves of a crawl, with statistics that agree.
func chain(pages int) files {
	f := made(pages)
	n := func(name string) int { return len(f[name]) / 8 }
	links := n("links.t2")
	delete(f, "times.tsv")
	f.logs(pages)
	delete(f, rejectedFile)
	maps.DeleteFunc(f, func(name string, _ []byte) bool {
		return strings.HasPrefix(name, thesis) || strings.HasSuffix(name, ".parquet")
	})
	f["links-by-dst.t2"], f["numbers.t2"] = f["links.t2"], f["layers.t2"]
	f["tau.txt"], f[withoutTau] = text(fmt.Sprint(1/float64(pages))), text(fmt.Sprint(-1/float64(pages)))
	for name, said := range map[string]string{
		"links": fmt.Sprintf(`"rows_out":%d`, links), "links-by-dst": fmt.Sprintf(`"rows_out":%d`, links),
		"extract":  fmt.Sprintf(`"links":%d,"bytes_out":%d,"documents":%d`, links, 100*links, pages),
		"urls":     fmt.Sprintf(`"bytes_in":%d,"strings":%d`, 100*links, pages),
		"pagerank": fmt.Sprintf(`"pages":%d`, pages), "krank": fmt.Sprintf(`"pages":%d`, pages),
		"layers": fmt.Sprintf(`"pages":%d,"unreached":7`, pages+7), "numbers": fmt.Sprintf(`"rows_out":%d`, pages),
		"tau":              fmt.Sprintf(`"n":%d,"only_a":2,"only_b":2,"tau":%v`, pages-2, 1/float64(pages)),
		"pages":            fmt.Sprintf(`"rows_in":%d`, pages),
		"link-groups":      fmt.Sprintf(`"links":%d,"documents":%d`, 2*links, pages),
		"nav-links":        fmt.Sprintf(`"links":%d,"rows_out":%d`, 2*links, 2*links),
		"content-pagerank": fmt.Sprintf(`"pages":%d`, pages),
		"content-tau":      fmt.Sprintf(`"n":%d,"only_a":2,"only_b":2,"tau":%v`, pages-2, -1/float64(pages)),
		"clusters":         fmt.Sprintf(`"docs":%d`, len(f[clustersFile])/8),
		"relevance":        fmt.Sprintf(`"docs":%d`, pages),
		"sitemap":          fmt.Sprintf(`"lines":%d,"rows_out":%d`, 2*links, bytes.Count(f[menusFile], []byte("\n"))),
	} {
		f[name+".json"] = text(fmt.Sprintf(`{"tool":%q,`, makers[name+".json"]) + said + `}`)
	}
	delete(f, "other.json")
	return f
}

// TestCutTables: a table that a section needs and that is cut off is an error.
func TestCutTables(t *testing.T) {
	for _, name := range []string{pagesFile, documentsFile} {
		f := made(60)
		f[name] = []byte("PAR1 and nothing more")
		var b bytes.Buffer
		err := Write(&b, Open(vfs.OS, f.write(t)), Options{})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
