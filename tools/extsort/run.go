package main

import (
	"errors"
	"regexp"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/extsort"
	"webmill/pkg/kinds"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/columns"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	keys                        []string
	unique, merge, check, lines bool
	reverse                     bool
	fanIn                       int

	separator                                string
	number, real, blanks, fold, stable, zero bool
}

// gnuNames are long names that GNU sort has for flags.
var gnuNames = map[string]string{
	"b": "ignore-leading-blanks", "c": "check", "f": "ignore-case", "g": "general-numeric-sort", "k": "key", "m": "merge",
	"n": "numeric-sort", "o": "output",
	"r": "reverse", "s": "stable", "t": "field-separator", "u": "unique", "z": "zero-terminated", "S": "buffer-size",
	"T": "temporary-directory",
}

// noNames is a key of tuples or lines that names no column.
var noNames = regexp.MustCompile(`^[0-9][0-9.,bfgnr]*$`)

func setup(f *cli.Flags) func(*cli.Env) error {
	var o options
	f.Repeatable("k")
	f.Func("k", shared.Key+" (default all; with -lines as said above)", func(key string) error {
		o.keys = append(o.keys, key)
		return nil
	})
	shared.Once(f, &o.unique)
	f.BoolVar(&o.merge, "m", false, "merge files that are sorted already")
	f.BoolVar(&o.check, "c", false, "check the order, write nothing; with -u also that no two are equal")
	f.BoolVar(&o.reverse, "r", false, "the opposite order")
	f.BoolVar(&o.lines, "lines", false, "sort lines of text")
	f.BoolVar(&o.number, "n", false, "with -lines: sort by the number that the key begins with")
	f.BoolVar(&o.real, "g", false, "with -lines: sort by the number that the key begins with, which may have an exponent, like 1e-5")
	f.BoolVar(&o.blanks, "b", false, "with -lines: blanks at the beginning of a key do not count")
	f.BoolVar(&o.fold, "f", false, "with -lines: small letters count as capital ones")
	f.BoolVar(&o.stable, "s", false, "with -lines: lines with equal keys stay in the order of the input")
	f.BoolVar(&o.zero, "z", false, "with -lines: lines end in a 0 byte, not in a newline")
	f.Func("t", "with -lines: the `BYTE` between fields, like , or \\t (default: a field begins with the blanks before it)",
		func(separator string) error {
			if o.separator = separator; separator == "" {
				return errors.New("it is empty: the separator is one byte, like , or \\t")
			}
			return nil
		})
	f.Var(f.Lookup("j").Value, "parallel", "`N` threads, the same as -j")
	f.Needs("-lines", func() bool { return o.lines }, "n", "g", "b", "f", "s", "z", "t")
	f.IntVar(&o.fanIn, "batch-size", 0, "with -m, merge at most `N` files at once (default by memory and open files)")
	f.Without("-lines", func() bool { return o.lines }, "w", "columns", "header", "from", "to", "force")
	f.AtLeast(2, "batch-size")
	f.Needs("-m", func() bool { return o.merge }, "batch-size")
	f.Without("-c", func() bool { return o.check }, "to", "o")
	for letter, long := range gnuNames {
		f.Lacks("is -"+letter+" here", long)
	}
	f.Lacks("is a flag of sort that extsort does not have: use sort, with LC_ALL=C", "d", "dictionary-order",
		"i", "ignore-nonprinting", "M", "month-sort", "human-numeric-sort", "R", "random-sort", "V", "version-sort")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := cli.OneStdin(env.Args...); err != nil {
		return err
	}
	if len(o.keys) > 1 && !o.lines {
		for _, key := range o.keys {
			if key != o.keys[0] {
				return cli.Usagef("-k is given twice, first with %q: one -k names all columns, like -k 2,1", o.keys[0])
			}
		}
		o.keys = o.keys[:1]
	}
	key := strings.Join(o.keys, ",")
	_, numbers := tuple.ParseOrder(key, 0)
	switch {
	case !o.lines && numbers != nil && noNames.MatchString(key): // names must wait for the input
		return cli.Usagef("-k %s: %v; keys like those of GNU sort need -lines", key, numbers)
	case o.number && o.real:
		return cli.Usagef("-n and -g exclude each other: -g reads exponents, -n any number of digits")
	case o.merge && o.check:
		return cli.Usagef("-m and -c exclude each other")
	case o.check && len(env.Args) > 1:
		return cli.Usagef("-c checks one file, these are %d", len(env.Args))
	case o.lines:
		return o.runLines(env)
	case o.check:
		return o.runCheck(env)
	case o.merge:
		return o.runMerge(env)
	}
	return o.runSort(env)
}

func (o *options) sorting(env *cli.Env, cols []tuple.Column) (extsort.Options, error) {
	width := len(cols)
	var order tuple.Order
	if len(o.keys) > 0 {
		var err error
		if order, err = columns.Order("-k", strings.Join(o.keys, ","), cols); err != nil {
			return extsort.Options{}, err
		}
	}
	if o.reverse {
		order = order.Reversed(width)
	}
	return extsort.Options{
		Width: width, Order: order, Unique: o.unique,
		Room: env.Room(),
	}, nil
}

func (o *options) runSort(env *cli.Env) error {
	ins, err := env.OpenAll(nil)
	if err != nil {
		return err
	}
	opt, err := o.sorting(env, ins[0].Columns)
	if err != nil {
		return err
	}
	out, err := env.Create(ins[0].Columns, opt.Keys())
	if err != nil {
		return err
	}
	srcs := make([]tuple.Source, len(ins))
	for i, in := range ins {
		in.RefuseHalves(kinds.Keys(in.Width(), opt.Order.Columns()))
		srcs[i] = in
	}
	stats, err := extsort.Sort(out, srcs, opt)
	o.report(env, stats)
	return err
}

func (o *options) report(env *cli.Env, stats extsort.Stats) {
	env.Stats.Add(cli.Figures{
		"partitions": stats.Partitions, "refined": stats.Refined, "spilled": stats.Spilled, "passes": stats.Passes,
	})
}

// runMerge looks at all files beforehand but opens them one batch at a time: there may be more than may be open.
func (o *options) runMerge(env *cli.Env) error {
	names := env.Operands()
	first, err := env.Open(names[0], nil)
	for err == nil && first.Unsized() && len(names) > 1 { // it has no record, and another may tell the columns
		names = names[1:]
		first, err = env.Open(names[0], nil)
	}
	if err != nil {
		return err
	}
	opt, err := o.sorting(env, first.Columns)
	if err != nil {
		return err
	}
	for _, name := range names[1:] {
		if err := env.Probe(name); err != nil {
			return err
		}
	}
	out, err := env.Create(first.Columns, opt.Keys())
	if err != nil {
		return err
	}
	each := int64(64 << 10)
	if first.Format.IsText() {
		each += tuple.TextBuffer
	}
	if opt.FanIn, err = env.FanIn(names, each, o.fanIn); err != nil {
		return err
	}
	streams := []extsort.Opener{func() (tuple.Source, func() error, error) { return o.sorted(first, opt) }}
	for _, name := range names[1:] {
		streams = append(streams, func() (tuple.Source, func() error, error) {
			in, err := env.Open(name, nil)
			if err == nil {
				err = in.Match(first)
			}
			if err != nil {
				return nil, nil, err
			}
			return o.sorted(in, opt)
		})
	}
	stats, err := extsort.Merge(out, streams, opt)
	o.report(env, stats)
	return err
}

// sorted makes an input verify its order while it is read.
func (o *options) sorted(in *stream.Input, opt extsort.Options) (tuple.Source, func() error, error) {
	in.RefuseHalves(kinds.Keys(in.Width(), opt.Order.Columns()))
	in.Check(opt.Order.Whole(opt.Width), false)
	return in, in.Close, nil
}

func (o *options) runCheck(env *cli.Env) error {
	in, err := env.Open(env.Operands()[0], nil)
	if err != nil {
		return err
	}
	opt, err := o.sorting(env, in.Columns)
	if err != nil {
		return err
	}
	in.RefuseHalves(kinds.Keys(in.Width(), opt.Order.Columns()))
	if o.unique {
		in.Check(opt.Keys(), true)
	} else {
		in.Check(opt.Order.Whole(opt.Width), false)
	}
	_, err = tuple.Copy(tuple.SinkFunc(func([]int32) error { return nil }), in, opt.Width)
	if errors.Is(err, tuple.ErrUnsorted) {
		return &cli.CheckError{Err: err}
	}
	return err
}
