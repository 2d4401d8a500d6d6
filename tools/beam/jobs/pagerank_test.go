package jobs

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"webmill/pkg/tuple"
)

// bundled makes links.t2 of the bundled crawl.
func bundled(t testing.TB) (dir string) {
	dir = t.TempDir()
	archive, err := filepath.Abs("../../../testdata/crawl/site.warc.gz")
	if err != nil {
		t.Fatal(err)
	}
	tool(t, dir, "extract-links", "-o", "links.tsv", archive)
	tool(t, dir, "dict", "-dict", "urls.txt", "-hosts", "hosts.txt", "-page-hosts", "page-host.t2", "-o", "links.t2", "links.tsv")
	return dir
}

// sameRanks compares ranks. They may differ by most.
func sameRanks(t testing.TB, dir, got, want string, most float64) {
	t.Helper()
	a, b := records(t, filepath.Join(dir, got)), records(t, filepath.Join(dir, want))
	if len(a) != len(b) {
		t.Fatalf("%s and %s have %d and %d pages", got, want, len(a)/3, len(b)/3)
	}
	for i := 0; i < len(a); i += 3 {
		if x, y := tuple.F64Value(a[i+1:]), tuple.F64Value(b[i+1:]); a[i] != b[i] || math.Abs(x-y) > most {
			t.Fatalf("%s ranks page %d by %v, %s page %d by %v", got, a[i], x, want, b[i], y)
		}
	}
}

// TestPagerank: the ranks are those of the small tool, with each flag.
func TestPagerank(t *testing.T) {
	for _, dir := range []string{bundled(t), links(t)} {
		for _, flags := range [][]string{{}, {"-u"}, {"-noself", "-d", "0.5"}} {
			flags = append(flags, "-tol", "1e-12")
			run(t, dir, "pagerank", append(flags, "-parts", "5", "-o", "ranks.t3", "links.t2")...)
			tool(t, dir, "extsort", "-k", "2,1", "-o", "by-dst.t2", "links.t2")
			tool(t, dir, "pagerank", append(flags, "-f64", "-max-sweeps", "1000", "-o", "want.t3", "by-dst.t2")...)
			sameRanks(t, dir, "ranks.t3", "want.t3", 1e-9)
		}
	}
}

// TestPagerankAgain: a job that is killed in any stage goes on after the last stage that was finished, and the ranks have the
// same bits. A job whose ranks have not converged says so.
func TestPagerankAgain(t *testing.T) {
	dir := links(t)
	args := []string{"pagerank", "-max-sweeps", "4", "-tol", "0", "-parts", "3", "links.t2"}
	if err := start(t, dir, args[0], append([]string{"-o", "want.t3"}, args[1:]...)...); !errors.As(err, new(Unfinished)) ||
		err.Error() != "the ranks are written, but have not converged after 4 steps: raise -max-sweeps or -tol" {
		t.Fatal(err)
	}
	again := slices.Insert(args, 1, "-o", "out.t3")
	for _, stage := range []string{"job", "links/manifest", "pages/manifest", "ranks-00001/manifest", "ranks-00003/manifest"} {
		killAt(t, dir, "out.t3.work/"+stage, again...)
		sums := filepath.Join(dir, "out.t3.work", filepath.Dir(stage)+".sums")
		before := written(t, sums)
		killAt(t, dir, "out.t3/part-00000-of-00003.t3", again...)
		if !written(t, sums).Equal(before) {
			t.Errorf("killed at %s: it was made again", stage)
		}
		if err := start(t, dir, again[0], again[1:]...); !errors.As(err, new(Unfinished)) {
			t.Fatal(err)
		}
		same(t, dir, "out.t3", "want.t3")
		os.RemoveAll(filepath.Join(dir, "out.t3"))
	}
}

// written is when a file was written, or the zero time if it is not there.
func written(t testing.TB, name string) (at time.Time) {
	info, err := os.Stat(name)
	if err == nil {
		at = info.ModTime()
	} else if !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return at
}
