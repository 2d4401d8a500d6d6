package lint

import (
	"flag"
	"fmt"
	"go/doc"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The README is read in five minutes, also on a narrow screen.
const (
	maxReadmeWords = 1200
	maxReadmeLine  = 130 // characters
)

var update = flag.Bool("update", false, "rewrite the table of packages in docs/architecture.md")

// document is the text of README.md or of a page of docs.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func documents(t *testing.T) []string {
	names := []string{"README.md"}
	for _, name := range tracked(t) {
		if path.Dir(name) == "docs" && path.Ext(name) == ".md" {
			names = append(names, name)
		}
	}
	return names
}

func TestReadmeSize(t *testing.T) {
	text := document(t, "README.md")
	if words := len(strings.Fields(text)); words > maxReadmeWords {
		t.Errorf("README.md: %d words, more than %d: what does not fit goes to docs", words, maxReadmeWords)
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if length := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); length > maxReadmeLine {
			t.Errorf("README.md:%d: %d characters, more than %d", n, length, maxReadmeLine)
		}
	}
}

var (
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	scheme = regexp.MustCompile(`^[a-z]+:`)
)

// TestLinks: a link to a file of the repository leads to one, and every page of docs can be reached from the README.
func TestLinks(t *testing.T) {
	reached := map[string]bool{"README.md": true}
	for queue := []string{"README.md"}; len(queue) > 0; queue = queue[1:] {
		for _, m := range link.FindAllStringSubmatch(document(t, queue[0]), -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if scheme.MatchString(m[1]) || target == "" {
				continue
			}
			target = path.Join(path.Dir(queue[0]), target)
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s: the link to %s leads to no file", queue[0], m[1])
			} else if path.Ext(target) == ".md" && !reached[target] {
				reached[target] = true
				queue = append(queue, target)
			}
		}
	}
	for _, name := range documents(t) {
		if !reached[name] {
			t.Errorf("%s: no link leads here from README.md", name)
		}
	}
}

// TestDocsList: docs/README.md has a line for every other page of docs.
func TestDocsList(t *testing.T) {
	list := document(t, "docs/README.md")
	for _, name := range documents(t) {
		page := path.Base(name)
		if row := fmt.Sprintf("\n* [%s](%s): ", page, page); page != "README.md" && strings.Count(list, row) != 1 {
			t.Errorf("docs/README.md has no line for %s", name)
		}
	}
}

// TestScriptsList: scripts/README.md names every other file and folder of scripts once.
func TestScriptsList(t *testing.T) {
	list, listed := document(t, "scripts/README.md"), map[string]bool{"README.md": true}
	for _, name := range tracked(t) {
		rest, ok := strings.CutPrefix(name, "scripts/")
		name, _, _ = strings.Cut(rest, "/")
		if !ok || listed[name] {
			continue
		}
		listed[name] = true
		if n := strings.Count(list, "`"+name+"`"); n != 1 {
			t.Errorf("scripts/README.md names %s %d times", name, n)
		}
	}
}

// fileRow matches a row of the list of files in the comment of a package, fileName a file in it; name_*.go is a file for each
// system.
var (
	fileRow  = regexp.MustCompile(`(?m)^\t\w+(\.go|_\*(\.go)?)\s`)
	fileName = regexp.MustCompile(`\b\w+(\.go|_\*)`)
)

// TestFileLists: a list of files in the comment of a package has all files of the package, and no others.
func TestFileLists(t *testing.T) {
	files, comments := map[string][]string{}, map[string]string{}
	for _, s := range sources(t) {
		if !s.test() {
			files[s.dir()] = append(files[s.dir()], path.Base(s.name))
			comments[s.dir()] += s.Doc.Text()
		}
	}
	for dir, comment := range comments {
		if len(fileRow.FindAllString(comment, 2)) < 2 {
			continue
		}
		list := fileName.FindAllString(comment, -1)
		for _, row := range list {
			if found, err := filepath.Glob(filepath.Join(root, dir, row)); err != nil || len(found) == 0 {
				t.Errorf("%s: the list of files has %s, which is not there", dir, row)
			}
		}
		for _, name := range files[dir] {
			named := func(row string) bool { return row == name || strings.HasPrefix(name, strings.TrimSuffix(row, "*")) }
			if name != "doc.go" && !slices.ContainsFunc(list, named) {
				t.Errorf("%s: the list of files lacks %s", dir, name)
			}
		}
	}
}

// TestTools: the table of the README has each tool once.
func TestTools(t *testing.T) {
	_, rest, _ := strings.Cut(document(t, "README.md"), "<!-- tools:")
	text, _, ok := strings.Cut(rest, "<!-- /tools -->")
	if !ok {
		t.Fatal("README.md has no marks of the table of tools")
	}
	for _, name := range tracked(t) {
		if ok, _ := path.Match("tools/*/main.go", name); !ok {
			continue
		}
		tool := path.Base(path.Dir(name))
		if n := strings.Count(text, "| `"+tool+"` |"); n != 1 {
			t.Errorf("README.md: the table of tools has %s %d times: run make docs", tool, n)
		}
	}
}

// Files, tests, goals of make and faults of TestEveryTool that a document names in code. NAME stands for a tool.
var (
	named = regexp.MustCompile("`((?:pkg|tools|scripts|docs|testdata)/[\\w./-]*)`")
	tests = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w*)")
	goal  = regexp.MustCompile("`make ([a-z-]+)[` ]")
	fault = regexp.MustCompile("`((?:input|output|limits)/[^`]+)`")
)

// TestNames: what documents name in code is there.
func TestNames(t *testing.T) {
	there, faults := map[string]bool{}, ""
	for _, s := range sources(t) {
		for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(string(s.text), -1) {
			there[m[1]] = true
		}
		if s.dir() == "tools" {
			faults += string(s.text)
		}
	}
	goals := document(t, "Makefile") + document(t, "scripts/measure.mk")
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(goals, -1) {
		there["make "+m[1]] = true
	}
	for _, name := range documents(t) {
		text := document(t, name)
		check := func(names *regexp.Regexp, what string, there func(string) bool) {
			for _, m := range names.FindAllStringSubmatch(text, -1) {
				if !there(m[1]) {
					t.Errorf("%s names %s, which is no %s", name, m[1], what)
				}
			}
		}
		check(named, "file", func(s string) bool {
			_, err := os.Stat(filepath.Join(root, s))
			return err == nil || strings.Contains(s, "NAME")
		})
		check(tests, "test", func(s string) bool { return there[s] })
		check(goal, "goal of make", func(s string) bool { return there["make "+s] })
		check(fault, "fault of TestEveryTool", func(s string) bool { return strings.Contains(faults, `{"`+s+`",`) })
	}
}

// TestPicture: the picture in docs/architecture.md has the floors, the highest first, with the groups on each.
func TestPicture(t *testing.T) {
	_, picture, _ := strings.Cut(document(t, "docs/architecture.md"), "## Who may import whom\n\n```text\n")
	picture, _, _ = strings.Cut(picture, "```")
	drawn := strings.Split(picture, "\n       |\n")
	if len(drawn) != top+1 {
		t.Fatalf("docs/architecture.md draws %d floors, not %d", len(drawn), top+1)
	}
	for _, g := range groups {
		if name, _, _ := strings.Cut(g.name, ":"); !strings.Contains(drawn[top-g.floor], " "+name+" ") {
			t.Errorf("docs/architecture.md does not draw %s on floor %d", name, g.floor)
		}
	}
}

// TestPackages: the table of packages in docs/architecture.md has the first sentence of each. "make docs" rewrites it.
func TestPackages(t *testing.T) {
	sentences := map[string]string{}
	for _, s := range sources(t) {
		if about, ok := strings.CutPrefix(s.Doc.Text(), "Package "+s.Name.Name+" "); ok {
			sentences[s.dir()] = strings.TrimSuffix(new(doc.Package).Synopsis(about), ".")
		}
	}
	var table strings.Builder
	table.WriteString("| package | |\n|---|---|\n")
	for _, g := range groups {
		fmt.Fprintf(&table, "| **%s** | |\n", g.name)
		for _, name := range g.packages {
			sentence := sentences["pkg/"+name]
			if sentence == "" {
				t.Errorf("pkg/%s, of the group %s, has no comment that says what it is", name, g.name)
			}
			fmt.Fprintf(&table, "| `pkg/%s` | %s |\n", name, sentence)
		}
	}
	const page = "docs/architecture.md"
	text := document(t, page)
	marks := regexp.MustCompile("(?s)(<!-- packages: .*? -->\n).*(<!-- /packages -->)").FindStringSubmatchIndex(text)
	if marks == nil {
		t.Fatalf("%s has no marks of the table of packages", page)
	}
	want := text[:marks[3]] + table.String() + text[marks[4]:]
	switch {
	case text == want:
	case !*update:
		t.Errorf("%s is not current: run make docs", page)
	default:
		if err := os.WriteFile(filepath.Join(root, page), []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestThesis: a package whose comments say "the thesis" names its author and its year in the package comment, since webmill
// follows five.
func TestThesis(t *testing.T) {
	author, thesis := regexp.MustCompile(`\p{Lu}\p{Ll}+ 20\d\d`), regexp.MustCompile(`\b[Tt]he\s+thesis\b`)
	named, says := map[string]bool{}, map[string]string{}
	for _, s := range sources(t) {
		if !s.in("pkg") || s.test() {
			continue
		}
		if s.Doc != nil && author.MatchString(s.Doc.Text()) {
			named[s.dir()] = true
		}
		for _, c := range s.Comments {
			if thesis.MatchString(c.Text()) {
				says[s.dir()] = fmt.Sprintf("%s:%d", s.name, s.line(c.Pos()))
			}
		}
	}
	for dir, place := range says {
		if !named[dir] {
			t.Errorf("%s: the thesis: of whom? The package comment names none", place)
		}
	}
}

// TestRoot: the first listing of the sources shows what they are, and nothing that a run has left.
func TestRoot(t *testing.T) {
	allowed := strings.Fields(".gitignore CHANGELOG.md LICENSE Makefile README.md go.mod go.sum")
	for _, name := range tracked(t) {
		if path.Dir(name) == "." && !slices.Contains(allowed, name) {
			t.Errorf("%s is in the root: is it a file that a run has left?", name)
		}
	}
}
