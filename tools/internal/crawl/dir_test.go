package crawl

import "testing"

// TestFileNames: any two file names have different URLs, also names that are not UTF-8 or have control characters.
func TestFileNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a\xe9.html": "a%E9.html", "a\xe8.html": "a%E8.html", "a\ufffd": "a\ufffd", "é": "é", "a\tb\n": "a%09b%0A", " a ": "%20a%20",
		"a?b#c%41\\": "a%3Fb%23c%2541%5C", "\x7f\x00": "%7F%00",
	} {
		if got := escape(name); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}
