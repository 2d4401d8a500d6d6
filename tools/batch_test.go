package tools_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// killing stands for a tool. When it is first called, it kills make and the shell of the step, then the tool at work, so that nobody
// tells the reader of a pipe from the end of its input; when it is called again, the tool alone.
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

// TestBatch: the recipe for many archives (docs/cluster.md), with tasks that are killed and run again, and as single tasks, gives
// the bytes of an undisturbed run, and the links of all archives at once.
func TestBatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script, err := filepath.Abs("../scripts/batch.mk")
	if err != nil {
		t.Fatal(err)
	}
	run := func(line string, env ...string) error {
		cmd := exec.Command("bash", "-c", line, script)
		cmd.Dir, cmd.Env = dir, append(withTools(), env...)
		said, err := cmd.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%s: %w: %s", line, err, said)
		}
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		must(os.WriteFile(filepath.Join(dir, fmt.Sprintf("a%d.warc", i)), warcOf(i), 0o600))
	}
	must(run("ls a*.warc >archives.txt"))
	batch := "make -s -f $0 ARCHIVES=archives.txt ALL=64M MEMORY=32M OUT="
	must(run(batch + "whole"))
	must(run("extract-links -q a*.warc | dict -q -existing whole/urls.txt | extsort -w 2 -k 2,1 -u -o all.t2 && cmp all.t2 whole/links-by-dst.t2"))

	must(run("mkdir bin killed"))
	names := []string{"extract-links", "extsort", "dict", "pagerank", "tuplejoin"}
	for _, name := range names {
		must(os.WriteFile(filepath.Join(dir, "bin", name), []byte(killing), 0o700))
	}
	failed := 0
	for run("PATH=$PWD/bin:$PATH "+batch+"again -j 2", "TOOLS="+binDir, "KILLED="+filepath.Join(dir, "killed")) != nil {
		if failed++; failed > 2*len(names) {
			t.Fatal("it never ends")
		}
	}
	if failed < 2 {
		t.Errorf("only %d runs failed", failed)
	}
	must(run("for n in 3 1 2; do " + batch + "single $(printf single/strings/%05d.txt.gz $n) || exit; done; " +
		batch + "single single/urls.txt && seq -f single/by-dst/%05g.t2 3 | xargs -n 1 -P 2 " + batch + "single && " + batch + "single"))
	for _, name := range []string{"links-by-dst.t2", "ranks.t2", "indegree.t2", "outdegree.t2", "urls.txt"} {
		for _, other := range []string{"again", "single"} {
			a, _ := os.ReadFile(filepath.Join(dir, "whole", name))
			if b, err := os.ReadFile(filepath.Join(dir, other, name)); err != nil || len(a) == 0 || !bytes.Equal(a, b) {
				t.Errorf("%s/%s is not that of the undisturbed run: %v", other, name, err)
			}
		}
	}
	must(run("touch -d 'next hour' a1.warc; " + batch + "again -n | grep -c 'extract-links.* a[0-9]' | grep -x 1"))
	for _, wrong := range []string{"", "a0.warc a1.warc\n", "a0.warc\n\na1.warc\n", "a0.warc\nmissing.warc\n"} {
		must(run("printf '" + wrong + "' >wrong.txt"))
		if err := run("make -s -f $0 ARCHIVES=wrong.txt OUT=wrong"); err == nil {
			t.Errorf("archives %q are taken", wrong)
		}
	}
	must(run("head -2 archives.txt >x; mv x archives.txt"))
	if err := run(batch + "whole"); err == nil ||
		!bytes.Contains([]byte(err.Error()), []byte("has files of other archives: remove it")) {
		t.Errorf("fewer archives: %v", err)
	}
}

// warcOf is an archive of some pages that link to each other and to those of other archives.
func warcOf(archive int) []byte {
	var b bytes.Buffer
	for p := range 20 {
		body := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/%d>x</a><a href=/%d>y</a>", (p*7+archive)%60, p/2)
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://s.example/%d\r\nContent-Type: application/http\r\n"+
			"Content-Length: %d\r\n\r\n%s\r\n\r\n", 20*archive+p, len(body), body)
	}
	return b.Bytes()
}
