package cli

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"webmill/pkg/kinds"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// outputs are what a run writes.
type outputs struct {
	open    []stream.Committer
	planned *parquetio.Encoders // of the Parquet output of -o; nil once they are taken
	stdout  bool                // is taken by an output
	named   map[string]string   // the names so far, by the file that each replaces
	mu      sync.Mutex          // of apart, because several goroutines may open inputs
	apart   map[string]string   // as named, of those that may replace no input, also of some that are not open yet
}

func (outs *outputs) discard() {
	for _, out := range outs.open {
		out.Discard()
	}
	outs.open = nil
}

// keptApart are the outputs so far that may replace no input.
func (outs *outputs) keptApart() map[string]string {
	outs.mu.Lock()
	defer outs.mu.Unlock()
	return maps.Clone(outs.apart)
}

// checkOutput returns an error if -o or -stats cannot be written. It is called before the inputs are opened, because opening a
// pipe waits for its first bytes. Devices and FIFOs are not tried, because opening them has effects.
func (env *Env) checkOutput(name string) error {
	if isStdout(name) {
		return nil
	}
	if info, err := env.FS.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	out, err := stream.CreateBytes(env.FS, name, env.Stdout)
	if err == nil {
		out.Discard()
	}
	return err
}

func isStdout(name string) bool { return name == "" || name == stream.Stdin }

// nameOutput refuses a name that another output already has: one would replace the other.
func (env *Env) nameOutput(name string) error {
	if isStdout(name) {
		switch {
		case env.given.stats == stream.Stdin:
			return Usagef("-stats -: the result goes to stdout: give -o FILE or -stats FILE")
		case env.outputs.stdout:
			return Usagef("two outputs cannot go to stdout: give -o FILE")
		}
		env.outputs.stdout = true
		return nil
	}
	target, open := stream.Target(name)
	if open || !env.replaceable(target) {
		return nil
	}
	target = stream.Path(target)
	if other, taken := env.outputs.named[target]; taken {
		return Usagef("%s: two outputs cannot go to one file", other)
	}
	if env.outputs.named == nil {
		env.outputs.named = map[string]string{}
	}
	env.outputs.named[target] = name
	env.keepInputs(name)
	if env.isInput(target) {
		return env.replaces(target, name)
	}
	return nil
}

// keepInputs notes an output that may replace no input, which -o may: whichever of the two is known first, the other is refused
// (nameOutput, inputStays). So nothing is written before. do knows most of these outputs from the command line.
func (env *Env) keepInputs(name string) {
	target, open := stream.Target(name)
	if isStdout(name) || open || name == env.given.out || !env.replaceable(target) {
		return
	}
	outs := &env.outputs
	outs.mu.Lock()
	defer outs.mu.Unlock()
	if outs.apart == nil {
		outs.apart = map[string]string{}
	}
	outs.apart[stream.Path(target)] = name
}

// inputStays refuses an input that an output besides -o would replace.
func (env *Env) inputStays(input string) error {
	for target, name := range env.outputs.keptApart() {
		if env.sameFile(target, input) || env.below(target, input) {
			if err := env.replaces(target, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// operandsStay refuses outputs besides -o that would replace an operand, before anything is opened.
func (env *Env) operandsStay() error {
	for target, name := range env.outputs.apart {
		if env.sameFile(target, env.Args...) {
			return env.replaces(target, name)
		}
	}
	return nil
}

// replaces is the error of an output that would replace an input, if it is one that may not.
func (env *Env) replaces(target, name string) error {
	switch {
	case name == env.given.out, name == env.InPlace.Output && env.sameFile(target, env.InPlace.Input):
		return nil
	case name == env.given.stats:
		return Usagef("-stats %s: this file is an input", name)
	}
	return Usagef("%s: this file is an input, which only -o may replace", name)
}

// Reads names a file that the tool reads and Env does not open, or a folder. It refuses one that an output would replace.
func (env *Env) Reads(name string) error {
	env.inputs.besides = append(env.inputs.besides, name)
	return env.inputStays(name)
}

// isInput reports whether a file is one of the inputs.
func (env *Env) isInput(name string) bool {
	return env.sameFile(name, env.inputs.names()...) ||
		slices.ContainsFunc(env.inputs.besides, func(dir string) bool { return env.below(name, dir) })
}

// sameFile reports whether a regular file is one of the others.
func (env *Env) sameFile(name string, others ...string) bool {
	info, err := env.FS.Stat(name)
	return err == nil && info.Mode().IsRegular() && slices.ContainsFunc(others, func(other string) bool {
		o, err := env.FS.Stat(other)
		return err == nil && os.SameFile(info, o)
	})
}

// below reports whether a regular file is in a folder or below it.
func (env *Env) below(name, dir string) bool {
	info, err := env.FS.Stat(name)
	folder, other := env.FS.Stat(dir)
	if err != nil || other != nil || !info.Mode().IsRegular() || !folder.IsDir() {
		return false
	}
	rel, err := filepath.Rel(filepath.Dir(stream.Path(dir+"/x")), stream.Path(name))
	return err == nil && filepath.IsLocal(rel)
}

// notStdout refuses an input that stdout goes to: the shell has emptied it, or the tool would read what it writes.
func (env *Env) notStdout(name string) error {
	f, ok := env.Stdout.(*os.File)
	if !ok {
		return nil
	}
	out, err := f.Stat()
	stat := func() (os.FileInfo, error) { return env.FS.Stat(name) }
	if name == stream.Stdin {
		if env.Stdin == nil {
			return nil
		}
		stat, name = env.Stdin.Stat, "stdin"
	}
	in, other := stat()
	if errors.Join(err, other) == nil && out.Mode().IsRegular() && os.SameFile(out, in) {
		return Usagef("%s: stdout goes to this input, and the shell has emptied it: use -o FILE, which may be an input", name)
	}
	return nil
}

// inputsStay refuses outputs, other than -o, that would replace an input: it may have become one since it was opened.
func (env *Env) inputsStay() error {
	for target, name := range env.outputs.named {
		if env.isInput(target) {
			if err := env.replaces(target, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// replaceable reports whether a name is that of a regular file, or of none: several outputs may share a device or a FIFO.
func (env *Env) replaceable(name string) bool {
	info, err := env.FS.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// Create opens the output for tuples: -o or stdout, in the form of -to. It becomes visible when the tool has succeeded.
func (env *Env) Create(columns []tuple.Column, order tuple.Order) (*stream.Output, error) {
	return env.CreateFile(env.given.out, columns, order)
}

// CreateFile opens a further output for tuples by name.
func (env *Env) CreateFile(name string, columns []tuple.Column, order tuple.Order) (*stream.Output, error) {
	if err := env.nameOutput(name); err != nil {
		return nil, err
	}
	format := stream.OutFormat(name, env.given.to)
	if !format.IsText() && isStdout(name) && isTerminal(env.Stdout) && !env.given.force {
		return nil, errors.New("stdout: will not write binary to a terminal: use -o FILE, -to text or -force")
	}
	if env.Header && !format.HasNames() && !slices.ContainsFunc(env.inputs.all, func(in *input) bool {
		tuples := in.tuples()
		return tuples != nil && tuples.Format.HasNames()
	}) {
		return nil, Usagef("-header is for text: neither an input nor the output is")
	}
	var how parquetio.Encoders
	if format == stream.Parquet {
		var err error
		if how, err = env.Encoders(name); err != nil {
			return nil, err
		}
	}
	out, err := stream.Create(env.FS, name, env.Stdout, stream.OutSpec{
		Columns: columns, Order: order, Format: env.given.to, Header: env.Header, Encoders: how, Force: env.given.force,
		TempDir: env.TempDir,
	})
	if err != nil {
		return nil, err
	}
	env.outputs.open = append(env.outputs.open, out)
	env.Stats.outs = append(env.Stats.outs, out)
	return out, nil
}

// GuardKinds returns a Source that refuses what an output as text or Parquet refuses: a column of unknown kind that looks like
// scores, and scores that look like integers. With -force it takes them. flag is the flag that gives the kinds of the columns,
// for the error.
func (env *Env) GuardKinds(src tuple.Source, columns []tuple.Column, flag string) tuple.Source {
	if env.given.force {
		return src
	}
	return kinds.RefuseScores(src, columns, flag)
}

// OutFormat is the form in which Create writes.
func (env *Env) OutFormat() stream.Format { return stream.OutFormat(env.given.out, env.given.to) }

// SaidFormat is the form that -o or -to gives, stream.Auto if neither does.
func (env *Env) SaidFormat() stream.Format { return stream.SaidFormat(env.given.out, env.given.to) }

// OutEnding is the ending of the name of -o, without that of a compression.
func (env *Env) OutEnding() string { return stream.Ending(env.given.out) }

// CreateBytes opens the output of a tool for bytes that are not tuples, mostly text.
func (env *Env) CreateBytes() (*stream.ByteOutput, error) { return env.CreateBytesFile(env.given.out) }

// CreateLines opens the output of a tool for lines of text. own are further endings that its name may have.
func (env *Env) CreateLines(own ...string) (*stream.ByteOutput, error) {
	return env.CreateLinesFile(env.given.out, own...)
}

// CreateLinesFile opens a further output, by name, for lines of text.
func (env *Env) CreateLinesFile(name string, own ...string) (*stream.ByteOutput, error) {
	if err := stream.PlainName(name, own...); err != nil {
		return nil, err
	}
	return env.CreateBytesFile(name)
}

// CreateStored opens the output of a tool for bytes that are compressed already, if the name says so.
func (env *Env) CreateStored() (*stream.ByteOutput, error) {
	if err := env.nameOutput(env.given.out); err != nil {
		return nil, err
	}
	out, err := stream.CreateStored(env.FS, env.given.out, env.Stdout)
	if err == nil {
		env.outputs.open, env.Stats.outs = append(env.outputs.open, out), append(env.Stats.outs, out)
	}
	return out, err
}

// CheckBinary refuses to write binary to a terminal.
func (env *Env) CheckBinary() error {
	if isStdout(env.given.out) && isTerminal(env.Stdout) && !env.given.force {
		return errors.New("stdout: will not write binary to a terminal: use -o FILE")
	}
	return nil
}

// OutName is the name of -o, or "".
func (env *Env) OutName() string { return env.given.out }

// CreateBytesFile opens a further output, by name, for bytes that are not tuples.
func (env *Env) CreateBytesFile(name string) (*stream.ByteOutput, error) {
	if err := env.nameOutput(name); err != nil {
		return nil, err
	}
	out, err := env.createAside(name)
	if err == nil {
		env.Stats.outs = append(env.Stats.outs, out)
	}
	return out, err
}

// createAside opens an output that is no result, and so not counted: of -stats, or a profile.
func (env *Env) createAside(name string) (*stream.ByteOutput, error) {
	out, err := stream.CreateBytes(env.FS, name, env.Stdout)
	if err == nil {
		env.outputs.open = append(env.outputs.open, out)
	}
	return out, err
}

// CreateTable opens the output of a tool that writes Parquet with columns of text, which are no tuples.
func (env *Env) CreateTable() (out *stream.ByteOutput, how parquetio.Encoders, err error) {
	name := env.given.out
	switch said := stream.SaidFormat(name, stream.Auto); {
	case said == stream.Parquet, said == stream.Auto && (env.given.to == stream.Parquet || stream.PlainName(name) == nil):
	default:
		return nil, how, Usagef("%s: the output is Parquet: name it *.parquet", name)
	}
	if err := env.CheckBinary(); err != nil {
		return nil, how, err
	}
	if out, err = env.CreateBytes(); err == nil {
		how, err = env.Encoders(name)
	}
	return out, how, err
}

// OutWidth is the number of columns that the name of -o says, or 0.
func (env *Env) OutWidth() int { return stream.NamedWidth(env.given.out) }
