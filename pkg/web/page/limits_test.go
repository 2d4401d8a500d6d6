package page

import (
	"strings"
	"testing"
)

// TestDeepHidden: what is hidden ends where it should, however deep it is.
func TestDeepHidden(t *testing.T) {
	for _, depth := range []int{1, maxHidden - 1, maxHidden, maxHidden + 1, 2 * maxHidden} {
		in := "<div hidden>" + strings.Repeat("<div>", depth) + "x<li>x<p>x" + strings.Repeat("</div>", depth) + "x</div>a"
		if text, _ := visibleOf(in, TextOptions{}); text != "a" {
			t.Errorf("%d elements in a hidden one: %q, want a", depth, text)
		}
	}
}

// TestVisibleMemory: a page whose text might take more than it may is refused, and no other.
func TestVisibleMemory(t *testing.T) {
	const in = "<p>some text"
	for share, want := range map[int64]bool{5 * int64(len(in)): true, 5*int64(len(in)) - 1: false} {
		p := New(Options{Visible: &TextOptions{}})
		p.Allow(Allowance{Share: share})
		if p.Parse([]byte(in), "") != want {
			t.Errorf("with %d bytes: not %v", share, want)
		}
	}
}

// TestCloneMemory: an end tag of a formatting element may copy eight elements.
func TestCloneMemory(t *testing.T) {
	one, _ := treeMemory([]byte("<b>x</b>y"))
	two, _ := treeMemory([]byte("<b>x</b></b>y"))
	if two-one < 8*nodeBytes {
		t.Errorf("a further end tag takes %d bytes, less than eight nodes", two-one)
	}
}
