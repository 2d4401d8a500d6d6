package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// readFile opens a file as a tool does and reads all of it.
func readFile(t testing.TB, sys vfs.FS, name string, spec Spec) ([]int32, []tuple.Column, error) {
	t.Helper()
	in, err := Open(sys, name, nil, spec)
	if err != nil {
		return nil, nil, err
	}
	return readInput(in)
}

// readInput reads a stream to its end and closes it.
func readInput(in *Input) ([]int32, []tuple.Column, error) {
	defer in.Close()
	var all []int32
	_, err := tuple.Copy(tuple.SinkFunc(func(b []int32) error {
		all = append(all, b...)
		return nil
	}), in, in.Width())
	return all, in.Columns, err
}

func writeFile(sys vfs.FS, name string, spec OutSpec, recs []int32) error {
	out, err := Create(sys, name, nil, spec)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := out.WriteBlock(recs); err != nil {
		return err
	}
	return out.Commit()
}

func put(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFormatsRoundTrip: sorted pairs survive every format and compression.
func TestFormatsRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.Int32Range(0, 1<<31-2), 0, 200).Draw(t, "ids")
		slices.Sort(ids)
		var recs []int32
		for _, id := range ids {
			recs = append(recs, id/1000, id)
		}
		for _, name := range []string{"a.t2", "a.txt", "a.parquet", "a.mtx", "a.adj", "a.adj-be", "a.edges", "a.t2.gz",
			"a.txt.zst", "a.csv", "a.csv.zst", "a.mtx.gz", "a.adj.zst"} {
			path := filepath.Join(dir, name)
			if err := writeFile(vfs.OS, path, OutSpec{Columns: tuple.IDs("src", "dst"), Encoders: parquetio.Encoders{Threads: 2}},
				recs); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			in, err := Open(vfs.OS, path, nil, Spec{Columns: tuple.IDs("a", "b")})
			if err != nil {
				t.Fatal(err)
			}
			var got []int32
			_, err = tuple.Copy(tuple.SinkFunc(func(b []int32) error { got = append(got, b...); return nil }), in, 2)
			in.Close()
			if err != nil || !slices.Equal(got, recs) {
				t.Fatalf("%s: wrote %v, read %v, %v", name, recs, got, err)
			}
		}
	})
}

func TestMTX(t *testing.T) {
	for in, want := range map[string]string{
		"%%MatrixMarket matrix coordinate pattern general\n% c\n3 4 2\n1 1\n3 4\n": "[0 0 2 3]",
		"%%matrixmarket MATRIX coordinate pattern symmetric\n\n3 3 2\n2 1\n3 3\n":  "[1 0 0 1 2 2]",
		"%%MatrixMarket matrix coordinate integer general\r\n3 3 1\r\n1 2 -7\r\n":  "[0 1 -7]",
		"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2 1\n":            fmt.Sprint([]int32{0, 1, tuple.F32Bits(1)}),
		"%%MatrixMarket matrix coordinate pattern general\n0 0 0\n":                "[]",
		"%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 1\n":           "the matrix states 2 entries, it has 1",
		"%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 1\n2 2\n":      "more than the 1 entries it states",
		"%%MatrixMarket matrix coordinate pattern general\n3 3 1\n0 1\n":           "entry 1 is (0, 1), which is not in 1 … 3, 1 … 3",
		"%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 4\n":           "entry 1 is (1, 4), which is not in 1 … 3, 1 … 3",
		"%%MatrixMarket matrix coordinate pattern general\n%\n3 3 1\n1 x\n":        `"x" is not a number, at line 4`,
		"%%MatrixMarket matrix coordinate pattern general\n2147483648 3 1\n":       "does not fit",
		"%%MatrixMarket matrix coordinate pattern general\n3 3\n":                  "not three numbers, at line 2",
		"%%MatrixMarket matrix coordinate pattern general\n%":                      "size line of the matrix is missing",
		"%%MatrixMarket matrix array real general\n3 3\n":                          "stored as array",
		"%%MatrixMarket matrix coordinate complex general\n":                       "complex values is not a graph",
		"%%MatrixMarket matrix coordinate pattern hermitian\n":                     "hermitian",
		"%%MatrixMarket matrix coordinate pattern symmetric\n3 4 0\n":              "not square",
		"1 2\n": "not a Matrix Market file",
		"%%MatrixMarket matrix coordinate pattern general\n%" + strings.Repeat("x",
			70000) + "\n": "longer than 64 KiB, at line 2",
	} {
		recs, _, err := readFile(t, vfs.OS, put(t, "m.mtx", []byte(in)), Spec{})
		if got := fmt.Sprint(recs); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %s, %v; want %s", in, got, err, want)
		}
	}
}

func TestMTXWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.mtx")
	cols := append(tuple.IDs("a", "b"), tuple.F32s("w")...)
	if err := writeFile(vfs.OS, path, OutSpec{Columns: cols}, []int32{0, 5, tuple.F32Bits(0.5)}); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(path)
	if want := "%%MatrixMarket matrix coordinate real general\n6 6 1\n1\t6\t0.5\n"; string(got) != want {
		t.Errorf("wrote %q", got)
	}
	for _, bad := range [][]int32{{-1, 0}, {0, 1<<31 - 1}} {
		if err := writeFile(vfs.OS, path, OutSpec{Columns: tuple.IDs("a", "b")}, bad); err == nil {
			t.Errorf("%v was written", bad)
		}
	}
	if err := writeFile(vfs.OS, path, OutSpec{Columns: tuple.IDs("a")}, nil); err == nil {
		t.Error("a matrix of one column was written")
	}
}

// g8 are the records of the example graph of the thesis, which its program wrote big-endian.
var g8 = []int32{1, 2, 3, 5, 2, 1, 1, 3, 2, 8, 3, 5, 3, 2, 4, 4, 6, 2, 7, 1, 7, 1, 4, 8, 2, 5, 2}

func words(big bool, numbers ...int32) (b []byte) {
	for _, v := range numbers {
		b = order(big).AppendUint32(b, uint32(v))
	}
	return b
}

func TestAdjacency(t *testing.T) {
	pairs := []int32{1, 3, 1, 5, 2, 1, 3, 8, 3, 3, 5, 2, 5, 4, 5, 4, 6, 7, 6, 1, 7, 4, 8, 5, 8, 2}
	for name, big := range map[string]bool{"g.adj": false, "g.adj-be": true} {
		path := put(t, name, words(big, g8...))
		got, _, err := readFile(t, vfs.OS, path, Spec{})
		if err != nil || !slices.Equal(got, pairs) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if err := writeFile(vfs.OS, path, OutSpec{Columns: tuple.IDs("a", "b")}, pairs); err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(path); !bytes.Equal(b, words(big, g8...)) {
			t.Errorf("%s: wrote %x", name, b)
		}
	}
	for want, in := range map[string][]byte{
		"ends inside a record, at record 1": words(false, 1),
		"ends inside a record, at record 2": words(false, 1, 1, 7, 2, 3, 1, 1),
		"page 2 with a count of -1":         words(false, 1, 0, 2, -1),
		"page -2 with a count of 1":         words(false, -2, 1, 1),
		"page 1 links to -5, at record 1":   words(false, 1, 1, -5),
	} {
		if _, _, err := readFile(t, vfs.OS, put(t, "g.adj", in), Spec{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%x: %v, want %q", in, err, want)
		}
	}
	err := writeFile(vfs.OS, filepath.Join(t.TempDir(), "g.adj"), OutSpec{Columns: tuple.IDs("a", "b")}, []int32{2, 1, 1, 1})
	if !errors.Is(err, tuple.ErrUnsorted) {
		t.Errorf("unsorted pairs: %v", err)
	}
}

// TestLargeHub: a page with more links than are kept in memory.
func TestLargeHub(t *testing.T) {
	const k = adjBuffer/4*2 + 100
	recs := []int32{1, 9}
	for i := range int32(k) {
		recs = append(recs, 2, i)
	}
	recs = append(recs, 3, 1, 3, 2)
	path := filepath.Join(t.TempDir(), "hub.adj")
	if err := writeFile(vfs.OS, path, OutSpec{Columns: tuple.IDs("a", "b")}, recs); err != nil {
		t.Fatal(err)
	}
	got, _, err := readFile(t, vfs.OS, path, Spec{})
	if err != nil || !slices.Equal(got, recs) {
		t.Errorf("%d values of %d, %v", len(got), len(recs), err)
	}
}

func TestVertices(t *testing.T) {
	for in, want := range map[string]string{
		"0\tcom.a\n1\tcom.b\n":       "[0 1] com.a com.b",
		"0\tcom.a\t3\r\n1\tcom.b\t4": "[0 3 1 4] com.a com.b",
		"":                           "[] ",
		"0\tcom.a\n1\tcom.b\t4\n":    "expected an id, a name and perhaps a number, apart by TABs, the same in all lines, at line 2",
		"0\tcom.a\t3\n1\tcom.b\tx\n": `"x" is not a number, at line 2`,
		"0 com.a\n":                  "expected an id",
		"x\tcom.a\n":                 `"x" is not a number, at line 1`,
		"2147483648\tcom.a\n":        `"2147483648" does not fit`,
	} {
		in, err := Open(vfs.OS, put(t, "host-vertices.txt", []byte(in)), nil, Spec{})
		var names []string
		var recs []int32
		if err == nil {
			err = in.Names(func(id int32, name []byte) error { names = append(names, string(name)); return nil })
		}
		if err == nil {
			_, err = tuple.Copy(tuple.SinkFunc(func(b []int32) error {
				recs = append(recs, b...)
				if len(b)%in.Width() != 0 {
					t.Errorf("a part of a record: %v", b)
				}
				return nil
			}), in, in.Width())
		}
		got := fmt.Sprint(recs, " ", strings.Join(names, " "))
		if err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}

// TestParts: the files of a folder are one text, each compressed in its own way, with or without an end of its last line.
func TestParts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "edges")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"part-00001.gz": "3\t4\n", "part-00000.gz": "1\t2", "part-00002": "5\t6\n",
		"part-00003.zst": "", "_SUCCESS": "x"} {
		out, err := CreateBytes(vfs.OS, filepath.Join(dir, name), nil)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(out, text)
		if err := out.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	got, _, err := readFile(t, vfs.OS, dir+"/", Spec{})
	if err != nil || !slices.Equal(got, []int32{1, 2, 3, 4, 5, 6}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, _, err := readFile(t, vfs.OS, dir, Spec{Format: Raw, Width: 2}); err == nil ||
		!strings.Contains(err.Error(), "is a directory") {
		t.Errorf("as raw tuples: %v", err)
	}
	if _, _, err := readFile(t, vfs.OS, t.TempDir(), Spec{}); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a folder without parts: %v", err)
	}
}

func TestRefusesOtherFormats(t *testing.T) {
	parquet := filepath.Join(t.TempDir(), "a.parquet")
	if err := writeFile(vfs.OS, parquet, OutSpec{Columns: tuple.F32s("s")},
		[]int32{1 << 29, 2 << 29, 0}); err != nil {
		t.Fatal(err)
	}
	bytesOf, _ := os.ReadFile(parquet)
	for _, c := range []struct {
		name, want string
		content    []byte
		spec       Spec
	}{
		{"a.t1", "looks like Parquet", bytesOf, Spec{}},
		{"a.t1", "looks like text", []byte("1 2 3 4 5 6\n"), Spec{}},
		{"a.t2", "the name says 2 columns, -w says 3", nil, Spec{Width: 3}},
		{"a.t2", "expected 1", nil, Spec{Columns: tuple.IDs("a")}},
		{"a", "the width of the records is not known", nil, Spec{}},
		{"a.txt", "has 3 numbers, expected 2, at line 1", []byte("1 2 3\n"), Spec{Width: 2}},
		{"a.parquet", "column s is of kind f32, expected a of kind id", bytesOf, Spec{Columns: tuple.IDs("a")}},
		{"a.parquet", "records have 1 column, expected 2", bytesOf, Spec{Width: 2}},
		{"a.t2", "ends inside a record (4 of 8 bytes), at record 2", make([]byte, 12), Spec{}},
		{"a.t1", "an id must be 0 … 2147483647, this is -1, at record 2", words(false, 5, -1), Spec{Columns: tuple.IDs("a")}},
	} {
		_, _, err := readFile(t, vfs.OS, put(t, c.name, c.content), c.spec)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s as %+v: %v, want %q", c.name, c.spec, err, c.want)
		}
	}
	if err := writeFile(vfs.OS, filepath.Join(t.TempDir(), "v.vertices"), OutSpec{Columns: tuple.IDs("a")}, nil); err == nil {
		t.Error("vertices were written")
	}
}

// TestFaults: every operation of the file system may fail; then the error is reported, nothing is left open and the old
// file stays.
func TestFaults(t *testing.T) {
	for _, name := range []string{"a.t2", "a.txt", "a.parquet", "a.mtx", "a.adj", "a.txt.gz"} {
		path := put(t, name, []byte("old"))
		for i := 0; ; i++ {
			sys, hit := fault.ErrorAt(vfs.OS, i)
			err := writeFile(sys, path, OutSpec{Columns: tuple.IDs("a", "b"), Encoders: parquetio.Encoders{Threads: 1}},
				[]int32{1, 2, 3, 4})
			if !hit() {
				if err != nil {
					t.Errorf("%s: without a fault: %v", name, err)
				}
				break
			}
			if n := sys.OpenFiles(); n != 0 {
				t.Errorf("%s: %d files are open after a fault at %d", name, n, i)
			}
			if content, _ := os.ReadFile(path); err != nil && string(content) != "old" && !errors.Is(err, fault.Injected) {
				t.Errorf("%s: fault at %d: %v, and the file is changed", name, i, err)
			}
		}
		for i := 0; ; i++ {
			sys, hit := fault.ErrorAt(vfs.OS, i)
			got, _, err := readFile(t, sys, path, Spec{})
			if !hit() {
				if err != nil || !slices.Equal(got, []int32{1, 2, 3, 4}) {
					t.Errorf("%s: %v, %v", name, got, err)
				}
				break
			}
			if err == nil && !slices.Equal(got, []int32{1, 2, 3, 4}) {
				t.Errorf("%s: fault at %d gave %v and no error", name, i, got)
			}
			if n := sys.OpenFiles(); n != 0 {
				t.Errorf("%s: %d files are open after a fault at %d of reading", name, n, i)
			}
		}
	}
}

// TestCutWhileRead: a file that becomes shorter while it is read is an error, not a shorter file.
func TestCutWhileRead(t *testing.T) {
	for _, ext := range []string{"", ".gz"} {
		name := filepath.Join(t.TempDir(), "links.t2"+ext)
		b, err := CreateBytes(vfs.OS, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(randomBytes(4 << 20))
		if err := b.Commit(); err != nil {
			t.Fatal(err)
		}
		in, err := Open(vfs.OS, name, nil, Spec{})
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]int32, 1<<10)
		if _, err = in.ReadBlock(buf); err == nil {
			err = os.Truncate(name, 2<<20)
		}
		for err == nil {
			_, err = in.ReadBlock(buf)
		}
		if !strings.HasPrefix(err.Error(), name) || !strings.Contains(err.Error(),
			"the file has become shorter while it was read") {
			t.Errorf("%v", err)
		}
		in.Close()
	}
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rnd := rand.NewPCG(1, 2)
	for i := 0; i < n; i += 8 {
		binary.LittleEndian.PutUint64(b[i:], rnd.Uint64())
	}
	return b
}

// TestPlacesOfChecked: a file whose order must be checked has no places, which would bypass the check.
func TestPlacesOfChecked(t *testing.T) {
	name := put(t, "a.t2", tuple.Bytes([]int32{1, 2, 3, 4}))
	for _, check := range []bool{false, true} {
		in, err := Open(vfs.OS, name, nil, Spec{Columns: tuple.IDs("a", "b")})
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		if check {
			in.Check(tuple.Columns(0), false)
		}
		if p, _, err := in.Places(); err != nil || (p == nil) != check {
			t.Errorf("checked: %v, places: %v, %v", check, p != nil, err)
		}
	}
}
