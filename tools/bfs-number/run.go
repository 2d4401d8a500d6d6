package main

import (
	"errors"

	"webmill/pkg/cli"
	"webmill/pkg/extsort"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

type options struct {
	layers, numbers string
	seeds, seedFile string
	reachable       bool
	base            int
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.layers, "layers", "", "`FILE` with the pairs (id, layer)")
	f.StringVar(&o.numbers, "verify", "", "prove the numbering of `FILE`, pairs (id, number)")
	f.StringVar(&o.seeds, "seed", "", "with -verify, `IDS` like 5,17 at which the search began")
	f.StringVar(&o.seedFile, "seed-file", "", "with -verify, `FILE` of such ids, records of one column")
	f.BoolVar(&o.reachable, "reachable", false, "pages without a layer or number were not reached: leave out their links")
	f.IntVar(&o.base, "base", 1, "the first number, `N`: 0 or 1")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	links := env.Operands()[0]
	seeded := o.seeds != "" || o.seedFile != ""
	switch {
	case (o.layers == "") == (o.numbers == ""):
		return cli.Usagef("either -layers or -verify is needed")
	case o.layers != "" && seeded:
		return cli.Usagef("-seed and -seed-file go with -verify: the seeds are the first layer")
	case o.numbers != "" && o.reachable && !seeded:
		return cli.Usagef("-verify -reachable needs -seed or -seed-file")
	case o.base != 0 && o.base != 1:
		return cli.Usagef("-base must be 0 or 1, not %d", o.base)
	case stdins(links, o.layers, o.numbers, o.seedFile) > 1:
		return cli.Usagef("only one of the inputs can be stdin")
	case o.numbers != "":
		return o.verify(env, links)
	}
	return o.number(env, links)
}

// stdins counts the inputs that are stdin.
func stdins(names ...string) (n int) {
	for _, name := range names {
		if name == stream.Stdin {
			n++
		}
	}
	return n
}

func open(env *cli.Env, name string, columns ...string) (bfs.Input, error) {
	in, err := env.Open(name, tuple.IDs(columns...))
	if err != nil {
		return bfs.Input{}, err
	}
	return bfs.Input{Name: in.Name, Source: in}, nil
}

func resources(env *cli.Env) bfs.Options {
	return bfs.Options{
		Memory: env.Memory, Threads: env.Threads, FS: env.FS, TempDir: env.TempDir, Cache: cli.PhysicalMemory(),
		Phase: func(name string, bytes int64) extsort.Counter { return env.Progress.Phase(name, bytes) },
	}
}

func (o *options) number(env *cli.Env, name string) error {
	layers, err := open(env, o.layers, "id", "layer")
	if err != nil {
		return err
	}
	links, err := open(env, name, "src", "dst")
	if err != nil {
		return err
	}
	out, err := env.Create(tuple.IDs("id", "number"), tuple.Columns(0))
	if err != nil {
		return err
	}
	stats, err := bfs.Number(out, layers, links, bfs.NumberOptions{
		Options: resources(env), Base: int32(o.base), Reachable: o.reachable,
	})
	env.Stats.Set("pages", stats.Pages)
	env.Stats.Set("links", stats.Links)
	env.Stats.Set("layers", stats.Layers)
	env.Stats.Set("roots", stats.Roots)
	env.Stats.Set("links_upward", stats.Upward)
	return err
}

func (o *options) verify(env *cli.Env, name string) error {
	numbers, err := open(env, o.numbers, "id", "number")
	if err != nil {
		return err
	}
	links, err := open(env, name, "src", "dst")
	if err != nil {
		return err
	}
	opt := bfs.VerifyOptions{Options: resources(env), Base: int32(o.base), Reachable: o.reachable}
	if o.seeds != "" {
		list, err := bfs.ParseSeeds(o.seeds)
		if err != nil {
			return cli.Usagef("-seed %s: %v", o.seeds, err)
		}
		opt.Seeds = append(opt.Seeds, list)
	}
	if o.seedFile != "" {
		list, err := env.Open(o.seedFile, tuple.IDs("id"))
		if err != nil {
			return err
		}
		opt.Seeds = append(opt.Seeds, list)
	}
	stats, err := bfs.Verify(numbers, links, opt)
	env.Stats.Set("pages", stats.Pages)
	env.Stats.Set("links", stats.Links)
	env.Stats.Set("roots", stats.Roots)
	if errors.Is(err, bfs.ErrNotBFS) {
		return &cli.CheckError{Err: err}
	}
	return err
}
