package dictionary

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
)

// MustReread returns an error if a dictionary cannot be read more than once.
func MustReread(env *cli.Env, name string) error {
	if name == stream.Stdin {
		return cli.Usagef("the dictionary is read more than once: it cannot be stdin")
	}
	if info, err := env.FS.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return fmt.Errorf("%s: the dictionary is read more than once: it cannot be a pipe", name)
	}
	return env.Probe(name)
}

// Found is what a dictionary has of a string: its id, -1 if it is not there, and how it stands there.
type Found struct {
	ID   int32
	Text string
}

// Search finds strings as they are or, if that is not there, as a browser normalises them. If whole, it refuses a
// dictionary in which one of them stands twice; else it reads until all are found.
func Search(in *File, asked []string, whole bool) ([]Found, error) {
	ids := map[string]int32{} // of all spellings; -1: not known
	for _, s := range asked {
		ids[s], ids[string(normal([]byte(s)))] = -1, -1
	}
	left := len(ids)
	_, err := Each(in, func(id int64, line []byte) error {
		switch was, ok := ids[string(line)]; {
		case !ok:
		case was < 0:
			ids[string(line)] = int32(id)
			if left--; left == 0 && !whole {
				return ErrStop
			}
		case whole:
			return fmt.Errorf("%s: is no dictionary: %.64q stands at line %d and at line %d", in.Name, line, was+1, id+1)
		}
		return nil
	})
	found := make([]Found, len(asked))
	for i, s := range asked {
		text := s
		if ids[text] < 0 {
			text = string(normal([]byte(s)))
		}
		found[i] = Found{ids[text], text}
	}
	return found, err
}

// Find returns the ids of strings, or an error that names the first one that is not there.
func Find(env *cli.Env, name string, asked []string) ([]int32, error) {
	if err := MustReread(env, name); err != nil {
		return nil, err
	}
	in, err := Open(env, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	found, err := Search(in, asked, false)
	if err != nil {
		return nil, err
	}
	ids := make([]int32, len(found))
	for i, f := range found {
		ids[i] = f.ID
		if f.ID < 0 {
			return nil, NotThere(env, name, asked[i])
		}
	}
	return ids, nil
}

// NotThere is the error of a string that a dictionary does not have. It names the nearest one, if the file can be read again.
func NotThere(env *cli.Env, name, asked string) error {
	w := want(asked)
	if MustReread(env, name) != nil {
		return &Missing{fmt.Errorf("%s: %s is not in the dictionary", name, w.shown())}
	}
	file, err := Open(env, name)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := Each(file, func(_ int64, line []byte) error { w.see(line); return nil }); err != nil {
		return err
	}
	return w.missing(file.Name)
}
