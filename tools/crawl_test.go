package tools_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// These tests run the whole chain of scripts/crawl.mk in empty folders, and compare the tables with what is in the crawl.

// crawlMake runs the chain of scripts/crawl.mk with the tools under test and returns what it prints.
func crawlMake(t *testing.T, out string, args ...string) (string, error) {
	t.Helper()
	text, err := crawlCommand(t, out, args...).CombinedOutput()
	return string(text), err
}

func crawlCommand(t *testing.T, out string, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("there is no make: install it")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("make", append([]string{"--no-print-directory", "-f", "-", "OUT=" + out, "TOOLS=" + binDir, "MEMORY=64M"},
		args...)...)
	cmd.Dir = root
	cmd.Stdin = strings.NewReader("all:\ninclude scripts/variables.mk scripts/crawl.mk\n")
	return cmd
}

// crawlSample is a folder with the sample crawl.
func crawlSample(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := small.copyTo(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

var results = []string{
	"urls.txt", "hosts.txt", "links.t2", "links-by-dst.t2", "layers.t2", "numbers.t2", "ranks.t2", "kranks.t2", "tau.txt",
	"pages.parquet", "ranks.parquet", "links.parquet", "anchors.parquet", "hosts.parquet", "about.txt",
	"times.tsv", "report.html",
}

// TestCrawl runs the chain on the sample and on parts of it: what is there is not made again, what fails leaves nothing.
func TestCrawl(t *testing.T) {
	t.Parallel()
	sample, out := crawlSample(t), t.TempDir()
	crawl := "CRAWL=" + filepath.Join(sample, "crawl.warc")
	cmd, said := crawlCommand(t, out, crawl, "-j2", "MEMORY=12M"), &strings.Builder{}
	cmd.Stderr = said
	printed, err := cmd.Output()
	text := string(printed)
	if err != nil || said.Len() > 0 {
		t.Fatalf("on stderr: %s%v\n%s", said, err, text)
	}
	for _, name := range results {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !regexp.MustCompile(`(?m)^  [0-9]+\thttp://h[0-9]+\.test/p[0-9]+\.html\t0\.0`).MatchString(text) {
		t.Errorf("the best pages are not named:\n%s", text)
	}

	steps := regexp.MustCompile(`(?m)^   \$ `)
	if text, err := crawlMake(t, out, crawl); err != nil || len(steps.FindAllString(text, -1)) != 0 {
		t.Errorf("again, with all there: %v\n%s", err, text)
	}
	if err := os.Remove(filepath.Join(out, "ranks.t2")); err != nil {
		t.Fatal(err)
	}
	text, err = crawlMake(t, out, crawl)
	if err != nil || !strings.Contains(text, "PageRank") || strings.Contains(text, "bfs-layers") {
		t.Errorf("again, without the ranks: %v\n%s", err, text)
	}
	if text, err = crawlMake(t, out, crawl, "words", "people"); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	t.Run("queries", func(t *testing.T) { queries(t, out) })
	t.Run("notebook", func(t *testing.T) { notebook(t, out) })
}

// TestDemoCrawl compares what is found in the bundled crawl with what its generator says is in it.
func TestDemoCrawl(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/crawl/facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var facts struct {
		Links    map[string]int
		NoFollow int
		Pages    int
	}
	if err := json.Unmarshal(text, &facts); err != nil {
		t.Fatal(err)
	}
	stats := filepath.Join(t.TempDir(), "stats.json")
	lines, err := exec.Command(filepath.Join(binDir, "extract-links"), "-kinds", "all", "-anchors", "-stats", stats,
		"../testdata/crawl/site.warc.gz").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderrOf(err))
	}
	found := map[string]int{}
	for line := range strings.Lines(string(lines)) {
		found[strings.Split(line, "\t")[2]]++
	}
	if !maps.Equal(found, facts.Links) {
		t.Errorf("links by kind: %v, but there are %v", found, facts.Links)
	}
	var counts struct {
		Pages    int
		NoFollow int `json:"links_nofollow"`
	}
	if text, err = os.ReadFile(stats); err == nil {
		err = json.Unmarshal(text, &counts)
	}
	if err != nil || counts.Pages != facts.Pages || counts.NoFollow != facts.NoFollow {
		t.Errorf("%+v, but there are %d pages and %d links that count for nothing; %v", counts, facts.Pages, facts.NoFollow, err)
	}
}

func TestCrawlFolder(t *testing.T) {
	t.Parallel()
	sample, out := crawlSample(t), t.TempDir()
	site := filepath.Join(sample, "site")
	if err := os.WriteFile(filepath.Join(site, "lonely.html"),
		[]byte("<p>no link leads here, none leads away"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"t\tab.html", "line\nbreak.html", "latin\xe9.html", "latin\xe8.html"} {
		if err := os.WriteFile(filepath.Join(site, name), []byte("<a href=a.html>"), 0o666); err != nil {
			t.Skipf("this file system takes only names in UTF-8: %v", err)
		}
	}
	text, err := crawlMake(t, out, "CRAWL="+site, "BASE=http://a.test/")
	if err != nil || !strings.Contains(text, "http://a.test/a.html") {
		t.Errorf("%v\n%s", err, text)
	}
	urls, err := os.ReadFile(filepath.Join(out, "urls.txt"))
	if pages := pagesOf(t, out); err != nil || !strings.Contains(string(urls), "/lonely.html\n") ||
		len(pages) != strings.Count(string(urls), "\n") {
		t.Errorf("%d pages in the table, URLs\n%s%v", len(pages), urls, err)
	}
	for _, name := range []string{"t%09ab", "line%0Abreak", "latin%E9", "latin%E8"} {
		if !strings.Contains(string(urls), "http://a.test/"+name+".html\n") {
			t.Errorf("%s is not among the URLs\n%s", name, urls)
		}
	}
}

func TestCrawlDamaged(t *testing.T) {
	t.Parallel()
	sample, out := crawlSample(t), t.TempDir()
	whole, err := os.ReadFile(filepath.Join(sample, "crawl.warc"))
	if err != nil {
		t.Fatal(err)
	}
	cut, list := filepath.Join(sample, "cut.warc"), filepath.Join(sample, "list.txt")
	if err := os.WriteFile(cut, whole[:len(whole)-7], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(list, []byte(cut+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"the first time", "again"} {
		text, err := crawlMake(t, out, "CRAWL="+list)
		if err == nil || !strings.Contains(text, "\nincomplete: extract-links: "+cut+": skipped 1: ") ||
			!strings.Contains(text, "Error 3") {
			t.Errorf("a crawl that was cut off, %s: %v\n%s", when, err, text)
		}
	}
	for _, name := range results {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Errorf("of a crawl that was cut off: %v", err)
		}
	}
	other := t.TempDir()
	text, err := crawlMake(t, other, "CRAWL="+filepath.Join(sample, "links.t2"))
	if err == nil || !strings.Contains(text, "is neither WARC nor ARC") {
		t.Errorf("no crawl: %v\n%s", err, text)
	}
	for _, name := range results {
		if _, err := os.Stat(filepath.Join(other, name)); err == nil {
			t.Errorf("of no crawl there is %s", name)
		}
	}
}

// TestCrawlTables compares the tables with what warcio, node, DuckDB and igraph find in the archive.
func TestCrawlTables(t *testing.T) {
	t.Parallel()
	home := filepath.Join("..", "build", "warcio")
	for _, module := range []string{"../build/duckdb/node_modules/@duckdb", home + "/node_modules/warcio"} {
		if _, err := os.Stat(module); err != nil {
			t.Skip("DuckDB or warcio is not in build: .ci/run installs them there")
		}
	}
	archive, err := filepath.Abs("../testdata/crawl/site.warc.gz")
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if text, err := crawlMake(t, out, "CRAWL="+archive); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	cmd := exec.Command("node", "../../scripts/check-crawl.mjs", out, archive)
	cmd.Dir = home
	if text, err := cmd.Output(); err != nil || strings.Count(string(text), " equal\n") != 8 {
		t.Errorf("%v\n%s%s", err, text, stderrOf(err))
	}
}

// TestCrawlAnswers: of several answers for a page the best one counts, whatever their order; of two as good ones the first.
func TestCrawlAnswers(t *testing.T) {
	t.Parallel()
	record := func(kind, url, content string) string {
		mime := "application/http; msgtype=response"
		if kind == "resource" {
			mime = "text/html"
		}
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			kind, url, mime, len(content), content)
	}
	page := func(status, title string) string {
		return "HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\n\r\n<title>" + title +
			"</title><a href=http://a.test/>a</a>"
	}
	const head = "\r\nContent-Type: text/html\r\n\r\n"
	others := []string{
		record("resource", "URL", "<title>resource</title><a href=http://a.test/>"),
		record("revisit", "URL", "HTTP/1.1 200 OK"+head),
		record("response", "URL", page("404 Not Found", "no")), record("response", "URL", "HTTP/1.1 100 Continue"+head),
		record("revisit", "URL", ""), record("response", "URL", "garbage"), record("response", "URL", page("200 OK", "second")),
	}
	var crawl strings.Builder
	for i, other := range others {
		best := record("response", "URL", page("200 OK", "best"))
		for k, pair := range [][2]string{{best, other}, {other, best}} {
			crawl.WriteString(strings.ReplaceAll(pair[0]+pair[1], "URL", fmt.Sprintf("http://a.test/%d-%d", i, k)))
		}
	}
	dir, out := t.TempDir(), t.TempDir()
	newFile(t, filepath.Join(dir, "a  b.warc"), crawl.String())
	chain(t, out, "CRAWL="+filepath.Join(dir, "a  b.warc"))
	about, err := os.ReadFile(filepath.Join(out, "about.txt"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(about)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[1] == "false" {
			continue
		}
		found++
		want := "best"
		if f[0] == fmt.Sprintf("http://a.test/%d-1", len(others)-1) {
			want = "second"
		}
		if f[2] != "200" || f[6] != want || f[8] != filepath.Join(dir, "a  b.warc") {
			t.Errorf("%q", f)
		}
	}
	if found != 2*len(others) {
		t.Errorf("%d pages were fetched, not %d\n%s", found, 2*len(others), about)
	}
}

// notebook runs the cells of the notebook on the results, in Python.
func notebook(t *testing.T, out string) {
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import duckdb, pandas, matplotlib").Run() == nil {
			python = name
		}
	}
	if python == "" {
		t.Skip("there is no Python with duckdb, pandas and matplotlib: pip install them")
	}
	code := "import matplotlib; matplotlib.use('agg')\n"
	for _, source := range cells(t) {
		code += source + "\n"
	}
	here := strings.Replace(code, `out = "out/crawl"`, "out = r'"+out+"'", 1)
	if here == code {
		t.Fatal("no cell says where the results are")
	}
	if text, err := exec.Command(python, "-c", here).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// cells are the cells of code of the notebook.
func cells(t *testing.T) (sources []string) {
	text, err := os.ReadFile("../scripts/notebook/pages.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var book struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source []string
		}
	}
	if err := json.Unmarshal(text, &book); err != nil {
		t.Fatal(err)
	}
	for _, cell := range book.Cells {
		if cell.Type == "code" {
			sources = append(sources, strings.Join(cell.Source, ""))
		}
	}
	return sources
}

// queries runs the queries of scripts/notebook on the results, in DuckDB.
func queries(t *testing.T, out string) {
	home := filepath.Join("..", "build", "duckdb")
	if _, err := os.Stat(filepath.Join(home, "node_modules", "@duckdb")); err != nil {
		t.Skip("DuckDB is not in build/duckdb: .ci/run installs it there")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run DuckDB: install nodejs")
	}
	sql, err := os.ReadFile("../scripts/notebook/pages.sql")
	if err != nil {
		t.Fatal(err)
	}
	queries := strings.Split(strings.TrimSpace(string(sql)), ";\n")
	for _, cell := range cells(t) {
		if _, rest, ok := strings.Cut(cell, `"""`); ok {
			query, _, _ := strings.Cut(rest, `"""`)
			queries = append(queries, query)
		}
	}
	if len(queries) < 10 {
		t.Fatalf("only %d queries found", len(queries))
	}
	cmd := exec.Command("node", "--input-type=module", "-e", `
import { DuckDBInstance } from '@duckdb/node-api';
const c = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
await c.run("set file_search_path = '" + process.argv[1] + "'");
const rows = [];
for (const q of JSON.parse(process.argv[2])) rows.push((await c.runAndReadAll(q)).getRowsJson());
console.log(JSON.stringify(rows));`, out, string(must(json.Marshal(queries))))
	cmd.Dir = home
	answer, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderrOf(err))
	}
	var rows [][][]any
	if err := json.Unmarshal(answer, &rows); err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if len(r) == 0 {
			t.Errorf("no rows: %s", queries[i])
		}
	}
	if pages := rows[0][0][0]; pages != "997" {
		t.Errorf("%v pages, not 997, two of them without any link", pages)
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err) // of a list of strings
	}
	return b
}

func stderrOf(err error) []byte {
	if e, ok := err.(*exec.ExitError); ok {
		return e.Stderr
	}
	return nil
}
