package crawlinput

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestFieldsErrors: what is wrong with a line names file and line; an error of what is done with it, as of a temporary file, does
// not.
func TestFieldsErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "groups.tsv")
	if err := os.WriteFile(name, []byte("a\tb\r\nc\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	full := errors.New("/tmp: no space left on device")
	for _, c := range []struct {
		err  error
		want string
	}{{tuple.BadLine("has no URL"), name + ": line 2 has no URL"}, {full, full.Error()}} {
		in, err := OpenFields(&cli.Env{FS: vfs.OS}, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = in.Each(func(line []byte) error {
			if got = append(got, string(line)); len(got) == 2 {
				return c.err
			}
			return nil
		})
		if !errors.Is(err, c.err) || err.Error() != c.want || !slices.Equal(got, []string{"a\tb", "c"}) {
			t.Errorf("%v after %q, not %s", err, got, c.want)
		}
	}
}
