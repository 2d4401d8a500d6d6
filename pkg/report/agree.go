package report

import (
	"fmt"
	"io"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// amount is a number that a file tells, and what says which:
//
//	Parquet     rows; or "sum of " and a column
//	pairs       records; sum and greatest (of the values); last (id); ids and values (one more than the largest)
//	text        lines
//	tables      a column of the last row
//	logs        answers that are stored
//	statistics  a figure, or two with " + " or " - " between them
type amount struct{ file, what string }

// comparison names numbers that must agree if results are of one crawl.
type comparison struct {
	unit string // of all
	of   []amount
}

// equalNumbers are rows of numbers that must be equal.
var equalNumbers = []comparison{
	{"link", []amount{
		{"links.t2", "records"}, {"links.json", "rows_out"}, {"links-by-dst.t2", "records"}, {"links-by-dst.json", "rows_out"},
		{"outdegree.t2", "sum"}, {"indegree.t2", "sum"}, {"links.parquet", "rows"}}},
	{"page", []amount{
		{"ranks.t2", "records"}, {"urls.txt", "lines"}, {"urls.json", "strings"}, {pagesFile, "rows"}, {"pages.json", "rows_in"},
		{"pagerank.json", "pages"}, {"kranks.t2", "records"}, {"krank.json", "pages"},
		{"tau.json", "n + only_a"}, {"tau.json", "n + only_b"},
		{withoutMenus, "records"}, {"content-pagerank.json", "pages"}, {"content-tau.json", "n + only_a"}}},
	{"page", []amount{
		{"layer-sizes.t2", "sum"}, {"layers.t2", "records"}, {"layers.json", "pages - unreached"},
		{"numbers.t2", "records"}, {"numbers.json", "rows_out"}}},
	{"layer", []amount{{"layers.t2", "greatest"}, {"layer-sizes.t2", "last"}}},
	{"host", []amount{{"page-host.t2", "values"}, {"hosts.txt", "lines"}, {hostsFile, "rows"}, {"host-pagerank.json", "pages"}}},
	{"byte", []amount{{"urls.json", "bytes_in"}, {"extract.json", "bytes_links"}}},
	{"link", []amount{{"anchors.parquet", "rows"}, {"extract.json", "links"}}},
	{"document", []amount{{"link-groups.json", "documents"}, {"extract.json", "documents"}}},
	{"link", []amount{{navLinksFile, "links"}, {"link-groups.json", "links"}}},
	{"line", []amount{{"sitemap.json", "lines"}, {navLinksFile, "rows_out"}}},
	{"line", []amount{{menusFile, "lines"}, {"sitemap.json", "rows_out"}}},
	{"row", []amount{{contentFile, "rows"}, {"content.json", "rows_out"}}},
	{"document", []amount{
		{documentsFile, "rows"}, {"documents.json", "rows_out"}, {lengthsFile, "records"}, {"mentions.json", "documents"},
		{"people.json", "documents"}}},
	{"word", []amount{{lengthsFile, "sum"}, {"words.json", "records"}, {growthFile, "words"}}},
	{"word", []amount{
		{"words.txt", "lines"}, {growthFile, "terms"}, {frequencyFile, "sum"},
		{"words.json", "terms"}, {"weights.json", "terms"}}},
	{"page", []amount{{clusterSizes, "sum"}, {clustersFile, "records"}, {"clusters.json", "docs"}}},
	{"page", []amount{{relevanceFile, "records"}, {"relevance.json", "docs"}}},
	{"person", []amount{{peopleFile, "rows"}, {"people.json", "persons"}}},
	{"page", []amount{{hostsFile, "sum of pages"}, {"page-host.t2", "records"}}},
	{"link between hosts", []amount{
		{hostsFile, "sum of indegree"}, {hostsFile, "sum of outdegree"}, {"host-graph.t2", "records"},
		{"host-pagerank.json", "rows_in"}}},
}

// ofHosts are pairs of numbers that are equal if each page has a host; else the first may be less.
var ofHosts = []comparison{
	{"link", []amount{{hostLinks, "sum of links"}, {"links.t2", "records"}}},
	{"mention", []amount{{hostPeople, "sum of mentions"}, {personPages, "sum of tf"}}},
}

// boundedNumbers are pairs of numbers, of which the first must not be greater than the second.
var boundedNumbers = []comparison{
	{"link", []amount{{"links.t2", "records"}, {"extract.json", "links"}}},
	{"page", []amount{{"layers.t2", "records"}, {"urls.txt", "lines"}}},
	{"page", []amount{{"page-host.t2", "ids"}, {"urls.txt", "lines"}}},
	{"page", []amount{{"indegree.t2", "ids"}, {"urls.txt", "lines"}}},
	{"page", []amount{{"outdegree.t2", "ids"}, {"urls.txt", "lines"}}},
	{"row", []amount{{documentsFile, "rows"}, {"urls.txt", "lines"}}},
	{"page", []amount{{lengthsFile, "ids"}, {"urls.txt", "lines"}}},
	{"page", []amount{{clusterSizes, "sum"}, {lengthsFile, "records"}}},
	{"page", []amount{{clustersFile, "ids"}, {"urls.txt", "lines"}}},
	{"page", []amount{{relevanceFile, "records"}, {"urls.txt", "lines"}}},
	{"row", []amount{{relevantFile, "rows"}, {relevanceFile, "records"}}},
	{"document", []amount{{"extract.json", "documents"}, {logFile, "stored"}}},
}

// agree compares numbers that the files of the folder have in common. Where they differ, the folder has results of different
// crawls.
func (f *Folder) agree() error {
	known := map[amount]int64{}
	err := f.compare(equalNumbers, known, func(first, other int64) bool { return first == other })
	if err == nil {
		err = f.compare(boundedNumbers, known, func(first, other int64) bool { return first <= other })
	}
	if err == nil {
		pages, hosts := amount{"urls.txt", "lines"}, amount{"page-host.t2", "records"}
		all := f.has(pages.file, hosts.file) && known[pages] == known[hosts] // both were compared above
		err = f.compare(ofHosts, known, func(first, other int64) bool { return first == other || first < other && !all })
	}
	if err == nil {
		err = f.sameTools()
	}
	if err == nil {
		err = f.sameStrings()
	}
	if err == nil {
		err = f.sameTau()
	}
	return err
}

// compare refuses numbers that do not agree with the first number of their row that a file has.
func (f *Folder) compare(list []comparison, known map[amount]int64, agree func(first, other int64) bool) error {
	for _, c := range list {
		var first amount
		var size int64 // the first number
		for _, a := range c.of {
			if !f.has(a.file) {
				continue
			}
			n, told, err := f.amount(a, known)
			if err != nil {
				return err
			}
			if !told {
				continue
			}
			if first == (amount{}) {
				first, size = a, n
			} else if !agree(size, n) {
				return f.mixed(first.file, plural(size, c.unit), a.file, count(n))
			}
		}
	}
	return nil
}

func (f *Folder) mixed(name, what, by, other string) error {
	return fmt.Errorf("%s: %s, but %s by %s: they are of different crawls: make them again", f.path(name), what, other, by)
}

// amount finds a number, once; ok is false where the file does not tell it.
func (f *Folder) amount(a amount, known map[amount]int64) (n int64, ok bool, err error) {
	if n, ok = known[a]; ok {
		return n, true, nil
	}
	if path.Ext(a.file) == ".json" {
		return f.figure(a)
	}
	if column, ok := strings.CutPrefix(a.what, "sum of "); ok {
		return f.sumOf(a.file, column)
	}
	switch a.what {
	case "stored":
		l, err := f.crawled()
		if l == nil || l.damaged > 0 || err != nil {
			return 0, false, err
		}
		n = l.stored
	case "records":
		n, err = f.records(a.file)
	case "lines":
		n, err = f.countLines(a.file)
	case "rows":
		ok := true
		err := f.parquet(a.file, func(file io.ReaderAt, size int64) (err error) {
			_, n, err = parquetio.Describe(file, size)
			ok = err == nil // else the section that needs the file says it, or the one about the files
			return nil
		})
		return n, ok, err
	case "sum", "ids", "values", "last", "greatest":
		err = f.measure(a.file, known)
		n = known[a]
	default:
		return f.lastOf(a)
	}
	known[a] = n
	return n, true, err
}

// sumOf is the sum of a column of a Parquet file; ok is false if it cannot be read: the section that needs the file says so.
func (f *Folder) sumOf(name, column string) (n int64, ok bool, err error) {
	err = f.parquet(name, func(file io.ReaderAt, size int64) error {
		ok = nil == parquetio.EachRow(file, size, []string{column}, func(row []parquetio.Value) error {
			n += row[0].Number
			return nil
		})
		return nil
	})
	return n, ok, err
}

// lastOf is a number in the last row of a table.
func (f *Folder) lastOf(a amount) (n int64, ok bool, err error) {
	s, err := f.sheet(a.file, a.what)
	if err != nil || len(s.rows) == 0 {
		return 0, false, err
	}
	column, err := s.numbers(a.what)
	if err != nil {
		return 0, false, err
	}
	last := column[len(column)-1]
	if !(last >= 0 && last < 1<<53) {
		return 0, false, fmt.Errorf("%s: %s: %v is no count, at line %d", s.path, a.what, last, len(column)+1)
	}
	return int64(last), true, nil
}

// measure reads the pairs of a file for all that they tell.
func (f *Folder) measure(name string, known map[amount]int64) error {
	total, pages, most := int64(0), int64(0), int64(0)
	err := f.each(name, tuple.ID, func(id, value int32) error {
		total += int64(value)
		pages, most = int64(id)+1, max(most, int64(value)+1)
		return nil
	})
	known[amount{name, "sum"}], known[amount{name, "ids"}], known[amount{name, "values"}] = total, pages, most
	known[amount{name, "last"}], known[amount{name, "greatest"}] = pages-1, most-1
	return err
}

// figure is a number in the statistics of a tool.
func (f *Folder) figure(a amount) (n int64, ok bool, err error) {
	var said map[string]any
	if ok, err := f.object(a.file, &said); !ok {
		return 0, false, err
	}
	terms := strings.Fields(a.what)
	for i := 0; i < len(terms); i += 2 {
		x, ok := said[terms[i]].(float64)
		if !ok {
			return 0, false, nil
		}
		if i > 0 && terms[i-1] == "-" {
			x = -x
		}
		n += int64(x)
	}
	return n, true, nil
}

// sameTools refuses statistics of another tool than their name says.
func (f *Folder) sameTools() error {
	for _, name := range slices.Sorted(maps.Keys(makers)) {
		var said struct{ Tool string }
		if !f.has(name) {
			continue
		}
		if _, err := f.object(name, &said); err != nil {
			return err
		}
		if said.Tool != "" && said.Tool != makers[name] {
			return fmt.Errorf("%s: is of %s, not of %s: make it again", f.path(name), visible(said.Tool, 40), makers[name])
		}
	}
	return nil
}

// withStrings are tables in which a string stands beside its id, and the dictionaries that have it.
var withStrings = []struct{ file, id, text, dictionary string }{
	{"seed.tsv", "id", "url", "urls.txt"},
	{pagesFile, "id", "url", "urls.txt"},
	{"ranks.parquet", "id", "url", "urls.txt"},
	{documentsFile, "id", "url", "urls.txt"},
	{hostsFile, "id", "host", "hosts.txt"},
	{hostLinks, "src", "src_host", "hosts.txt"},
	{hostTerms, "term", "word", "words.txt"},
	{personPages, "page", "url", "urls.txt"},
	{hostPeople, "host_id", "host", "hosts.txt"},
	{"top-terms.parquet", "term", "word", "words.txt"},
	{keywordsFile, "term", "word", "words.txt"},
	{relevantFile, "id", "url", "urls.txt"},
}

const someNamed = 64 // how many strings of a table are compared, the first ones

// sameStrings compares the strings of tables with those that the dictionaries have for the same ids.
func (f *Folder) sameStrings() error {
	for _, n := range withStrings {
		if !f.has(n.file, n.dictionary) {
			continue
		}
		texts, err := f.named(n.file, n.id, n.text)
		if err != nil {
			return err
		}
		ids := slices.Sorted(maps.Keys(texts))
		lines, err := f.lines(n.dictionary, ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if text := texts[id]; strings.TrimRight(text[:min(len(text), maxLine)], "\r\n") != lines[id] {
				return f.mixed(n.file, fmt.Sprintf("the string of %s %d is %s", n.id, id, visible(text, 100)), n.dictionary,
					visible(lines[id], 100))
			}
		}
	}
	return nil
}

// named gives the first strings of a table by their ids. There are none if it lacks the columns or cannot be read: the section
// that needs the file says so.
func (f *Folder) named(name, id, text string) (map[int32]string, error) {
	texts := map[int32]string{}
	if path.Ext(name) != ".parquet" {
		s, err := f.sheet(name, text)
		if err != nil || s.needs(id) != nil {
			return nil, err
		}
		for i, n := range s.texts(id) {
			if n, err := strconv.ParseInt(n, 10, 32); err == nil && len(texts) < someNamed {
				texts[int32(n)] = s.texts(text)[i]
			}
		}
		return texts, nil
	}
	return texts, f.parquet(name, func(file io.ReaderAt, size int64) error {
		parquetio.EachRow(file, size, []string{id, text}, func(row []parquetio.Value) error {
			if len(texts) == someNamed {
				return io.EOF
			}
			if !row[0].Null && !row[1].Null {
				texts[int32(row[0].Number)] = string(row[1].Text)
			}
			return nil
		})
		return nil
	})
}

// sameTau compares the value of tau with the one in the statistics of kendall, which have more digits.
func (f *Folder) sameTau() error {
	if err := f.tauSaid("tau.txt", "tau.json"); err != nil {
		return err
	}
	return f.tauSaid(withoutTau, "content-tau.json")
}

func (f *Folder) tauSaid(text, figures string) error {
	var said struct{ Tau *float64 }
	if !f.has(text, figures) {
		return nil
	}
	if ok, err := f.object(figures, &said); !ok || said.Tau == nil {
		return err
	}
	b, err := f.text(text)
	if err != nil {
		return err
	}
	line, _, _ := strings.Cut(string(b), "\n")
	if tau, err := strconv.ParseFloat(strings.TrimSpace(line), 64); err != nil || math.Abs(tau-*said.Tau) > 1e-9 {
		return f.mixed(text, "tau is "+visible(line, 40), figures, fmt.Sprint(*said.Tau))
	}
	return nil
}
