package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"webmill/pkg/stream"
	"webmill/tools/beam/objects/objectstest"
)

// stored has the contents of the files in a folder and below, by name.
func stored(t testing.TB, dir string) map[string][]byte {
	all := map[string][]byte{}
	names, err := files("").Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := readFile(t.TempDir(), name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimPrefix(strings.TrimPrefix(name, dir), "/")] = text
	}
	return all
}

// put copies files and folders of dir to a store, and returns the names there.
func put(t testing.TB, dir, to string, names ...string) (there []string) {
	for _, name := range names {
		for below, text := range stored(t, filepath.Join(dir, name)) {
			object := strings.TrimSuffix(to+name+"/"+below, "/")
			out, err := stream.CreateStored(files(""), object, nil)
			if err == nil {
				_, err = out.Write(text)
			}
			if err == nil {
				err = out.Commit()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		there = append(there, to+name)
	}
	return there
}

// sameStored compares the files of two names byte by byte.
func sameStored(t testing.TB, got, want string) {
	t.Helper()
	a, b := stored(t, got), stored(t, want)
	if len(b) == 0 || len(a) != len(b) {
		t.Errorf("%s has %d files, %s has %d", got, len(a), want, len(b))
	}
	for name, text := range b {
		if !bytes.Equal(a[name], text) {
			t.Errorf("%s: %q differs from that of %s", got, name, want)
		}
	}
}

// remains are the names of the objects below a name.
func remains(t testing.TB, name string) []string {
	names, err := files("").Files(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return names
}

// TestObjects: each job writes the same bytes to a store as to a folder, from inputs in a store or a folder, and leaves nothing
// else.
func TestObjects(t *testing.T) {
	dir, at := batch(t), "memfs://bucket/objects/"
	tool(t, dir, "undict", "-at", "1,2", "-o", "links.tsv", "batch/urls.txt", "batch/links-by-dst.t2")
	tool(t, dir, "dict", "-dict", "urls.txt", "-hosts", "hosts.txt", "-page-hosts", "page-host.t2", "-o", "links.t2", "links.tsv")
	tool(t, dir, "tuples", "-o", "links.t2.zst", "links.t2")
	tool(t, dir, "tuples", "-o", "links.parquet", "-columns", "src:id,dst:id", "links.t2")
	tool(t, dir, "tuples", "-partition", "3", "-hash", "-o", "parts.t2.gz", "links.t2")
	tool(t, dir, "tuples", "-partition", "3", "-o", "parts.parquet", "links.t2")
	put(t, dir, at, "links.t2", "links.t2.zst", "links.parquet", "parts.t2.gz", "parts.parquet", "page-host.t2", "batch/lines")
	for _, args := range [][]string{
		{"sort", "-k", "2,1", "-o", "sorted.parquet", "links.t2", "parts.t2.gz"},
		{"dedupe", "-o", "once.t2.zst", "links.t2.zst", "links.parquet", "parts.parquet"},
		{"pagerank", "-tol", "1e-2", "-o", "ranks.t3", "parts.t2.gz"},
		{"bfs-layers", "-o", "layers.t2", "links.parquet"},
		{"host-graph", "-host-of", "page-host.t2", "-o", "hosts.t3", "links.t2"},
		{"terms", "-o", "terms.t2", "links.t2.zst"},
		{"ids", "-u", "-dict", "dict.txt.gz", "-o", "ids.t2", "batch/lines"},
	} {
		run(t, dir, args[0], slices.Insert(slices.Clone(args[1:]), 0, "-parts", "3")...)
		out := args[slices.Index(args, "-o")+1]
		for _, where := range []string{"both", "input", "output"} {
			if where != "both" && args[0] != "sort" && args[0] != "ids" {
				continue
			}
			mixed := slices.Clone(args)
			got := filepath.Join(dir, where, out)
			for i, arg := range mixed {
				isOutput := i > 0 && (mixed[i-1] == "-o" || mixed[i-1] == "-dict")
				switch {
				case isOutput && where == "input":
					mixed[i] = where + "/" + arg
				case isOutput:
					mixed[i] = at + where + "/" + arg
				case where != "output" && strings.Contains(arg, ".") || where != "output" && arg == "batch/lines":
					if arg != "1e-2" && !strings.HasPrefix(arg, "-") {
						mixed[i] = at + arg
					}
				}
			}
			if err := os.MkdirAll(filepath.Dir(got), 0o777); err != nil {
				t.Fatal(err)
			}
			if where == "both" {
				mixed = slices.Insert(mixed, 1, "-work", at+"unfinished")
			}
			if where != "input" {
				got = at + where + "/" + out
			}
			run(t, dir, mixed[0], slices.Insert(mixed[1:], 0, "-parts", "3", "-T", t.TempDir())...)
			sameStored(t, got, filepath.Join(dir, out))
			if args[0] == "ids" {
				sameStored(t, strings.TrimSuffix(got, out)+"dict.txt.gz", filepath.Join(dir, "dict.txt.gz"))
			}
			if left := append(remains(t, got+".work"), remains(t, at+"unfinished")...); len(left) > 0 {
				t.Errorf("%v left %v", mixed, left)
			}
		}
	}
}

// TestObjectsServed: on servers that answer as S3 and Google Cloud Storage do, a job writes what it writes to a folder.
func TestObjectsServed(t *testing.T) {
	s3, gcs, dir := objectstest.S3(), objectstest.GCS(), links(t)
	run(t, dir, "dedupe", "-parts", "3", "-o", "want.t2", "links.t2")
	for prefix, server := range map[string]*objectstest.Server{"s3://bucket/": s3, "gs://bucket/": gcs} {
		in := put(t, dir, prefix, "links.t2")[0]
		run(t, dir, "dedupe", "-parts", "3", "-o", prefix+"once.t2", in)
		sameStored(t, prefix+"once.t2", filepath.Join(dir, "want.t2"))
		if names := server.Names(); len(names) != 5 { // links, three parts and their manifest
			t.Errorf("%s has %v", prefix, names)
		}
	}
}

// TestObjectsRefused: a line names a name that is refused, and says why. Nothing is made.
func TestObjectsRefused(t *testing.T) {
	dir, at := links(t), "memfs://bucket/refused/"
	in := put(t, dir, at, "links.t2")[0]
	tool(t, dir, "tuples", "-partition", "3", "-o", "parts.t2", "links.t2")
	parts := put(t, dir, at, "parts.t2")[0]
	gone := filesystem.Remover(memfs.New(context.Background()).(filesystem.Remover))
	if err := gone.Remove(context.Background(), parts+"/part-00001-of-00003.t2"); err != nil {
		t.Fatal(err)
	}
	memfs.Write(at+"used.t2/report.html", []byte("text"))
	memfs.Write(at+"strange.t2.work/letter", []byte("text"))
	all := len(remains(t, "memfs://bucket/refused"))
	for _, c := range [][2]string{
		{"no://bucket/links.t2: files with no:// are not read or written", "-o out.t2 no://bucket/links.t2"},
		{"no://bucket/out.t2: files with no://", "-o no://bucket/out.t2 " + in},
		{"no://bucket/work: files with no://", "-work no://bucket/work -o out.t2 " + in},
		{at + "missing.t2: file does not exist", "-o out.t2 " + at + "missing.t2"},
		{"memfs://bucket: names a bucket", "-o memfs://bucket " + in},
		{"memfs://bucket/a?b.t2: names of objects with one of", "-o out.t2 memfs://bucket/a?b.t2"},
		{parts + ": part-00001-of-00003.t2 is missing", "-o out.t2 " + parts},
		{in + ": is an input or in one, and cannot be the output", "-o " + in + "/ " + in},
		{in + ": is not a folder", "-o " + in + " links.t2"},
		{at + "used.t2: has other files than parts, like report.html", "-o " + at + "used.t2 " + in},
		{at + "strange.t2.work: is not empty, and not the work of a job", "-o " + at + "strange.t2 " + in},
		{"cannot create a temporary file", "-T " + dir + "/missing -o out.t2 " + in},
	} {
		err := start(t, dir, "sort", strings.Fields(c[1])...)
		if err == nil || !strings.Contains(err.Error(), c[0]) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", c[1], err, c[0])
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "out*")); len(left) > 0 {
			t.Errorf("%s left %v", c[1], left)
		}
	}
	if now := remains(t, "memfs://bucket/refused"); len(now) != all {
		t.Errorf("there is %v", now)
	}
}

// TestObjectsFail: whichever upload of a job fails, the job ends with one line that names the object, and leaves no dictionary
// and no manifest of an output that is not whole. The same command goes on, and the bytes are right.
func TestObjectsFail(t *testing.T) {
	store, dir, at := objectstest.Failing(), t.TempDir(), "failing://bucket/"
	writeFile(t, filepath.Join(dir, "a.tsv"), []byte("b\ta\na\tc\nhttp://a.de/\tb\n"))
	writeFile(t, filepath.Join(dir, "b.tsv"), []byte("c\td\nd\tb\n"))
	run(t, dir, "ids", "-parts", "2", "-dict", "dict.txt", "-o", "links.t2", "a.tsv", "b.tsv")
	in := put(t, dir, at, "a.tsv", "b.tsv")
	args := append([]string{"-parts", "2", "-dict", at + "dict.txt", "-o", at + "links.t2"}, in...)
	store.Each(t, 12, false, func() error {
		for _, name := range append(remains(t, at+"links.t2"), at+"dict.txt") {
			store.Remove(context.Background(), name)
		}
		return start(t, dir, "ids", args...)
	}, func(how, failed string) {
		ended := strings.HasSuffix(failed, ".work/ended")
		if isFolder(at+"links.t2") && !ended && !strings.HasSuffix(failed, "dict.txt") {
			t.Errorf("%s of %s left a manifest", how, failed)
		}
		if text, there := store.Object(at + "dict.txt"); there && !ended {
			t.Errorf("%s of %s left a dictionary of %d bytes", how, failed, len(text))
		}
		run(t, dir, "ids", args...)
		sameStored(t, at+"links.t2", filepath.Join(dir, "links.t2"))
		sameStored(t, at+"dict.txt", filepath.Join(dir, "dict.txt"))
		if left := remains(t, at+"links.t2.work"); len(left) > 0 {
			t.Errorf("%s of %s: %v is left", how, failed, left)
		}
	})
}

// TestObjectsKilled: a job that is killed goes on with what is in the store, and the bytes are right.
func TestObjectsKilled(t *testing.T) {
	server, dir, at := objectstest.S3(), links(t), "s3://bucket/"
	run(t, dir, "pagerank", "-parts", "3", "-max-sweeps", "100", "-o", "want.t3", "links.t2")
	args := []string{"pagerank", "-parts", "3", "-max-sweeps", "100", "-o", at + "ranks.t3", put(t, dir, at, "links.t2")[0]}
	for _, stage := range []string{"ranks.t3.work/bounds", "ranks.t3.work/links/part-00001-of-00003.t2",
		"ranks.t3.work/ranks-00002/manifest", "ranks.t3/part-00000-of-00003.t3"} {
		cmd := program(t, dir, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for slept := 0; !slices.Contains(server.Names(), "bucket/"+stage); slept++ {
			time.Sleep(time.Millisecond)
			if slept > 60_000 {
				t.Fatalf("%s does not come", stage)
			}
		}
		cmd.Process.Kill()
		cmd.Wait()
		if names := server.Names(); slices.Contains(names, "bucket/ranks.t3/manifest") {
			t.Logf("killed too late: %v", names)
		}
	}
	if said, err := program(t, dir, args...).CombinedOutput(); err != nil || len(said) > 0 {
		t.Fatalf("%v: %s", err, said)
	}
	sameStored(t, at+"ranks.t3", filepath.Join(dir, "want.t3"))
	if names := server.Names(); len(names) != 5 {
		t.Errorf("left %v", names)
	}
}

// TestObjectsExtract: archives in a store give the same bytes as archives in a folder, and a later run reads only what has
// changed. ids takes the folder in the store.
func TestObjectsExtract(t *testing.T) {
	objectstest.S3()
	dir, at := batch(t), "s3://bucket/"
	put(t, dir, at, "a0.warc.gz", "a1.warc.gz", "a2.warc.gz")
	writeFile(t, filepath.Join(dir, "list.txt"), []byte(at+"a0.warc.gz\n"+at+"a1.warc.gz\n"))
	put(t, dir, at, "list.txt")
	put(t, dir, at+"strange.tsv/", "list.txt")
	args := []string{"-list", at + "list.txt", "-fetched", at + "fetched.tsv.zst", "-o", at + "links.tsv.gz", at + "a2.warc.gz"}
	task := &extractArchive{Links: at + "links.tsv.gz", Fetched: at + "fetched.tsv.zst"}
	extract := func() (made []asRead) {
		t.Helper()
		run(t, dir, "extract", args...)
		for i := range 3 {
			names := task.files(at + fmt.Sprintf("a%d.warc.gz", i))
			read, err := lookAt("", names[1])
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, read...)
			archive := fmt.Sprintf("a%d.warc.gz", i)
			tool(t, dir, "extract-links", "-q", "-o", "want.tsv.gz", archive)
			sameStored(t, names[1], filepath.Join(dir, "want.tsv.gz"))
		}
		if left := remains(t, at+"links.tsv.gz.work"); len(left) > 0 || exists(at+"links.tsv.gz/"+listName) {
			t.Errorf("%v is left", left)
		}
		return made
	}
	first := extract()
	for _, pattern := range []string{"links.tsv.gz", "fetched.tsv.zst"} {
		if names := remains(t, at+pattern); len(names) != 3 {
			t.Errorf("%s has %v", pattern, names)
		}
	}
	time.Sleep(1100 * time.Millisecond) // S3 gives times in seconds
	put(t, dir, at, "a1.warc.gz")
	for i, again := range extract() {
		if (again != first[i]) != (i == 1) {
			t.Errorf("%s is %v, and was %v", again.Name, again.Version, first[i].Version)
		}
	}
	run(t, dir, "ids", "-u", "-k", "2,1", "-dict", at+"urls.txt", "-o", at+"links.t2", at+"links.tsv.gz")
	run(t, dir, "extract", "-o", "links.tsv.gz", "a0.warc.gz", "a1.warc.gz", "a2.warc.gz")
	run(t, dir, "ids", "-u", "-k", "2,1", "-dict", "urls.txt", "-o", "links.t2", "links.tsv.gz")
	sameStored(t, at+"urls.txt", filepath.Join(dir, "urls.txt"))
	sameStored(t, at+"links.t2", filepath.Join(dir, "links.t2"))
	for want, args := range map[string]string{
		at + "missing.warc: file does not exist":          "-o " + at + "no.tsv " + at + "missing.warc " + at + "a0.warc.gz",
		at + "urls.txt: is not a folder":                  "-o " + at + "urls.txt " + at + "a0.warc.gz",
		at + "strange.tsv: has files that this job does ": "-o " + at + "strange.tsv " + at + "a0.warc.gz",
		"cannot create a temporary file":                  "-T " + dir + "/missing -o no.tsv " + at + "a0.warc.gz",
		"no://b/a.warc: files with no://":                 "-o no.tsv no://b/a.warc",
	} {
		err := start(t, dir, "extract", strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
