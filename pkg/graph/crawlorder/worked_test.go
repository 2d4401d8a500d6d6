package crawlorder

import (
	"fmt"
	"strings"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// g8 is the graph of the specification: a page without links, a link to itself, a repeated link, two components.
var g8 = pairs{{1, 3}, {1, 5}, {2, 1}, {3, 3}, {3, 8}, {5, 2}, {5, 4}, {5, 4}, {6, 1}, {6, 7}, {7, 4}, {8, 2}, {8, 5}}

// ranks of g8: PageRank and K-Rank with K = 1, e = 0.25, links once.
var (
	prOfG8 = []float64{1: 0.168966, 0.142595, 0.173548, 0.147791, 0.149788, 0.045105, 0.062020, 0.110186}
	krOfG8 = []float64{1: 0.164458, 0.134097, 0.102217, 0.134097, 0.187229, 0.063886, 0.111800, 0.102217}
)

func scores(values []float64) (records pairs) {
	for id, x := range values {
		if x > 0 {
			records = append(records, [2]int32{int32(id), tuple.F32Bits(float32(x))})
		}
	}
	return records
}

func small() work.Room { return work.Room{Memory: 1 << 20, Threads: 2, FS: vfs.OS} }

// TestWorkedExamples: the orders of the specification, 5.8, and the credit that each page had when it was fetched.
func TestWorkedExamples(t *testing.T) {
	for _, e := range []struct {
		strategy Strategy
		seeds    []int32
		want     string
	}{
		{BreadthFirst, []int32{1}, "1 3 5 8 2 4"},
		{DepthFirst, []int32{1}, "1 3 8 2 5 4"},
		{DepthPush, []int32{1}, "1 5 4 2 3 8"},
		{OPIC, []int32{1}, "1(1) 3(0.5) 5(0.5) 8(0.5) 2(0.75) 4(0.25)"},
		{OPICAll, []int32{1}, "1(1) 3(0.5) 5(0.5) 2(0.25) 4(0.25) 8(0.25)"},
		{OPIC, []int32{1, 6}, "1(0.5) 6(0.5) 7(0.5) 4(0.5) 3(0.25) 5(0.25) 2(0.25) 8(0.25)"},
		{OPICAll, []int32{1, 6}, "1(0.5) 6(0.5) 3(0.25) 5(0.25) 7(0.25) 4(0.375) 2(0.125) 8(0.125)"},
	} {
		opt := Options{Room: small(), Strategy: e.strategy, Reachable: true, Seeds: []tuple.Source{tupletest.Blocks(e.seeds, 1)}}
		if got := crawled(t, opt, strings.Contains(e.want, "(")); got != e.want {
			t.Errorf("%s from %v: %s, want %s", e.strategy, e.seeds, got, e.want)
		}
	}
}

func TestOmniscientExamples(t *testing.T) {
	for _, e := range []struct {
		values []float64
		want   string
	}{{prOfG8, "1 3 5 4 2 8"}, {krOfG8, "1 5 2 4 3 8"}} {
		opt := Options{Room: small(), Strategy: Omniscient, Reachable: true,
			Seeds: []tuple.Source{tupletest.Blocks([]int32{1}, 1)}}
		opt.Importance = scores(e.values).Input("ranks")
		if got := crawled(t, opt, false); got != e.want {
			t.Errorf("%s, want %s", got, e.want)
		}
	}
}

// crawled are the pages of g8 in the order of a strategy, with their keys if they are asked for.
func crawled(t *testing.T, opt Options, keys bool) string {
	t.Helper()
	var got []string
	if !keys {
		var order pairs
		if _, err := Crawl(&order, g8.Input("links"), opt); err != nil {
			t.Fatal(err)
		}
		for _, id := range inOrder(order) {
			got = append(got, fmt.Sprint(id))
		}
		return strings.Join(got, " ")
	}
	c := &crawler{opt: opt}
	defer c.close()
	if err := c.begin(g8.Input("links")); err != nil {
		t.Fatal(err)
	}
	c.phase = opt.Begin("", 0)
	for r := tuple.NewReader(c, 2); ; {
		rec := r.Next()
		if rec == nil {
			return strings.Join(got, " ")
		}
		got = append(got, fmt.Sprintf("%d(%v)", rec[0], c.frontier.pages.keys[rec[0]]))
	}
}
