package ascii

import (
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for c := range 256 {
		want := byte(c)
		if i := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ", byte(c)); i >= 0 {
			want = "abcdefghijklmnopqrstuvwxyz"[i]
		}
		if Lower[c] != want {
			t.Errorf("the lower case of %q is %q", rune(c), Lower[c])
		}
	}
	for _, c := range []struct {
		b, text         string
		equal, contains bool
	}{
		{"", "", true, true}, {"Chunked", "cHUNKED", true, true}, {"gzip, CHUNKED", "chunked", false, true},
		{"[", "{", false, false}, {"\u212a", "k", false, false}, {"\xe9", "\xc9", false, false}, {"a", "ab", false, false},
	} {
		if EqualFold([]byte(c.b), c.text) != c.equal || ContainsFold([]byte(c.b), c.text) != c.contains {
			t.Errorf("%q, %q: want %v, %v", c.b, c.text, c.equal, c.contains)
		}
	}
}
