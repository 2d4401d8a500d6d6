package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/graph/graphgen"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

// model is a graph that can write itself.
type model interface {
	Check() error
	Write(dst tuple.Sink, threads int) error
}

type options struct {
	model, by string
	web       graphgen.Web
	rmat      graphgen.RMAT
	given     func(flag string) bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := options{web: graphgen.DefaultWeb(), given: f.Given}
	cli.Choice(f, &o.model, "model", "web", "`MODEL`: web, rmat or random", []string{"web", "rmat", "random"})
	shared.RandomSeed(f, &o.web.Seed)
	f.Lacks("is -random-seed here", "seed")
	shared.Pages(f, &o.web.Pages, -1, "web 1048576, random 2147483648")
	f.Int64Var(&o.web.Links, "links", -1, "`N` links (default 10 · pages of the web, 1048576 of random)")
	f.IntVar(&o.rmat.Scale, "bits", 20, "rmat: 2^`N` pages")
	f.Int64Var(&o.rmat.Factor, "factor", 16, "rmat: `N` links a page")
	shared.NoSelf(f, &o.rmat.NoSelf)
	cli.Choice(f, &o.by, "by", "src", "web: `COLUMN` to sort by, src or dst", []string{"src", "dst"})
	shared.Once(f, &o.web.Unique)
	f.Float64Var(&o.web.Dangling, "sinks", o.web.Dangling, "web: `SHARE` of pages without links")
	f.Float64Var(&o.web.Local, "local", o.web.Local, "web: `SHARE` of links inside a host")
	f.Float64Var(&o.web.Self, "self", o.web.Self, "web: `SHARE` of self-links")
	f.Float64Var(&o.web.Dup, "dup", o.web.Dup, "web: `SHARE` of links that repeat another, besides those that do by chance")
	f.IntVar(&o.web.HostMin, "hostmin", o.web.HostMin, "web: the smallest hosts have `N` pages")
	f.Float64Var(&o.web.HostTail, "hosttail", o.web.HostTail, "web: P(host has ≥ x pages) falls like x^-`TAIL`")
	f.Float64Var(&o.web.OutTail, "outtail", o.web.OutTail, "web: P(page has ≥ x links) falls like x^-`TAIL`")
	f.Float64Var(&o.web.InTail, "intail", o.web.InTail, "web: P(page has ≥ x links to it) falls like x^-`TAIL`")
	f.Float64Var(&o.web.Run, "run", o.web.Run, "web: mean number `N` of consecutive pages linked to")
	f.Needs("-model rmat", func() bool { return o.model == "rmat" }, "bits", "factor", "noself")
	f.Without("-model rmat", func() bool { return o.model == "rmat" }, "pages", "links")
	f.Needs("-model web", func() bool { return o.model == "web" },
		"by", "u", "sinks", "local", "self", "dup", "hostmin", "hosttail", "outtail", "intail", "run")
	return o.run
}

// run makes the graph and counts what was made.
func (o *options) run(env *cli.Env) error {
	m, order := o.choose()
	if err := m.Check(); err != nil {
		return cli.Usagef("%v", err)
	}
	if err := o.checkShares(env); err != nil {
		return err
	}
	env.Stats.Set("links", o.web.Links)
	out, err := env.Create(tuple.IDs("src", "dst"), order)
	if err != nil {
		return err
	}
	return m.Write(counting{out, env.Progress.Phase("made", 8*o.web.Links)}, env.Threads)
}

// checkShares refuses a share that was given and cannot be reached. A default share is not refused: the graph has less of it.
func (o *options) checkShares(env *cli.Env) error {
	w := &o.web
	switch most := w.MostSelf(); {
	case o.given("dup") && w.Dup > 0 && w.Dup >= w.Local:
		return cli.Usagef("-dup is %v: it must be less than -local, %v, as only links inside hosts are repeated", w.Dup, w.Local)
	case o.given("self") && w.Self > 1.005*most: // most is printed with three digits
		return cli.Usagef("-self is %v: it must be 0 … %.3g, as a page has at most one self-link, and it is a link inside a host (-local)", w.Self, most)
	case o.given("self") && w.Self > 0 && float64(w.Links)*w.Local < float64(w.Pages)*(1-w.Dangling):
		env.Warnf("there will be fewer self-links than -self says: there are fewer links inside hosts than pages with links")
	}
	return nil
}

// counting is an output that tells how far the work is.
type counting struct {
	out   *stream.Output
	phase *cli.Phase
}

func (c counting) WriteBlock(block []int32) error {
	c.phase.Add(int64(4 * len(block)))
	return c.out.WriteBlock(block)
}

// choose returns the graph asked for and the order it comes in.
func (o *options) choose() (model, tuple.Order) {
	switch o.model {
	case "random":
		o.defaults(graphgen.MostPages, func(int64) int64 { return 1 << 20 })
		return graphgen.Random{Pages: o.web.Pages, Links: o.web.Links, Seed: o.web.Seed}, nil
	case "rmat":
		o.rmat.Seed = o.web.Seed
		o.web.Links = o.rmat.Links()
		return o.rmat, nil
	}
	o.defaults(1<<20, func(pages int64) int64 { return 10 * pages })
	if o.web.ByDst = o.by == "dst"; o.web.ByDst {
		return o.web, tuple.Columns(1, 0)
	}
	return o.web, tuple.Columns(0, 1)
}

// defaults fills in the size where the command line does not say it.
func (o *options) defaults(pages int64, links func(pages int64) int64) {
	if !o.given("pages") {
		o.web.Pages = pages
	}
	if !o.given("links") {
		o.web.Links = links(o.web.Pages)
	}
}
