package dictionary

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
)

// Twice returns an error if a dictionary cannot be read more than once.
func Twice(env *cli.Env, name string) error {
	if name == stream.Stdin {
		return cli.Usagef("the dictionary is read more than once: it cannot be stdin")
	}
	if info, err := env.FS.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: the dictionary is read more than once: it cannot be a pipe", name)
	}
	return env.Probe(name)
}

// Find returns the ids of strings. The dictionary is read until all are found, and once more if one is not there, for
// the nearest one.
func Find(env *cli.Env, name string, asked []string) ([]int32, error) {
	if err := Twice(env, name); err != nil {
		return nil, err
	}
	ids := map[string]int32{} // of all spellings; -1: not known
	for _, s := range asked {
		ids[s], ids[string(normal([]byte(s)))] = -1, -1
	}
	left := len(ids)
	err := read(env, name, func(id int64, line []byte) error {
		if was, ok := ids[string(line)]; ok && was < 0 {
			ids[string(line)] = int32(id)
			if left--; left == 0 {
				return ErrStop
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	found, missing := make([]int32, len(asked)), -1
	for i, s := range asked {
		if found[i] = ids[string(normal([]byte(s)))]; found[i] < 0 {
			found[i] = ids[s]
		}
		if found[i] < 0 && missing < 0 {
			missing = i
		}
	}
	if missing < 0 {
		return found, nil
	}
	w := Want(asked[missing])
	err = read(env, name, func(id int64, line []byte) error {
		w.See(id, line)
		return nil
	})
	if err == nil {
		err = w.Missing(name)
	}
	return nil, err
}

// read calls do for each string of a dictionary.
func read(env *cli.Env, name string, do func(id int64, line []byte) error) error {
	in, err := Open(env, name)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = Each(in, do)
	return err
}
