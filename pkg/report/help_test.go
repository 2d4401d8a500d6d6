package report

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// hostile is what a web may hold as an address.
var hostile = []string{
	`javascript:alert(1)`,
	`http://a.test/"><script>alert(1)</script>`,
	`https://b.test/'onmouseover='alert(1)`,
	`http://c.test/<img src=x onerror=alert(1)>&lt;b&gt;]]>`,
	"http://d.test/\u202egnp.exe\u2066\u200b",
	"http://e.test/\xff\xfe\x00\x1b[31m\r",
	"http://f.test/" + strings.Repeat("long", 40_000),
	`data:text/html,<script>alert(1)</script>`,
	"",
	"http://www.example.org/a/quite/ordinary/address/of/a/page.html?with=a&query=string#and-a-fragment",
	"https://xn--bcher-kva.example/käse/日本語",
}

const evil = `</title></style><script>alert(1)</script>`

// files are those of a folder of results, by name.
type files map[string][]byte

// made are results like those of a crawl of some pages, with all files that any section reads.
func made(pages int) files {
	r := rand.New(rand.NewPCG(1, 7))
	f := files{}
	var hosts, urls, layerSizes []string
	var pageHost, links, in, out, layer, ranks, kranks []int32
	from := make([]int32, pages) // links of each page; those to a page come from every third one
	n := map[int]int{}
	for i := range pages {
		if i%50 == 0 {
			hosts = append(hosts, fmt.Sprintf("www.h%d.example", i/50))
		}
		url := fmt.Sprintf("https://www.h%d.example/some/folder/page-%d.html", i/50, i)
		// The best pages have the hostile addresses.
		x := math.Pow(r.Float64(), -0.8) / float64(pages*10)
		if i < len(hostile) {
			url, x = hostile[i], 0.01/float64(i+1)
		}
		urls = append(urls, url)
		l := 1 + max(0, min(i/(pages/30+1), int(4+3*r.NormFloat64()*r.NormFloat64())))
		n[l]++
		id := int32(i)
		pageHost = append(pageHost, id, id/50)
		in = append(in, id, int32(math.Pow(r.Float64(), -1.1)))
		for range in[2*i+1] {
			src := r.IntN(pages) / 3 * 3
			links = append(links, int32(src), id)
			from[src]++
		}
		layer = append(layer, id, int32(l))
		ranks = append(ranks, id, tuple.F32Bits(float32(x)))
		kranks = append(kranks, id, tuple.F32Bits(float32(x*math.Exp(0.5*r.NormFloat64()))))
	}
	for id, n := range from {
		if n > 0 {
			out = append(out, int32(id), n)
		}
	}
	for _, l := range slices.Sorted(maps.Keys(n)) {
		layerSizes = append(layerSizes, fmt.Sprint(l), fmt.Sprint(n[l]))
	}
	hosts[0] = `<b>host`
	for name, pairs := range map[string][]int32{
		"page-host.t2": pageHost, "links.t2": links, "indegree.t2": in, "outdegree.t2": out, "layers.t2": layer,
		"ranks.t2": ranks, "kranks.t2": kranks, "layer-sizes.t2": ints(layerSizes),
	} {
		f[name] = raw(pairs...)
	}
	f["urls.txt"], f["hosts.txt"] = text(urls...), text(hosts...)
	f.vocabulary(pages, len(hosts))
	f.people(hosts)
	f.contents(pages, hosts)
	f.navigation(pages, hosts)
	f.specialised(pages)
	f.tables(pages)
	f.hosts(len(hosts), pageHost, len(links)/2)
	f.statistics(len(links) / 2)
	f.logs(960)
	f.experiments()
	return f
}

// madePage is what pages.parquet says of a page; status 0 is one that was not fetched.
func madePage(id int) (indegree, status int32, kind, title string) {
	status = []int32{200, 200, 404, 301, 0, 500}[id%6]
	title = fmt.Sprint("Page ", id, " ", hostile[id%len(hostile)][:min(60, len(hostile[id%len(hostile)]))])
	if status == 0 {
		return int32(id % 5), 0, "", ""
	}
	return int32(id % 5), status, []string{"text/html", "text/html", "<b>", "application/pdf"}[id%4],
		strings.ToValidUTF8(title, "?")
}

// madeLang is what a page of a media type declares as its language.
func madeLang(kind string) string { return map[string]string{"text/html": "de-AT"}[kind] }

// tables are the Parquet files about pages.
func (f files) tables(pages int) {
	numbers := tuple.IDs("id", "indegree", "status")
	numbers[2].Null = true
	fields := append(parquetio.Fields(numbers...), parquetio.Texts("type", "title", "archive", "declared_lang")...)
	fields = append(fields, parquetio.Fields(tuple.IDs("offset")...)...)
	for i := range fields[3:7] {
		fields[3+i].Null = true
	}
	var recs []int32
	var texts [4]parquetio.Strings
	for id := range pages {
		indegree, status, kind, title := madePage(id)
		if status == 0 {
			status = tuple.Unknown
		}
		recs = append(recs, int32(id), indegree, status, int32(100*id))
		texts[0].Append([]byte(kind))
		texts[1].Append([]byte(title))
		texts[2].Append([]byte(map[bool]string{false: "it's <b>.warc.gz"}[kind == ""]))
		lang := madeLang(kind)
		if id%4 == 1 {
			lang = strings.ToUpper(lang) // the same language
		}
		texts[3].Append([]byte(lang))
	}
	f[pagesFile] = table(fields, recs, texts[:]...)
}

// hosts makes the Parquet files about n hosts, from the pairs of the pages and their hosts. The links are within the hosts, but
// for one from each host to the next.
func (f files) hosts(n int, pageHost []int32, links int) {
	pages := make([]int32, n)
	for i := 1; i < len(pageHost); i += 2 {
		pages[pageHost[i]]++
	}
	var recs, graph []int32
	for id := range n {
		recs = append(recs, int32(id), pages[id], 1, 1, tuple.F32Bits(1/float32(id+1)))
		own := links*(id+1)/n - links*id/n - 1
		graph = append(graph, int32(id), int32(id), int32(own), int32(id), int32((id+1)%n), 1)
	}
	f[hostsFile],
		f[hostLinks] = table(parquetio.Fields(append(tuple.IDs("id", "pages", "indegree", "outdegree"),
		tuple.Column{Name: "pagerank", Kind: tuple.F32})...), recs),
		table(parquetio.Fields(tuple.IDs("src", "dst", "links")...), graph)
}

func table(fields []parquetio.Field, recs []int32, texts ...parquetio.Strings) []byte {
	var b bytes.Buffer
	w, err := parquetio.NewTableWriter(&b, fields, nil, parquetio.Encoders{Threads: 1})
	if err == nil {
		err = w.WriteRows(recs, texts...)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // of a file in memory
	}
	return b.Bytes()
}

// vocabulary is what is known of the words of some pages: of page i there are i % 40 + 1 words, none of every seventh page, and
// each fifth word is a new one.
func (f files) vocabulary(pages, hosts int) {
	var lengths, frequencies []int32
	all, terms := int64(0), int64(0)
	growth := []string{"words\tterms"}
	for i := range pages {
		n := int32(i%40+1) * int32(min(i%7, 1))
		lengths = append(lengths, int32(i), n)
		all += int64(n)
		terms = all/5 + 1
		if i%(pages/20+1) == 0 || i == pages-1 {
			growth = append(growth, fmt.Sprintf("%d\t%d", all, terms))
		}
	}
	for n, left := int64(1), terms; left > 0; n *= 3 {
		most := (left + 1) / 2
		frequencies = append(frequencies, int32(n), int32(most))
		left -= most
	}
	var words []string
	for i := range terms {
		words = append(words, fmt.Sprintf("w%06d", i))
	}
	f[lengthsFile], f[frequencyFile], f[growthFile] = raw(lengths...), raw(frequencies...), text(growth...)
	f["words.txt"] = text(words...)
	f["words.json"] = text(fmt.Sprintf(`{"tool":"terms","records":%d,"terms":%d,"heaps_k":12.5,"heaps_beta":0.61}`, all, terms))
	fields := parquetio.Texts("lang", "text")
	fields[0].Null = true
	var texts [2]parquetio.Strings
	for i := range pages {
		texts[0].Append([]byte([]string{"de", "en", "", "<b>"}[i%4]))
		texts[1].Append([]byte("text"))
	}
	f[documentsFile] = table(fields, nil, texts[:]...)
	fields = append(parquetio.Fields(tuple.IDs("host_id")...), parquetio.Texts("word")...)
	fields = append(fields, parquetio.Fields(tuple.F32s("weight")...)...)
	var recs []int32
	var word parquetio.Strings
	for id := range hosts {
		for i := range 3 {
			recs = append(recs, int32(id), tuple.F32Bits(float32(10*id+i)))
			word.Append(fmt.Appendf(nil, "<i>word %d of %d", i, id))
		}
	}
	f[hostTerms] = table(fields, recs, word)
}

// madeContent is what content.parquet says of a page: the host, its kind, and the bytes of its text and of its content.
func madeContent(id, hosts int) (host int, kind string, before, after int64) {
	return id % hosts, []string{"article", "<b>", ""}[id%3], int64(id * (4 + id%50)), int64(3 * id)
}

// contents is the main content of the pages.
func (f files) contents(pages int, hosts []string) {
	fields := append(parquetio.Fields(tuple.Column{Name: "page_text_bytes", Kind: tuple.ID, Null: true}),
		parquetio.Texts("url", "page_type", "text")...)
	fields[2].Null = true
	var recs []int32
	var texts [3]parquetio.Strings
	for id := range pages {
		host, kind, before, after := madeContent(id, len(hosts))
		recs = append(recs, int32(before))
		if before == 0 {
			recs[id] = tuple.Unknown
		}
		texts[0].Append(fmt.Appendf(nil, "http://%s/%d", hosts[host], id))
		texts[1].Append([]byte(kind))
		texts[2].Append(make([]byte, after))
	}
	f[contentFile] = table(fields, recs, texts[:]...)
}

// navigation is what the chain says of menus: without them the pages have their ranks in the opposite order.
func (f files) navigation(pages int, hosts []string) {
	f[navLinksFile] = text(`{"tool":"nav-links","links":100,"links_navigation":40,"links_outsider":20,"links_content":39,` +
		`"links_undecided":1}`)
	f[withoutTau] = text("-1")
	var after []int32
	for id := range pages {
		after = append(after, int32(id), tuple.F32Bits(2*float32(id)/float32(pages*pages)))
	}
	f[withoutMenus] = raw(after...)
	lines := []string{"small.test: 2 pages crawled, 2 in the tree of menus, 0 that no menu reaches", "/", "  /a", "",
		fmt.Sprintf("%s: %d pages crawled, %d in the tree of menus, 3 that no menu reaches", hosts[0], pages, pages-3), "/"}
	for i := range pages - 4 {
		title := hostile[i%len(hostile)]
		title = strings.ReplaceAll(title[:min(60, len(title))], "\n", " ")
		lines = append(lines, strings.Repeat("  ", 1+i%3)+fmt.Sprintf("/%d  %s", i, title))
	}
	f[menusFile] = text(append(lines, "no menu reaches", "  /x", "", "last.test: 1 page crawled, 1 in the tree of menus", "/")...)
}

// people are three persons for each host, with ever more mentions. Every third has a home page, some of these no page of the web.
func (f files) people(hosts []string) {
	fields := append(parquetio.Fields(tuple.IDs("id", "mentions", "pages", "hosts")...),
		parquetio.Texts("name", "home", "titles")...)
	fields[5].Null, fields[6].Null = true, true
	var recs []int32
	var texts [3]parquetio.Strings
	for i := range int32(3 * len(hosts)) {
		recs = append(recs, i, 10+i/3, 1+i%2, 1)
		texts[0].Append(fmt.Appendf(nil, "<b>Ada\u202e Nr. %d", i))
		home := fmt.Appendf(nil, "%s://h.test/~%d", []string{"https", "javascript", "ftp", "HTTP"}[i/3%4], i)
		texts[1].Append(home[:len(home)*int(i%3%2)])
		texts[2].Append([]byte([]string{"", "Dr."}[i%2]))
	}
	f[peopleFile] = table(fields, recs, texts[:]...)
	fields = append(parquetio.Texts("host"), parquetio.Fields(tuple.IDs("person", "mentions")...)...)
	var host parquetio.Strings
	recs = nil
	for i := range int32(3 * len(hosts)) {
		host.Append([]byte(hosts[i/3]))
		recs = append(recs, i, 10+i/3)
	}
	f[hostPeople] = table(fields, recs, host)
}

// statistics are the texts and objects of a chain that found n links, and a Parquet file.
func (f files) statistics(links int) {
	f["tau.txt"] = text("0.850838682387750")
	f["times.tsv"] = text("links of the pages, and ids\t0.11", "PageRank\t12.5", evil+"\t3725", "PageRank\t14")
	f["extract.json"] = text(fmt.Sprintf(`{"tool":"extract-links","bytes_in":1504262,"records":1937,"documents":956,"pages":858,"redirects":25,`+
		`"not_html":60,"http_errors":12,"no_url":1,"links":%d,"links_nofollow":37,"links_no_web":125,"links_invalid":3,`+
		`"peak_memory":17567744,"seconds":0.08}`, links))
	f["pagerank.json"] = text(`{"tool":"pagerank","converged":true,"seconds":1.5,"peak_memory":1000000,"residuals":[0.7,0.1,0.02,0.003,0.0004]}`)
	f["krank.json"] = text(`{"tool":"krank","converged":false,"seconds":95,"peak_memory":3000000,"residuals":[0.5,0.2,0.05]}`)
	f["other.json"] = text(`[1,2,3]`)
	var b bytes.Buffer
	w, err := parquetio.NewWriter(&b, parquetio.Schema{Columns: tuple.IDs("src", "dst")}, parquetio.Encoders{Threads: 1})
	if err == nil {
		err = w.WriteBlock(make([]int32, 2*len(f["links.t2"])/8))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // of a file in memory
	}
	f["links.parquet"], f["foreign.parquet"] = b.Bytes(), []byte("no Parquet")
	f["thesis/claims.parquet"] = b.Bytes()
}

// experiments are what is in the folder of the thesis.
func (f files) experiments() {
	f["thesis/correlation.tsv"] = curve("phase\ttau_all\ttau_rated", 5, 100, 5, func(p float64) []float64 {
		return []float64{0.6 + p/500, 0.7 + p/1000}
	})
	for _, reference := range []float64{100, 50} {
		f[fmt.Sprintf("thesis/stability-%g.tsv", reference)] = curve("phase\tkrank\tpagerank\tkrank_rated", 5, reference, 5,
			func(p float64) []float64 {
				return []float64{0.6 + 0.4*p/reference, 0.7 + 0.3*p/reference, 0.5 + 0.5*p/reference}
			})
		f[fmt.Sprintf("thesis/share-%g.tsv", reference)] = curve("phase\tshare_krank\tkrank\tshare_pagerank\tpagerank", 5,
			reference, 5,
			func(p float64) []float64 {
				return []float64{p / reference, 0.6 + 0.4*p/reference, math.Sqrt(p / reference), 0.7 + 0.3*p/reference}
			})
		for i, score := range []string{"pagerank", "krank"} {
			f[fmt.Sprintf("thesis/accumulate-%s-%g.tsv", score, reference)] = collected(0.7 + 0.1*float64(i))
		}
	}
	rows := []string{"strategy\tarea_pagerank\tarea_krank\tshare10\tshare50\tphase_at_half\tseconds\tpeak_bytes\ttau10"}
	for i, s := range []string{"random", "breadth-first", "omniscient", "opic", "larger-sites-first"} {
		rows = append(rows, fmt.Sprintf("%s\t%.3f\t%.3f\t%.3f\t%.3f\t%d\t%d\t%d\t0.75", s,
			0.5+0.04*float64(i), 0.5+0.03*float64(i),
			0.1+0.02*float64(i), 0.5+0.05*float64(i), 50-3*i, 7*i, i<<24))
		f["thesis/strategy-"+s+".tsv"] = collected(1 - 0.1*float64(i))
		f["thesis/krank-by-"+s+".tsv"] = collected(1 - 0.08*float64(i))
		f["thesis/stability-by-"+s+".tsv"] = curve("phase\tkrank\tpagerank\tkrank_rated\tpagerank_rated", 10, 90, 10,
			func(p float64) []float64 {
				return []float64{p/100 - 0.1*float64(i), p / 100, p/200 + 0.5, math.Sqrt(p / 100)}
			})
	}
	steps := []string{"PageRank at 5 %\t0"}
	for i := range 30 {
		steps = append(steps, fmt.Sprintf("K-Rank at %d %%\t%d.5", i, i*i))
	}
	f["thesis/times.tsv"] = text(steps...)
	f["thesis/strategies.tsv"] = text(append(rows, evil+"\t0.51\t-\tnan\t\t50\t1\t1\t0")...)
	f["thesis/claims.tsv"] = text("claim\tvalue\tholds\texplanation", "MAX is never below the order\t0 of 101\tyes\t"+evil,
		"PageRank is stable sooner than K-Rank\t0.02\tpartly\tonly up to a half", "correlated everywhere\t0.1\tno\ta small web")
}

// collected is a table of shares whose curves bend by a power.
func collected(power float64) []byte {
	return curve("percent\torder\tmax\trandom", 0, 100, 1, func(p float64) []float64 {
		return []float64{math.Pow(p/100, power), math.Pow(p/100, power/2), p / 100}
	})
}

func curve(head string, from, to, step float64, at func(float64) []float64) []byte {
	rows := []string{head}
	for p := from; p <= to; p += step {
		row := fmt.Sprint(p)
		for _, v := range at(p) {
			row += fmt.Sprintf("\t%.4f", v)
		}
		rows = append(rows, row)
	}
	return text(rows...)
}

func text(lines ...string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

func raw(numbers ...int32) (b []byte) {
	for _, v := range numbers {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

func ints(list []string) []int32 {
	numbers := make([]int32, len(list))
	for i, s := range list {
		fmt.Sscan(s, &numbers[i])
	}
	return numbers
}

// write puts the files into a new folder.
func (f files) write(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "crawl")
	for name, content := range f {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// some are the files of these names.
func (f files) some(names ...string) files {
	list := files{}
	for _, n := range names {
		list[n] = f[n]
	}
	return list
}

// render makes the page of a folder.
func render(t testing.TB, dir string, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, Open(vfs.OS, dir), o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
