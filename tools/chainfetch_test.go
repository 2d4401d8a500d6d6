package tools_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"webmill/pkg/madewebs"
)

// These tests run the chain on folders of fetch, which grow.

// fetched crawls the bundled site by fetch, into some archives.
func fetched(t *testing.T, dir string, args ...string) {
	t.Helper()
	const flags = "-q -replay ../testdata/crawl/site.warc.gz -scope all -archive-size 400K https://www.uni-lindenau.example/ -state"
	cmd := exec.Command(filepath.Join(binDir, "fetch"), append(append(strings.Fields(flags), dir), args...)...)
	if text, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v\n%s", err, text)
	}
}

// contents reads files that are there.
func contents(t *testing.T, names ...string) (all []byte) {
	t.Helper()
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return all
}

// TestCrawlOfFetch: a folder of fetch is read as its archives are, and its log is in the results and in the report.
func TestCrawlOfFetch(t *testing.T) {
	t.Parallel()
	dir, out, clean := filepath.Join(t.TempDir(), "a crawl"), t.TempDir(), t.TempDir()
	fetched(t, dir, "-rejected", filepath.Join(dir, "rejected.tsv"))
	text := chain(t, out, "CRAWL="+dir+"/")
	if strings.Contains(text, "make: CRAWL:") {
		t.Errorf("of a crawl that is finished it says\n%s", text)
	}
	archives, err := filepath.Glob(filepath.Join(dir, "crawl-*.warc.gz"))
	if err != nil || len(archives) < 4 {
		t.Fatalf("%v, %v", archives, err)
	}
	chain(t, clean, `CRAWL="`+strings.Join(archives, `" "`)+`"`)
	for _, name := range []string{"crawl.jsonl", "rejected.tsv"} {
		if !bytes.Equal(contents(t, filepath.Join(out, name)), contents(t, filepath.Join(dir, name))) {
			t.Errorf("%s is not that of the crawl", name)
		}
		if err := os.Rename(filepath.Join(out, name), filepath.Join(dir, "old "+name)); err != nil {
			t.Fatal(err)
		}
	}
	sameResults(t, out, clean)
	page := string(contents(t, filepath.Join(out, "report.html")))
	if !strings.Contains(page, `<section id="log"`) || !strings.Contains(page, "The hosts with the most links that were not ") {
		t.Error("the report says nothing of the log")
	}
	if strings.Contains(string(contents(t, filepath.Join(clean, "report.html"))), `<section id="log"`) {
		t.Error("without a log there is a section about it")
	}

	if text := chain(t, out, "CRAWL="+dir); strings.Count(text, "   $ ") != 3 {
		t.Errorf("without the log and the table, not these two and the report are made:\n%s", text)
	}
	if text := chain(t, out, "CRAWL="+dir); strings.Contains(text, "   $ ") {
		t.Errorf("made again without need:\n%s", text)
	}
	// Another time of the log changes neither links nor ranks.
	if err := os.Chtimes(filepath.Join(dir, "crawl.jsonl"), time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	if text := chain(t, out, "CRAWL="+dir); strings.Count(text, "   $ ") != 2 || !strings.Contains(text, "the report (again: ") {
		t.Errorf("after a change of the log:\n%s", text)
	}
	// The table that is gone is no result any more, nor is the log of a crawl without one.
	if err := os.Remove(filepath.Join(dir, "rejected.tsv")); err != nil {
		t.Fatal(err)
	}
	if text := chain(t, out, "CRAWL="+dir); strings.Count(text, "   $ ") != 1 {
		t.Errorf("without the table:\n%s", text)
	}
	chain(t, out, `CRAWL="`+strings.Join(archives, `" "`)+`"`)
	sameResults(t, out, clean)
}

// TestCrawlOfFetchGrew: a crawl that is not finished is used, and said to be so. When it has gone on, the results are those of a
// clean run, and the links of archives that have not changed are not read again.
func TestCrawlOfFetchGrew(t *testing.T) {
	t.Parallel()
	dir, out, clean := filepath.Join(t.TempDir(), "crawl"), t.TempDir(), t.TempDir()
	fetched(t, dir, "-max-pages", "300")
	args := []string{"CRAWL=" + dir, "crawl.jsonl", "ranks.t2"}
	text := chain(t, out, args...)
	if !strings.Contains(text, "make: CRAWL: "+dir+" is not finished, ") || strings.Contains(text, "incomplete") {
		t.Errorf("of a crawl that is not finished it says\n%s", text)
	}
	parts, err := filepath.Glob(filepath.Join(out, "parts", "*"))
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	old := map[string]time.Time{}
	for _, name := range parts {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		old[name] = info.ModTime()
	}
	fetched(t, dir)
	text = chain(t, out, args...)
	const other = "was made from another crawl or with other flags (then "
	if !strings.Contains(text, other+dir+"/crawl-0000") || strings.Contains(text, "make: CRAWL:") {
		t.Errorf("of a crawl that has grown it says\n%s", text)
	}
	same := 0
	for name, then := range old {
		if info, err := os.Stat(name); err == nil && info.ModTime().Equal(then) {
			same++
		}
	}
	if same == 0 {
		t.Errorf("all archives were read again: %v", parts)
	}
	chain(t, clean, args...)
	sameResults(t, out, clean)
}

// TestCrawlOfFetchKilled: after fetch was killed, the crawl is read as far as its log goes, however much more its files hold.
func TestCrawlOfFetchKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("not with -short: TestCrawlOfFetchAtWork tries nearly the same; run " +
			"go test ./tools -run TestCrawlOfFetchKilled, or make soak")
	}
	dir, out, clean := filepath.Join(t.TempDir(), "crawl"), t.TempDir(), t.TempDir()
	fetched(t, dir, "-max-pages", "300")
	links := []string{"CRAWL=" + dir, "links.t2", "crawl.jsonl"}
	chain(t, clean, links...)
	log := filepath.Join(dir, "crawl.jsonl")
	lines := contents(t, log)
	end := bytes.LastIndexByte(lines[:len(lines)-1], '\n') + 1 // of the lines before the one that says that the run has ended
	archives, err := filepath.Glob(filepath.Join(dir, "crawl-*.warc.gz"))
	if err != nil || len(archives) < 2 {
		t.Fatal(archives, err)
	}
	last := archives[len(archives)-1]
	half := string(contents(t, archives[0])[:900]) // a record, and a part of another one
	for name, tail := range map[string]string{
		"nothing more": "", "a line that is cut": `{"time":"2026`, "zeros": strings.Repeat("\x00", 5000),
		"a line of zeros that is cut": "\x00\x00",
	} {
		newFile(t, log, string(lines[:end])+tail)
		newFile(t, last, string(contents(t, last))+half)
		newFile(t, filepath.Join(dir, "crawl-99999.warc.gz"), half)
		text := chain(t, out, links...)
		if strings.Count(text, "make: CRAWL: "+dir+" has not ended, ") != 1 {
			t.Errorf("%s: it says\n%s", name, text)
		}
		for _, result := range []string{"links.t2", "urls.txt"} {
			if !bytes.Equal(contents(t, filepath.Join(out, result)), contents(t, filepath.Join(clean, result))) {
				t.Errorf("%s: %s is not that of the crawl as far as its log goes", name, result)
			}
		}
		if got := contents(t, filepath.Join(out, "crawl.jsonl")); !bytes.Equal(got, lines[:end]) {
			t.Errorf("%s: the log has %d bytes, not %d", name, len(got), end)
		}
		if text := chain(t, out, links...); strings.Contains(text, "   $ ") {
			t.Errorf("%s: made again without need:\n%s", name, text)
		}
	}
	fetched(t, dir) // goes on
	if text := chain(t, out, links...); strings.Contains(text, "make: CRAWL:") {
		t.Errorf("when it is finished it says\n%s", text)
	}
	chain(t, clean, links...)
	sameResults(t, out, clean)
}

// TestCrawlOfFetchAtWork: while fetch is at work, and after it was killed there, all steps of a run read the same answers, which
// are those of the log. When it has gone on to the end, all pages of the web are there.
func TestCrawlOfFetchAtWork(t *testing.T) {
	t.Parallel()
	const pages = 1200
	web, err := madewebs.Serve(madewebs.Flat(pages, 3000), madewebs.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	dir, out := filepath.Join(t.TempDir(), "crawl"), t.TempDir()
	crawler := func(more ...string) *exec.Cmd {
		args := strings.Fields("-q -delay 0 -slow 0 -per-host 4 -archive-size 1M http://flat.example/ -resolve " +
			web.Addr().String())
		return exec.Command(filepath.Join(binDir, "fetch"), append(append(args, "-state", dir), more...)...)
	}
	slow := crawler("-max-rate", "200")
	if err := slow.Start(); err != nil {
		t.Fatal(err)
	}
	defer slow.Wait()
	defer slow.Process.Kill()
	log := filepath.Join(dir, "crawl.jsonl")
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(log); err == nil && bytes.Count(text, []byte("\n")) > 60 {
			break
		}
		if time.Since(began) > 20*time.Second {
			t.Fatal("the crawl does not grow")
		}
	}
	const notEnded = " has not ended, fetch is at work there or was killed: it is read as far as its log goes\n"
	first := pagesRead(t, dir, out, notEnded)
	slow.Process.Kill()
	slow.Wait()
	second := pagesRead(t, dir, out, notEnded)
	if first < 50 || second < first || second >= pages {
		t.Errorf("%d pages at work, %d when it was killed", first, second)
	}
	if text, err := crawler().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if n := pagesRead(t, dir, out, ""); n != pages {
		t.Errorf("%d pages in the end, not %d", n, pages)
	}
}

// pagesRead runs the steps of the chain that read archives, and returns how many pages they found.
func pagesRead(t *testing.T, dir, out, want string) int {
	t.Helper()
	text := chain(t, out, "CRAWL="+dir, "documents.parquet", "crawl.jsonl")
	if want != "" && !strings.Contains(text, want) || want == "" && strings.Contains(text, "make: CRAWL") {
		t.Errorf("it does not say %q:\n%s", want, text)
	}
	var links struct{ Documents, Pages int }
	var texts struct {
		Rows int `json:"rows_out"`
	}
	for name, v := range map[string]any{"extract.json": &links, "documents.json": &texts} {
		if err := json.Unmarshal(contents(t, filepath.Join(out, name)), v); err != nil {
			t.Fatal(err)
		}
	}
	stored := bytes.Count(contents(t, filepath.Join(out, "crawl.jsonl")), []byte(`,"archive":"`))
	if links.Documents != stored || links.Pages != texts.Rows {
		t.Errorf("%d answers in the log, %d documents, %d pages with links, %d with texts", stored, links.Documents,
			links.Pages, texts.Rows)
	}
	return links.Pages
}

// robotsAlone is a folder of fetch that has robots.txt and no page. Its log begins with a line.
func robotsAlone(t *testing.T, line string) string {
	dir := filepath.Join(t.TempDir(), "none")
	newFile(t, filepath.Join(dir, "crawl-00001.warc.gz"), "")
	newFile(t, filepath.Join(dir, "crawl.jsonl"), line+"\n"+`{"kind":"robots","url":"http://a.test/robots.txt","outcome":"ok",`+
		`"archive":"crawl-00001.warc.gz","offset":5,"length":9,"first":1}`+"\n"+
		`{"url":"http://a.test/","outcome":"robots","id":1}`+"\n")
	return dir
}

// TestCrawlOfFetchRefused: a folder of fetch without archives, without some of them, or with what is for other crawls.
func TestCrawlOfFetchRefused(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "crawl")
	fetched(t, dir, "-max-pages", "300")
	temp := t.TempDir()
	empty, nothing := filepath.Join(temp, "empty"), filepath.Join(temp, "nothing")
	log, _, _ := bytes.Cut(contents(t, filepath.Join(dir, "crawl.jsonl")), []byte("\n"))
	newFile(t, filepath.Join(empty, "crawl.jsonl"), string(log)+"\n")
	newFile(t, filepath.Join(nothing, "crawl.jsonl"), "")
	several := t.TempDir()
	newFile(t, filepath.Join(several, "Q1", "crawl.jsonl"), "")
	_, site := site(t)
	since, none := filepath.Join(temp, "since"), robotsAlone(t, string(log))
	if err := os.CopyFS(since, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(since, "crawl.jsonl")
	newFile(t, name, strings.ReplaceAll(string(contents(t, name)), `"outcome":"ok"`, `"outcome":"unchanged"`))
	before := "of the crawl before (fetch -since): write CRAWL='" + since + "/crawl-*.warc.gz EARLIER/crawl-*.warc.gz', the newer"
	for args, want := range map[string]string{
		"CRAWL=" + since: before, "CRAWL=" + since + "/crawl-*.warc.gz": before,
		"CRAWL=" + empty: "make: CRAWL: " + empty + " is a crawl of fetch that has no archive yet\n",
		"CRAWL=" + none:  " is a crawl of fetch that has no page yet: report -o report.html " + none + " says why\n",
		"CRAWL=" + several: "is a folder of crawls of fetch: write CRAWL='" + several +
			"/*/crawl-*.warc.gz', or ",
		"CRAWL=" + nothing: "make: CRAWL: " + nothing +
			" is a crawl of fetch that has no archive yet\n",
		"CRAWL=" + dir +
			" BASE=http://a.test/": "make: BASE=http://a.test/ is the URL of a folder of files, and archives name their URLs",
		"CRAWL=" + dir +
			" rejected.tsv": "make: rejected.tsv: only a folder of fetch can have it, and this one has none\n",
		"CRAWL=testdata/crawl/site.warc.gz crawl.jsonl":         "make: crawl.jsonl: only a folder of fetch can have it",
		strings.ReplaceAll(site[0], " ", `\ `) + " crawl.jsonl": "make: crawl.jsonl: only a folder of fetch can have it",
		"CRAWL=" + dir + " OUT=" + dir + "/out":                 "is in the folder of CRAWL",
	} {
		var list []string
		for _, arg := range strings.Split(strings.ReplaceAll(args, `\ `, "\x00"), " ") {
			list = append(list, strings.ReplaceAll(arg, "\x00", " "))
		}
		text, err := crawlMake(t, t.TempDir(), list...)
		if err == nil || !strings.Contains(text, want) || strings.Contains(text, "   $ ") {
			t.Errorf("%s: %v\n%s", args, err, text)
		}
	}
	if err := os.Remove(filepath.Join(dir, "crawl-00001.warc.gz")); err != nil {
		t.Fatal(err)
	}
	text, err := crawlMake(t, t.TempDir(), "CRAWL="+dir, "links.t2")
	if err == nil || !strings.Contains(text, "Error 3") ||
		strings.Count(text, "incomplete: 1 archive of the list is missing: "+dir+"/crawl-00001.warc.gz\n") != 2 {
		t.Errorf("without an archive: %v\n%s", err, text)
	}
	for n := range 10 {
		os.Remove(filepath.Join(dir, "crawl-0000"+strconv.Itoa(n)+".warc.gz"))
	}
	text, err = crawlMake(t, t.TempDir(), "CRAWL="+dir)
	if err == nil || !strings.Contains(text, "make: CRAWL: "+dir+" is a crawl of fetch whose archives are missing\n") {
		t.Errorf("without all archives: %v\n%s", err, text)
	}
}

// TestCrawlOfFetchLater: archives of fetch -since alone are refused, by a list too. With those of the crawl before they are read.
func TestCrawlOfFetchLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=x>words")
	later, earlier := filepath.Join(dir, "later", "crawl-1.warc"), filepath.Join(dir, "earlier", "crawl-1.warc")
	newFile(t, later, page)
	newFile(t, filepath.Join(dir, "later", "crawl.jsonl"), `{"url":"http://a.test/x","outcome":"unchanged"}`+"\n")
	newFile(t, earlier, page)
	newFile(t, filepath.Join(dir, "earlier", "crawl.jsonl"), `{"url":"http://a.test/x","outcome":"ok"}`+"\n")
	list, both := filepath.Join(dir, "list.txt"), filepath.Join(dir, "both.txt")
	newFile(t, list, later+"\n")
	newFile(t, both, later+"\n"+earlier+"\n")
	advice := "of the crawl before (fetch -since): write CRAWL='" + dir + "/later/crawl-*.warc.gz EARLIER/"
	for _, crawl := range []string{later, list} {
		text, err := crawlMake(t, t.TempDir(), "CRAWL="+crawl)
		if err == nil || !strings.Contains(text, advice) {
			t.Errorf("%s: %v\n%s", crawl, err, text)
		}
	}
	chain(t, t.TempDir(), "CRAWL="+both, "links.t2")
	chain(t, t.TempDir(), "CRAWL="+later+" "+earlier, "links.t2")
}

// TestCrawlLacking: if only an earlier crawl has the content of pages, their revisits show it, or the log of the later crawl,
// which did not ask for them.
func TestCrawlLacking(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const html = "Content-Type: text/html\r\n"
	const revisit = "WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://a.test/%s\r\nContent-Type: application/http\r\n" +
		"Content-Length: 29\r\n\r\nHTTP/1.1 304 Not Modified\r\n\r\n\r\n\r\n"
	file := func(name, text string) string {
		newFile(t, filepath.Join(dir, name), text)
		return filepath.Join(dir, name)
	}
	begun := func(day, log string) string {
		return `{"time":"2026-01-0` + day + `T00:00:00Z","event":"begin","facts":{"seeds":"http://a.test/"},"check":"0"}` + "\n" + log
	}
	first := file("1/crawl-1.warc", answered("http://a.test/", html, "<a href=x>old")+answered("http://a.test/x", html, "x")+
		answered("http://a.test/y", html, "y"))
	file("1/crawl.jsonl", begun("1", ""))
	second := file("2/crawl-1.warc", fmt.Sprintf(revisit, "")+answered("http://a.test/x", html, "<a href=z>newer"))
	file("2/crawl.jsonl", begun("2", `{"time":"2026","url":"http://a.test/y","outcome":"not-due"}`+"\n"))
	alone := file("alone.warc", string(contents(t, second)))
	other := file("3/crawl-1.warc", answered("http://b.test/", html, "<a href=1>words"))
	for crawl, want := range map[string]string{
		first + " " + second: "make: CRAWL: " + dir + "/2 is a later crawl of the seeds of " + dir +
			"/1, whose older pages would count: name the newer one first\n",
		second + " " + other: "incomplete: pages without content, since they are as in an earlier crawl or as another page: 2 " +
			"(the first: http://a.test/): name the archives of that crawl too, after these; what only another page holds is not read\n",
		alone: "since they are as in an earlier crawl or as another page: 1 (the first: http://a.test/): ",
		dir:   "is a folder of crawls of fetch: write CRAWL='" + dir + "/2/crawl-*.warc.gz " + dir + "/1/crawl-*.warc.gz', or ",
	} {
		text, err := crawlMake(t, t.TempDir(), "CRAWL="+crawl, "links.t2")
		if err == nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s", crawl, err, text)
		}
	}
	out := t.TempDir()
	if text := chain(t, out, "CRAWL="+second+" "+first, "about.txt", "seed.tsv"); strings.Contains(text, "older") {
		t.Error(text)
	}
	seed := string(contents(t, filepath.Join(out, "seed.tsv")))
	if !strings.Contains(seed, "http://a.test/\tthe first page fetched") {
		t.Error(seed)
	}
}

// TestCrawlOlderAnswer: in every run and for every goal a line says for how many pages an answer counts that is not the newest;
// or, if no archive has the newest, how many pages lack it. A revisit of what is no page lacks nothing.
func TestCrawlOlderAnswer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	record := func(kind, day, status, body string) string {
		block, more := "", ""
		if status != "" {
			block, more = "HTTP/1.1 "+status+"\r\nContent-Type: text/html\r\n\r\n", "Content-Type: application/http\r\n"
		}
		more += fmt.Sprintf("WARC-Payload-Digest: sha1:%X\r\n", body)
		if kind == "response" {
			block += body
		}
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: http://a.test/p\r\nWARC-Date: 2026-01-0%sT00:00:00Z\r\n%s"+
			"Content-Length: %d\r\n\r\n%s\r\n\r\n", kind, day, more, len(block), block)
	}
	root := answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=p>")
	for name, text := range map[string]string{
		"a1": root + record("response", "1", "200 OK", "one"), "b2": root + record("response", "2", "200 OK", "two"),
		"a3": root + record("revisit", "3", "304 Not Modified", "one"), "e3": root + record("revisit", "3", "", "one"),
		"c3": root + record("revisit", "3", "200 OK", "six"), "gone2": root + record("response", "2", "404 Not Found", "no"),
	} {
		newFile(t, filepath.Join(dir, name+".warc"), text)
	}
	typed := func(as, record string) string { return root + strings.Replace(record, "text/html", as, 1) }
	newFile(t, filepath.Join(dir, "css3.warc"), typed("text/css ", record("revisit", "3", "200 OK", "css")))
	newFile(t, filepath.Join(dir, "t3.warc"), typed("text/plain", record("revisit", "3", "200 OK", "one")))
	wget := func(day, text string) string {
		text = record("resource", day, "", "") + record("response", day, "200 OK", text)
		return root + strings.NewReplacer("http://a.test/p", "metadata://wget.log", "text/html", "text/plain").Replace(text)
	}
	newFile(t, filepath.Join(dir, "w1.warc"), wget("1", "log"))
	newFile(t, filepath.Join(dir, "w2.warc"), wget("2", "later log"))
	newFile(t, filepath.Join(dir, "f1.warc"), typed("image/png", record("response", "1", "200 OK", "one")))
	const older = "make: of several answers of a page the first counts; pages of which that is not the newest: 1 " +
		"(the first: http://a.test/p): name the archives with the newest answers first\n"
	const absent = "incomplete: pages without content, since they are as in an earlier crawl or as another page: 1 " +
		"(the first: http://a.test/p): name the archives of that crawl too"
	for names, want := range map[string]string{
		"a1 b2": older, "b2 a1": "", "a3 a1": "", "a3 b2 a1": older, "a3 a1 b2": "", "a3 b2": absent, "a3": absent, "e3": absent,
		"c3 b2 a1": absent, "e3 a1": "", "a3 gone2": absent, "gone2 a1": "",
		"a3 f1": "", "t3": absent, "t3 a1": "", "css3": "", "w1 w2": "",
	} {
		var crawl []string
		for name := range strings.FieldsSeq(names) {
			crawl = append(crawl, filepath.Join(dir, name+".warc"))
		}
		out := t.TempDir()
		for _, goal := range []string{"links.t2", "documents.parquet", "links.t2"} {
			text, err := crawlMake(t, out, "CRAWL="+strings.Join(crawl, " "), goal)
			if (err != nil) != (want == absent) || !strings.Contains(text, want) ||
				strings.Contains(text, "make: of") != (want == older) {
				t.Errorf("%s, %s: %v\n%s", names, goal, err, text)
			}
		}
	}
}
