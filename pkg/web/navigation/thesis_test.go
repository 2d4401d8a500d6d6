package navigation

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/web/harmony"
)

// standard is the options that the tool has by default.
var standard = harmony.Options{Least: 2, Sort: harmony.VBD, Choices: 100_000, Nodes: 200_000}

// byThesis labels the links of a site.
func (s site) byThesis(t testing.TB, opt harmony.Options) map[string]string {
	return labelled(t, Options{Thesis: &opt}, s, slices.Sorted(maps.Keys(s)))
}

// TestThesis: S1, S2, S6 and S7 from pages to labels. Package harmony tests the others.
func TestThesis(t *testing.T) {
	nav := list("/", "/b", "/c")
	s := site{"/": nav + "<p>See <a href=/x>X</a> and <a href=" + outside + ">T</a>.</p>", "/b": nav + "<p><a href=/x>X</a></p>",
		"/c": nav + "<p><a href=" + outside + ">T</a> <a href=/x>X</a></p>", "/x": nav + "<p>no links</p>"}
	found := s.byThesis(t, standard)
	want(t, found, "navigation: / > /, / > /b, / > /c, /b > /, /b > /b, /b > /c, /c > /, /c > /b, /c > /c",
		"outsider: /x > /, /x > /b, /x > /c", "content: / > /x, / > "+outside+", /b > /x, /c > /x, /c > "+outside)
	for link, reason := range map[string]string{"/x > /b": "outsider: graph-without-page, neighbours 3, choices 1",
		"/b > /x": "content: no group", "/c > /x": "content: no-harmonic-group, neighbours 1"} {
		if found[link] != reason {
			t.Errorf("%s: %s", link, found[link])
		}
	}
	nav = list("/", "/b", "/c", "/i")
	all(t, site{"/": nav, "/b": nav, "/c": nav, "/i": ""}.byThesis(t, standard), "content", "no-harmonic-group")
	two := site{"/p1": "<p><a href=/p2>2</a> <a href=" + outside + ">t</a></p>",
		"/p2": "<p><a href=/p1>1</a> <a href=" + outside + ">t</a></p>"}
	all(t, two.byThesis(t, standard), "navigation", "graph,")
	one := site{"/r": "<p><a href=/a>1</a> <a href=" + outside + ">t</a></p>", "/a": "<p><a href=/z>1</a> <a href=" + outside +
		">t</a></p>"}
	want(t, one.byThesis(t, standard), "content: /r > /a, /r > "+outside, "undecided: /a > /z, /a > "+outside)
}

// manyHosts are lines of hosts of some pages each, with menus and paragraphs.
func manyHosts(hosts int) (lines []string) {
	r := rand.New(rand.NewPCG(3, 4))
	for h := range hosts {
		pages := 2 + r.IntN(8)
		for p := range pages {
			for g := range 1 + r.IntN(3) {
				for range 2 + r.IntN(3) {
					lines = append(lines, fmt.Sprintf("http://h%d.test/%d\thttp://h%d.test/%d\t%d\t%d\t1\t%016x\t%016x\t%016x\n", h, p,
						h, r.IntN(pages+1), len(lines)+1, g+1, g, g, r.IntN(3)))
				}
			}
		}
	}
	return lines
}

// labelsOf are the links of lines with labels and reasons, in order.
func labelsOf(t *testing.T, lines []string, opt Options) (text string, stats Stats) {
	job, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	for _, line := range lines {
		if err := job.Add([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := job.Each(func(l *Link) error {
		fmt.Fprintf(&b, "%s %s %s %s\n", l.Source, l.Target, l.Label, l.AppendReason(nil))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return b.String(), job.Stats
}

// TestThesisThreads: labels and counts are the same with any number of workers, and for any memory that holds each host.
func TestThesisThreads(t *testing.T) {
	lines := manyHosts(2000)
	opt := Options{Thesis: &standard, Room: room()}
	opt.Threads = 1
	want, counts := labelsOf(t, lines, opt)
	if counts.Labels[Navigation] == 0 || counts.Labels[Outsider] == 0 || counts.Labels[Undecided] == 0 || counts.Hosts != 2000 {
		t.Errorf("%+v", counts)
	}
	for _, threads := range []int{2, 8} {
		opt.Threads, opt.Memory = threads, 16<<20
		if got, stats := labelsOf(t, lines, opt); got != want || stats != counts {
			t.Errorf("%d threads: other labels, or %+v, not %+v", threads, stats, counts)
		}
	}
}

// TestThesisLargeHost: a host that does not fit into its part of the memory is undecided and counted; the others are judged.
func TestThesisLargeHost(t *testing.T) {
	var lines []string
	for p := range 2000 {
		for i := range 50 {
			lines = append(lines, fmt.Sprintf("http://large.test/%d\thttp://large.test/%d\t%d\t1\t1\t%016x\t%016x\t\n", p, i,
				len(lines)+1, 1, 1))
		}
	}
	lines = append(lines, manyHosts(10)...)
	opt := Options{Thesis: &standard, Room: room()}
	opt.Memory = 16 << 20
	text, stats := labelsOf(t, lines, opt)
	n := strings.Count(text, "undecided too-large\n")
	if n != 100_000 || stats.LargeHosts != 1 || stats.Reasons[harmony.TooLarge] != 2000 {
		t.Errorf("%d links, %+v", n, stats)
	}
	if stats.Labels[Navigation] == 0 {
		t.Error("no navigation on the other hosts")
	}
	opt.Memory = 256 << 20
	if text, stats := labelsOf(t, lines, opt); strings.Contains(text, "too-large") || stats.LargeHosts != 0 {
		t.Errorf("%+v", stats)
	}
}

// TestThesisLongPage: the groups of a page with too many links are undecided, and for others it was not crawled.
func TestThesisLongPage(t *testing.T) {
	var lines []string
	for i := range 100_000 {
		lines = append(lines, fmt.Sprintf("http://s.test/a\thttp://s.test/%d\t%d\t1\t1\t%016x\t%016x\t\n", i, i+1, 1, 1))
	}
	lines = append(lines, "http://s.test/b\thttp://s.test/a\t1\t1\t1\t0000000000000001\t\t\n",
		"http://s.test/b\thttp://s.test/c\t2\t1\t1\t0000000000000001\t\t\n")
	opt := Options{Thesis: &standard, Room: room()}
	opt.Memory = 16 << 20
	text, stats := labelsOf(t, lines, opt)
	if strings.Count(text, "undecided too-large\n") != 100_000 || !strings.Contains(text, "undecided missing, neighbours 2") ||
		stats.LongPages != 1 {
		t.Errorf("%+v", stats)
	}
}
