package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"sort"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Env is what a tool runs in. Tests replace any part of it.
type Env struct {
	Args          []string
	Stdin, Stdout vfs.File
	Stderr        io.Writer
	FS            vfs.FS

	Memory         int64 // -S
	TempDir        string
	Threads        int
	Width          int // -w, 0 if not given
	Quiet, Verbose bool
	Stats          Stats
	Progress       Progress

	name     string
	out      string
	from, to stream.Format
	force    bool
	mu       sync.Mutex // of inputs
	inputs   []tracked
	outputs  []committer
	skips    skips
}

type tracked interface {
	sized
	Label() string
	Warning() string
	Close() error
}

type committer interface {
	Commit() error
	Discard()
}

// do runs the tool and then makes its outputs visible, if nothing went wrong.
func (env *Env) do(f *Flags, run func(*Env) error) (err error) {
	stopProfile, err := profile(f.cpuProfile, f.memProfile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopProfile()) }()
	defer env.cleanUp()
	// The collector may use what the budget leaves to small things; large buffers live outside its heap.
	debug.SetMemoryLimit(env.Memory)
	if err := cmp.Or(env.checkOutput(), env.checkTempDir()); err != nil {
		return err
	}
	stop := env.Progress.start(env)
	defer stop()
	if err := par.Guard(func() error { return run(env) }); err != nil {
		return err
	}
	for _, o := range env.outputs {
		if err := o.Commit(); err != nil {
			return err
		}
	}
	for _, in := range env.inputs {
		if w := in.Warning(); w != "" {
			env.Warnf("%s: %s", in.Label(), w)
		}
	}
	return env.Stats.write(env, f.stats)
}

// checkOutput tries whether -o can be written, before a tool waits for its input: opening a pipe already means to wait for
// its first bytes. Devices and FIFOs are left alone, because opening those does something.
func (env *Env) checkOutput() error {
	if isStdout(env.out) {
		return nil
	}
	if info, err := env.FS.Stat(env.out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	out, err := stream.CreateBytes(env.FS, env.out, env.Stdout)
	if err == nil {
		out.Discard()
	}
	return err
}

// checkTempDir tries -T. The default folder is not tried: who needs none shall not fail for want of one.
func (env *Env) checkTempDir() error {
	if env.TempDir == "" {
		return nil
	}
	f, err := env.FS.Temp(env.TempDir)
	if err != nil {
		return fmt.Errorf("%s: cannot create a temporary file: %w", env.TempDir, bare(err))
	}
	return f.Close()
}

func (env *Env) cleanUp() {
	for _, in := range env.inputs {
		in.Close()
	}
	for _, o := range env.outputs {
		o.Discard()
	}
}

// Open opens one tuple stream: a file, or stdin for "-". Columns nil means records of any width.
func (env *Env) Open(name string, columns []tuple.Column) (*stream.Input, error) {
	in, err := stream.Open(env.FS, name, env.Stdin, stream.Spec{
		Columns: columns, Width: env.Width, Format: env.from, Force: env.force, TempDir: env.TempDir,
	})
	if err != nil {
		return nil, err
	}
	env.track(in)
	return in, nil
}

// track remembers an input, to close it, to count it and to show how far it is. Several goroutines may open inputs.
func (env *Env) track(in tracked) {
	env.mu.Lock()
	defer env.mu.Unlock()
	env.inputs = append(env.inputs, in)
	env.Stats.ins = append(env.Stats.ins, in)
	env.Progress.watch(in)
}

// Probe returns an error if a file cannot be an input, without opening it.
func (env *Env) Probe(name string) error {
	if name == stream.Stdin {
		return nil
	}
	info, err := env.FS.Stat(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, bare(err))
	}
	if info.IsDir() {
		return fmt.Errorf("%s: is a directory", name)
	}
	return nil
}

// bare is the error of a file operation without the operation and the name.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// OpenAll opens all operands, or stdin if there are none; they must have the same width.
func (env *Env) OpenAll(columns []tuple.Column) ([]*stream.Input, error) {
	var ins []*stream.Input
	for _, name := range env.Operands() {
		in, err := env.Open(name, columns)
		if err != nil {
			return nil, err
		}
		ins = append(ins, in)
		if err := in.Match(ins[0]); err != nil {
			return nil, err
		}
	}
	return ins, nil
}

// Operands are the operands, or "-" if there are none.
func (env *Env) Operands() []string {
	if len(env.Args) == 0 {
		return []string{stream.Stdin}
	}
	return env.Args
}

// OpenBytes opens an input that is not tuples.
func (env *Env) OpenBytes(name string) (*stream.Bytes, error) {
	return env.trackBytes(stream.OpenBytes(env.FS, name, env.Stdin))
}

// OpenStored opens an input that is not tuples and is read as it is stored: compressed, if it is.
func (env *Env) OpenStored(name string) (*stream.Bytes, error) {
	return env.trackBytes(stream.OpenStored(env.FS, name, env.Stdin))
}

func (env *Env) trackBytes(in *stream.Bytes, err error) (*stream.Bytes, error) {
	if err != nil {
		return nil, err
	}
	env.track(in)
	return in, nil
}

// Create opens the output for tuples: -o or stdout, in the form of -to. It becomes visible when the tool has succeeded.
func (env *Env) Create(columns []tuple.Column, order tuple.Order) (*stream.Output, error) {
	return env.CreateFile(env.out, columns, order)
}

// CreateFile opens a further output for tuples by name.
func (env *Env) CreateFile(name string, columns []tuple.Column, order tuple.Order) (*stream.Output, error) {
	out, err := stream.Create(env.FS, name, env.Stdout, stream.OutSpec{
		Columns: columns, Order: order, Format: env.to, Threads: env.Threads, TempDir: env.TempDir,
	})
	if err != nil {
		return nil, err
	}
	env.outputs = append(env.outputs, out)
	env.Stats.outs = append(env.Stats.outs, out)
	if !out.Format.IsText() && isStdout(name) && isTerminal(env.Stdout) && !env.force {
		return nil, errors.New("stdout: will not write binary to a terminal: use -o FILE, -to text or -force")
	}
	return out, nil
}

// OutFormat is the form in which Create writes.
func (env *Env) OutFormat() stream.Format { return stream.OutFormat(env.out, env.to) }

// SaidFormat is OutFormat where -o or -to say it, else stream.Auto.
func (env *Env) SaidFormat() stream.Format { return stream.SaidFormat(env.out, env.to) }

// CreateBytes opens the output for what is not tuples: text, mostly.
func (env *Env) CreateBytes() (*stream.ByteOutput, error) { return env.CreateBytesFile(env.out) }

// CreateBytesFile opens a further output for what is not tuples by name.
func (env *Env) CreateBytesFile(name string) (*stream.ByteOutput, error) {
	out, err := stream.CreateBytes(env.FS, name, env.Stdout)
	if err != nil {
		return nil, err
	}
	env.outputs = append(env.outputs, out)
	env.Stats.outs = append(env.Stats.outs, out)
	return out, nil
}

func isStdout(name string) bool { return name == "" || name == stream.Stdin }

// Warnf prints a warning, unless -q.
func (env *Env) Warnf(format string, args ...any) {
	if !env.Quiet {
		fmt.Fprintf(env.Stderr, "%s: warning: %s\n", env.name, oneLine(fmt.Errorf(format, args...)))
	}
}

// Skip counts an input record that was left out, by reason; the tool will end with exit code 3.
func (env *Env) Skip(reason string) { env.SkipN(reason, 1) }

// SkipN counts n input records that were left out.
func (env *Env) SkipN(reason string, n int64) {
	if n > 0 {
		env.skips.add(reason, n)
	}
}

// Unfinished says that the result is written but is not all it should be; the tool will end with exit code 3.
func (env *Env) Unfinished(format string, args ...any) {
	env.skips.unfinished = append(env.skips.unfinished, fmt.Sprintf(format, args...))
}

type skips struct {
	n          map[string]int64
	unfinished []string
}

func (s *skips) any() bool { return len(s.n)+len(s.unfinished) > 0 }
func (s *skips) add(reason string, n int64) {
	if s.n == nil {
		s.n = map[string]int64{}
	}
	s.n[reason] += n
}

func (s *skips) report(env *Env) {
	reasons := make([]string, 0, len(s.n))
	for r := range s.n {
		reasons = append(reasons, r)
	}
	sort.Strings(reasons)
	for _, r := range reasons {
		fmt.Fprintf(env.Stderr, "%s: skipped %d: %s\n", env.name, s.n[r], r)
	}
	for _, text := range s.unfinished {
		fmt.Fprintf(env.Stderr, "%s: %s\n", env.name, text)
	}
}

// profile starts the profiles asked for and returns what ends them.
func profile(cpu, mem string) (stop func() error, err error) {
	stop = func() error { return nil }
	if cpu != "" {
		f, err := os.Create(cpu)
		if err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return nil, err
		}
		stop = func() error { pprof.StopCPUProfile(); return f.Close() }
	}
	if mem != "" {
		cpuStop := stop
		stop = func() error {
			f, err := os.Create(mem)
			if err != nil {
				return err
			}
			return errors.Join(cpuStop(), pprof.WriteHeapProfile(f), f.Close())
		}
	}
	return stop, nil
}
