package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// These tests look at which variables of the command line have an effect on a goal, and at the numbers in them.

// TestCrawlUsed: that a variable has an effect on a goal is found as make would run it, for each goal.
func TestCrawlUsed(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out := t.TempDir()
	text, err := crawlCommand(t, out, append(args, "-np", "links.t2")...).Output()
	list := regexp.MustCompile(`(?m)^RESULTS := (.*)$`).FindStringSubmatch(string(text))
	if err != nil || list == nil {
		t.Fatalf("make -p has no list of results: %v", err)
	}
	kinds := map[string]bool{}
	for _, goal := range append(strings.Fields(list[1]), "crawl") {
		text, err := crawlCommand(t, out, append(args, "-n", goal)...).Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", goal, err, stderrOf(err))
		}
		var want []string
		for _, m := range regexp.MustCompile(`\$([A-Z]+)`).FindAllStringSubmatch(string(text), -1) {
			want = append(want, "<"+m[1]+">")
		}
		cmd := exec.Command("../scripts/crawl.sh", "variables_of_steps")
		cmd.Env = withTools("STEPS=" + goal)
		said, err := cmd.Output()
		got := strings.Fields(string(said))
		slices.Sort(got)
		slices.Sort(want)
		got, want = slices.Compact(got), slices.Compact(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v: %v", goal, got, want, err)
		}
		kinds[strings.Join(got, " ")] = true
	}
	if len(kinds) < 5 {
		t.Errorf("all goals have these variables: %v", kinds)
	}
}

// TestCrawlIdle: a variable of the command line that has no effect on the goals is said, also of goals that are files.
func TestCrawlIdle(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out := t.TempDir()
	args = append(args, "SEED=http://a.test/b.html", "K=3", "TOP=2")
	chain(t, out, args...)
	for goals, want := range map[string]string{
		"":                  "",
		"crawl words":       "",
		"ranks.t2":          "SEED K TOP",
		"layers.t2":         "K TOP",
		"layer-sizes.t2":    "K TOP",
		"report.html":       "TOP",
		"tau.txt":           "SEED TOP",
		"top.txt":           "SEED K",
		"links.t2":          "SEED K TOP",
		"urls.txt links.t2": "SEED K TOP",
		"top.txt tau.txt":   "SEED",
		"clusters.t2":       "SEED K TOP",
	} {
		text := chain(t, out, append(args, strings.Fields(goals)...)...)
		var got []string
		for _, m := range regexp.MustCompile(`(?m)^make: ([A-Z]+)=\S+ has no effect on (.*)$`).FindAllStringSubmatch(text, -1) {
			got = append(got, m[1])
			if m[2] != goals {
				t.Errorf("%s: it is said of %q", goals, m[2])
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v have no effect, not %s\n%s", goals, got, want, text)
		}
	}
}

// TestCrawlIdleUnico: what only unico reads is said by its goal, also if no goal is given.
func TestCrawlIdleUnico(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	text := chain(t, t.TempDir(), append(args, "CLUSTERS=3")...)
	if !strings.Contains(text, "make: CLUSTERS=3 has an effect only on the goal unico, which is not asked for\n") {
		t.Error(text)
	}
}

// TestCrawlDecimal: a number may begin with zeros, and is the same number then.
func TestCrawlDecimal(t *testing.T) {
	t.Parallel()
	_, args := site(t)
	out := t.TempDir()
	chain(t, out, append(args, "K=010", "TOP=002", "tau.txt", "top.txt")...)
	text, err := os.ReadFile(filepath.Join(out, "top.txt"))
	if err != nil || strings.Count(string(text), "\n") != 2 {
		t.Errorf("the best pages: %v\n%s", err, text)
	}
	if said := chain(t, out, append(args, "K=10", "TOP=2", "tau.txt", "top.txt")...); said != "" {
		t.Errorf("with the same numbers:\n%s", said)
	}
}
