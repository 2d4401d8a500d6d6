package dictionary

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/cli"
	"webmill/pkg/vfs"
)

// TestFind: each string has its own id or, if it is not there, that of its normalised form, as a search of the whole
// dictionary for each string finds them.
func TestFind(t *testing.T) {
	name := filepath.Join(t.TempDir(), "urls.txt")
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"http://a.test", "http://a.test/", "HTTP://A.test/", "http://b.test/x",
			"http://b.test/./x", "word", "Word"})
		lines := rapid.SliceOfDistinct(word, rapid.ID).Draw(t, "dictionary")
		asked := rapid.SliceOfN(word, 1, 6).Draw(t, "asked")
		if err := os.WriteFile(name, []byte(strings.Join(append(lines, ""), "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		var want []int32
		missing := false
		for _, s := range asked {
			at := slices.Index(lines, s)
			if at < 0 {
				at = slices.Index(lines, string(normal([]byte(s))))
			}
			missing = missing || at < 0
			want = append(want, int32(at))
		}
		got, err := Find(&cli.Env{FS: vfs.OS, Messages: cli.Messages{Stderr: io.Discard}}, name, asked)
		var no *Missing
		if missing {
			if !errors.As(err, &no) {
				t.Fatalf("found %v, %v, but one is missing: %v", got, err, want)
			}
			return
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("found %v, %v, not %v", got, err, want)
		}
	})
}
