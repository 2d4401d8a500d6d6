package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"webmill/pkg/stream"
)

// The rule of files that a run reads and writes:
//
//   - No two outputs go to one regular file, or both to stdout. Several may share a device or a FIFO.
//   - Only -o replaces an input, and the output of Env.InPlace the input that is named there. An input is also a file in or
//     below a folder that the tool reads.
//   - stdout does not go to an input: the shell has emptied it.
//   - No two inputs are one pipe, like - and /dev/stdin: each would get a part of what comes.
//
// Whichever of an output and an input is known first, the other is refused, so nothing is written before. Most outputs are known
// from the command line (noteOutput). As a file may have become an input since it was opened, all are compared again before
// the outputs become visible (checkClashes). Of several outputs that clash, the error names the first:
// on the command line, or of those that are open.

// clashes are the outputs of a run, for Env to compare with its inputs. Only the goroutine of the tool adds to them.
type clashes struct {
	stdout bool       // is taken by an output
	named  []replaced // by the outputs that are open
	apart  []replaced // by outputs that may replace no input, also by those that are not open yet
}

// replaced is the file that an output replaces, and the name of the output on the command line.
type replaced struct{ target, name string }

// addOutput takes an output by name.
func (env *Env) addOutput(name string) error {
	if isStdout(name) {
		stats := env.given.stats
		switch {
		case stats != "" && isStdout(stats):
			return Usagef("-stats %s: the result goes to stdout: give -o FILE or -stats FILE", stats)
		case env.clashes.stdout:
			return Usagef("two outputs cannot go to stdout: give -o FILE")
		}
		env.clashes.stdout = true
		return nil
	}
	target, open := stream.Target(name)
	if open || !env.replaceable(target) {
		return nil
	}
	target = stream.Path(target)
	for _, other := range env.clashes.named {
		if other.target == target {
			return Usagef("%s: two outputs cannot go to one file", other.name)
		}
	}
	env.clashes.named = append(env.clashes.named, replaced{target, name})
	env.noteOutput(name)
	if env.isInput(target) {
		return env.refuse(target, name)
	}
	return nil
}

// noteOutput notes an output that may replace no input, also before it is opened.
func (env *Env) noteOutput(name string) {
	target, open := stream.Target(name)
	if isStdout(name) || open || name == env.given.out || !env.replaceable(target) {
		return
	}
	env.clashes.apart = append(env.clashes.apart, replaced{stream.Path(target), name})
}

// checkInput refuses an input that a noted output would replace, and a pipe that is an input already.
func (env *Env) checkInput(input string) error {
	err := env.refuseAny(env.clashes.apart, func(target string) bool {
		return env.sameFile(target, input) || env.below(target, input)
	})
	if err != nil {
		return err
	}
	return env.checkPipe(input)
}

// checkStdout refuses an input that stdout goes to: the shell has emptied it, or the tool would read what it writes.
func (env *Env) checkStdout(input string) error {
	f, ok := env.Stdout.(*os.File)
	if !ok {
		return nil
	}
	out, err := f.Stat()
	in, other := env.statInput(input)
	if errors.Join(err, other) == nil && out.Mode().IsRegular() && os.SameFile(out, in) {
		if input == stream.Stdin {
			input = "stdin"
		}
		return Usagef("%s: stdout goes to this input, and the shell has emptied it: use -o FILE, which may be an input", input)
	}
	return nil
}

// checkPipe refuses a pipe that is an input already, be it by another name.
func (env *Env) checkPipe(input string) error {
	info, err := env.statInput(input)
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return nil
	}
	env.inputs.mu.Lock()
	defer env.inputs.mu.Unlock()
	for _, p := range env.inputs.pipes {
		if os.SameFile(p.info, info) {
			return Usagef("%s and %s are one pipe, which can be only one of the inputs", p.name, input)
		}
	}
	env.inputs.pipes = append(env.inputs.pipes, pipe{input, info})
	return nil
}

// statInput is the file of an input.
func (env *Env) statInput(name string) (os.FileInfo, error) {
	if name != stream.Stdin {
		return env.FS.Stat(name)
	}
	if env.Stdin == nil {
		return nil, os.ErrNotExist
	}
	return env.Stdin.Stat()
}

// checkOperands refuses noted outputs that would replace an operand, before anything is opened.
func (env *Env) checkOperands() error {
	return env.refuseAny(env.clashes.apart, func(target string) bool { return env.sameFile(target, env.Args...) })
}

// checkClashes compares all outputs with all inputs.
func (env *Env) checkClashes() error { return env.refuseAny(env.clashes.named, env.isInput) }

// refuseAny is the error of the first output that may not replace its file, of those whose file is an input.
func (env *Env) refuseAny(outputs []replaced, isInput func(target string) bool) error {
	for _, out := range outputs {
		if isInput(out.target) {
			if err := env.refuse(out.target, out.name); err != nil {
				return err
			}
		}
	}
	return nil
}

// refuse is the error of an output that would replace an input, if it is one that may not.
func (env *Env) refuse(target, name string) error {
	given, inPlace := &env.given, &env.InPlace
	switch {
	case name == given.out, name == inPlace.Output && env.sameFile(target, inPlace.Input):
		return nil
	case name == given.stats:
		return Usagef("-stats %s: this file is an input", name)
	}
	return Usagef("%s: this file is an input, which only -o may replace", name)
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

// replaceable reports whether a name is that of a regular file, or of none.
func (env *Env) replaceable(name string) bool {
	info, err := env.FS.Stat(name)
	return err != nil || info.Mode().IsRegular()
}
