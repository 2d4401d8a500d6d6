package tools_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/tuple"
	"webmill/pkg/urls"
)

// The sample is a graph whose links can be written in both orders without a sort: page p links to p+d for the distances
// d of a fixed list, modulo the number of pages, where a hash of the two ends leaves out some. So there are pages without
// links, in-degrees from 0 to 8, near and far links, and a large sample costs no memory to make.

// smallPages gives a sample of a few thousand links, largePages one of about 12 MiB: three times the -S it is used with.
const (
	smallPages = 997
	somePages  = 250 // of someCrawl, for uses of tools that take long for a page
	largePages = 450_000
)

func distances(pages int32) []int32 {
	return []int32{1, 2, 5, pages / 7, pages / 3, pages/2 + 1, pages - 3, pages - 11}
}

func linked(src, dst int32) bool {
	h := uint32(src)*0x9E3779B1 ^ uint32(dst)*0x85EBCA77
	popularity := (uint32(dst) * 0xC2B2AE3D) >> 29
	return (h^h>>15)*0x2C1B3C6D>>29 > popularity || dst%101 == 0
}

// neighbours are the pages that p links to, or that link to p, in ascending order.
func neighbours(p, pages int32, links bool) []int32 {
	var list []int32
	for _, d := range distances(pages) {
		if !links {
			d = pages - d
		}
		q := (p + d) % pages
		src, dst := p, q
		if !links {
			src, dst = q, p
		}
		if linked(src, dst) {
			list = append(list, q)
		}
	}
	slices.Sort(list)
	return list
}

// writeSample writes the files that the manuals' examples and the lines of every.txt may name.
func writeSample(dir string, pages int32) error {
	numbers := rand.New(rand.NewPCG(1, 2)).Perm(int(pages))
	var bySrc, byDst, numbering func(put func(...int32))
	bySrc = func(put func(...int32)) {
		for p := range pages {
			for _, q := range neighbours(p, pages, true) {
				put(p, q)
			}
		}
	}
	byDst = func(put func(...int32)) {
		for p := range pages {
			for _, q := range neighbours(p, pages, false) {
				put(q, p)
			}
		}
	}
	numbering = func(put func(...int32)) {
		for p := range pages {
			put(p, int32(numbers[p]))
		}
	}
	if err := writeRaw(filepath.Join(dir, "links.t2"), bySrc); err != nil {
		return err
	}
	if err := writeRaw(filepath.Join(dir, "links-by-dst.t2"), byDst); err != nil {
		return err
	}
	if err := writeHosts(dir, pages, byDst); err != nil {
		return err
	}
	if err := writeRaw(filepath.Join(dir, "map.t2"), numbering); err != nil {
		return err
	}
	counts := func(put func(...int32)) { // of terms in documents: a term stands for eight pages that are linked to
		doc, last := int32(-1), int32(-1)
		bySrc(func(link ...int32) {
			if term := link[1] / 8; link[0] < pages/3*2 && (doc != link[0] || term != last) {
				doc, last = link[0], term
				put(doc, term, 1+(link[0]+link[1])%3)
			}
		})
	}
	if err := writeRaw(filepath.Join(dir, "counts.t3"), counts); err != nil {
		return err
	}
	weights := func(put func(...int32)) {
		counts(func(rec ...int32) { put(rec[0], rec[1], tuple.F32Bits(float32(rec[2]))) })
	}
	if err := writeRaw(filepath.Join(dir, "weights.t3"), weights); err != nil {
		return err
	}
	return errors.Join(writeWalk(dir, pages), writeIndex(dir, pages), writeWeb(dir, pages))
}

// writeHosts writes links with weights, and the host of each page.
func writeHosts(dir string, pages int32, byDst func(put func(...int32))) error {
	weighted := func(put func(...int32)) {
		byDst(func(link ...int32) { put(link[0], link[1], tuple.F32Bits(float32((link[0]+link[1])%3)/2)) })
	}
	hosts := func(put func(...int32)) {
		for p := range pages {
			put(p, p/50)
		}
	}
	return errors.Join(writeRaw(filepath.Join(dir, "weighted-by-dst.t3"), weighted),
		writeRaw(filepath.Join(dir, "page-hosts.t2"), hosts))
}

// writeWalk writes the layers of the pages, their turns, and scores.
func writeWalk(dir string, pages int32) error {
	layers, turns := breadthFirst(pages)
	if err := writeRaw(filepath.Join(dir, "layers.t2"), ofLinked(layers)); err != nil {
		return err
	}
	if err := writeRaw(filepath.Join(dir, "numbers.t2"), ofLinked(turns)); err != nil {
		return err
	}
	for p := range turns { // scores of the same pages
		turns[p] = tuple.F32Bits(float32(turns[p]) / float32(pages))
	}
	if err := writeRaw(filepath.Join(dir, "scores.t2"), ofLinked(turns)); err != nil {
		return err
	}
	return writeRelevance(dir)
}

// writeRelevance writes a model of relevance, and the weights of clusters; a term of weights.t3 stands for a cluster.
func writeRelevance(dir string) error {
	model := "relevance\t2\nmethod\tlogistic\njudged\t9\t5\nbias\t-0.25\nclusters\tclusters\nweight\t1\t1.5\nweight\t9\t-0.5\nend\t7\n"
	return errors.Join(os.WriteFile(filepath.Join(dir, "relevance.model"), []byte(model), 0o666),
		writeRaw(filepath.Join(dir, "expert.t3"), func(put func(...int32)) {
			for cluster := range int32(9) {
				put(cluster, cluster%2, tuple.F32Bits(0.5))
			}
		}))
}

// writeIndex writes the files that query searches, and questions: term w000000 is in the documents that link to the pages 0
// … 7, once or twice, at places that belong to it.
func writeIndex(dir string, pages int32) error {
	lengths := make([]int32, pages)
	terms := (pages + 7) / 8
	postings := func(put func(...int32)) {
		for t := range terms {
			var docs []int32
			for p := 8 * t; p < min(pages, 8*t+8); p++ {
				docs = append(docs, neighbours(p, pages, false)...)
			}
			slices.Sort(docs)
			for _, d := range slices.Compact(docs) {
				put(t, d, 1+(t+d)%2)
			}
		}
	}
	positions := func(put func(...int32)) {
		postings(func(r ...int32) {
			lengths[r[1]] += r[2]
			for i := range r[2] {
				put(r[0], r[1], 2*r[0]+i)
			}
		})
	}
	var words, questions []byte
	for t := range terms {
		words = fmt.Appendf(words, "w%06d\n", t)
	}
	for i := range int32(12) {
		questions = fmt.Appendf(questions, "w%06d w%06d\nw%06d AND NOT (w%06d OR w%06d)\n", i, 3*i+1, i, i+1, 2*i)
		if i < 6 {
			questions = fmt.Appendf(questions, "\n\"w%06d w%06d\"\nw%06d NEAR/3 w%06d\n", i, i+1, i, i+1)
		}
	}
	return errors.Join(writeRaw(filepath.Join(dir, "postings.t3"), postings),
		writeRaw(filepath.Join(dir, "positions.t3"), positions),
		writeRaw(filepath.Join(dir, "lengths.t2"), func(put func(...int32)) {
			for d, n := range lengths {
				put(int32(d), n)
			}
		}),
		os.WriteFile(filepath.Join(dir, "terms.txt"), words, 0o666),
		os.WriteFile(filepath.Join(dir, "questions.txt"), questions, 0o666))
}

// breadthFirst walks the sample from its lowest page, and again from the lowest one left: the layer of each page and its
// turn, both counted from 1; 0 for pages without any link.
func breadthFirst(pages int32) (layers, turns []int32) {
	layers, turns = make([]int32, pages), make([]int32, pages)
	var queue []int32
	visit := func(p, layer int32) {
		if turns[p] == 0 {
			queue = append(queue, p)
			layers[p], turns[p] = layer, int32(len(queue))
		}
	}
	done, last := 0, int32(0)
	for root := range pages {
		if turns[root] == 0 && len(neighbours(root, pages, true))+len(neighbours(root, pages, false)) > 0 {
			visit(root, last+1)
		}
		for ; done < len(queue); done++ {
			last = layers[queue[done]]
			for _, q := range neighbours(queue[done], pages, true) {
				visit(q, last+1)
			}
		}
	}
	return layers, turns
}

// ofLinked are the pairs (page, value) of the pages with a value.
func ofLinked(values []int32) func(put func(...int32)) {
	return func(put func(...int32)) {
		for p, v := range values {
			if v != 0 {
				put(int32(p), v)
			}
		}
	}
}

// crawled is how many pages of a sample are in its crawl and its lines of links: those of a large one are longer than the
// memory too, but need not be as many as its links.
const crawled = 80_000

// named is how many pages of a sample have mentions, and fewNamed how many pages of the small sample. mentioned has the names of
// a page; five pages have the same names.
const (
	named    = 20_000
	fewNamed = 100
)

var mentioned = []string{"Ada M. L%d", "A. L%d", "L%d", "Prof. Grace H%d"}

// url is the URL of a page of the sample.
func url(page int32) string { return fmt.Sprintf("http://h%d.test/p%d.html", page/50, page) }

// dictionaries are the URLs of the pages as lines, in the order of the pages and in that of dict.
func dictionaries(pages int32) (byPage, sorted []byte) {
	type entry struct{ key, line []byte }
	list := make([]entry, pages)
	for p := range pages {
		line := fmt.Appendf(nil, "%s\n", url(p))
		byPage = append(byPage, line...)
		list[p] = entry{urls.AppendKey(nil, line), line}
	}
	slices.SortFunc(list, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	for _, e := range list {
		sorted = append(sorted, e.line...)
	}
	return byPage, sorted
}

// writeWeb writes the pages as lines of links, as their URLs, and, of a small sample, as a crawl. Its name does not say
// that it is compressed, or an output of the same name would be.
func writeWeb(dir string, pages int32) error {
	languages := []string{"de", "en", ""}
	var w web
	for p := range min(pages, crawled) {
		page := fmt.Appendf(nil, "<title>page</title><h1>Page %d</h1>", p)
		if p%50 == 0 {
			page = append(page, "<p>By Ada Lovelace.</p>"...)
		}
		to := neighbours(p, pages, true)
		doc := len(w.docs)
		w.docs = append(w.docs, '{')
		if pages > crawled { // else the numbers of the lines are the ids
			w.docs = fmt.Appendf(w.docs, "\"id\":%d,", p)
		}
		w.docs = fmt.Appendf(w.docs, "\"url\":%q,\"lang\":%q,\"text\":\"Page %d of h%d, links: %d\\nAda Lovelace\"}\n", url(p),
			languages[p%3], p, p/50, to)
		if p%3 == 1 {
			w.english = append(w.english, w.docs[doc:]...)
		}
		for i, name := range mentioned {
			if len(to) == 0 || p >= named || pages == smallPages && p >= fewNamed { // it has no words, or names enough
				break
			}
			w.mentions = fmt.Appendf(w.mentions, "{\"id\":%d,\"url\":%q,\"field\":%q,\"offset\":%d,\"name\":%q,\"titles\":[\"Dr.\"]}\n",
				p, url(p), []string{"title", "text"}[i%2], 20*i, fmt.Sprintf(name, p/5))
		}
		if len(to) > 0 && p < pages/3*2 { // it has a weight
			w.tagged = fmt.Appendf(w.tagged, `{"id":%d,"url":%q,"tagged":"Page (<0>); links: %d. And <1>.","names":["w%06[4]d","w%06[4]d"]}`+"\n",
				p, url(p), to, to[0]/8)
		}
		for i, q := range to {
			w.lines = fmt.Appendf(w.lines, "%s\t%s\n", url(p), url(q))
			if p%2 == 0 || pages == smallPages { // a line is twice as long as that of lines
				w.groups = fmt.Appendf(w.groups, "%s\t%s\t%d\t1\t2\t%016x\t%016x\t%016x\n", url(p), url(q), i+1, 1, 2, q)
			}
			w.labels = fmt.Appendf(w.labels, "%s\t%s\t%s\twhy\n", url(p), url(q), []string{"navigation", "content"}[i%2])
			page = fmt.Appendf(page, "<p><a href=%q>to %d</a>\n", url(q), q)
		}
		if pages == smallPages {
			if err := writePage(&w.crawl, url(p), page); err != nil {
				return err
			}
			if p == somePages {
				w.some = w.crawl.Len()
			}
		}
	}
	if pages == smallPages {
		links, err := os.ReadFile(filepath.Join(dir, "links.t2"))
		if err = errors.Join(err, os.WriteFile(filepath.Join(dir, few), links, 0o666)); err != nil {
			return err
		}
	}
	return w.write(dir, pages)
}

// web is what writeWeb writes.
type web struct {
	lines, groups, labels, docs, english, mentions, tagged []byte
	crawl                                                  bytes.Buffer
	some                                                   int // bytes of someCrawl
}

func (w *web) write(dir string, pages int32) error {
	names, sorted := dictionaries(pages)
	site := filepath.Join(dir, "site")
	return errors.Join(os.WriteFile(filepath.Join(dir, "links.tsv"), w.lines, 0o666),
		os.WriteFile(filepath.Join(dir, "groups.tsv"), w.groups, 0o666),
		os.WriteFile(filepath.Join(dir, "url-scores.tsv"), []byte("http://h0.test/p0.html\t0.75\n"), 0o666),
		os.WriteFile(filepath.Join(dir, "labels.tsv"), w.labels, 0o666),
		os.WriteFile(filepath.Join(dir, "table.tsv"), append([]byte("source\ttarget\n"), w.lines...), 0o666),
		os.WriteFile(filepath.Join(dir, "table.csv"),
			bytes.ReplaceAll(append([]byte("source,target\n"), w.lines...), []byte("\t"), []byte(",")), 0o666),
		os.WriteFile(filepath.Join(dir, "urls.txt"), names, 0o666),
		os.WriteFile(filepath.Join(dir, "sorted.txt"), sorted, 0o666),
		os.WriteFile(filepath.Join(dir, "titles.tsv"), bytes.ReplaceAll(sorted, []byte("\n"), []byte("\tA page\n")), 0o666),
		os.WriteFile(filepath.Join(dir, "documents.jsonl"), w.docs, 0o666),
		os.WriteFile(filepath.Join(dir, english), w.english, 0o666),
		os.WriteFile(filepath.Join(dir, "mentions.jsonl"), w.mentions, 0o666),
		os.WriteFile(filepath.Join(dir, fewNames), w.mentions[:bytes.LastIndexByte(w.mentions[:10_000], '\n')+1], 0o666),
		os.WriteFile(filepath.Join(dir, "link-names.jsonl"),
			regexp.MustCompile(`"field":"[a-z]*"`).ReplaceAll(w.mentions, []byte(`"field":"text"`)), 0o666),
		os.WriteFile(filepath.Join(dir, "tagged.jsonl"), w.tagged, 0o666),
		os.WriteFile(filepath.Join(dir, "firsts.txt"), []byte("Page\nof\nlinks\n"), 0o666), // which are in the documents
		os.WriteFile(filepath.Join(dir, "strategies.tsv"), []byte("strategy\ttau\nbfs\t0.25\nrandom\t-0.125\n"), 0o666),
		os.WriteFile(filepath.Join(dir, "crawl.warc"), w.crawl.Bytes(), 0o666),
		os.WriteFile(filepath.Join(dir, someCrawl), w.crawl.Bytes()[:w.some], 0o666),
		os.WriteFile(filepath.Join(dir, "crawl.warc.gz"), w.crawl.Bytes(), 0o666), os.Mkdir(site, 0o777),
		os.WriteFile(filepath.Join(site, "index.html"), []byte("<a href=a.html>a</a>"), 0o666),
		os.WriteFile(filepath.Join(site, "a.html"), []byte("<a href=.>back</a>"), 0o666))
}

// writePage writes the record of a page as a gzip member.
func writePage(w io.Writer, url string, page []byte) error {
	body := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n%s", page)
	z := gzip.NewWriter(w)
	fmt.Fprintf(z, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <%s#record>\r\nWARC-Target-URI: %s\r\n"+
		"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"+
		"%s\r\n\r\n", url, url, len(body), body)
	return z.Close()
}

// writeText writes the links as text too, for the examples.
func writeText(dir string, pages int32) error {
	var b []byte
	for p := range pages {
		for _, q := range neighbours(p, pages, true) {
			b = fmt.Appendf(b, "%d\t%d\n", p, q)
		}
	}
	return os.WriteFile(filepath.Join(dir, "links.txt"), b, 0o666)
}

func writeRaw(name string, records func(put func(...int32))) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	buf := make([]byte, 0, 16)
	records(func(rec ...int32) {
		buf = buf[:0]
		for _, v := range rec {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(v))
		}
		w.Write(buf)
	})
	return w.Flush()
}

// sample is a folder of sample files that is made when it is first asked for. To make the small one, or even to copy it, takes
// longer than most tests of faults take. So each place gets links to its files.
type sample struct {
	pages int32
	once  sync.Once
	dir   string
	err   error
}

var large, small = sample{pages: largePages}, sample{pages: smallPages}

func (s *sample) get() (string, error) {
	s.once.Do(func() {
		if s.dir, s.err = os.MkdirTemp("", "webmill-sample-*"); s.err == nil {
			s.err = writeSample(s.dir, s.pages)
			if s.err == nil && s.pages == smallPages {
				if s.err = writeText(s.dir, s.pages); s.err == nil {
					s.err = writeFetched(s.dir)
				}
			}
		}
	})
	return s.dir, s.err
}

// writeFetched writes the folder of a crawl of fetch, whose answers are those of the sample.
func writeFetched(dir string) error {
	fetch := exec.Command(filepath.Join(binDir, "fetch"), "-q", "-state", "grown/crawl", "-replay", "crawl.warc", "-scope", "all",
		"http://h0.test/p0.html")
	fetch.Dir = dir
	if err := os.Mkdir(filepath.Join(dir, "grown"), 0o777); err != nil {
		return err
	}
	if out, err := fetch.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch: %w: %s", err, out)
	}
	return nil
}

// copyTo copies the files into an empty folder.
func (s *sample) copyTo(dir string) error {
	from, err := s.get()
	if err != nil {
		return err
	}
	return os.CopyFS(dir, os.DirFS(from))
}

// linkTo puts links to the files into an empty folder. A tool replaces a file and never changes it: a change would be seen by all
// other tests.
func (s *sample) linkTo(dir string) error {
	from, err := s.get()
	if err != nil {
		return err
	}
	return filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		to := dir + strings.TrimPrefix(name, from)
		switch {
		case err != nil || name == from:
			return err
		case e.IsDir():
			return os.Mkdir(to, 0o777)
		}
		return os.Link(name, to)
	})
}

func (s *sample) remove() {
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}
