package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/tools/internal/ranking"
	"webmill/tools/internal/shared"
)

type options struct {
	ranking.Flags
	once     bool
	dangling string
	variant  rank.Variant
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.Declare(f)
	shared.Once(f, &o.once)
	cli.Choice(f, &o.dangling, "dangling", "spread", "`WHAT` pages without links do: spread, lost or remove",
		[]string{"spread", "lost", "remove"})
	cli.Choice(f, &o.variant, "variant", "", "`NAME` of an older formula: "+cli.Words(rank.Variants, "or"), rank.Variants)
	f.Rare("variant")
	f.Without("-variant", func() bool { return o.variant != "" }, "method", "vector", "personal", "init", "literal")
	f.Without("-variant, which spreads nothing", func() bool { return o.variant != "" && o.dangling == "lost" }, "dangling")
	f.Without("-variant unico, which has its own", func() bool { return o.variant == rank.Unico }, "d", "tol")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := o.Check(); err != nil {
		return err
	}
	o.Once(o.once || o.variant == rank.Unico)
	if o.variant == rank.Unico {
		o.NoSelf()
	}
	links, err := o.Read(env)
	if err != nil {
		return err
	}
	defer func() { links.Close() }()
	if o.dangling == "remove" {
		if links, err = links.RemoveDangling(); err != nil {
			return err
		}
		env.Stats.Set("removed", links.Dangling())
	}
	if o.variant != "" {
		return o.runVariant(env, links)
	}
	return o.runSystem(env, links)
}

func (o *options) runSystem(env *cli.Env, links *rank.Links) error {
	s, err := o.System(env, links, true)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := o.Solve(env, s); err != nil {
		return err
	}
	norm := s.Norm()
	if o.dangling == "lost" {
		norm = s.LostNorm()
	}
	return o.Write(env, norm, s.Rated(), s.Ranks)
}

func (o *options) runVariant(env *cli.Env, links *rank.Links) error {
	r, done, err := links.Rank(o.variant, o.SolveOptions(env, links.Bytes()))
	if err != nil {
		return err
	}
	defer r.Close()
	o.Tell(env, done, "ranks")
	return o.Write(env, r.Sum(), links.Pages(), r.Ranks)
}
