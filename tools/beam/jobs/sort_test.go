package jobs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSort: the parts of the jobs, one after the other, are what extsort writes, in every form and number of parts.
func TestSort(t *testing.T) {
	dir := links(t)
	tool(t, dir, "tuples", "-o", "links.parquet", "-columns", "src:id,dst:id", "links.t2")
	tool(t, dir, "tuples", "-partition", "5", "-hash", "-o", "parts.t2.zst", "links.t2")
	tool(t, dir, "extsort", "-k", "2,1", "-o", "sorted.t2", "links.t2")
	tool(t, dir, "extsort", "-u", "-o", "distinct.t2", "links.t2")
	for _, in := range []string{"links.t2", "links.parquet", "parts.t2.zst"} {
		for _, parts := range []string{"0", "1", "7"} {
			run(t, dir, "sort", "-k", "2,1", "-parts", parts, "-o", "out.t2", in)
			same(t, dir, "out.t2", "sorted.t2")
		}
		run(t, dir, "dedupe", "-parts", "3", "-o", "out.t2.zst", in)
		same(t, dir, "out.t2.zst", "distinct.t2")
	}
	run(t, dir, "sort", "-parts", "3", "-o", "out.parquet", "sorted.t2", "sorted.t2")
	tool(t, dir, "extsort", "-o", "twice.t2", "links.t2", "links.t2")
	same(t, dir, "out.parquet", "twice.t2")
}

// TestSkew: equal records fill one part, and none is lost if all other parts are empty.
func TestSkew(t *testing.T) {
	dir := t.TempDir()
	texts := map[string]string{"none.txt": "", "one.txt": strings.Repeat("5 1\n", 3000), "low.txt": "-7 1\n-9 2\n"}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		tool(t, dir, "extsort", "-w", "2", "-o", "want.t2", name)
		tool(t, dir, "tuples", "-w", "2", "-o", "in.t2", name)
		run(t, dir, "sort", "-parts", "4", "-o", "out.t2", "in.t2")
		same(t, dir, "out.t2", "want.t2")
	}
}

// TestRefused: one line says what is wrong and names it, and no output is left.
func TestRefused(t *testing.T) {
	dir := links(t)
	tool(t, dir, "tuples", "-partition", "3", "-o", "parts.t2", "links.t2")
	part := filepath.Join(dir, "parts.t2", "part-00001-of-00003.t2")
	whole, err := os.ReadFile(part)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "none.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "other"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "other", "notes.txt"), nil)
	damaged := append([]byte{whole[0] ^ 1}, whole[1:]...)
	for _, c := range []struct {
		want string
		part []byte
		args string
	}{
		{"part-00001-of-00003.t2: is not what the manifest says: it was changed", damaged, "-o out.t2 parts.t2"},
		{"part-00001-of-00003.t2 has 8 bytes, the manifest says", whole[:8], "-o out.t2 parts.t2"},
		{"part-00001-of-00003.t2 is missing", nil, "-o out.t2 parts.t2"},
		{"none.txt: has no record, and its name does not say how many columns it has: ", whole, "-o out.t2 none.txt"},
		{"missing.t2", whole, "-o out.t2 missing.t2"},
		{"parts.t2: is an input or in one, and cannot be the output", whole, "-o parts.t2 parts.t2"},
		{"parts.t2 is in this folder, which is replaced: name another one", whole, "-o . parts.t2"},
		{"has other files than parts", whole, "-o other parts.t2"},
		{"-k: there is no column 3 in records of 2", whole, "-k 3 -o out.t2 parts.t2"},
		{"the first column of parts by range is sorted upwards", whole, "-k 1r -o out.t2 parts.t2"},
		{"name the folder of the output", whole, "parts.t2"},
		{"name the input: files of tuples, or folders of their parts", whole, "-o out.t2"},
		{"-parts 70000: a folder has 1 … 65536 parts", whole, "-parts 70000 -o out.t2 parts.t2"},
		{"parts are raw, text, csv or parquet", whole, "-o out.adj parts.t2"},
	} {
		os.Remove(part)
		if c.part != nil {
			os.WriteFile(part, c.part, 0o666)
		}
		err := start(t, dir, "sort", strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "out*")); len(left) > 0 {
			t.Errorf("%s left %v", c.args, left)
		}
	}
}
