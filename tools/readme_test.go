package tools_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/cli"
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
	current(t, readmeFile, text[:begin]+table(t)+text[end:])
}

// TestReadmeVariables: the table of variables in docs/chain.md is what webmill -h says. "make docs" rewrites it.
func TestReadmeVariables(t *testing.T) {
	const page = "../docs/chain.md"
	manual, err := os.ReadFile("../scripts/webmill")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(manual), "\n# variables:\n")
	list, _, _ = strings.Cut(list, "\n#\n")
	list = regexp.MustCompile(`\n# {4,}`).ReplaceAllString(list, " ")
	rows := regexp.MustCompile(`(?m)^#   ([A-Z]+) +(.*?)(?: \(default:? (.*)\))?$`).FindAllStringSubmatch(list, -1)
	begin, end := strings.Index(string(text), "<!-- variables:"), strings.Index(string(text), "<!-- /variables -->")
	if len(rows) < 11 || begin < 0 || end < begin {
		t.Fatalf("webmill -h has %d variables; the marks of the table in %s are at %d and %d", len(rows), page, begin, end)
	}
	begin += strings.Index(string(text[begin:]), "\n") + 1
	goals, err := os.ReadFile("../scripts/crawl.mk")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range rows {
		said := strings.Fields(m[3] + " -")[0]
		set := regexp.MustCompile(`(?m)^` + m[1] + ` *\?= *(.*)$`).FindSubmatch(goals)
		if set != nil && len(set[1]) > 0 && said != string(set[1]) {
			t.Errorf("the default of %s is %s in crawl.mk, but webmill -h says %s", m[1], set[1], said)
		}
	}
	var b strings.Builder
	b.WriteString("| variable | meaning | default |\n|---|---|---|\n")
	for _, m := range rows {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", m[1], cell(m[2]), cell(m[3]))
	}
	current(t, page, string(text[:begin])+b.String()+string(text[end:]))
}

// purposes is the order of the table: that of a chain from a crawl to what it shows.
var purposes = []cli.Purpose{
	cli.Fetch, cli.ReadCrawl, cli.Ids, cli.Streams, cli.Graphs, cli.Ranks, cli.Terms, cli.Clusters, cli.Names, cli.Results,
}

func table(t *testing.T) string {
	rows := map[cli.Purpose][]string{}
	for _, name := range toolNames() {
		manual := string(emptyPlace(t, &tool{name: name}).run([]string{"-h"}).stdout)
		first, _, _ := strings.Cut(manual, "\n")
		purpose := cli.Purpose(manualLine(manual, "purpose"))
		if !slices.Contains(purposes, purpose) {
			t.Fatalf("the Purpose of %s is %q, none of %q", name, purpose, purposes)
		}
		rows[purpose] = append(rows[purpose], fmt.Sprintf("`%s` | %s\n", name, cell(strings.TrimPrefix(first, name+" - "))))
	}
	var b strings.Builder
	b.WriteString("| to | tool | |\n|---|---|---|\n")
	for _, purpose := range purposes {
		for i, row := range rows[purpose] {
			if i == 0 {
				fmt.Fprintf(&b, "| %s ", purpose)
			} else {
				b.WriteString("|")
			}
			fmt.Fprintf(&b, "| %s", row)
		}
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

// TestFigures: the tables and pictures in docs are what docs/figures says. "make docs" makes them.
func TestFigures(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		current(t, name, figures.ReplaceAllStringFunc(string(text), func(s string) string {
			m := figures.FindStringSubmatch(s)
			return m[1] + drawn(t, "table", m[2]) + m[3]
		}))
	}
	pictures, err := filepath.Glob("../docs/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pictures {
		current(t, name, drawn(t, "bars", strings.TrimSuffix(filepath.Base(name), "svg")+"tsv"))
	}
}

var figures = regexp.MustCompile("(?s)(<!-- figures: ([a-z-]+\\.tsv) -->\n).*?(<!-- /figures -->)")

// drawn is what scripts/figures.sh makes of a file of docs/figures.
func drawn(t *testing.T, form, file string) string {
	out, err := exec.Command("../scripts/figures.sh", form, "../docs/figures/"+file).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", form, file, err)
	}
	return string(out)
}

// current checks that a file holds the text, or writes it with -update.
func current(t *testing.T, name, want string) {
	if got, err := os.ReadFile(name); err != nil {
		t.Fatal(err)
	} else if string(got) == want {
		return
	}
	if !*update {
		t.Errorf("%s is not current: run make docs", strings.TrimPrefix(name, "../"))
	} else if err := os.WriteFile(name, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestPipelines runs the pipelines of README.md and docs, which print what stands below them there.
func TestPipelines(t *testing.T) {
	t.Parallel()
	docs, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(docs, readmeFile) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all := pipeline.FindAllStringSubmatch(string(text), -1)
		if marks := strings.Count(string(text), "<!-- pipeline -->"); marks != len(all) {
			t.Errorf("%s has %d marks of pipelines, but a block of sh and one of text follow only %d", name, marks, len(all))
		}
		for _, m := range all {
			t.Run(filepath.Base(name), func(t *testing.T) { runPipeline(t, m[1], m[2]) })
		}
	}
}

var pipeline = regexp.MustCompile("(?s)<!-- pipeline -->\n```sh\n(.*?)```\n\n```text\n(.*?)```")

func runPipeline(t *testing.T, commands, want string) {
	for _, name := range regexp.MustCompile(`(?m)^\s*([a-z][a-z-]*) `).FindAllStringSubmatch(commands, -1) {
		if _, err := os.Stat(name[1] + "/main.go"); err != nil && name[1] != "set" && name[1] != "make" {
			t.Fatalf("%s is not a tool", name[1])
		}
	}
	p := emptyPlace(t, &tool{name: "bash"})
	for _, name := range []string{"testdata", "scripts"} {
		data, err := filepath.Abs("../" + name)
		p.must(errors.Join(err, os.Symlink(data, p.path(name))))
	}
	p.write("Makefile", []byte("TOOLS := "+binDir+"\nMEMORY := 64M\nall:\ninclude scripts/variables.mk scripts/crawl.mk\n"))
	p.names = p.list(p.dir)
	r := p.run(nil, func(c *cmd) { c.Path, c.Args = "/bin/bash", []string{"bash", "-euo", "pipefail", "-c", commands} })
	var written []string
	outputs := regexp.MustCompile(`(?:-(?:o|dict|rest|sizes|hosts|page-hosts|doc-lengths|growth|terms|mentions|person-pages|state|trees|xml) |OUT=|[^\d&]>)(\S+)`)
	for _, name := range outputs.FindAllStringSubmatch(commands, -1) {
		written = append(written, name[1])
	}
	p.succeeds(r, written...)
	if string(r.stdout) != want {
		t.Errorf("the pipeline printed\n%s\nnot\n%s", r.stdout, want)
	}
}
