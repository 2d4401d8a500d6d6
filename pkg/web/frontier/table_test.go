package frontier

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"webmill/pkg/spill"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// TestTable: a table is a map, while it grows beyond a store of the least memory, also where many keys begin alike and where the
// search goes over the end.
func TestTable(t *testing.T) {
	for _, alike := range []int{1, 60, 1 << 20} {
		store, err := spill.NewArrays(work.Room{FS: vfs.OS, TempDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		table, want := newTable(store), map[Key]uint32{}
		random := rand.New(rand.NewPCG(uint64(alike), 8))
		all := 60_000
		if testing.Short() {
			all = 25_000
		}
		var keys []Key
		for len(keys) < all/alike+2000 {
			k := Key{random.Uint64(), random.Uint64() & (1<<32 - 1)}
			for range 1 + random.IntN(alike)%60 { // further keys at the same place, in one word or in both
				keys = append(keys, k)
				k.low = (k.low + 1) & (1<<32 - 1)
				if random.IntN(2) == 0 {
					k.high++
				}
			}
			if random.IntN(50) == 0 {
				keys = append(keys, Key{^uint64(0) - uint64(random.IntN(9)), random.Uint64() & (1<<32 - 1)})
			}
		}
		for i, k := range keys {
			number, known := want[k]
			got, _, ok := table.find(k)
			if ok != known || ok && got != number {
				t.Fatalf("%d alike: key %d: %d %v, want %d %v", alike, i, got, ok, number, known)
			}
			if !known {
				want[k] = uint32(i)
				table.put(k, uint32(i))
			}
		}
		for k, number := range want {
			if got, _, ok := table.find(k); !ok || got != number {
				t.Fatalf("%d alike: %v is %d %v, want %d", alike, k, got, ok, number)
			}
			if _, _, ok := table.find(Key{k.high, k.low ^ 1<<31}); ok {
				if _, known := want[Key{k.high, k.low ^ 1<<31}]; !known {
					t.Fatalf("a key that nobody put is known")
				}
			}
		}
		if err := store.Err(); err != nil || table.n != int64(len(want)) || table.n*8 > 5<<table.bits {
			t.Errorf("%v: %d of %d texts in 1<<%d slots", err, table.n, len(want), table.bits)
		}
		store.Close()
	}
}

// model is a frontier that keeps lists.
type model struct {
	host                    map[uint32]uint32
	state                   map[uint32]state
	rests                   map[uint32]int64
	inFlight, done, waiting map[uint32]int
}

// may reports whether a host has a URL to take, apart from its rest.
func (m *model) may(host uint32, opt *Options) bool {
	return m.waiting[host] > 0 && m.inFlight[host] < opt.PerHost &&
		(opt.MaxPerHost == 0 || int64(m.done[host]+m.inFlight[host]) < opt.MaxPerHost)
}

func (m *model) move(url uint32, to state) {
	h := m.host[url]
	for s, n := range map[state]int{m.state[url]: -1, to: 1} {
		switch s {
		case waits:
			m.waiting[h] += n
		case inFlight:
			m.inFlight[h] += n
		case isDone:
			m.done[h] += n
		}
	}
	m.state[url] = to
}

// played is a frontier with what is needed to do anything to it.
type played struct {
	*model
	*Frontier
	opt     Options
	random  *rand.Rand
	journal [][]byte
	now     int64
	flying  []uint32
}

func newPlayed(t *testing.T, seed uint64) *played {
	random := rand.New(rand.NewPCG(seed, 9))
	p := &played{random: random, now: 1000, model: &model{
		map[uint32]uint32{}, map[uint32]state{}, map[uint32]int64{}, map[uint32]int{}, map[uint32]int{}, map[uint32]int{},
	}}
	p.opt = Options{
		Room: work.Room{FS: vfs.OS, TempDir: t.TempDir()}, Strategy: Strategies[seed%4],
		PerHost: 1 + random.IntN(3), MaxPerHost: int64(random.IntN(3) * 7),
		Text: func(dst []byte, at int64) ([]byte, error) { return append(dst, p.journal[at]...), nil },
	}
	var err error
	if p.Frontier, err = New(p.opt); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// find makes some URLs known.
func (p *played) find(t *testing.T) (list []uint32) {
	for range p.random.IntN(4) {
		url := fmt.Appendf(nil, "http://h%d.example/%d", p.random.IntN(6), len(p.journal))
		p.journal = append(p.journal, url)
		id, err := p.Add(KeyOf(url), url[len("http://"):len("http://h0.example")], int64(len(p.journal)-1), 1)
		if err != nil {
			t.Fatal(err)
		}
		p.host[id] = p.Host(id)
		list = append(list, id)
		p.move(id, waits)
	}
	return list
}

// drop chooses a URL in flight that is so no more.
func (p *played) drop(to state) uint32 {
	i, last := p.random.IntN(len(p.flying)), len(p.flying)-1
	id := p.flying[i]
	p.flying[i], p.flying = p.flying[last], p.flying[:last]
	p.move(id, to)
	return id
}

// TestLimits: whatever happens in whatever order, a host has at most PerHost URLs in flight and MaxPerHost in flight or done, is
// not asked while it rests, and a URL is taken whenever one may be. Where none may be, the time is right at which one may.
func TestLimits(t *testing.T) {
	for seed := range uint64(60) {
		p := newPlayed(t, seed)
		p.Seed(p.find(t))
		for range 400 {
			switch do := p.random.IntN(10); {
			case do < 5:
				p.take(t)
			case do < 7 && len(p.flying) > 0:
				id := p.drop(isDone)
				p.Fetched(id, p.find(t), 0)
			case do < 8 && len(p.flying) > 0:
				p.GiveBack(p.drop(waits), p.random.IntN(2) == 0)
			case do < 9 && p.Hosts() > 0:
				host, until := uint32(p.random.IntN(int(p.Hosts()))), p.now+int64(p.random.IntN(40))-10
				p.rests[host] = max(p.rests[host], until)
				p.Rest(host, until)
			default:
				p.now += int64(p.random.IntN(20))
			}
		}
		if p.Err() != nil || p.InFlight != int64(len(p.flying)) || p.Known != int64(len(p.journal)) {
			t.Errorf("%v: %d in flight, %d known", p.Err(), p.InFlight, p.Known)
		}
	}
}

// take takes a URL, and checks whether it may be this one.
func (p *played) take(t *testing.T) {
	t.Helper()
	id, at, ok := p.Take(p.now)
	if ok {
		h := p.host[id]
		if p.model.state[id] != waits || !p.may(h, &p.opt) || p.rests[h] > p.now {
			t.Fatalf("%d of host %d is taken at %d: %+v", id, h, p.now, p.model)
		}
		p.move(id, inFlight)
		p.flying = append(p.flying, id)
		return
	}
	want := int64(0)
	for h := range p.waiting {
		if p.may(h, &p.opt) && (want == 0 || p.rests[h] < want) {
			want = p.rests[h]
		}
	}
	if at != want || want != 0 && want <= p.now {
		t.Fatalf("at %d nothing may be taken before %d, want %d: %+v", p.now, at, want, p.model)
	}
}
