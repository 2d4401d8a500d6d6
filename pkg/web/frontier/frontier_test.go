package frontier

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"

	"webmill/pkg/graph/crawlorder"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// web is a random web: page i links to links[i]. Pages are numbered by their URLs in the order of dictionaries.
type web struct {
	urls  [][]byte
	host  []int32
	links [][]int32
}

func newWeb(random *rand.Rand, pages, hosts int) *web {
	w := &web{}
	for i := range pages {
		w.urls = append(w.urls, fmt.Appendf(nil, "http://h%d.example/p%d", random.IntN(hosts), i))
	}
	key := func(u []byte) string { return string(urls.AppendKey(nil, u)) }
	slices.SortFunc(w.urls, func(a, b []byte) int { return bytes.Compare([]byte(key(a)), []byte(key(b))) })
	var names []string
	for _, u := range w.urls {
		names = append(names, string(urls.ReverseHost(nil, urls.Host(u))))
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	for _, n := range names {
		h, _ := slices.BinarySearch(sorted, n)
		w.host = append(w.host, int32(h))
	}
	for range pages {
		var to []int32
		for range 1 + random.IntN(6)*random.IntN(2) {
			to = append(to, int32(random.IntN(pages)))
		}
		slices.Sort(to)
		w.links = append(w.links, slices.Compact(to))
	}
	return w
}

type pairs = tupletest.Pairs[[2]int32]

// simulated is the order of package crawlorder.
func (w *web) simulated(t *testing.T, strategy Strategy, seeds []int32) (order []int32) {
	var links, hosts, got pairs
	for src, to := range w.links {
		for _, dst := range to {
			links = append(links, [2]int32{int32(src), dst})
		}
		hosts = append(hosts, [2]int32{int32(src), w.host[src]})
	}
	opt := crawlorder.Options{Room: work.Room{Memory: 8 << 20, Threads: 1, FS: vfs.OS}, Strategy: crawlorder.Strategy(strategy),
		Reachable: true,
		Seeds:     []tuple.Source{tupletest.Blocks(seeds, 1)}}
	if strategy == Sites {
		opt.Hosts = hosts.Input("hosts")
	}
	if _, err := crawlorder.Crawl(&got, links.Input("links"), opt); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(got, func(a, b [2]int32) int { return int(a[1] - b[1]) })
	for _, r := range got {
		order = append(order, r[0])
	}
	return order
}

// crawled is the order of a Frontier that fetches one page after the other.
func (w *web) crawled(opt Options, seeds []int32) (order []int32, err error) {
	journal := [][]byte{nil} // 0 is no place
	opt.Text = func(dst []byte, at int64) ([]byte, error) {
		if at == 0 {
			return nil, errors.New("a URL without a place")
		}
		return append(dst, journal[at]...), nil
	}
	f, err := New(opt)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	page := map[uint32]int32{}
	find := func(pages []int32, depth int) (targets []uint32, err error) {
		for _, p := range pages {
			k := KeyOf(w.urls[p])
			url, ok := f.Find(k)
			if !ok {
				journal = append(journal, w.urls[p])
				if url, err = f.Add(k, urls.Host(w.urls[p]), int64(len(journal)-1), depth); err != nil {
					return nil, err
				}
				page[url] = p
			}
			targets = append(targets, url)
		}
		return targets, nil
	}
	targets, err := find(seeds, 0)
	if err != nil {
		return nil, err
	}
	f.Seed(targets)
	for {
		url, _, ok := f.Take(0)
		if !ok || f.Err() != nil {
			break
		}
		if len(order)%7 == 3 {
			f.GiveBack(url, true)
			if again, _, _ := f.Take(0); again != url {
				return nil, fmt.Errorf("%d came back as %d", url, again)
			}
		}
		order = append(order, page[url])
		targets, err := find(w.links[page[url]], f.Depth(url)+1)
		if err != nil {
			return nil, err
		}
		f.Fetched(url, targets, 0)
	}
	if f.Err() == nil && (f.Waiting != 0 || f.InFlight != 0 || f.Done != f.Known) {
		return nil, errors.New("something is left")
	}
	return order, f.Err()
}

// TestOrderIsThatOfCrawlOrder: the frontier fetches in the order that the simulation says, for every strategy that it has.
func TestOrderIsThatOfCrawlOrder(t *testing.T) {
	for seed := range uint64(14) {
		random := rand.New(rand.NewPCG(seed, 7))
		w := newWeb(random, 5+random.IntN(400), 1+random.IntN(9))
		seeds := []int32{0}
		for range random.IntN(3) {
			seeds = append(seeds, int32(random.IntN(len(w.urls))))
		}
		slices.Sort(seeds)
		seeds = slices.Compact(seeds)
		for _, strategy := range Strategies {
			want := w.simulated(t, strategy, seeds)
			got, err := w.crawled(Options{Room: work.Room{FS: vfs.OS, TempDir: t.TempDir()}, Strategy: strategy}, seeds)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("web %d, %s from %v:\n%v, want\n%v", seed, strategy, seeds, got, want)
			}
		}
	}
}

// TestFaults: whatever fails, it is said.
func TestFaults(t *testing.T) {
	w := newWeb(rand.New(rand.NewPCG(1, 7)), 3000, 300)
	room := work.Room{FS: vfs.OS, TempDir: t.TempDir()}
	want, err := w.crawled(Options{Room: room, Strategy: OPIC}, []int32{0})
	if err != nil {
		t.Fatal(err)
	}
	fault.Each(t, 10, 2, func(sys *fault.FS) error {
		room.FS = sys
		got, err := w.crawled(Options{Room: room, Strategy: OPIC}, []int32{0})
		if err == nil && !slices.Equal(got, want) {
			t.Fatal("another order without an error")
		}
		return err
	})
}

// TestDiskFull: a full disk is what Err says, not what comes of it.
func TestDiskFull(t *testing.T) {
	w := newWeb(rand.New(rand.NewPCG(2, 7)), 3000, 300)
	for _, strategy := range Strategies {
		full := 0
		for size := int64(0); size < 400_000; size += 70_001 {
			sys := fault.DiskFull(vfs.OS, size)
			_, err := w.crawled(Options{Room: work.Room{FS: sys, TempDir: t.TempDir()}, Strategy: strategy}, []int32{0})
			if err == nil {
				break
			}
			full++
			if !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%s, %d bytes: %v", strategy, size, err)
			}
		}
		if full == 0 {
			t.Errorf("%s: the disk was never full", strategy)
		}
	}
}
