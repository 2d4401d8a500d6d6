package vfs

import "testing"

// TestNames: names with a scheme keep it, and the others are those of package filepath.
func TestNames(t *testing.T) {
	for _, c := range [][3]string{
		{"gs://b/x.t2", "manifest", "gs://b/x.t2/manifest"},
		{"gs://b/", "x", "gs://b/x"},
		{"/a/./b/", "x", "/a/b/x"},
		{"", "x", "x"},
		{"://a", "x", ":/a/x"},
	} {
		if got := Join(c[0], c[1]); got != c[2] {
			t.Errorf("Join(%q, %q) = %q, not %q", c[0], c[1], got, c[2])
		}
	}
	for name, want := range map[string]string{"gs://b//x": "gs://b//x", "a//b/": "a/b", "": "."} {
		if got := Clean(name); got != want {
			t.Errorf("Clean(%q) = %q, not %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"gs://b/x/y": "gs://b/x/", "gs://b": "gs://", "a/b": "a", "x": "."} {
		if got := Dir(name); got != want {
			t.Errorf("Dir(%q) = %q, not %q", name, got, want)
		}
	}
}
