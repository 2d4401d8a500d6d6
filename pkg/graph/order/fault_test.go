package order

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// tangle is a graph large enough for temporary files where there is little memory.
func tangle(pages int32) (links pairs) {
	for i := range pages {
		links = append(links, [2]int32{i, i * 7 % pages}, [2]int32{i, i * i % 1009 % pages}, [2]int32{i, (i + 1) % pages})
	}
	return links.sorted()
}

// TestFaults lets one operation on files fail, at many places, until none fails.
func TestFaults(t *testing.T) {
	links := tangle(3000)
	for _, s := range []Strategy{BreadthFirst, OPIC, Random} {
		for i, step := 0, 1; ; i, step = i+step, step+step/2+1 {
			sys, hit := fault.ErrorAt(vfs.OS, i)
			opt := Options{Options: bfs.Options{Memory: 150_000, Threads: 1, FS: sys}, Strategy: s}
			_, err := Crawl(&pairs{}, links.input("links"), opt)
			if n := sys.OpenFiles(); n != 0 {
				t.Fatalf("%s, fault %d: %d files are open", s, i, n)
			}
			if !hit() {
				if err != nil || i == 0 {
					t.Errorf("%s: the run without a fault came after %d: %v", s, i, err)
				}
				break
			}
			if err != nil && !errors.Is(err, fault.Injected) {
				t.Fatalf("%s, fault %d: %v", s, i, err)
			}
		}
	}
}

// TestRefused: what cannot be crawled says why.
func TestRefused(t *testing.T) {
	links := tangle(3000)
	ids := func(ids ...int32) []tuple.Source { return []tuple.Source{&pieces{ids, 1}} }
	for _, e := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Memory = 50_000 }, "links: there are at least"},
		{func(o *Options) { o.Seeds = ids(3000) }, "the seed 3000 is not a page"},
		{func(o *Options) { o.Seeds = ids() }, "there are no seeds"},
		{func(o *Options) { o.Strategy = "best" }, `there is no strategy "best"`},
		{func(o *Options) {
			o.Strategy, o.Importance = Omniscient, pairs{{2, 0}, {1, 0}}.input("ranks")
		}, "ranks: is not sorted by columns 1, at record 2"},
		{func(o *Options) {
			o.Strategy, o.Importance = Omniscient, pairs{{2, 0x7f800000}}.input("ranks")
		}, "ranks: the importance of 2 is infinite"},
	} {
		opt := Options{Options: small(), Strategy: OPIC}
		e.change(&opt)
		if _, err := Crawl(&pairs{}, links.input("links"), opt); !strings.Contains(fmt.Sprint(err), e.want) {
			t.Errorf("error %v\nwant  %s", err, e.want)
		}
	}
}
