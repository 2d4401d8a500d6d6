package main

import (
	"cmp"
	"math"
	"slices"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/graph/crawlorder"
	"webmill/pkg/tuple"
	"webmill/tools/internal/search"
	"webmill/tools/internal/shared"
)

type options struct {
	strategy     crawlorder.Strategy
	seeds        search.Seeds
	reachable    bool
	limit        int64
	randomSeed   uint64
	importance   string
	newRule      crawlorder.NewRule
	final        string
	step         int64
	d, tol       float64
	hosts, times string
	delay, rate  float64
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	cli.Choice(f, &o.strategy, "strategy", crawlorder.BreadthFirst,
		shared.Strategy, crawlorder.Strategies)
	o.seeds.Declare(f)
	shared.Reachable(f, &o.reachable)
	f.Int64Var(&o.limit, "limit", 0, "end after `N` pages")
	shared.RandomSeed(f, &o.randomSeed)
	f.StringVar(&o.importance, "importance", "", "earlier, omniscient: `FILE` of the importance of pages, pairs (id, rank)")
	cli.Choice(f, &o.newRule, "new", "", "earlier: `RULE` for new pages: "+cli.Words(crawlorder.NewRules, "or"),
		crawlorder.NewRules)
	f.StringVar(&o.final, "final", "", "-new omniscient: `FILE` of the final importance of pages, pairs (id, rank)")
	f.Int64Var(&o.step, "step", 0, "partial: rank after every `N` pages (default whenever their number has doubled)")
	shared.Damping(f, &o.d)
	shared.Tolerance(f, &o.tol)
	f.StringVar(&o.hosts, "host-of", "", "`FILE` of the host of each page, pairs (id, host)")
	f.Float64Var(&o.delay, "delay", -1, shared.Delay+" (default: none)")
	f.Float64Var(&o.rate, "rate", 0, "with -delay: pages a second, `R` (default without limit)")
	f.StringVar(&o.times, "times", "", "with -delay: write (id, second) of each page to `FILE`")
	f.Outputs("times")
	is := func(strategies ...crawlorder.Strategy) func() bool {
		return func() bool { return slices.Contains(strategies, o.strategy) }
	}
	f.Positive("limit", "step", "tol")
	f.Range(0, mostSeconds, "delay")
	f.Range(1/mostSeconds, 1e9, "rate")
	f.Needs("-strategy omniscient and earlier", is(crawlorder.Omniscient, crawlorder.Earlier), "importance")
	f.Needs("-strategy earlier", is(crawlorder.Earlier), "new")
	f.Needs("-new omniscient", func() bool { return o.newRule == crawlorder.NewFinal }, "final")
	f.Needs("-strategy random and -new random", func() bool {
		return is(crawlorder.Random)() ||
			o.newRule == crawlorder.NewRandom
	}, "random-seed")
	f.Needs("-strategy partial", is(crawlorder.Partial), "step", "d", "tol")
	f.Needs("-strategy sites and -delay", func() bool { return is(crawlorder.Sites)() || o.delay != -1 }, "host-of")
	f.Needs("-delay", func() bool { return o.delay != -1 }, "rate", "times")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	links := env.Operands()[0]
	if err := o.check(links); err != nil {
		return err
	}
	opt := crawlorder.Options{
		Strategy: o.strategy, Reachable: o.reachable, Limit: o.limit, RandomSeed: o.randomSeed,
		New: o.newRule, Step: o.step, D: o.d, Tol: o.tol,
	}
	if err := o.open(env, &opt); err != nil {
		return err
	}
	in, err := env.OpenLinks(links, false)
	if err != nil {
		return err
	}
	in.Check(tuple.Columns(0, 1), false)
	out, err := env.Create(tuple.IDs("id", "position"), tuple.Columns(0))
	if err != nil {
		return err
	}
	if opt.Line, err = o.line(env); err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	opt.Room = env.Room() // what the inputs and outputs leave
	stats, err := crawlorder.Crawl(out, o.seeds.Links(in), opt)
	report(env, stats)
	if err == nil {
		err = o.seeds.CheckDictionary(env)
	}
	if err != nil {
		return err
	}
	shared.OtherGraph(env, o.importance, "an importance", stats.BeforeStrays, stats.Before, stats.Pages)
	shared.OtherGraph(env, o.hosts, "a host", stats.HostStrays, stats.Hosted, stats.Pages)
	odd := cli.ListCounts(cli.Count{N: stats.Unrated, One: "page has no importance in it, and counts 0",
		Many: "pages have no importance in it, and count 0"},
		cli.Count{N: stats.Foreign, One: "of its ids is no page", Many: "of its ids are no pages"})
	if odd != "" {
		env.Warnf("%s: %s: is it of the same links?", cmp.Or(o.final, o.importance), odd)
	}
	return nil
}

// line makes the time line, if there is to be one.
func (o *options) line(env *cli.Env) (*crawlorder.TimeLine, error) {
	if o.delay < 0 {
		return nil, nil
	}
	line := &crawlorder.TimeLine{Delay: seconds(o.delay), Rate: o.rate}
	if o.times == "" {
		return line, nil
	}
	out, err := env.CreateFile(o.times, tuple.IDs("id", "second"), tuple.Columns(0))
	line.Times = out
	return line, err
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * float64(time.Second))) }

func report(env *cli.Env, stats crawlorder.Stats) {
	env.Stats.Add(cli.Figures{
		"pages": stats.Pages, "links": stats.Links, "fetched": stats.Fetched, "roots": stats.Roots, "most_known": stats.MostKnown,
		"state_bytes": stats.StateBytes, "graph_bytes": stats.GraphBytes, "graph_bytes_on_disk": stats.GraphOnDisk,
		"hosts": stats.Hosts, "ranked": stats.Ranked, "last_second": stats.LastSecond,
		"decoded_chunks": stats.DecodedChunks, "load_seconds": stats.LoadSeconds, "crawl_seconds": stats.CrawlSeconds,
	})
}
