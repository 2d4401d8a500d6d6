package tools_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Faults of outputs.
var outputFaults = []fault{
	{"output/-o is stdout", nil, fileIsStdout},
	{"output/names an input", (*tool).readsInput, outputNamesInput},
	{"output/full", nil, fullOutput},
	{"output/closed", nil, closedOutput},
	{"output/reader goes away", nil, closedPipe},
	{"output/directory", nil, directoryOutput},
	{"output/checked first", (*tool).readsInput, outputIsCheckedFirst},
	{"output/permissions", nil, permissionsStay},
	{"output/symbolic link", nil, linkStays},
	{"output/killed", nil, killed},
	{"output/error at the end", nil, errorAtTheEnd},
}

var old = []byte("what was there before\n")

func fileIsStdout(p *place) {
	p.writes(p.run(p.tool.args("-o", "out")), p.read("out"), "out")
	p.must(os.Remove(p.path("out")))
	p.write("out", old)
	p.writes(p.run(p.tool.args("-o", "out")), p.read("out"))
	r := p.run(p.tool.args(), stdout(p.open("out", os.O_WRONLY|os.O_TRUNC)))
	p.writes(r, p.read("out"))
}

// outputNamesInput: the input is replaced by the result, or the tool refuses and the input stays as it is.
func outputNamesInput(p *place) {
	before := p.read(p.tool.operand())
	r := p.run(p.tool.args("-o", p.tool.operand()))
	if isNew := p.oldOrNew(r, p.tool.operand(), before); isNew {
		p.succeeds(r)
	} else if r.code == 2 { // its name does not fit what is written
		p.oneLine(r, string(r.stderr), p.tool.operand())
		p.clean()
	} else {
		p.fails(r, p.tool.operand())
	}
}

func fullOutput(p *place) {
	if len(p.tool.want) == 0 {
		p.Skip("the tool writes nothing for the sample")
	}
	p.fails(p.run(p.tool.args(), stdout(p.open("/dev/full", os.O_WRONLY))), "stdout: no space left on device")
	p.fails(p.run(p.tool.args("-o", "/dev/full")), "/dev/full: no space left on device")
}

// closedOutput: a result must not go into the /dev/null that Go opens for a closed stdout. It may go into one that the caller
// opened.
func closedOutput(p *place) {
	p.fails(p.run(p.tool.args(), limited("exec >&-")), "stdout: is closed")
	p.fails(p.run(p.tool.args("-o", "/dev/stdout"), limited("exec >&-")), "/dev/stdout: is closed")
	p.succeeds(p.run(p.tool.args("-o", "/dev/null"), limited("exec >&-")))
	p.succeeds(p.run(p.tool.args(), limited("exec >/dev/null")))
	p.succeeds(p.run(p.tool.args(), limited("exec 0<>/dev/null 1<&0")))
	p.clean()
}

// closedPipe: a tool that writes into a pipe without a reader dies of SIGPIPE, silently, and leaves nothing.
func closedPipe(p *place) {
	if len(p.tool.want) == 0 {
		p.Skip("the tool writes nothing for the sample")
	}
	r, w, err := os.Pipe()
	p.must(err)
	r.Close()
	defer w.Close()
	got := p.run(p.tool.args(), stdout(w))
	if got.code != 128+int(syscall.SIGPIPE) || len(got.stderr) > 0 {
		p.Errorf("%s: exit code %d, not that of SIGPIPE; stderr %q", got, got.code, got.stderr)
	}
	p.clean()
}

func directoryOutput(p *place) {
	p.must(os.Mkdir(p.path("dir"), 0o777))
	p.names = append(p.names, "dir")
	p.fails(p.run(p.tool.args("-o", "dir")), "dir: is a directory")
	p.fails(p.run(p.tool.args("-o", "links.t2/out")), "links.t2/out: not a directory")
}

// outputIsCheckedFirst: who waits for hours of input must have heard before that the output cannot be written.
func outputIsCheckedFirst(p *place) {
	p.fails(p.run(p.tool.argsFor("-", "-o", "missing/out"), stdin(hang(p))),
		"missing/out: the folder missing is missing: mkdir -p missing makes it")
	p.must(os.Mkdir(p.path("dir"), 0o777))
	p.names = append(p.names, "dir")
	p.fails(p.run(p.tool.argsFor("-", "-o", "dir"), stdin(hang(p))), "dir: is a directory")
}

func permissionsStay(p *place) {
	p.write("out", old)
	p.must(os.Chmod(p.path("out"), 0o640))
	p.writes(p.run(p.tool.args("-o", "out")), p.read("out"))
	info, err := os.Stat(p.path("out"))
	p.must(err)
	if info.Mode().Perm() != 0o640 {
		p.Errorf("the replaced file had permissions rw-r-----, now %v", info.Mode())
	}
}

// linkStays: -o of a symbolic link replaces the file that it names, and the link stays one.
func linkStays(p *place) {
	p.write("target", old)
	p.must(os.Symlink("target", p.path("link")))
	p.names = append(p.names, "link")
	p.writes(p.run(p.tool.args("-o", "link")), p.read("target"))
	if info, err := os.Lstat(p.path("link")); err != nil || info.Mode().Type() != fs.ModeSymlink {
		p.Errorf("the link is %v, %v", info, err)
	}
}

// killed ends the tool by SIGKILL at random moments. What -o names is the old file or the whole new one, and nothing else
// is left. TERM must do no worse, and end the tool by that signal.
func killed(p *place) {
	p.write("out", old)
	took := p.run(p.tool.args("-o", "out")).took
	random := randomly(p)
	n := *rounds
	if testing.Short() && !p.tool.first {
		n /= 3
	}
	for range n {
		sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM}[random.IntN(4)]
		p.write("out", old)
		r := p.runAndKill(p.tool.args("-o", "out"), sig, between(random, took))
		isNew := p.oldOrNew(r, "out", old)
		if r.code == 0 && !isNew || r.code != 0 && r.code != 128+int(sig) {
			p.Fatalf("%s: exit code %d after %v (%v of about %v), new content: %v, stderr %q", r, r.code, sig, r.took, took, isNew, r.stderr)
		}
		p.dropWindow()
		p.clean()
	}
}

// between is a moment of a run that takes about so long.
func between(random *rand.Rand, took time.Duration) time.Duration {
	return time.Duration(random.Float64() * 1.2 * float64(took))
}

// runAndKill sends a signal to the tool after a delay.
func (p *place) runAndKill(args []string, sig syscall.Signal, after time.Duration) result {
	p.Helper()
	var out, msg bytes.Buffer
	cmd := p.command(context.Background(), args, &out, &msg)
	p.must(cmd.Start())
	timer := time.AfterFunc(after, func() { cmd.Process.Signal(sig) })
	defer timer.Stop()
	if err := cmd.Wait(); errors.Is(err, io.ErrClosedPipe) {
		p.Fatal(err)
	}
	return result{append([]string{p.tool.name}, args...), exitCode(cmd.ProcessState), out.Bytes(), msg.Bytes(), after}
}

// dropWindow accepts what Linux cannot avoid: a nameless file can be linked to a new name, but not in the place of an old
// one, so between the link and the rename a killed tool leaves the whole result under a hidden name, or the old file if it is
// one of several outputs.
func (p *place) dropWindow() {
	p.Helper()
	for _, name := range p.list(p.dir) {
		whole := strings.HasPrefix(name, ".webmill-") && bytes.Equal(p.read(name), p.tool.want)
		if whole || strings.HasPrefix(name, ".webmill.old-out-") && bytes.Equal(p.read(name), old) {
			p.Logf("killed between link and rename: %s", name)
			p.must(os.Remove(p.path(name)))
		}
	}
}

// errorAtTheEnd lets the calls fail that make a file durable and visible. An error of close may come when the file is
// already in its place. With -short a quarter of these is tried, and of a further use of a tool one of the other calls.
func errorAtTheEnd(p *place) {
	p.needs(strace("true")...)
	p.write("out", old)
	random := randomly(p)
	calls := []string{"fsync", "linkat", "renameat,renameat2,rename"}
	if testing.Short() && !p.tool.first {
		calls = []string{calls[random.IntN(len(calls))]}
	}
	for _, call := range calls {
		r := p.run(p.tool.args("-o", "out"), injected(call, "EIO", 1)...)
		p.dropKept(r)
		p.fails(r, "out: ", "input/output error")
		if p.oldOrNew(r, "out", old) {
			p.Fatalf("%s: %s failed, but the file was replaced", r, call)
		}
	}
	for n := 1; n <= 12; n++ {
		if testing.Short() && (!p.tool.first || random.IntN(4) > 0) {
			continue
		}
		p.write("out", old)
		r := p.run(p.tool.args("-o", "out"), injected("close", "EIO", n)...)
		if isNew := p.oldOrNew(r, "out", old); r.code == 0 && !isNew {
			p.Fatalf("%s: close %d failed, exit code 0, but the content is old", r, n)
		}
		if r.code != 0 {
			p.fails(r)
		}
	}
}

// dropKept accepts that the old file has a second name, if the error says so: strace counts the calls of each thread, so the
// call that brings the old file back can fail as well.
func (p *place) dropKept(r result) {
	p.Helper()
	for _, name := range p.list(p.dir) {
		if strings.HasPrefix(name, ".webmill.old-out-") && bytes.Contains(r.stderr, []byte(name)) &&
			bytes.Equal(p.read(name), old) {
			p.Logf("kept, as the error says: %s", name)
			p.must(os.Remove(p.path(name)))
		}
	}
}

// injected lets the n-th of these system calls fail, in each thread.
func injected(calls, errno string, n int) []option {
	return []option{under(strace("-e", "trace="+calls, "-e", fmt.Sprintf("inject=%s:error=%s:when=%d", calls, errno, n))...)}
}
