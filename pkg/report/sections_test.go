package report

import (
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"webmill/pkg/parquetio"
	"webmill/pkg/report/plot"
	"webmill/pkg/report/thesisdata"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestFetchedCounts compares what the page says of pages.parquet with counting its rows one by one.
func TestFetchedCounts(t *testing.T) {
	const pages = 500
	f := Open(vfs.OS, made(pages).write(t))
	if err := f.list(); err != nil {
		t.Fatal(err)
	}
	k, err := f.fetches()
	if err != nil {
		t.Fatal(err)
	}
	var fetched, missing, broken int64
	status, types, langs := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for id := range pages {
		links, code, kind, title := madePage(id)
		if code == 0 {
			if links > 0 {
				missing++
			}
			continue
		}
		fetched++
		status[fmt.Sprint(code)]++
		types[kind]++
		if lang := madeLang(kind); lang != "" {
			langs[strings.ToLower(lang)]++
		}
		if code >= 400 && links > 0 {
			broken++
		}
		if r, shown := k.about[int32(id)]; shown && (r.title != title ||
			r.command != fmt.Sprintf(`warc -get %d 'it'\''s <b>.warc.gz'`, 100*id)) {
			t.Errorf("page %d: %+v", id, r)
		}
	}
	if k.pages != pages || k.fetched != fetched || k.missing != missing || k.brokens != broken || len(k.about) == 0 {
		t.Errorf("%d known, %d fetched, %d missing, %d broken: %+v", pages, fetched, missing, broken, k)
	}
	for _, c := range []struct {
		got  tally[int64]
		want map[string]int64
	}{{k.status, status}, {k.types, types}, {k.langs, langs}} {
		for name, n := range c.got.names {
			if *n != c.want[name] || len(c.got.names) != len(c.want) {
				t.Errorf("%s: %d, not %d of %v", name, *n, c.want[name], c.want)
			}
		}
	}
}

// TestOldFolder: a folder without the new files has the sections of what is there; one with pages.parquet of old has no status.
func TestOldFolder(t *testing.T) {
	f := made(60)
	for _, name := range []string{pagesFile, hostsFile, hostLinks} {
		delete(f, name)
	}
	page := render(t, f.write(t), Options{Version: "v1"})
	for _, want := range []string{"The hosts with the most known pages", "webmill v1"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(page, `<section id="fetched"`) {
		t.Error("there are status codes of an old crawl")
	}
}

// TestOrigin: what crawl.tsv lists is said, with the flags of the user and no others.
func TestOrigin(t *testing.T) {
	f := made(60)
	f["crawl.tsv"] = text("archive\t1024\t1795426044.07 1795426044.07\t/in/<b>\u202e.warc.gz",
		"archive\t1024\t1795426044.07\t/in/b.arc",
		"flag\t\t\t-nofollow", "flag\t\t\tdrop", "flag\t\t\t-parts", "flag\t\t\tparts", "flag\t\t\t/in/b.arc",
		"urls\t77\t1795426044.07\t/in/urls.tsv")
	f["extract.json"] = text(`{"tool":"extract-links","pages":1,"version":"x<y","began":"2026-11-23T09:31:05Z"}`)
	page := wordsOf(render(t, f.write(t), Options{}))
	for _, want := range []string{"&lt;b&gt;\ufffd.warc.gz, b.arc (2.0\u202fKiB, files of 2026-11-23)", "Flags -nofollow drop",
		"2026-11-23 09:31 UTC", "webmill x&lt;y"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestOrphans: a page to which only it links is an orphan. Without the links nobody knows.
func TestOrphans(t *testing.T) {
	f := files{"links.t2": raw(0, 0, 1, 1, 1, 2, 3, 3, 3, 4), "indegree.t2": raw(0, 1, 1, 1, 2, 1, 3, 1, 4, 1),
		"page-host.t2": raw(0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0)}
	for _, c := range []struct {
		links []byte
		want  string
	}{
		{f["links.t2"], "4 pages (66.7\u202f% of all known) are orphans: no other page links to them. "},
		{raw(0, 0, 1, 1, 2, 2, 3, 3, 4, 4), "6 pages (100.0\u202f% of all known) are orphans: no other page links to them. "},
		{raw(0, 0, 3, 1, 3, 2, 0, 3, 3, 4), "2 pages (33.3\u202f% of all known) are orphans: no other page links to them. "},
		{nil, "1 page (16.7\u202f% of all known) is an orphan: no link leads to it. "},
	} {
		f["links.t2"] = c.links
		if c.links == nil {
			delete(f, "links.t2")
		}
		page := wordsOf(render(t, f.write(t), Options{}))
		if !strings.Contains(page, c.want) {
			t.Errorf("the page does not say %q:\n%s", c.want, page)
		}
	}
	f["links.t2"] = raw(1, 1, 0, 0, 1, 2, 3, 3, 3, 4)
	err := Write(io.Discard, Open(vfs.OS, f.write(t)), Options{})
	if err == nil || !strings.Contains(err.Error(), "links.t2: is sorted neither by source nor by target") {
		t.Errorf("of links that are not sorted: %v", err)
	}
}

// TestPowerLaw: the slope of a made power law is found, and none where there is no power law.
func TestPowerLaw(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for _, slope := range []float64{-0.8, -1.2, -2} {
		h := &histogram{}
		for range 50_000 {
			h.add(int32(min(0.5+0.5*math.Pow(r.Float64(), 1/slope), 1e8)+0.5), 1)
		}
		law, ok := h.powerLaw()
		if !ok || math.Abs(law.slope-slope) > 4*law.error+0.03 {
			t.Errorf("slope %v: %+v, %v", slope, law, ok)
		}
	}
	h := &histogram{}
	for i := range int32(1000) {
		h.add(100+i%7, 1)
	}
	if law, ok := h.powerLaw(); ok {
		t.Errorf("seven values have the slope %+v", law)
	}
}

// TestWarcCommand: the command that shows a record, and none where its place is not known.
func TestWarcCommand(t *testing.T) {
	unknown := parquetio.Value{Null: true}
	number := func(n int64) parquetio.Value { return parquetio.Value{Number: n} }
	for _, c := range []struct {
		archive       string
		offset, inner parquetio.Value
		want          string
	}{
		{"a.warc.gz", number(7), unknown, "warc -get 7 a.warc.gz"},
		{"a.warc.zst", number(7), number(2), "warc -get 7+2 a.warc.zst"},
		{"it's a.warc", number(0), unknown, `warc -get 0 'it'\''s a.warc'`},
		{"-a.warc", number(0), unknown, "warc -get 0 ./-a.warc"},
		{"site/a.html", unknown, unknown, ""},
		{"", number(7), unknown, ""},
		{"a\u202e.warc", number(7), unknown, ""},
	} {
		row := pageRow{atArchive: {Text: []byte(c.archive)}, atOffset: c.offset, atInner: c.inner}
		if got := row.warcCommand(); got != c.want {
			t.Errorf("%q: %q, not %q", c.archive, got, c.want)
		}
	}
}

// TestWordSection: the section says what is in its files, in words; of one text it says so.
func TestWordSection(t *testing.T) {
	f := files{
		lengthsFile:   raw(0, 4, 1, 0, 2, 10, 3, 10),
		growthFile:    text("words\tterms", "1\t1", "10\t6", "24\t9"),
		frequencyFile: raw(1, 4, 2, 3, 7, 2),
		"words.json":  text(`{"tool":"terms","records":24,"terms":9,"heaps_k":2,"heaps_beta":0.5}`),
		"hosts.txt":   text("a.test", "b.test"),
		hostTerms:     made(60)[hostTerms],
	}
	page := wordsOf(render(t, f.write(t), Options{}))
	for _, want := range []string{
		"1 text (25.0\u202f%) has no words.",
		"4 texts have 24 words in all. Half of them have 10 words or more, the mean is 6, the longest has 10.",
		"In the order of the crawl, the first 10 words have 6 different ones, all 24 have 9.",
		"The law of Heaps fits as 2 · words^0.50, by least squares from 100 words on: twice as many words have 1.41 times as many",
		"44.4\u202f% of the 9 different words occur only once; the most frequent one occurs 7 times.",
		"b.test &lt;i&gt;word 2 of 1, &lt;i&gt;word 1 of 1, &lt;i&gt;word 0 of 1 a.test &lt;i&gt;word 2 of 0",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	page = wordsOf(render(t, made(60).write(t), Options{}))
	for _, want := range []string{"de 15 25.0\u202f%", "none that is known 15 25.0\u202f%", "&lt;b&gt; 15"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, other := range [][2]string{
		{growthFile, "words\tterms\n1\t1\n25\t9\n"}, {growthFile, "words\tterms\n1\t1\n24\t8\n"},
		{"words.json", `{"records":23}`}, {"words.txt", "a\nb\n"}, {frequencyFile, string(raw(1, 4, 2, 3, 7, 3))},
		{lengthsFile, string(raw(0, 4, 1, 0, 2, 10, 3, 11))},
	} {
		g := maps.Clone(f)
		g[other[0]] = []byte(other[1])
		if text := refusal(t, g); !strings.Contains(text, "of different crawls") {
			t.Errorf("%s of another crawl: %q", other[0], text)
		}
	}
}

// TestPeopleSection: the persons with the most mentions and their home pages, and those of each host; only URLs of pages of the
// web are links.
func TestPeopleSection(t *testing.T) {
	f := files{}
	f.people([]string{"a.test", "b.test", "<i>c.test"})
	html := render(t, f.write(t), Options{})
	page := wordsOf(html)
	for _, want := range []string{
		"9 persons", "The pages name 9 persons; a home page was found for 3.",
		"1 &lt;b&gt;Ada\ufffd Nr. 6 12 1 1 – 2 &lt;b&gt;Ada\ufffd Nr. 7 Dr. 12 2 1 ftp://h.test/~7",
		"https://h.test/~1", "javascript://h.test/~4",
		"&lt;i&gt;c.test 36 &lt;b&gt;Ada\ufffd Nr. 6 (12), &lt;b&gt;Ada\ufffd Nr. 7 (12), &lt;b&gt;Ada\ufffd Nr. 8 (12) b.test 33",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	const link = `<a href="https://h.test/~1" rel="noreferrer">`
	if n := strings.Count(html, `<a href="http`); n != 1 || !strings.Contains(html, link) {
		t.Errorf("%d links to pages", n)
	}
	f["people.json"] = text(`{"tool":"people","persons":8}`)
	if text := refusal(t, f); !strings.Contains(text, "of different crawls") {
		t.Errorf("other figures: %q", text)
	}
	f["people.json"] = text(`{"tool":"people","persons":9,"documents":8}`)
	f["mentions.json"] = text(`{"tool":"findnames","documents":7}`)
	if text := refusal(t, f); !strings.Contains(text, "of different crawls") {
		t.Errorf("mentions of other documents: %q", text)
	}
	delete(f, "mentions.json")
	other := files{}
	other.people([]string{"a.test"})
	f[peopleFile] = other[peopleFile]
	if text := refusal(t, f); !strings.Contains(text, "of different crawls") {
		t.Errorf("persons of another crawl: %q", text)
	}
}

// TestOtherHosts: tables of the hosts of another crawl are refused; one that lacks pages without hosts is not.
func TestOtherHosts(t *testing.T) {
	f := files{"urls.txt": text("a", "b", "c"), "page-host.t2": raw(0, 0, 1, 0, 2, 1), "links.t2": raw(0, 1, 0, 2, 1, 2, 2, 0),
		"hosts.txt": text("a.test", "b.test"), personPages: table(parquetio.Fields(tuple.IDs("tf")...), []int32{3, 4})}
	f.hosts(2, []int32{0, 0, 1, 0, 2, 1}, 4)
	render(t, f.write(t), Options{})
	var host parquetio.Strings
	host.Append([]byte("a.test"))
	people := func(n int32) []byte {
		return table(append(parquetio.Texts("host"), parquetio.Fields(tuple.IDs("person", "mentions")...)...),
			[]int32{1, n}, host)
	}
	f[hostPeople] = people(7)
	render(t, f.write(t), Options{})
	less := files{}
	less.hosts(2, []int32{0, 0, 1, 0}, 3)
	for name, other := range map[string][]byte{hostsFile: less[hostsFile], hostLinks: less[hostLinks], hostPeople: people(6)} {
		g := maps.Clone(f)
		g[name] = other
		if text := refusal(t, g); !strings.Contains(text, "of different crawls") {
			t.Errorf("%s of another crawl: %q", name, text)
		}
		g["urls.txt"] = text("a", "b", "c", "d")
		if name != hostsFile {
			render(t, g.write(t), Options{}) // one page has no host
		}
	}
}

// TestContent: what is kept of the pages, by host and kind, as counting them one by one gives it.
func TestContent(t *testing.T) {
	const pages = 300
	hosts := []string{"a.test", "b.test:81", "c.test"}
	f := files{}
	f.contents(pages, hosts)
	folder := Open(vfs.OS, f.write(t))
	if err := folder.list(); err != nil {
		t.Fatal(err)
	}
	c, err := buildContent(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all kept
	byHost, byKind, empty := map[string]kept{}, map[string]kept{}, 0
	for id := range pages {
		host, kind, before, after := madeContent(id, len(hosts))
		if kind == "" {
			kind = "not known"
		}
		h, k := byHost[strings.TrimSuffix(hosts[host], ":81")], byKind[kind]
		all.add(before, after)
		h.add(before, after)
		k.add(before, after)
		byHost[strings.TrimSuffix(hosts[host], ":81")], byKind[kind] = h, k
		if after == 0 {
			empty++
		}
	}
	want := fmt.Sprintf("300 pages have %s of text. Of these %s (%s) are main content", size(all.before), size(all.after),
		percent(share(all.after, all.before)))
	if !strings.HasPrefix(c.Blocks[0].Text, want) ||
		!strings.Contains(c.Blocks[1].Figure.Finding, " 1 page of which nothing is kept is left out") {
		t.Errorf("%s\n%s", c.Blocks[0].Text, c.Blocks[1].Figure.Finding)
	}
	for i, by := range []map[string]kept{byKind, byHost} {
		table := c.Blocks[2+i].Table
		if len(table.Rows) != len(by) {
			t.Errorf("%s: %d rows", table.Caption, len(table.Rows))
		}
		for _, row := range table.Rows {
			k := by[row[0].Text]
			if row[1].Text != count(k.pages) || row[2].Text != size(k.before) || row[3].Text != size(k.after) ||
				row[4].Text != percent(share(k.after, k.before)) {
				t.Errorf("%s: %v, not %v", table.Caption, row, k)
			}
		}
	}
	pagesOf := int64(0)
	for _, row := range c.Blocks[1].Figure.Data.Rows {
		n, err := strconv.ParseInt(strings.ReplaceAll(row[1].Text, ",", ""), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		pagesOf += n
	}
	if pagesOf != pages-int64(empty) {
		t.Errorf("the table of the picture has %d pages of %d", pagesOf, pages-empty)
	}
}

// TestManyHosts: of very many hosts the others are counted together, and memory is bounded.
func TestManyHosts(t *testing.T) {
	var by tally[kept]
	for i := range 3 * mostNames {
		by.of(fmt.Appendf(nil, "h%d.test", i), mostNames).add(10, int64(i%2))
	}
	rows := keptTable(&by, "", "host", 5).Rows
	if len(by.names) != mostNames || len(rows) != 6 || rows[5][0].Text != "others" || rows[5][1].Text != count(3*mostNames-5) {
		t.Errorf("%d names, %v", len(by.names), rows)
	}
}

// TestContentOfOthers: a file of this name that another program has made is no main content.
func TestContentOfOthers(t *testing.T) {
	f := made(60)
	f[contentFile] = f[documentsFile]
	if page := render(t, f.write(t), Options{}); strings.Contains(page, `<section id="content"`) {
		t.Error("there is a section")
	}
}

// TestLogarithmic: the graphs of Kulvait 2007, 8.4, have a logarithmic axis of shares. The chart with a linear one stays.
func TestLogarithmic(t *testing.T) {
	curves := map[string][]plot.Point{"order": {{X: 1, Y: 0.03}}, "max": {{X: 1, Y: 0.2}}}
	linear := accumulationChart(thesisdata.PageRank, "PageRank", 100, curves)
	c := logarithmic(linear, curves)
	want := "As the thesis draws it: the first hundredth of the pages holds 0.030 of the importance, the best possible is 0.200."
	if !c.Y.Log || linear.Y.Log || c.Y.Title != linear.Y.Title || c.Y.Unit != linear.Y.Unit || c.X != linear.X ||
		len(c.Lines) != len(linear.Lines) || c.Desc != want {
		t.Errorf("%s, %+v", c.Desc, c.Y)
	}
}
