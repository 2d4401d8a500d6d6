package graphgen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

type graph interface {
	Write(dst sink, threads int) error
}

type sink = tuple.Sink

// memory collects a stream.
type memory struct{ ids []int32 }

func (m *memory) WriteBlock(block []int32) error {
	m.ids = append(m.ids, block...)
	return nil
}

// link is a pair whose order is that of (src,dst).
type link struct{ src, dst int32 }

func compare(a, b link) int {
	if a.src != b.src {
		return int(a.src) - int(b.src)
	}
	return int(a.dst) - int(b.dst)
}

func links(t interface{ Fatal(...any) }, g graph, threads int) []link {
	var m memory
	if err := g.Write(&m, threads); err != nil {
		t.Fatal(err)
	}
	list := make([]link, len(m.ids)/2)
	for i := range list {
		list[i] = link{m.ids[2*i], m.ids[2*i+1]}
	}
	return list
}

func web(pages, links int64) Web {
	w := DefaultWeb()
	w.Pages, w.Links = pages, links
	return w
}

// The bytes of a seed are part of the interface: figures and tests elsewhere depend on them.
func TestGolden(t *testing.T) {
	byDst := web(40_000, 300_000)
	byDst.ByDst = true
	for _, c := range []struct {
		g    graph
		want string
	}{
		{Random{Pages: MostPages, Links: 100_000, Seed: 1}, "83bcf3893013cbb9"},
		{Random{Pages: 1000, Links: 100_000, Seed: 2}, "88353753cddff618"},
		{RMAT{Scale: 13, Factor: 16, Seed: 1}, "6c6c226a878c36e3"},
		{RMAT{Scale: 5, Factor: 3000, Seed: 1, NoSelf: true}, "537a7b50819ca49f"},
		{web(40_000, 300_000), "f9496b3ebd3dc3af"},
		{byDst, "3f933c68129a708b"},
	} {
		for _, threads := range []int{1, 2, 5} {
			var m memory
			if err := c.g.Write(&m, threads); err != nil {
				t.Fatal(err)
			}
			h := fnv.New64a()
			binary.Write(h, binary.LittleEndian, m.ids)
			if got := fmt.Sprintf("%016x", h.Sum64()); got != c.want {
				t.Errorf("%T with %d threads: checksum %s, want %s", c.g, threads, got, c.want)
			}
		}
	}
}

// Any web has the number of links asked for, both orders are sorted and hold the same links, and dangling pages and
// pages that do not exist appear nowhere.
func TestWebOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := web(rapid.Int64Range(1, 3*regionPages).Draw(t, "pages"), 0)
		w.Links = rapid.Int64Range(0, 4*w.Pages).Draw(t, "links")
		w.Seed = rapid.Uint64().Draw(t, "seed")
		w.Dangling = rapid.Float64Range(0, 0.99).Draw(t, "dangling")
		w.Local = rapid.Float64Range(0, 1).Draw(t, "local")
		w.Self = rapid.Float64Range(0, 1).Draw(t, "self")
		w.Dup = rapid.Float64Range(0, 1).Draw(t, "dup")
		w.HostMin = rapid.IntRange(1, regionPages).Draw(t, "hostmin")
		w.Unique = rapid.Bool().Draw(t, "u")
		bySrc := links(t, w, 2)
		w.ByDst = true
		byDst := links(t, w, 1)
		checkWeb(t, w, bySrc, byDst)
	})
}

func checkWeb(t *rapid.T, w Web, bySrc, byDst []link) {
	if int64(len(bySrc)) != w.Links && !w.Unique {
		t.Fatalf("%d links, not %d", len(bySrc), w.Links)
	}
	if !slices.IsSortedFunc(bySrc, compare) {
		t.Fatal("not sorted by source")
	}
	if w.Unique && len(slices.Compact(slices.Clone(bySrc))) != len(bySrc) {
		t.Fatal("-u left repeated links")
	}
	if !slices.IsSortedFunc(byDst, func(a, b link) int { return compare(link{a.dst, a.src}, link{b.dst, b.src}) }) {
		t.Fatal("not sorted by target")
	}
	slices.SortFunc(byDst, compare)
	if !slices.Equal(bySrc, byDst) {
		t.Fatal("the two orders hold different links")
	}
	p := newPlan(w)
	for _, l := range bySrc {
		if l.src < 0 || l.dst < 0 || int64(max(l.src, l.dst)) >= w.Pages || p.isDangling(int64(l.src)) {
			t.Fatalf("impossible link %v", l)
		}
	}
}

// The row sums of n(r,s) are T(r), and the quotas of the regions add up to the links.
func TestCounts(t *testing.T) {
	w := web(100*regionPages+7, 12_345_678)
	p := newPlan(w)
	total := int64(0)
	for r := range p.regions {
		row := 0
		for s := range p.regions {
			row += p.count(r, s)
		}
		if row != int(p.cross[r]) {
			t.Fatalf("region %d: %d cross links, want %d", r, row, p.cross[r])
		}
		total += p.quota(r)
	}
	if total != w.Links {
		t.Fatalf("quotas add up to %d, want %d", total, w.Links)
	}
}

func TestChecks(t *testing.T) {
	bad := web(10, 10_241)
	tail := web(10, 10)
	tail.InTail = 0.5
	share := web(10, 10)
	share.Local = 1.5
	host := web(10, 10)
	host.HostMin = 0
	for _, g := range []graph{
		bad, tail, share, host, web(0, 1), web(MostPages+1, 1), Random{Pages: 1, Links: -1}, RMAT{Scale: 32}, RMAT{Scale: 0},
	} {
		if err := g.Write(new(memory), 1); err == nil {
			t.Errorf("%+v was accepted", g)
		}
	}
}

type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) WriteBlock([]int32) error {
	if f.left--; f.left < 0 {
		return errFull
	}
	return nil
}

// An error of the output, or a panic of a worker, ends all workers.
func TestOutputFails(t *testing.T) {
	for left := range 4 {
		for _, g := range []graph{web(20*regionPages, 1_000_000), Random{Pages: 9, Links: 1_000_000}} {
			if err := g.Write(&failing{left}, 3); !errors.Is(err, errFull) {
				t.Errorf("%T: error %v", g, err)
			}
		}
	}
	err := ordered(5, 2, new(memory), func() func(int64) []int32 {
		return func(i int64) []int32 { return make([]int32, 3-i) }
	})
	if err == nil {
		t.Error("a panic was lost")
	}
}
