package linesort

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestCutter: lines do not depend on how the text is cut, and an error ends them.
func TestCutter(t *testing.T) {
	const text = "\na\n\nbcd\nef\n"
	want := []string{"", "a", "", "bcd", "ef"}
	for size := 1; size <= len(text); size++ {
		var got []string
		out := &cutter{each: func(line []byte) error { got = append(got, string(line)); return nil }}
		for _, part := range slices.Collect(slices.Chunk([]byte(text), size)) {
			if n, err := out.Write(part); n != len(part) || err != nil {
				t.Fatalf("%d bytes at a time: %d, %v", size, n, err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d bytes at a time: %q", size, got)
		}
	}
	n, fault := 0, errors.New("fault")
	out := &cutter{each: func([]byte) error { n++; return fault }}
	if _, err := io.Copy(out, strings.NewReader(text)); err != fault || n != 1 {
		t.Errorf("%d lines, %v", n, err)
	}
}
