package lint

import (
	"go/ast"
	"go/parser"
	"slices"
	"testing"
)

// reports are the functions that may be called behind the first argument of cmp.Or, which calls them all, whatever the first one
// gave. They only report: they look at what is there, or make a value of it. Close and Flush end what was written, and what they
// write is thrown away with it after an error.
var reports = []string{
	"Err", "Get", "Check", "CheckPages", "Close", "close", "Flush", // of errors
	"Compare", "Errorf", "Join", "NoPages", "OutWidth", "max", "min",
}

// works is the name of the first function that an expression calls behind the first argument of a cmp.Or, and that is none of
// reports. Type conversions that look like calls do not occur there.
func works(call *ast.CallExpr) string {
	if f, ok := call.Fun.(*ast.SelectorExpr); !ok || called(f) != "Or" || called(f.X) != "cmp" || len(call.Args) == 0 {
		return ""
	}
	for _, arg := range call.Args[1:] {
		if c, ok := arg.(*ast.CallExpr); ok && !slices.Contains(reports, called(c.Fun)) {
			return called(c.Fun)
		}
	}
	return ""
}

// called is the last name of an expression: Err of g.store.Err.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return "a function"
}

// TestOr: behind the first argument of cmp.Or no call does work. It would do it also where the first one is an error, on what is
// not whole. One "if err := …" after the other does not.
func TestOr(t *testing.T) {
	for text, want := range map[string]string{
		"cmp.Or(a.Sort(), err)":                        "",
		"cmp.Or(err, in.Err(), j.store.Err())":         "",
		"cmp.Or(cmp.Compare(a, b), cmp.Compare(b, a))": "",
		"cmp.Or(a.Sort(), b.Sort())":                   "Sort",
		"cmp.Or(err, b.Err(), out.end())":              "end",
		"cmp.Or(err, func() error { return nil }())":   "a function",
		"other.Or(a, b.Sort())":                        "",
	} {
		e, err := parser.ParseExpr(text)
		if err != nil || works(e.(*ast.CallExpr)) != want {
			t.Errorf("%s: %q, %v", text, works(e.(*ast.CallExpr)), err)
		}
	}
	for _, s := range sources(t) {
		ast.Inspect(s.File, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !s.test() && works(call) != "" {
				t.Errorf("%s:%d: cmp.Or calls %s even after an error: write one if after the other", s.name, s.line(n.Pos()), works(call))
			}
			return true
		})
	}
}
