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
