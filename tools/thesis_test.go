package tools_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// These tests run scripts/thesis.mk on graphs, of which one is worked out by hand.

// g8 is the graph of the worked examples, as pairs sorted by 1,2.
var g8 = []int32{1, 3, 1, 5, 2, 1, 3, 3, 3, 8, 5, 2, 5, 4, 6, 1, 6, 7, 7, 4, 8, 2, 8, 5}

// thesisMake is a run of scripts/thesis.mk with the tools under test.
func thesisMake(t *testing.T, links, out string, vars ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("there is no make: install it")
	}
	cmd := exec.Command("make", append([]string{"-C", "..", "--no-print-directory", "-f", "scripts/thesis.mk", "LINKS=" + links,
		"OUT=" + out, "TOOLS=" + binDir}, vars...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// thesisRun makes the experiments on links and returns the folder of the results. The first run is killed, the second
// one goes on.
func thesisRun(t *testing.T, links []int32, vars ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a folder")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := writeRaw(filepath.Join(dir, "links.t2"), func(put func(...int32)) { put(links...) }); err != nil {
		t.Fatal(err)
	}
	out, vars := filepath.Join(dir, "out"), append([]string{"MEMORY=4M", "TMP=" + dir}, vars...)
	killed := thesisMake(t, filepath.Join(dir, "links.t2"), out, vars...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
	syscall.Kill(-killed.Process.Pid, syscall.SIGKILL)
	killed.Wait()
	for i := range 2 {
		text, err := thesisMake(t, filepath.Join(dir, "links.t2"), out, append(vars, "-j2")...).CombinedOutput()
		if err != nil || i == 1 && strings.Contains(string(text), "   $ ") {
			t.Fatalf("run %d after the kill: %v\n%s", i+1, err, text)
		}
	}
	return out
}

// rows reads a table of numbers, without its first line and its first column, which is the key.
func rows(t *testing.T, name string) map[string][]float64 {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]float64{}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Split(line, "\t")
		if i == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		for _, f := range fields[1:] {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			table[fields[0]] = append(table[fields[0]], v)
		}
	}
	return table
}

// TestThesisWorkedExample compares the tables of the graph G8 with those worked out by hand: 1, 2, 4, 6 and 8 pages fetched.
func TestThesisWorkedExample(t *testing.T) {
	t.Parallel()
	out := thesisRun(t, g8, "K=1", "D=0.75", "TOL=1e-15", "DECIMALS=6", "PHASES=13 25 50 75 100",
		"STRATEGIES=bfs dfs random", "STEPS=50")
	want := map[string]map[string][]float64{
		"correlation.tsv": {"13": {1, 1}, "25": {0.790912, 0.182574}, "50": {0.654330, 0.358057}, "75": {0.500370, 0.071611},
			"100": {0.444750, 0.444750}},
		// K-Rank and PageRank over all pages, then over the rated ones.
		"stability-100.tsv": {
			"13": {0.380521, 0.687524, 0, 0}, "25": {0.213980, 0.483494, 0.2, 0}, "50": {0.509902, 0.400066, 0.384615, -0.066667},
			"75": {0.823688, 0.836502, 1, 0.733333}, "100": {1, 1, 1, 1},
		},
		"stability-by-bfs.tsv": {"50": {0.509902, 0.400066, 0.384615, -0.066667}}, // as above
		// After 1, 2, … pages: by the order and at best.
		"accumulate-pagerank-100.tsv": {
			"0": {0, 0}, "13": {0.168966, 0.173548}, "25": {0.342515, 0.342515}, "38": {0.492303, 0.492303},
			"50": {0.602489, 0.640093},
			"63": {0.745084, 0.782689}, "75": {0.892875, 0.892875}, "88": {0.937980, 0.954895}, "100": {1, 1},
		},
		"accumulate-krank-100.tsv": {
			"13": {0.164458, 0.187229}, "25": {0.266675, 0.351687}, "38": {0.453904, 0.485784}, "50": {0.556121, 0.619880},
			"63": {0.690218, 0.731680}, "75": {0.824314, 0.833897}, "88": {0.888200, 0.936114}, "100": {1, 1},
		},
	}
	tables, _ := filepath.Glob(filepath.Join(out, "*.tsv"))
	for _, name := range tables {
		if info, err := os.Stat(strings.TrimSuffix(name, ".tsv") + ".parquet"); !strings.Contains("times.tsv of.tsv",
			filepath.Base(name)) && (err != nil || info.Size() == 0) {
			t.Errorf("%s has no Parquet beside it: %v", filepath.Base(name), err)
		}
	}
	for name, lines := range want {
		got := rows(t, filepath.Join(out, name))
		for key, values := range lines {
			for i, v := range values {
				if len(got[key]) <= i || math.Abs(got[key][i]-v) > 1.5e-6 {
					t.Errorf("%s, %s: %v, want %v", name, key, got[key], values)
					break
				}
			}
		}
	}
	curves, _ := filepath.Glob(filepath.Join(out, "accumulate-*.tsv"))
	more, _ := filepath.Glob(filepath.Join(out, "strategy-*.tsv"))
	for _, name := range append(curves, more...) {
		isCurve(t, name)
	}
	for _, name := range []string{"stability-50.tsv", "share-100.tsv", "share-50.tsv", "strategies.tsv", "claims.tsv",
		"accumulate-pagerank-50.tsv"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() < 50 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// isCurve checks that what is collected grows from 0 to 1, and is never more than what is possible.
func isCurve(t *testing.T, name string) {
	t.Helper()
	table := rows(t, name)
	before := []float64{0, 0}
	for p := range 101 {
		row := table[strconv.Itoa(p)]
		if len(row) < 2 || row[0] < before[0] || row[1] < before[1] || row[0] > row[1]+1e-6 {
			t.Errorf("%s: %v after %v, at %d %%", filepath.Base(name), row, before, p)
			return
		}
		before = row
	}
	if math.Abs(before[0]-1) > 1e-6 || math.Abs(before[1]-1) > 1e-6 || table["0"][0] != 0 {
		t.Errorf("%s: from %v to %v", filepath.Base(name), table["0"], before)
	}
}

// TestThesisSeeds: with SEEDS, the experiments are only about the pages that can be reached from there.
func TestThesisSeeds(t *testing.T) {
	t.Parallel()
	seeds := filepath.Join(t.TempDir(), "seed.t1")
	if err := writeRaw(seeds, func(put func(...int32)) { put(5) }); err != nil {
		t.Fatal(err)
	}
	links := append([]int32{0, 5, 0, 9}, g8...) // 0 is out of reach, and 9 with it
	out := thesisRun(t, links, "SEEDS="+seeds, "MEMORY=64M", "PHASES=50 100", "STRATEGIES=bfs random", "STEPS=50", "QUIET=1")
	reached, err := exec.Command(filepath.Join(binDir, "tuples"), "-to", "text", filepath.Join(out, "order.t2")).Output()
	if want := "1\t4\n2\t2\n3\t5\n4\t3\n5\t1\n8\t6\n"; err != nil || string(reached) != want {
		t.Errorf("the order is\n%s, not\n%s%v", reached, want, err)
	}
	other := filepath.Join(filepath.Dir(out), "links.t2")
	if err := writeRaw(other, func(put func(...int32)) { put(g8...) }); err != nil {
		t.Fatal(err)
	}
	text, err := thesisMake(t, other, out, "MEMORY=64M", "PHASES=100", "STRATEGIES=bfs", "STEPS=50").CombinedOutput()
	if err != nil || !strings.Contains(string(text), "The results are of other links or parameters: they are made again.") ||
		!strings.Contains(string(text), "(8 pages)") {
		t.Errorf("of other links: %v\n%s", err, text)
	}
	if left, err := filepath.Glob(filepath.Join(out, "*-*50.*")); err != nil || left != nil {
		t.Errorf("of the phase 50, which is no longer made: %v %v", left, err)
	}
}

// TestThesisNoValue: if all ranks are equal, tau has no value, and no claim is judged by it.
func TestThesisNoValue(t *testing.T) {
	t.Parallel()
	out := thesisRun(t, []int32{0, 1, 1, 2, 2, 3, 3, 0}, "MEMORY=64M", "PHASES=50 100", "STRATEGIES=bfs random", "STEPS=50")
	claims, err := os.ReadFile(filepath.Join(out, "claims.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]string{}
	for line := range strings.Lines(string(claims)) {
		f := strings.Split(line, "\t")
		held[f[0]] = f[2]
		if strings.Contains(f[1], "nan to") || strings.Contains(f[1], "to nan") {
			t.Errorf("a range of what has no value: %s", f[1])
		}
	}
	if got := held["the longer the crawl, the nearer its ranking to the final one"]; got != "no value" {
		t.Errorf("of a cycle, in which all pages have the same rank, stability holds: %q\n%s", got, claims)
	}
}

// TestThesisRefuses: phases and steps that no table can be made of end the run before the first step.
func TestThesisRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	links, out := filepath.Join(dir, "links.t2"), filepath.Join(dir, "out")
	if err := writeRaw(links, func(put func(...int32)) { put(g8...) }); err != nil {
		t.Fatal(err)
	}
	for wrong, want := range map[string]string{
		"PHASES=50 5 100": "write percentages that ascend", "PHASES=5 5 100": "write percentages that ascend", "PHASES=": "",
		"PHASES=abc": "write percentages that ascend", "PHASES=5 50": "the last phase must be 100",
		"STEPS=": "write percentages that ascend", "STEPS=20 abc": "write percentages that ascend",
	} {
		text, err := thesisMake(t, links, out, wrong).CombinedOutput()
		if err == nil || !strings.Contains(string(text), "make: "+wrong+": "+want) &&
			!strings.Contains(string(text), "PHASES is empty: write percentages") {
			t.Errorf("%s: %v\n%s", wrong, err, text)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: something was made", wrong)
		}
	}
}

// TestThesisKilledWhileMoving: a run that is killed while it moves the results of a step into place leaves no table that a later
// run with other phases takes for its own.
func TestThesisKilledWhileMoving(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	links, out, fake := filepath.Join(dir, "links.t2"), filepath.Join(dir, "out"), filepath.Join(dir, "fake")
	mv, err := exec.LookPath("mv")
	if err != nil {
		t.Skip("there is no mv: install coreutils")
	}
	script := "#!/bin/sh\n" + mv + " \"$@\"; case \"$*\" in *share-50.tsv*\" .\") kill -9 $PPID ;; esac\n"
	if err := errors.Join(os.Mkdir(fake, 0o777), os.WriteFile(filepath.Join(fake, "mv"), []byte(script), 0o777),
		writeRaw(links, func(put func(...int32)) { put(g8...) })); err != nil {
		t.Fatal(err)
	}
	vars := []string{"MEMORY=64M", "STRATEGIES=bfs", "STEPS=50"}
	killed := thesisMake(t, links, out, append(vars, "PHASES=50 100")...)
	killed.Env = append(os.Environ(), "PATH="+fake+":"+os.Getenv("PATH"))
	if text, err := killed.CombinedOutput(); err == nil {
		t.Fatalf("was not killed:\n%s", text)
	}
	if _, err := os.Stat(filepath.Join(out, "share-50.tsv")); err != nil {
		t.Fatal(err)
	}
	if text, err := thesisMake(t, links, out, append(vars, "PHASES=100")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if left, err := filepath.Glob(filepath.Join(out, "*-50.*")); err != nil || left != nil {
		t.Errorf("of the phase 50, which is no longer made: %v %v", left, err)
	}
}
