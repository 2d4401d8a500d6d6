package coverage

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/linesort"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/work"
)

// TestChecklistCoverageMask: the worked examples of the mask (Bumüller 2019, 5.1.2).
func TestChecklistCoverageMask(t *testing.T) {
	for url, want := range map[string]string{
		"https://www.uni-freiburg.de/a/": "uni-freiburg.de#a",
		"http://uni-freiburg.de/a":       "uni-freiburg.de#a",
		"http://ww2.uni-freiburg.de/a":   "uni-freiburg.de#a",
		"http://ww3.uni-freiburg.de/a//": "uni-freiburg.de#a",
		"http://www2.x.de/a":             "www2.x.de#a",
		"http://ww1.x.de/a":              "ww1.x.de#a",
		"http://www.www.x.de/":           "www.x.de",
		"http://x.de/":                   "x.de",
		"http://x.de/?a=/":               "x.de#?a=",
		"http://www./":                   "www.",
	} {
		if got := appendMask([]byte("-"), []byte(url)); string(got) != "-"+want {
			t.Errorf("the mask of %s is %s, not %s", url, got, want)
		}
	}
}

// TestChecklistCoverageTable reproduces table 1 of Bumüller 2019 from the numbers of missed URLs and of URLs.
func TestChecklistCoverageTable(t *testing.T) {
	var scores []Score
	for _, s := range []struct {
		name         string
		missed, urls int64
	}{
		{"uni_freiburg_random", 10, 96}, {"uni_freiburg_info", 2, 360}, {"uni_stuttgart_random", 14, 186},
		{"uni_stuttgart_info", 3, 55}, {"uni_twincities_random", 3, 230},
	} {
		scores = append(scores, Score{Name: s.name, URLs: s.urls, Missed: s.missed})
	}
	want := []string{"89.58", "99.44", "92.47", "94.55", "98.70", "mean 94.95", "median 94.55", "pooled 96.55"}
	for i, row := range Table(scores) {
		got := fmt.Sprintf("%.2f", row.Percent)
		if i >= len(scores) {
			got = row.Name + " " + got
		}
		if got != want[i] {
			t.Errorf("row %d is %s, not %s", i, got, want[i])
		}
	}
	rows := Table(append(scores[:2:2], Score{Name: "empty"}))
	if !math.IsNaN(rows[2].Percent) || fmt.Sprintf("%.2f %.2f", rows[3].Percent, rows[4].Percent) != "94.51 94.51" {
		t.Errorf("an empty sample counts: %+v", rows)
	}
	if rows := Table(nil); len(rows) != 3 || !math.IsNaN(rows[0].Percent) || !math.IsNaN(rows[1].Percent) {
		t.Errorf("no sample: %+v", rows)
	}
}

// TestChecklistCoverageList: comments, blanks, duplicates and what is no URL in a list.
func TestChecklistCoverageList(t *testing.T) {
	const text = "# staff\n\nhttp://a.example/x\r\n  https://www.b.example/y/ # a comment\na.example/z#part\n" +
		"mailto:a@b.example\nhttp://\nhttp://a.example/#x y\tz\nlocalhost:8080/x\n\xff\xfe\nhttp://a.example/é\n#http://a.example/no\n" +
		"http://a.example/x A title\na.example\tx"
	var got []string
	list, err := ReadURLs("list", strings.NewReader(text), func(url []byte) error {
		got = append(got, string(url))
		return nil
	})
	want := []string{"http://a.example/x", "https://www.b.example/y/", "http://a.example/z", "http://a.example/",
		"http://a.example/%C3%A9"}
	if err != nil || !slices.Equal(got, want) || list.URLs != 5 || list.Bad != 6 ||
		list.First != "list: not an http or https URL, at line 6" {
		t.Errorf("%v, %+v, %q", err, list, got)
	}
	report, _, err := compare(t, Options{}, &Crawl{Facts: stored("http://a.example/x", "http://www.a.example/z/")},
		"http://a.example/x", "https://a.example/x/", "http://a.example/z", "http://a.example/x")
	if s := report.Samples[0]; err != nil || s.URLs != 2 || s.Again != 2 || s.Missed != 0 {
		t.Errorf("%v, %+v", err, s)
	}
}

// stored are the facts of pages.
func stored(list ...string) func(func(*Fact) error) error {
	return func(f func(*Fact) error) error {
		for _, url := range list {
			if err := f(&Fact{Kind: Stored, URL: []byte(url), Depth: NoDepth}); err != nil {
				return err
			}
		}
		return nil
	}
}

// sampleOfList is a sample of canonical URLs.
func sampleOfList(list []string) Sample {
	return Sample{Name: "list", Read: func(f func(url []byte) error) error {
		for _, url := range list {
			if err := f([]byte(url)); err != nil {
				return err
			}
		}
		return nil
	}}
}

// compare compares a list with a crawl and returns lines of results.
func compare(t testing.TB, opt Options, made *Crawl, list ...string) (Report, []string, error) {
	t.Helper()
	return compareAll(opt, made, sampleOfList(list))
}

func compareAll(opt Options, made *Crawl, samples ...Sample) (report Report, lines []string, err error) {
	if opt.Sort == nil {
		opt.Sort = inMemory
	}
	if opt.Room.FS == nil {
		opt.Room = work.Room{Memory: 1 << 20, Threads: 2, FS: vfs.OS}
	}
	report, err = Of(samples, made, opt, func(r *Result) error {
		lines = append(lines, fmt.Sprintf("%d %s %v %d %s", r.Sample, r.URL, r.Found, r.Depth, r.Cause))
		return nil
	})
	return report, lines, err
}

// sorts are those to test with.
var sorts = map[string]crawl.Sort{"in memory": inMemory, "on disk": linesort.SortEach}

// inMemory is the simplest crawl.Sort.
func inMemory(_ work.Room, source func(func([]byte) error) error, each func([]byte) error) error {
	var lines []string
	err := source(func(line []byte) error {
		lines = append(lines, string(line))
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(lines)
	for _, line := range lines {
		if err := each([]byte(line)); err != nil {
			return err
		}
	}
	return nil
}

// Facts in short.
func known(url string) Fact           { return Fact{Kind: Known, URL: []byte(url)} }
func page(url string, depth int) Fact { return Fact{Kind: Stored, URL: []byte(url), Depth: depth} }
func tried(url, outcome, target string) Fact {
	return Fact{Kind: Tried, URL: []byte(url), Outcome: outcome, Target: target}
}
func refused(host, rule string, n int64) Fact {
	return Fact{Kind: Refused, Host: host, Outcome: rule, Links: n}
}

// TestCauses: why a URL is missing.
func TestCauses(t *testing.T) {
	type facts []Fact
	const u, v, w = "http://a.example/u", "http://b.example/v", "http://b.example/w"
	for _, c := range []struct {
		name, want string
		facts      facts
		links      bool
	}{
		{"found", "true 3 ", facts{page(u, 3)}, true},
		{"found twice, the least deep counts", "true 2 ", facts{page(u, 3), page("https://www.a.example/u/", 2)}, true},
		{"found without a depth", "true -1 ", facts{page(u, NoDepth)}, true},
		{"a depth is better than none", "true 5 ", facts{page(u, NoDepth), page(u, 5)}, true},
		{"found in the end", "true 1 ", facts{known(u), tried(u, "timeout", ""), page(u, 1), tried(u, "http-404", "")}, true},
		{"the last try", "false -1 http-404", facts{tried(u, "timeout", ""), tried(u, "http-404", "")}, true},
		{"waiting", "false -1 waiting", facts{known(u)}, true},
		{"tried and waiting", "false -1 dns", facts{known(u), tried(u, "dns", "")}, true},
		{"never found", "false -1 never-found", facts{page("http://a.example/", 0)}, true},
		{"nothing is known", "false -1 unknown", facts{page("http://www.a.example/", 0)}, false},
		{"another host", "false -1 host-unreached", facts{page("http://b.example/", 0)}, true},
		{"no page of the host", "false -1 host-unreached", facts{tried("http://a.example/", "http-500", "")}, true},
		{"too deep", "false -1 rejected:depth", facts{page("http://a.example/", 0), refused("a.example", "depth", 2)}, true},
		{"most links", "false -1 rejected:deny",
			facts{refused("a.example", "depth", 2), refused("www.a.example", "deny", 3)}, true},
		{"out of scope", "false -1 rejected:scope", facts{refused("a.example", "scope", 2)}, true},
		{"of a host in the scope", "false -1 never-found",
			facts{page("http://a.example/", 0), refused("a.example", "scope", 2), refused("a.example", "type", 9)}, true},
		{"a redirect to a page", "true 4 ", facts{tried(u, "redirect", v), page(v, 4)}, true},
		{"and to none", "false -1 robots", facts{tried(u, "redirect", v), tried(v, "robots", "")}, true},
		{"to nowhere", "false -1 redirect", facts{tried(u, "redirect", "")}, true},
		{"to another scheme", "false -1 redirect", facts{tried(u, "redirect", "mailto:a@b.example")}, true},
		{"to itself", "false -1 redirect", facts{tried(u, "redirect", "https://www.a.example/u")}, true},
		{"in a circle", "false -1 redirect", facts{tried(u, "redirect", v), tried(v, "redirect", u)}, true},
		{"in a circle of others", "false -1 redirect",
			facts{tried(u, "redirect", v), tried(v, "redirect", w), tried(w, "redirect", v)}, true},
		{"control bytes", "false -1 a?b?c", facts{tried(u, "a\tb\nc", "\t\n")}, true},
	} {
		made := &Crawl{Links: c.links, Facts: func(f func(*Fact) error) error {
			for _, fact := range c.facts {
				if err := f(&fact); err != nil {
					return err
				}
			}
			return nil
		}}
		for _, sort := range sorts {
			_, got, err := compare(t, Options{Sort: sort}, made, u)
			if want := "0 " + u + " " + c.want; err != nil || len(got) != 1 || got[0] != want {
				t.Errorf("%s: %v, %q, not %q", c.name, err, got, want)
			}
		}
	}
}

// TestRedirects: a chain of ten is followed, one of eleven is not; two URLs of a sample that lead to one page both count.
func TestRedirects(t *testing.T) {
	at := func(i int) string { return fmt.Sprintf("http://a.example/%02d", i) }
	passes := 0
	made := &Crawl{Links: true, Facts: func(f func(*Fact) error) error {
		passes++
		for i := range 12 {
			if err := f(&Fact{Kind: Tried, URL: []byte(at(i)), Outcome: "redirect", Target: at(i + 1)}); err != nil {
				return err
			}
		}
		return f(&Fact{Kind: Stored, URL: []byte(at(12)), Depth: 7})
	}}
	report, got, err := compare(t, Options{}, made, at(1), at(2), at(11), at(11), at(12))
	want := []string{"0 " + at(1) + " false -1 redirect", "0 " + at(2) + " true 7 ", "0 " + at(11) + " true 7 ",
		"0 " + at(12) + " true 7 "}
	if err != nil || !slices.Equal(got, want) || report.Samples[0].Again != 1 || passes != mostRounds || report.Pages != 1 {
		t.Errorf("%v, %d passes, %+v: %q", err, passes, report, got)
	}
	passes = 0
	if _, _, err := compare(t, Options{}, made, at(12), "http://a.example/none"); err != nil || passes != 1 {
		t.Errorf("%v, %d passes without a redirect", err, passes)
	}
}

// TestByDepth: the share grows with the depth of the crawl.
func TestByDepth(t *testing.T) {
	s := Score{URLs: 8, Missed: 2, Depths: []int64{1, 0, 3, 2}}
	got := fmt.Sprint(s.ByDepth(4))
	if want := "[{1 1 12.5} {2 4 50} {3 6 75} {4 6 75}]"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got := fmt.Sprint((&Score{URLs: 2}).ByDepth(0)); got != "[{1 0 0}]" {
		t.Error(got)
	}
}

// TestSieveFull: a sieve whose bits are all set drops nothing and changes nothing.
func TestSieveFull(t *testing.T) {
	s := newSieve(0)
	for i := range s.bits {
		s.bits[i] = math.MaxUint64
	}
	if !s.has([]byte("anything")) {
		t.Error("a full sieve dropped something")
	}
	made := &Crawl{Links: true, Facts: stored("http://b.example/x", "http://c.example/u")}
	report := Report{Samples: []Score{{Causes: map[string]int64{}}}}
	c := &comparison{opt: Options{Sort: inMemory, Room: work.Room{Memory: 1 << 20, Threads: 1, FS: vfs.OS}}, crawl: made,
		lines: newLiner(false, 0), report: report, round: 1}
	c.judge, c.emit = judge{crawl: made, result: c.verdict, first: true}, func(line []byte) error { return nil }
	err := inMemory(c.opt.Room, func(add func([]byte) error) error {
		url := []byte("http://a.example/u")
		if err := add(c.lines.ask([]byte("000000000000000000"), url, url)); err != nil {
			return err
		}
		for i := range c.lines.urls.bits {
			c.lines.urls.bits[i], c.lines.hosts.bits[i] = math.MaxUint64, math.MaxUint64
		}
		return made.Facts(func(f *Fact) error { return c.lines.fact(f, add) })
	}, c.judge.line)
	if s := &c.report.Samples[0]; err != nil || s.Missed != 1 || s.Causes[Unreached] != 1 {
		t.Errorf("%v, %+v", err, s)
	}
}

// TestErrors: errors of the samples, of the crawl, of the sort and of row come back.
func TestErrors(t *testing.T) {
	mine := errors.New("mine")
	good := sampleOfList([]string{"http://a.example/"})
	made := &Crawl{Facts: stored("http://a.example/")}
	for name, sort := range sorts {
		opt := Options{Sort: sort, Room: work.Room{Memory: 1 << 20, Threads: 1, FS: vfs.OS}}
		row := func(*Result) error { return nil }
		unread := Sample{Read: func(func([]byte) error) error { return mine }}
		if _, err := Of([]Sample{unread}, made, opt, row); !errors.Is(err, mine) {
			t.Errorf("%s: of a sample: %v", name, err)
		}
		bad := &Crawl{Facts: func(func(*Fact) error) error { return mine }}
		if _, err := Of([]Sample{good}, bad, opt, row); !errors.Is(err, mine) {
			t.Errorf("%s: of the crawl: %v", name, err)
		}
		if _, err := Of([]Sample{good}, made, opt, func(*Result) error { return mine }); !errors.Is(err, mine) {
			t.Errorf("%s: of a row: %v", name, err)
		}
		if report, err := Of([]Sample{good}, made, opt, nil); err != nil || report.Samples[0].URLs != 1 || report.Pages != 1 {
			t.Errorf("%s: without rows: %v, %+v", name, err, report)
		}
	}
}

// TestManyCauses: the counts of causes are bounded.
func TestManyCauses(t *testing.T) {
	const n = 3 * mostCauses
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("http://a.example/%d", i))
	}
	made := &Crawl{Links: true, Facts: func(f func(*Fact) error) error {
		for i, u := range list {
			if err := f(&Fact{Kind: Tried, URL: []byte(u), Outcome: fmt.Sprint("x", i)}); err != nil {
				return err
			}
		}
		return nil
	}}
	report, _, err := compare(t, Options{}, made, list...)
	causes := report.Samples[0].Causes
	if err != nil || len(causes) != mostCauses+1 || causes["other"] != n-mostCauses {
		t.Errorf("%v, %d causes, %d others", err, len(causes), causes["other"])
	}
}

// FuzzReadURLs: no list makes the reader fail, and what it gives is canonical.
func FuzzReadURLs(f *testing.F) {
	f.Add([]byte("# c\nhttp://a.example/ # x\nb.example\n\xff\x00\n"))
	f.Add(append(bytes.Repeat([]byte("x"), 40_000), "\nhttp://a.example/"...))
	f.Fuzz(func(t *testing.T, text []byte) {
		n := int64(0)
		list, err := ReadURLs("list", bytes.NewReader(text), func(url []byte) error {
			n++
			again, err := urls.Canonical(nil, url)
			if err != nil || !bytes.Equal(again, url) || bytes.ContainsAny(url, "\t\n") {
				t.Fatalf("%v: %q", err, url)
			}
			if mask := appendMask(nil, url); bytes.IndexByte(mask, '/') >= 0 {
				t.Fatalf("the mask of %q is %q", url, mask)
			}
			return nil
		})
		if err != nil || list.URLs != n || list.Bad > 0 && list.First == "" {
			t.Fatalf("%v, %+v", err, list)
		}
	})
}
