package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// hiding are the parameters and variables that have the name of a package that the file imports.
func hiding(f *ast.File) (list []*ast.Ident) {
	imported := map[string]bool{}
	for _, i := range f.Imports {
		name := path.Base(strings.Trim(i.Path.Value, "\"`"))
		if i.Name != nil {
			name = i.Name.Name
		}
		imported[name] = name != "_"
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType, *ast.InterfaceType:
			return false // their names stand behind a point
		case *ast.Ident:
			if n.Obj != nil && n.Obj.Pos() == n.Pos() && imported[n.Name] {
				list = append(list, n)
			}
		}
		return true
	})
	return list
}

// TestHiding: no parameter and no variable hides a package that its file imports.
func TestHiding(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p; import `bytes`; type s struct{ bytes int }\n"+
		"func f(bytes int, path string) { for _, bytes := range path { bytes := 1; var bytes int } }", 0)
	if n := len(hiding(f)); err != nil || n != 4 {
		t.Errorf("%d found, %v", n, err)
	}
	for _, s := range sources(t) {
		for _, id := range hiding(s.File) {
			t.Errorf("%s:%d: %s hides the package of that name", s.name, s.line(id.Pos()), id.Name)
		}
	}
}
