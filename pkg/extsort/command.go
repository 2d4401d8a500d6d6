package extsort

import (
	"errors"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// Command is the tool extsort.
var Command = cli.Command{
	Name:     "extsort",
	Synopsis: "sort tuple streams and text lines larger than memory",
	Usage:    []string{"[-k COLS] [-u] [FILE...]", "-m [-k COLS] [-u] FILE...", "-c [-k COLS] [-u] [FILE]", "-lines [-k N] [-u|-m|-c] [FILE...]"},
	Manual: `
Sorts records by the columns of -k; records that are equal in them are put in the order of their other columns, so the
result does not depend on -S, on -j or on the order of the input. Several files are sorted together.

-u keeps of the records that are equal in the columns of -k only the first. -m merges files that are sorted already, as
many as there are. -c only checks the order: it writes nothing, and ends with 4 at the first record that is out of it.

-lines sorts text instead, line by line in byte order (LC_ALL=C sort), or with -k N by the N-th field between TABs.
A last line without a newline gets one.

Input that fits in memory never touches the disk. What does not is dealt out once, by ranges of the key, to one nameless
file in the folder of -T, and every range is sorted in memory: the disk needs room for one copy of the input.`,
	In:     "tuples or lines in any order; for -m each file in the order of -k",
	Out:    "the same in the order of -k",
	Memory: "-S in all, whatever the size of the input",
	Passes: "one over the input; what does not fit in memory is written and read once more",
	Examples: []cli.Example{
		{Does: "links by target, then by source", Line: "extsort -k 2,1 -S 512M -o by-target.t2 links.t2"},
		{Does: "the distinct targets of all links", Line: "tuples -cols 2 links.t2 -o - | extsort -w 1 -u -o targets.t1"},
		{Does: "is it sorted?", Line: "extsort -c links.t2 && echo sorted"},
	},
	Groups: cli.Memory | cli.Threads | cli.Tuples | cli.Width,
	Setup:  setup,
}

// command is what the flags ask for.
type command struct {
	order                       tuple.Order
	unique, merge, check, lines bool
	fanIn                       int
}

func setup(f *cli.Flags) func(*cli.Env) error {
	var c command
	f.KeyVar(&c.order, "k", "sort by `COLS`, the most important first: 2,1 or 2r,1 with r for descending (default all)")
	f.BoolVar(&c.unique, "u", false, "of records equal in the columns of -k keep only the first")
	f.BoolVar(&c.merge, "m", false, "merge files that are sorted already")
	f.BoolVar(&c.check, "c", false, "check the order, write nothing; with -u also that no two are equal")
	f.BoolVar(&c.lines, "lines", false, "sort lines of text")
	f.IntVar(&c.fanIn, "batch-size", 0, "with -m, merge at the most `N` files at once (default by memory and open files)")
	return c.run
}

func (c *command) run(env *cli.Env) error {
	switch {
	case c.merge && c.check:
		return cli.Usagef("-m and -c exclude each other")
	case c.fanIn != 0 && c.fanIn < 2:
		return cli.Usagef("-batch-size must be at least 2")
	case c.check && len(env.Args) > 1:
		return cli.Usagef("-c checks one file, these are %d", len(env.Args))
	case c.check:
		return c.runCheck(env)
	case c.merge:
		return c.runMerge(env)
	}
	return c.runSort(env)
}

func (c *command) options(env *cli.Env, width int) (Options, error) {
	if err := c.order.Valid(width); err != nil {
		return Options{}, cli.Usagef("-k %s: %v", c.order, err)
	}
	return Options{
		Width: width, Order: c.order, Unique: c.unique,
		Memory: env.Memory, Threads: env.Threads, FS: env.FS, TempDir: env.TempDir,
		Phase: func(name string, bytes int64) Counter { return env.Progress.Phase(name, bytes) },
	}, nil
}

func (c *command) runSort(env *cli.Env) error {
	ins, err := env.OpenAll(nil)
	if err != nil {
		return err
	}
	opt, err := c.options(env, ins[0].Width())
	if err != nil {
		return err
	}
	out, err := env.Create(ins[0].Columns, c.order)
	if err != nil {
		return err
	}
	srcs := make([]tuple.Source, len(ins))
	for i, in := range ins {
		srcs[i] = in
	}
	stats, err := Sort(out, srcs, opt)
	c.report(env, stats)
	return err
}

func (c *command) report(env *cli.Env, stats Stats) {
	env.Stats.Set("partitions", stats.Partitions)
	env.Stats.Set("refined", stats.Refined)
	env.Stats.Set("spilled", stats.Spilled)
	env.Stats.Set("passes", stats.Passes)
}

// runMerge looks at all files beforehand but opens them one batch at a time: there may be more than may be open.
func (c *command) runMerge(env *cli.Env) error {
	names := env.Operands()
	first, err := env.Open(names[0], nil)
	if err != nil {
		return err
	}
	opt, err := c.options(env, first.Width())
	if err != nil {
		return err
	}
	for _, name := range names[1:] {
		if err := env.Probe(name); err != nil {
			return err
		}
	}
	out, err := env.Create(first.Columns, c.order)
	if err != nil {
		return err
	}
	opt.FanIn = c.fanIn
	if opt.FanIn == 0 {
		opt.FanIn = fanIn(env.Memory, cli.Descriptors())
	}
	streams := []Opener{func() (tuple.Source, func() error, error) { return c.sorted(first, opt) }}
	for _, name := range names[1:] {
		streams = append(streams, func() (tuple.Source, func() error, error) {
			in, err := env.Open(name, nil)
			if err == nil {
				err = in.Match(first)
			}
			if err != nil {
				return nil, nil, err
			}
			return c.sorted(in, opt)
		})
	}
	stats, err := Merge(out, streams, opt)
	c.report(env, stats)
	return err
}

// sorted makes an input verify its order while it is read.
func (c *command) sorted(in *stream.Input, opt Options) (tuple.Source, func() error, error) {
	in.Check(opt.keys(), false)
	return in, in.Close, nil
}

func (c *command) runCheck(env *cli.Env) error {
	in, err := env.Open(env.Operands()[0], nil)
	if err != nil {
		return err
	}
	opt, err := c.options(env, in.Width())
	if err != nil {
		return err
	}
	in.Check(opt.keys(), c.unique)
	buf := make([]int32, tuple.BlockBytes/4/opt.Width*opt.Width)
	for err == nil {
		_, err = in.ReadBlock(buf)
	}
	if err == io.EOF {
		return nil
	}
	if errors.Is(err, tuple.ErrUnsorted) {
		return &cli.CheckError{Err: err}
	}
	return err
}
