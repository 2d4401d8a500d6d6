package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/ranking"
)

type options struct {
	ranking.Flags
	k            int
	ranks, links string
	repeated     bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.Declare(f)
	f.IntVar(&o.k, "best", 100, "links to a page that count, `K`")
	f.AtLeast(1, "best")
	f.Lacks("is -best here", "k", "K")
	f.StringVar(&o.ranks, "ranks", "", "`FILE` of ranks to score links by (default: PageRank is computed)")
	f.StringVar(&o.links, "links-out", "", "write the pruned graph to `FILE`")
	f.Outputs("links-out")
	f.BoolVar(&o.repeated, "repeated", false, "a repeated link counts repeatedly")
	return o.run
}

// leastTwoParquet is the least -S for two Parquet outputs: both are in memory beside the links and the vector.
const leastTwoParquet = 64 << 20

func (o *options) run(env *cli.Env) error {
	if err := o.Check(); err != nil {
		return err
	}
	o.Once(!o.repeated)
	o.Sum()
	var out *stream.Output
	if o.links != "" {
		var err error
		if out, err = env.CreateFile(o.links, o.LinkColumns(), tuple.Columns(1, 0)); err != nil {
			return err
		}
		if out.Format == stream.Parquet && env.OutFormat() == stream.Parquet {
			if err = env.AtLeast(leastTwoParquet, "to write the links and the ranks as Parquet"); err != nil {
				return err
			}
		}
	}
	links, err := o.Read(env, o.ranks)
	if err != nil {
		return err
	}
	pruned, err := o.prune(env, links)
	links.Close()
	if err != nil {
		return err
	}
	defer pruned.Close()
	env.Stats.Add(cli.Figures{
		"k": o.k, "pruned_links": links.Count.Links - pruned.Count.Links,
		"pruned_share": 1 - float64(pruned.Count.Links)/float64(max(1, links.Count.Links)),
	})
	if out != nil {
		if err := pruned.EachLink(out.WriteBlock); err != nil {
			return err
		}
	}
	s, err := o.System(env, pruned, true)
	if err != nil {
		return err
	}
	defer s.Close()
	if o.ranks == "" {
		o.Name("K-Rank")
	}
	if err := o.Solve(env, s); err != nil {
		return err
	}
	return o.Write(env, s.Norm(), s.Rated(), s.Ranks)
}

// prune scores the links and keeps the best.
func (o *options) prune(env *cli.Env, links *rank.Links) (*rank.Links, error) {
	if o.ranks != "" {
		scores, err := rank.NewScores(links, o.ranks, o.Ranks(env, o.ranks))
		if err != nil {
			return nil, err
		}
		defer scores.Close()
		if scores.Missing > 0 {
			env.Warnf("%s: has no rank for %d of the pages: is it of the same links and -pages?", o.ranks, scores.Missing)
		}
		if scores.Strays > 0 && links.Count.Links > 0 {
			env.Warnf("%s: has ranks for %s: is it of the same links and -pages?", o.ranks,
				tuple.Counted(scores.Strays, "id that is no page", "ids that are no pages"))
		}
		return links.Prune(o.k, scores.Score, scores.Bytes())
	}
	s, err := o.System(env, links, false)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	o.Name("PageRank for choosing the links")
	if err := o.Solve(env, s); err != nil {
		return nil, err
	}
	env.Stats.Set("first_sweeps", len(o.Residuals()))
	return links.Prune(o.k, s.Score, s.Release())
}
