package cli

import (
	"errors"
	"fmt"
	"testing"
)

// TestOneLine: joined errors stand in one line, also where an error wraps them; control bytes do not reach a terminal.
func TestOneLine(t *testing.T) {
	a, b := errors.New("a is bad"), errors.New("b\x1b is bad")
	for want, err := range map[string]error{
		"a is bad":               a,
		"a is bad; b? is bad":    errors.Join(a, b),
		"x: a is bad; b? is bad": fmt.Errorf("x: %w", errors.Join(a, b)),
		"a is bad?x":             fmt.Errorf("%w\nx", a),
	} {
		if got := oneLine(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
