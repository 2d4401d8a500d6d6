package cli

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"webmill/pkg/stream"
)

// The rule of files that a run reads and writes:
//
//   - No two outputs go to one regular file, or both to stdout. Several may share a device or a FIFO.
//   - Only -o replaces an input, and the output of Env.InPlace the input that is named there. An input is also a file in or
//     below a folder that the tool reads.
//   - stdout does not go to an input: the shell has emptied it.
//
// Whichever of an output and an input is known first, the other is refused, so nothing is written before. Most outputs are known
// from the command line (noteOutput). As a file may have become an input since it was opened, all are compared again before
// the outputs become visible (checkClashes).

// clashes are the outputs of a run, for Env to compare with its inputs.
type clashes struct {
	stdout bool              // is taken by an output
	named  map[string]string // the names so far, by the file that each replaces
	mu     sync.Mutex        // of apart, because several goroutines may open inputs
	apart  map[string]string // as named, of those that may replace no input, also of some that are not open yet
}

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
	if other, taken := env.clashes.named[target]; taken {
		return Usagef("%s: two outputs cannot go to one file", other)
	}
	if env.clashes.named == nil {
		env.clashes.named = map[string]string{}
	}
	env.clashes.named[target] = name
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
	env.clashes.mu.Lock()
	defer env.clashes.mu.Unlock()
	if env.clashes.apart == nil {
		env.clashes.apart = map[string]string{}
	}
	env.clashes.apart[stream.Path(target)] = name
}

// checkInput refuses an input that a noted output would replace.
func (env *Env) checkInput(input string) error {
	env.clashes.mu.Lock()
	apart := maps.Clone(env.clashes.apart)
	env.clashes.mu.Unlock()
	for target, name := range apart {
		if env.sameFile(target, input) || env.below(target, input) {
			if err := env.refuse(target, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkStdout refuses an input that stdout goes to: the shell has emptied it, or the tool would read what it writes.
func (env *Env) checkStdout(input string) error {
	f, ok := env.Stdout.(*os.File)
	if !ok {
		return nil
	}
	out, err := f.Stat()
	stat := func() (os.FileInfo, error) { return env.FS.Stat(input) }
	if input == stream.Stdin {
		if env.Stdin == nil {
			return nil
		}
		stat, input = env.Stdin.Stat, "stdin"
	}
	in, other := stat()
	if errors.Join(err, other) == nil && out.Mode().IsRegular() && os.SameFile(out, in) {
		return Usagef("%s: stdout goes to this input, and the shell has emptied it: use -o FILE, which may be an input", input)
	}
	return nil
}

// checkOperands refuses noted outputs that would replace an operand, before anything is opened.
func (env *Env) checkOperands() error {
	for target, name := range env.clashes.apart {
		if env.sameFile(target, env.Args...) {
			return env.refuse(target, name)
		}
	}
	return nil
}

// checkClashes compares all outputs with all inputs.
func (env *Env) checkClashes() error {
	for target, name := range env.clashes.named {
		if env.isInput(target) {
			if err := env.refuse(target, name); err != nil {
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
