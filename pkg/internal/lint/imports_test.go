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
	"log/slog":                         {},
	"net":                              {"pkg/web/exchange", "pkg/madewebs"},
	"crypto/tls":                       {"pkg/web/exchange", "pkg/madewebs"},
	"net/http":                         {"pkg/madewebs", scripts},
	"archive/tar":                      {"pkg/realdata"},
	"archive/zip":                      {},
	"math/rand":                        {}, // its sequences may change; math/rand/v2 states its generators
	"github.com/parquet-go/parquet-go": {"pkg/parquetio"},
	"golang.org/x/net/html":            {"pkg/web/page", scripts},
	"os/signal":                        {"pkg/cli"},
}

// ofProcess are the names of package os that belong to the process as a whole.
var ofProcess = []string{"Args", "Exit", "Stdin", "Stdout", "Stderr"}

// The parts of webmill.
var (
	leaves = []string{
		"pkg/tuple", "pkg/kinds", "pkg/vfs", "pkg/par", "pkg/arena", "pkg/ascii", "pkg/csv", "pkg/jsonstring",
		"pkg/near", "pkg/hashes", "pkg/valid", "pkg/urls", "pkg/inflate",
		"pkg/work", "pkg/spill", "pkg/sorts", "pkg/idset",
	}
	front = []string{"pkg/cli"}

	// wings never import each other: they meet in pipes.
	wings = []string{"pkg/web", "pkg/graph", "pkg/text"}
	docs  = []string{"pkg/web/docs", "pkg/web/sisters", "pkg/web/navigation", "pkg/web/menus", "pkg/web/sitemap"}
	// streams are the packages that in the web only docs may import: all else there works on bytes in memory, or on a reader.
	streams = []string{"pkg/stream", "pkg/parquetio", "pkg/extsort", "pkg/linesort", "pkg/extmem", "pkg/dict"}
)

const (
	module  = "webmill/"
	scripts = "scripts" // its programs are no part of the tools
)

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
				checkRooms(t, s, own)
			}
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

func checkRooms(t *testing.T, s *source, imported string) {
	dir := s.dir()
	switch {
	case inAny(imported, []string{"tools"}) && !(inAny(imported, []string{"tools/internal"}) && inAny(dir, []string{"tools"})):
		t.Errorf("%s: imports %s: nobody imports a tool", s.name, imported)
	case inAny(imported, front) && !inAny(dir, append([]string{"tools"}, front...)):
		t.Errorf("%s: imports %s: only tools know the command line", s.name, imported)
	case inAny(dir, leaves) && !inAny(imported, leaves):
		t.Errorf("%s: imports %s: this package depends on nothing but other leaves", s.name, imported)
	case wing(dir) != "" && wing(imported) != "" && wing(dir) != wing(imported):
		t.Errorf("%s: imports %s: the wings %v meet in pipes only", s.name, imported, wings)
	case wing(dir) == "pkg/web" && !inAny(dir, docs) && inAny(imported, streams):
		t.Errorf("%s: imports %s: of the web only %v know streams", s.name, imported, docs)
	case slices.Contains([]string{"fault", "tupletest"}, path.Base(imported)) ||
		imported == "pkg/madewebs" && !slices.Contains(makeWebs, dir) ||
		strings.Contains(imported, "/internal/") && !inAny(imported, []string{"tools/internal"}):
		t.Errorf("%s: imports %s, which is for tests", s.name, imported)
	}
}

// wing is the wing that a package is in, or "".
func wing(dir string) string {
	for _, w := range wings {
		if inAny(dir, []string{w}) {
			return w
		}
	}
	return ""
}

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
