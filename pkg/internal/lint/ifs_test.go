package lint

import (
	"go/ast"
	"go/parser"
	"testing"
)

// setsApart reports whether the statement before the condition of an if sets nothing that the condition reads.
func setsApart(s *ast.IfStmt) bool {
	set := map[string]bool{}
	note := func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			set[id.Name] = true
		}
		return true
	}
	switch init := s.Init.(type) {
	case nil:
		return false
	case *ast.AssignStmt:
		for _, left := range init.Lhs {
			ast.Inspect(left, note)
		}
	case *ast.IncDecStmt:
		ast.Inspect(init.X, note)
	}
	apart := true
	ast.Inspect(s.Cond, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && set[id.Name] {
			apart = false
		}
		return apart
	})
	return apart
}

// TestIfs: what stands in an if before its condition sets what the condition reads. Anything else has a line of its own.
func TestIfs(t *testing.T) {
	for text, want := range map[string]bool{
		"if x > 0 {}":                  false,
		"if x := f(); x > 0 {}":        false,
		"if n++; n > 0 {}":             false,
		"if a.n, b = 1, 2; a.n > 0 {}": false,
		"if v, err := f(); ok(v) {}":   false,
		"if n++; m > 0 {}":             true,
		"if x := f(); y > 0 {}":        true,
		"if f(); n > 0 {}":             true,
		"if a.n, b = 1, 2; c.x > 0 {}": true,
	} {
		e, err := parser.ParseExpr("func() {" + text + "}")
		if err != nil {
			t.Fatal(err)
		}
		s := e.(*ast.FuncLit).Body.List[0].(*ast.IfStmt)
		if setsApart(s) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
	for _, s := range sources(t) {
		ast.Inspect(s.File, func(n ast.Node) bool {
			if i, ok := n.(*ast.IfStmt); ok && setsApart(i) {
				t.Errorf("%s:%d: what stands before the condition sets nothing that it reads: give it its own line", s.name, s.line(i.Pos()))
			}
			return true
		})
	}
}
