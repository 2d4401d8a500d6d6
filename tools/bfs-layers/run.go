package main

import (
	"fmt"
	"io"
	"math"

	"webmill/pkg/cli"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
	"webmill/tools/internal/search"
	"webmill/tools/internal/shared"
)

type options struct {
	seeds     search.Seeds
	reachable bool
	pages     int64
	noPages   func() bool // -pages 0
	sizes     string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.seeds.Declare(f)
	shared.Reachable(f, &o.reachable)
	o.noPages = shared.Pages(f, &o.pages, 0, "all ids that occur in links")
	f.StringVar(&o.sizes, "sizes", "", "write (layer, pages) of each layer to `FILE`")
	f.Range(0, math.MaxInt32, "pages")
	f.Outputs("sizes")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	name := env.Operands()[0]
	if err := cli.OneStdin(name, o.seeds.File()); err != nil {
		return err
	}
	opt := bfs.LayersOptions{Pages: o.pages, Reachable: o.reachable}
	var err error
	if opt.Seeds, err = o.seeds.Open(env); err != nil {
		return err
	}
	in, err := env.OpenLinks(name, o.pages > 0 || o.noPages())
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
	opt.Slow = func(pages, enough int64) {
		if pages < manyPages {
			return
		}
		env.Warnf("the bits of %d pages lie in a file, so the search takes long; -S %dM would hold them in memory", pages,
			enough>>20)
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	if o.noPages() {
		if n, err := in.ReadBlock(make([]int32, 2)); n > 0 {
			return shared.NoPages(in.Name)
		} else if err != nil && err != io.EOF {
			return err
		}
	}
	opt.Room = env.Room() // what the inputs and outputs leave
	stats, err := bfs.Layers(out, o.seeds.Links(in), opt)
	report(env, stats)
	if err == nil {
		err = o.seeds.CheckDictionary(env)
	}
	if err == nil && env.Verbose && o.reachable {
		fmt.Fprintf(env.Stderr, "bfs-layers: %d of %s not reached\n", stats.Unreached, tuple.Counted(stats.Pages, "page"))
	}
	return err
}

// manyPages is from how many on a search takes minutes if their bits lie in a file.
const manyPages = 16 << 20

func report(env *cli.Env, stats bfs.LayersStats) {
	env.Stats.Add(cli.Figures{
		"pages": stats.Pages, "links": stats.Links, "layers": stats.Layers, "components": stats.Components,
		"first_component": stats.FirstComponent, "largest_layer": stats.LargestLayer, "unreached": stats.Unreached,
		"passes": float64(stats.Decoded) / float64(max(stats.Chunks, 1)), "graph_bytes": stats.GraphBytes,
		"graph_bytes_on_disk": stats.GraphOnDisk, "bits_on_disk": stats.BitsOnDisk,
		"load_seconds": stats.Load.Seconds(), "search_seconds": stats.Search.Seconds(),
	})
}
