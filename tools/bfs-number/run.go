package main

import (
	"errors"

	"webmill/pkg/cli"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
	"webmill/tools/internal/search"
	"webmill/tools/internal/shared"
)

type options struct {
	layers, numbers string
	seeds           search.Seeds
	reachable       bool
	base            int
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.layers, "layers", "", "`FILE` with the pairs (id, layer)")
	f.StringVar(&o.numbers, "verify", "", "prove the numbering of `FILE`, pairs (id, number)")
	o.seeds.Declare(f)
	shared.Reachable(f, &o.reachable)
	f.IntVar(&o.base, "first", 1, "the first number, `N`: 0 or 1")
	f.Without("-verify, which writes nothing", func() bool { return o.numbers != "" }, "o", "to")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	links := env.Operands()[0]
	switch {
	case (o.layers == "") == (o.numbers == ""):
		return cli.Usagef("either -layers or -verify is needed")
	case o.layers != "" && o.seeds.Given():
		return cli.Usagef("-seed and -seed-file go with -verify: the seeds are the first layer")
	case o.base != 0 && o.base != 1:
		return cli.Usagef("-first must be 0 or 1, not %d", o.base)
	}
	if err := cli.OneStdin(links, o.layers, o.numbers, o.seeds.File()); err != nil {
		return err
	}
	if o.numbers != "" {
		return o.verify(env, links)
	}
	return o.number(env, links)
}

func (o *options) number(env *cli.Env, name string) error {
	layers, err := env.OpenInput(o.layers, tuple.IDs("id", "layer"))
	if err != nil {
		return err
	}
	links, err := env.OpenLinks(name, true)
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	out, err := env.Create(tuple.IDs("id", "number"), tuple.Columns(0))
	if err != nil {
		return err
	}
	stats, err := bfs.Number(out, layers, links.Named(), bfs.NumberOptions{
		Room: env.Room(), Base: int32(o.base), Reachable: o.reachable,
	})
	env.Stats.Add(cli.Figures{
		"pages": stats.Pages, "links": stats.Links, "layers": stats.Layers, "roots": stats.Roots, "links_upward": stats.Upward,
	})
	return err
}

func (o *options) verify(env *cli.Env, name string) error {
	numbers, err := env.OpenInput(o.numbers, tuple.IDs("id", "number"))
	if err != nil {
		return err
	}
	links, err := env.OpenLinks(name, false)
	if err != nil {
		return err
	}
	opt := bfs.VerifyOptions{Base: int32(o.base), Reachable: o.reachable}
	if opt.Seeds, err = o.seeds.Open(env); err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	opt.Room = env.Room() // what the seeds leave
	stats, err := bfs.Verify(numbers, o.seeds.Links(links), opt)
	if err == nil || errors.Is(err, bfs.ErrNotBFS) {
		if other := o.seeds.CheckDictionary(env); other != nil {
			return other
		}
	}
	env.Stats.Add(cli.Figures{"pages": stats.Pages, "links": stats.Links, "roots": stats.Roots})
	if errors.Is(err, bfs.ErrNotBFS) {
		return &cli.CheckError{Err: err}
	}
	return err
}
