package tools_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"webmill/pkg/web/forecast"
)

// These tests run the scripts for experiments of Nitsche 2003 on small webs, and compare what they print.

// TestGrownWebs: tables in docs about made webs of several sizes begin as the scripts print them (Nitsche 2003, 3.5.1, 7.4.1.2).
func TestGrownWebs(t *testing.T) {
	t.Parallel()
	for script, table := range map[string]string{"scale-error.sh": "unico-scale.tsv", "sweeps.sh": "unico-sweeps.tsv"} {
		want, err := os.ReadFile("../docs/figures/" + table)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("../scripts/"+script, "100", "1000")
		cmd.Env = withTools()
		got, err := cmd.Output()
		if err != nil || strings.Count(string(got), "\n") != 3 || !strings.HasPrefix(string(want), string(got)) {
			t.Errorf("%s: %v %s; it prints\n%s, not the beginning of\n%s", script, err, stderrOf(err), got, want)
		}
	}
}

// twoCopies is what near-copies.sh prints of damaged.jsonl.
const twoCopies = "0123456789abcdef\thttp://a.test/\n0123456789abcdef\thttp://b.test/\n"

// TestUnicoScripts: what the scripts for experiments and wrappers print, and what they refuse.
func TestUnicoScripts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		// The list of chairs of Nitsche 2003, 4.3.1.
		"chairs.tsv": "number\t^Informatik \nprofessor\t - Prof. \nchair\t^\ntopics\t^\nteaching\t^Lehre: ?\n-\t^Impressum\n",
		"chairs.jsonl": `{"url":"http://a.test/","title":"The \"chairs\"","text":"Menu\nInformatik IV - Prof. A. Bee\nNetworks\nLinks,\nwaves\n` +
			`Lehre: Graphs,\nSorting\\\nInformatik V - Prof. Cee\nBases\nLehre:\tSQL\nImpressum | Lehre: none"}` + "\n" +
			`{"url":"http://a.test/other","text":"nothing"}` + "\n",
		"none.tsv": "x\tnowhere\n", "bad.tsv": "x\n", "twice.tsv": "x\ta\ny\tb\nx\tc\n", "drop.tsv": "-\ta\n", "void": "",
		"words.jsonl": `{"lang":"en","text":"a house and houses"}` + "\n" + `{"lang":"en","text":"a boat"}` + "\n" +
			`{"lang":"de","javadoc":true,"text":"a Haus"}` + "\n",
		"damaged.jsonl": `{"url":"http://a.test/","simhash":"0123456789abcdef"}` + "\nhello\n" +
			`{"url":"http://c.test/"}` + "\n" + `{"url":"http://b.test/","simhash":"0123456789abcdef"}` + "\n",
		"twelve.t2": rawPairs("5 0 6 0 2 1 7 1 8 1 5 2 7 2 9 4 7 5 1 6 1 7 1 9 4 9 10 9 11 9 6 10 1 11 3 11 6 11"),
		"few.txt":   "http://a.test/\n", "twelve.txt": strings.Repeat("http://a.test/\n", 12),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ command, want, fails string }{
		{"wrapper.sh chairs.tsv chairs.jsonl", "url\ttitle\tnumber\tprofessor\tchair\ttopics\tteaching\n" +
			"http://a.test/\tThe \"chairs\"\tIV\tA. Bee\tNetworks\tLinks, waves\tGraphs, Sorting\\\n" +
			"http://a.test/\tThe \"chairs\"\tV\tCee\tBases\t\tSQL\n", "wrapper.sh: 1 of 2 documents have no record\n"},
		{"wrapper.sh none.tsv chairs.jsonl", "url\ttitle\tx\n", "wrapper.sh: no document has a record: does the first rule fit?\n"},
		{"wrapper.sh bad.tsv chairs.jsonl", "", "wrapper.sh: bad.tsv: a rule is a name, a TAB and an expression, not x\n"},
		{"wrapper.sh twice.tsv chairs.jsonl", "", "wrapper.sh: twice.tsv: the field x has two rules: join them by |\n"},
		{"wrapper.sh drop.tsv chairs.jsonl", "", "wrapper.sh: drop.tsv: the first rule begins a record\n"},
		{"wrapper.sh void chairs.jsonl", "", "wrapper.sh: void: the first rule begins a record\n"},
		{"wrapper.sh absent chairs.jsonl", "", "wrapper.sh: absent: no such file, or it cannot be read\n"},
		{"wrapper.sh chairs.tsv void", "", "wrapper.sh: void: is empty\n"},
		{"vocabulary.sh words.jsonl", "pages\tdocuments\twords\tterms\tstems\tsaved_%\tonce\tin_one\tin_all\twithin\tabout_2_%\tleast_tf\theaps\tfrequent\n" +
			"all\t3\t8\t6\t5\t16.7\t5\t5\t1\t5\t0\t0.333333333\t-\ta 1.000, hous 0.667, and 0.333\n" +
			"de\t1\t2\t2\t2\t0.0\t2\t2\t2\t0\t0\t1.000000000\t-\ta 1.000, haus 1.000\n" +
			"en\t2\t6\t5\t4\t20.0\t4\t4\t1\t4\t0\t0.500000000\t-\ta 1.000, hous 1.000, and 0.500\n" +
			"without javadoc\t2\t6\t5\t4\t20.0\t4\t4\t1\t4\t0\t0.500000000\t-\ta 1.000, hous 1.000, and 0.500\n", ""},
		{"vocabulary.sh few.txt", "", "vocabulary.sh: few.txt: is not lines of documents: unpack .gz, and for .parquet use extract-text -o documents.jsonl\n"},
		{"vocabulary.sh void", "", "vocabulary.sh: void: is empty\n"},
		{"near-copies.sh damaged.jsonl", twoCopies, "near-copies.sh: skipped 2: line that is no document with a simhash\n"},
		{"in-degree.sh twelve.txt twelve.t2 1", "variant\ttau\tended\ndefault\t0.785016407983558\t1\nbasic\t0.209821727265563\t0\nimproved\t0.785016407983558\t1\naccelerated\t0.697792362652052\t1\n" +
			"unico\t0.766686649157984\t1\n\nrank\tlinks_to_it\turl\n100.00\t4\thttp://a.test/\n", ""}, // basic has ranks below 1e-37
		{"in-degree.sh void void", "", "in-degree.sh: void has no URLs: it is the dictionary of the links\n"},
		{"in-degree.sh few.txt void", "", "in-degree.sh: void has no links\n"},
	} {
		words := strings.Fields(c.command)
		script, err := filepath.Abs("../scripts/" + words[0])
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(script, words[1:]...)
		var said strings.Builder
		cmd.Dir, cmd.Env, cmd.Stderr = dir, withTools(), &said
		out, err := cmd.Output()
		succeeds := c.fails == "" || strings.HasSuffix(c.fails, " have no record\n")
		if string(out) != c.want || said.String() != c.fails || (err == nil) != succeeds {
			t.Errorf("%s: %v\n%s%s, not\n%s%s", c.command, err, out, said.String(), c.want, c.fails)
		}
	}
}

// rawPairs are records of int32, little-endian.
func rawPairs(numbers string) string {
	var raw []byte
	for _, word := range strings.Fields(numbers) {
		n, _ := strconv.Atoi(word)
		raw = binary.LittleEndian.AppendUint32(raw, uint32(n))
	}
	return string(raw)
}

// TestForecastErrors: forecast.sh finds the first forecast that was possible, its error and the means, as package forecast does
// by the pages by depth that it prints: of crawls from several pages of a site, of which one redirects and one has no links.
func TestForecastErrors(t *testing.T) {
	t.Parallel()
	var args []string
	for _, start := range []string{"https://www.uni-lindenau.example/", "http://bib.uni-lindenau.example/",
		"http://uni-lindenau.example/", "https://news.lindenau.test/wetter.html"} {
		args = append(args, "../testdata/crawl/site.warc.gz", start)
	}
	cmd := exec.Command("../scripts/forecast.sh", args...)
	cmd.Env = withTools()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderrOf(err))
	}
	want := "start\tpages\tdepth\tby_then_%\texpected\terror_%\tby_depth\n"
	lines := strings.Split(string(out), "\n")
	var n, sum, size float64
	for i, line := range lines[1 : 1+len(args)/2] {
		by := line[strings.LastIndexByte(line, '\t')+1:]
		var counts []int64
		var pages int64
		for _, word := range strings.Fields(by) {
			count, _ := strconv.ParseInt(word, 10, 64)
			counts, pages = append(counts, count), pages+count
		}
		found := "-\t-\t-\t-"
		for depth, then := 0, int64(0); depth < len(counts); depth++ {
			then += counts[depth]
			if _, total, _, known := forecast.Forecast(counts[:depth+1]); known {
				wrong := 100 * (float64(total)/float64(pages) - 1)
				n, sum, size = n+1, sum+wrong, size+math.Abs(wrong)
				found = fmt.Sprintf("%d\t%.1f\t%d\t%.1f", depth, 100*float64(then)/float64(pages), total, wrong)
				break
			}
		}
		want += fmt.Sprintf("%s\t%d\t%s\t%s\n", args[2*i+1], pages, found, by)
	}
	want += fmt.Sprintf("mean\t\t\t\t\t%.1f\t\nmean of sizes\t\t\t\t\t%.1f\t\n", sum/n, size/n)
	if string(out) != want || n < 3 {
		t.Errorf("%s, not\n%s", out, want)
	}
	if !strings.Contains(string(out), "\t786\t6\t99.7\t1278\t62.6\t1 9 56 225 226 244 23 2 0\n") { // as docs/fetch.md says
		t.Errorf("%s", out)
	}
}
