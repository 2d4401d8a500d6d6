package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/graph/bfs"
	"webmill/pkg/graph/graphgen"
	"webmill/pkg/partition"
	"webmill/pkg/realdata"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

func newGraph(links []uint64) *graph {
	g := &graph{links: links}
	g.prepare()
	return g
}

// TestModel: the model is within a tenth of what is counted: the records, those between parts, and the bytes. If fewer than one
// record of 50 leaves its part, the records between parts are too few for the model, and do not matter.
func TestModel(t *testing.T) {
	for _, name := range []string{"made", "cnr-2000.edges.tsv.zst", "wiki-Vote.txt.zst"} {
		t.Run(name, func(t *testing.T) {
			g := named(t, name)
			for _, s := range []stage{{"sums", 12, g.links}, {"ranks", 12, g.turned()}, {"a round", 8, g.round(layers(t, g))}} {
				for _, by := range ways {
					model := g.model(by, s)
					for _, k := range []int{4, 16, 64} {
						n, x := g.count(by, k, s), model(k)
						check := func(what string, counted, expected float64) {
							if off := expected/counted - 1; math.Abs(off) > 0.1 {
								t.Errorf("%s of %s by %s, %d parts: counted %.0f, the model says %.0f, %.1f %% off", what, s.name, by, k,
									counted, expected, 100*off)
							}
						}
						check("records", float64(n.records()), x.own+x.between)
						if 50*n.between >= n.records() {
							check("records between parts", float64(n.between), x.between)
						}
						check("bytes", float64(n.bytes(s)), x.bytes(k, s))
					}
				}
			}
		})
	}
}

func named(t *testing.T, name string) *graph {
	if name != "made" {
		g, err := read([]string{realdata.Path(t, "graphs/"+name)})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	var links []uint64
	web := graphgen.DefaultWeb()
	web.Pages, web.Links = 100_000, 1_000_000
	if err := web.Write(tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			links = append(links, uint64(block[1])<<32|uint64(block[0]))
		}
		return nil
	}), 1); err != nil {
		t.Fatal(err)
	}
	return newGraph(links)
}

// layers are the layers that package bfs finds.
func layers(t *testing.T, g *graph) []int32 {
	layer, links := make([]int32, len(g.ends)), tuple.Slice{}
	for _, link := range g.turned() { // by source and target
		links = append(links, target(link), source(link))
	}
	_, err := bfs.Layers(tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			layer[block[0]] = block[1]
		}
		return nil
	}), tuple.Input{Name: "links", Source: &links}, bfs.LayersOptions{Room: work.Room{Memory: 64 << 20, Threads: 1, FS: vfs.OS}})
	if err != nil {
		t.Fatal(err)
	}
	return layer
}

// TestCount: what is counted is what a list of all pairs has.
func TestCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var links []uint64
		for range rapid.IntRange(1, 200).Draw(t, "links") {
			to, from := rapid.Int32Range(0, 40).Draw(t, "target"), rapid.Int32Range(0, 40).Draw(t, "source")
			links = append(links, uint64(to)<<32|uint64(from))
		}
		g, k, by := newGraph(links), rapid.IntRange(2, 9).Draw(t, "parts"), rapid.SampledFrom(ways).Draw(t, "by")
		of := g.cut(by, k)
		if !slices.IsSorted(of) && by == partition.ByRange {
			t.Fatalf("ranges %v", of)
		}
		sent, full := map[[2]int32]bool{}, map[[2]uint16]bool{}
		between := int64(0)
		for _, link := range g.links {
			from, to := of[source(link)], of[target(link)]
			if pair := [2]int32{int32(from), target(link)}; !sent[pair] {
				sent[pair], full[[2]uint16{from, to}] = true, true
				if from != to {
					between++
				}
			}
		}
		m := g.count(by, k, stage{"sums", 12, g.links})
		if m.records() != int64(len(sent)) || m.between != between || m.blocks != int64(len(full)) {
			t.Fatalf("counted %+v; there are %d records, %d between parts, in %d blocks", m, len(sent), between, len(full))
		}
	})
}

// TestFolder: a folder of parts is the graph that was cut.
func TestFolder(t *testing.T) {
	g := named(t, "made")
	name := filepath.Join(t.TempDir(), "parts.t2")
	f, err := stream.CreateFolder(vfs.OS, name, stream.OutSpec{Columns: tuple.IDs("src", "dst")},
		partition.Head{Count: 3, By: partition.ByHash, Column: 1})
	for part := 0; part < 3 && err == nil; part++ {
		err = f.Go(part, 0)
		for _, link := range g.links {
			if from := source(link); err == nil && partition.HashPart(from, 3) == part {
				err = f.WriteBlock([]int32{from, target(link)})
			}
		}
	}
	if err == nil {
		err = f.Finish()
	}
	if err == nil {
		err = f.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
	if read, err := read([]string{name}); err != nil || !slices.Equal(read.links, g.links) {
		t.Errorf("read %v", err)
	}
}

// TestTable: several files are one graph, in any order, with repeated links. A file that cannot be read is an error.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	a, b := file("a.txt", "0 1\n2 1\n2 1\n"), file("b.txt", "3 0\n0 1\n")
	layers := file("layers.txt", "0 2\n1 3\n2 1\n3 1\n")
	var made bytes.Buffer
	out := bufio.NewWriter(&made)
	if err := table(out, "small", []int{2}, layers, []string{b, a}); err != nil || out.Flush() != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(made.String()), "\n")
	if len(lines) != 1+6 || strings.Count(lines[1], "\t") != strings.Count(lines[0], "\t") {
		t.Errorf("the table is\n%s", &made)
	}
	if want := "small\ta round\thash\t2\t2\t"; !strings.HasPrefix(lines[5], want) {
		t.Errorf("%q should begin with %q", lines[5], want)
	}
	for _, bad := range [][2]string{{"none.txt", layers}, {a, "none.txt"}, {a, file("others.txt", "9 1\n")}} {
		if err := table(out, "", []int{2}, bad[1], []string{bad[0]}); err == nil {
			t.Error(fmt.Sprint(bad), "was read")
		}
	}
}
