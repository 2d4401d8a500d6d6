package cli

import (
	"errors"
	"io"
	"runtime/pprof"

	"webmill/pkg/par"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Env is what a tool runs in. Tests replace any part of it. One goroutine uses it, that of the tool; but while that waits, others
// may open inputs at the same time, as those of extsort -m do. So what opening an input changes has a lock.
type Env struct {
	Messages // stderr, -q and -v; what is missing in the result
	Budget   // -S and -j

	Args          []string // the operands
	Stdin, Stdout vfs.File
	FS            vfs.FS
	TempDir       string                         // -T
	Shape         Shape                          // -w and -columns
	Header        bool                           // -header: text has a line of names
	NamedLines    bool                           // -header is for lines that are no tuples, too: the input
	LeaveText     bool                           // text columns of Parquet are left out, without an error
	InPlace       struct{ Output, Input string } // an output, besides -o, that may replace an input
	AtEnd         func()                         // called when the outputs have their names or are discarded; nil: nothing
	Stats         Stats
	Progress      Progress

	given   given
	inputs  inputs
	outputs outputs
	clashes clashes
}

// given is what the command line says of files. Only Env reads it.
type given struct {
	out, stats  string        // -o and -stats
	from, to    stream.Format // -from and -to
	noFrom      bool          // the tool has no -from
	force       bool          // -force
	compression parquetio.Compression
}

// Force reports whether -force says that input is to be taken as it is.
func (env *Env) Force() bool { return env.given.force }

// do runs the tool and then makes its outputs visible, if nothing went wrong.
func (env *Env) do(f *Flags, run func(*Env) error) (err error) {
	defer env.cleanUp()
	env.Outside(0) // so far
	for _, name := range f.besides() {
		env.noteOutput(name)
	}
	if err := env.checkFiles(f.folder != nil && f.folder()); err != nil {
		return err
	}
	if machine := PhysicalMemory(); f.Given("S") && env.Memory > machine {
		env.Warnf("-S %s is more memory than the machine has, %s: the system may end the tool when it takes that much",
			work.Bytes(env.Memory), work.Bytes(machine>>20<<20))
	}
	if err := env.profile(f.cpuProfile, pprof.StartCPUProfile); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	if env.OutFormat() == stream.Parquet {
		env.inputs.noParquet = f.groups&Memory != 0 && env.Memory < leastParquet
		how, err := env.Encoders(env.given.out)
		if err != nil {
			return err
		}
		env.outputs.planned = &how
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
	if err := env.checkClashes(); err != nil {
		return err
	}
	if said != nil && !check.Done {
		env.outputs.discard()
	}
	if err := env.Stats.write(env, env.given.stats); err != nil {
		return err
	}
	if err := stream.CommitAll(env.FS, env.isInput, env.outputs.open...); err != nil {
		return err
	}
	for _, in := range env.inputs.opened() {
		if w := in.Warning(); w != "" {
			env.Warnf("%s: %s", in.Label(), w)
		}
	}
	return said
}

// checkFiles refuses files that the tool must not read or write, before it reads any. -o may be a folder.
func (env *Env) checkFiles(folder bool) error {
	if err := env.checkOperands(); err != nil {
		return err
	}
	if stats := env.given.stats; !isStdout(stats) {
		if err := env.addOutput(stats); err != nil {
			return err
		}
	}
	outputs := []string{env.given.out, env.given.stats}
	if folder {
		outputs = outputs[1:]
		if err := env.checkFolder(env.given.out); err != nil {
			return err
		}
	}
	for _, out := range outputs {
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

// cleanUp closes the inputs, and discards the outputs that a success has not made visible.
func (env *Env) cleanUp() {
	env.inputs.close()
	env.outputs.discard()
	if env.AtEnd != nil {
		env.AtEnd()
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
	if err := env.addOutput(name); err != nil {
		return err
	}
	out, err := env.createAside(name)
	if err != nil {
		return err
	}
	return write(out)
}
