package extsort

import (
	"webmill/pkg/cli"
	"webmill/pkg/tuple"
)

// Command is the tool.
var Command = cli.Command{
	Name:     "extsort",
	Synopsis: "sort tuple streams and text larger than memory",
	Usage:    []string{"[-k COLS] [FILE...]"},
	Groups:   cli.Memory | cli.Threads | cli.Tuples | cli.Width,
	Setup:    setup,
}

func setup(f *cli.Flags) func(*cli.Env) error {
	var opt Options
	f.KeyVar(&opt.Order, "k", "sort by `COLS`, the most important first: 2,1 or 2r,1 with r for descending (default all)")
	f.BoolVar(&opt.Unique, "u", false, "of records equal in the columns of -k keep only the first")
	return func(env *cli.Env) error {
		ins, err := env.OpenAll(nil)
		if err != nil {
			return err
		}
		opt.Width = ins[0].Width()
		opt.Memory, opt.Threads, opt.FS, opt.TempDir = env.Memory, env.Threads, env.FS, env.TempDir
		opt.Phase = func(name string, bytes int64) Counter { return env.Progress.Phase(name, bytes) }
		out, err := env.Create(ins[0].Columns, opt.Order)
		if err != nil {
			return err
		}
		srcs := make([]tuple.Source, len(ins))
		for i, in := range ins {
			srcs[i] = in
		}
		stats, err := Sort(out, srcs, opt)
		env.Stats.Set("partitions", stats.Partitions)
		env.Stats.Set("refined", stats.Refined)
		env.Stats.Set("spilled", stats.Spilled)
		return err
	}
}
