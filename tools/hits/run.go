package main

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
	"webmill/tools/internal/ranking"
	"webmill/tools/internal/shared"
)

type options struct {
	ranking.LinkWeights
	sweeps  ranking.Sweeps
	hits    rank.HitsOptions
	root    string
	similar string
	update  string
	double  bool
	noPages func() bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.Declare(f)
	f.Lacks("is -root here", "seed")
	f.StringVar(&o.root, "root", "", "`FILE` of the ids of the root set (default: the base set is all pages)")
	f.IntVar(&o.hits.MostIn, "most-in", 50, "pages that link to a page of the root set that come into the base set, `N`; 0: all")
	cli.Choice(f, &o.hits.Zero, "zero", rank.ZeroIn, "`WHICH` links of weight 0 bring pages into the base set: in, none or both",
		[]rank.ZeroLinks{rank.ZeroIn, rank.ZeroNone, rank.ZeroBoth})
	f.IntVar(&o.hits.HostMost, "host-most", 0, "links from a host to a page that count, `N`; 0: all")
	f.BoolVar(&o.hits.HostShare, "host-share", false, "links from a host to a page, and from a page to a host, share the weight of one")
	f.StringVar(&o.similar, "similar", "", "`FILE` of pairs (id, s): how similar pages are to the question")
	cli.Choice(f, &o.hits.Least, "least", rank.LeastAny,
		"`RULE` for the least similarity of a page: any, median, root-median or tenth",
		[]rank.Least{rank.LeastAny, rank.LeastMedian, rank.LeastRootMedian, rank.LeastTenth})
	cli.Choice(f, &o.update, "update", "new", "hubs are made of the `WHICH` authorities: new or old", []string{"new", "old"})
	o.sweeps.Declare(f)
	shared.F64(f, &o.double)
	shared.Once(f, &o.hits.Reading.Once)
	shared.NoSelf(f, &o.hits.Reading.NoSelf)
	f.AtLeast(0, "most-in", "host-most")
	f.Range(0, shared.MostPages, "pages")
	o.noPages = shared.Pages(f, &o.hits.Reading.Pages, 0, "the ids that occur")
	f.Needs("-root FILE", func() bool { return o.root != "" }, "most-in", "zero")
	f.Needs("-host-of FILE", func() bool { return o.HostsFile() != "" }, "host-most", "host-share")
	f.Needs("-similar FILE", func() bool { return o.similar != "" }, "least")
	return o.run
}

func (o *options) check(env *cli.Env) error {
	switch {
	case o.hits.Least == rank.LeastRootMedian && o.root == "":
		return cli.Usagef("-least root-median needs -root FILE")
	case o.HostsFile() != "" && o.Inside() == 1 && o.hits.HostMost == 0 && !o.hits.HostShare:
		return cli.Usagef("-host-of is for -inside, -host-most and -host-share")
	}
	if err := o.Check(); err != nil {
		return err
	}
	return ranking.ProbeAll(env, o.root, o.similar, o.HostsFile())
}

func (o *options) run(env *cli.Env) error {
	if err := o.check(env); err != nil {
		return err
	}
	taken, err := o.readFiles(env)
	if err != nil {
		return err
	}
	in, links, weighted, err := o.Open(env, env.Operands()[0], o.hits.Reading.Pages > 0 || o.noPages(), false)
	if err != nil {
		return err
	}
	o.hits.Reading.Name, o.hits.Reading.Weighted = in.Name, weighted
	o.hits.Hosts, o.hits.Inside, o.hits.Old = o.Hosts, o.Inside(), o.update == "old"
	room := env.Room()
	room.Memory = max(0, room.Memory-taken)
	room.Threads = work.Threads(room.Threads, env.Memory, work.RankThread)
	h, err := rank.NewHits(links, o.hits, room)
	if err != nil {
		return err
	}
	defer h.Close()
	if o.noPages() && h.Count.Read > 0 {
		return shared.NoPages(in.Name)
	}
	if o.root != "" && h.Count.Root == 0 {
		return fmt.Errorf("%s: none of its ids is a page, so the base set is empty: are they ids of the same links?", o.root)
	}
	o.tell(env, h)
	if err := o.solve(env, h); err != nil {
		return err
	}
	return o.write(env, h)
}

// readFiles reads what is known of pages, and returns what memory it takes.
func (o *options) readFiles(env *cli.Env) (taken int64, err error) {
	if o.root != "" {
		if o.hits.Root, err = ranking.ReadIDs(env, o.root); err != nil {
			return 0, err
		}
		taken += o.hits.Root.Bytes()
	}
	if o.similar != "" {
		if o.hits.Similar, err = ranking.ReadScores(env, o.similar, "s"); err != nil {
			return 0, err
		}
		taken += o.hits.Similar.Bytes()
	}
	err = o.ReadHosts(env)
	return taken + o.Hosts.Bytes(), err
}

func (o *options) tell(env *cli.Env, h *rank.Hits) {
	c := h.Count
	env.Stats.Add(cli.Figures{
		"links": c.Links, "links_of_weight_0": c.Zero, "repeated_links": c.Repeated, "self_links_left_out": c.Self,
		"pages_read": c.Read, "root": c.Root, "base": c.Base, "pages": c.Pages, "swept_links": c.Swept,
		"links_inside_hosts_left_out": c.Inside, "links_over_host_most": c.Over, "swept_bytes": c.Bytes,
	})
	shared.OtherGraph(env, o.similar, "a similarity", c.AlikeStrays, c.Alike, c.Read)
	shared.OtherGraph(env, o.HostsFile(), "a host", c.HostStrays, c.Hosted, c.Read)
	if c.Strays > 0 {
		env.Warnf("%s: of %s %s: are they ids of the same links?", o.root, tuple.Counted(c.Root+c.Strays, "id"),
			tuple.Counted(c.Strays, "is no page, and counts nothing", "are no pages, and count nothing"))
	}
}

func (o *options) solve(env *cli.Env, h *rank.Hits) error {
	done, err := h.Solve(o.sweeps.SolveOptions(env, h.Count.Bytes))
	if err != nil {
		return err
	}
	o.sweeps.Tell(env, done, "values")
	if h.Zero() && h.Count.Pages > 0 {
		env.Unfinished("all values are 0, and are written: no link is left with a weight (see -similar, -inside, -weights and -noself)")
	}
	return nil
}

func (o *options) write(env *cli.Env, h *rank.Hits) error {
	out, err := ranking.Create(env, o.double, "authority", "hub")
	if err != nil {
		return err
	}
	if err := h.Scores(func(id int32, authority, hub float64) error { return out.Put(id, authority, hub) }); err != nil {
		return err
	}
	return out.Flush()
}
