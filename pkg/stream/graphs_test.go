package stream

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestGraphTxt: a written graph is the text that a plain loop makes, and it is read back.
func TestGraphTxt(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		pages := rapid.SampledFrom([]int32{1, 5, 3000}).Draw(r, "pages")
		id := rapid.Int32Range(0, pages-1)
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int32 { return [2]int32{id.Draw(t, "src"), id.Draw(t, "dst")} }),
			0, 300).Draw(r, "links")
		slices.SortFunc(pairs, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
		pairs = slices.Compact(pairs)
		records, lines := []int32{}, [][]string{}
		for _, p := range pairs {
			records = append(records, p[:]...)
			for len(lines) <= int(max(p[0], p[1])) {
				lines = append(lines, nil)
			}
			lines[p[0]] = append(lines[p[0]], fmt.Sprint(p[1]))
		}
		want := fmt.Sprintln(len(lines))
		for _, targets := range lines {
			want += strings.Join(targets, " ") + "\n"
		}
		path := filepath.Join(t.TempDir(), "a.graph-txt")
		if err := writeFile(vfs.OS, path, OutSpec{Columns: tuple.IDs("a", "b")}, records); err != nil {
			r.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			r.Fatalf("%v is written as %q, not %q", pairs, got, want)
		}
		if got, _, err := readFile(t, vfs.OS, path, Spec{}); err != nil || !slices.Equal(got, records) {
			r.Fatalf("%q is read as %v, not %v, %v", want, got, records, err)
		}
	})
}

// TestGraphForms: what is read of texts of graphs, or the error.
func TestGraphForms(t *testing.T) {
	for _, c := range []struct {
		format   Format
		in, want string
	}{
		{GraphTxt, "3\n1 2\n\n0", "[0 1 0 2 2 0]"},
		{GraphTxt, "3\r\n1\t2 \r\n\r\n0\r\n", "[0 1 0 2 2 0]"},
		// one more moves the links of all pages behind it
		{GraphTxt, "2\n1\n\n\n", "there are more lines than the 2 pages, at line 4"},
		{GraphTxt, "3\n1\r2\n\n\n", "'\\r' is not a number, at line 2"},
		{GraphTxt, "3\n1 2\n\n", "states 3 pages, but has lines for 2: is it cut off?"},
		{GraphTxt, "2\n1\n0\n1\n", "there are more lines than the 2 pages, at line 4"},
		{GraphTxt, "2\n1\n2\n", "page 1 links to 2, but the graph has 2 pages, at line 3"},
		{GraphTxt, "2\n1\nx\n", `'x' is not a number, at line 3`},
		{GraphTxt, "2 1\n", `"2 1" is not a number, at line 1`},
		{GraphTxt, "", "expected the number of pages"},
		{Konect, "% asym unweighted\n% 2 3 3\n1 2\n3\t1\n", "[0 1 2 0]"},
		{Konect, "% sym unweighted\n1 2\n3 3", "[0 1 1 0 2 2]"},
		{Konect, "% asym positive\n1 2 5 1082040961\n", "[0 1 5 1082040961]"},
		{Konect, "% asym posweighted\n1 2 0.5\n", fmt.Sprint([]int32{0, 1, tuple.F32Bits(.5)})},
		{Konect, "% asym weighted\n1 2 -1\n", "-1"},
		{Konect, "% asym unweighted\n% 2 3 3\n1 2\n", "states 2 edges, but has 1: is it cut off?"},
		{Konect, "% bip unweighted\n1 1\n", "is a bipartite graph"},
		{Konect, "% asym unweighted\n0 1\n", "entry 1 is (0, 1)"},
		{Konect, "% asym unweighted\n% 1 2 2\n1 3\n", "entry 1 is (1, 3), which is not in 1 … 2, 1 … 2"},
		{Konect, "% asym unweighted\n1 2\n1 x\n", `"x" is not a number, at line 3`},
		{Konect, "1 2\n", `expected "% sym" or "% asym"`},
		{Konect, "% a graph\n1 2\n", `expected "% sym" or "% asym" and the kind of weights, at line 1`},
		{Nodes, "n 0 http://a.test/x y\nn 1 b\ne 0 1\ne 1 0\n", "[0 1 1 0] http://a.test/x y b"},
		{Nodes, "# a comment\ne 5 7\r\n", "[5 7]"},
		{Nodes, "n 0 a\nn 2 c\ne 0 1\n", "the node 2 where 1 comes next: the nodes must be 0, 1, 2, …, at line 2"},
		{Nodes, "n 0 a\nn 0 b\n", "the node 0 where 1 comes next"},
		{Nodes, "n 0 a\ne 0 1\n", "a link names the node 1, but the greatest id of a node is 0"},
		{Nodes, "n 0\n", `expected "n ID NAME" or "e SRC DST", at line 1`},
		{Nodes, "e 0 1 2\n", `"1 2" is not a number, at line 1`},
		{Nodes, "x 0 1\n", `expected "n ID NAME"`},
	} {
		in, err := Open(vfs.OS, put(t, "graph", []byte(c.in)), nil, Spec{Format: c.format})
		var records []int32
		var names []string
		if err == nil && in.nodeNames != nil {
			err = in.Names(func(id int32, name []byte) error { names = append(names, string(name)); return nil })
		}
		if err == nil {
			_, err = tuple.Copy(tuple.SinkFunc(func(b []int32) error { records = append(records, b...); return nil }), in,
				in.Width())
		}
		got := strings.TrimSpace(fmt.Sprint(records, " ", strings.Join(names, " ")))
		if err == nil && got != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %s, %v; want %s", c.format, c.in, got, err, c.want)
		}
	}
}

// TestGraphEdges: a line of any length, no links at all, and what cannot be written.
func TestGraphEdges(t *testing.T) {
	long := "3\n" + strings.Repeat("1 2 ", tuple.MaxLine) + "\n\n\n"
	if got, _, err := readFile(t, vfs.OS, put(t, "long.graph-txt", []byte(long)), Spec{}); err != nil ||
		len(got) != 4*tuple.MaxLine {
		t.Errorf("a long line: %d values, %v", len(got), err)
	}
	for _, none := range []string{"0\n", "% asym unweighted\n"} {
		format := map[byte]Format{'0': GraphTxt, '%': Konect}[none[0]]
		if got, _, err := readFile(t, vfs.OS, put(t, "none", []byte(none)), Spec{Format: format}); err != nil || len(got) > 0 {
			t.Errorf("%q: %v, %v", none, got, err)
		}
	}
	for name, records := range map[string][]int32{"unsorted": {1, 0, 0, 1}, "repeated": {0, 1, 0, 1},
		"too large": {0, 1<<31 - 1}, "unknown": {-1, 0}} {
		if err := writeFile(vfs.OS, filepath.Join(t.TempDir(), "a.graph-txt"),
			OutSpec{Columns: tuple.IDs("a", "b")}, records); err == nil {
			t.Errorf("%s records are written", name)
		}
	}
}
