package tools_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// killing stands for a tool. When it is first called, it kills make and the shell of the step, then the tool at work, so that
// nobody tells the reader of a pipe that its input is not whole; when it is called again, the tool alone.
const killing = `#!/bin/bash
tool=${0##*/}
if mkdir "$KILLED/$tool" 2>/dev/null; then
	others=$PPID
	test "$(ps -o comm= -p $PPID)" = make || others="$(ps -o ppid= -p $PPID) $PPID"
elif ! mkdir "$KILLED/$tool-alone" 2>/dev/null; then
	exec "$TOOLS/$tool" "$@"
fi
"$TOOLS/$tool" "$@" &
kill -9 $others $!
wait $!
exit
`

// batch runs lines of bash in a new folder with three archives and their list. $batch OUT is the recipe.
type batch struct {
	*testing.T
	dir, script string
}

func newBatch(t *testing.T) *batch {
	t.Helper()
	script, err := filepath.Abs("../scripts/batch.mk")
	if err != nil {
		t.Fatal(err)
	}
	b := &batch{t, t.TempDir(), script}
	for i := range 3 {
		newFile(t, filepath.Join(b.dir, fmt.Sprintf("a%d.warc", i)), string(warcOf(i)))
	}
	b.must("ls a*.warc >archives.txt")
	return b
}

func (b *batch) run(line string, env ...string) error {
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = b.dir
	cmd.Env = append(append(withTools(),
		"batch=env -u MAKELEVEL -u MAKEFLAGS make -s -f "+b.script+" ARCHIVES=archives.txt ALL=64M MEMORY=32M"), env...)
	said, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", line, err, said)
	}
	return err
}

func (b *batch) must(line string) {
	b.Helper()
	if err := b.run(line); err != nil {
		b.Fatal(err)
	}
}

// TestBatch: the recipe for many archives (docs/cluster.md), with tasks that are killed and run again, and as single tasks, gives
// the bytes of an undisturbed run, and the links of all archives at once.
func TestBatch(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	b.must("$batch OUT=whole")
	b.must("extract-links -q a*.warc | dict -q -existing whole/urls.txt | extsort -w 2 -k 2,1 -u -o all.t2 && " +
		"cmp all.t2 whole/links-by-dst.t2 && mkdir bin killed")
	names := []string{"extract-links", "extsort", "dict", "pagerank", "tuplejoin"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(b.dir, "bin", name), []byte(killing), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	failed := 0
	for b.run("PATH=$PWD/bin:$PATH $batch OUT=again -j 2", "TOOLS="+binDir, "KILLED="+filepath.Join(b.dir, "killed")) != nil {
		if failed++; failed > 2*len(names) {
			t.Fatal("it never ends")
		}
	}
	if failed < 2 {
		t.Errorf("only %d runs failed", failed)
	}
	b.must("for n in 3 1 2; do $batch OUT=single $(printf single/strings/%05d.txt.gz $n) || exit; done; " +
		"$batch OUT=single single/urls.txt && seq -f single/by-dst/%05g.t2 3 | xargs -n 1 -P 2 $batch OUT=single -o single/urls.txt && $batch OUT=single")
	for _, name := range []string{"links-by-dst.t2", "ranks.t2", "indegree.t2", "outdegree.t2", "urls.txt"} {
		for _, other := range []string{"again", "single"} {
			a, _ := os.ReadFile(filepath.Join(b.dir, "whole", name))
			if got, err := os.ReadFile(filepath.Join(b.dir, other, name)); err != nil || len(a) == 0 || !bytes.Equal(a, got) {
				t.Errorf("%s/%s is not that of the undisturbed run: %v", other, name, err)
			}
		}
	}
}

// TestBatchStale: the recipe makes again what is of another archive or list, or of a part of an archive. It refuses files
// that are no lists.
func TestBatchStale(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	same := func(what, args string) {
		t.Helper()
		b.must("rm -rf clean && $batch OUT=clean && $batch OUT=whole " + args + " && cmp clean/ranks.t2 whole/ranks.t2")
		if err := b.run("diff -r clean whole"); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	same("an archive again", "")
	b.must("cp a1.warc b && cp a2.warc a1.warc")
	same("another archive of the name", "")
	b.must("touch -d 'last year' b && cp -p b a1.warc")
	same("one with an older time", "")
	b.must("rm a1.warc")
	if err := b.run("$batch OUT=whole"); err == nil {
		t.Error("an archive that is gone does not matter")
	}
	b.must("cp b a1.warc && (head -c 3000 b) >a2.warc")
	if err := b.run("$batch OUT=whole"); err == nil {
		t.Error("a damaged archive is taken")
	}
	b.must("$batch OUT=whole INCOMPLETE=yes")
	if err := b.run("$batch OUT=whole"); err == nil {
		t.Error("a damaged archive, taken as far as it could be read, counts as whole")
	}
	b.must("ls whole/part/00003 && $batch OUT=whole -n >plan && ls whole/part/00003 whole/lines/00003.tsv.gz")
	b.must("cp b a2.warc")
	same("a whole one in its place", "")
	b.must("tac archives.txt >x && touch -r a0.warc x && mv x archives.txt")
	same("another order of the list", "")
	for _, wrong := range []string{"", "a0.warc a1.warc\n", "a0.warc\n\na1.warc\n", "a0.warc\nmissing.warc\n"} {
		b.must("printf '" + wrong + "' >wrong.txt")
		if err := b.run("$batch ARCHIVES=wrong.txt OUT=wrong"); err == nil {
			t.Errorf("archives %q are taken", wrong)
		}
	}
	b.must("head -c 3000 b >a2.warc && $batch OUT=whole INCOMPLETE=yes 2>said && $batch OUT=whole INCOMPLETE=yes 2>again && " +
		"cmp said again && grep -q 'a2.warc: skipped' said")
	b.must("cp b a2.warc && $batch OUT=whole INCOMPLETE=yes && ! ls whole/part/*")
	newFile(t, filepath.Join(b.dir, "bin/extract-links"), "#!/bin/sh\ncp a1.warc was\nsleep 4\nexec "+binDir+
		`/extract-links $(echo "$@" | sed s/a1.warc/was/)`)
	b.must(`chmod +x bin/extract-links; touch a1.warc; { PATH=$PWD/bin:$PATH exec $batch OUT=whole; } & sleep 2; kill -9 $!
		cat a0.warc a2.warc >a1.warc; $batch OUT=whole; sleep 4`)
	same("a task that outlives its make, of another archive", "")
	b.must("mv a1.warc 'a[0].warc' && sed -i 's/a1/a[0]/' archives.txt")
	same("a name that is a pattern", "INCOMPLETE=no")
	if err := b.run("$batch OUT=whole INCOMPLETE=maybe"); err == nil {
		t.Error("INCOMPLETE=maybe is taken")
	}
	err := b.run("$batch OUT=whole INCOMPLET=no")
	if err == nil || !strings.Contains(err.Error(), "there is no variable INCOMPLET:") {
		t.Errorf("a misspelt variable: %v", err)
	}
	b.must("head -2 archives.txt >x; mv x archives.txt")
	if err := b.run("$batch OUT=whole"); err == nil || !strings.Contains(err.Error(), "has files of other archives: remove it") {
		t.Errorf("fewer archives: %v", err)
	}
}

// warcOf is an archive of some pages that link to each other and to those of other archives.
func warcOf(archive int) []byte {
	var b bytes.Buffer
	for p := range 20 {
		body := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" +
			fmt.Sprintf("<a href=/%d>x</a><a href=/%d>y</a>", (p*7+archive)%60, p/2)
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://s.example/%d\r\nContent-Type: application/http\r\n"+
			"Content-Length: %d\r\n\r\n%s\r\n\r\n", 20*archive+p, len(body), body)
	}
	return b.Bytes()
}
