package frontier

import (
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// focused crawls a random web by a Frontier and by its twin, with scores that come at any time, one after the other.
type focused struct {
	*web
	t     *testing.T
	front *Frontier
	page  []int32             // by number of URL
	twin  map[int32]*twinPage // by page
	early map[int32]float64   // scores of pages that are not found, by page
}

// twinPage is what the twin knows of a page.
type twinPage struct {
	found        int // its place in the order in which pages were found
	own          float64
	scored, done bool
	inFlight     bool
}

// promise is the rule of Focused as its comment says it: the twin of focus.promise, from all pages each time.
func (c *focused) promise(p int32) float64 {
	if t := c.twin[p]; t.scored {
		return 1e6 * (t.own - 0.25)
	}
	sum := 0.0
	for q, t := range c.twin {
		if t.scored && t.done && slices.Contains(c.links[q], p) {
			sum += t.own - 0.25
		}
	}
	return sum
}

// best is the page that the twin would take.
func (c *focused) best() int32 {
	best := int32(-1)
	for p, t := range c.twin {
		if t.done || t.inFlight {
			continue
		}
		if best < 0 || c.promise(p) > c.promise(best)+1e-9 ||
			c.promise(p) > c.promise(best)-1e-9 && t.found < c.twin[best].found {
			best = p
		}
	}
	return best
}

// find makes pages known and returns their URLs.
func (c *focused) find(pages []int32) (targets []uint32) {
	for _, p := range pages {
		k := KeyOf(c.urls[p])
		url, ok := c.front.Find(k)
		if !ok {
			var err error
			if url, err = c.front.Add(k, urls.Host(c.urls[p]), 1, 0); err != nil {
				c.t.Fatal(err)
			}
			c.page = append(c.page, p)
			own, scored := c.early[p]
			c.twin[p] = &twinPage{found: int(url), own: own, scored: scored}
			delete(c.early, p)
		}
		targets = append(targets, url)
	}
	return targets
}

// score gives a page a score, which may not be found yet.
func (c *focused) score(p int32, s Score) {
	t, k := c.twin[p], KeyOf(c.urls[p])
	url, ok := c.front.Find(k)
	switch {
	case c.front.HasScore(k, s):
		return
	case !ok:
		c.front.KeepScore(k, s)
		c.early[p] = float64(s) / float64(MaxScore)
		return
	}
	var targets []uint32
	if t.done {
		targets = c.find(c.links[p])
	}
	c.front.SetScore(url, s, targets)
	t.own, t.scored = float64(s)/float64(MaxScore), true
}

// TestFocused: the frontier takes what the rule says, whenever scores come, and whatever is given back meanwhile.
func TestFocused(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 19))
		w := newWeb(random, 5+random.IntN(120), 1+random.IntN(6))
		front, err := New(Options{Room: work.Room{FS: vfs.OS, TempDir: t.TempDir()}, Strategy: Focused,
			PerHost: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		c := &focused{web: w, t: t, front: front, twin: map[int32]*twinPage{}, early: map[int32]float64{}}
		front.Seed(c.find([]int32{0}))
		for {
			for range random.IntN(3) {
				c.score(int32(random.IntN(len(w.urls))), Score(random.IntN(5))*MaxScore/4)
			}
			if n := front.Unfound(); n != int64(len(c.early)) {
				t.Fatalf("web %d: %d URLs with scores are not known, want %d", seed, n, len(c.early))
			}
			url, _, ok := front.Take(0)
			want := c.best()
			if !ok {
				if want >= 0 {
					t.Fatalf("web %d: nothing was taken, want %s", seed, w.urls[want])
				}
				break
			}
			p := c.page[url]
			if p != want {
				t.Fatalf("web %d: took %s (%g), want %s (%g)", seed, w.urls[p], c.promise(p), w.urls[want], c.promise(want))
			}
			c.twin[p].inFlight = true
			if random.IntN(4) == 0 {
				c.score(p, Score(random.IntN(5))*MaxScore/4)
				front.GiveBack(url, false)
				c.twin[p].inFlight = false
				continue
			}
			front.Fetched(url, c.find(w.links[p]), 0)
			c.twin[p].inFlight, c.twin[p].done = false, true
		}
		if err := front.Err(); err != nil {
			t.Fatal(err)
		}
		front.Close()
	}
}

// TestFocusedUnscored: without scores a focused crawl is breadth first.
func TestFocusedUnscored(t *testing.T) {
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 20))
		w := newWeb(random, 5+random.IntN(400), 1+random.IntN(9))
		var orders [2][]int32
		for i, strategy := range []Strategy{BreadthFirst, Focused} {
			var err error
			opt := Options{Room: work.Room{FS: vfs.OS, TempDir: t.TempDir()}, Strategy: strategy}
			if orders[i], err = w.crawled(opt, []int32{0}); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(orders[0], orders[1]) {
			t.Fatalf("web %d: %v, want %v", seed, orders[1], orders[0])
		}
	}
}

// TestRemove: what the journal says to be done leaves its queue from any place, and the others keep their order.
func TestRemove(t *testing.T) {
	for _, strategy := range []Strategy{BreadthFirst, Focused} {
		for done := range 6 {
			front, err := New(Options{Room: work.Room{FS: vfs.OS, TempDir: t.TempDir()}, Strategy: strategy, PerHost: 6})
			if err != nil {
				t.Fatal(err)
			}
			var all []uint32
			for i := range 6 {
				url, err := front.Add(KeyOf([]byte{byte(i)}), []byte("a.example"), int64(i), 0)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, url)
			}
			front.Seed(all)
			front.Fetched(uint32(done), nil, 0)
			last, err := front.Add(KeyOf([]byte("last")), []byte("a.example"), 6, 0)
			if err != nil {
				t.Fatal(err)
			}
			front.Seed([]uint32{last})
			all = append(all, last)
			var got []uint32
			for url, _, ok := front.Take(0); ok; url, _, ok = front.Take(0) {
				got = append(got, url)
			}
			if want := slices.Delete(slices.Clone(all), done, done+1); !slices.Equal(got, want) || front.Waiting != 0 {
				t.Errorf("%s: without %d: %v", strategy, done, got)
			}
			front.Close()
		}
	}
}
