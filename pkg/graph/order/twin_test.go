package order

import (
	"cmp"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// pairs are records as the brute-force twin sees them.
type pairs [][2]int32

// pieces is a Source that gives few records at a time, as pipes do.
type pieces struct {
	rest []int32
	most int
}

func (p *pieces) ReadBlock(dst []int32) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := min(len(dst), p.most, len(p.rest))
	copy(dst, p.rest[:n])
	p.rest = p.rest[n:]
	return n, nil
}

func (p pairs) input(name string) bfs.Input {
	var flat []int32
	for _, r := range p {
		flat = append(flat, r[:]...)
	}
	return bfs.Input{Name: name, Source: &pieces{flat, 14}}
}

func (p pairs) sorted() pairs {
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return p
}

// WriteBlock collects records.
func (p *pairs) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[2:] {
		*p = append(*p, [2]int32{block[0], block[1]})
	}
	return nil
}

// inOrder are the ids of pairs (id, position) by position.
func (p pairs) inOrder() (ids []int32) {
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b [2]int32) int { return cmp.Compare(a[1], b[1]) })
	for _, r := range p {
		ids = append(ids, r[0])
	}
	return ids
}

// simulation is the brute-force twin: maps and lists, all known pages looked at for each that is fetched.
type simulation struct {
	lists   map[int32][]int32 // distinct targets, ascending
	all     []int32
	fetched map[int32]bool
	order   []int32
	credit  map[int32]float64
	known   map[int32]bool

	queue   []int32 // in the order of finding, or a stack
	value   map[int32]float64
	credits []float64 // at fetching
	clock   float64
	called  map[int32]float64
}

func newSimulation(links pairs) *simulation {
	s := &simulation{lists: map[int32][]int32{}, fetched: map[int32]bool{}, credit: map[int32]float64{}, known: map[int32]bool{}}
	all := map[int32]bool{}
	for _, l := range slices.Compact(links.sorted()) {
		s.lists[l[0]] = append(s.lists[l[0]], l[1])
		all[l[0]], all[l[1]] = true, true
	}
	s.all = slices.Sorted(maps.Keys(all))
	s.called = map[int32]float64{}
	return s
}

// best is the page of the queue with the greatest value, the lowest of equal ones.
func (s *simulation) best(value map[int32]float64) int32 {
	best := int32(-1)
	for _, id := range slices.Sorted(maps.Keys(s.known)) {
		if !s.fetched[id] && (best < 0 || value[id] > value[best]) {
			best = id
		}
	}
	return best
}

// take is the next page, -1 if there is none.
func (s *simulation) take(opt *Options) int32 {
	switch opt.Strategy {
	case BreadthFirst:
		for len(s.queue) > 0 {
			id := s.queue[0]
			s.queue = s.queue[1:]
			if !s.fetched[id] {
				return id
			}
		}
		return -1
	case DepthFirst, DepthPush:
		for len(s.queue) > 0 {
			id := s.queue[len(s.queue)-1]
			s.queue = s.queue[:len(s.queue)-1]
			if !s.fetched[id] {
				return id
			}
		}
		return -1
	case Random:
		negative := map[int32]float64{}
		for id, t := range s.called {
			negative[id] = -t
		}
		id := s.best(negative)
		s.clock = max(s.clock, s.called[id])
		return id
	case OPIC, OPICAll:
		return s.best(s.credit)
	}
	return s.best(s.value)
}

// find makes pages known that one with a credit links to.
func (s *simulation) find(opt *Options, credit float64, links []int32) {
	var left []int32
	for _, id := range links {
		if !s.fetched[id] {
			left = append(left, id)
		}
	}
	share := credit / float64(len(left))
	if opt.Strategy == OPICAll {
		share = credit / float64(len(links))
	}
	if opt.Strategy == DepthFirst {
		slices.Reverse(left)
	}
	for _, id := range left {
		if !s.known[id] || opt.Strategy == DepthFirst {
			s.queue = append(s.queue, id)
		}
		if !s.known[id] {
			pcg := rand.NewPCG(opt.Seed, s.number(id))
			s.called[id] = s.clock - math.Log(float64(pcg.Uint64()>>11+1)/(1<<53))
		}
		s.known[id] = true
		s.credit[id] += share
	}
}

func (s *simulation) run(opt *Options, seeds []int32) {
	seeds = slices.Compact(slices.Sorted(slices.Values(seeds)))
	if len(seeds) > 0 {
		s.find(opt, 1, seeds)
	}
	for opt.Limit == 0 || int64(len(s.order)) < opt.Limit {
		id := s.take(opt)
		if id < 0 {
			i := slices.IndexFunc(s.all, func(id int32) bool { return !s.fetched[id] })
			if i < 0 || opt.Reachable && (len(s.order) > 0 || len(seeds) > 0) {
				return
			}
			s.find(opt, 1, s.all[i:i+1])
			continue
		}
		s.fetched[id] = true
		s.order = append(s.order, id)
		s.credits = append(s.credits, s.credit[id])
		s.find(opt, s.credit[id], s.lists[id])
	}
}

// number is what the crawler calls a page: nothing depends on it but what is drawn at random.
func (s *simulation) number(id int32) uint64 {
	if int(s.all[len(s.all)-1]) < len(s.all)+len(s.all)/8+1000 {
		return uint64(id)
	}
	i, _ := slices.BinarySearch(s.all, id)
	return uint64(i)
}

// drawLinks makes sparse and dense graphs, with links of a page to itself, links twice and pages far apart.
func drawLinks(t *rapid.T) pairs {
	most := rapid.SampledFrom([]int32{1, 2, 5, 12, 40, 200}).Draw(t, "pages")
	far := rapid.SampledFrom([]int32{1, 1, 3, (1<<31 - 1) / most}).Draw(t, "far")
	page := rapid.Custom(func(t *rapid.T) int32 { return rapid.Int32Range(0, most-1).Draw(t, "page") * far })
	link := rapid.Custom(func(t *rapid.T) [2]int32 { return [2]int32{page.Draw(t, "src"), page.Draw(t, "dst")} })
	return pairs(rapid.SliceOfN(link, 1, int(3*most)).Draw(t, "links")).sorted()
}

func drawOptions(t *rapid.T, links pairs) (opt Options, seeds []int32) {
	opt.Options = bfs.Options{
		Memory: rapid.SampledFrom([]int64{60_000, 1 << 20, 64 << 20}).Draw(t, "memory"), Threads: rapid.IntRange(1, 3).Draw(t, "threads"), FS: vfs.OS,
	}
	opt.Strategy = rapid.SampledFrom(Strategies).Draw(t, "strategy")
	opt.Reachable = rapid.Bool().Draw(t, "reachable")
	opt.Limit = rapid.SampledFrom([]int64{0, 0, 1, 7, 50}).Draw(t, "limit")
	opt.Seed = rapid.Uint64().Draw(t, "seed")
	if rapid.Bool().Draw(t, "seeded") || opt.Reachable {
		seeds = rapid.SliceOfN(rapid.SampledFrom(newSimulation(links).all), 1, 3).Draw(t, "seeds")
		opt.Seeds = []tuple.Source{&pieces{seeds, 1}}
	}
	return opt, seeds
}

// drawValues gives some of the pages a value, of few different ones.
func drawValues(t *rapid.T, all []int32, name string) (records pairs, values map[int32]float64) {
	values = map[int32]float64{}
	for _, id := range all {
		if rapid.IntRange(0, 3).Draw(t, name) > 0 {
			x := float32(rapid.IntRange(0, 5).Draw(t, name)) / 7
			records, values[id] = append(records, [2]int32{id, tuple.F32Bits(x)}), float64(x)
		}
	}
	return records, values
}

func TestCrawlIsThatOfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawLinks(t)
		opt, seeds := drawOptions(t, links)
		twin := newSimulation(links)
		var records pairs
		records, twin.value = drawValues(t, twin.all, "importance")
		opt.Importance = records.input("importance")
		twin.run(&opt, seeds)
		var got pairs
		stats, err := Crawl(&got, links.input("links"), opt)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(got, func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) }) {
			t.Fatalf("not sorted by id: %v", got)
		}
		if order := got.inOrder(); !slices.Equal(order, twin.order) {
			t.Fatalf("%s\ngot  %v\nwant %v", opt.Strategy, order, twin.order)
		}
		if stats.Fetched != int64(len(twin.order)) || stats.Pages != int64(len(twin.all)) {
			t.Errorf("%+v", stats)
		}
	})
}
