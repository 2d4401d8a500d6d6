package lint

import (
	"bytes"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// only names what few packages may import, and which. The tests of a package may import what they like.
var only = map[string][]string{
	"unsafe":                           {"pkg/tuple", "pkg/arena"},
	"flag":                             {"pkg/cli", "tools", scripts},
	"log":                              {"pkg/madewebs", scripts}, // to silence net/http
	"log/slog":                         {"tools/beam"},            // to silence Beam
	"net":                              {"pkg/web/exchange", "pkg/madewebs"},
	"crypto/tls":                       {"pkg/web/exchange", "pkg/madewebs"},
	"net/http":                         {"pkg/madewebs", "tools/beam/objects/objectstest", scripts}, // servers for tests
	"archive/tar":                      {"pkg/realdata"},
	"archive/zip":                      {},
	"math/rand":                        {}, // its sequences may change; math/rand/v2 states its generators
	"github.com/parquet-go/parquet-go": {"pkg/parquetio"},
	"golang.org/x/net/html":            {"pkg/web/page", scripts},
	"os/signal":                        {"pkg/cli"},
}

// ofProcess are the names of package os that belong to the process as a whole.
var ofProcess = []string{"Args", "Exit", "Stdin", "Stdout", "Stderr"}

// The floors of webmill.
const (
	leaves = iota
	forms
	large
	wings // web, text and graph never import each other: they meet in pipes
	fronts
	top // tools, scripts, and what only tests import
)

// groups are the packages below pkg, from the lowest floor to the highest, in the order of docs/architecture.md. A package
// imports its own floor or one below.
var groups = []group{
	{leaves, "leaves", strings.Fields("tuple partition kinds vfs work spill par arena sorts idset " +
		"urls csv jsonstring ascii valid inflate near hashes")},
	{leaves, "leaves: tests", strings.Fields("tuple/tupletest vfs/fault work/worktest")},
	{forms, "forms of streams", strings.Fields("stream parquetio")},
	{large, "larger than memory", strings.Fields("extsort linesort extmem dict")},
	{wings, "web: read", strings.Fields("web/warc web/page web/outline web/docs web/links web/escape")},
	{wings, "web: crawl", strings.Fields("web/crawl web/crawl/robots web/crawl/recrawl web/frontier web/scope web/exchange " +
		"web/archive web/crawllog web/forecast web/coverage")},
	{wings, "web: navigation", strings.Fields("web/linkgroups web/navigation web/harmony web/sitemap web/menus")},
	{wings, "web: content", strings.Fields("web/content web/units web/sisters " +
		"web/texts web/texts/byline web/texts/safehtml web/texts/markdown web/pagefolder")},
	{wings, "text: words", strings.Fields("text/document text/words text/lang text/stop text/contact text/stem text/stemlearn " +
		"text/wordlist text/wordtable text/terms text/tfidf text/heaviest text/query")},
	{wings, "text: clusters", strings.Fields("text/cluster text/cluster/vectors text/agreement text/sampling " +
		"text/judgement text/relevance")},
	{wings, "text: names", strings.Fields("text/names text/names/crf text/people text/qlever")},
	{wings, "graph", strings.Fields("graph/graphgen graph/adj graph/bfs graph/crawlorder graph/rank graph/kendall graph/accumulate")},
	{fronts, "command line", strings.Fields("cli")},
	{fronts, "report", strings.Fields("report report/plot report/thesisdata")},
	{top, "tests", strings.Fields("internal/lint internal/site madewebs realdata")},
}

type group struct {
	floor    int
	name     string
	packages []string
}

// groupOf is the group of a package; that of a tool has no name.
func groupOf(dir string) group {
	for _, g := range groups {
		if slices.Contains(g.packages, strings.TrimPrefix(dir, "pkg/")) {
			return g
		}
	}
	return group{floor: top}
}

// docs are the packages of the web that know streams: all else there works on bytes in memory, or on a reader.
var docs = []string{"pkg/web/docs", "pkg/web/sisters", "pkg/web/navigation", "pkg/web/menus", "pkg/web/sitemap"}

const (
	module  = "webmill/"
	scripts = "scripts" // its programs are no part of the tools
)

// beam are the packages of the module tools/beam, which only that imports.
var beam = []string{"tools/beam/jobs", "tools/beam/objects"}

// makeWebs are the programs that give the webs of the tests to other programs.
var makeWebs = []string{"scripts/serve-web", "scripts/made-site", "scripts/nav-study"}

func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		for _, spec := range s.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if name == "C" {
				t.Errorf("%s: imports C: webmill is pure Go", s.name)
			}
			if s.test() {
				continue
			}
			if allowed, limited := only[library(name)]; limited && !inAny(s.dir(), allowed) {
				t.Errorf("%s: imports %s, which is for %v", s.name, name, allowed)
			}
			if own, ok := strings.CutPrefix(name, module); ok {
				checkFloors(t, s, own)
			}
		}
	}
}

// TestFloors: each package below pkg stands on one floor.
func TestFloors(t *testing.T) {
	floors := map[string]int{}
	for _, g := range groups {
		for _, name := range g.packages {
			floors["pkg/"+name]++
		}
	}
	for _, s := range sources(t) {
		if dir := s.dir(); s.in("pkg") && !strings.Contains(dir, "testdata") && floors[dir] != 1 {
			t.Errorf("%s stands on %d floors: add it to one of the groups in pkg/internal/lint/imports_test.go", dir, floors[dir])
			floors[dir] = 1
		}
	}
}

// library is the rule's name for an import: a package below a limited library is limited too.
func library(name string) string {
	for p := name; p != "."; p = path.Dir(p) {
		if _, ok := only[p]; ok && (p == name || strings.Contains(p, ".")) {
			return p
		}
	}
	return name
}

func checkFloors(t *testing.T, s *source, imported string) {
	dir := s.dir()
	from, to, name := groupOf(dir).floor, groupOf(imported).floor, groupOf(imported).name
	switch {
	case inAny(imported, []string{"tools"}) && !(inAny(imported, []string{"tools/internal"}) && inAny(dir, []string{"tools"})) &&
		!(slices.Contains(beam, imported) && inAny(dir, []string{"tools/beam"})):
		t.Errorf("%s: imports %s: nobody imports a tool", s.name, imported)
	case imported == "pkg/cli" && !inAny(dir, []string{"tools"}):
		t.Errorf("%s: imports %s: only tools know the command line", s.name, imported)
	case from < to:
		t.Errorf("%s: imports %s, which is on a higher floor: see docs/architecture.md", s.name, imported)
	case from == wings && to == wings && wing(dir) != wing(imported):
		t.Errorf("%s: imports %s: the wings web, text and graph meet in pipes only", s.name, imported)
	case from == wings && wing(dir) == "web" && !inAny(dir, docs) && (to == forms || to == large):
		t.Errorf("%s: imports %s: of the web only %v know streams", s.name, imported, docs)
	case strings.HasSuffix(name, "tests") && (imported != "pkg/madewebs" || !slices.Contains(makeWebs, dir)):
		t.Errorf("%s: imports %s, which is for tests", s.name, imported)
	}
}

// wing is the wing of a package that is in one.
func wing(dir string) string { return strings.Split(dir, "/")[1] }

func inAny(dir string, rooms []string) bool {
	return slices.ContainsFunc(rooms, func(room string) bool { return dir == room || strings.HasPrefix(dir, room+"/") })
}

// TestProcess: only the command line, the tools and programs in scripts know that there is a process.
func TestProcess(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || inAny(s.dir(), []string{"pkg/cli", "tools", scripts}) {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "os" && x.Obj == nil && slices.Contains(ofProcess, sel.Sel.Name) {
				t.Errorf("%s:%d: os.%s is for pkg/cli and the tools", s.name, s.line(sel.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

// TestBudget: tools take memory by the methods of cli.Env, which work out the -S that would be enough.
func TestBudget(t *testing.T) {
	changes := regexp.MustCompile(`\benv\.Memory *([-+*/]?=[^=])`)
	for _, s := range sources(t) {
		if at := changes.FindIndex(s.text); at != nil && !strings.HasPrefix(s.name, "pkg/cli/") {
			line := bytes.Count(s.text[:at[0]], []byte("\n")) + 1
			t.Errorf("%s:%d: changes env.Memory: use TakeShare or TakeMemory", s.name, line)
		}
	}
}

// TestImportGroups: the imports of the standard library come first, then those of other modules, then those of webmill, with an
// empty line between them.
func TestImportGroups(t *testing.T) {
	for _, s := range sources(t) {
		for i, spec := range s.Imports[min(1, len(s.Imports)):] {
			before := s.Imports[i]
			apart, lines := origin(spec)-origin(before), s.line(spec.Pos())-s.line(before.End())
			if apart < 0 || (apart > 0) != (lines > 1) && lines > 0 {
				t.Errorf("%s:%d: no empty line between imports of different origin, or one between others", s.name, s.line(spec.Pos()))
			}
		}
	}
}

// origin is where an import comes from: 0 is the standard library, 1 another module, 2 webmill.
func origin(spec *ast.ImportSpec) int {
	name := strings.Trim(spec.Path.Value, `"`)
	switch first, _, _ := strings.Cut(name, "/"); {
	case strings.HasPrefix(name, module):
		return 2
	case strings.Contains(first, "."):
		return 1
	}
	return 0
}
