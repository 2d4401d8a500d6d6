package crawlorder

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// pairs are records as the brute-force twin sees them.
type pairs = tupletest.Pairs[[2]int32]

// inOrder are the ids of pairs (id, position) by position.
func inOrder(p pairs) (ids []int32) {
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b [2]int32) int { return cmp.Compare(a[1], b[1]) })
	for _, r := range p {
		ids = append(ids, r[0])
	}
	return ids
}

// simulation is the brute-force twin: maps and lists, all known pages looked at for each that is fetched.
type simulation struct {
	opt     *Options
	lists   map[int32][]int32 // distinct targets, ascending
	all     []int32
	known   map[int32]bool
	fetched map[int32]bool
	order   []int32

	queue  []int32           // in the order of finding, or a stack
	credit map[int32]float64 // of OPIC
	called map[int32]float64 // when, in the lottery
	clock  float64
	value  map[int32]float64 // importance

	host  map[int32]int32
	until map[int32]int64 // hosts wait, in ticks
	now   int64
	times []int32
}

func newSimulation(links pairs, opt *Options) *simulation {
	s := &simulation{
		opt: opt, lists: map[int32][]int32{}, known: map[int32]bool{}, fetched: map[int32]bool{}, credit: map[int32]float64{},
		called: map[int32]float64{}, value: map[int32]float64{}, until: map[int32]int64{},
	}
	all := map[int32]bool{}
	for _, l := range slices.Compact(links.Sorted()) {
		s.lists[l[0]] = append(s.lists[l[0]], l[1])
		all[l[0]], all[l[1]] = true, true
	}
	s.all = slices.Sorted(maps.Keys(all))
	return s
}

// waiting are the pages that are known and not fetched and whose host does not wait, in the order of finding: the last one
// for DepthFirst, else the first one.
func (s *simulation) waiting() (ids []int32) {
	queue := slices.Clone(s.queue)
	if s.opt.Strategy == DepthFirst {
		slices.Reverse(queue)
	}
	for _, id := range queue {
		if !s.fetched[id] && !slices.Contains(ids, id) && (s.opt.Line == nil || s.until[s.host[id]] <= s.now) {
			ids = append(ids, id)
		}
	}
	if s.opt.Strategy == DepthFirst {
		slices.Reverse(ids)
	}
	return ids
}

// take is the next page, -1 if there is none.
func (s *simulation) take() int32 {
	ids := s.waiting()
	if len(ids) == 0 && s.opt.Line != nil {
		soonest := int64(-1)
		for _, id := range s.queue {
			if t := s.until[s.host[id]]; !s.fetched[id] && (soonest < 0 || t < soonest) {
				soonest = t
			}
		}
		if soonest >= 0 {
			s.now = soonest
			ids = s.waiting()
		}
	}
	if len(ids) == 0 {
		return -1
	}
	switch s.opt.Strategy {
	case BreadthFirst:
		return ids[0]
	case DepthFirst, DepthPush:
		return ids[len(ids)-1]
	case Sites:
		sizes := map[int32]int{}
		for _, id := range s.queue {
			if !s.fetched[id] {
				sizes[s.host[id]]++
			}
		}
		return slices.MinFunc(ids, func(a, b int32) int {
			return cmp.Or(cmp.Compare(sizes[s.host[b]], sizes[s.host[a]]), cmp.Compare(s.host[a], s.host[b]))
		})
	}
	value, sign := s.value, 1.
	switch s.opt.Strategy {
	case Random:
		value, sign = s.called, -1
	case OPIC, OPICAll:
		value = s.credit
	}
	id := slices.MinFunc(ids, func(a, b int32) int {
		return cmp.Or(cmp.Compare(sign*value[b], sign*value[a]),
			cmp.Compare(a, b))
	})
	s.clock = max(s.clock, s.called[id])
	return id
}

// find makes pages known that one links to, or that are begun with if there is none.
func (s *simulation) find(from int32, credit float64, links []int32) {
	var left []int32
	for _, id := range links {
		if !s.fetched[id] {
			left = append(left, id)
		}
	}
	share := credit / float64(len(left))
	if s.opt.Strategy == OPICAll {
		share = credit / float64(len(links))
	}
	if s.opt.Strategy == DepthFirst {
		slices.Reverse(left)
	}
	for _, id := range left {
		if !s.known[id] {
			s.meet(from, id)
		}
		if !s.known[id] || s.opt.Strategy == DepthFirst {
			s.queue = append(s.queue, id)
		}
		s.known[id] = true
		s.credit[id] += share
	}
}

// meet is the first time that a page is found.
func (s *simulation) meet(from, id int32) {
	pcg := rand.NewPCG(s.opt.RandomSeed, s.number(id))
	s.called[id] = s.clock - math.Log(float64(pcg.Uint64()>>11+1)/(1<<53))
	if _, old := s.value[id]; !old && s.opt.Strategy == Earlier && s.opt.New == NewParent && from >= 0 {
		s.value[id] = s.value[from] / float64(len(s.lists[from]))
	}
}

// ticks are the units of time in a second: of delays and of the pauses of all rates that are tried, each has a whole number.
const ticks = 42

func (s *simulation) run(seeds []int32) {
	seeds = slices.Compact(slices.Sorted(slices.Values(seeds)))
	if len(seeds) > 0 {
		s.find(-1, 1, seeds)
	}
	for s.opt.Limit == 0 || int64(len(s.order)) < s.opt.Limit {
		id := s.take()
		if id < 0 {
			i := slices.IndexFunc(s.all, func(id int32) bool { return !s.fetched[id] })
			if i < 0 || s.opt.Reachable && (len(s.order) > 0 || len(seeds) > 0) {
				return
			}
			s.find(-1, 1, s.all[i:i+1])
			continue
		}
		s.fetched[id] = true
		s.order = append(s.order, id)
		if l := s.opt.Line; l != nil {
			s.times = append(s.times, int32(s.now/ticks))
			s.until[s.host[id]] = s.now + int64(l.Delay)*ticks/int64(time.Second)
			if l.Rate > 0 {
				s.now += int64(ticks / l.Rate)
			}
		}
		s.find(id, s.credit[id], s.lists[id])
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
	return pairs(rapid.SliceOfN(link, 1, int(3*most)).Draw(t, "links")).Sorted()
}

func drawOptions(t *rapid.T, links pairs) (opt Options, seeds []int32) {
	opt.Room = work.Room{
		Memory:  rapid.SampledFrom([]int64{80_000, 1 << 20, 64 << 20}).Draw(t, "memory"),
		Threads: rapid.IntRange(1, 3).Draw(t, "threads"), FS: vfs.OS,
	}
	opt.Reachable = rapid.Bool().Draw(t, "reachable")
	opt.Limit = rapid.SampledFrom([]int64{0, 0, 1, 7, 50}).Draw(t, "limit")
	opt.RandomSeed = rapid.Uint64().Draw(t, "seed")
	if rapid.Bool().Draw(t, "seeded") || opt.Reachable {
		seeds = rapid.SliceOfN(rapid.SampledFrom(newSimulation(links, nil).all), 1, 3).Draw(t, "seeds")
		opt.Seeds = []tuple.Source{tupletest.Blocks(seeds, 1)}
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

// drawHosts gives each page a host.
func drawHosts(t *rapid.T, all []int32) (records pairs, host map[int32]int32) {
	host = map[int32]int32{}
	for _, id := range all {
		host[id] = rapid.SampledFrom([]int32{0, 1, 2, 3, 1000, 1<<31 - 1}).Draw(t, "host")
		records = append(records, [2]int32{id, host[id]})
	}
	return records, host
}

// simple are the strategies whose keys a twin finds exactly.
var simple = slices.DeleteFunc(slices.Clone(Strategies), func(s Strategy) bool { return s == Partial })

// drawCrawl is a crawl and its twin, not yet run.
func drawCrawl(t *rapid.T, links pairs) (opt *Options, twin *simulation, seeds []int32) {
	o, seeds := drawOptions(t, links)
	opt = &o
	opt.Strategy = rapid.SampledFrom(simple).Draw(t, "strategy")
	twin = newSimulation(links, opt)
	var records pairs
	if opt.Strategy == Omniscient || opt.Strategy == Earlier {
		records, twin.value = drawValues(t, twin.all, "importance")
		opt.Importance = records.Input("importance")
	}
	if opt.Strategy == Earlier {
		opt.New = rapid.SampledFrom([]NewRule{NewFinal, NewZero, NewParent}).Draw(t, "new pages")
		records, final := drawValues(t, twin.all, "final")
		opt.Final = records.Input("final")
		for id, x := range final {
			if _, old := twin.value[id]; !old && opt.New == NewFinal {
				twin.value[id] = x
			}
		}
	}
	if timed := rapid.Bool().Draw(t, "timed"); timed || opt.Strategy == Sites {
		records, twin.host = drawHosts(t, twin.all)
		opt.Hosts = records.Input("hosts")
		if timed {
			delay := rapid.SampledFrom([]time.Duration{0, time.Second, 2500 * time.Millisecond, time.Hour})
			opt.Line = &TimeLine{Delay: delay.Draw(t, "delay"), Times: &pairs{},
				Rate: rapid.SampledFrom([]float64{0, 1, 3, 7, 0.5}).Draw(t, "rate")}
		}
	}
	return opt, twin, seeds
}

func TestCrawlIsThatOfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawLinks(t)
		opt, twin, seeds := drawCrawl(t, links)
		twin.run(seeds)
		var got pairs
		stats, err := Crawl(&got, links.Input("links"), *opt)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(got, func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) }) {
			t.Fatalf("not sorted by id: %v", got)
		}
		if order := inOrder(got); !slices.Equal(order, twin.order) {
			t.Fatalf("%s\ngot  %v\nwant %v", opt.Strategy, order, twin.order)
		}
		if stats.Fetched != int64(len(twin.order)) || stats.Pages != int64(len(twin.all)) {
			t.Errorf("%+v", stats)
		}
		if opt.Line == nil {
			return
		}
		want := pairs{}
		for i, id := range twin.order {
			want = append(want, [2]int32{id, twin.times[i]})
		}
		if times := *opt.Line.Times.(*pairs); !slices.Equal(times, want.Sorted()) {
			t.Fatalf("times %v\nwant  %v", times, want.Sorted())
		}
	})
}

// TestNewPagesAreDrawn: what a new page gets is the importance of some old one, whatever the order of the crawl.
func TestNewPagesAreDrawn(t *testing.T) {
	var links, old pairs
	for id := range int32(6000) {
		links = append(links, [2]int32{0, id})
		if id%2 == 0 {
			old = append(old, [2]int32{id, tuple.F32Bits(float32(1 + id%6))})
		}
	}
	c := &crawler{opt: Options{Room: small(), Strategy: Earlier, New: NewRandom, Importance: old.Input("old")}}
	defer c.close()
	if err := c.begin(links.Input("links")); err != nil {
		t.Fatal(err)
	}
	counts := map[float32]int{}
	for id := int32(1); id < 6000; id += 2 {
		counts[-c.rule.(*given).importance[id]]++
	}
	for _, value := range []float32{1, 3, 5} {
		if n := counts[value]; n < 900 || n > 1100 {
			t.Errorf("%d of 3000 new pages have %v", n, value)
		}
	}
}
