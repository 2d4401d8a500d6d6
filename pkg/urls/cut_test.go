package urls

import "testing"

// TestCut: a URL is cut behind its scheme and before its path, and what is no URL makes nothing panic.
func TestCut(t *testing.T) {
	for _, c := range [][3]string{
		{"https://a.example/b?c=d://e", "a.example/b?c=d://e", "a.example"},
		{"http://u:p@a.example:81/", "u:p@a.example:81/", "u:p@a.example:81"},
		{"http://[::1]:81/a", "[::1]:81/a", "[::1]:81"},
		{"ftp://a.example?b/c", "a.example?b/c", "a.example"},
		{"ws://a.example#b", "a.example#b", "a.example"},
		{"http://a.example", "a.example", "a.example"},
		{"file:///a", "/a", ""},
		{"http://", "", ""},
		{"mailto:a@b.example", "mailto:a@b.example", ""},
		{"", "", ""},
	} {
		rest, authority := AfterScheme([]byte(c[0])), Authority([]byte(c[0]))
		if string(rest) != c[1] || string(authority) != c[2] {
			t.Errorf("%s: %q and %q, want %q and %q", c[0], rest, authority, c[1], c[2])
		}
	}
}
