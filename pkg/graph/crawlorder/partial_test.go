package crawlorder

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs/fault"
)

// pageRank of the known pages by the links of those that were fetched, by the power method.
func (s *simulation) pageRank(d float64) map[int32]float64 {
	z := map[int32]float64{}
	for id := range s.known {
		z[id] = 1 / float64(len(s.known))
	}
	for range 300 {
		next, lost := map[int32]float64{}, 0.
		for id, x := range z {
			if !s.fetched[id] || len(s.lists[id]) == 0 {
				lost += x
				continue
			}
			for _, to := range s.lists[id] {
				next[to] += d * x / float64(len(s.lists[id]))
			}
		}
		for id := range z {
			next[id] += (1 - d + d*lost) / float64(len(z))
		}
		z = next
	}
	return z
}

// replay follows an order that partial importance is said to have, and returns the first place at which the page was not the
// best one but for rounding, or -1.
func (s *simulation) replay(order, seeds []int32) int {
	ranked, keys, next := map[int32]bool{}, map[int32]float64{}, int64(1)
	find := func(from int32, key float64, links []int32) {
		for _, id := range links {
			if !s.fetched[id] && !ranked[id] {
				keys[id] += key / float64(len(links))
			}
			s.known[id] = true
		}
	}
	seeds = slices.Compact(slices.Sorted(slices.Values(seeds)))
	find(-1, 1, seeds)
	for i, id := range order {
		if int64(i) == next {
			next += s.opt.Step
			if s.opt.Step == 0 {
				next *= 2
			}
			for id, z := range s.pageRank(s.opt.D) {
				keys[id], ranked[id] = z, true
			}
		}
		best, left := -1., false
		for other := range s.known {
			if !s.fetched[other] {
				best, left = max(best, keys[other]), true
			}
		}
		if !left {
			root := s.all[slices.IndexFunc(s.all, func(id int32) bool { return !s.fetched[id] })]
			if root != id {
				return i
			}
			find(-1, 1, []int32{id})
		} else if !s.known[id] || s.fetched[id] || keys[id] < best*(1-1e-6) {
			return i
		}
		s.fetched[id] = true
		find(id, keys[id], s.lists[id])
	}
	return -1
}

func TestPartialIsThatOfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawLinks(t)
		opt, seeds := drawOptions(t, links)
		opt.Strategy, opt.D, opt.Tol = Partial, rapid.SampledFrom([]float64{0, 0.5, 0.85}).Draw(t, "d"), 1e-12
		opt.Step = rapid.SampledFrom([]int64{0, 0, 1, 7}).Draw(t, "step")
		var got pairs
		stats, err := Crawl(&got, links.Input("links"), opt)
		if err != nil {
			t.Fatal(err)
		}
		order := inOrder(got)
		all := opt
		all.Strategy, all.Seeds = BreadthFirst, nil
		twin := newSimulation(links, &all)
		twin.run(seeds)
		if len(twin.order) != len(order) || stats.Fetched != int64(len(order)) {
			t.Fatalf("%d pages, want %d: %v", len(order), len(twin.order), order)
		}
		if at := newSimulation(links, &opt).replay(order, seeds); at >= 0 {
			t.Fatalf("%v: page %d is not the best", order, order[at])
		}
	})
}

// TestPartialExample: the order of the specification, 5.8, ranked after every page.
func TestPartialExample(t *testing.T) {
	opt := Options{Room: small(), Strategy: Partial, Reachable: true, Seeds: []tuple.Source{tupletest.Blocks([]int32{1}, 1)}}
	opt.Step, opt.D, opt.Tol = 1, 0.75, 1e-12
	if got, want := crawled(t, opt, false), "1 3 8 5 2 4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestPartialFaults lets one operation on files fail, at many places, until none fails.
func TestPartialFaults(t *testing.T) {
	links := tangle(1500)
	fault.Each(t, 1, 2, func(sys *fault.FS) error {
		opt := Options{Room: small(), Strategy: Partial, D: 0.85, Tol: 1e-6}
		opt.Memory, opt.FS, opt.Threads = 230_000, sys, 1
		_, err := Crawl(&pairs{}, links.Input("links"), opt)
		return err
	})
}
