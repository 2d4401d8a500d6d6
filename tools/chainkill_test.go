package tools_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// These tests kill the chain, or let parts of it fail, and compare what the next run makes with a clean run.

// TestCrawlKilled kills the whole chain at random moments. The next run makes the same results as a clean run.
func TestCrawlKilled(t *testing.T) {
	t.Parallel()
	sample, clean, out := crawlSample(t), t.TempDir(), t.TempDir()
	crawl := []string{"CRAWL=" + filepath.Join(sample, "crawl.warc")}
	_, other := site(t)
	began := time.Now()
	chain(t, clean, crawl...)
	took := time.Since(began)
	for round := range max(3, *rounds/5) {
		if round%2 == 1 { // over the results of another crawl
			chain(t, out, other...)
		}
		cmd := crawlCommand(t, out, crawl...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		moment := time.Duration(rand.Int64N(int64(took)))
		time.Sleep(moment)
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
			t.Log(err)
		}
		err := cmd.Wait()
		text := chain(t, out, crawl...)
		sameResults(t, out, clean)
		if t.Failed() {
			t.Fatalf("killed after %v (%v), then:\n%s", moment, err, text)
		}
	}
}

// TestCrawlWriterKilled kills make, its shell and extract-links, which has written only a part of the links, but not the reader:
// this part must not be taken for all links of the crawl.
func TestCrawlWriterKilled(t *testing.T) {
	t.Parallel()
	sample, clean, out := crawlSample(t), t.TempDir(), t.TempDir()
	crawl := []string{"CRAWL=" + filepath.Join(sample, "crawl.warc"), "TOOLS=" + t.TempDir()}
	bin, flag := strings.TrimPrefix(crawl[1], "TOOLS="), filepath.Join(sample, "die")
	for _, name := range toolNames() {
		if name != "extract-links" {
			if err := os.Symlink(filepath.Join(binDir, name), filepath.Join(bin, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	real := filepath.Join(binDir, "extract-links")
	newFile(t, filepath.Join(bin, "extract-links"), fmt.Sprintf(`#!/usr/bin/env bash
if [ -e %[2]q ]; then
  rm %[2]q
  %[1]q "$@" | head -n 300
  kill -9 $RUN $PPID $$
fi
exec %[1]q "$@"
`, real, flag))
	if err := os.Chmod(filepath.Join(bin, "extract-links"), 0o777); err != nil {
		t.Fatal(err)
	}
	chain(t, clean, crawl...)
	newFile(t, flag, "")
	if text, err := crawlMake(t, out, crawl...); err == nil || strings.Contains(text, "each link once") {
		t.Fatalf("%v\n%s", err, text)
	}
	time.Sleep(100 * time.Millisecond) // for the reader to end
	chain(t, out, crawl...)
	sameResults(t, out, clean)
}

// killer is a program that stands for one of the system, which is killed with all others of its run when it is called for the nth
// time, counted over all such programs: it has then done its work with the first half of its files.
const killer = `#!/usr/bin/env bash
n=$(($(cat %[1]q/called) + 1))
echo $n >%[1]q/called
[ $n = "$(cat %[1]q/at)" ] || exec %[2]q "$@"
case $0 in
  *mv) (($# < 4)) || %[2]q "${@:1:($#-1)/2}" "${@:$#}" ;;
  *) %[2]q "${@:1:($#+1)/2}" ;;
esac
kill -9 0
`

// killers puts into bin the tools, and killers for the programs that remove, move and copy files. They count in the folder state.
func killers(t *testing.T, bin, state string) {
	t.Helper()
	for _, name := range toolNames() {
		if err := os.Symlink(filepath.Join(binDir, name), filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"mv", "rm", "cp"} {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		newFile(t, filepath.Join(bin, name), fmt.Sprintf(killer, state, real))
		if err := os.Chmod(filepath.Join(bin, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCrawlNeverMixed kills a run over the results of another crawl at each program that removes or moves files, in the midst of
// that: results of both crawls are never in the folder at the same time.
func TestCrawlNeverMixed(t *testing.T) {
	t.Parallel()
	_, site := site(t)
	crawl := append([]string{"CRAWL=" + filepath.Join(crawlSample(t), "crawl.warc"), "TOOLS=" + t.TempDir()}, "crawled.t2")
	before, bin, state := t.TempDir(), strings.TrimPrefix(crawl[1], "TOOLS="), t.TempDir()
	chain(t, before, append(site, "words", "crawl")...)
	killers(t, bin, state)
	for at, whole := 1, false; !whole; at += killStep() {
		out := filepath.Join(t.TempDir(), "out")
		if err := os.CopyFS(out, os.DirFS(before)); err != nil {
			t.Fatal(err)
		}
		old := time.Unix(1e9, 0) // of all files that are there before the run
		for _, name := range files(t, out) {
			if err := os.Chtimes(filepath.Join(out, name), old, old); err != nil {
				t.Fatal(err)
			}
		}
		newFile(t, filepath.Join(state, "called"), "0")
		newFile(t, filepath.Join(state, "at"), fmt.Sprint(at))
		cmd := crawlCommand(t, out, crawl...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		text, err := cmd.CombinedOutput()
		whole = err == nil
		if !whole && cmd.ProcessState.ExitCode() != -1 || at > 100 {
			t.Fatalf("at the program %d: %v\n%s", at, err, text)
		}
		then, now := filesOf(t, out, old)
		if len(then) > 0 && len(now) > 0 || whole && len(now) < 8 {
			t.Errorf("killed at the program %d: of the crawl before there are %v, of this one %v", at, then, now)
		}
		times, err := os.ReadFile(filepath.Join(out, "times.tsv"))
		if len(now) > 0 && strings.Contains(string(times), "PageRank") {
			t.Errorf("killed at the program %d: times.tsv has steps of the crawl before: %s", at, times)
		}
		if whole && (err != nil || at < 8) {
			t.Errorf("the run was killed at %d programs: %v\n%s", at, err, text)
		}
	}
}

// killStep is how many programs further the next run is killed.
func killStep() int {
	if testing.Short() {
		return 3
	}
	return 1
}

// files names the files in the folder that are not hidden.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			list = append(list, e.Name())
		}
	}
	return list
}

// filesOf names the files in the folder that have the time old, and the others.
func filesOf(t *testing.T, dir string, old time.Time) (then, now []string) {
	t.Helper()
	for _, name := range files(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.ModTime().Equal(old) {
			then = append(then, name)
		} else {
			now = append(now, name)
		}
	}
	return then, now
}

// TestCrawlFailed: a run that cannot read its crawl leaves the results of the one before as they are, and crawl.tsv with them.
func TestCrawlFailed(t *testing.T) {
	t.Parallel()
	dir, args := site(t)
	out, clean, page := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "page.html")
	chain(t, out, args...)
	if err := os.CopyFS(clean, os.DirFS(out)); err != nil {
		t.Fatal(err)
	}
	links := filepath.Join(t.TempDir(), "links.t2")
	if err := copyFile(links, filepath.Join(out, "links.t2")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if text, err := crawlMake(t, out, "CRAWL="+links); err == nil || !strings.Contains(text, "is neither WARC nor ARC") {
			t.Fatalf("%v\n%s", err, text)
		}
		sameResults(t, out, clean)
	}
	was, wasErr := os.ReadFile(filepath.Join(clean, "crawl.tsv"))
	is, err := os.ReadFile(filepath.Join(out, "crawl.tsv"))
	if wasErr != nil || err != nil || string(is) != string(was) {
		t.Errorf("crawl.tsv is now %s, not %s; %v %v", is, was, err, wasErr)
	}
	text, err := exec.Command(filepath.Join(binDir, "report"), "-o", page, out).CombinedOutput()
	said, readErr := os.ReadFile(page)
	if err != nil || readErr != nil || !strings.Contains(string(said), dir) || strings.Contains(string(said), links) {
		t.Errorf("the report: %v %v\n%s", err, readErr, text)
	}
	if text := chain(t, out, args...); strings.Contains(text, "   $ ") {
		t.Errorf("the crawl before is made again without need:\n%s", text)
	}
	// Of a folder without results nothing is said at all.
	empty := t.TempDir()
	if _, err := crawlMake(t, empty, "CRAWL="+links); err == nil || len(files(t, empty)) > 0 {
		t.Errorf("%v: there are %v", err, files(t, empty))
	}
}

// TestCrawlTwice: a second run in one folder is refused while the first one lives.
func TestCrawlTwice(t *testing.T) {
	t.Parallel()
	sample, out := crawlSample(t), t.TempDir()
	crawl := "CRAWL=" + filepath.Join(sample, "crawl.warc")
	sleeper := exec.Command("sleep", "100")
	if err := sleeper.Start(); err != nil {
		t.Skipf("no program to hold a lock: %v", err)
	}
	born, err := exec.Command("bash", "-c", fmt.Sprintf(". ../scripts/step.sh; born %d", sleeper.Process.Pid)).Output()
	if err != nil || len(strings.TrimSpace(string(born))) == 0 {
		t.Fatalf("%q, %v", born, err)
	}
	newFile(t, filepath.Join(out, ".made", "lock"), fmt.Sprintf("%d %s", sleeper.Process.Pid, born))
	want := fmt.Sprintf("another run (process %d) uses %s: wait until it ends, or use another folder\n", sleeper.Process.Pid, out)
	if text, err := crawlMake(t, out, crawl); err == nil || !strings.Contains(text, want) || strings.Contains(text, "   $ ") {
		t.Errorf("%v\n%s", err, text)
	}
	sleeper.Process.Kill()
	defer sleeper.Wait() // until then it is a zombie, which works no more
	stat := fmt.Sprintf("/proc/%d/stat", sleeper.Process.Pid)
	for text := []byte(" R "); len(text) > 0 && !bytes.Contains(text, []byte(") Z ")); {
		text, _ = os.ReadFile(stat)
	}
	chain(t, out, crawl)
	newFile(t, filepath.Join(out, ".made", "lock"), fmt.Sprintf("%d 1\n", os.Getpid())) // another process had the number
	chain(t, out, crawl)
}
