// Package tools_test puts the real binaries to the test.
//
//	main_test.go        builds the tools for all tests
//	script_test.go      scripts of the single tools; flags_test.go  what their flags mean
//	every_*_test.go     the faults that every tool must survive: every_test.go begins
//	damage_test.go      damaged archives; bodies_test.go  pages that can be read only in part
//	hungry_test.go      pages that need much memory; names_test.go  very many names; memory_test.go  scripts/memory.sh
//	chain*_test.go      the chain of scripts/crawl.mk, a topic each: changed, killed, refused, stale, and the further goals
//	crawl_test.go       the whole chain, with hosts_test.go and onepage_test.go for some of its results
//	fetch*_test.go      fetch, on webs of this machine
//	maincontent_test.go main-content; sitemap_test.go  sitemap; judge_linux_test.go  judge; homepages_test.go  home pages
//	lxml_test.go        links, beside another parser; graphml_test.go, xmlexport_test.go  exports, beside other readers
//	thesis_test.go      scripts/thesis.mk; unicoscripts_test.go, linkscores_test.go, marks_test.go  scripts for docs
//	readme_test.go      README.md and the figures of docs; sources_test.go  docs/sources.md and docs/unico.md
//	install_test.go     scripts/install.sh and the installed webmill
package tools_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	update = flag.Bool("update", false, "rewrite what scripts expect, and the table of tools in README.md")
	rounds = flag.Int("rounds", 12, "how often each tool is killed at a random moment")
	seed   = flag.Uint64("seed", 1, "of the random moments")
)

// binDir holds the tools: the folder $WEBMILL_TEST_TOOLS, where make has just built them, or one in which they are built for all
// tests.
var binDir = os.Getenv("WEBMILL_TEST_TOOLS")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Unsetenv("WEBMILL_TEST_TOOLS") // of this process alone, like GOGC
	os.Unsetenv("GOGC")
	dir, err := "", error(nil)
	if binDir == "" {
		if dir, err = os.MkdirTemp("", "webmill-tools-*"); err == nil {
			binDir = filepath.Join(dir, "bin")
			err = buildTools()
		}
	}
	code := 1
	if err == nil {
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	large.remove()
	small.remove()
	os.RemoveAll(dir) // the only folder that this process leaves to remove
	os.Exit(code)
}

func buildTools() error {
	if err := os.Mkdir(binDir, 0o777); err != nil {
		return err
	}
	if len(toolNames()) == 0 {
		return nil
	}
	// The flags are those of make, so that packages which make has compiled are not compiled again; without -s -w, linking is
	// slower.
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", binDir+"/", "./...")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the tools do not build: %v\n%s", err, out)
	}
	return nil
}

// toolNames finds the tools: the folders that hold a main.go.
func toolNames() []string {
	mains, _ := filepath.Glob("*/main.go")
	names := make([]string, len(mains))
	for i, m := range mains {
		names[i] = filepath.Dir(m)
	}
	slices.Sort(names)
	return names
}

// costs logs, for scripts/test-seconds.sh, what the tests of a tool take of the processors. With -parallel 1 no other tests do.
func costs(t *testing.T, tool string) {
	before := processors()
	t.Cleanup(func() { t.Logf("costs %s %.2f", tool, (processors() - before).Seconds()) })
}

// processors is the time that this process has taken, and all that it has waited for.
func processors() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

// withTools is the environment with the tools on PATH and only the given changes besides.
func withTools(changes ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GO") })
	return append(append(env, "PATH="+binDir+":"+os.Getenv("PATH")), changes...)
}
