package adj

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/par"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// sorted makes links in the order of a graph with that key.
func sorted(links [][2]int32, key int) []int32 {
	slices.SortFunc(links, func(a, b [2]int32) int {
		if a[key] != b[key] {
			return int(int64(a[key]) - int64(b[key]))
		}
		return int(int64(a[1-key]) - int64(b[1-key]))
	})
	return tupletest.Flat(links)
}

func build(t interface{ Fatal(...any) }, opt Options, links []int32, block int) *Graph {
	b := NewBuilder(opt)
	for from := 0; from < len(links); from += block {
		if err := b.WriteBlock(links[from:min(from+block, len(links))]); err != nil {
			t.Fatal(err)
		}
	}
	f, err := b.Close()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// flatten reads a graph back to links and verifies what its table says.
func flatten(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, f *Graph, key, ahead int) (links []int32) {
	r := f.Reader(ahead)
	var c Chunk
	last := int32(-1)
	for i := range f.Chunks() {
		if err := r.Read(i, &c); err != nil {
			t.Fatal(err)
		}
		if c.Keys[0] != f.First(i) || len(c.Others) != f.ChunkLinks(i) || c.Continues != f.Continues(i) ||
			c.Continues != (c.Keys[0] == last) {
			t.Fatalf("chunk %d is not what the table says", i)
		}
		for k, page := range c.Keys {
			for _, other := range c.List(k) {
				var link [2]int32
				link[key], link[1-key] = page, other
				links = append(links, link[:]...)
			}
			last = page
		}
	}
	if int64(len(links)) != 2*f.Links() {
		t.Fatalf("%d links of %d", len(links)/2, f.Links())
	}
	return links
}

// drawLinks draws a graph: ids near each other or far apart, repeated links, hubs.
func drawLinks(t *rapid.T) [][2]int32 {
	most := rapid.SampledFrom([]int32{3, 50, 5000, 1<<31 - 1}).Draw(t, "largest id")
	rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	hub := rapid.Bool().Draw(t, "hub")
	var links [][2]int32
	for range rapid.IntRange(0, 3000).Draw(t, "links") {
		l := [2]int32{int32(rnd.Int64N(int64(most) + 1)), int32(rnd.Int64N(int64(most) + 1))}
		if hub && rnd.IntN(3) > 0 {
			l[rnd.IntN(2)] = most
		}
		links = append(links, l)
	}
	return links
}

func TestFormHoldsTheLinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.IntRange(0, 1).Draw(t, "key")
		links := sorted(drawLinks(t), key)
		f := build(t, Options{
			Key: key, ChunkLinks: rapid.SampledFrom([]int{1, 7, 128, 512, 0}).Draw(t, "chunk"),
			Room: work.Room{Threads: rapid.IntRange(1, 4).Draw(t, "threads"),
				Memory: rapid.SampledFrom([]int64{0, 1 << 30}).Draw(t, "memory"), FS: vfs.OS},
		}, links, 2*rapid.SampledFrom([]int{1, 5, 1000, 10000}).Draw(t, "block"))
		defer f.Close()
		if got := flatten(t, f, key, rapid.SampledFrom([]int{0, 1 << 20}).Draw(t, "ahead")); !slices.Equal(got, links) {
			t.Fatalf("got  %v\nwant %v", got, links)
		}
		var c Chunk
		for k := 0; k < len(links); k += 2 {
			i := f.Find(links[k+key])
			if err := f.Reader(0).Read(i, &c); err != nil {
				t.Fatal(err)
			}
			at, ok := slices.BinarySearch(c.Keys, links[k+key])
			if !ok || at == 0 && c.Continues {
				t.Fatalf("the list of %d does not begin in chunk %d", links[k+key], i)
			}
		}
	})
}

// TestRecode takes a graph apart, by whether the source is even, and both parts hold the right links, whatever the memory.
func TestRecode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := sorted(drawLinks(t), 1)
		opt := Options{Key: 1, ChunkLinks: rapid.SampledFrom([]int{1, 7, 512}).Draw(t, "chunk"),
			Room: work.Room{Threads: 2, FS: vfs.OS}}
		opt.Memory = rapid.SampledFrom([]int64{0, 1 << 30}).Draw(t, "memory")
		f := build(t, opt, links, 1000)
		defer f.Close()
		noted := opt
		noted.Notes = 2
		begun := make([]map[int32]bool, 2)
		for i := range begun {
			begun[i] = map[int32]bool{}
		}
		recode := Recoder{From: f, To: []Options{opt, noted}, Drain: true, Change: func(_, _ int, in *Chunk, out []*Chunk) error {
			for i, key := range in.Keys {
				to := out[key&1]
				if i == 0 && in.Continues {
					to.Continues = true
				}
				to.Keys = append(to.Keys, key)
				to.Others = append(to.Others, in.List(i)...)
				to.Ends = append(to.Ends, int32(len(to.Others)))
				for n := range to.Notes {
					to.Notes[n] = append(to.Notes[n], uint32(key)*uint32(n+1))
				}
			}
			return nil
		}}
		graphs, err := recode.Run(rapid.IntRange(1, 3).Draw(t, "threads"))
		if err != nil {
			t.Fatal(err)
		}
		for parity, graph := range graphs {
			defer graph.Close()
			var want []int32
			for k := 0; k < len(links); k += 2 {
				if links[k+1]&1 == int32(parity) {
					want = append(want, links[k:k+2]...)
				}
			}
			if got := flatten(t, graph, 1, 0); !slices.Equal(got, want) {
				t.Fatalf("part %d: got %v, want %v", parity, got, want)
			}
		}
		var c Chunk
		for i := range graphs[1].Chunks() {
			if err := graphs[1].Reader(0).Read(i, &c); err != nil {
				t.Fatal(err)
			}
			for k, key := range c.Keys {
				if c.Notes[0][k] != uint32(key) || c.Notes[1][k] != 2*uint32(key) {
					t.Fatalf("notes of %d are %d and %d", key, c.Notes[0][k], c.Notes[1][k])
				}
			}
		}
	})
}

// TestSpill fills several segments, with room for some, for one and for none, and lowers the limit on the way.
func TestSpill(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var links []int32
	for page := int32(0); len(links) < 8<<20; page++ {
		from := rnd.Int32N(1 << 20)
		for range rnd.IntN(64) {
			from += 1 + rnd.Int32N(1<<25)
			links = append(links, from, page)
			if from > 1<<30 {
				break
			}
		}
	}
	for _, memory := range []int64{1 << 30, 3 * wholeSegment, 0} {
		b := NewBuilder(Options{Key: 1, Room: work.Room{Threads: 2, Memory: memory, FS: vfs.OS}})
		for from := 0; from < len(links); from += 1 << 14 {
			if from == 4<<20 && memory > wholeSegment {
				b.Limit(2 * wholeSegment)
			}
			if err := b.WriteBlock(links[from:min(from+1<<14, len(links))]); err != nil {
				t.Fatal(err)
			}
		}
		f, err := b.Close()
		if err != nil {
			t.Fatal(err)
		}
		if f.Bytes() < 3*wholeSegment || f.InMemory() > max(wholeSegment, min(memory, 2*wholeSegment)) || f.InMemory() == 0 {
			t.Errorf("limit %d: %d bytes, %d of them in memory", memory, f.Bytes(), f.InMemory())
		}
		if !slices.Equal(flatten(t, f, 1, 1<<20), links) {
			t.Errorf("limit %d: the links differ", memory)
		}
		if err := f.Shrink(wholeSegment); err != nil || f.InMemory() > wholeSegment {
			t.Errorf("shrunk to %d: %v", f.InMemory(), err)
		}
		if !slices.Equal(flatten(t, f, 1, 0), links) {
			t.Errorf("limit %d: the links differ after Shrink", memory)
		}
		f.Close()
	}
}

// TestFaults fails each operation on the temporary file in turn: there is an error, not a wrong graph, and no file stays open.
func TestFaults(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var links []int32
	for page := range int32(1 << 20) {
		for range 3 {
			links = append(links, rnd.Int32(), page)
		}
	}
	for k := 0; k < len(links); k += 6 {
		a := []int32{links[k], links[k+2], links[k+4]}
		slices.Sort(a)
		links[k], links[k+2], links[k+4] = a[0], a[1], a[2]
	}
	fault.Each(t, 4, 0, func(sys *fault.FS) error {
		b := NewBuilder(Options{Key: 1, Room: work.Room{Threads: 2, FS: sys}})
		for from := 0; from < len(links); from += 1 << 14 {
			if b.WriteBlock(links[from:min(from+1<<14, len(links))]) != nil {
				break
			}
		}
		f, err := b.Close()
		if err != nil {
			return err
		}
		r := f.Reader(1 << 20)
		var c Chunk
		for i := range f.Chunks() {
			err = errors.Join(err, r.Read(i, &c))
		}
		return errors.Join(err, f.Close())
	})
}

func FuzzPack(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 250}, 200)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		data = append(data, 0)
		n = int(uint(n) % 1001)
		col := make([]uint32, n)
		for i := range col {
			b := data[i%len(data)]
			col[i] = uint32(b) << (data[(i*7+1)%len(data)] & 31)
		}
		packed := appendPacked(nil, col)
		got := make([]uint32, n, n+slack)
		if rest := unpack(got, append(packed, make([]byte, slack)...)); len(rest) != slack || !slices.Equal(got, col) {
			t.Fatalf("%d bytes left, got %v, want %v", len(rest), got, col)
		}
	})
}

// panicFS has no folder for temporary files, and panics where others return an error.
type panicFS struct{ vfs.FS }

func (panicFS) Temp(string) (vfs.File, error) { panic("oops") }

// TestPanicInEncoder: a panic of an encoder is an error of the builder, for one thread as for several, and none of them
// waits for it.
func TestPanicInEncoder(t *testing.T) {
	for threads := 1; threads < 4; threads++ {
		b := NewBuilder(Options{ChunkLinks: 8, Room: work.Room{Threads: threads, FS: panicFS{vfs.OS}}})
		var err error
		for i := int32(0); i < 100_000 && err == nil; i++ {
			err = b.WriteBlock([]int32{i, 1, i, 1 << 20, i, 1 << 30})
		}
		_, closed := b.Close()
		var trace *par.Panic
		if !errors.As(cmp.Or(err, closed), &trace) {
			t.Errorf("%d threads: %v, %v", threads, err, closed)
		}
	}
}

// TestWeights: weights come back, few that differ or many, in lists of any length.
func TestWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.IntRange(0, 1).Draw(t, "key")
		differ := rapid.SampledFrom([]int{1, 3, fewWeights, fewWeights + 1, 1 << 30}).Draw(t, "weights that differ")
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed of weights"), 0))
		var triples, got []int32
		links := sorted(drawLinks(t), key)
		for k := 0; k < len(links); k += 2 {
			triples = append(triples, links[k], links[k+1], int32(rnd.IntN(differ)))
		}
		g := build(t, Options{Key: key, Weighted: true, ChunkLinks: rapid.SampledFrom([]int{1, 128, 0}).Draw(t, "chunk"),
			Room: work.Room{Threads: 2, Memory: 1 << 20, FS: vfs.OS}}, triples, 3*100)
		defer g.Close()
		var c Chunk
		r := g.Reader(0)
		for i := range g.Chunks() {
			if err := r.Read(i, &c); err != nil {
				t.Fatal(err)
			}
			for k, page := range c.Keys {
				for n, other := range c.List(k) {
					link := [3]int32{2: int32(math.Float32bits(c.ListWeights(k)[n]))}
					link[key], link[1-key] = page, other
					got = append(got, link[:]...)
				}
			}
		}
		if !slices.Equal(got, triples) {
			t.Fatalf("got  %v\nwant %v", got, triples)
		}
	})
}
