package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestCheckAgreesWithSort: -c says yes exactly if sorting with the same flags would leave the bytes unchanged, and -m
// takes exactly the files whose bytes sorting without -u would leave unchanged.
func TestCheckAgreesWithSort(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out") // raw tuples, or lines
	run := func(args ...string) int { return cli.Run(command, args, nil, nil, &bytes.Buffer{}, vfs.OS) }
	rapid.Check(t, func(t *rapid.T) {
		var flags, once []string
		var data []byte
		in := filepath.Join(dir, "in.txt")
		if rapid.Bool().Draw(t, "lines") {
			flags = append(flags, "-lines")
			data = []byte(strings.Join(rapid.SliceOfN(rapid.StringMatching("[ab]?(\t[ab]?)?\n"), 0, 4).Draw(t, "lines"), ""))
			if rapid.Bool().Draw(t, "field") {
				flags = append(flags, "-k", fmt.Sprint(rapid.IntRange(1, 2).Draw(t, "k")))
			}
		} else {
			width := rapid.IntRange(1, 3).Draw(t, "width")
			in = filepath.Join(dir, fmt.Sprintf("in.t%d", width))
			n := width * rapid.IntRange(0, 4).Draw(t, "records")
			data = tuple.Bytes(rapid.SliceOfN(rapid.Int32Range(0, 2), n, n).Draw(t, "values"))
			if order := drawOrder(t, width); order != nil {
				flags = append(flags, "-k", order.String())
			}
		}
		if rapid.Bool().Draw(t, "reverse") {
			flags = append(flags, "-r")
		}
		unique := rapid.Bool().Draw(t, "unique")
		if err := os.WriteFile(in, data, 0o666); err != nil {
			t.Fatal(err)
		}
		same := func(args ...string) bool {
			if code := run(append(append(args, flags...), "-o", out, in)...); code != 0 {
				t.Fatalf("extsort %q %q ends with %d", args, flags, code)
			}
			sorted, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			return bytes.Equal(sorted, data)
		}
		plain := same()
		if unique && slices.Contains(flags, "-lines") {
			plain = same("-s") // of equal lines, the first of the input
		}
		want := plain
		if unique {
			once, want = []string{"-u"}, same("-u")
		}
		if code := run(append(append(once, flags...), "-m", "-o", out, in)...); (code == 0) != plain {
			t.Fatalf("-m %q of %q ends with %d, is it sorted? %v", flags, data, code, plain)
		}
		code := run(slices.Concat([]string{"-c"}, once, flags, []string{in})...)
		if (code == 0) != want || code != 0 && code != 4 {
			t.Fatalf("-c %q %q of %q ends with %d, would sorting leave it? %v", once, flags, data, code, want)
		}
	})
}

func drawOrder(t *rapid.T, width int) (order tuple.Order) {
	keys := rapid.IntRange(0, width).Draw(t, "keys")
	for _, c := range rapid.Permutation([]int{0, 1, 2}[:width]).Draw(t, "columns")[:keys] {
		order = append(order, tuple.Key{Col: c, Desc: rapid.Bool().Draw(t, "down")})
	}
	return order
}
