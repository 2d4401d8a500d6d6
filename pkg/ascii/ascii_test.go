package ascii

import (
	"strconv"
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
		if letter := 'a' <= want && want <= 'z'; Letter(byte(c)) != letter {
			t.Errorf("%q: letter %v", rune(c), !letter)
		}
		if digit := strings.IndexByte("0123456789", byte(c)) >= 0; Digit(byte(c)) != digit {
			t.Errorf("%q: digit %v", rune(c), !digit)
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
	for text, want := range map[string]int{"": 0, "X-": 0, "cHUNK": 2, "C": 2, "KED": 6, "keds": -1} {
		if at := IndexFold([]byte("x-chunked"), text); at != want {
			t.Errorf("%q is at %d, not %d", text, at, want)
		}
	}
	for text, want := range map[string]bool{"": true, "\x00a\x7f": true, "a\x80": false, "\xffa": false} {
		if Only([]byte(text)) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}

func TestHex(t *testing.T) {
	for c := range 256 {
		want, err := strconv.ParseUint(string([]byte{byte(c)}), 16, 8)
		if err != nil {
			want = 255
		}
		if Hex[c] != byte(want) {
			t.Errorf("%#x: %d, not %d", c, Hex[c], want)
		}
	}
}
