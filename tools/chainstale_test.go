package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// These tests change results of the chain by hand, or what they are made of. What was made of the old ones must not stay.

// removals are the lines that say which results were removed.
func removals(text string) (list []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "make: removed, ") {
			list = append(list, strings.TrimSuffix(line, "\n"))
		}
	}
	return list
}

// TestCrawlNothingStale: a goal that is made again with another parameter, or after a change by hand, takes away all results that
// were made of what was there before, and the run says which and why. The next run makes these again, and nothing else.
func TestCrawlNothingStale(t *testing.T) {
	t.Parallel()
	_, site := site(t)
	out, clean := t.TempDir(), t.TempDir()
	chain(t, out, site...)
	seed := func(page string) string { return "SEED=http://a.test/" + page }
	for i, c := range []struct {
		touched     string
		given       []string // parameters
		goals, says string
		whole       string // the goals of the next run
		steps       int    // that it makes again
	}{
		{"", []string{"K=2"}, "kranks.t2",
			"because K=100 is now K=2: tau.txt pages.parquet report.html; the next make makes them again", "", 3},
		{"", []string{"K=2", seed("c.html")}, "layers.t2", "because SEED= is now SEED=http://a.test/c.html: " +
			"numbers.t2 pages.parquet report.html; the next make makes them again", "", 3},
		{"", []string{"K=3", seed("b.html")}, "-j4 layers.t2 kranks.t2", " is now K=3", "-j4", 4},
		{"numbers.t2", []string{"K=3", seed("b.html")}, "tau.txt",
			"because numbers.t2 has changed: pages.parquet report.html; the next make makes them again", "", 3},
		{"", []string{"K=3"}, "words -j4", "", "words crawl -j4", 5},
		{"documents.parquet", []string{"K=3"}, "documents.parquet",
			"because documents.parquet was changed or copied: report.html positions.t3 ", "words crawl", 9},
		{"words.json", []string{"K=3"}, "lengths.t2", "; the next make words crawl makes them again", "words crawl -j2", 7},
		{"report.html", []string{"K=2"}, "ranks.t2", "", "words crawl", 4},
	} {
		if i == 4 && testing.Short() {
			break
		}
		if c.touched != "" {
			if err := os.Chtimes(filepath.Join(out, c.touched), time.Time{}, time.Unix(1e9, 0)); err != nil {
				t.Fatal(err)
			}
		}
		given := append(slices.Clone(site), c.given...)
		text := chain(t, out, append(given, strings.Fields(c.goals)...)...)
		said := removals(text)
		if c.says != "" && (len(said) != 1 || !strings.Contains(said[0], c.says)) || c.says == "" && len(said) > 0 {
			t.Errorf("%v: %q, not %q", c, said, c.says)
		}
		text = chain(t, out, append(given, strings.Fields(c.whole)...)...)
		if n := strings.Count(text, "   $ "); n != c.steps || len(removals(text)) > 0 {
			t.Errorf("%v: the next run makes %d steps:\n%s", c, n, text)
		}
		if i%5 == 2 {
			if text := chain(t, out, append(given, strings.Fields(c.whole)...)...); strings.Contains(text, "   $ ") ||
				len(removals(text)) > 0 {
				t.Errorf("%v: the third run changes something:\n%s", c, text)
			}
		}
		if i == 3 || !testing.Short() {
			chain(t, clean, append(given, strings.Fields(c.whole)...)...)
			sameResults(t, out, clean)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// TestCrawlNeverStale kills a run of one goal with another parameter at each program that removes or moves files, in the midst of
// that: no result that was made of the old ones is ever beside a new one. The next run makes what a clean run makes, and a run of
// another goal says what is missing.
func TestCrawlNeverStale(t *testing.T) {
	t.Parallel()
	_, site := site(t)
	out, clean, bin, state := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	site = append(site, "TOOLS="+bin)
	killers(t, bin, state)
	at := func(n int) {
		newFile(t, filepath.Join(state, "called"), "0")
		newFile(t, filepath.Join(state, "at"), fmt.Sprint(n))
	}
	at(0)
	chain(t, clean, append(site, "tau.txt")...)
	chain(t, out, append(site, "tau.txt")...)
	lost := 0
	for n, whole := 1, false; !whole; n += killStep() {
		old := time.Now()
		time.Sleep(20 * time.Millisecond) // times of files are those of the last tick of the clock
		at(n)
		cmd := crawlCommand(t, out, append(site, "K=2", "kranks.t2")...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		text, err := cmd.CombinedOutput()
		whole = err == nil
		if !whole && cmd.ProcessState.ExitCode() != -1 || n > 60 {
			t.Fatalf("at the program %d: %v\n%s", n, err, text)
		}
		var then, now []string
		for _, name := range files(t, out) {
			info, err := os.Stat(filepath.Join(out, name))
			if err != nil {
				t.Fatal(err)
			}
			switch isNew := info.ModTime().After(old); {
			case isNew && name != "times.tsv":
				now = append(now, name)
			case !isNew && slices.Contains([]string{"kranks.t2", "krank.json", "tau.txt", "tau.json"}, name):
				then = append(then, name)
			}
		}
		if len(then) > 0 && len(now) > 0 || whole && len(now) != 2 {
			t.Errorf("killed at the program %d: there are %v of the run before, and %v of this one", n, then, now)
		}
		if len(then) == 4 && len(now) == 0 { // nothing has been done yet
			continue
		}
		lost++
		at(0)
		said := append(removals(string(text)), removals(chain(t, out, append(site, "ranks.t2")...))...)
		const want = "make: removed, because K=100 is now K=2: "
		if len(said) == 0 || !strings.HasPrefix(said[0], want) || whole && len(said) > 1 {
			t.Errorf("killed at the program %d, after which there are %v of the run before: %q", n, then, said)
		}
		chain(t, out, append(site, "tau.txt")...)
		sameResults(t, out, clean)
		if whole && lost < 6/killStep() {
			t.Errorf("killed at %d programs, with a loss at %d of them", n-1, lost-1)
		}
	}
}

// TestCrawlCopied: the results in a copy of the folder have other times. A goal in it says which of them it takes away, and why.
func TestCrawlCopied(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	chain(t, out, append(args, "words", "crawl")...)
	if err := os.CopyFS(copied, os.DirFS(out)); err != nil {
		t.Fatal(err)
	}
	said := removals(chain(t, copied, append(args, "links.t2")...))
	if len(said) != 1 || !strings.Contains(said[0], ".txt was changed or copied: links-by-dst.t2 outdegree.t2 ") ||
		!strings.HasSuffix(said[0], " host-terms.parquet; the next make words crawl makes them again") {
		t.Errorf("%q", said)
	}
	chain(t, copied, append(args, "words", "crawl")...)
	sameResults(t, copied, out)
	// A seed that is no page ends the run after the results are removed.
	_, other := site(t)
	text, err := crawlMake(t, copied, append(other, "SEED=http://a.test/none", "links.t2")...)
	said = removals(text)
	if err == nil || len(said) != 1 || !strings.Contains(said[0], "because crawl.tsv has changed: absent.txt links.t2 ") {
		t.Errorf("%v\n%s", err, text)
	}
}
