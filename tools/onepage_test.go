package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOnePage: pages with equal content are one page (Mielke 2011, 2.1). A menu leads to the copy of a page: it is still a menu
// of both, and the copy is no neighbour.
func TestOnePage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	menu := func(second, text string) string {
		item := func(href string) string { return `<li><a href="` + href + `">x</a></li>` }
		return "<html><ul>" + item("/") + item(second) + item("/c") + "</ul>" + text
	}
	if err := os.Mkdir(filepath.Join(dir, "site"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"site/index.html": menu("/b", "h"), "site/b": menu("/b", "b"),
		"site/b2": menu("/b", "b"), "site/c": menu("/b2", "c"), "void": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("../scripts/one-page.sh")
	if err != nil {
		t.Fatal(err)
	}
	run := func(line string) string {
		cmd := exec.Command("sh", "-c", line, script)
		cmd.Dir, cmd.Env = dir, withTools()
		text, _ := cmd.CombinedOutput()
		return string(text)
	}
	where := "-q -dir site -base http://s.example/ -index index.html -o "
	if said := run("extract-text " + where + "d.jsonl && link-groups " + where + "groups.tsv"); said != "" {
		t.Fatal(said)
	}
	labels := run(`"$0" d.jsonl groups.tsv | nav-links -method thesis`)
	for _, want := range []string{"http://s.example/c\thttp://s.example/b2\tnavigation\tgraph, neighbours 2, choices 1",
		"http://s.example/b2\thttp://s.example/b\tcontent\tredirect"} {
		if !strings.Contains(labels, want) {
			t.Errorf("%s lacks %s", labels, want)
		}
	}
	if strings.Count(labels, "\n") != 10 {
		t.Errorf("%s", labels)
	}
	for line, want := range map[string]string{
		`"$0" d.jsonl`: "give documents", `"$0" none groups.tsv`: "none: no such file", `"$0" d.jsonl void`: "void: is empty",
		`"$0" groups.tsv groups.tsv`: "does not begin with lines of documents with a hash",
		`"$0" d.jsonl d.jsonl`:       "does not begin with lines of eight fields",
	} {
		if said := run(line); !strings.Contains(said, want) || !strings.HasPrefix(said, "one-page.sh: ") {
			t.Errorf("%s: %s", line, said)
		}
	}
}
