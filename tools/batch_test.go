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
	b.must("find whole/archives -empty | grep 3$ && $batch OUT=whole -n >plan && find whole/archives -empty | grep 3$ && ls whole/lines/00003.tsv.gz")
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
	b.must("cp b a2.warc && $batch OUT=whole INCOMPLETE=yes && ! find whole/archives -empty | grep .")
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

// refuses runs a line that has to fail, and to say want.
func (b *batch) refuses(want, line string) {
	b.Helper()
	if err := b.run(line); err == nil || !strings.Contains(err.Error(), want) {
		b.Errorf("%s: %v: it does not say %q", line, err, want)
	}
}

// TestBatchFolder: the recipe refuses a folder of others, and the chain refuses one of the recipe, also where it has only begun.
// Tasks that begin in a new folder at once are not refused.
func TestBatchFolder(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	for _, name := range strings.Fields(
		".made archives lines strings by-dst archives.txt urls.txt links-by-dst.t2 ranks.t2 indegree.t2 outdegree.t2") {
		b.must("rm -rf other && mkdir other && echo mine >other/" + name)
		for _, goal := range []string{"", "other/strings/00001.txt.gz"} {
			b.refuses("OUT=other holds "+name+", which no run of batch.mk has made: use another", "$batch -j 4 OUT=other "+goal)
		}
		b.must("test $(ls -A other) = " + name + " && grep mine other/" + name)
	}
	b.must("mkdir notes && echo mine >notes/notes.md && $batch OUT=notes && grep mine notes/notes.md")
	b.must("mkdir -p begun/.batch")
	for _, out := range []string{"notes", "begun"} {
		b.refuses("OUT="+out+" is a folder of scripts/batch.mk: use another folder",
			"OUT="+out+" RUN=1 RESULTS= FILES= "+filepath.Dir(b.script)+"/crawl.sh strangers")
	}
	for range 5 {
		b.must("rm -rf at && seq -f at/strings/%05g.txt.gz 3 | xargs -n 1 -P 3 $batch OUT=at")
	}
}

// TestBatchPart: links of a part of an archive never pass as those of the whole, whatever is removed or copied. A missing archive
// is left out only if that is asked for.
func TestBatchPart(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	b.must("$batch OUT=clean; cp -p a1.warc b && head -c 3000 b >a1.warc")
	for _, change := range []string{"rm -rf out/part", "rm -f out/archives/00002 out/part/00002", "rm -rf out/archives out/part",
		"touch out/lines/*", "rm -rf out/part; cp -r out copy; rm -r out; mv copy out", "rm out/lines/00002.tsv.gz"} {
		b.must("rm -rf out && $batch OUT=out INCOMPLETE=yes && " + change)
		b.refuses("a1.warc", "$batch OUT=out")
		b.refuses("a1.warc", "touch out/lines/*; $batch OUT=out")
	}
	// Links of a whole archive are replaced by those of a part, since a tool ends with 3 where it ended with 0.
	newFile(t, filepath.Join(b.dir, "bin/extract-links"), "#!/bin/sh\n"+binDir+`/extract-links "$@" && exit 3`)
	b.must("cp -p b a1.warc; $batch OUT=out && rm out/lines/00002.tsv.gz && chmod +x bin/extract-links")
	b.must("PATH=$PWD/bin:$PATH $batch OUT=out INCOMPLETE=yes && test ! -s out/archives/00002")
	b.must("$batch OUT=out && test -s out/archives/00002 && $batch OUT=clean && diff -r clean out") // the archive has another ctime now

	b.must("mv a1.warc gone")
	b.refuses("a1.warc: is named by ARCHIVES=archives.txt, but cannot be read\n", "$batch OUT=out")
	b.must("$batch OUT=out INCOMPLETE=yes 2>said && grep -x 'a1.warc: is named by ARCHIVES=archives.txt, but cannot be read: left out' said")
	b.must("extract-links -q a0.warc a2.warc | dict -q -existing out/urls.txt | extsort -w 2 -k 2,1 -u -o two.t2 && cmp two.t2 out/links-by-dst.t2")
	b.refuses("a1.warc: is named by", "$batch OUT=out")
	b.must("mv gone a1.warc && $batch OUT=out && $batch OUT=clean && diff -r clean out")
}

// TestBatchTwice: a run whose archive has changed meanwhile, and fails or is stopped, leaves what a second run has made.
func TestBatchTwice(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	newFile(t, filepath.Join(b.dir, "bin/extract-links"),
		"#!/bin/bash\ntouch at-work\nuntil test -e go; do sleep 0.1; done\nexec "+binDir+`/extract-links "$@"`)
	for _, end := range []string{"touch go", "kill -TERM $!; sleep 1; touch go"} {
		b.must(`chmod +x bin/extract-links; rm -rf out second go at-work
			PATH=$PWD/bin:$PATH $batch OUT=out lines >said 2>&1 &
			until test -e at-work; do sleep 0.1; done; cp a1.warc a0.warc
			$batch OUT=out && cp -r out second; ` + end + `
			wait $! && exit 1; diff -r -x ".*" second out && $batch OUT=out && diff -r -x ".*" second out`)
	}
}

// TestBatchLists: a run of another list takes the folder, and the first one fails and changes nothing more. An archive that is
// written to while it is read is no result.
func TestBatchLists(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	newFile(t, filepath.Join(b.dir, "bin/extract-links"),
		"#!/bin/bash\ntouch at-work\nuntil test -e go; do sleep 0.1; done\nexec "+binDir+`/extract-links "$@"`)
	b.must(`chmod +x bin/extract-links; tail -n 2 archives.txt >two.txt; $batch OUT=clean ARCHIVES=two.txt
		PATH=$PWD/bin:$PATH $batch OUT=out >said 2>&1 &
		until test -e at-work; do sleep 0.1; done; $batch OUT=out ARCHIVES=two.txt; touch go
		wait $! && exit 1; grep "OUT=out: a run with another list works there" said; diff -r -x ".*" clean out`)
	b.refuses("lines: has files of other archives: remove it", "$batch OUT=out; $batch OUT=out ARCHIVES=two.txt lines")
	b.must(`rm at-work go; PATH=$PWD/bin:$PATH $batch OUT=new >said 2>&1 &
		until test -e at-work; do sleep 0.1; done; cp a1.warc a0.warc; touch go
		wait $! && exit 1; grep "a0.warc: has changed while it was read: run again" said; $batch OUT=new`)
}

// TestBatchDictionary: links of an archive that the dictionary was made without get no ids. Links that other tools have made are
// made again.
func TestBatchDictionary(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	b.must("head -n 2 archives.txt >two.txt; $batch OUT=out ARCHIVES=two.txt")
	b.refuses("out/urls.txt: lacks pages of out/lines/00003.tsv.gz: make it again", "$batch OUT=out -o out/urls.txt out/by-dst/00003.t2")
	b.must("$batch OUT=out; $batch OUT=clean; diff -r -x '.*' -x archives out clean")
	b.refuses("00003.txt.gz: is empty, and what is packed never is: it was cut off\n"+
		"out/urls.txt was not made: if a file of OUT=out is damaged, remove that file", ": >out/strings/00003.txt.gz; $batch OUT=out")
	b.must(`rm out/strings/00003.txt.gz; $batch OUT=out; touch mark; $batch OUT=out
		test -z "$(find out/lines -newer mark -type f)"
		mkdir new; cp "$(type -p extract-links)" new; echo >>new/extract-links; PATH=$PWD/new:$PATH $batch OUT=out
		test "$(find out/lines -newer mark -type f | wc -l)" = 3; diff -r -x '.*' -x archives out clean`)
}

// TestBatchWrong: what is wrong in the command or the list is said in a line of its own, before anything is made.
func TestBatchWrong(t *testing.T) {
	t.Parallel()
	b := newBatch(t)
	b.must(`echo mine >file; printf 'a0.warc\n# two\n' >comment; printf 'a0.warc\n\n' >empty; printf "a'0.warc\n" >quote
		printf 'a0.warc\na1.warc\r\n' >cr; mkdir old && echo >old/urls.txt`)
	for args, want := range map[string]string{
		"out/strings/00009.txt.gz":         "there is no task 00009: archives.txt has 3 archives",
		"out/by-dst/00000.t2":              "there is no task 00000: archives.txt has 3 archives",
		"out/archives/4":                   "there is no task 4: ",
		"old/urls.txt":                     "there is no result old/urls.txt: leave it out for all results, or write one of the files that OUT=out will have",
		"out/rank.t2":                      "there is no result out/rank.t2: ",
		"ARCHIVES=":                        "ARCHIVES is missing: write the list of the archives, like ARCHIVES=archives.txt",
		"ARCHIVES=none.txt":                "ARCHIVES=none.txt: there is no such file, or it is empty",
		"ARCHIVES=comment":                 "ARCHIVES=comment, line 2:# two: each line must be the name of an archive",
		"ARCHIVES=empty":                   "ARCHIVES=empty, line 2:: each line must be",
		"ARCHIVES=quote":                   "ARCHIVES=quote, line 1:a'0.warc: each line must be",
		"ARCHIVES=cr":                      "ARCHIVES=cr, line 2:a1.warc?: each line must be",
		"MEMORY=512":                       "MEMORY=512: tuples: -S must be at least ",
		"ALL=x":                            "ALL=x: tuples: ",
		"OUT=":                             "OUT=: write the name of one folder, without blanks",
		"OUT=file":                         "OUT=file is not a folder that can be written to",
		"PATH=/usr/bin:/bin ARCHIVES=none": "there is no variable PATH: ",
	} {
		b.refuses(want, "$batch OUT=out "+args)
	}
	b.refuses("the tools of webmill are not on PATH", "PATH=/usr/bin:/bin $batch OUT=out")
	b.must("test ! -e out && grep mine file")
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
