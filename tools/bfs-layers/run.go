package main

import (
	"fmt"
	"math"

	"webmill/pkg/cli"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
	"webmill/tools/internal/search"
)

type options struct {
	seeds     search.Seeds
	reachable bool
	pages     int64
	sizes     string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.seeds.Declare(f, "begin with `IDS` like 5,17", "begin with the ids of `FILE`, records of one column")
	f.BoolVar(&o.reachable, "reachable", false, "end when nothing is left to follow: one component, that of the seeds if there are any")
	f.Int64Var(&o.pages, "pages", 0, "the pages are 0 … `N`-1 (default the ends of the links)")
	f.StringVar(&o.sizes, "sizes", "", "write (layer, pages) of each layer to `FILE`")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	name := env.Operands()[0]
	if o.pages < 0 || o.pages > math.MaxInt32 {
		return cli.Usagef("-pages must be 1 … %d", math.MaxInt32)
	}
	if err := search.OneStdin(name, o.seeds.File()); err != nil {
		return err
	}
	opt := bfs.LayersOptions{Options: search.Options(env), Pages: o.pages, Reachable: o.reachable}
	var err error
	if opt.Seeds, err = o.seeds.Open(env); err != nil {
		return err
	}
	in, err := search.Open(env, name, "src", "dst")
	if err != nil {
		return err
	}
	out, err := env.Create(tuple.IDs("id", "layer"), tuple.Columns(0))
	if err != nil {
		return err
	}
	if o.sizes != "" {
		if opt.Sizes, err = env.CreateFile(o.sizes, tuple.IDs("layer", "pages"), tuple.Columns(0)); err != nil {
			return err
		}
	}
	stats, err := bfs.Layers(out, in, opt)
	report(env, stats)
	if err == nil && env.Verbose && o.reachable {
		fmt.Fprintf(env.Stderr, "bfs-layers: %d of %d pages were not reached\n", stats.Unreached, stats.Pages)
	}
	return err
}

func report(env *cli.Env, stats bfs.LayersStats) {
	for key, value := range map[string]any{
		"pages": stats.Pages, "links": stats.Links, "layers": stats.Layers, "components": stats.Components,
		"first_component": stats.FirstComponent, "largest_layer": stats.LargestLayer, "unreached": stats.Unreached,
		"passes": float64(stats.Decoded) / float64(max(stats.Chunks, 1)), "graph_bytes": stats.FormBytes,
		"graph_bytes_on_disk": stats.FormOnDisk, "bits_on_disk": stats.BitsOnDisk,
		"load_seconds": stats.Load.Seconds(), "search_seconds": stats.Search.Seconds(),
	} {
		env.Stats.Set(key, value)
	}
}
