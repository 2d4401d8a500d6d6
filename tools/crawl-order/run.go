package main

import (
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/extsort"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/graph/order"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

type options struct {
	strategy        string
	seeds, seedFile string
	reachable       bool
	limit           int64
	randomSeed      uint64
	importance      string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.strategy, "strategy", "bfs", "`NAME` of the strategy: "+strategies())
	f.StringVar(&o.seeds, "seed", "", "begin with `IDS` like 5,17")
	f.StringVar(&o.seedFile, "seed-file", "", "begin with the ids of `FILE`, records of one column")
	f.BoolVar(&o.reachable, "reachable", false, "end when nothing that is known is left to fetch")
	f.Int64Var(&o.limit, "limit", 0, "end after `N` pages")
	f.Uint64Var(&o.randomSeed, "random-seed", 1, "`SEED` of what is random")
	f.StringVar(&o.importance, "importance", "", "`FILE` of the importance of pages, pairs (id, rank)")
	return o.run
}

func strategies() string {
	var names []string
	for _, s := range order.Strategies {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

func (o *options) run(env *cli.Env) error {
	links := env.Operands()[0]
	if err := o.check(links); err != nil {
		return err
	}
	opt := order.Options{
		Options: bfs.Options{
			Memory: env.Memory, Threads: env.Threads, FS: env.FS, TempDir: env.TempDir, Cache: cli.PhysicalMemory(),
			Phase: func(name string, bytes int64) extsort.Counter { return env.Progress.Phase(name, bytes) },
		},
		Strategy: order.Strategy(o.strategy), Reachable: o.reachable, Limit: o.limit, Seed: o.randomSeed,
	}
	if err := o.open(env, &opt); err != nil {
		return err
	}
	in, err := env.Open(links, tuple.IDs("src", "dst"))
	if err != nil {
		return err
	}
	in.Check(tuple.Columns(0, 1), false)
	out, err := env.Create(tuple.IDs("id", "position"), tuple.Columns(0))
	if err != nil {
		return err
	}
	stats, err := order.Crawl(out, bfs.Input{Name: in.Name, Source: in}, opt)
	report(env, stats)
	return err
}

// check is all that can be said before anything is opened.
func (o *options) check(links string) error {
	stdins := 0
	for _, name := range []string{links, o.seedFile, o.importance} {
		if name == stream.Stdin {
			stdins++
		}
	}
	s := order.Strategy(o.strategy)
	switch {
	case !slices.Contains(order.Strategies, s):
		return cli.Usagef("-strategy must be one of %s, not %q", strategies(), o.strategy)
	case o.limit < 0:
		return cli.Usagef("-limit must be at least 1")
	case stdins > 1:
		return cli.Usagef("only one of the inputs can be stdin")
	case (s == order.Omniscient) != (o.importance != ""):
		return cli.Usagef("-strategy omniscient and -importance go together")
	}
	return nil
}

// open opens the inputs besides the links.
func (o *options) open(env *cli.Env, opt *order.Options) error {
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
	var err error
	opt.Importance, err = openRanks(env, o.importance)
	return err
}

// openRanks opens pairs (id, rank), if there is a name.
func openRanks(env *cli.Env, name string) (bfs.Input, error) {
	if name == "" {
		return bfs.Input{}, nil
	}
	in, err := env.Open(name, []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "rank", Kind: tuple.F32}})
	if err != nil {
		return bfs.Input{}, err
	}
	return bfs.Input{Name: in.Name, Source: in}, nil
}

func report(env *cli.Env, stats order.Stats) {
	for key, value := range map[string]any{
		"pages": stats.Pages, "links": stats.Links, "fetched": stats.Fetched, "roots": stats.Roots, "most_known": stats.MostKnown,
		"state_bytes": stats.StateBytes, "graph_bytes": stats.FormBytes, "graph_bytes_on_disk": stats.FormOnDisk,
		"decoded_chunks": stats.DecodedChunks, "load_seconds": stats.LoadSeconds, "crawl_seconds": stats.CrawlSeconds,
	} {
		env.Stats.Set(key, value)
	}
}
