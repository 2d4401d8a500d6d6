package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstall installs everything below a folder, and takes a crawl through the tools from another folder, with an
// environment that names nothing else. Both folders have a blank in their names.
func TestInstall(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not installed")
	}
	prefix, work := filepath.Join(t.TempDir(), "pre fix"), filepath.Join(t.TempDir(), "my work")
	run := func(dir, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + filepath.Join(prefix, "bin") + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + work}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	if err := os.Mkdir(work, 0o777); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	run(root, filepath.Join(root, "scripts/install.sh"), binDir, prefix)
	crawl, err := os.ReadFile("../testdata/crawl/site.warc.gz")
	if err == nil {
		err = os.WriteFile(filepath.Join(work, "a crawl.warc.gz"), crawl, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	webmill := filepath.Join(prefix, "bin/webmill")
	refuses(t, work, "write CRAWL=a crawl.warc.gz", webmill, "a crawl.warc.gz")
	refuses(t, work, "like CRAWL=crawl.warc.gz", webmill, "missing.warc.gz", "OUT=out")
	newFile(t, filepath.Join(work, "other.warc"), "")
	refuses(t, work, "write several archives in quotes", webmill, "CRAWL=b.warc", "other.warc", "OUT=out")
	refuses(t, work, "there is no result report, but report.html: ", webmill, "CRAWL=a crawl.warc.gz", "report", "OUT=out")
	refuses(t, work, "PREFIX is empty", filepath.Join(root, "scripts/install.sh"), binDir, "")
	webmillFlags(t, work, webmill, run)
	out := run(work, "bash", "-c", `"$0" "$@" 2>said`, webmill, "CRAWL=a crawl.warc.gz", "OUT=the results")
	if said, err := os.ReadFile(filepath.Join(work, "said")); err != nil || len(said) > 0 ||
		!strings.Contains(out, "the results/report.html") {
		t.Errorf("the run does not name the report, or says on stderr: %s%v\n%s", said, err, out)
	}
	if rows := pagesOf(t, filepath.Join(work, "the results")); len(rows) == 0 {
		t.Error("there are no pages")
	}

	manualPages(t, prefix)
	for words, want := range map[string]string{"extsort -li": "-lines", "pagerank -dang": "-dangling", "webmill CR": "CRAWL="} {
		got := run(work, "bash", "-c", `. "$1/share/bash-completion/completions/extsort"
			COMP_WORDS=($2) COMP_CWORD=1; _webmill_flags ${COMP_WORDS[0]}; echo ${COMPREPLY[@]}`, "bash", prefix, words)
		if got != want+"\n" {
			t.Errorf("%s: completed to %q, not %q", words, got, want)
		}
	}
	t.Run("zsh", func(t *testing.T) { completeZsh(t, prefix, run) })
	uninstalls(t, root, prefix, run)
}

// TestWebmillInSources: the command webmill works only where it is installed, and says so.
func TestWebmillInSources(t *testing.T) {
	t.Parallel()
	for _, arg := range []string{"-h", "CRAWL=x"} {
		refuses(t, "..", "crawl.mk: give make install first, or use make CRAWL=… in the sources\n", "scripts/webmill", arg)
	}
}

// webmillFlags gives webmill flags of make before CRAWL, and CRAWL by the environment beside a file with the name of a goal.
func webmillFlags(t *testing.T, work, webmill string, run func(dir, name string, args ...string) string) {
	t.Helper()
	run(work, webmill, "-j2", "-k", "CRAWL=a crawl.warc.gz", "OUT=first", "ready")
	newFile(t, filepath.Join(work, "links.t2"), "")
	run(work, "env", "CRAWL=a crawl.warc.gz", "OUT=second", webmill, "ready", "links.t2", "-n")
	refuses(t, work, "write CRAWL=links.t2 for", webmill, "OUT=out", "links.t2")
	refuses(t, work, "like CRAWL=crawl.warc.gz", webmill, "-j4", "OUT=out")
	refuses(t, work, "like CRAWL=crawl.warc.gz", webmill)
}

// uninstalls checks that all that was installed is there, and that it is removed, but no file of others.
func uninstalls(t *testing.T, root, prefix string, run func(dir, name string, args ...string) string) {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(prefix, "share/webmill/files"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(list)) {
		if _, err := os.Stat(filepath.Join(prefix, strings.TrimSuffix(name, "\n"))); err != nil {
			t.Error(err)
		}
	}
	other, script := filepath.Join(prefix, "share/man/man1/other.1"), filepath.Join(root, "scripts/uninstall.sh")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	run(root, script, prefix)
	var left []string
	err = filepath.WalkDir(prefix, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			left = append(left, path)
		}
		return err
	})
	if err != nil || len(left) != 1 || left[0] != other {
		t.Errorf("left %q, %v; only %s should stay", left, err, other)
	}
	if _, err := os.Stat(filepath.Join(prefix, "bin")); err == nil {
		t.Error("an empty folder stays")
	}
	refuses(t, root, "webmill is not installed in", script, prefix)
	refuses(t, root, "PREFIX is empty", script, "")
}

// refuses runs a command that must fail with a message.
func refuses(t *testing.T, dir, message, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), message) {
		t.Errorf("%s %q: %v\n%s", name, args, err, out)
	}
}

// completeZsh lets an interactive zsh, on a terminal of its own, complete lines.
func completeZsh(t *testing.T, prefix string, run func(dir, name string, args ...string) string) {
	if _, err := exec.LookPath("zsh"); err != nil {
		t.Skip("zsh is not installed")
	}
	for line, want := range map[string]string{
		"pagerank -dang": "pagerank -dangling ", "tuplejoin -columns2": "tuplejoin -columns2 ", "webmill CR": "webmill CRAWL=",
		"warc a.w": "warc a.warc ",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.warc"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := run(dir, "zsh", "-f", "-c", zshTerminal, "zsh", prefix, line); !strings.Contains(got, "<"+want+">") {
			t.Errorf("%s: zsh completed to %q, not %q", line, got, want)
		}
	}
}

// zshTerminal prints what zsh completes the line $2 to, in < and >.
const zshTerminal = `zmodload zsh/zpty
export PREFIX_DIR=$1 LINE=$2
zpty shell zsh -f -i
zpty -w shell 'PS1=; fpath=("$PREFIX_DIR/share/zsh/site-functions" $fpath); autoload -U compinit; compinit -u -D
	complete() { BUFFER=$LINE CURSOR=$#LINE; zle complete-word; print -r -- "<""$BUFFER"">"; print "<"end">"; exit }
	zle -N complete; bindkey "^G" complete; print "<"ready">"'
zpty -r shell seen '*<ready>*'
zpty -w -n shell $'\x07'
zpty -r shell seen '*<end>*'
print -r -- $seen`

// manualPages looks at the manual page of each tool.
func manualPages(t *testing.T, prefix string) {
	for _, name := range toolNames() {
		page, err := os.ReadFile(filepath.Join(prefix, "share/man/man1", name+".1"))
		if err != nil || !strings.HasPrefix(string(page), ".TH "+strings.ToUpper(name)+" 1 ") ||
			!strings.Contains(string(page), "\n.SH OPTIONS\n") {
			t.Errorf("%s: the manual page is %.60q, %v", name, page, err)
		}
	}
}
