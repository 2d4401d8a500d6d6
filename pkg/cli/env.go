package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Env is what a tool runs in. Tests replace any part of it.
type Env struct {
	Args          []string
	Stdin, Stdout vfs.File
	Stderr        io.Writer
	FS            vfs.FS

	Memory         int64 // -S less what inputs and outputs have taken
	TempDir        string
	Threads        int
	Shape          Shape // -w and -columns
	Quiet, Verbose bool
	InPlace        string // an input that another output than -o may replace
	LeaveText      bool   // text columns of Parquet are left out, without an error
	Stats          Stats
	Progress       Progress

	name     string
	encoders int // threads for the Parquet output of -o, until it is created; else -1
	out      string
	from, to stream.Format
	force    bool
	statsOut bool       // -stats goes to stdout
	asked    int64      // -S as given
	writers  int64      // of Parquet, so far
	little   bool       // the output is Parquet, and there is too little memory for a Parquet input beside it
	mu       sync.Mutex // of inputs
	inputs   []tracked
	outputs  []stream.Committer
	named    map[string]string // names of outputs so far, by the file that each replaces
	skips    skips
}

// Shape is what the user says about records, for tools that take records of any shape.
type Shape struct {
	Width   int // -w, 0 if not given
	Columns tuple.ColumnList
	Used    []string // the columns, by number or name, that the tool uses; nil: all
}

const runtimeBytes = 5 << 20

type tracked interface {
	sized
	Label() string
	Warning() string
	Decoder() int64
	Close() error
}

// do runs the tool and then makes its outputs visible, if nothing went wrong.
func (env *Env) do(f *Flags, run func(*Env) error) (err error) {
	defer env.cleanUp()
	// The collector may use what the budget leaves to small things; large buffers live outside its heap. The limit also counts what
	// the runtime takes for itself: with a limit near what is in use the collector would run all the time.
	debug.SetMemoryLimit(env.Memory + runtimeBytes)
	if err := cmp.Or(env.statsApart(f.stats, env.Args...), env.nameOutput(f.stats), env.checkOutput(env.out), env.checkOutput(f.stats), env.checkTempDir()); err != nil {
		return err
	}
	env.asked, env.statsOut = env.Memory, f.stats == stream.Stdin
	if err := env.profile(f.cpuProfile, pprof.StartCPUProfile); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	if env.encoders = -1; env.OutFormat() == stream.Parquet {
		env.little = f.groups&Memory != 0 && env.Memory < leastParquet
		if env.encoders, err = env.Encoders(env.out); err != nil {
			return err
		}
	}
	stop := env.Progress.start(env)
	defer stop()
	if err := par.Guard(func() error { return run(env) }); err != nil {
		return err
	}
	pprof.StopCPUProfile()
	if err := env.profile(f.memProfile, pprof.WriteHeapProfile); err != nil {
		return err
	}
	if err := cmp.Or(env.statsApart(f.stats, env.read()...), env.inputsStay()); err != nil {
		return err
	}
	if err := env.Stats.write(env, f.stats); err != nil {
		return err
	}
	if err := stream.CommitAll(env.FS, env.isInput, env.outputs...); err != nil {
		return err
	}
	for _, in := range env.inputs {
		if w := in.Warning(); w != "" {
			env.Warnf("%s: %s", in.Label(), w)
		}
	}
	return nil
}

// Room is what the work of the tool may take: -S, -j and -T.
func (env *Env) Room() work.Room {
	return work.Room{
		Memory: env.Memory, Threads: env.Threads, FS: env.FS, TempDir: env.TempDir, Cache: PhysicalMemory(),
		Phase: func(name string, bytes int64) work.Counter { return env.Progress.Phase(name, bytes) },
	}
}

// checkTempDir tries -T. The default folder is not tried: a tool that needs no temporary file works without one.
func (env *Env) checkTempDir() error {
	if env.TempDir == "" {
		return nil
	}
	f, err := env.FS.Temp(env.TempDir)
	if err != nil {
		return fmt.Errorf("%s: cannot create a temporary file: %w", env.TempDir, vfs.Bare(err))
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

// Open opens one tuple stream: a file, or stdin for "-". Columns nil means records of the shape that the user says.
func (env *Env) Open(name string, columns []tuple.Column) (*stream.Input, error) {
	if columns == nil {
		return env.OpenShape(name, env.Shape)
	}
	return env.openSpec(name, stream.Spec{Columns: columns})
}

// OpenShape opens a tuple stream with its own shape, like the second input of a tool.
func (env *Env) OpenShape(name string, shape Shape) (*stream.Input, error) {
	return env.openSpec(name, stream.Spec{Width: shape.Width, Named: shape.Columns, Used: shape.Used, LeaveText: env.LeaveText})
}

func (env *Env) openSpec(name string, spec stream.Spec) (*stream.Input, error) {
	spec.Format, spec.Force, spec.TempDir = env.from, env.force, env.TempDir
	if err := env.notStdout(name); err != nil {
		return nil, err
	}
	in, err := stream.Open(env.FS, name, env.Stdin, spec)
	if err != nil {
		return nil, err
	}
	env.track(in)
	if err := env.takeDecoder(in.Bytes); err != nil {
		return nil, err
	}
	if in.Format == stream.Parquet {
		env.takeMemory(parquetio.ReaderBytes)
		if env.little {
			return nil, Usagef("-S must be at least %dM to read and write Parquet", leastParquet>>20)
		}
	}
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

// Watch counts the bytes of an input that the tool opens itself, and shows its progress.
func (env *Env) Watch(in interface {
	Done() int64
	Size() int64
}) {
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
		return fmt.Errorf("%s: %w", name, vfs.Bare(err))
	}
	if info.IsDir() {
		return fmt.Errorf("%s: is a directory", name)
	}
	return nil
}

// OpenAll opens all operands, or stdin if there are none; they must have the same width.
func (env *Env) OpenAll(columns []tuple.Column) ([]*stream.Input, error) {
	if err := OneStdin(env.Args...); err != nil {
		return nil, err
	}
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

// OneStdin returns an error if several of the inputs are standard input.
func OneStdin(names ...string) error {
	first := slices.Index(names, stream.Stdin)
	if first >= 0 && slices.Contains(names[first+1:], stream.Stdin) {
		return Usagef("only one of the inputs can be stdin")
	}
	return nil
}

// OpenBytes opens an input that is not tuples.
func (env *Env) OpenBytes(name string) (*stream.Bytes, error) {
	if err := env.notStdout(name); err != nil {
		return nil, err
	}
	return env.trackBytes(stream.OpenBytes(env.FS, name, env.Stdin))
}

// OpenLines opens an input of lines.
func (env *Env) OpenLines(name string) (*stream.Bytes, error) {
	if err := stream.NoTuples(name); err != nil {
		return nil, err
	}
	return env.OpenBytes(name)
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
	if err := env.takeDecoder(in); err != nil {
		return nil, err
	}
	return in, nil
}

func isStdout(name string) bool { return name == "" || name == stream.Stdin }

// Warnf prints a warning, unless -q.
func (env *Env) Warnf(format string, args ...any) {
	if !env.Quiet {
		fmt.Fprintf(env.Stderr, "%s: warning: %s\n", env.name, oneLine(fmt.Errorf(format, args...)))
	}
}

// Counted is a number with what follows it: "1 file has", "2 files have".
func Counted(n int64, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// A Count is a number with what follows it where it is 1, and where it is more.
type Count struct {
	N         int64
	One, Many string
}

// Some says all counts above 0; it is empty if there are none.
func Some(counts ...Count) string {
	var said []string
	for _, c := range counts {
		if c.N > 0 {
			said = append(said, Counted(c.N, c.One, c.Many))
		}
	}
	return strings.Join(said, "; ")
}

// Longer says that records went on behind their stated length.
func (env *Env) Longer(records int64) {
	if records > 0 {
		env.Warnf("%s up to the next record", Counted(records, "record is longer than its stated length; it was read",
			"records are longer than their stated length; they were read"))
	}
}

// SkipN counts n input records that were left out, by reason; the tool will end with exit code 3.
func (env *Env) SkipN(reason string, n int64) {
	if n > 0 {
		env.skips.add(reason, n)
	}
}

// Unfinished says that the result is written but is not all it should be; the tool will end with exit code 3.
func (env *Env) Unfinished(format string, args ...any) {
	env.skips.unfinished = append(env.skips.unfinished, oneLine(fmt.Errorf(format, args...)))
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

// lines returns the messages about what is missing in the result.
func (s *skips) lines() (list []string) {
	if len(s.n) > 0 {
		list = append(list, Skipped(s.n))
	}
	return append(list, s.unfinished...)
}

// Skipped says what was left out, by its reasons: "skipped 1: cut off", or "skipped 3: 2 × cut off, 1 × damaged".
func Skipped(reasons map[string]int64) string {
	var all int64
	var said []string
	for _, r := range slices.Sorted(maps.Keys(reasons)) {
		if len(reasons) == 1 {
			return fmt.Sprintf("skipped %d: %s", reasons[r], r)
		}
		all += reasons[r]
		said = append(said, fmt.Sprintf("%d × %s", reasons[r], r))
	}
	return fmt.Sprintf("skipped %d: %s", all, strings.Join(said, ", "))
}

func (s *skips) report(env *Env) {
	for _, line := range s.lines() {
		fmt.Fprintf(env.Stderr, "%s: %s\n", env.name, line)
	}
}

// profile opens the output for a profile, if one is asked for, and hands it to what writes it.
func (env *Env) profile(name string, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	if isStdout(name) {
		return Usagef("a profile cannot go to stdout: give it a file")
	}
	if err := env.nameOutput(name); err != nil {
		return err
	}
	out, err := env.createAside(name)
	if err != nil {
		return err
	}
	return write(out)
}
