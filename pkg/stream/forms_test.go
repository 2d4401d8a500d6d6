package stream

import (
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

// samplesOf are small files in each form.
func samplesOf(t testing.TB) map[Format][]byte {
	samples := map[Format][]byte{
		Vertices: []byte("0\ttest.a\n1\ttest.b\t3\n2\torg.c\n"),
		Konect:   []byte("% asym positive\n% 3 3 3\n1 2 7\n1 3 1\n3 1 2\n"),
		Nodes:    []byte("# a graph\nn 0 http://a.test/\nn 1 b c\nn 2 d\ne 0 1\ne 0 2\ne 2 0\n"),
	}
	for _, f := range forms() {
		if f.create == nil {
			continue
		}
		records := []int32{0, 1, 0, 2, 2, 0, 2, 10, 70000, 1 << 30}
		if f.format == GraphTxt { // a line for each page
			records = records[:8]
		}
		name := put(t, "sample", nil)
		if err := writeFile(vfs.OS, name, OutSpec{Format: f.format, Columns: tuple.IDs("src", "dst")}, records); err != nil {
			t.Fatal(f.format, err)
		}
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		samples[f.format] = content
	}
	return samples
}

// bytewise is the file system, in which files are read a byte at a time.
type bytewise struct{ vfs.FS }

type slowFile struct{ vfs.File }

func (b bytewise) Open(name string) (vfs.File, error) {
	f, err := b.FS.Open(name)
	return slowFile{f}, err
}

func (f slowFile) Read(p []byte) (int, error) { return f.File.Read(p[:min(1, len(p))]) }

// readAny reads what may be no stream at all. What is read without an error must be right by the kinds of its columns,
// and the same when it comes a byte at a time.
func readAny(t testing.TB, format Format, content []byte) error {
	name := put(t, "any", content)
	spec := Spec{Format: format}
	if format == Raw {
		spec.Width = 2
	}
	whole, columns, err := readFile(t, vfs.OS, name, spec)
	slow, _, errSlow := readFile(t, bytewise{vfs.OS}, name, spec)
	if in, err2 := Open(vfs.OS, name, nil, spec); err2 == nil {
		if err := in.Suspend(); err != nil {
			return err
		}
		if late, _, errLate := readInput(in); fmt.Sprint(err) != fmt.Sprint(errLate) || err == nil && !slices.Equal(whole, late) {
			return fmt.Errorf("%d values, %v; after a rest %d values, %v", len(whole), err, len(late), errLate)
		}
	}
	switch {
	case fmt.Sprint(err) != fmt.Sprint(errSlow) || err == nil && !slices.Equal(whole, slow):
		return fmt.Errorf("%d values, %v; a byte at a time %d values, %v", len(whole), err, len(slow), errSlow)
	case err == nil && tuple.CheckKinds(whole, columns, 1) != nil:
		return fmt.Errorf("read without an error: %w", tuple.CheckKinds(whole, columns, 1))
	}
	return nil
}

// TestDamagedForms reads files of each form in which bytes have changed, or are lost or added.
func TestDamagedForms(t *testing.T) {
	samples := samplesOf(t)
	for _, f := range forms() {
		t.Run(string(f.format), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				content := slices.Clone(samples[f.format])
				at := rapid.IntRange(0, len(content)-1).Draw(rt, "at")
				value := rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("\n\t ,\"-09n\x00"))).Draw(rt, "value")
				switch rapid.SampledFrom([]string{"change", "lose", "add", "cut"}).Draw(rt, "damage") {
				case "change":
					content[at] = value
				case "lose":
					content = slices.Delete(content, at, at+1)
				case "add":
					content = slices.Insert(content, at, value)
				case "cut":
					content = content[:at]
				}
				if err := readAny(t, f.format, content); err != nil {
					rt.Fatal(err)
				}
			})
		})
	}
}

// TestRest: an input that rests holds no head, is read from its start also if it is packed, and finds that it was changed.
func TestRest(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.txt.gz")
	if err := writeFile(vfs.OS, name, OutSpec{Format: Text, Columns: tuple.IDs("a", "b")}, []int32{1, 2, 3, 4}); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{2, 1} {
		in, err := Open(vfs.OS, name, nil, Spec{Format: Text})
		if err == nil {
			err = in.Suspend()
		}
		if err != nil || in.Head() != nil || in.Done() != 0 {
			t.Fatalf("%v, a head of %d bytes", err, len(in.Head()))
		}
		if width == 2 {
			if got, _, err := readInput(in); err != nil || !slices.Equal(got, []int32{1, 2, 3, 4}) {
				t.Errorf("%v, %v", got, err)
			}
			continue
		}
		other := filepath.Join(t.TempDir(), "b.txt.gz")
		var packed []byte
		if err = writeFile(vfs.OS, other, OutSpec{Format: Text, Columns: tuple.IDs("a")}, []int32{1, 2, 3, 4}); err == nil {
			packed, err = os.ReadFile(other)
		}
		if err == nil {
			err = os.WriteFile(name, packed, 0o666) // in place
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := readInput(in); err == nil || !strings.HasSuffix(err.Error(), "was changed while it was read") {
			t.Errorf("read as a file of two columns: %v", err)
		}
	}
}

func FuzzForms(f *testing.F) {
	all := forms()
	samples := samplesOf(f)
	for i, form := range all {
		f.Add(uint8(i), samples[form.format])
	}
	f.Fuzz(func(t *testing.T, form uint8, content []byte) {
		if err := readAny(t, all[int(form)%len(all)].format, content); err != nil {
			t.Fatal(err)
		}
	})
}

// TestPlainName: the further endings of an output of lines may be packed, but not Parquet, which is compressed inside.
func TestPlainName(t *testing.T) {
	own := []string{".csv", ".jsonl", ".parquet"}
	for name, ok := range map[string]bool{
		"a.txt": true, "a.tsv.gz": true, "a": true, "-": true, "a.csv": true, "a.CSV.GZ": true,
		"a.jsonl.zst": true, "a.parquet": true,

		"a.parquet.gz": false, "a.csv.bz2": false, "a.json": false, "a.ndjson.gz": false, "a.t2": false, "a.t2.zst": false,
		"a.t0": false, "a.t9": false, "a.t10.gz": false, "a.txt9": true, "a.t": true,
	} {
		if err := PlainName(name, own...); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
		if err := PlainName(name); err == nil && slices.Contains(own, Ending(name)) {
			t.Errorf("%s is taken without being one of the endings", name)
		}
	}
}
