package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/cli"
	"webmill/pkg/vfs"
)

// TestGNU draws lines and flags, and compares with GNU sort, where there is one. -rapid.checks=2000 draws more of them.
func TestGNU(t *testing.T) {
	if v, _ := exec.Command("sort", "--version").Output(); !bytes.Contains(v, []byte("GNU")) {
		t.Skip("GNU sort is not installed")
	}
	dir := t.TempDir()
	ours, theirs := filepath.Join(dir, "ours"), filepath.Join(dir, "theirs")
	rapid.Check(t, func(t *rapid.T) {
		flags := drawFlags(t)
		zero := strings.Contains(strings.Join(flags, " "), "z")
		names := []string{filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")}[:rapid.IntRange(1, 2).Draw(t, "files")]
		for _, name := range names {
			text := drawLines(t, zero, strings.Contains(strings.Join(flags, " "), "g"))
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		gnu := exec.Command("sort", append(append([]string{"-o", theirs}, flags...), names...)...)
		gnu.Env = append(os.Environ(), "LC_ALL=C")
		if out, err := gnu.CombinedOutput(); err != nil {
			t.Fatalf("sort %q: %v %s", flags, err, out)
		}
		more := []string{"-lines", "-o", ours, "-q", "-S", rapid.SampledFrom([]string{"4M", "64M"}).Draw(t, "memory"),
			fmt.Sprintf("-j%d", rapid.IntRange(1, 3).Draw(t, "threads"))}
		var stderr bytes.Buffer
		if code := cli.Run(command, append(append(more, flags...), names...), nil, nil, &stderr, vfs.OS); code != 0 {
			t.Fatalf("extsort %q: %d, %s", flags, code, stderr.Bytes())
		}
		got, err := os.ReadFile(ours)
		want, wantErr := os.ReadFile(theirs)
		if err != nil || wantErr != nil || !bytes.Equal(got, want) {
			t.Fatalf("extsort %q:\n%q, not\n%q", flags, got, want)
		}
	})
}

func drawFlags(t *rapid.T) (flags []string) {
	for _, f := range []string{"-n", "-r", "-s", "-u", "-b", "-f", "-z"} {
		if rapid.IntRange(0, 3).Draw(t, f) == 0 {
			flags = append(flags, f)
		}
	}
	general := rapid.IntRange(0, 3).Draw(t, "-g") == 0 // n excludes it
	if general && slices.Contains(flags, "-n") {
		flags[slices.Index(flags, "-n")] = "-g"
	}
	if len(flags) > 1 && rapid.Bool().Draw(t, "glued") {
		flags = []string{strings.ReplaceAll(strings.Join(flags, ""), "--", "-")}
		flags[0] = "-" + strings.ReplaceAll(flags[0], "-", "")
	}
	if rapid.Bool().Draw(t, "t") {
		flags = append(flags, "-t", rapid.SampledFrom([]string{"\t", ",", "a", "1", " ", `\0`}).Draw(t, "separator"))
	}
	place := rapid.StringMatching(`[1-3](\.[1-3])?[bnrf]?[bnrf]?`)
	for range rapid.IntRange(0, 3).Draw(t, "keys") {
		key := rapid.StringMatching(`1(\.[1-3])?[bnrf]?[bnrf]?,[2-3](\.[0-3])?[bnrf]?`).Draw(t, "key")
		if rapid.Bool().Draw(t, "open") {
			key = place.Draw(t, "key")
		}
		if general {
			key = strings.ReplaceAll(key, "n", "g")
		}
		flags = append(flags, "-k"+key)
	}
	return flags
}

// drawLines draws lines of numbers, words and all that may stand between them.
func drawLines(t *rapid.T, zero, general bool) []byte {
	part := rapid.SampledFrom([]string{
		"0", "-0", "1", "01", "-1", "10", "9", "2.5", "2.50", "-2.5", ".5", "-.5", "1.", "-", "--1", "+1", "1e3", "1,000",
		"123456789012345678901234567890",
		"0.0000000000000000000001", strings.Repeat("7", 120), "-" + strings.Repeat("7", 101), "a", "A", "b", "B", "ab", "aB", "Z",
		"_", "\xff", "\xfe\xff", "\xfd", "\x00", "\x01", "\t", "\t\t", " ", "  ", ",", "\n", "é",
	})
	if general { // GNU sort has longer floats, so never two numbers without a break; its nans are not all equal
		number := rapid.SampledFrom([]string{"0", "-0", "1", "01", "2.5", "2.50", ".5", "1.", "+1", "1e3", "1e+3", "2E-3", "-1e2",
			"1e", "1e+", "inf", "INF", "-Infinity", "e1", ".e1", "-", "in"})
		end := rapid.SampledFrom([]string{"\t", " ", ",", "a ", "_", "\xff", "\n"})
		part = rapid.Custom(func(t *rapid.T) string { return number.Draw(t, "number") + end.Draw(t, "end") })
	}
	n := rapid.SampledFrom([]int{0, 1, 3, 10, 40, 200}).Draw(t, "lines")
	var text []byte
	for range n {
		for range rapid.IntRange(0, 5).Draw(t, "parts") {
			text = append(text, part.Draw(t, "part")...)
		}
		if zero {
			text = append(text, 0)
		} else {
			text = append(text, '\n')
		}
	}
	if rapid.Bool().Draw(t, "no end") && len(text) > 0 {
		text = text[:len(text)-1]
	}
	return text
}
