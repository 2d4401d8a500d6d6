package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/vfs"
)

// asFound are tables of experiments in which all claims hold.
func asFound() files {
	line := func(area float64) []byte { // from 0 to 1, with a value between
		return text("percent\torder\tmax", "0\t0\t0", fmt.Sprintf("50\t%g\t%g", area, area+0.1), "100\t1\t1")
	}
	return files{
		"correlation.tsv": text("phase\ttau_rated", "50\t0.7", "75\t0.65", "100\t0.8"),
		"stability-100.tsv": text("phase\tkrank\tpagerank\tpagerank_rated", "50\t0.8\t0.9\t0.95",
			"75\t0.9\t0.9\t0.97", "100\t1\t1\t1"),
		"accumulate-pagerank-100.tsv": line(0.7), "accumulate-krank-100.tsv": line(0.6), "accumulate-pagerank-50.tsv": line(0.74),
		"order.json": text(`{"tool":"bfs-number"}`),
		"strategies.tsv": text("strategy\tarea_pagerank\tshare10", "bfs\t0.6\t0.2", "opic\t0.65\t0.2", "partial\t0.64\t0.2",
			"omniscient\t0.7\t0.3", "sites\t0.5\t0.1"),
	}
}

// derive is a table that follows from others, without its head.
func derive(t *testing.T, f files, table string) (rows [][]string) {
	t.Helper()
	var b strings.Builder
	if err := Derive(&b, Open(vfs.OS, f.write(t)), table); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows[1:]
}

func judgements(t *testing.T, f files) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, row := range derive(t, f, "claims") {
		found[row[0]] = row[2] + ": " + row[1]
	}
	return found
}

// The claims.
const (
	correlated = "PageRank and K-Rank are correlated at every phase"
	longer     = "the longer the crawl, the nearer its ranking to the final one"
	stable     = "PageRank is at least as stable as K-Rank"
	faster     = "breadth first collects PageRank faster than a random order"
	evenly     = "K-Rank is spread more evenly: breadth first collects it more slowly"
	possible   = "the best possible order collects K-Rank more slowly than PageRank"
	half       = "half of the crawl gives nearly the same curve"
	best       = "among the strategies, the omniscient one collects most"
	opic       = "OPIC collects more than partial PageRank"
	larger     = "larger sites first is worse in the beginning"
)

// TestClaims: what a table says decides about one claim, and a value that is missing never counts for or against it.
func TestClaims(t *testing.T) {
	held := map[string]string{
		correlated: "yes: tau 0.65 to 0.8 over the rated pages",
		longer:     "yes: falls at 0 of the phases; tau 0.9 at 50 % over all pages, 0.95 over the rated ones",
		stable:     "yes: at 3 of 3 phases", faster: "yes: area 0.6000, random 0.5",
		evenly:   "yes: area 0.5500, of PageRank 0.6000",
		possible: "yes: area 0.6000, of PageRank 0.6500", half: "yes: differs by at most 0.040",
		best: "yes: omniscient 0.7, opic 0.65, partial 0.64, bfs 0.6, sites 0.5", opic: "yes: area 0.65, partial PageRank 0.64",
		larger: "yes: 0.1 of PageRank after 10 %, breadth first 0.2",
	}
	if got := judgements(t, asFound()); !maps.Equal(got, held) {
		t.Errorf("%q\nnot %q", got, held)
	}
	const table, none = "strategies.tsv", "-"
	for _, c := range []struct{ file, old, now, claim, want string }{
		{"correlation.tsv", "0.65", "0.5", correlated, "no: tau 0.5 to 0.8"},
		{"correlation.tsv", "0.65", "nan", correlated,
			"yes: tau 0.7 to 0.8 over the rated pages at 2 phases, with no value at the others"},
		{"correlation.tsv", "0.7\n75\t0.65\n100\t0.8", "nan\n75\t\n100\tnan", correlated, "no value: "},
		{"stability-100.tsv", "100\t1\t1", "100\t1\t0.8", longer, "partly: falls at 1 of"},
		{"stability-100.tsv", "0.8\t0.9", "0.8\tnan", longer, "yes: falls at 0 of the phases; tau nan at 50 %"},
		{"stability-100.tsv", "50\t0.8\t0.9\t0.95\n75\t0.9\t0.9", "50\t0.8\tnan\tnan\n75\t0.9\tnan", longer, "no value: "},
		{"stability-100.tsv", "50\t0.8", "50\t0.91", stable, "partly: at 2 of 3"},
		{"stability-100.tsv", "50\t0.8\t0.9\t0.95\n75\t0.9", "50\t0.91\t0.9\t0.95\n75\t0.91", stable, "no: at 1 of 3"},
		{"stability-100.tsv", "50\t0.8\t0.9\t0.95\n75\t0.9\t0.9\t0.97\n100\t1", "50\tnan\t0.9\t1\n75\tnan\t1\t1\n100\tnan",
			stable, "no value: at 0 of 0"},
		{"accumulate-pagerank-100.tsv", "\t0.7\t", "\t0.5\t", faster, "no: area 0.5000"},
		{"accumulate-pagerank-100.tsv", "\t0.7\t", "\tnan\t", faster, "no value: area nan"},
		{"accumulate-krank-100.tsv", "\t0.6\t", "\t0.7\t", evenly, "no: area 0.6000, of PageRank 0.6000"},
		{"accumulate-krank-100.tsv", "\t0.6\t", "\t\t", evenly, "no value: "},
		{"accumulate-krank-100.tsv", "\t0.7\n", "\t0.8\n", possible, "yes: area 0.6500, of PageRank 0.6500"},
		{"accumulate-krank-100.tsv", "\t0.7\n", "\t0.9\n", possible, "no: area 0.7000"},
		{"accumulate-pagerank-50.tsv", "0.74", "0.741", half, "no: differs by at most 0.041"},
		{"accumulate-pagerank-50.tsv", "0.74", "nan", half, "no value: differs by at most nan"},
		{table, "omniscient\t0.7", "omniscient\t0.6", best, "no: opic 0.65, partial 0.64, bfs 0.6, omniscient 0.6, sites"},
		{table, "bfs\t0.6", "bfs\tnan", best, "no value: "},
		{table, "omniscient\t", "other\t", best, none},
		{table, "opic\t0.65", "opic\t0.64", opic, "no: area 0.64, partial PageRank 0.64"},
		{table, "partial\t0.64", "partial\t", opic, "no value: "},
		{table, "partial\t", "other\t", opic, none},
		{table, "sites\t0.5\t0.1", "sites\t0.5\t0.2", larger, "no: 0.2 of PageRank"},
		{table, "bfs\t", "other\t", larger, none},
	} {
		f := asFound()
		f[c.file] = []byte(strings.Replace(string(f[c.file]), c.old, c.now, 1))
		if got, ok := judgements(t, f)[c.claim]; ok == (c.want == none) || ok && !strings.HasPrefix(got, c.want) {
			t.Errorf("%s with %q: %s: %q, not %q", c.file, c.now, c.claim, got, c.want)
		}
	}
	f := asFound()
	delete(f, "order.json")
	delete(f, "accumulate-pagerank-50.tsv")
	f[table] = text("strategy\tarea_pagerank\tshare10", "omniscient\t0.6\t0.2") // one strategy is compared with none
	want := slices.Sorted(slices.Values([]string{correlated, longer, stable, possible,
		strings.Replace(faster, "breadth first", "the given order", 1),
		strings.Replace(evenly, "breadth first", "the given order", 1)}))
	if names := slices.Sorted(maps.Keys(judgements(t, f))); !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
}

// TestDerive: the tables that put others side by side keep the text of their fields; a table that is missing or damaged
// is an error.
func TestDerive(t *testing.T) {
	f := asFound()
	f["strategy-dfs.tsv"], f["krank-by-dfs.tsv"] = f["accumulate-pagerank-100.tsv"], f["accumulate-krank-100.tsv"]
	f["order-dfs.json"] = text(`{"tool":"crawl-order","seconds":1.234,"peak_memory":77}`)
	f["stability-by-dfs.tsv"] = text("phase\tpagerank", "5\t0.1", "10\t0.20", "50\tnan")
	for table, want := range map[string]string{
		"share-100":      "[[50 0.6 0.8 0.7 0.9] [75  0.9  0.9] [100 1 1 1 1]]",
		"strategies=dfs": "[[dfs 0.6000 0.5500  0.7 50 1.23 77 0.20 nan]]",
	} {
		if got := fmt.Sprint(derive(t, f, table)); got != want {
			t.Errorf("%s: %s, not %s", table, got, want)
		}
	}
	damaged := maps.Clone(f)
	damaged["correlation.tsv"] = text("phase\ttau_rated", "50\tx")
	for table, of := range map[string]files{"claims": damaged, "share-50": f, "strategies=bfs": f, "shares": f} {
		var b strings.Builder
		if err := Derive(&b, Open(vfs.OS, of.write(t)), table); err == nil || b.Len() > 0 {
			t.Errorf("%s: %v, %q", table, err, b.String())
		}
	}
}
