package tools_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"webmill/pkg/text/cluster"
)

// These tests run the goal unico of the chain: relevance learnt from judgements, and clusters.

const demoJudged = "../testdata/crawl/judged.tsv"

// demoRelevant says of each page of the bundled crawl whether it is about a person or a project: what its judgements say.
func demoRelevant(t *testing.T) func(url string) bool {
	t.Helper()
	persons := map[string]bool{}
	for line := range strings.Lines(string(contents(t, "../testdata/crawl/people.tsv"))) {
		persons[strings.TrimSpace(strings.Split(line, "\t")[1])] = true
	}
	other := regexp.MustCompile(`//www\.staff\.[^/]*/~|/(projekt|project)[0-9]+\.html$`)
	return func(url string) bool { return persons[url] || other.MatchString(url) }
}

// judgements makes lines as judge writes them, of all pages of a result of the chain, or of each that is wanted.
func judgements(t *testing.T, out string, want func(i int) bool) string {
	t.Helper()
	relevant, b := demoRelevant(t), bytes.Buffer{}
	lines := runIn(t, out, "undict -w 2 -ids urls.txt lengths.t2 | cut -f 1,2")
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		id, url, _ := strings.Cut(line, "\t")
		if want(i) {
			value := 0
			if relevant(url) {
				value = 1
			}
			fmt.Fprintf(&b, "%s\t%d\t%s\n", id, value, url)
		}
	}
	return b.String()
}

// TestCrawlUnico: the bundled judgements are those of each fourteenth page, and with them most pages about persons and projects
// are found. Without judgements the run says how to go on.
func TestCrawlUnico(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "the out")
	args := []string{"CRAWL=testdata/crawl/site.warc.gz", "unico"}
	text := chain(t, out, append(args, "CLUSTERS=010")...)
	quoted := strings.ReplaceAll(out, " ", `\ `)
	next := " -documents " + quoted + "/documents.parquet -judgements judged.tsv " + quoted + "/to-judge.t2 && make " +
		"CRAWL=testdata/crawl/site.warc.gz OUT=" + quoted + " CLUSTERS=10 MEMORY=64M JUDGED=judged.tsv unico\n"
	if !strings.HasSuffix(text, next) || !regexp.MustCompile(`(?m)^  training set .* [34][0-9] pages to judge  +3 h, about 900 pages$`).
		MatchString(text) || slices.Contains(files(t, out), "judgements.tsv") {
		t.Errorf("without judgements, it does not end with %q:\n%s", next, text)
	}
	made := judgements(t, out, func(i int) bool { return i%14 == 0 })
	if *update {
		newFile(t, demoJudged, made)
	}
	if string(contents(t, demoJudged)) != made {
		t.Errorf("judged.tsv is not of the crawl: run go test ./tools -run TestCrawlUnico -update")
	}
	text = chain(t, out, append(args, "JUDGED=testdata/crawl/judged.tsv")...)
	if strings.Contains(text, "Next: ") || strings.Contains(text, "$ extract-text") ||
		!regexp.MustCompile(`(?m)^  rating +[0-9]+\.[0-9][0-9] s +5 h`).MatchString(text) ||
		!strings.Contains(text, " 62 judged ") {
		t.Errorf("with judgements\n%s", text)
	}
	unicoResults(t, out)
	newFile(t, filepath.Join(out, "truth"), judgements(t, out, func(i int) bool { return i%14 != 0 }))
	var f1 float64
	for line := range strings.Lines(runIn(t, out, "relevance -against truth relevance.t2")) {
		if f := strings.Split(line, "\t"); f[0] == "ratings" && f[1] == "0.5" {
			f1, _ = strconv.ParseFloat(f[9], 64)
		}
	}
	t.Logf("F1 of the pages that were not judged: %.3f", f1)
	if f1 < 0.7 { // 0.55 if all are kept
		t.Errorf("F1 of the pages that were not judged is %.3f", f1)
	}
	judgedAgain(t, out, args)
}

// keywordsTwin counts the keywords of clusters anew, with all words in memory.
const keywordsTwin = `awk -v all=$(tuples -count lengths.t2) '
  FNR == 1 { file++ }
  file == 1 { cluster[$1] = $2; pages[$2]++; next }
  file == 2 { df[$2]++; sum[cluster[$1], $2] += $3; next }
  $5 != df[$2] || $6 != pages[$1] || ($3 - sum[$1, $2] / $6) ^ 2 > 1e-9 || ($4 - log(all / $5)) ^ 2 > 1e-9 {
    print "wrong: " $0
    exit 1
  }
  ' <(tuples -to text clusters.t2) <(tuples -to text counts.t3) \
  <(tuples -columns cluster,term,mean_count:f32,idf:f32,df,pages -to text keywords.parquet)`

// unicoResults looks at all files of the goal unico.
func unicoResults(t *testing.T, out string) {
	t.Helper()
	for name, check := range map[string]string{
		"clusters.t2":       "tuples -check sorted=1 -check unique clusters.t2",
		"centroids.t3":      "tuples -check sorted=1,2 centroids.t3",
		"similarities.t3":   "tuples -check sorted=1,2 similarities.t3",
		"relevance.t2":      "tuples -check sorted=1 relevance.t2 && test $(tuples -count relevance.t2) = $(tuples -count lengths.t2)",
		"cluster-sizes.t2":  "tuples -to text cluster-sizes.t2 | awk '{n += $2} END {print n}' | grep -x $(tuples -count clusters.t2)",
		"cluster-map.t3":    "test $(tuples -count cluster-map.t3) = 20",
		"keywords.parquet":  "test $(tuples -count -columns cluster,term,weight:f32 keywords.parquet) = 400 && " + keywordsTwin,
		"anchor-weights.t3": "tuples -check sorted=1,2 anchor-weights.t3 && grep -qx projekt anchor-words.txt",
		"relevant.parquet":  "tuples -columns id,relevance:f32 relevant.parquet -to raw | cmp - <(extsort -k 2r,1 relevance.t2)",
		"to-judge.tsv":      "cut -f 1,2 to-judge.tsv | tuples -from text -w 2 -to raw - | cmp - to-judge.t2",
		"relevance.model":   "grep -q '^vector.text$' relevance.model && grep -q '^count.outdegree' relevance.model && grep -q '^vector.anchors$' relevance.model",
		"relevance-ways.tsv": "grep -q '^keep everything' relevance-ways.tsv && grep -q '^logistic without pagerank' relevance-ways.tsv && " +
			"grep -q '^indegree alone' relevance-ways.tsv && grep -q '^logistic without anchors' relevance-ways.tsv",
		"university.xml":      "test $(grep -c '<htmldata>' university.xml) -gt 300 && grep -q '<anchortext>.' university.xml",
		"relevance-curve.tsv": "grep -q '^logistic' relevance-curve.tsv",
		"judgements.tsv":      "test $(wc -l <judgements.tsv) = 62",
	} {
		if len(contents(t, filepath.Join(out, name))) > 0 {
			runIn(t, out, check)
		}
	}
}

// judgedAgain: judgements with the ids of another crawl, without URLs, or of pages that are not here, are told by their URLs, and
// other judgements make only those results again that are learnt from them.
func judgedAgain(t *testing.T, out string, args []string) {
	t.Helper()
	want := string(contents(t, filepath.Join(out, "judgements.tsv")))
	dir := t.TempDir()
	judged := filepath.Join(dir, "judged.tsv")
	var moved, bare strings.Builder
	for line := range strings.Lines(want) {
		f := strings.Split(line, "\t")
		moved.WriteString("7" + strings.TrimSuffix(line, "\n") + "\t2.500s\n")
		bare.WriteString(f[0] + "\t" + f[1] + "\n")
	}
	for i, c := range []struct{ text, says, expert string }{
		{strings.ReplaceAll(moved.String(), "\n", "\r\n") + // and a page with the id of another
			"7" + strings.SplitN(want, "\t", 2)[0] + "\t0\thttp://nowhere.test/\t100s\n",
			"make: 1 of 63 judgements of JUDGED=" + judged + " are of pages that have no text", "155.00 s, "},
		{bare.String(), "", "-, "},
		{strings.Replace(bare.String(), "\n", "\t\t61s\n", 1) + "999999999\t1\n", "make: 1 of 63 judgements",
			"61.00 s (1 of 62 timed), "},
	} {
		if i > 0 && testing.Short() {
			break
		}
		newFile(t, judged, c.text)
		text := chain(t, out, append(args, "JUDGED="+judged)...)
		urls := regexp.MustCompile(`(?m)(\t?[^\t\n]*//.*|\t\t61\.000s)$`)
		got := string(contents(t, filepath.Join(out, "judgements.tsv")))
		if urls.ReplaceAllString(got, "") != urls.ReplaceAllString(want, "") || !strings.Contains(text, c.says) ||
			!regexp.MustCompile(`(?m)^  training set .* s  `+regexp.QuoteMeta(c.expert)+`[0-9]+ pages to judge, 62 judged  +3 h`).
				MatchString(text) || strings.Contains(text, "$ cluster") || strings.Count(text, "   $ ") != 6 {
			t.Errorf("judgements %q\nof %q\n%s", got, c.text, text)
		}
	}
	if text := chain(t, out, append(args, "JUDGED="+judged)...); strings.Contains(text, "   $ ") {
		t.Errorf("the same again:\n%s", text)
	}
	judgedNot(t, out, args)
	newFile(t, judged, strings.SplitAfter(want, "\n")[0])
	text, err := crawlMake(t, out, append(args, "JUDGED="+judged)...)
	if err == nil || !strings.Contains(text, "incomplete: relevance: ") || !strings.Contains(text, "\n  rating ") ||
		!strings.Contains(text, "make: to say how good the relevance is, two relevant pages and two others must be judged") {
		t.Errorf("one judgement: %v\n%s", err, text)
	}
	said := removals(chain(t, out, "CRAWL=testdata/crawl/site.warc.gz", "CLUSTERS=5", "clusters.t2"))
	if len(said) != 1 || !strings.HasSuffix(said[0], "; the next make JUDGED=… unico crawl makes them again") {
		t.Errorf("%q", said)
	}
	if text := chain(t, out, append(args, "CLUSTERS=5")...); !regexp.MustCompile(`(?m)^  learning +- +1 h *\n  rating +- +5 h`).
		MatchString(text) {
		t.Errorf("results that were removed have a time:\n%s", text)
	}
}

// judgedNot: results, a copy of the list of pages to judge, and judgements of other pages are no judgements of this crawl.
func judgedNot(t *testing.T, out string, args []string) {
	t.Helper()
	copied, strange := filepath.Join(t.TempDir(), "judged.tsv"), filepath.Join(t.TempDir(), "judged.tsv")
	newFile(t, copied, string(contents(t, filepath.Join(out, "to-judge.tsv"))))
	newFile(t, strange, "0\t1\thttp://nowhere.test/\n")
	for arg, want := range map[string]string{
		"JUDGED=" + filepath.Join(out, "judgements.tsv"): " is a result of this chain: name the file that judge has written\n",
		"JUDGED=" + filepath.Join(out, "to-judge.tsv"):   " is the list of pages to judge: name the file that judge has written\n",
		"JUDGED=" + copied:  " is the list of pages to judge: name the file that judge has written\n",
		"JUDGED=" + strange: "make: none of the 1 judgements of JUDGED=" + strange + " is of a page of this crawl\n",
	} {
		text, err := crawlMake(t, out, append(args, arg)...)
		if err == nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s", arg, err, text)
		}
	}
}

// TestFetchWorked: the time that fetch worked is that of its runs, without the pauses between them, also over the ends of months
// and leap years. A replay has none, nor has a crawl that is no folder of fetch.
func TestFetchWorked(t *testing.T) {
	dir := t.TempDir()
	script, err := filepath.Abs("../scripts/unico.sh")
	if err != nil {
		t.Fatal(err)
	}
	worked := func() string { return runIn(t, dir, "bash '"+script+"' worked") }
	if got := worked(); got != "" {
		t.Errorf("of archives: %q", got)
	}
	line := func(at time.Time, rest string) string {
		return `{"time":"` + at.UTC().Format("2006-01-02T15:04:05.000Z") + `",` + rest + `,"check":"00000000"}` + "\n"
	}
	const url = `"url":"http://a.test/?x=\",\"ms\":99","outcome":"ok","ms":1500`
	const resume, end = `"event":"resume","facts":{}`, `"event":"end","facts":{"why":"done"}`
	for _, start := range []time.Time{
		time.Date(2023, 12, 31, 23, 59, 58, 5e6, time.UTC), time.Date(2024, 2, 29, 23, 0, 0, 0, time.UTC),
		time.Date(2100, 2, 28, 23, 59, 59, 0, time.UTC), time.Date(2026, 7, 31, 12, 0, 0, 0, time.UTC),
	} {
		after := func(d time.Duration) time.Time { return start.Add(d) }
		for _, c := range []struct {
			log  string
			want string
		}{
			{"", "0.000\n"},
			{line(start, `"event":"begin","facts":{"-replay":""}`) + line(after(2*time.Second), url), "3.500\n"},
			{line(start, `"event":"begin","facts":{"-replay":"x.warc"}`) + line(after(2*time.Second), url), ""},
			{line(start, url) + line(after(time.Minute), end) + // of a fetch that wrote no resume
				line(after(time.Hour), url) + line(after(time.Hour+time.Minute), end), "120.000\n"},
			{line(start, url) + line(after(time.Minute), url) + line(after(10*time.Second), url) +
				line(after(2*time.Minute), end) +
				line(after(time.Hour), resume) + line(after(time.Hour-time.Second), url) + // before the event was written
				line(after(25*time.Hour), end) + // after a long rest
				line(after(50*24*time.Hour), resume) + line(after(50*24*time.Hour+time.Hour), url) + // and it was killed
				line(after(50*24*time.Hour+2*time.Hour), resume) + line(after(50*24*time.Hour+2*time.Hour), url),
				fmt.Sprintf("%.3f\n", 120+24*3600+1+3601.5+1.5)},
		} {
			newFile(t, filepath.Join(dir, "crawl.jsonl"), c.log+"not yet")
			if err := os.MkdirAll(filepath.Join(dir, ".made"), 0o777); err != nil {
				t.Fatal(err)
			}
			newFile(t, filepath.Join(dir, ".made/crawl.jsonl.of"),
				fmt.Sprintf("%d\tcrawl.jsonl\t1\t1 1\tcrawl.jsonl\n", len(c.log)))
			if got := worked(); got != c.want {
				t.Errorf("from %v: %q, not %q\n%s", start, got, c.want, c.log)
			}
		}
	}
}

// TestCrawlUnicoStale: a report does not stand beside what was made with another CLUSTERS or JUDGED, and a line says what is
// removed. Without the times of the steps the chain goes on, and makes what is missing.
func TestCrawlUnicoStale(t *testing.T) {
	t.Parallel()
	site, out, judged := menuSite(t), t.TempDir(), filepath.Join(t.TempDir(), "judged.tsv")
	run := func(args string) string { return chain(t, out, append(strings.Fields(args), site...)...) }
	judge := func(first string) {
		newFile(t, judged, "0\t"+first+"\thttp://s.test/\n1\t0\thttp://s.test/b\n2\t1\thttp://s.test/c\n3\t0\thttp://s.test/x\n")
	}
	run("CLUSTERS=2 unico crawl")
	unjudged := files(t, out)
	for _, c := range []struct{ args, said string }{
		{"CLUSTERS=2 unico", ""}, // which makes no report
		{"CLUSTERS=2 unico crawl", "JUDGED=" + judged + " is now JUDGED=: judgements.tsv relevance.model relevance-ways.tsv " +
			"relevance.t2 relevant.parquet university.xml; the next make JUDGED=… unico crawl makes them again"},
		{"JUDGED=" + judged, "CLUSTERS=2 is now CLUSTERS=20; judged.tsv has changed: clusters.t2 cluster-sizes.t2 keywords.parquet " +
			"to-judge.tsv relevance.model relevance-ways.tsv relevance.t2 relevant.parquet university.xml judgements.tsv; " +
			"the next make JUDGED=… unico crawl makes them again"},
	} {
		judge("1")
		run("CLUSTERS=2 JUDGED=" + judged + " unico crawl")
		judge("0")
		text := run(c.args)
		said := strings.Join(removals(text), "\n")
		if want := "make: removed, because " + c.said; c.said != "" && said != want || c.said == "" && said != "" {
			t.Errorf("%s: %q, not %q", c.args, said, want)
		}
		if !strings.HasSuffix(c.args, " crawl") {
			continue
		}
		more := slices.DeleteFunc(files(t, out), func(name string) bool { return slices.Contains(unjudged, name) })
		if !slices.Equal(more, []string{"anchor-weights.t3", "anchor-words.txt", "contact-words.t2", "document-indegree.t2",
			"document-layers.t2", "document-outdegree.t2", "document-ranks.t2"}) { // of no judgement
			t.Errorf("beside a clean run there are %v", more)
		}
		if !strings.Contains(text, "  rating                              - ") {
			t.Errorf("the time of what was removed is said:\n%s", text)
		}
		if text := run(c.args); len(removals(text)) > 0 || strings.Contains(text, "   $ ") {
			t.Errorf("%s, again: %s", c.args, text)
		}
	}
	run("unico")
	for _, name := range []string{"times.tsv", "ranks.parquet"} {
		if err := os.Remove(filepath.Join(out, name)); err != nil {
			t.Fatal(err)
		}
	}
	text := run("unico crawl")
	if !regexp.MustCompile(`(?m)^  PageRank +- `).MatchString(text) || !slices.Contains(files(t, out), "ranks.parquet") {
		t.Errorf("without times\n%s", text)
	}
}

// TestCrawlUnicoOfNothing: without words there are no clusters, and it is said.
func TestCrawlUnicoOfNothing(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	newFile(t, filepath.Join(dir, "page.html"), "<p>")
	judged := filepath.Join(t.TempDir(), "judged.tsv")
	text := chain(t, out, "CRAWL="+dir, "BASE=http://a.test/", "unico")
	if !strings.Contains(text, "cluster: warning: the input is empty") || !strings.Contains(text, " 0 pages to judge") {
		t.Errorf("%s", text)
	}
	newFile(t, judged, "0\t1\n")
	text, err := crawlMake(t, out, "CRAWL="+dir, "BASE=http://a.test/", "JUDGED="+judged, "unico")
	if err == nil || !strings.Contains(text, "incomplete: relevance: ") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestCrawlJudgedRefused: what is no file of judgements is refused before the first step.
func TestCrawlJudgedRefused(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": "", "words": "1\tgood\n", "url": "http://a.test/\t1\n",
		"cut.gz": gzipped("1\t1\n")[:20], "j.zst": "\x28\xb5\x2f\xfd\x04\x00"} {
		newFile(t, filepath.Join(dir, name), text)
	}
	for given, want := range map[string]string{
		"relevance.t2":                                      "relevance.t2 is learnt from judgements: write the file of these, like JUDGED=judged.tsv",
		"unico JUDGED=" + dir + "/none":                     "/none: no such file; judge makes it",
		"unico JUDGED=" + dir:                               ": is no file that can be read",
		"unico JUDGED=" + dir + "/empty":                    "/empty is empty: judge some pages first",
		"unico JUDGED=" + dir + "/words":                    `/words: line 1 judges a document by "good", which is not from 0 to 1`,
		"unico JUDGED=" + dir + "/url":                      "/url: line 1 ",
		"unico JUDGED=" + dir + "/cut.gz":                   "/cut.gz cannot be copied to ",
		"unico JUDGED=" + dir + "/j.zst":                    "/j.zst is packed: unpack it first",
		"unico CLUSTERS=0":                                  "CLUSTERS=0 is not a number from 1 to 2000",
		fmt.Sprint("unico CLUSTERS=", cluster.MostMapped+1): "CLUSTERS=2001 is not a number from 1 to 2000",
		"unico CLUSTERS=":                                   "CLUSTERS is empty",
	} {
		out := filepath.Join(t.TempDir(), "out")
		text, err := crawlMake(t, out, append(slices.Clone(args), strings.Fields(given)...)...)
		if err == nil || !strings.Contains(text, want) || strings.Contains(text, "   $ ") {
			t.Errorf("%s: %v\n%s", given, err, text)
		}
	}
	text, err := crawlCommand(t, dir, append(args, "JUDGED="+dir+"/words", "-n", "unico")...).CombinedOutput()
	if err != nil || !bytes.Contains(text, []byte("relevance -apply")) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestCrawlJudgedPacked: judgements that are packed by gzip are the same, whatever their name.
func TestCrawlJudgedPacked(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out, judged := t.TempDir(), filepath.Join(t.TempDir(), "j.tsv")
	const lines = "1\t1\thttp://a.test/\n2\t0\thttp://a.test/b.html\n"
	newFile(t, judged, gzipped(lines))
	chain(t, out, append(args, "JUDGED="+judged, "ready")...)
	if got := string(contents(t, filepath.Join(out, ".made", "judged.tsv"))); got != lines {
		t.Errorf("the judgements are %q", got)
	}
}
