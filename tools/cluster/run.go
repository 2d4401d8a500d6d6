package main

import (
	"fmt"
	"math"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/cluster"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	cluster.Options
	seeds                                                string
	centroids, keywords, distances, similarities, places string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Lacks("is -clusters here", "k")
	f.IntVar(&o.K, "clusters", 100, "make `K` clusters")
	cli.Choice(f, &o.Similarity, "similarity", cluster.Cosine,
		"`NAME` of what says how alike documents are: "+cli.Words(cluster.Similarities, "or"), cluster.Similarities)
	f.Float64Var(&o.P, "penalty", -1, "p: each weight whose term the other vector lacks counts `P` times")
	f.IntVar(&o.Sweeps, "sweeps", 100, "end after `N` sweeps")
	cli.Choice(f, &o.Seeding, "seeding", cluster.Far, "`WAY` to draw the first centroids: "+cli.Words(cluster.Seedings, "or"),
		cluster.Seedings)
	f.StringVar(&o.seeds, "seed-docs", "", "the first centroids are the K documents of `FILE`, records of one column")
	shared.RandomSeed(f, &o.Seed)
	f.BoolVar(&o.Counts, "counts", false, "the weights are integers")
	f.StringVar(&o.centroids, "centroids", "", "write the centroids, (cluster, term, weight), to `FILE`")
	f.StringVar(&o.keywords, "keywords", "", "write the heaviest terms of centroids, (cluster, term, weight), to `FILE`")
	f.IntVar(&o.Out.MostKeywords, "most-keywords", 20, "the heaviest `N` terms of a centroid are its keywords")
	f.StringVar(&o.distances, "distances", "", "write how far documents are from their centroids, (doc, distance), to `FILE`")
	f.StringVar(&o.similarities, "similarities", "", "write (doc, cluster, similarity) of all documents and centroids to `FILE`")
	f.StringVar(&o.places, "map", "", "write places of clusters on a map, (cluster, x, y), like ones near, to `FILE`")
	f.Outputs("map", "centroids", "keywords", "distances", "similarities")
	f.Range(1, math.MaxInt32, "clusters")
	f.Range(-math.MaxFloat32, 0, "penalty")
	f.Range(1, math.MaxInt32, "sweeps", "most-keywords")
	f.Needs("-similarity p", func() bool { return o.Similarity == cluster.Penalty }, "penalty")
	f.Needs("-keywords FILE", func() bool { return o.keywords != "" }, "most-keywords")
	f.Needs("-similarity cosine or euclid", func() bool { return o.Similarity.Metric() }, "distances")
	f.Without("-seed-docs, which says what to begin with", func() bool { return o.seeds != "" },
		"clusters", "seeding", "random-seed")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := cli.OneStdin(env.Operands()[0], o.seeds); err != nil {
		return err
	}
	if o.places != "" && o.K > cluster.MostMapped {
		return cli.Usagef("-map has space for %d clusters", cluster.MostMapped)
	}
	weight := tuple.Column{Name: "weight", Kind: tuple.F32}
	if o.Counts {
		weight.Kind = tuple.Int
	}
	in, err := env.OpenInput(env.Operands()[0], append(tuple.IDs("doc", "term"), weight))
	if err != nil {
		return err
	}
	if err := o.readSeeds(env); err != nil {
		return err
	}
	if err := o.create(env); err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	o.Room = env.Room()
	s, err := cluster.Run(in, o.Options)
	if err != nil {
		return err
	}
	o.tell(env, s)
	return nil
}

// readSeeds reads the documents to begin with.
func (o *options) readSeeds(env *cli.Env) error {
	if o.seeds == "" {
		return nil
	}
	in, err := env.Open(o.seeds, tuple.IDs("doc"))
	if err != nil {
		return err
	}
	docs := tuple.NewReader(in, 1)
	for d := docs.Next(); d != nil; d = docs.Next() {
		if o.Seeds = append(o.Seeds, d[0]); int64(len(o.Seeds)) > env.Memory/64 {
			return fmt.Errorf("%s: more documents to begin with than -S holds", in.Name)
		}
	}
	if len(o.Seeds) == 0 && docs.Err() == nil {
		return fmt.Errorf("%s: has no documents to begin with", in.Name)
	}
	o.K, o.SeedsName = len(o.Seeds), in.Name
	return docs.Err()
}

// create opens the outputs.
func (o *options) create(env *cli.Env) error {
	out, err := env.Create(tuple.IDs("doc", "cluster"), tuple.Columns(0))
	if err != nil {
		return err
	}
	o.Out.Clusters = out
	score := func(name string) []tuple.Column { return tuple.ScoreColumn(name, false) }
	for _, side := range []struct {
		to      *tuple.Sink
		name    string
		columns []tuple.Column
		order   tuple.Order
	}{
		{&o.Out.Centroids, o.centroids, append(tuple.IDs("cluster", "term"), score("weight")...), tuple.Columns(0, 1)},
		{&o.Out.Keywords, o.keywords, append(tuple.IDs("cluster", "term"), score("weight")...), nil},
		{&o.Out.Map, o.places, append(tuple.IDs("cluster"), append(score("x"), score("y")...)...), tuple.Columns(0)},
		{&o.Out.Distances, o.distances, append(tuple.IDs("doc"), score("distance")...), tuple.Columns(0)},
		{&o.Out.Similarities, o.similarities, append(tuple.IDs("doc", "cluster"), score("similarity")...), tuple.Columns(0, 1)},
	} {
		if side.name == "" {
			continue
		}
		var file *stream.Output
		if file, err = env.CreateFile(side.name, side.columns, side.order); err != nil {
			return err
		}
		*side.to = file
	}
	return nil
}

// tell says what was found.
func (o *options) tell(env *cli.Env, s *cluster.Stats) {
	env.Stats.Add(cli.Figures{
		"docs": s.Docs, "terms": s.Terms, "docs_cut": s.Cut, "clusters": s.Clusters, "empty_clusters": s.Empty,
		"least_docs": s.Least, "most_docs": s.Most, "sweeps": s.Sweeps, "stable": s.Stable, "parts_of_centroids": s.Groups,
		"similarity": s.Similarity, "inertia": s.Inertia, "spilled": s.Spilled,
	})
	switch {
	case s.Docs == 0:
		env.Warnf("the input is empty: there are no documents")
	case s.Clusters < o.K:
		env.Warnf("there are only %s: each is a cluster", tuple.Counted(s.Docs, "document"))
	case s.Empty > 0:
		env.Warnf("of %s %s no documents: there are not so many different ones", tuple.Counted(s.Clusters, "cluster"),
			tuple.Counted(s.Empty, "has", "have"))
	}
	if s.Cut > 0 {
		env.Warnf("%s more than %d terms: only the heaviest count", tuple.Counted(s.Cut, "document has", "documents have"), 32767)
	}
}
