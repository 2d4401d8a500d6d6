package tools_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"webmill/pkg/tuple"
)

// This test compares the graph that igraph reads in GraphML with the one that was written.

// namedGraph is a random graph whose names are of any bytes.
type namedGraph struct {
	names, labels []string // a label is how XML can hold the name
	links         [][2]int32
	ranks         [][2]int32 // (id, rank), of some ids
}

func newNamedGraph(r *rand.Rand) *namedGraph {
	g, n := &namedGraph{}, int32(1+r.IntN(400))
	for id := range n {
		name := fmt.Appendf(nil, "%d ", id)
		for range r.IntN(12) {
			if b := byte(1 + r.IntN(255)); b != '\n' && b != '\t' && b != '\r' {
				name = append(name, b)
			}
		}
		var escaped bytes.Buffer
		if err := xml.EscapeText(&escaped, name); err != nil {
			panic(err) // of a buffer in memory
		}
		g.names, g.labels = append(g.names, string(name)), append(g.labels, html.UnescapeString(escaped.String()))
		if r.IntN(5) > 0 {
			g.ranks = append(g.ranks, [2]int32{id, tuple.F32Bits(float32(r.IntN(9)) / 8)})
		}
	}
	for range r.IntN(2000) {
		g.links = append(g.links, [2]int32{r.Int32N(n), r.Int32N(n)})
	}
	return g
}

// write writes the inputs of the tool into a folder.
func (g *namedGraph) write(t *testing.T, dir string) {
	var names []byte
	for _, name := range g.names {
		names = append(append(names, name...), '\n')
	}
	for name, data := range map[string][]byte{"urls.txt": names, "links.t2": flat(g.links), "ranks.t2": flat(g.ranks)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func flat(pairs [][2]int32) []byte {
	var all []int32
	for _, p := range pairs {
		all = append(all, p[:]...)
	}
	return tuple.Bytes(all)
}

// shownGraph is what a program finds in GraphML.
type shownGraph struct {
	Names []string
	Edges [][2]string
}

// best is the graph of the best pages, or all of it.
func (g *namedGraph) best(keep int) (want shownGraph) {
	kept := make([]bool, len(g.names))
	ranks := slices.Clone(g.ranks)
	slices.SortFunc(ranks, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(b[1], a[1]), cmp.Compare(a[0], b[0])) })
	for _, rank := range ranks[:min(keep, len(ranks))] {
		kept[rank[0]] = true
	}
	for id, label := range g.labels {
		if kept[id] = kept[id] || keep == 0; kept[id] {
			want.Names = append(want.Names, label)
		}
	}
	for _, link := range g.links {
		if kept[link[0]] && kept[link[1]] {
			want.Edges = append(want.Edges, [2]string{g.labels[link[0]], g.labels[link[1]]})
		}
	}
	return want
}

const readGraphML = `
import igraph, json, sys
g = igraph.Graph.Read_GraphML(sys.argv[1])
names = g.vs["label"] if len(g.vs) else None
print(json.dumps({"Names": names, "Edges": [(names[e.source], names[e.target]) for e in g.es] or None}, ensure_ascii=False))`

// TestGraphML: igraph reads the graph that a plain loop over pages, ranks and links gives, whatever bytes the names are of.
func TestGraphML(t *testing.T) {
	t.Parallel()
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import igraph").Run(); err != nil {
		t.Skip("there is no igraph for Python to read the graph: install python3-igraph")
	}
	for seed := range uint64(2) {
		g, dir := newNamedGraph(rand.New(rand.NewPCG(seed, 0))), t.TempDir()
		g.write(t, dir)
		for _, keep := range []int{0, len(g.names) / 3, 2 * len(g.names)} {
			cmd := exec.Command(filepath.Join(binDir, "graphml"), "-o", "g.graphml", "urls.txt", "links.t2", "ranks.t2")
			if keep > 0 {
				cmd.Args = slices.Insert(cmd.Args, 1, "-keep", fmt.Sprint(keep))
			}
			cmd.Dir = dir
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", cmd.Args, err, text)
			}
			text, err := exec.Command(python, "-c", readGraphML, filepath.Join(dir, "g.graphml")).Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, stderrOf(err))
			}
			var got shownGraph
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			if want := g.best(keep); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("seed %d, -keep %d: igraph reads\n%.300s, want\n%.300s", seed, keep, fmt.Sprint(got), fmt.Sprint(want))
			}
		}
	}
}
