package tuple

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// TestLines: the lines are those of a split, with their numbers, however they are read; a line is too long or is not, and counts
// once.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abcdefghijklmnopqrstuvw\n\r")), 0, 300, -1).Draw(t, "text")
		most := rapid.IntRange(16, 40).Draw(t, "most")
		lines := NewLines(iotest.OneByteReader(strings.NewReader(text)), most)
		want := strings.SplitAfter(text, "\n")
		if want[len(want)-1] == "" {
			want = want[:len(want)-1]
		}
		offset := int64(0)
		for i, w := range want {
			bare := strings.TrimSuffix(strings.TrimSuffix(w, "\n"), "\r")
			got, err := lines.Next()
			offset += int64(len(w))
			if lines.Number != int64(i)+1 {
				t.Fatalf("line %d, not %d", lines.Number, i+1)
			}
			if len(bare) > most {
				var at *LineError
				if !errors.As(err, &at) || at.Line != int64(i)+1 {
					t.Fatalf("line %d of %d bytes: %q, %v", i+1, len(bare), got, err)
				}
				continue
			}
			if err != nil || string(got) != bare || lines.Offset != offset ||
				lines.Cut == strings.HasSuffix(w, "\n") {
				t.Fatalf("line %d: %q, %v, offset %d; want %q, %d", i+1, got, err, lines.Offset, bare, offset)
			}
		}
		if _, err := lines.Next(); err != io.EOF {
			t.Fatal(err)
		}
	})
	broken := errors.New("broken")
	lines := NewLines(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 16)
	if a, err := lines.Next(); err != nil || string(a) != "a" {
		t.Errorf("%q, %v", a, err)
	}
	if b, err := lines.Next(); err != broken {
		t.Errorf("%q, %v", b, err)
	}
}
