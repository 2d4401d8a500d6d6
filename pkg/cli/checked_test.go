package cli

import (
	"fmt"
	"strings"
	"testing"
)

// TestValues: a value is not empty, and numbers are decimal in every flag, whatever package flag takes them for.
func TestValues(t *testing.T) {
	var n int
	var most int64
	var share float64
	var name string
	reader := copier(func(*Env) error { return nil })
	setup := reader.Setup
	reader.Setup = func(f *Flags) func(*Env) error {
		f.IntVar(&n, "n", 0, "")
		f.Int64Var(&most, "most", 0, "")
		f.Float64Var(&share, "share", 0, "")
		f.StringVar(&name, "name", "", "")
		return setup(f)
	}
	for args, want := range map[string]string{
		"-n 010 -most -007 -share 00.50": "10 -7 0.5",
		"-n 0 -most 000 -share .5e1":     "0 0 5",
		"-n +8 -share 0e0":               "8 0 0",
		"-n 0x10":                        "write a decimal number",
		"-n 1_000":                       "write a decimal number",
		"-most 0b11":                     "write a decimal number",
		"-share 0x1p4":                   "write a decimal number",
		"-share 1e-400":                  "too small",
		"-share 1e400":                   "out of range",
		"-n=":                            "it is empty: leave the flag out",
		"-name=":                         "it is empty: leave the flag out",
		"-o=":                            "it is empty: leave the flag out",
		"-q=":                            "it is empty: leave the flag out",
	} {
		n, most, share = 0, 0, 0
		code, _, stderr := call(t, reader, strings.Fields(args)...)
		got := fmt.Sprint(n, most, share)
		if code == 0 && got != want || code != 0 && (code != 2 || !strings.Contains(stderr, want)) {
			t.Errorf("%s: status %d, %s, %q, not %s", args, code, got, stderr, want)
		}
	}
}
