package stream

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestNames: text and CSV give back the names of the columns with the records, by whatever names, and join as operands,
// not by cat.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOfN(rapid.SampledFrom([]rune(`ab ,";'\ü#%-`)), 1, 5, -1).Filter(func(s string) bool {
			return strings.TrimSpace(s) == s && !strings.ContainsAny(s[:1], "#%")
		})
		names := rapid.SliceOfNDistinct(name, 2, 4, strings.ToLower).Draw(t, "names")
		columns := tuple.Ints(names...)
		records := rapid.SliceOfN(rapid.Int32(), len(names), len(names)).Draw(t, "record")
		for _, file := range []string{"a.csv", "a.tsv", "a.csv.gz", "a.txt.zst"} {
			path := filepath.Join(dir, file)
			if err := writeFile(vfs.OS, path, OutSpec{Columns: columns, Header: true}, records); err != nil {
				t.Fatal(err)
			}
			in, err := Open(vfs.OS, path, nil, Spec{Header: true})
			if err != nil {
				t.Fatalf("%s of %q: %v", file, names, err)
			}
			got := make([]int32, len(names))
			if _, err := in.ReadBlock(got); err != nil || !slices.Equal(got, records) ||
				!slices.Equal(numberNames(in.Columns), names) {
				t.Fatalf("%s: %v of %q, want %v of %q; %v", file, got, numberNames(in.Columns), records, names, err)
			}
			in.Close()
		}
		for _, file := range []string{"a.csv", "a.tsv"} {
			content, err := os.ReadFile(filepath.Join(dir, file))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "twice."+file), bytes.Repeat(content, 2), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			in, err := Open(vfs.OS, filepath.Join(dir, "twice."+file), nil, Spec{Header: true})
			for block := make([]int32, len(names)); err == nil; {
				_, err = in.ReadBlock(block)
			}
			if !strings.Contains(err.Error(), "is not a number") {
				t.Fatalf("%s joined to itself: %v", file, err)
			}
			in.Close()
		}
	})
}

// TestNamesRefused: first lines that name no columns, and names that no line can hold.
func TestNamesRefused(t *testing.T) {
	for _, c := range []struct{ file, in, want string }{
		{"a.csv", "", "is empty: the first line should name the columns"},
		{"a.csv", "1,2\n", `"1" is a number`},
		{"a.csv", "a,\n1,2\n", "a column without a name"},
		{"a.csv", "a,A\n1,2\n", `two columns are named "A"`},
		{"a.csv", "a\r1\r2\r", `"a\r1\r2" is no name of a column: names are UTF-8 without control characters`},
		{"a.csv", "\"a\nb\",c\n1,2\n", "without control characters"},
		{"a.csv", "\"a\n1,2\n", "has no end"},
		{"a.csv", "a;b\n1;2\n", "semicolons"},
		{"a.csv", "a\tb\n1\t2\n", "has TABs between its columns: name it .tsv, or replace them by commas"},
		{"a.csv", "0\t1\n1\t2\n", "has blanks between its columns: use -from text"},
		{"a.csv", "a,b,c,d,e,f,g,h,i\n", "has 9 columns"},
		{"a.tsv", "\n\n", "is empty"},
		{"a.tsv", "a\t\tb\n", "a column without a name"},
		{"a.tsv", "0.5 a\n", `"0.5" is a number`},
		{"a.tsv", "a b\n1 2\na b\n", "only the first may name the columns: name the files instead"},
		{"a.csv", "a,b\n1,2\na,b\n", "only the first may name the columns: name the files instead"},
	} {
		_, _, err := readFile(t, vfs.OS, put(t, c.file, []byte(c.in)), Spec{Header: true})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %s", c.file, c.in, err, c.want)
		}
	}
	for _, control := range []rune{'\t', '\n', '\r', 0, 0x7f} {
		for _, file := range []string{"a.csv", "a.tsv"} {
			columns := tuple.Ints(fmt.Sprintf("a%cb", control))
			err := writeFile(vfs.OS, filepath.Join(t.TempDir(), file), OutSpec{Columns: columns, Header: true}, []int32{1})
			if err == nil || !unicode.IsControl(control) {
				t.Errorf("%s is written with the name %q", file, columns[0].Name)
			}
		}
	}
}
