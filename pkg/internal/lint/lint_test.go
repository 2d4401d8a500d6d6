package lint

import (
	"bufio"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// Sizes that can be read in one sitting.
const (
	maxMain         = 65  // lines of a tool's main.go
	maxFile         = 600 // lines of any file
	maxFunc         = 60  // lines of a function
	maxLongFunc     = 100 // of a function with a comment "long: why" before it or in its first lines
	maxRequirements = 12  // direct ones in go.mod
)

// A source is one parsed Go file.
type source struct {
	name string // from the root, with slashes
	text []byte
	set  *token.FileSet
	*ast.File
}

func (s *source) test() bool           { return strings.HasSuffix(s.name, "_test.go") }
func (s *source) dir() string          { return path.Dir(s.name) }
func (s *source) in(d string) bool     { return s.dir() == d || strings.HasPrefix(s.dir(), d+"/") }
func (s *source) lines() int           { return strings.Count(string(s.text), "\n") }
func (s *source) line(p token.Pos) int { return s.set.Position(p).Line }

// tracked lists the files of the repository, those not yet added too, without what builds and tests leave.
func tracked(t *testing.T) []string {
	t.Helper()
	git := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if out, err := git.Output(); err == nil {
		return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 })
	}
	var names []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if d.IsDir() && slices.Contains([]string{".git", "bin", "build", "out"}, name) {
			return fs.SkipDir
		}
		if err == nil && d.Type().IsRegular() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func sources(t *testing.T) []*source {
	t.Helper()
	var list []*source
	for _, name := range tracked(t) {
		if path.Ext(name) != ".go" || strings.Contains(name, "testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // removed, not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		s := &source{name: name, text: text, set: token.NewFileSet()}
		if s.File, err = parser.ParseFile(s.set, name, text, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		t.Fatal("no sources found")
	}
	return list
}

func TestFormat(t *testing.T) {
	for _, s := range sources(t) {
		if want, err := format.Source(s.text); err != nil || string(want) != string(s.text) {
			t.Errorf("%s: not formatted by gofmt (%v)", s.name, err)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, s := range sources(t) {
		if s.dir() != "tools" && path.Base(s.name) == "main.go" && s.in("tools") && s.lines() > maxMain {
			t.Errorf("%s: %d lines, more than %d: a tool is a command value, its work is in pkg", s.name, s.lines(), maxMain)
		}
		if s.lines() > maxFile {
			t.Errorf("%s: %d lines, more than %d", s.name, s.lines(), maxFile)
		}
		for _, d := range s.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				checkFunc(t, s, f)
			}
		}
	}
}

func checkFunc(t *testing.T, s *source, f *ast.FuncDecl) {
	lines, most := s.line(f.End())-s.line(f.Pos())+1, maxFunc
	for _, c := range s.Comments {
		if strings.Contains(c.Text(), "long: ") && s.line(c.Pos()) >= s.line(f.Pos())-8 && c.End() < f.End() {
			most = maxLongFunc
		}
	}
	if lines > most {
		t.Errorf("%s:%d: %s has %d lines, more than %d", s.name, s.line(f.Pos()), f.Name.Name, lines, most)
	}
}

func TestDocs(t *testing.T) {
	packages := map[string]bool{}
	for _, s := range sources(t) {
		packages[s.dir()] = packages[s.dir()] || s.Doc != nil
		if s.test() || s.Name.Name == "main" {
			continue
		}
		for _, d := range s.Decls {
			for name, pos := range undocumented(d) {
				t.Errorf("%s:%d: %s is exported and has no comment", s.name, s.line(pos), name)
			}
		}
	}
	for dir, ok := range packages {
		if !ok {
			t.Errorf("%s: the package has no comment", dir)
		}
	}
}

// TestDocNames: a comment of a function that begins with a name begins with that of the function. A capital letter makes a name.
// In tests a comment may be a sentence: there a capital letter inside of the word makes it.
func TestDocNames(t *testing.T) {
	name, inTests := regexp.MustCompile(`^[A-Z]\w*`), regexp.MustCompile(`^[A-Z]\w*[a-z][A-Z]\w*`)
	for _, s := range sources(t) {
		for _, d := range s.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			first := name.FindString(f.Doc.Text())
			if s.test() {
				first = inTests.FindString(f.Doc.Text())
			}
			if first != "" && first != f.Name.Name {
				t.Errorf("%s:%d: the comment of %s begins with %s", s.name, s.line(f.Pos()), f.Name.Name, first)
			}
		}
	}
}

// undocumented are the exported names of a declaration that no comment explains. Methods by which a type implements a
// well-known interface explain themselves.
func undocumented(d ast.Decl) map[string]token.Pos {
	bad := map[string]token.Pos{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) && !wellKnown[d.Name.Name] {
			bad[d.Name.Name] = d.Pos()
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
					bad[s.Name.Name] = s.Pos()
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
						bad[n.Name] = n.Pos()
					}
				}
			}
		}
	}
	return bad
}

var wellKnown = map[string]bool{"String": true, "Error": true, "Unwrap": true, "Len": true, "Less": true, "Swap": true}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	typ := f.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.IsExported()
		default:
			return false
		}
	}
}

// TestPanics: a library returns errors. A panic for what only a mistake in the program can cause says so in a comment
// on its line or above it.
func TestPanics(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() {
			continue
		}
		commented := map[int]bool{}
		for _, c := range s.Comments {
			commented[s.line(c.End())] = true
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "panic" {
				if l := s.line(call.Pos()); !commented[l] && !commented[l-1] {
					t.Errorf("%s:%d: a panic without a comment that says why", s.name, l)
				}
			}
			return true
		})
	}
}

// TestPlaces: nothing in the repository depends on one machine or on one mirror.
func TestPlaces(t *testing.T) {
	bad := regexp.MustCompile(`(^|[\s"'=:(])/(work|home|root|Users|mnt|opt)/\w|registry\.npmjs|proxy\.golang|goproxy\.\w`)
	for _, name := range tracked(t) {
		if slices.Contains([]string{"LICENSE", "go.sum"}, name) ||
			strings.Contains(name, "testdata/") && path.Ext(name) != ".txtar" {
			continue
		}
		f, err := os.Open(filepath.Join(root, name))
		if err != nil {
			continue
		}
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			if m := bad.FindString(lines.Text()); m != "" {
				t.Errorf("%s:%d: names a place of one machine: %q", name, n, m)
			}
		}
		f.Close()
	}
}

func TestRequirements(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	direct := regexp.MustCompile(`(?m)^(?:require)?\s+[\w.]+\.\w+/\S+ v\S+$`).FindAllString(string(text), -1)
	if len(direct) > maxRequirements {
		t.Errorf("%d direct requirements, more than %d: %q", len(direct), maxRequirements, direct)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum")) // of all modules that go list -m all names
	if err != nil {
		t.Fatal(err)
	}
	engine := regexp.MustCompile(`\S*(apache/beam|/aws|cloud\.google\.com)\S*`)
	if found := engine.FindString(string(text) + string(sums)); found != "" {
		t.Errorf("%s: only the module tools/beam needs it", found)
	}
}

// TestDocNumbers: where the comment of a function speaks of n, this is a name in its declaration or its body.
func TestDocNumbers(t *testing.T) {
	n := regexp.MustCompile(`(^|[\s(])n[.,;:)\s]`)
	for _, s := range sources(t) {
		for _, d := range s.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.test() || !n.MatchString(f.Doc.Text()) {
				continue
			}
			named := false
			ast.Inspect(f, func(node ast.Node) bool {
				id, ok := node.(*ast.Ident)
				named = named || ok && id.Name == "n"
				return true
			})
			if !named {
				t.Errorf("%s:%d: the comment of %s speaks of n, which is not there", s.name, s.line(f.Pos()), f.Name.Name)
			}
		}
	}
}

// TestNamedTests: a test that a comment names is there.
func TestNamedTests(t *testing.T) {
	name := regexp.MustCompile(`\b(Test|Fuzz|Benchmark)[A-Z]\w+`)
	all, there := sources(t), map[string]bool{}
	for _, s := range all {
		for _, d := range s.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				there[f.Name.Name] = true
			}
		}
	}
	for _, s := range all {
		for _, c := range s.Comments {
			for _, n := range name.FindAllString(c.Text(), -1) {
				if !there[n] {
					t.Errorf("%s:%d: names %s, which is not there", s.name, s.line(c.Pos()), n)
				}
			}
		}
	}
}
