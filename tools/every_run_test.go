package tools_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// timeLimit is for one run of a tool. It is only there to end what hangs.
const timeLimit = time.Minute

// An option changes how a tool is run.
type option func(*cmd)

type cmd = exec.Cmd

func stdin(r io.Reader) option  { return func(c *cmd) { c.Stdin = r } }
func stdout(w io.Writer) option { return func(c *cmd) { c.Stdout = w } }
func stderr(w io.Writer) option { return func(c *cmd) { c.Stderr = w } }

// env adds to the environment.
func env(kv ...string) option { return func(c *cmd) { c.Env = append(c.Env, kv...) } }

// under runs the tool by another program: its arguments end with those of the tool.
func under(wrap ...string) option {
	return func(c *cmd) {
		path, err := exec.LookPath(wrap[0])
		c.Err = err
		c.Args = append(append(wrap[:len(wrap):len(wrap)], c.Path), c.Args[1:]...)
		c.Path = path
	}
}

// strace is a command that makes system calls of a tool fail. If it can, it does not stop the tool at other calls: this takes
// half the time.
func strace(args ...string) []string {
	return slices.Concat([]string{"strace", "-f", "-qqq", "-o", "/dev/null"}, straceFast(), args)
}

var straceFast = sync.OnceValue(func() []string {
	const flag = "--seccomp-bpf"
	if exec.Command("strace", "-f", flag, "-qqq", "-o", "/dev/null", "true").Run() != nil {
		return nil
	}
	return []string{flag}
})

// limited runs the tool by a shell that first sets a limit of the process: "ulimit -n 16".
func limited(limit string) option { return under("sh", "-c", limit+`; exec "$@"`, "sh") }

// run runs the tool to its end.
func (p *place) run(args []string, options ...option) result {
	p.Helper()
	r, err := p.tryRun(args, options...)
	p.must(err)
	return r
}

// tryRun is run for goroutines, which may not end a test.
func (p *place) tryRun(args []string, options ...option) (result, error) {
	ctx, cancel := context.WithTimeout(p.Context(), timeLimit)
	defer cancel()
	var out, msg bytes.Buffer
	cmd := p.command(ctx, args, &out, &msg, options...)
	began := time.Now()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return result{}, fmt.Errorf("%s %q: %w", p.tool.name, args, err)
	}
	if ctx.Err() != nil {
		return result{}, fmt.Errorf("%s %q: still running after %v", p.tool.name, args, timeLimit)
	}
	args = append([]string{p.tool.name}, args...)
	return result{args, exitCode(cmd.ProcessState), out.Bytes(), msg.Bytes(), time.Since(began)}, nil
}

func (p *place) command(ctx context.Context, args []string, out, msg io.Writer, options ...option) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(binDir, p.tool.name), args...)
	cmd.Dir, cmd.Env = p.dir, withTools("TMPDIR="+p.tmp)
	cmd.Stdout, cmd.Stderr = out, msg
	cmd.WaitDelay = time.Second // for what a test feeds to a tool that did not want it
	for _, o := range options {
		o(cmd)
	}
	return cmd
}

func exitCode(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}

// open opens a file for a run as its stdin, stdout or stderr.
func (p *place) open(name string, flag int) *os.File {
	p.Helper()
	if !filepath.IsAbs(name) {
		name = p.path(name)
	}
	f, err := os.OpenFile(name, flag, 0)
	p.must(err)
	p.Cleanup(func() { f.Close() })
	return f
}

// needs skips the test, saying why, where a program is missing or does not work on this machine.
func (p *place) needs(probe ...string) {
	p.Helper()
	try, _ := tried.LoadOrStore(strings.Join(probe, " "), sync.OnceValue(func() error {
		out, err := exec.Command(probe[0], probe[1:]...).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w %s", err, out)
		}
		return err
	}))
	if err := try.(func() error)(); err != nil {
		p.Skipf("%q does not work here: %v", probe, err)
	}
}

// tried has what needs has tried, by command: many tests ask the same.
var tried sync.Map

// checksum is that of a file which may be too large to be held.
func checksum(p *place, name string) string {
	p.Helper()
	f := p.open(name, os.O_RDONLY)
	h := sha256.New()
	_, err := io.Copy(h, f)
	p.must(err)
	return string(h.Sum(nil))
}
