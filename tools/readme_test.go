package tools_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const readmeFile = "../README.md"

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(readmeFile)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadmeTable: the table of tools is what the manuals say. "make docs" rewrites it.
func TestReadmeTable(t *testing.T) {
	text := readme(t)
	begin, end := strings.Index(text, "\n<!-- tools:"), strings.Index(text, "<!-- /tools -->")
	if begin < 0 || end < begin {
		t.Fatal("README.md has no markers for the table of tools")
	}
	begin += strings.Index(text[begin:], "-->\n") + len("-->\n")
	if text[begin:end] == table(t) {
		return
	}
	if !*update {
		t.Fatal("the table of tools in README.md is not current: run make docs")
	}
	if err := os.WriteFile(readmeFile, []byte(text[:begin]+table(t)+text[end:]), 0o666); err != nil {
		t.Fatal(err)
	}
}

func table(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| tool | what it does | in → out |\n|---|---|---|\n")
	for _, name := range toolNames() {
		p := emptyPlace(t, &tool{name: name})
		manual := string(p.run([]string{"-h"}).stdout)
		first, _, _ := strings.Cut(manual, "\n")
		row := fmt.Sprintf("| `%s` | %s | %s → %s |\n", name, cell(strings.TrimPrefix(first, name+" - ")),
			cell(manualLine(manual, "input")), cell(manualLine(manual, "output")))
		b.WriteString(row)
	}
	return b.String()
}

// manualLine is what a manual says after one of its heads, or "".
func manualLine(manual, head string) string {
	m := regexp.MustCompile(fmt.Sprintf("(?m)^%-8s (.*)$", head)).FindStringSubmatch(manual)
	if m == nil {
		return ""
	}
	return m[1]
}

// cell keeps what a manual says from being read as Markdown.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;").Replace(s) }

// TestReadmePipelines runs the pipelines of the README as they stand there.
func TestReadmePipelines(t *testing.T) {
	lines := []int{5, 5, 5} // that each prints
	all := regexp.MustCompile("(?s)<!-- pipeline -->\n```sh\n(.*?)```").FindAllStringSubmatch(readme(t), -1)
	if len(all) != len(lines) {
		t.Fatalf("README.md has %d pipelines", len(all))
	}
	for i, m := range all {
		runPipeline(t, m, lines[i])
	}
}

func runPipeline(t *testing.T, m []string, lines int) {
	for _, name := range regexp.MustCompile(`(?m)^\s*([a-z][a-z-]*) `).FindAllStringSubmatch(m[1], -1) {
		if _, err := os.Stat(name[1] + "/main.go"); err != nil {
			t.Fatalf("README.md uses %s, which is not a tool", name[1])
		}
	}
	p := emptyPlace(t, &tool{name: "bash"})
	data, err := filepath.Abs("../testdata")
	p.must(errors.Join(err, os.Symlink(data, p.path("testdata"))))
	p.names = p.list(p.dir)
	r := p.run(nil, func(c *cmd) { c.Path, c.Args = "/bin/bash", []string{"bash", "-euo", "pipefail", "-c", m[1]} })
	var written []string
	for _, name := range regexp.MustCompile(`-(?:o|dict) (\S+)`).FindAllStringSubmatch(m[1], -1) {
		written = append(written, name[1])
	}
	p.succeeds(r, written...)
	if got := strings.Count(string(r.stdout), "\n"); got != lines {
		t.Errorf("the pipeline printed %d lines, not %d: %q", got, lines, r.stdout)
	}
}
