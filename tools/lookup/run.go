package main

import (
	"errors"
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
	name, asked := env.Args[0], env.Args[1:]
	ids, err := o.ids(asked)
	if err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	in, err := dictionary.Open(env, name)
	if err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	var found []dictionary.Found
	var strings int64
	if o.byID {
		found, strings, err = stringsOf(in, ids)
	} else {
		found, err = dictionary.Search(in, asked, true)
	}
	if err != nil {
		return err
	}
	rows, missing := 0, -1
	for i, f := range found {
		if f.ID < 0 {
			if missing < 0 {
				missing = i
			}
			continue
		}
		rows++
		if _, err := fmt.Fprintf(out, "%d\t%s\n", f.ID, f.Text); err != nil {
			return err
		}
	}
	env.Stats.Set("rows_out", rows)
	if missing < 0 {
		return nil
	}
	if o.byID {
		return &cli.CheckError{Err: dict.NoString(in.Name, ids[missing], strings), Done: true}
	}
	err = dictionary.NotThere(env, name, asked[missing])
	if is, ok := errors.AsType[*dictionary.Missing](err); ok {
		return &cli.CheckError{Err: is, Done: true}
	}
	return err
}

// ids are those that the operands say, if they say ids.
func (o *options) ids(operands []string) (ids []int64, err error) {
	for _, s := range operands {
		if !o.byID {
			break
		}
		id, err := strconv.ParseInt(s, 10, 32)
		if err != nil || id < 0 {
			return nil, cli.Usagef("%q is not an id: ids are whole numbers from 0 on", s)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// stringsOf finds the strings of ids. n is how many strings the dictionary has.
func stringsOf(in *dictionary.File, ids []int64) (found []dictionary.Found, n int64, err error) {
	text := map[int64]string{}
	for _, id := range ids {
		text[id] = ""
	}
	n, err = dictionary.Each(in, func(id int64, line []byte) error {
		if _, asked := text[id]; asked {
			text[id] = string(line)
		}
		return nil
	})
	for _, id := range ids {
		f := dictionary.Found{ID: int32(id), Text: text[id]}
		if id >= n {
			f.ID = -1
		}
		found = append(found, f)
	}
	return found, n, err
}
