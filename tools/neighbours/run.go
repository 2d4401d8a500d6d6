package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
)

type options struct {
	back bool
	dict string // the name of the file; "" if there is none
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.BoolVar(&o.back, "back", false, "print the pages that link to the page; LINKS is sorted by target")
	f.Lacks("is the first operand here", "dictionary", "dict")
	f.Writes("text", stream.Text)
	return o.run
}

func (o *options) run(env *cli.Env) error {
	operands := env.Args
	if len(operands) != 2 && len(operands) != 3 {
		return cli.Usagef("give a file of links and a page, like neighbours links.t2 17 or neighbours urls.txt links.t2 http://example.org/")
	}
	if len(operands) == 3 {
		o.dict, env.Args = operands[0], operands[1:]
	}
	in, err := env.Open(env.Args[0], tuple.IDs("src", "dst"))
	if _, number := strconv.Atoi(env.Args[0]); err != nil && number == nil {
		return cli.Usagef("%v: the links come before the page, like neighbours links.t2 %s", err, env.Args[0])
	}
	if err != nil {
		return dictionary.Swapped(env, err, operands...)
	}
	p, err := tuple.PlacesOf(in)
	if err != nil {
		return err
	}
	if p == nil {
		err := cli.Usagef("%s: is no raw file, whose records could be searched: make one by tuples -o links.t2", in.Name)
		return dictionary.Swapped(env, err, operands[:len(operands)-1]...)
	}
	page, err := o.page(env, env.Args[1])
	if err != nil {
		return err
	}
	l := newLinks(p, o.back)
	if err := l.Check(); err != nil {
		return err
	}
	if err := o.odd(env, in.Name, p); err != nil {
		return err
	}
	from, to, err := l.Find(page)
	if err != nil {
		return err
	}
	p.Count(to - from)
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	if from == to {
		if err := o.known(env, page); err != nil {
			return err
		}
		env.Warnf("%s: has no link %s page %s", in.Name, map[bool]string{false: "from", true: "to"}[o.back], env.Args[1])
	}
	env.Stats.Set("rows_out", to-from)
	if o.dict != "" {
		return o.named(env, l.ids(from, to), out)
	}
	return plain(l.ids(from, to), out)
}

// odd warns if the first records may be no links, which the file sorted by target does not show.
func (o *options) odd(env *cli.Env, name string, p *tuple.Places) error {
	if o.back {
		return nil
	}
	first := make([]int32, 2*min(p.Records, stream.SomeLinks))
	if err := p.Read(first, 0); err != nil {
		return err
	}
	if why := stream.OddLinks(first); why != "" {
		env.Warnf("%s: %s", name, why)
	}
	return nil
}

// page is the id of an operand: itself, or the line of the dictionary that it is.
func (o *options) page(env *cli.Env, operand string) (int32, error) {
	id, err := strconv.ParseInt(operand, 10, 32)
	switch {
	case err == nil && id >= 0:
		return int32(id), nil
	case o.dict == "":
		return 0, cli.Usagef("%q is not an id: for a URL, give the dictionary before the links", operand)
	}
	ids, err := dictionary.Find(env, o.dict, []string{operand})
	var missing *dictionary.Missing
	switch {
	case errors.As(err, &missing):
		return 0, &cli.CheckError{Err: err}
	case err != nil:
		return 0, err
	}
	return ids[0], nil
}

// known refuses an id that the dictionary does not have.
func (o *options) known(env *cli.Env, id int32) error {
	if o.dict == "" {
		return nil
	}
	missing, err := dictionary.Lacks(env, o.dict, id)
	if missing != nil {
		return &cli.CheckError{Err: missing}
	}
	return err
}

// plain writes ids.
func plain(ids iter.Seq2[int32, error], out io.Writer) error {
	for id, err := range ids {
		if err == nil {
			_, err = fmt.Fprintln(out, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// named writes ids with their strings, which are read along.
func (o *options) named(env *cli.Env, ids iter.Seq2[int32, error], out io.Writer) error {
	in, err := dictionary.Open(env, o.dict)
	if err != nil {
		return err
	}
	defer in.Close()
	next, stop := iter.Pull2(ids)
	defer stop()
	id, err, more := next()
	n, e := dictionary.Each(in, func(at int64, line []byte) error {
		if err != nil || !more {
			return dictionary.ErrStop
		}
		if at < int64(id) {
			return nil
		}
		if _, err := fmt.Fprintf(out, "%d\t%s\n", id, line); err != nil {
			return err
		}
		id, err, more = next()
		return nil
	})
	switch {
	case err != nil:
		return err
	case e == nil && more:
		return dict.NoString(o.dict, int64(id), n)
	}
	return e
}
