package main

import (
	"errors"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// runLines is what the tool does with -lines.
func (o *options) runLines(env *cli.Env) error {
	opt, err := o.lineSorting(env)
	if err != nil {
		return err
	}
	switch {
	case o.check:
		return checkLines(env, opt)
	case o.merge:
		return o.mergeLines(env, opt)
	}
	var srcs []*stream.Bytes
	for _, name := range env.Operands() {
		in, err := env.OpenLines(name)
		if err != nil {
			return err
		}
		srcs = append(srcs, in)
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	stats, err := linesort.Sort(out, srcs, opt)
	reportLines(env, stats)
	return err
}

func (o *options) lineSorting(env *cli.Env) (linesort.Options, error) {
	opt := linesort.Options{
		Desc: o.reverse, Unique: o.unique, FanIn: o.fanIn,
		Room: env.Room(),
	}
	if o.key == "" {
		return opt, nil
	}
	order, err := tuple.ParseOrder(o.key, 0)
	if err != nil || len(order) > 1 {
		return opt, cli.Usagef("-lines sorts by one field, like -k 2, not -k %s", o.key)
	}
	opt.Field, opt.Desc = order[0].Col+1, opt.Desc != order[0].Desc
	return opt, nil
}

func reportLines(env *cli.Env, stats linesort.Stats) {
	env.Stats.Add(cli.Figures{
		"rows_in": stats.Lines, "rows_out": stats.Kept, "partitions": stats.Partitions, "refined": stats.Refined,
		"spilled": stats.Spilled, "long_lines": stats.Long,
	})
}

func checkLines(env *cli.Env, opt linesort.Options) error {
	in, err := env.OpenLines(env.Operands()[0])
	if err != nil {
		return err
	}
	err = linesort.Check(in, opt)
	if errors.Is(err, tuple.ErrUnsorted) {
		return &cli.CheckError{Err: err}
	}
	return err
}

// mergeLines looks at all files beforehand but opens each when its turn comes: there may be more than may be open.
func (o *options) mergeLines(env *cli.Env, opt linesort.Options) error {
	names := env.Operands()
	for _, name := range names {
		if err := env.Probe(name); err != nil {
			return err
		}
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	if opt.FanIn == 0 {
		if opt.FanIn, err = env.FanIn(names, 256<<10); err != nil {
			return err
		}
	}
	stats, err := linesort.Merge(out, len(names), func(i int) (*stream.Bytes, error) { return env.OpenLines(names[i]) }, opt)
	reportLines(env, stats)
	return err
}
