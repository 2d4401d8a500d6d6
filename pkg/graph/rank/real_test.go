package rank

import (
	"bufio"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
)

// realLinks are those of a real graph.
func realLinks(t *testing.T, name string) (links written) {
	in, err := stream.Open(vfs.OS, realdata.Path(t, "graphs/"+name), nil, stream.Spec{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := tuple.Copy(&links, in, 2); err != nil {
		t.Fatal(err)
	}
	return byTarget(links)
}

// realRanks are the ranks that igraph gives.
func realRanks(t *testing.T, name string) (ids []int32, ranks []float64) {
	in, err := stream.OpenBytes(vfs.OS, realdata.Path(t, "graphs/"+name), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for lines := bufio.NewScanner(in); lines.Scan(); {
		id, rank, _ := strings.Cut(lines.Text(), "\t")
		i, err := strconv.Atoi(id)
		z, err2 := strconv.ParseFloat(rank, 64)
		if err != nil || err2 != nil {
			t.Fatal(lines.Text())
		}
		ids, ranks = append(ids, int32(i)), append(ranks, z)
	}
	return ids, ranks
}

func TestRealRanks(t *testing.T) {
	for name, links := range map[string]string{"wiki-Vote": "wiki-Vote.txt.zst", "cnr-2000": "cnr-2000.edges.tsv.zst"} {
		t.Run(name, func(t *testing.T) {
			graph := realLinks(t, links)
			ids, want := realRanks(t, name+".pagerank-0.85.tsv.zst")
			for method, of := range methods {
				if name == "cnr-2000" && of == Power {
					continue // it takes three times as long
				}
				r := solved(t, read(t, graph, ReadOptions{}, ample), SystemOptions{Precision: Float64},
					SolveOptions{Method: of, D: 0.85, Tol: 1e-10, Sweeps: 1000})
				if !r.done.Converged || !slices.Equal(r.ids, ids) {
					t.Fatalf("%s: %+v, %d pages, want %d", method, r.done, len(r.ids), len(ids))
				}
				z := r.z()
				for i := range z {
					if math.Abs(z[i]-want[i]) > 1e-9 {
						t.Fatalf("%s: page %d has %.12g, want %.12g", method, ids[i], z[i], want[i])
					}
				}
				if got, want := top(ids, z), top(ids, want); !slices.Equal(got, want) {
					t.Errorf("%s: the best pages are %v, want %v", method, got, want)
				}
			}
		})
	}
}

// top are the ten best pages; ranks that are the same to nine digits tie.
func top(ids []int32, z []float64) []int32 {
	at := make([]int, len(ids))
	for i := range at {
		at[i] = i
	}
	digits := func(i int) float64 { return math.Round(z[i] * 1e9) }
	slices.SortFunc(at, func(a, b int) int { return cmp.Or(cmp.Compare(digits(b), digits(a)), cmp.Compare(a, b)) })
	var best []int32
	for _, i := range at[:10] {
		best = append(best, ids[i])
	}
	return best
}

// TestRealHits: authorities and hubs of real graphs are those of sums over all links.
func TestRealHits(t *testing.T) {
	for name, links := range map[string]string{"wiki-Vote": "wiki-Vote.txt.zst", "cnr-2000": "cnr-2000.edges.tsv.zst"} {
		t.Run(name, func(t *testing.T) {
			real := realLinks(t, links)
			n := int32(0)
			for _, l := range real {
				n = max(n, l[0]+1, l[1]+1)
			}
			a, h := make([]float64, n), make([]float64, n)
			for i := range h {
				h[i] = 1
			}
			const rounds = 5
			for range rounds {
				clear(a)
				for _, l := range real {
					a[l[1]] += h[l[0]]
				}
				unit(a)
				clear(h)
				for _, l := range real {
					h[l[0]] += a[l[1]]
				}
				unit(h)
			}
			s, err := NewHits(tupletest.Blocks(tupletest.Flat(real), 2000), HitsOptions{}, ample)
			if err != nil {
				t.Fatal(err)
			}
			got := solvedHits(t, s, sweeps(rounds))
			for i, id := range got.ids {
				if math.Abs(got.a[i]-a[id]) > 1e-12 || math.Abs(got.h[i]-h[id]) > 1e-12 {
					t.Fatalf("page %d: %g %g, want %g %g", id, got.a[i], got.h[i], a[id], h[id])
				}
			}
		})
	}
}
