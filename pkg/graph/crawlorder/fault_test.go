package crawlorder

import (
	"fmt"
	"strings"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// tangle is a graph large enough for temporary files where there is little memory.
func tangle(pages int32) (links pairs) {
	for i := range pages {
		links = append(links, [2]int32{i, i * 7 % pages}, [2]int32{i, i * i % 1009 % pages}, [2]int32{i, (i + 1) % pages})
	}
	return links.Sorted()
}

// TestFaults lets one operation on files fail, at many places, until none fails.
func TestFaults(t *testing.T) {
	links := tangle(3000)
	for _, s := range []Strategy{BreadthFirst, OPIC, Random} {
		fault.Each(t, 1, 2, func(sys *fault.FS) error {
			_, err := Crawl(&pairs{}, links.Input("links"),
				Options{Room: work.Room{Memory: 150_000, Threads: 1, FS: sys}, Strategy: s})
			return err
		})
	}
}

// TestRefused: what cannot be crawled says why.
func TestRefused(t *testing.T) {
	links := tangle(3000)
	ids := func(ids ...int32) []tuple.Source { return []tuple.Source{tupletest.Blocks(ids, 1)} }
	for _, e := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Memory = 50_000 }, "links: 1279 pages so far need 1 MiB of memory"},
		{func(o *Options) { o.Seeds = ids(3000) }, "the seed 3000 is not a page"},
		{func(o *Options) { o.Seeds = ids() }, "no seed is given"},
		{func(o *Options) { o.Strategy = "best" }, `there is no strategy "best"`},
		{func(o *Options) {
			o.Strategy, o.Importance = Omniscient, pairs{{2, 0}, {1, 0}}.Input("ranks")
		}, "ranks: is not sorted by column 1 (extsort -k 1 sorts it), at record 2"},
	} {
		opt := Options{Room: small(), Strategy: OPIC}
		e.change(&opt)
		if _, err := Crawl(&pairs{}, links.Input("links"), opt); !strings.Contains(fmt.Sprint(err), e.want) {
			t.Errorf("error %v\nwant  %s", err, e.want)
		}
	}
}
