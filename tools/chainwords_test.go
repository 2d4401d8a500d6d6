package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// These tests run the goals of the chain that read texts: words, people and content.

// TestCrawlWordsOfNothing: where no page has a text, there are no words, and it is said why.
func TestCrawlWordsOfNothing(t *testing.T) {
	t.Parallel()
	crawl := filepath.Join(t.TempDir(), "crawl.warc")
	if err := os.WriteFile(crawl, []byte(strings.ReplaceAll(response("x"), "text/html", "image/png")), 0o666); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	text, err := crawlMake(t, out, "CRAWL="+crawl, "words", "crawl")
	if err == nil || !strings.Contains(text, "0 of 1 document gave links: not HTML (1)") || strings.Contains(text, "-h)") {
		t.Errorf("%v\n%s", err, text)
	}
	for _, name := range []string{"host-terms.parquet", "report.html"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestCrawlWords: the words, the persons and the main content of a crawl are made when they are asked for, the words from the
// pages alone whatever the flags for links, and do not stay behind when another crawl uses the folder.
func TestCrawlWords(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	args = append(args, "EXTRACT=--nofollow=drop -kinds a,area -noscript", "words")
	clean, out := t.TempDir(), t.TempDir()
	chain(t, clean, append(args, "people", "content")...)
	pages, err := exec.Command(filepath.Join(binDir, "tuples"), "-to", "text", filepath.Join(clean, "lengths.t2")).Output()
	if err != nil || string(pages) != "0\t1\n1\t1\n2\t3\n3\t7\n" {
		t.Errorf("%v; the lengths of pages are %q", err, pages)
	}
	none := func(names ...string) {
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(out, name)); err == nil {
				t.Errorf("%s of another crawl is left", name)
			}
		}
	}
	other := "CRAWL=" + filepath.Join(crawlSample(t), someCrawl)
	chain(t, out, other, "words", "people", "content", "crawl")
	chain(t, out, args...)
	none("links.t2", "links.parquet", "ranks.t2", "pagerank.json", "pages.parquet", "hosts.parquet", "top.txt", "report.html")
	chain(t, out, other)
	none("documents.parquet", "words.json", "words.txt", "growth.tsv", "document-frequencies.t2", "names.txt",
		"people.parquet", "host-people.parquet", "content.parquet")
	text := chain(t, out, append(args, "people", "content", "crawl")...)
	if page, err := os.ReadFile(filepath.Join(out, "report.html")); err != nil || !strings.Contains(string(page), `id="words"`) ||
		!strings.Contains(string(page), `id="content"`) {
		t.Errorf("the report does not speak of words and content: %v", err)
	}
	for _, name := range []string{"documents.parquet", "words.txt", "lengths.t2", "postings.t3", "positions.t3",
		"weights.t3", "top-terms.parquet", "host-terms.parquet", "growth.tsv", "frequencies.t2", "text-lengths.t2",
		"people.parquet", "person-pages.parquet", "host-people.parquet", "content.parquet"} {
		want, err := os.ReadFile(filepath.Join(clean, name))
		if got, e := os.ReadFile(filepath.Join(out, name)); err != nil || e != nil ||
			string(got) != string(want) || len(got) == 0 {
			t.Errorf("%s is not that of a clean run: %d bytes, not %d; %v %v\n%s", name, len(got), len(want), err, e, text)
		}
	}
}

// TestCrawlWordsOfDamaged: what the words of a damaged crawl lack is not said of a sound crawl that uses the folder after it.
func TestCrawlWordsOfDamaged(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	cut, sound := filepath.Join(dir, "cut.warc"), filepath.Join(dir, "sound.warc")
	page := answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=x>some words")
	newFile(t, cut, page+page[:len(page)-8])
	newFile(t, sound, page)
	text, err := crawlMake(t, out, "CRAWL="+cut, "words", "crawl")
	for _, tool := range []string{"extract-links", "extract-text"} {
		if want := "incomplete: " + tool + ": " + cut + ": skipped 1: cut off"; err == nil || !strings.Contains(text, want) {
			t.Fatalf("the damaged crawl: %v, without %q\n%s", err, want, text)
		}
	}
	chain(t, out, "CRAWL="+sound)
	chain(t, out, "CRAWL="+sound)
	if text, err = crawlMake(t, out, "CRAWL="+cut); err == nil || strings.Contains(text, "incomplete: extract-text: ") {
		t.Errorf("the damaged crawl again, without words: %v\n%s", err, text)
	}
}

// TestCrawlNotes: a line says that pages have several answers, and one that most pages have no layer. That a small crawl has no
// words of hosts is not said in terms of flags that nobody gave.
func TestCrawlNotes(t *testing.T) {
	t.Parallel()
	crawl := filepath.Join(t.TempDir(), "crawl.warc")
	const html = "Content-Type: text/html\r\n"
	page := answered("http://a.test/", html, "<a href=x>some words")
	newFile(t, crawl, page+page+answered("http://b.test/", html, "<a href=1>1<a href=2>2<a href=3>3"))
	text := chain(t, t.TempDir(), "CRAWL="+crawl, "words", "content", "crawl")
	for _, want := range []string{"documents.parquet for the first; pages with several: 1\n",
		"make: 4 of 6 known pages have no layer, since no links lead to them from http://a.test/: SEED chooses another page\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	site := filepath.Join(t.TempDir(), "site")
	for _, name := range []string{"index", "a/index", "a/1", "a/2", "a/3"} {
		newFile(t, filepath.Join(site, name+".html"), "<a href=/a/>a</a>")
	}
	folder := chain(t, t.TempDir(), "CRAWL="+site, "BASE=http://a.test/", "crawl")
	if !strings.Contains(folder, " from http://a.test/index.html: EXTRACT='-index index.html' or SEED may help\n") {
		t.Errorf("it does not say what to do:\n%s", folder)
	}
	site = filepath.Join(t.TempDir(), "site")
	newFile(t, filepath.Join(site, "a.txt"), "no page")
	said, err := crawlMake(t, t.TempDir(), "CRAWL="+site, "BASE=http://a.test/")
	if err == nil || strings.Contains(said, "BASE=") || !strings.Contains(said, ": 0 of 1 document gave links: not HTML (1)\n") {
		t.Errorf("a folder without pages: %v\n%s", err, said)
	}
	site = filepath.Join(t.TempDir(), "site")
	for _, name := range []string{"1.html", "2.html"} {
		newFile(t, filepath.Join(site, name), "<a href=http://real.test/2.html>2</a><a href='#top'>top</a>")
	}
	for base, want := range map[string]string{"http://real.test/": "",
		"http://wrong.test/": "no links lead from http://wrong.test/1.html to another file of the folder: is BASE=http://wrong.test/ right?"} {
		folder := chain(t, t.TempDir(), "CRAWL="+site, "BASE="+base, "crawl")
		if !strings.Contains(folder, want) || want == "" && strings.Contains(folder, "make: no links") {
			t.Errorf("BASE=%s: %s", base, folder)
		}
	}
	const empty = "tfidf: warning: none of 3 terms is left by -min-df, -max-df, -min-count and -most\n" // top-terms and host-terms
	if n := strings.Count(text, empty); n == 0 || n != strings.Count(text, "warning") {
		t.Errorf("the warnings are not that tables are empty:\n%s", text)
	}
}

// TestCrawlWordless: pages without words are pages: a word on half of all is among the top terms, with the weight by all of them.
func TestCrawlWordless(t *testing.T) {
	t.Parallel()
	dir, out := filepath.Join(t.TempDir(), "site"), t.TempDir()
	for name, text := range map[string]string{"1": "alpha beta", "2": "alpha gamma", "3": "delta", "4": "<img src=x>"} {
		newFile(t, filepath.Join(dir, name+".html"), "<p>"+text)
	}
	chain(t, out, "CRAWL="+dir, "BASE=http://a.test/", "top-terms.parquet", "weights.t3")
	const want = "0\t0\t1\n0\t1\t2\n1\t0\t1\n1\t3\t2\n2\t2\t2\n" // alpha, beta, delta, gamma
	for name, columns := range map[string]string{"top-terms.parquet": "id,term,weight", "weights.t3": "id,term,weight:f32"} {
		args := []string{"-columns", columns, "-to", "text", filepath.Join(out, name)}
		got, err := exec.Command(filepath.Join(binDir, "tuples"), args...).CombinedOutput()
		if err != nil || string(got) != want {
			t.Errorf("%s: %v, %q", name, err, got)
		}
	}
}

// TestCrawlReportWaits: the report is made after all words and persons that are asked for with it.
func TestCrawlReportWaits(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	for goals, step := range map[string]string{"report.html words": "positions.t3", "report.html counts.t3": "positions.t3",
		"crawl words.txt": "positions.t3", "crawl people": "people.parquet", "crawl content": "content.parquet",
		"crawl navigation": "sitemap.jsonl", "report.html sitemap.xml": "sitemap.jsonl",
		"report.html person-pages.parquet words": "people.parquet",
		"crawl unico":                            "to-judge.tsv", "crawl unico JUDGED=x": "relevant.parquet"} {
		text, err := crawlCommand(t, t.TempDir(), append(append(args, "-n"), strings.Fields(goals)...)...).CombinedOutput()
		report, words := strings.Index(string(text), `step.sh" report.html `), strings.Index(string(text), `step.sh" `+step+" ")
		if err != nil || words < 0 || report < words {
			t.Errorf("%s: the report is at %d of what make does, %s at %d: %v", goals, report, step, words, err)
		}
	}
}

// TestCrawlReportStays: where a dictionary was changed by hand, the report is made of what is left, and stays.
func TestCrawlReportStays(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out := t.TempDir()
	chain(t, out, append(args, "crawl", "words")...)
	touched := time.Now().Add(time.Second)
	if err := os.Chtimes(filepath.Join(out, "words.txt"), touched, touched); err != nil {
		t.Fatal(err)
	}
	text := chain(t, out, args...)
	const want = "make: removed, because words.txt has changed: top-terms.parquet host-terms.parquet; the next make words crawl "
	if said := removals(text); len(said) != 1 || !strings.HasPrefix(said[0], want) {
		t.Errorf("%q, not %q…", said, want)
	}
	if _, err := os.Stat(filepath.Join(out, "report.html")); err != nil || !strings.Contains(text, "For a browser: ") {
		t.Errorf("there is no report: %v\n%s", err, text)
	}
	if text := chain(t, out, args...); strings.Contains(text, "   $ ") {
		t.Errorf("the next run changes something:\n%s", text)
	}
}

// TestCrawlExtract: the tools that read the crawl again get those flags of EXTRACT that they have, as the manuals say.
func TestCrawlExtract(t *testing.T) {
	t.Parallel()
	flagLine := regexp.MustCompile(`(?m)^  -([A-Za-z][\w-]*)( [A-Z]+)?  `)
	manual := func(tool string) (flags [][]string) {
		text, err := exec.Command(filepath.Join(binDir, tool), "-h").Output()
		if flags = flagLine.FindAllStringSubmatch(string(text), -1); err != nil || len(flags) < 10 {
			t.Fatalf("the manual of %s has the flags %v: %v", tool, flags, err)
		}
		return flags
	}
	for _, tool := range []string{"extract-text", "main-content", "link-groups"} {
		has := map[string]bool{}
		for _, f := range manual(tool) {
			has[f[1]] = true
		}
		given, want := []string{"/a b.warc"}, []string{"/a b.warc"}
		for _, f := range manual("extract-links") {
			forms := [][]string{{"-" + f[1]}, {"--" + f[1]}}
			if f[2] != "" {
				forms = append(forms[:0], []string{"-" + f[1], "a value"}, []string{"--" + f[1], "-main"},
					[]string{"-" + f[1] + "=x"}, []string{"--" + f[1] + "=a -b=c"})
			}
			for _, form := range forms {
				given = append(given, form...)
				if has[f[1]] {
					want = append(want, form...)
				}
			}
		}
		cmd := exec.Command("bash", append([]string{"-c", `. ../scripts/step.sh
			input=("${@:2}"); texts "$1" && printf '%s\n' "${texts[@]}"`, "bash", tool}, given...)...)
		cmd.Env = withTools()
		got, err := cmd.CombinedOutput()
		if err != nil || string(got) != strings.Join(want, "\n")+"\n" {
			t.Errorf("%s: %v; it gets\n%s\nnot\n%s", tool, err, got, strings.Join(want, "\n"))
		}
	}
	_, args := site(t)
	args = append(args, "EXTRACT=-main -noscript -max=100K -kinds a", "documents.parquet", "content", "navigation")
	text := chain(t, t.TempDir(), args...)
	for tool, want := range map[string]string{"extract-links": "-main -noscript -max=100K -kinds a -nofollow mark -dir ",
		"extract-text": "-main -max=100K -dir ", "main-content": "-max=100K -dir ", "link-groups": "-noscript -max=100K -dir "} {
		command := regexp.MustCompile(`(?m)^   \$ ` + tool + ` .*\.(?:json|parquet) (-.*)$`).FindStringSubmatch(text)
		if command == nil || !strings.HasPrefix(command[1], want) {
			t.Errorf("the flags of %s are not %q: %q", tool, want, command)
		}
	}
}
