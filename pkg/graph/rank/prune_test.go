package rank

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// best is the brute-force twin of Prune.
func best(links []link, k int, score Score) (kept []link) {
	lists := map[int32][]link{}
	for _, l := range links {
		lists[l[1]] = append(lists[l[1]], l)
	}
	for _, list := range lists {
		slices.SortFunc(list, func(a, b link) int {
			sa, _ := score(a[0])
			sb, _ := score(b[0])
			return cmp.Or(cmp.Compare(sb, sa), cmp.Compare(a[0], b[0]))
		})
		kept = append(kept, list[:min(k, len(list))]...)
	}
	return byTarget(kept)
}

// few gives one of few scores, so that many are equal.
func few(n uint32) Score {
	return func(source int32) (float32, error) { return float32(uint32(source) * 2654435761 >> 16 % n), nil }
}

func TestPruneKeepsTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, _ := drawGraph(t)
		k := rapid.IntRange(1, 12).Draw(t, "k")
		score := few(rapid.Uint32Range(1, 20).Draw(t, "scores"))
		l := read(t, links, ReadOptions{}, ample)
		defer l.Close()
		p, err := l.Prune(k, score, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		want := best(links, k, score)
		if got := linksOf(t, p); !slices.Equal(got, want) {
			t.Fatalf("k %d: got %v, want %v", k, got, want)
		}
		if p.Pages() != l.Pages() || p.Count.Links != int64(len(want)) {
			t.Fatalf("%d pages and %d links, %d and %d before", p.Pages(), p.Count.Links, l.Pages(), l.Count.Links)
		}
		if got := linksOf(t, l); !slices.Equal(got, byTarget(links)) {
			t.Fatal("the links themselves were changed")
		}
		_, rated := count(links, ReadOptions{})
		z := solved(t, p, SystemOptions{Precision: Float64}, hard(0.85)).z()
		if e := off(z, exact(want, rated, func(int32) float64 { return 1 }, 0.85)); !(e < 1e-12) {
			t.Fatalf("off by %g", e)
		}
	})
}

// hubs is a graph with lists that go through several chunks: 3 has 100 000 links to it, 4 has 50 000 from itself and a few
// others, 70000 has 200 000, two from each of half the pages. The pages in between have one or two.
func hubs() (links []link) {
	for i := range int32(100_000) {
		links = append(links, link{i, 3}, link{i, i})
		if i%2 == 0 {
			links = append(links, link{4, 4}, link{i, 70000}, link{i, 70000})
		}
		if i%10_000 == 0 {
			links = append(links, link{i, 4})
		}
	}
	for i := range int32(100_000) {
		if i%2 == 1 {
			links = append(links, link{i, 70000}, link{i, 70000})
		}
	}
	return byTarget(links)
}

func TestPruneLongLists(t *testing.T) {
	links := hubs()
	for _, c := range []struct {
		k      int
		scores uint32
	}{{1, 5}, {100, 1}, {100, 1 << 15}, {16 << 10, 5}, {60_000, 1}, {60_000, 1 << 15}, {150_000, 5}, {200_001, 5}} {
		l := read(t, links, ReadOptions{}, ample)
		p, err := l.Prune(c.k, few(c.scores), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := linksOf(t, p), best(links, c.k, few(c.scores)); !slices.Equal(got, want) {
			t.Errorf("%+v: %d links, want %d others", c, len(got), len(want))
		}
		p.Close()
		l.Close()
	}
}

// Where nothing is pruned, the ranks are those of PageRank to the last bit.
func TestPruneNothing(t *testing.T) {
	graphs := map[string][]link{"g8": g8, "hubs": hubs()}
	for name, links := range graphs {
		for _, k := range []int{200_001, 1 << 30} {
			t.Run(fmt.Sprint(name, k), func(t *testing.T) {
				solving := SolveOptions{D: 0.85, Sweeps: 5}
				want := solved(t, read(t, links, ReadOptions{}, ample), SystemOptions{}, solving)
				got := solved(t, pruned(t, read(t, links, ReadOptions{}, ample), k, solving), SystemOptions{}, solving)
				if !slices.Equal(got.y, want.y) || got.norm != want.norm || got.done != want.done {
					t.Errorf("other ranks: %+v and %+v", got.done, want.done)
				}
			})
		}
	}
}
