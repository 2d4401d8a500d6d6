package jobs

import (
	"errors"
	"path/filepath"
	"testing"

	"webmill/pkg/realdata"
)

// TestLarge: of 5 million links of a made graph, and of the links of cnr-2000, the jobs make what the small tools make.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	t.Run("rmat", func(t *testing.T) {
		dir := t.TempDir()
		tool(t, dir, "graphgen", "-model", "rmat", "-bits", "18", "-factor", "20", "-o", "links.t2")
		large(t, dir, 1<<18)
	})
	t.Run("cnr-2000", func(t *testing.T) {
		dir := t.TempDir()
		tool(t, dir, "tuples", "-w", "2", "-o", "links.t2", realdata.Path(t, "graphs/cnr-2000.edges.tsv.zst"))
		large(t, dir, 325557)
	})
}

func large(t *testing.T, dir string, pages int32) {
	tool(t, dir, "extsort", "-u", "-o", "by-src.t2", "links.t2")
	run(t, dir, "dedupe", "-parts", "8", "-o", "out.t2", "links.t2")
	same(t, dir, "out.t2", "by-src.t2")
	tool(t, dir, "extsort", "-k", "2,1", "-o", "by-dst.t2", "links.t2")
	run(t, dir, "sort", "-k", "2,1", "-parts", "8", "-o", "parts.t2", "links.t2")
	same(t, dir, "parts.t2", "by-dst.t2")
	tool(t, dir, "bfs-layers", "-o", "want.t2", "by-src.t2")
	run(t, dir, "bfs-layers", "-parts", "8", "-o", "layers.t2", "links.t2")
	same(t, dir, "layers.t2", "want.t2")
	// With the vector on disk the small tool makes the same steps from the same ranks, and one step more than its sweeps.
	tool(t, dir, "pagerank", "-vector", "disk", "-f64", "-tol", "0", "-max-sweeps", "7", "-o", "want.t3", "by-dst.t2")
	if err := start(t, dir, "pagerank", "-tol", "0", "-max-sweeps", "8", "-parts", "8", "-o", "ranks.t3", "links.t2"); !errors.As(
		err, new(Unfinished)) {
		t.Fatal(err)
	}
	sameRanks(t, dir, "ranks.t3", "want.t3", 1e-9)
	hostsOf(t, dir, pages)
	sameHostGraph(t, dir)
	sameTerms(t, dir)
	// The ids are the strings now, in five files.
	tool(t, dir, "tuples", "-partition", "5", "-hash", "-o", "parts.tsv", "links.t2")
	files, err := filepath.Glob(filepath.Join(dir, "parts.tsv/part-*"))
	if err != nil || len(files) != 5 {
		t.Fatal(files)
	}
	run(t, dir, "ids", append([]string{"-u", "-k", "2,1", "-parts", "8", "-dict", "strings.txt", "-o", "ids.t2"}, files...)...)
	tool(t, dir, "dict", append([]string{"-dict", "want.txt", "-o", "strings.t2"}, files...)...)
	tool(t, dir, "extsort", "-u", "-k", "2,1", "-o", "want-ids.t2", "strings.t2")
	sameBytes(t, dir, "strings.txt", "want.txt")
	same(t, dir, "ids.t2", "want-ids.t2")
}
