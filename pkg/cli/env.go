package cli

import (
	"errors"
	"io"
	"runtime/debug"
	"runtime/pprof"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
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
	// an output, besides -o, that may replace an input
	InPlace   struct{ Output, Input string }
	Header    bool // -header: text has a line of names
	LeaveText bool // text columns of Parquet are left out, without an error
	Stats     Stats
	Progress  Progress

	name        string
	leaves      []func(size, left int64) int64 // what inputs and outputs leave of what is left of an -S
	encoders    *parquetio.Encoders            // planned for the Parquet output of -o; nil once they are taken
	out         string
	from, to    stream.Format
	force       bool
	noFrom      bool // the tool has no -from
	compression parquetio.Compression
	statsName   string     // -stats
	statsOut    bool       // -stats goes to stdout
	stdoutTaken bool       // an output does
	asked       int64      // -S as given
	least       int64      // of -S that the tool needs
	threads     int        // -j as given
	parquets    int64      // outputs that the command line says are Parquet
	writers     int64      // of Parquet, so far
	outsideHeap int64      // what they take outside of the heap of the collector
	noParquetIn bool       // the output is Parquet, and there is too little memory for a Parquet input beside it
	mu          sync.Mutex // of inputs
	inputs      []*input
	readBesides []string // names of files and folders that are read, but are not among inputs
	outputs     []stream.Committer
	named       map[string]string // names of outputs so far, by the file that each replaces
	keptApart   map[string]string // the same of those that may replace no input, also of some that are not open yet
	skips       skips
}

const runtimeBytes = 4 << 20

// Force reports whether -force says that input is to be taken as it is.
func (env *Env) Force() bool { return env.force }

// do runs the tool and then makes its outputs visible, if nothing went wrong.
func (env *Env) do(f *Flags, run func(*Env) error) (err error) {
	defer env.cleanUp()
	// The collector may use what the budget leaves to small things; large buffers live outside its heap. The limit also
	// counts what the runtime takes for itself: with a limit near what is in use the collector would run all the time.
	debug.SetMemoryLimit(env.Memory + runtimeBytes)
	env.statsName = f.stats
	for _, name := range f.besides() {
		env.keepInputs(name)
	}
	if err := env.checkFiles(f.stats); err != nil {
		return err
	}
	if machine := PhysicalMemory(); f.Given("S") && env.Memory > machine {
		env.Warnf("-S %s is more memory than the machine has, %s: the system may end the tool when it takes that much",
			work.Bytes(env.Memory), work.Bytes(machine>>20<<20))
	}
	env.asked, env.statsOut = env.Memory, f.stats == stream.Stdin
	if err := env.profile(f.cpuProfile, pprof.StartCPUProfile); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	if env.OutFormat() == stream.Parquet {
		env.noParquetIn = f.groups&Memory != 0 && env.Memory < leastParquet
		how, err := env.Encoders(env.out)
		if err != nil {
			return err
		}
		env.encoders = &how
	}
	stop := env.Progress.start(env)
	defer stop()
	said := par.Guard(func() error { return run(env) })
	var check *CheckError
	if said != nil && !errors.As(said, &check) {
		return said
	}
	pprof.StopCPUProfile()
	if err := env.profile(f.memProfile, pprof.WriteHeapProfile); err != nil {
		return err
	}
	if err := env.inputsStay(); err != nil {
		return err
	}
	if said != nil && !check.Done {
		env.discardOutputs()
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
	return said
}

// checkFiles refuses files that the tool must not read or write, before it reads any.
func (env *Env) checkFiles(stats string) error {
	if err := env.operandsStay(); err != nil {
		return err
	}
	if err := env.nameStats(stats); err != nil {
		return err
	}
	for _, out := range []string{env.out, stats} {
		if err := env.checkOutput(out); err != nil {
			return err
		}
	}
	return env.checkTempDir()
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
		return &vfs.TempError{Err: err, Dir: env.TempDir}
	}
	return f.Close()
}

func (env *Env) cleanUp() {
	for _, in := range env.inputs {
		in.Close()
	}
	env.discardOutputs()
}

func (env *Env) discardOutputs() {
	for _, o := range env.outputs {
		o.Discard()
	}
	env.outputs = nil
}

// nameStats is nameOutput of -stats, which may be none.
func (env *Env) nameStats(name string) error {
	if isStdout(name) {
		return nil
	}
	return env.nameOutput(name)
}

func isStdout(name string) bool { return name == "" || name == stream.Stdin }

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
