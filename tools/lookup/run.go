package main

import (
	"bytes"
	"fmt"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/tools/internal/dictionary"
)

type options struct{ byID bool }

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.BoolVar(&o.byID, "id", false, "the operands after the dictionary are ids: print their strings")
	return o.run
}

// run prints the ids and strings of the operands. If some are not in the dictionary, the error names the first of them.
func (o *options) run(env *cli.Env) error {
	if len(env.Args) < 2 {
		return cli.Usagef("give the dictionary and what to look up, like lookup urls.txt http://example.org/")
	}
	list, err := o.wanted(env.Args[1:])
	if err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	in, err := dictionary.Open(env, env.Args[0])
	if err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	strings, err := dictionary.Each(in, func(id int64, line []byte) error {
		for _, w := range list {
			if o.byID {
				if id == w.ID {
					w.Text, w.Found = bytes.Clone(line), true
				}
			} else if w.Found && bytes.Equal(line, w.Text) {
				return fmt.Errorf("%s: is no dictionary: %.64q stands at line %d and at line %d", in.Name, line, w.ID+1, id+1)
			} else {
				w.See(id, line)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	rows := 0
	for _, w := range list {
		if !w.Found {
			continue
		}
		rows++
		if _, err := fmt.Fprintf(out, "%d\t%s\n", w.ID, w.Text); err != nil {
			return err
		}
	}
	env.Stats.Set("rows_out", rows)
	for _, w := range list {
		switch {
		case !w.Found && o.byID:
			return &cli.CheckError{Err: dict.NoString(in.Name, w.ID, strings)}
		case !w.Found:
			return &cli.CheckError{Err: w.Missing(in.Name)}
		}
	}
	return nil
}

// wanted makes of the operands what is looked for.
func (o *options) wanted(operands []string) (list []*dictionary.Wanted, err error) {
	for _, s := range operands {
		w := dictionary.Want(s)
		if o.byID {
			id, err := strconv.ParseInt(s, 10, 32)
			if err != nil || id < 0 {
				return nil, cli.Usagef("%q is not an id", s)
			}
			w.ID = id
		}
		list = append(list, w)
	}
	return list, nil
}
