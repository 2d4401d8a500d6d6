package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/pkg/stream"
	"webmill/tools/internal/ranking"
)

type options struct {
	ranking.Flags
	once                           bool
	dangling, known, init, variant string
	share                          float64
	literal                        bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.Declare(f)
	f.BoolVar(&o.once, "u", false, "a repeated link counts once")
	f.StringVar(&o.dangling, "dangling", "spread", "`WHAT` pages without links do: spread, lost or remove")
	f.StringVar(&o.known, "known", "", "`FILE` of pairs (id, position): only the first pages are known")
	f.Float64Var(&o.share, "share", 1, "which share `P` of the pages of -known is known")
	f.BoolVar(&o.literal, "literal", false, "with -known: pages that no known page links to, as the seed, have the rank 0, as the thesis printed it")
	f.StringVar(&o.init, "init", "", "`FILE` of ranks to begin with")
	f.StringVar(&o.variant, "variant", "", "`NAME` of an older formula: basic, improved, accelerated or unico")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := o.check(); err != nil {
		return err
	}
	o.Once(o.once || o.variant == string(rank.Unico))
	if o.variant == string(rank.Unico) {
		o.NoSelf()
	}
	if o.known != "" {
		known, all, err := readKnown(env, o.known, o.share)
		if err != nil {
			return err
		}
		o.Known(known, all, o.literal)
	}
	links, err := o.Read(env, o.init)
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

func (o *options) check() error {
	switch {
	case o.dangling != "spread" && o.dangling != "lost" && o.dangling != "remove":
		return cli.Usagef("-dangling must be spread, lost or remove, not %q", o.dangling)
	case !(o.share >= 0 && o.share <= 1):
		return cli.Usagef("-share must be 0 … 1")
	case o.known != "" && o.HasPages():
		return cli.Usagef("-known says which pages there are: it does not go with -pages")
	case o.init == stream.Stdin:
		return cli.Usagef("-init may be read twice: it cannot be stdin")
	case (o.share != 1 || o.literal) && o.known == "":
		return cli.Usagef("-share and -literal are for -known")
	}
	return o.Check()
}

func (o *options) runSystem(env *cli.Env, links *rank.Links) error {
	s, err := o.System(env, links, o.init, false)
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
	r, done, err := links.Rank(rank.Variant(o.variant), o.Solving(env, links.Bytes()))
	if err != nil {
		return err
	}
	defer r.Close()
	o.Tell(env, done)
	return o.Write(env, r.Sum(), links.Pages(), r.Ranks)
}
