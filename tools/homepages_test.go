package tools_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/text/people"
	"webmill/pkg/urls"
)

// TestHomePages searches for the name of each person who has a page on the site of a department, and counts how often this page
// comes first. The pages are those of Cornell in the WebKB set, with their classes: once those of faculty and staff, once those
// of students too. Whose page it is, is known in two ways; people then does not read what told it:
//
//	A, by title  the first name in the title, or else in the headings; people reads the mentions of texts and links
//	B, by links  the most frequent name in the texts of the links to the page; people reads the mentions of pages
//
// Only names with a first name and a surname count; "'s" and "home page" at their ends are cut off. The weights of people were
// not chosen by these pages.
func TestHomePages(t *testing.T) {
	data := realdata.Path(t, "webkb/webkb-cornell.tar.zst")
	t.Parallel()
	h := &homePages{T: t, dir: t.TempDir()}
	h.sh(`zstd -dcq --long=27 '` + data + `' | tar -x && cut -f 1,4 webkb-cornell/index.tsv >urls.tsv
		extract-links -q -headers -dir webkb-cornell -urls urls.tsv -alone -anchors |
		  dict -alone -rest anchors.txt -dict urls.txt -o crawled.t2
		extract-text -q -headers -page-ids urls.txt -dir webkb-cornell -urls urls.tsv -o docs.jsonl
		for texts in text title,headings,text; do
		  findnames -q -texts $texts -dict names.txt -doc-lengths doc-lengths.t2 -mentions $texts.jsonl -o names.t2 docs.jsonl
		  extsort doc-lengths.t2 -o $texts.t2
		done
		"$SCRIPTS"/anchor-documents.sh crawled.t2 urls.txt anchors.txt >links.jsonl
		findnames -q -dict names.txt -mentions links-mentions.jsonl -o names.t2 links.jsonl
		extsort -k 2,1 -u crawled.t2 | pagerank - -pages $(wc -l <urls.txt) -o ranks.t2`)
	for _, classes := range [][]string{{"faculty", "staff"}, {"faculty", "staff", "student"}} {
		own := h.pages(classes)
		a, b := h.ofTitles(own), h.ofLinks(own)
		t.Logf("%s: %d pages", strings.Join(classes, ", "), len(own))
		for _, way := range []struct {
			name  string
			least [2]float64 // the success@1 that A and B must reach
			a, b  string     // the arguments of people for A and B; b "": those of A
		}{
			{"tf.idf, equal names", [2]float64{}, "-exact -sort tfidf -lengths text.t2 text.jsonl", ""},
			{"BM25, equal names", [2]float64{}, "-exact -sort bm25 -lengths text.t2 text.jsonl", ""},
			{"BM25, persons", [2]float64{}, "-sort bm25 -lengths text.t2 text.jsonl", ""},
			{"score", [2]float64{0.9, 0.75}, "-page-ranks ranks.t2 -lengths text.t2 -anchor-mentions links-mentions.jsonl text.jsonl",
				"-page-ranks ranks.t2 -lengths title,headings,text.t2 title,headings,text.jsonl"},
		} {
			exact := strings.HasPrefix(way.a, "-exact")
			oneA, mrrA := h.first(a, exact, way.a)
			oneB, mrrB := h.first(b, exact, cmp.Or(way.b, way.a))
			t.Logf("%-20s A (%d) success@1 %.3f MRR %.3f   B (%d) %.3f %.3f", way.name, len(a), oneA, mrrA, len(b), oneB, mrrB)
			if oneA < way.least[0] || oneB < way.least[1] {
				t.Errorf("%s: success@1 of A and B is %.3f and %.3f, less than %.2f", way.name, oneA, oneB, way.least)
			}
		}
	}
}

// homePages is a test with the folder of a crawl.
type homePages struct {
	*testing.T
	dir string
}

func (h *homePages) sh(script string) {
	h.Helper()
	scripts, err := filepath.Abs("../scripts")
	if err != nil {
		h.Fatal(err)
	}
	cmd := exec.Command("bash", "-ec", "set -o pipefail\n"+script)
	cmd.Dir, cmd.Env = h.dir, withTools("SCRIPTS="+scripts)
	if out, err := cmd.CombinedOutput(); err != nil {
		h.Fatalf("%v\n%s", err, out)
	}
}

// lines calls do for each line of a file.
func (h *homePages) lines(name string, do func(line string)) {
	f, err := os.Open(filepath.Join(h.dir, name))
	if err != nil {
		h.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		do(in.Text())
	}
}

// pages returns the URLs of the pages of these classes.
func (h *homePages) pages(classes []string) map[string]bool {
	own := map[string]bool{}
	h.lines("webkb-cornell/index.tsv", func(line string) {
		f := strings.Split(line, "\t")
		if url, err := urls.Canonical(nil, []byte(f[3])); err == nil && slices.Contains(classes, f[1]) {
			own[string(url)] = true
		}
	})
	return own
}

// mentions calls do for each mention in a file that has a first name and a surname.
func (h *homePages) mentions(file string, do func(url, field, name string, offset int)) {
	h.lines(file, func(line string) {
		var m struct {
			URL, Field, Name string
			Offset           int
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			h.Fatal(err)
		}
		name, _, _ := strings.Cut(m.Name, "'s")
		words := strings.Fields(name)
		for n := len(words); n > 0 && slices.Contains([]string{"home", "page", "homepage"}, strings.ToLower(words[n-1])); n-- {
			words = words[:n-1]
		}
		if f, ok := people.FormOf(strings.Join(words, " ")); ok && len(f.Given) > 0 {
			do(m.URL, m.Field, f.Shown, m.Offset)
		}
	})
}

// ofTitles says whose each page is by A: names by URL.
func (h *homePages) ofTitles(own map[string]bool) map[string]string {
	truth, at := map[string]string{}, map[string]int{}
	h.mentions("title,headings,text.jsonl", func(url, field, name string, offset int) {
		if field == "headings" {
			offset += 1 << 30
		}
		if was, known := at[url]; own[url] && field != "text" && (!known || offset < was) {
			truth[url], at[url] = name, offset
		}
	})
	return truth
}

// ofLinks says whose each page is by B: names by URL.
func (h *homePages) ofLinks(own map[string]bool) map[string]string {
	counts := map[[2]string]int{}
	h.mentions("links-mentions.jsonl", func(url, _, name string, _ int) { counts[[2]string{url, name}]++ })
	truth := map[string]string{}
	for key, n := range counts {
		was := [2]string{key[0], truth[key[0]]}
		if own[key[0]] && (n > counts[was] || n == counts[was] && key[1] < was[1]) {
			truth[key[0]] = key[1]
		}
	}
	return truth
}

// first returns the share of the names for which a page of their own comes first (success@1), and the mean of 1/its place (MRR).
func (h *homePages) first(truth map[string]string, exact bool, flags string) (first, mrr float64) {
	h.sh("people -q -person-pages pages.tsv -o people.tsv " + flags)
	type row struct {
		id       string
		mentions int
		variants []string
	}
	of := map[string][]row{} // by surname
	h.lines("people.tsv", func(line string) {
		f := strings.Split(line, "\t")
		r := row{id: f[0], variants: strings.Split(f[2], "; ")}
		fmt.Sscan(f[3], &r.mentions)
		for _, v := range r.variants {
			if form, ok := people.FormOf(v); ok {
				of[form.Surname] = append(of[form.Surname], r)
			}
		}
	})
	pages := map[string][]string{}
	h.lines("pages.tsv", func(line string) {
		f := strings.Split(line, "\t")
		pages[f[0]] = append(pages[f[0]], f[3])
	})
	own := map[string][]string{} // pages by name: some names have two pages
	for url, name := range truth {
		own[name] = append(own[name], url)
	}
	for name, pagesOf := range own {
		form, _ := people.FormOf(name)
		var best *row // the person whom the name fits; of several the one with the most mentions
		for _, r := range of[form.Surname] {
			fits := slices.ContainsFunc(r.variants, func(v string) bool {
				f, ok := people.FormOf(v)
				return exact && v == name || !exact && ok && f.Surname == form.Surname && people.Fit(f.Given, form.Given)
			})
			if fits && (best == nil || r.mentions > best.mentions) {
				best = &r
			}
		}
		if best == nil {
			h.Logf("%s of %s: no person has this name", pagesOf, name)
			continue
		}
		if i := slices.IndexFunc(pages[best.id], func(url string) bool { return slices.Contains(pagesOf, url) }); i >= 0 {
			mrr += 1 / float64(i+1)
			if i == 0 {
				first++
				continue
			}
		}
		if !exact {
			h.Logf("%s: %s comes first, not %s", name, pages[best.id][0], pagesOf)
		}
	}
	n := float64(len(own))
	return first / n, mrr / n
}

// TestHomePagesOfCrawl: in the bundled crawl, the page of each person comes first, and is the home page. When all these pages are
// taken away, nobody has a home page: -home-score was chosen so.
func TestHomePagesOfCrawl(t *testing.T) {
	t.Parallel()
	crawl, err := filepath.Abs("../testdata/crawl")
	if err != nil {
		t.Fatal(err)
	}
	h := &homePages{T: t, dir: t.TempDir()}
	h.sh(`crawl='` + crawl + `'
		extract-links -alone -anchors "$crawl/site.warc.gz" | dict -alone -rest anchors.txt -dict urls.txt -o crawled.t2
		extract-text -page-ids urls.txt -o docs.jsonl "$crawl/site.warc.gz"
		findnames -q -texts title,headings,text -dict names.txt -doc-lengths doc-lengths.t2 -mentions all.jsonl \
		  -o names.t2 docs.jsonl
		extsort doc-lengths.t2 -o lengths.t2
		"$SCRIPTS"/anchor-documents.sh crawled.t2 urls.txt anchors.txt >links.jsonl
		findnames -q -dict names.txt -mentions links-all.jsonl -o names.t2 links.jsonl
		cut -f 2 "$crawl/people.tsv" | sed 's/.*/"url":"&"/' >own.txt
		for links in "" links-; do grep -vFf own.txt ${links}all.jsonl >${links}others.jsonl; done
		cp "$crawl/people.tsv" own.tsv`)
	own := map[string]string{} // names by URL
	h.lines("own.tsv", func(line string) {
		name, url, _ := strings.Cut(line, "\t")
		own[url] = name
	})
	for _, flags := range []string{"-anchor-mentions links-%s.jsonl -lengths lengths.t2 %[1]s.jsonl", "-lengths lengths.t2 %s.jsonl"} {
		first, _ := h.first(own, false, fmt.Sprintf(flags, "all"))
		home, wrong := 0, 0
		count := func() {
			h.lines("people.tsv", func(line string) {
				f := strings.Split(line, "\t")
				if f[6] != "" && own[f[6]] == f[1] {
					home++
				} else if f[6] != "" && slices.Contains(slices.Collect(maps.Values(own)), f[1]) {
					wrong++
				}
			})
		}
		count()
		if first < 0.98 || home < 59 || wrong > 1 {
			t.Errorf("%s: success@1 %.3f, %d home pages of 60, %d wrong", flags, first, home, wrong)
		}
		t.Logf("%s: success@1 %.3f, %d home pages, %d wrong", flags, first, home, wrong)
		h.sh("people -q -o people.tsv " + fmt.Sprintf(flags, "others"))
		home, wrong = 0, 0
		count()
		if home+wrong > 1 {
			t.Errorf("%s: when the pages of the persons are taken away, %d persons have home pages", flags, home+wrong)
		}
		t.Logf("without their pages: %d", wrong)
	}
}
