package tools_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// These tests run the chain again, after a run that was incomplete, in another locale, and with other tools, memory or seeds.

// TestCrawlStderrGone: that the result is not whole is neither lost nor forgotten where nobody reads stderr.
func TestCrawlStderrGone(t *testing.T) {
	t.Parallel()
	crawl, out := filepath.Join(t.TempDir(), "cut.warc"), t.TempDir()
	page := answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=x>")
	newFile(t, crawl, page+page[:len(page)-8])
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	cmd := crawlCommand(t, out, "CRAWL="+crawl, "crawled.t2")
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, w
	if cmd.Run() == nil {
		t.Errorf("make ends with 0:\n%s", text.String())
	}
	again, err := crawlMake(t, out, "CRAWL="+crawl, "crawled.t2")
	if err == nil || strings.Contains(again, "   $ ") || !strings.Contains(again, ": skipped 1: cut off, at place ") {
		t.Errorf("the second run: %v\n%s", err, again)
	}
}

// TestCrawlMoreMemory: what MEMORY was too small for is made again with more of it, and nothing else is.
func TestCrawlMoreMemory(t *testing.T) {
	t.Parallel()
	dir, args := site(t)
	out, clean := t.TempDir(), t.TempDir()
	newFile(t, filepath.Join(dir, "large.html"), "<a href=b.html>"+strings.Repeat(" ", 1<<20))
	for range 2 {
		text, err := crawlMake(t, out, append(args, "MEMORY=12M", "links.t2")...)
		if err == nil ||
			!strings.Contains(text, "\nincomplete: extract-links: "+dir+": skipped 1: "+dir+
				"/large.html: file larger than 768K (raise MEMORY)\n") {
			t.Errorf("%v\n%s", err, text)
		}
	}
	text := chain(t, out, append(args, "MEMORY=32M", "links.t2")...)
	if !strings.Contains(text, "(again: MEMORY=12M is now MEMORY=32M)") {
		t.Errorf("with more memory:\n%s", text)
	}
	chain(t, clean, append(args, "MEMORY=64M", "links.t2")...)
	sameResults(t, out, clean)
	if text := chain(t, out, append(args, "MEMORY=64M", "links.t2")...); strings.Contains(text, "   $ ") {
		t.Errorf("with still more memory:\n%s", text)
	}
}

// TestStepLocale: the scripts of the chain count time and change folders alike where numbers have a decimal comma and cd looks
// elsewhere first.
func TestStepLocale(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if text, err := exec.Command("localedef", "-i", "de_DE", "-f", "UTF-8",
		filepath.Join(dir, "de_DE.UTF-8")).CombinedOutput(); err != nil {
		t.Skipf("localedef cannot make the locale de_DE, whose decimal sign is a comma: %v\n%s", err, text)
	}
	cmd := exec.Command("bash", "-c", `. ../scripts/step.sh; cd "$1"; mkdir -p a b/a; cd a; echo "$EPOCHREALTIME"`, "bash", dir)
	cmd.Env = append(os.Environ(), "LOCPATH="+dir, "LC_ALL=de_DE.UTF-8", "CDPATH="+filepath.Join(dir, "b"))
	text, err := cmd.CombinedOutput()
	if err != nil || !regexp.MustCompile(`^\d+\.\d{6}\n$`).Match(text) {
		t.Errorf("%v: %q, want seconds with a point and nothing else", err, text)
	}
}

// TestCrawlTools: another version of a tool makes the steps run again that use it, also through a script.
func TestCrawlTools(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out, tools := t.TempDir(), t.TempDir()
	entries, err := os.ReadDir(binDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.Symlink(filepath.Join(binDir, e.Name()), filepath.Join(tools, e.Name())); err != nil {
			t.Skipf("this file system has no symbolic links: set TMPDIR to a folder that has: %v", err)
		}
	}
	args = append(args, "TOOLS="+tools, "tau.txt", "seed.tsv")
	chain(t, out, args...)
	for tool, says := range map[string]string{"kendall": "how far the two orders agree (again: kendall has another version)",
		"tuplejoin": "where the search begins (again: "} {
		newTool := filepath.Join(tools, tool)
		if err := os.Remove(newTool); err != nil {
			t.Fatal(err)
		}
		if err := copyFile(newTool, filepath.Join(binDir, tool)); err != nil {
			t.Fatal(err)
		}
		if text := chain(t, out, args...); !strings.Contains(text, says) || strings.Contains(text, "$ extract-links") {
			t.Errorf("another %s:\n%s", tool, text)
		}
	}
	if text := chain(t, out, args...); strings.Contains(text, "   $ ") {
		t.Errorf("again with the other tools:\n%s", text)
	}
}

// copyFile copies a program and lengthens it, which makes it another version that does the same.
func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(text, 0), 0o777)
}

// TestCrawlSameTime: a change that leaves size and time as they were is seen, of the crawl and of a result.
func TestCrawlSameTime(t *testing.T) {
	t.Parallel()
	crawl, out := filepath.Join(t.TempDir(), "a.warc"), t.TempDir()
	newFile(t, crawl, answered("http://a.test/", "Content-Type: text/html\r\n", "<a href=one>"))
	change := func(name, old, new string) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		newFile(t, name, strings.Replace(string(text), old, new, 1))
		if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
	goal := []string{"CRAWL=" + crawl, "crawled.t2"}
	urls := func() string {
		text, err := os.ReadFile(filepath.Join(out, "urls.txt"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	chain(t, out, goal...)
	change(crawl, "one", "two")
	chain(t, out, goal...)
	if want := "http://a.test/\nhttp://a.test/two\n"; urls() != want {
		t.Errorf("after a change of the crawl: %s", urls())
	}
	change(filepath.Join(out, "urls.txt"), "two", "six")
	if text := chain(t, out, goal...); !strings.Contains(text, "urls.txt was changed or copied") ||
		!strings.Contains(urls(), "/two\n") {
		t.Errorf("after a change of a result: %s\n%s", urls(), text)
	}
}

// TestCrawlSeeds: a seed is found however its URL is spelt.
func TestCrawlSeeds(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out := t.TempDir()
	for _, seed := range []string{"HTTP://A.test:80/./c.html#part", "http://a.test/b/../c.html"} {
		chain(t, out, append(args, "SEED="+seed, "seed.tsv")...)
		text, err := os.ReadFile(filepath.Join(out, "seed.tsv"))
		if err != nil || !strings.Contains(string(text), "\thttp://a.test/c.html\tgiven by SEED\n") {
			t.Errorf("%s: %s%v", seed, text, err)
		}
	}
	// Without any, it is the home page of the largest host; pages of ftp come before those of all other hosts.
	dir, _ := site(t)
	newFile(t, filepath.Join(dir, "urls.tsv"),
		"index.html\thttp://a.test/\nb.html\thttp://a.test/b.html\nc.html\tftp://z.test/c.html\n")
	chain(t, out, "CRAWL="+dir, "EXTRACT=-urls '"+filepath.Join(dir, "urls.tsv")+"'", "seed.tsv")
	text, err := os.ReadFile(filepath.Join(out, "seed.tsv"))
	if err != nil || !strings.Contains(string(text), "\thttp://a.test/\tthe home page of the largest host\n") {
		t.Errorf("%s%v", text, err)
	}
}

// TestCrawlFullDisk: a disk that is full is said in one line, and the next run goes on.
func TestCrawlFullDisk(t *testing.T) {
	t.Parallel()
	if err := exec.Command("unshare", "-Urm", "sh", "-c", `mount -t tmpfs none "$0"`, t.TempDir()).Run(); err != nil {
		t.Skip("no small file system can be made here: it takes unshare and user namespaces")
	}
	_, args := site(t)
	disk := t.TempDir()
	cmd := crawlCommand(t, filepath.Join(disk, "out"), args...)
	makefile, err := io.ReadAll(cmd.Stdin)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Args = append([]string{"unshare", "-Urm", "bash", "-c", `mount -t tmpfs -o size=2M none "$0"; makefile=$1; shift
run() { printf %s "$makefile" | "$@"; }
run "$@" ready || exit
cat /dev/zero >"$0/fill" 2>/dev/null
run "$@" links.t2 2>&1 && exit
rm "$0/fill"
echo "and again"; run "$@" links.t2`, disk, string(makefile)}, cmd.Args...)
	cmd.Path, err = exec.LookPath("unshare")
	cmd.Stdin = nil
	text, runErr := cmd.CombinedOutput()
	full, again, ok := strings.Cut(string(text), "and again\n")
	if err != nil || runErr != nil || !ok || strings.Contains(full, "line ") ||
		!strings.Contains(strings.ToLower(full), "no space left on device") || !strings.Contains(again, "each link once") {
		t.Errorf("%v %v\n%s", err, runErr, text)
	}
}
