package bfs

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// real reads a graph and what igraph found in it.
func real(t *testing.T, name, file string) (links pairs, layers map[string][]int64) {
	text := realdata.Read(t, "graphs/"+name+".reference.json")
	var reference struct {
		Layers map[string][]int64 `json:"bfs_layers_out_from"`
	}
	if err := json.Unmarshal(text, &reference); err != nil {
		t.Fatal(err)
	}
	in, err := stream.Open(vfs.OS, realdata.Path(t, "graphs/"+file), nil,
		stream.Spec{Columns: tuple.IDs("src", "dst"), Format: stream.Text})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := tuple.Copy(&links, in, 2); err != nil {
		t.Fatal(err)
	}
	return links.Sorted(), reference.Layers
}

func TestReal(t *testing.T) {
	for name, file := range map[string]string{"cnr-2000": "cnr-2000.edges.tsv.zst", "wiki-Vote": "wiki-Vote.txt.zst"} {
		t.Run(name, func(t *testing.T) {
			links, layers := real(t, name, file)
			for seed, want := range layers {
				id, err := strconv.Atoi(seed)
				if err != nil {
					t.Fatal(err)
				}
				for _, memory := range []int64{500_000, 64 << 20} {
					g := graph{links: links, seeds: []int32{int32(id)}, reachable: true}
					g.opt = work.Room{Memory: memory, Threads: 2, FS: vfs.OS}
					_, sizes, _, err := g.layers()
					if err != nil {
						t.Fatal(err)
					}
					var got []int64
					for _, s := range sizes {
						got = append(got, int64(s[1]))
					}
					if !slices.Equal(got, want) {
						t.Errorf("from %d in %d bytes: layers of %v pages, want %v", id, memory, got, want)
					}
				}
			}
			everything(t, links)
		})
	}
}

// everything compares all components with the walk by a queue.
func everything(t *testing.T, links pairs) {
	g := graph{links: links, opt: work.Room{Memory: 2 << 20, Threads: 2, FS: vfs.OS}}
	want := g.walk()
	layers, _, stats, err := g.layers()
	equal(t, "layers", err, layers, want.byID())
	var numbering pairs
	_, err = Number(&numbering, layers.Input("layers"), links.Input("links"), NumberOptions{Room: g.opt, Base: 1})
	equal(t, "numbers", err, numbering, want.numbers(1))
	if _, err := g.verify(numbering, 1); err != nil {
		t.Error(err)
	}
	t.Logf("%+v", stats)
}
