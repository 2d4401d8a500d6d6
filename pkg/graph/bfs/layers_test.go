package bfs

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"webmill/pkg/idset"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// layers runs Layers.
func (g *graph) layers() (got, sizes pairs, stats LayersStats, err error) {
	opt := LayersOptions{Room: g.opt, Pages: int64(g.extra), Reachable: g.reachable, Sizes: &sizes}
	if g.seeds != nil {
		seeds := tuple.Slice(g.seeds)
		opt.Seeds = []tuple.Source{&seeds}
	}
	stats, err = Layers(&got, g.links.Input("links"), opt)
	return got, sizes, stats, err
}

// The layers are those of a queue, whatever the memory.
func TestLayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		want := g.walk()
		got, sizes, stats, err := g.layers()
		equal(t, "layers", err, got, want.byID())
		all := len(walk(g.links, g.extra, nil, false).pages)
		components := want.roots
		if g.seeds != nil {
			components++
		}
		if stats.Pages != int64(all) || stats.Links != int64(len(g.links)) || stats.Layers != int64(len(sizes)) ||
			stats.Components != int64(components) || stats.Unreached != int64(all-len(want.pages)) {
			t.Fatalf("%+v, want %d pages, %d components", stats, all, components)
		}
		counts := map[int32]int32{}
		for _, layer := range want.layers {
			counts[layer]++
		}
		most := int32(0)
		for i, s := range sizes {
			if s[0] != int32(i+1) || s[1] != counts[s[0]] {
				t.Fatalf("sizes %v, want %v", sizes, counts)
			}
			most = max(most, s[1])
		}
		if stats.LargestLayer != int64(most) {
			t.Fatalf("largest layer %d, want %d", stats.LargestLayer, most)
		}
	})
}

// TestSlowIsSaid: where the bits of the pages lie in a file, a search says what memory would hold them, and there it does.
func TestSlowIsSaid(t *testing.T) {
	var links pairs
	for id := int32(0); id < 300; id++ {
		links = append(links, [2]int32{id * 7_000_000, id * 7_000_000}, [2]int32{id * 7_000_000, id*7_000_000 + 1})
	}
	opt := LayersOptions{Room: small()}
	var told, enough int64
	opt.Slow = func(pages, bytes int64) { told, enough = pages, bytes }
	var got, again pairs
	stats, err := Layers(&got, links.Input("links"), opt)
	if err != nil || !stats.BitsOnDisk || told != stats.Pages || told != 600 {
		t.Fatalf("%v, told %d pages: %+v", err, told, stats)
	}
	opt.Memory, told = enough, 0
	stats, err = Layers(&again, links.Input("links"), opt)
	if err != nil || stats.BitsOnDisk || told != 0 || enough > 64<<20 || !slices.Equal(got, again) {
		t.Fatalf("with %d bytes: %v, told %d pages: %+v", enough, err, told, stats)
	}
}

func TestLayersExamples(t *testing.T) {
	for _, c := range []struct {
		links pairs
		want  string
	}{
		{g8, "[1 3 2 3 2 4 5 3]"},
		{pairs{{1, 2}, {1, 8}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}}, "[1 2 3 4 5 6 7 2]"},
		{overtaken, "[1 2 3 4 5 6 7 4 3 2 8]"},
		{childless, "[1 2 3 4]"},
		{pairs{{5, 5}, {7, 7}}, "[1 2]"},
		{nil, "[]"},
	} {
		g := graph{links: c.links, opt: small()}
		got, _, _, err := g.layers()
		if err != nil || fmt.Sprint(values(got)) != c.want {
			t.Errorf("%v: %v, error %v; want %s", c.links, values(got), err, c.want)
		}
	}
}

// Shapes that are bad for one way or another.
func TestLayersShapes(t *testing.T) {
	var chain, star, back, mesh, hubs pairs
	for i := range int32(10_000) {
		chain = append(chain, [2]int32{i, i + 1})
		back = append(back, [2]int32{i + 1, i})
	}
	for i := range int32(30_000) {
		star = append(star, [2]int32{0, 3 * i})
	}
	for i := range int32(90_000) {
		mesh = append(mesh, [2]int32{i / 3, (i*7919 + i%3) % 30_000})
	}
	for i := range int32(5000) {
		hubs = append(hubs, [2]int32{0, i})
		for k := range i % 100 / 99 * 2000 {
			hubs = append(hubs, [2]int32{i, 5000 + (i*k+k*k)%50_000})
		}
	}
	for name, g := range map[string]*graph{
		"hubs": {links: hubs.Sorted()}, "chain": {links: chain}, "star": {links: star},
		"alone": {extra: 70_000}, "back": {links: back},
		"chain from its middle": {links: chain, seeds: []int32{5000}},
		"chain that is reached": {links: chain, seeds: []int32{5000}, reachable: true},
		"mesh":                  {links: mesh.Sorted()},
		"mesh with seeds":       {links: mesh.Sorted(), seeds: []int32{1, 2, 3, 4, 5, 7, 9, 400}},
	} {
		want := g.walk().byID()
		for _, memory := range []int64{60_000, 300_000, 64 << 20} {
			g.opt = work.Room{Memory: memory, Threads: 2, FS: small().FS}
			began := time.Now()
			got, _, stats, err := g.layers()
			t.Log(name, memory, time.Since(began), stats)
			equal(t, name, err, got, want)
			if stats.BitsOnDisk != (memory == 60_000) {
				t.Errorf("%s, %d bytes: bits on disk: %v", name, memory, stats.BitsOnDisk)
			}
		}
	}
}

// Layers are what Number takes, and Verify agrees.
func TestLayersNumberVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		layers, _, _, err := g.layers()
		if err != nil {
			t.Fatal(err)
		}
		var numbering pairs
		opt := NumberOptions{Room: g.opt, Base: 1, Reachable: g.reachable}
		if _, err = Number(&numbering, layers.Input("layers"), g.links.Input("links"), opt); err != nil {
			t.Fatal(err)
		}
		if _, err := g.verify(numbering, 1); err != nil {
			t.Fatal(err)
		}
	})
}

func TestLayersRefuses(t *testing.T) {
	for _, c := range []struct {
		g    graph
		want string
	}{
		{graph{links: pairs{{1, 2}, {1, 1}}}, "links: is not sorted by columns 1,2 (extsort -k 1,2 sorts it), at record 2"},
		{graph{links: pairs{{1, 2}, {3, 1}}, seeds: []int32{3, 4}}, "the seed 4 is not a page"},
		{graph{links: pairs{{1, 2}, {3, 1}}, seeds: []int32{1<<31 - 1}}, "the seed 2147483647 is not a page"},
		{graph{links: pairs{{1, 2}, {3, 1}}, seeds: []int32{}}, "no seed is given: the file of seeds is empty"},
		{graph{links: pairs{{0, 1}, {1, 3}}, extra: 3}, "links: there is no page 3 among 3, at record 2"},
	} {
		for _, memory := range []int64{1000, 64 << 20} {
			c.g.opt = work.Room{Memory: memory, Threads: 1, FS: small().FS}
			got, _, _, err := c.g.layers()
			fails(t, err, c.want)
			if got != nil {
				t.Errorf("%v: wrote %v", c.g.links, got)
			}
		}
	}
}

func TestLayersFaults(t *testing.T) {
	g := tangle(2500)
	for _, memory := range []int64{30_000, 200_000} { // bits in a file, and in memory
		eachFault(t, func(opt work.Room) error {
			opt.Memory = memory
			_, err := Layers(&pairs{}, g.links.Input("links"), LayersOptions{Room: opt})
			return err
		})
	}
	_, err := Layers(full{}, g.links.Input("links"), LayersOptions{Room: g.opt})
	if err == nil {
		t.Error("the output failed, Layers did not")
	}
}

// A set of marks is what a sorted list of ids is.
func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.Custom(func(t *rapid.T) int32 {
			return rapid.SampledFrom([]int32{0, 1, 63, 64, 65535, 65536, 1 << 21, 1<<23 - 1}).Draw(t,
				"near") ^ rapid.Int32Range(0, 200).Draw(t, "bits")
		})
		ids := rapid.SliceOf(id).Draw(t, "ids")
		m := &idset.Marks{}
		defer m.Free()
		f := newMarksFile(&work.Room{FS: small().FS}, int64(rapid.IntRange(0, 3*markSlotBytes).Draw(t, "memory")))
		defer f.close()
		for _, id := range ids {
			m.Add(id)
			if err := f.add(id); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range rapid.SliceOf(id).Draw(t, "taken") {
			i := slices.Index(ids, id)
			ids = slices.DeleteFunc(ids, func(other int32) bool { return other == id })
			taken, err := f.unmark(id)
			if err != nil || taken != (i >= 0) || m.Has(id) && m.Take(id) != (i >= 0) {
				t.Fatalf("%d taken: %v, %v", id, taken, err)
			}
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
		var fromFile, fromMemory []int32
		for at := int64(0); ; {
			id, found, err := f.next(at)
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				break
			}
			fromFile, at = append(fromFile, id), int64(id)+1
		}
		buf := make([]int32, 7)
		for at := int64(0); ; {
			n := m.Read(buf, at)
			if n == 0 {
				break
			}
			if id, found := m.Next(at, maxIDs); !found || id != buf[0] {
				t.Fatalf("next of %d is %d, %v, not %d", at, id, found, buf[0])
			}
			fromMemory, at = append(fromMemory, buf[:n]...), int64(buf[n-1])+1
		}
		if !slices.Equal(fromFile, ids) || !slices.Equal(fromMemory, ids) {
			t.Fatalf("file %v, memory %v, want %v", fromFile, fromMemory, ids)
		}
	})
}

// TestFarEnds: one block of links cannot make the bits of pages that are far apart larger than allowed.
func TestFarEnds(t *testing.T) {
	var links []int32
	for i := range int32(10_000) {
		links = append(links, i*3*idset.ContainerIDs&(1<<31-1), i*5*idset.ContainerIDs&(1<<31-1))
	}
	const most, two = 1 << 20, 2 * idset.ContainerIDs / 8
	var m idset.Marks
	defer m.Free()
	m.AddEnds(links, most)
	if m.Bytes() <= most || m.Bytes() > most+two+8*maxIDs/idset.ContainerIDs {
		t.Errorf("%d bytes, %d are allowed", m.Bytes(), int64(most))
	}
}
