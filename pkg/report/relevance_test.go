package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// madeURL is the URL of a page of made.
func madeURL(page int) string {
	if page < len(hostile) {
		return hostile[page]
	}
	return fmt.Sprintf("https://www.h%d.example/some/folder/page-%d.html", page/50, page)
}

// relevances are what was learnt of some pages: the first ones are the most relevant. Every third one was judged.
func (f files) relevances(pages int) {
	relevance := func(page int) float32 { return float32(pages-page) / float32(pages+1) }
	var all, recs []int32
	var urls parquetio.Strings
	for i := range pages {
		all = append(all, int32(i), tuple.F32Bits(relevance(i)))
		if !utf8.ValidString(madeURL(i)) {
			continue // no tool writes it
		}
		recs = append(recs, int32(i), tuple.F32Bits(relevance(i)))
		urls.Append([]byte(madeURL(i)))
	}
	fields := append(parquetio.Fields(append(tuple.IDs("id"), tuple.F32s("relevance")...)...),
		parquetio.Texts("url")...)
	f[relevanceFile], f[relevantFile] = raw(all...), table(fields, recs, urls)
	r := rand.New(rand.NewPCG(5, 5))
	ways, curves := []string{waysHead}, []string{curveHead}
	n := min(pages/3, 200) + 2
	names := []string{"logistic", keepEverything, "nearest cluster", "pagerank alone", "logistic without text", evil}
	for i, name := range names {
		var judged []judgedPage
		for k := range n {
			judged = append(judged, judgedPage{float64(n-k) + float64(i*n)*r.Float64(), k < n/3+1})
		}
		points := curveTwin(judged)
		for _, p := range points {
			curves = append(curves, fmt.Sprintf("%s\t%g\t%s\t%.6f\t%.6f\t%.6f", name, p.rating, p.row(), p.recall, p.falseRate,
				p.precision))
		}
		p := points[n/2]
		f1 := 2 * p.counts[0] / (2*p.counts[0] + p.counts[1] + p.counts[2])
		ways = append(ways, fmt.Sprintf("%s\t\t%s\t0.5\t%.6f\t%.6f\t%.6f\t%.6f\t", name, p.row(), p.precision, p.recall, f1,
			1-0.1*float64(i)))
	}
	f[waysFile], f[curveFile] = text(ways...), text(curves...)
}

// judgedPage is one with its rating.
type judgedPage struct {
	rating   float64
	relevant bool
}

// countedPoint is a row of relevance-curve.tsv.
type countedPoint struct {
	curvePoint
	rating float64
	counts [4]float64
}

// row are the counts in a table.
func (p *countedPoint) row() string {
	return fmt.Sprintf("%.0f\t%.0f\t%.0f\t%.0f", p.counts[0], p.counts[1], p.counts[2], p.counts[3])
}

// curveTwin is the curve of ratings that all differ, made in the obvious way.
func curveTwin(list []judgedPage) (points []countedPoint) {
	list = slices.SortedFunc(slices.Values(list), func(a, b judgedPage) int { return cmp.Compare(b.rating, a.rating) })
	for _, at := range list {
		p := countedPoint{rating: at.rating}
		for _, x := range list {
			i := 0
			if x.rating < at.rating {
				i = 2
			}
			if x.relevant == (i == 2) {
				i++
			}
			p.counts[[4]int{0, 1, 3, 2}[i]]++
		}
		tp, fp, fn, tn := p.counts[0], p.counts[1], p.counts[2], p.counts[3]
		p.curvePoint = curvePoint{tp / (tp + fn), fp / (fp + tn), tp / (tp + fp)}
		points = append(points, p)
	}
	return points
}

const (
	countsHead = "true_positives\tfalse_positives\tfalse_negatives\ttrue_negatives"
	waysHead   = "name\tthreshold\t" + countsHead + "\taccuracy\tprecision\trecall\tf1\tauc\tmean_precision"
	curveHead  = "name\trating\t" + countsHead + "\trecall\tfalse_positive_rate\tprecision"
)

// learnt is a small folder of what relevance writes.
func learnt() files {
	bits := func(x float64) int32 { return tuple.F32Bits(float32(x)) }
	fields := append(parquetio.Fields(append(tuple.IDs("id"), tuple.F32s("relevance")...)...),
		parquetio.Texts("url")...)
	var urls parquetio.Strings
	for _, u := range []string{"http://c.test/<b>", "javascript:alert(1)", ""} {
		urls.Append([]byte(u))
	}
	return files{
		relevanceFile: raw(0, bits(0), 1, bits(0.5), 2, bits(0.75), 3, bits(1)),
		relevantFile:  table(fields, []int32{3, bits(1), 2, bits(0.75), 1, bits(0.5)}, urls),
		"ranks.t2":    raw(0, bits(0.5), 3, bits(0.25), 7, bits(0.25)),
		waysFile: text(waysHead, "logistic\t\t3\t1\t1\t5\t0.8\t0.75\t0.75\t0.75\t0.9\t0.8",
			"keep everything\t\t4\t6\t0\t0\t0.4\t0.4\t1\t0.571429\t0.5\t0.4", "<i>\t0.5\t0\t0\t4\t6\t0.6\t\t0\t0\t0.3\t"),
		curveFile: text(curveHead, "logistic\t0.9\t1\t0\t3\t6\t0.25\t0\t1", "logistic\t0.8\t3\t1\t1\t5\t0.75\t0.166667\t0.75",
			"logistic\t0.1\t4\t6\t0\t0\t1\t1\t0.4", "keep everything\t1\t4\t6\t0\t0\t1\t1\t0.4",
			"<i>\t0.2\t4\t6\t0\t0\t1\t1\t0.4"),
	}
}

// TestRelevance: what is said of ways, curves, all pages and the most relevant ones.
func TestRelevance(t *testing.T) {
	html := render(t, learnt().write(t), Options{})
	page := wordsOf(html)
	for _, want := range []string{
		"Relevance by “logistic” has an F1 of 0.750 on 10 judged pages; to keep every page has 0.571.",
		"Of 10 judged pages 4 are relevant. By “logistic” 4 are kept, of which 3 are relevant: " +
			"precision is 0.750, recall 0.750, F1 0.750. If every page is kept, F1 is 0.571.",
		"logistic 0.750 0.750 0.750 0.800 0.900 0.800 4 3 1 ", "&lt;i&gt; above 0.5 0.000 – 0.000 0.600 0.300 – 0 0 4 ",
		"recall precision, logistic by mistake, logistic precision, &lt;i&gt; by mistake, &lt;i&gt; 0.1 1.000 0.000 0.400 1.000 0.2",
		"0.3 0.750 0.167 0.400 1.000", "0.8 0.400 1.000 0.400 1.000",
		"2 of 4 pages (50.0\u202f%) have a relevance above 0.5.",
		"0.00 0.05 1 25.0\u202f% 4 0.05 0.10 0 0\u202f% 3", "0.95 1.00 1 25.0\u202f% 1 ",
		"1 http://c.test/&lt;b&gt; 1.000 25.0\u202f% 2 javascript:alert(1) 0.750 – 3 page 1 0.500 –",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	if strings.Contains(html, `href="javascript`) || strings.Contains(html, `href="http`) {
		t.Error("a URL of the crawl is a link")
	}
	for name, want := range map[string]string{
		waysFile:      "How good the ratings are is not known, since relevance-ways.tsv is missing (relevance -folds).",
		curveFile:     "There are no curves, since relevance-curve.tsv is missing (relevance -curve).",
		relevanceFile: "The relevance of the pages is not known, since relevance.t2 is missing (relevance -apply).",
	} {
		f := learnt()
		delete(f, name)
		if page := wordsOf(render(t, f.write(t), Options{})); !strings.Contains(page, want) {
			t.Errorf("without %s the page does not say %q", name, want)
		}
	}
	f := learnt()
	delete(f, "ranks.t2")
	if page := wordsOf(render(t, f.write(t), Options{})); strings.Contains(page, "share of PageRank") {
		t.Error("there are shares of PageRank without PageRank")
	}
	// Without rows, and if the way is no better than to keep everything.
	f[waysFile], f[curveFile], f[relevanceFile] = text(waysHead), text(curveHead), nil
	delete(f, relevantFile)
	if page := render(t, f.write(t), Options{}); strings.Contains(page, "<figure") {
		t.Error("there is a picture of nothing")
	}
	f[waysFile] = text(waysHead, "neuron\t\t0\t0\t4\t6\t0.6\t\t0\t0\t0.3\t",
		"keep everything\t\t4\t6\t0\t0\t0.4\t0.4\t1\t0.571429\t0.5\t0.4")
	const bad = `<li class="bad">Relevance by “neuron” has an F1 of 0.000`
	if page := render(t, f.write(t), Options{}); !strings.Contains(page, bad) {
		t.Error("that a way is worse than to keep everything is not said to be bad")
	}
}

// TestDamagedRelevance: files that are damaged or of others are refused, in one line with the place.
func TestDamagedRelevance(t *testing.T) {
	bits := func(x float64) int32 { return tuple.F32Bits(float32(x)) }
	row := "logistic\t\t3\t1\t1\t5\t0.8\t0.75\t0.75\t0.75\t0.9\t0.8"
	point := "logistic\t0.9\t1\t0\t3\t6\t0.25\t0\t1"
	columns := parquetio.Fields(append(tuple.IDs("id"), tuple.F32s("relevance")...)...)
	var url parquetio.Strings
	url.Append([]byte("http://a.test/"))
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{waysFile, text(row), `relevance-ways.tsv: there is no column "name" in the head, at line 1`},
		{waysFile, nil, `relevance-ways.tsv: there is no column "name" in the head, at line 1`},
		{waysFile, text(waysHead, "logistic\t\t3"),
			"relevance-ways.tsv: 3 fields, not the 12 of the head, at line 2"},
		{waysFile, text(waysHead, row, strings.Replace(row, "\t5\t", "\tfive\t", 1)),
			`relevance-ways.tsv: true_negatives: "five" is not a number, at line 3`},
		{waysFile, text(waysHead, strings.Replace(row, "\t5\t", "\t\t", 1)),
			"relevance-ways.tsv: true_negatives: is not a number of pages, at line 2"},
		{waysFile, text(waysHead, strings.Replace(row, "\t5\t", "\t-5\t", 1)),
			"relevance-ways.tsv: true_negatives: -5 is not from 0 to 2.147483647e+09, at line 2"},
		{waysFile, text(waysHead, strings.Replace(row, "0.9", "9", 1)),
			"relevance-ways.tsv: auc: 9 is not from 0 to 1, at line 2"},
		{waysFile, text(waysHead, strings.Replace(row, "\t5\t", "\t6\t", 1)),
			"relevance-curve.tsv: 10 judged pages, but 11 by relevance-ways.tsv"},
		{curveFile, text(point), `relevance-curve.tsv: there is no column "recall" in the head, at line 1`},
		{curveFile, nil, `relevance-curve.tsv: there is no column "recall" in the head, at line 1`},
		{curveFile, text(curveHead, "logistic\t1"),
			"relevance-curve.tsv: 2 fields, not the 9 of the head, at line 2"},
		{curveFile, text(curveHead, point, strings.Replace(point, "0.25", "25", 1)),
			`relevance-curve.tsv: recall: "25" is not from 0 to 1, at line 3`},
		{curveFile, text(curveHead, strings.Replace(point, "\t6\t", "\t\t", 1)),
			`relevance-curve.tsv: true_negatives: "" is not a number of pages, at line 2`},
		{relevanceFile, raw(0, bits(0.5), 2, bits(1.5), 3, 0),
			"relevance.t2: the relevance of page 2 is 1.5, not from 0 to 1, at record 2"},
		{relevanceFile, raw(0, bits(0.5), 2, bits(math.NaN()), 3, 0), "relevance.t2: "},
		{relevanceFile, raw(0, bits(0.5), 2, 0, 3, 0, 4), "relevance.t2: ends inside a record"},
		{relevanceFile, raw(0, bits(0.5)),
			"relevant.parquet: 3 rows, but 1 by relevance.t2: they are of different crawls"},
		{relevantFile, []byte("PAR1 and nothing more"), "relevant.parquet: "},
		{relevantFile, table(columns, []int32{1, bits(0.5)}), "relevant.parquet: "},
		{relevantFile, table(append(columns, parquetio.Texts("url")...), []int32{1, bits(7)}, url),
			"relevant.parquet: the relevance of page 1 is 7, not from 0 to 1"},
		{"relevance.json", text(`{"tool":"relevance","docs":5}`), "relevance.t2: 4 pages, but 5 by relevance.json"},
		{"relevance.json", text(`{"tool":"cluster","docs":4}`), "relevance.json: is of cluster, not of relevance"},
	} {
		f := maps.Clone(learnt())
		f[c.name] = c.content
		if got := refusal(t, f); !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// TestLongCurve: of a long curve some points are kept, the last one among them, and all are on the curve. A file of curves may be
// larger than what is read as a whole.
func TestLongCurve(t *testing.T) {
	const n = 40_000
	lines := []string{curveHead}
	on := map[curvePoint]bool{}
	for i := 1; i <= n; i++ {
		tp := i - i/3
		p := curvePoint{float64(tp) / n, float64(i/3) / n, float64(tp) / float64(i)}
		on[p] = true
		lines = append(lines, fmt.Sprintf("a way\t%v\t%d\t%d\t%d\t%d\t%v\t%v\t%v", n-i, tp, i/3, n-tp, n-i/3,
			p.recall, p.falseRate, p.precision))
	}
	for i := range 3 * mostCurves {
		lines = append(lines, fmt.Sprintf("way %d\t0\t1\t0\t0\t1\t1\t0\t1", i))
	}
	f := Open(vfs.OS, files{curveFile: text(lines...)}.write(t))
	list, first, err := f.readCurves()
	if err != nil || len(list) != mostCurves || first.judged() != 2*n || first.relevant() != n {
		t.Fatalf("%d curves, %v, %v", len(list), first, err)
	}
	w := list[0]
	if len(w.points) < mostPoints/2 || len(w.points) > mostPoints || w.points[len(w.points)-1].recall != w.last.recall ||
		w.last.falseRate != float64(n/3)/n {
		t.Errorf("%d points, the last %v", len(w.points), w.points[len(w.points)-1])
	}
	for i, p := range w.points {
		if !on[p] || i > 0 && p.recall <= w.points[i-1].recall {
			t.Errorf("point %d, %v, is not on the curve", i, p)
		}
	}
}

// TestBestCurves: the method, and the two best ways that are not variants of it.
func TestBestCurves(t *testing.T) {
	f := made(600)
	folder := Open(vfs.OS, f.write(t))
	if err := folder.list(); err != nil {
		t.Fatal(err)
	}
	ways, err := folder.ways()
	list, _, err2 := folder.readCurves()
	if err != nil || err2 != nil || len(list) != 6 || len(ways) != 6 {
		t.Fatalf("%d ways, %d curves: %v %v", len(ways), len(list), err, err2)
	}
	ways[3].auc = 0.99
	var names []string
	for _, w := range bestCurves(list, ways) {
		names = append(names, w.name)
	}
	if got := strings.Join(names, ", "); got != "logistic, pagerank alone, nearest cluster" {
		t.Error(got)
	}
}

// TestRelevantTwin: the most relevant pages are those that sorting all finds, whatever the order of the file.
func TestRelevantTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	var all []relevantPage
	var recs []int32
	var urls parquetio.Strings
	for i := range 3000 {
		p := relevantPage{int32(i), float32(r.IntN(500)) / 500, fmt.Sprint("http://a.test/", i)}
		all = append(all, p)
	}
	r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	for _, p := range all {
		recs = append(recs, p.id, tuple.F32Bits(p.relevance))
		urls.Append([]byte(p.url))
	}
	fields := append(parquetio.Fields(append(tuple.IDs("id"), tuple.F32s("relevance")...)...),
		parquetio.Texts("url")...)
	folder := Open(vfs.OS, files{relevantFile: table(fields, recs, urls)}.write(t))
	if err := folder.list(); err != nil {
		t.Fatal(err)
	}
	got, err := folder.relevant()
	slices.SortFunc(all, func(a, b relevantPage) int {
		return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.id, b.id))
	})
	if err != nil || !slices.Equal(got, all[:topPages]) {
		t.Errorf("%v, not %v: %v", got, all[:topPages], err)
	}
}
