package lint

import (
	"go/ast"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// only names what few packages may import, and which. The tests of a package may import what they like.
var only = map[string][]string{
	"unsafe":                           {"pkg/tuple", "pkg/arena"},
	"flag":                             {"pkg/cli", "tools"},
	"log":                              {},
	"log/slog":                         {},
	"net":                              {"pkg/fetch"},
	"net/http":                         {"pkg/fetch"},
	"archive/tar":                      {},
	"archive/zip":                      {},
	"math/rand":                        {}, // its sequences may change; math/rand/v2 states its generators
	"github.com/parquet-go/parquet-go": {"pkg/parquetio"},
	"golang.org/x/net/html":            {"pkg/web/page"},
	"os/signal":                        {"pkg/cli"},
}

// ofProcess are the names of package os that belong to the process as a whole.
var ofProcess = []string{"Args", "Exit", "Stdin", "Stdout", "Stderr"}

// The rooms of webmill. Web and graph never import each other: they meet in pipes.
var (
	leaves = []string{"pkg/tuple", "pkg/vfs", "pkg/par", "pkg/arena", "pkg/web/urls", "pkg/work", "pkg/spill", "pkg/sorts"}
	web    = []string{"pkg/web"}
	graph  = []string{"pkg/graph"}
	front  = []string{"pkg/cli"}
)

const module = "webmill/"

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
		t.Errorf("%s: imports %s: this room depends on nothing but other leaves", s.name, imported)
	case inAny(dir, web) && inAny(imported, graph), inAny(dir, graph) && inAny(imported, web):
		t.Errorf("%s: imports %s: web and graph meet in pipes only", s.name, imported)
	case slices.Contains([]string{"fault", "tupletest"}, path.Base(imported)) || strings.Contains(imported, "/internal/") && !inAny(imported, []string{"tools/internal"}):
		t.Errorf("%s: imports %s, which is for tests", s.name, imported)
	}
}

func inAny(dir string, rooms []string) bool {
	return slices.ContainsFunc(rooms, func(room string) bool { return dir == room || strings.HasPrefix(dir, room+"/") })
}

// TestProcess: only the command line and the tools know that there is a process.
func TestProcess(t *testing.T) {
	for _, s := range sources(t) {
		if s.test() || inAny(s.dir(), []string{"pkg/cli", "tools"}) {
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
