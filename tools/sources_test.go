package tools_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSources: the tools that docs/sources.md and docs/unico.md name have the flags that they name, and each line and error of
// the theses has a row.
func TestSources(t *testing.T) {
	t.Parallel()
	code, number := regexp.MustCompile("`([^`\n]+)`"), regexp.MustCompile(`\b[AEV]?\d+\b`)
	manuals := map[string]string{}
	rows := map[string]int{}
	for _, page := range []string{"sources.md", "unico.md"} {
		text, err := os.ReadFile("../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range code.FindAllSubmatch(text, -1) {
			words := strings.Fields(string(m[1]))
			if _, err := os.Stat(words[0] + "/main.go"); err != nil {
				continue
			}
			if manuals[words[0]] == "" {
				text, err := exec.Command(filepath.Join(binDir, words[0]), "-h").Output()
				if err != nil {
					t.Fatal(err)
				}
				manuals[words[0]] = string(text)
			}
			for _, word := range words[1:] {
				if word[0] == '-' && !strings.Contains(manuals[words[0]], "\n  "+word+" ") {
					t.Errorf("%s: %s: there is no flag %s", page, m[1], word)
				}
			}
		}
		thesis := ""
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "## ") {
				thesis = line
			}
			if first, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |"); ok && strings.HasPrefix(line, "| ") {
				if n := len(number.FindAllString(first, -1)); n > 0 {
					rows[thesis] += n
				}
			}
		}
	}
	want := map[string]int{
		"## Kulvait 2007\n": 24 + 31, "## Bumüller 2019\n": 20 + 20, "## Miloi 2005\n": 18 + 21, "## Mielke 2011\n": 15 + 33,
		"## What it must show\n": 27, "## Vectors\n": 22, "## Errors of the thesis\n": 32,
	}
	if !maps.Equal(rows, want) {
		t.Errorf("rows of lines and errors: %v, not %v", rows, want)
	}
}
