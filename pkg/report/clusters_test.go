package report

import (
	"encoding/xml"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/parquetio"
	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// specialised is what a specialised search engine knows of some pages: their clusters, and their relevance.
func (f files) specialised(pages int) {
	f.clusters(pages)
	f.relevances(pages)
}

// madeClusters is the number of clusters of so many pages.
func madeClusters(pages int) int { return max(1, min(80, pages/6)) }

// clusters are those of some pages: of every seventh page, which has no words, there is none; cluster i of n has the pages whose
// square is i modulo n.
func (f files) clusters(pages int) {
	n := madeClusters(pages)
	of := func(page int) int { return page * page % n }
	var docs, sizes, places []int32
	counts := map[int]int32{}
	for i := range pages {
		if i%7 > 0 {
			docs = append(docs, int32(i), int32(of(i)))
			counts[of(i)]++
		}
	}
	fields := append(parquetio.Fields(tuple.IDs("cluster", "term")...), parquetio.Texts("word")...)
	fields = append(fields, parquetio.Fields(tuple.F32s("weight")...)...)
	var recs []int32
	var words parquetio.Strings
	for i := range n {
		places = append(places, int32(i), tuple.F32Bits(float32(i*7%n)/float32(n)), tuple.F32Bits(float32(i*i%n)/float32(n)))
		if counts[i] == 0 {
			continue
		}
		sizes = append(sizes, int32(i), counts[i])
		for k := range 12 {
			recs = append(recs, int32(i), int32(k), tuple.F32Bits(1/float32(k+1)))
			words.Append([]byte(fmt.Sprintf("w%06d", k))) // as words.txt has them
		}
	}
	f[clustersFile], f[clusterSizes], f[clusterMap] = raw(docs...), raw(sizes...), raw(places...)
	f[keywordsFile] = table(fields, recs, words)
}

// threeClusters are clusters with words that nobody would choose.
func threeClusters() files {
	fields := append(parquetio.Fields(tuple.IDs("cluster")...), parquetio.Texts("word")...)
	fields = append(fields, parquetio.Fields(tuple.F32s("weight")...)...)
	var recs []int32
	var words parquetio.Strings
	for i, w := range []string{"light", "</text><script>alert(1)</script>", "heavy", "\u202eturned",
		strings.Repeat("long", 40_000), "日本語"} {
		recs = append(recs, []int32{7, 9, 7, 9, 7, 9}[i], tuple.F32Bits([]float32{0.25, 1, 0.5, 0.5, 0.125, 0.25}[i]))
		words.Append([]byte(w))
	}
	at := func(x float32) int32 { return tuple.F32Bits(x) }
	return files{
		clusterSizes: raw(2, 1, 7, 20, 9, 5), keywordsFile: table(fields, recs, words),
		clusterMap: raw(2, at(0), at(1), 7, at(0.5), at(0.5), 9, at(1), at(0)),
	}
}

// TestClusters: sizes and keywords of clusters, the largest first, the heaviest first, and a map with them.
func TestClusters(t *testing.T) {
	html := render(t, threeClusters().write(t), Options{})
	page := wordsOf(html)
	for _, want := range []string{
		"26 pages in 3 clusters. The largest has 20 pages, the mean is 8.7.",
		" 7 heavy, light, long", "20 9 &lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;, \ufffdturned, 日本語 5 2 – 1 ",
		"clusters of pages 3", "7 20 0.500 0.500 9 5 1.000 0.000 2 1 0.000 1.000",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	for _, want := range []string{">heavy, light, longlonglonglongl…</text>",
		">&lt;/text&gt;&lt;script&gt;al…, \ufffdturned, 日本語</text>", ">2</text>",
		"<title>cluster 2, 1 page</title>", "<title>cluster 9, 5 pages: &lt;/text"} {
		if !strings.Contains(html, want) {
			t.Errorf("the map does not say %q", want)
		}
	}
	if n := strings.Count(html, `<circle class="place"`); n != 6 {
		t.Errorf("%d circles in two maps", n)
	}
	for _, c := range []struct{ without, want string }{
		{clusterMap, "There is no map of them, since cluster-map.t3 is missing (cluster -places)."},
		{keywordsFile, "Their keywords are not known, since keywords.parquet is missing (cluster -keywords)."},
	} {
		f := threeClusters()
		delete(f, c.without)
		html := render(t, f.write(t), Options{})
		if strings.Contains(html, `class="place"`) == (c.without == clusterMap) {
			t.Errorf("without %s there is a map, or none", c.without)
		}
		if page := wordsOf(html); !strings.Contains(page, c.want) {
			t.Errorf("without %s: %s", c.without, page)
		}
	}
}

// TestClusterKeywords: the keywords of the largest cluster have a table, if more than their weights is known.
func TestClusterKeywords(t *testing.T) {
	fields := append(parquetio.Fields(tuple.IDs("cluster")...), parquetio.Texts("word")...)
	fields = append(append(fields, parquetio.Fields(tuple.F32s("weight", "mean_count", "idf")...)...),
		parquetio.Fields(tuple.IDs("df", "pages")...)...)
	at := tuple.F32Bits
	var words parquetio.Strings
	for _, w := range []string{"bytecod", "<b>escap", "other"} {
		words.Append([]byte(w))
	}
	f := threeClusters()
	f[keywordsFile] = table(fields, []int32{
		7, at(44.17), at(7.3715), at(5.992), 1234, 20, 7, at(37.87), at(6.6961), at(5.6555), 7, 20,
		9, at(1), at(3.3333), at(2), 3, 5}, words)
	page := wordsOf(render(t, f.write(t), Options{}))
	for _, want := range []string{"Keywords of cluster 7, the largest", "bytecod 7.372 5.992 44.170 1,234",
		"&lt;b&gt;escap 6.696 5.655 37.870 7"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "3.333") {
		t.Error("there are keywords of another cluster")
	}
	if strings.Contains(wordsOf(render(t, threeClusters().write(t), Options{})), "Keywords of cluster") {
		t.Error("there is a table of weights alone")
	}
}

// TestManyClusters: the largest are drawn, and the page says how many are not.
func TestManyClusters(t *testing.T) {
	var sizes, places []int32
	for i := range int32(5000) {
		sizes = append(sizes, i, 1+i*7919%5000)
		places = append(places, i, tuple.F32Bits(float32(i%71)/71), tuple.F32Bits(float32(i%73)/73))
	}
	f := files{clusterSizes: raw(sizes...), clusterMap: raw(places...)}
	html := render(t, f.write(t), Options{})
	want := "The 60 largest clusters are drawn; 4,940 smaller ones are left out."
	if !strings.Contains(html, want) || !strings.Contains(html, "The 60 largest of 5,000 clusters") ||
		strings.Count(html, `<circle class="place"`) != 2*mostClusters || !strings.Contains(html, "4,941 pages") {
		t.Errorf("the page does not say %q", want)
	}
}

// TestDamagedClusters: files of clusters that are damaged or of others are refused, in one line with the place.
func TestDamagedClusters(t *testing.T) {
	at := func(x float64) int32 { return tuple.F32Bits(float32(x)) }
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{clusterMap, raw(2, at(0), at(1), 7, at(0.5), at(1.5), 9, at(1), at(0)),
			"cluster-map.t3: the place 0.5, 1.5 is not from 0 to 1, at record 2"},
		{clusterMap, raw(2, at(0), at(math.NaN()), 7, at(0.5), at(0.5)), "cluster-map.t3: "},
		{clusterMap, raw(2, at(0), at(0.5), 7, at(0.5)), "cluster-map.t3: ends inside a record"},
		{clusterMap, raw(7, at(0), at(0.5), 2, at(0.5), at(0.5)), "cluster-map.t3: is not sorted"},
		{clusterMap, raw(7, at(0.5), at(0.5), 9, at(0.5), at(0.5)),
			"cluster-map.t3: 2 clusters, but 3 by cluster-sizes.t2"},
		{clusterMap, raw(2, at(0.5), at(0.5), 3, at(0.5), at(0.5), 9, at(0.5), at(0.5)),
			"cluster-map.t3: no cluster 7, but there is one by"},
		{clusterSizes, raw(7, 20, 2, 1), "cluster-sizes.t2: is not sorted"},
		{keywordsFile, []byte("PAR1 and nothing more"), "keywords.parquet: "},
		{keywordsFile, table(parquetio.Fields(tuple.IDs("cluster", "term")...), []int32{1, 2}), "keywords.parquet: "},
		{clustersFile, raw(1, 7), "cluster-sizes.t2: 26 pages, but 1 by clusters.t2: they are of different crawls"},
		{"clusters.json", text(`{"tool":"cluster","docs":25}`),
			"cluster-sizes.t2: 26 pages, but 25 by clusters.json"},
	} {
		f := maps.Clone(threeClusters())
		f[c.name] = c.content
		if got := refusal(t, f); !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
	f := threeClusters()
	f[clusterSizes] = nil
	if got := refusal(t, f); !strings.Contains(got, "nothing to report") && got != "" {
		t.Errorf("no clusters: %q", got)
	}
}

// TestClusterWords: whatever the words of the clusters are, the map is whole and has no elements but its own.
func TestClusterWords(t *testing.T) {
	var shown []*cluster
	for i, w := range slices.Concat(hostile, []string{evil}) {
		c := &cluster{id: int32(i), pages: int64(i + 1), words: newTop(mostKeywords, heavier)}
		for k := range 4 {
			c.words.add(weighed{w, float32(k)})
		}
		c.labels = append(c.labels, c.firstWords(3, 18), c.firstWords(2, 14))
		if len([]rune(c.labels[0])) > 3*18+4 {
			t.Errorf("a label of %d letters", len(c.labels[0]))
		}
		c.place = &plot.Point{X: float64(i%2) / 2, Y: float64(i%3) / 2}
		shown = append(shown, c)
	}
	figure := mapOf(shown, int64(len(shown)))
	figure.ID = "clusters-1"
	ours := []string{"svg", "title", "desc", "circle", "text"}
	for d := xml.NewDecoder(strings.NewReader(string(figure.Wide()))); ; {
		token, err := d.Token()
		if token == nil {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && !slices.Contains(ours, e.Name.Local) {
			t.Errorf("<%s>", e.Name.Local)
		}
	}
}
