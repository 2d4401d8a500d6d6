package cli

import (
	"errors"
	"path/filepath"
	"slices"

	"webmill/pkg/kinds"
	"webmill/pkg/parquetio"
	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// outputs are what a run writes.
type outputs struct {
	open    []stream.Committer
	planned *parquetio.Encoders // of the Parquet output of -o; nil once they are taken
}

func (outs *outputs) discard() {
	for _, out := range outs.open {
		out.Discard()
	}
	outs.open = nil
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

// isStdout reports whether an output goes to stdout, which /dev/stdout and /dev/fd/1 are too.
func isStdout(name string) bool {
	if name == "" || name == stream.Stdin {
		return true
	}
	target, open := stream.Target(name)
	return open && slices.Contains([]string{"stdout", "1"}, filepath.Base(target))
}

// checkFolder returns an error if -o cannot be a folder of parts.
func (env *Env) checkFolder(name string) error {
	if isStdout(name) {
		return Usagef("the parts are in a folder: give -o DIR")
	}
	return stream.CheckFolder(env.FS, name)
}

// CreateFolder opens -o as a folder of parts. The folder must not be an input, or have one in it.
func (env *Env) CreateFolder(columns []tuple.Column, order tuple.Order, head partition.Head) (*stream.Folder, error) {
	name := env.given.out
	if err := stream.CheckInputs(env.FS, name, env.inputs.names()); err != nil {
		return nil, err
	}
	spec := stream.OutSpec{Columns: columns, Order: order, Format: env.given.to, Force: env.given.force, TempDir: env.TempDir}
	if env.OutFormat() == stream.Parquet {
		var err error
		if spec.Encoders, err = env.Encoders(name); err != nil {
			return nil, err
		}
	}
	out, err := stream.CreateFolder(env.FS, name, spec, head)
	if err != nil {
		return nil, err
	}
	env.outputs.open, env.Stats.outs = append(env.outputs.open, out), append(env.Stats.outs, out)
	return out, nil
}

// Create opens the output for tuples: -o or stdout, in the form of -to. It becomes visible when the tool has succeeded.
func (env *Env) Create(columns []tuple.Column, order tuple.Order) (*stream.Output, error) {
	return env.CreateFile(env.given.out, columns, order)
}

// CreateFile opens a further output for tuples by name.
func (env *Env) CreateFile(name string, columns []tuple.Column, order tuple.Order) (*stream.Output, error) {
	if err := env.addOutput(name); err != nil {
		return nil, err
	}
	format := stream.OutFormat(name, env.given.to)
	if !format.IsText() && isStdout(name) && isTerminal(env.Stdout) && !env.given.force {
		return nil, errors.New("stdout: will not write binary to a terminal: use -o FILE, -to text or -force")
	}
	if env.Header && !env.NamedLines && !format.HasNames() && !slices.ContainsFunc(env.inputs.opened(), func(in *input) bool {
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
	if err := env.addOutput(env.given.out); err != nil {
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
	if err := env.addOutput(name); err != nil {
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
