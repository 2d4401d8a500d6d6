package crawlinput

import (
	"bytes"
	"errors"
	"fmt"
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

// TestEachParsed: lines of many blocks come in order, up to the first that is bad to who parses or to who takes them.
func TestEachParsed(t *testing.T) {
	const lines = 20_000
	name := filepath.Join(t.TempDir(), "groups.tsv")
	var text []byte
	for i := range lines {
		text = fmt.Appendf(text, "%d\t%s\n", i+1, bytes.Repeat([]byte("x"), i%100))
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	bad, full := tuple.BadLine("is bad"), errors.New("/tmp: no space left on device")
	for _, threads := range []int{1, 2, 64} {
		for _, c := range []struct {
			parsed, taken int   // the lines that fail, or 0
			err           error // of the line that is taken
			last          int
			want          string
		}{
			{last: lines, want: "<nil>"},
			{parsed: lines, last: lines - 1, want: name + ": line 20000 is bad"},
			{parsed: 7000, taken: 9000, err: bad, last: 6999, want: name + ": line 7000 is bad"},
			{parsed: 9000, taken: 7000, err: bad, last: 7000, want: name + ": line 7000 is bad"},
			{parsed: 7001, taken: 7000, err: full, last: 7000, want: full.Error()},
		} {
			in, err := OpenFields(&cli.Env{FS: vfs.OS}, name, nil)
			if err != nil {
				t.Fatal(err)
			}
			last := 0
			err = EachParsed(in, threads, func(n *int, line []byte) error {
				if _, err := fmt.Sscan(string(line), n); err != nil || *n != c.parsed {
					return err
				}
				return bad
			}, func(n *int) error {
				if last++; *n != last {
					t.Fatalf("line %d in the place of %d", *n, last)
				}
				if *n == c.taken {
					return c.err
				}
				return nil
			})
			if got := fmt.Sprint(err); got != c.want || last != c.last {
				t.Errorf("-j %d: %s after %d lines, not %s after %d", threads, got, last, c.want, c.last)
			}
		}
	}
}
