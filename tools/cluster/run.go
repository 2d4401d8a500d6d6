package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/kinds"
	"webmill/pkg/stream"
	"webmill/pkg/text/cluster"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	cluster.Options
	seeds, idf, scores                                          string
	centroids, keywords, distances, similarities, places, words string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Lacks("is -clusters here", "k")
	cli.Choice(f, &o.Method, "method", cluster.KMeans, shared.Method, cluster.Methods)
	f.IntVar(&o.K, "clusters", 100, "make `K` clusters")
	cli.Choice(f, &o.Similarity, "similarity", cluster.Cosine,
		"`NAME` of what says how alike documents are: "+cli.Words(cluster.Similarities, "or"), cluster.Similarities)
	f.Float64Var(&o.P, "penalty", -1, "p: each weight whose term the other vector lacks counts `P` times")
	f.StringVar(&o.idf, "idf", "", "p-coded: the factors of terms are in `FILE`, which tfidf -terms wrote")
	f.IntVar(&o.Sweeps, "sweeps", 100, "end after `N` sweeps")
	cli.Choice(f, &o.Seeding, "seeding", "", "`WAY` to choose the first centroids: "+cli.Words(cluster.Seedings, "or")+
		" (default far, bisect long)", cluster.Seedings)
	f.StringVar(&o.scores, "doc-scores", "", "-seeding best-worst and best-mean: `FILE` of (doc, score), like PageRank")
	f.StringVar(&o.seeds, "seed-docs", "", "the first centroids are the K documents of `FILE`, records of one column")
	shared.RandomSeed(f, &o.Seed)
	o.methodFlags(f)
	f.Section("flags for the method bisect", "least-part", "tries", "refine")
	f.Section("flags for the method tree", "branches", "centroid-terms")
	f.Section("flags for the method som", "dimensions", "neighbours")
	f.Section("flags for the method wordcon", "factors", "words")
	f.Section("flags for further outputs", "centroids", "keywords", "most-keywords", "distances", "similarities", "places")
	f.BoolVar(&o.Counts, "int-weights", false, "the weights are integers, like counts")
	f.StringVar(&o.centroids, "centroids", "", "write the centroids, (cluster, term, weight), to `FILE`")
	f.StringVar(&o.keywords, "keywords", "", "write the heaviest terms of centroids, (cluster, term, weight), to `FILE`")
	f.IntVar(&o.Out.MostKeywords, "most-keywords", 20, "the heaviest `N` terms of a centroid are its keywords")
	f.StringVar(&o.distances, "distances", "", "write how far documents are from their centroids, (doc, distance), to `FILE`")
	f.StringVar(&o.similarities, "similarities", "", "write (doc, cluster, similarity) of all documents and centroids to `FILE`")
	f.StringVar(&o.places, "places", "", "write where clusters are on a map, (cluster, x, y), to `FILE`")
	f.Outputs("places", "centroids", "keywords", "distances", "similarities", "words")
	f.Range(1, math.MaxInt32, "clusters")
	f.Range(-math.MaxFloat32, 0, "penalty")
	f.Range(1, math.MaxInt32, "sweeps", "most-keywords")
	f.Needs("-similarity p", func() bool { return o.Similarity == cluster.Penalty }, "penalty")
	f.Needs("-similarity p-coded", func() bool { return o.Similarity == cluster.Coded }, "idf")
	f.Needs("-keywords FILE", func() bool { return o.keywords != "" }, "most-keywords")
	f.Needs("-similarity cosine or euclid", func() bool { return o.Similarity.Metric() }, "distances")
	f.Without("-seed-docs, which says what to begin with", func() bool { return o.seeds != "" },
		"clusters", "seeding", "random-seed")
	return o.run
}

// methodFlags declares what only some methods have.
func (o *options) methodFlags(f *cli.Flags) {
	bisects := func() bool { return o.Method == cluster.Bisect }
	f.Float64Var(&o.LeastPart, "least-part", 0.05, "divide a cluster again while one part has less than this `SHARE` of it")
	f.IntVar(&o.Tries, "tries", 10, "divide a cluster at most `N` times, and keep the most even division")
	f.IntVar(&o.Refine, "refine", 5, "make at most `N` passes over all documents in the end")
	f.Range(0, 0.5, "least-part")
	f.Range(1, math.MaxInt32, "tries")
	f.Range(0, math.MaxInt16, "refine")
	f.Needs("-method bisect", bisects, "least-part", "tries", "refine")
	f.Needs("-method bisect", func() bool { return o.Method.Takes(o.Seeding) }, "seeding")
	f.Needs("-seeding best-worst and best-mean", func() bool { return o.Seeding.ByScores() }, "doc-scores")
	f.Without("-method bisect", bisects, "seed-docs", "sweeps")
	branches := func() bool { return o.Method == cluster.Tree }
	f.IntVar(&o.Branches, "branches", 0, "a node has about `N` branches (default √K: two levels)")
	f.IntVar(&o.CentroidTerms, "centroid-terms", 0, "a centroid keeps its heaviest `N` terms (default as many as -S holds)")
	f.Range(2, math.MaxInt32, "branches")
	f.Range(1, math.MaxInt32, "centroid-terms")
	f.Needs("-method tree", branches, "branches", "centroid-terms")
	f.Without("-method tree", branches, "seed-docs", "similarities")
	f.IntVar(&o.Dimensions, "dimensions", 2, "the map has `N` dimensions: 1 is a line, 2 a square")
	cli.Choice(f, &o.Neighbours, "neighbours", cluster.Gaussian, "`HOW` neighbours move with a neuron: "+
		cli.Words(cluster.AllNeighbours, "or"), cluster.AllNeighbours)
	f.Range(1, 2, "dimensions")
	f.Needs("-method som", func() bool { return o.Method == cluster.SOM }, "dimensions", "neighbours")
	joins := func() bool { return o.Method == cluster.WordCon }
	o.Factors = []float64{0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1}
	f.Func("factors", "join by these shares of common documents, a falling `LIST` (default 0.9,0.8 and so on to 0.1)", o.factors)
	f.StringVar(&o.words, "words", "", "write the words of clusters, (cluster, term), to `FILE`")
	f.Needs("-method wordcon", joins, "factors", "words")
	f.Without("-method wordcon", joins, "similarity", "sweeps", "seeding", "seed-docs", "random-seed", "centroids", "keywords",
		"distances", "similarities")
}

// factors reads -factors.
func (o *options) factors(text string) error {
	o.Factors = nil
	last := 1.0
	for part := range strings.SplitSeq(text, ",") {
		f, err := strconv.ParseFloat(part, 64)
		if err != nil || !(f >= 0 && f <= last) {
			return fmt.Errorf("must be numbers from 1 to 0, none greater than the one before, not %q", text)
		}
		o.Factors, last = append(o.Factors, f), f
	}
	return nil
}

func (o *options) run(env *cli.Env) error {
	if err := cli.OneStdin(env.Operands()[0], o.seeds, o.idf, o.scores); err != nil {
		return err
	}
	if o.places != "" && o.K > cluster.MostMapped {
		return cli.Usagef("-places has space for %d clusters", cluster.MostMapped)
	}
	if o.Method == cluster.Tree && !o.Similarity.Metric() && o.Similarity != cluster.Dot {
		return cli.Usagef("-method tree needs -similarity cosine, euclid or dot")
	}
	if o.Seeding.ByScores() && o.scores == "" {
		return cli.Usagef("-seeding %s needs the scores of documents: give -doc-scores", o.Seeding)
	}
	weight := tuple.Column{Name: "weight", Kind: tuple.F32}
	if o.Counts {
		weight.Kind = tuple.Int
	}
	columns := append(tuple.IDs("doc", "term"), weight)
	in, err := env.OpenInput(env.Operands()[0], columns)
	if err != nil {
		return err
	}
	in = kinds.RefuseScoreCounts(in, columns)
	if err := o.readSeeds(env); err != nil {
		return err
	}
	if o.scores != "" {
		if o.Scores, err = env.OpenInput(o.scores, append(tuple.IDs("doc"), tuple.F32s("score")...)); err != nil {
			return err
		}
	}
	if o.idf != "" {
		columns = append(tuple.IDs("term"), tuple.Column{Name: "df"}, tuple.Column{Name: "count"},
			tuple.Column{Name: "idf", Kind: tuple.F32})
		if o.IDF, err = env.OpenInput(o.idf, columns); err != nil {
			return err
		}
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
			return fmt.Errorf("%s: has more documents for -seed-docs than -S holds: raise -S", in.Name)
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
	order := tuple.Columns(0)
	if o.Method == cluster.WordCon { // a document is in many clusters
		order = tuple.Columns(0, 1)
	}
	out, err := env.Create(tuple.IDs("doc", "cluster"), order)
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
		{&o.Out.Words, o.words, tuple.IDs("cluster", "term"), tuple.Columns(0, 1)},
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

// tellConcepts warns of what wordcon left.
func (o *options) tellConcepts(env *cli.Env, s *cluster.Stats) {
	switch {
	case s.Clusters == 0:
		env.Warnf("no word is in two documents and in at most half of them: there are no clusters")
	case s.Clusters > o.K:
		env.Warnf("%s left, more than the %d of -clusters: smaller numbers in -factors join more",
			tuple.Counted(s.Clusters, "cluster is", "clusters are"), o.K)
	}
}

// whyEmpty says why clusters have no documents.
func (o *options) whyEmpty(s *cluster.Stats) string {
	switch {
	case o.Method == cluster.KMeans && o.Similarity.Metric():
		return "there are not so many different ones"
	case s.Undivided:
		return "no other cluster could be divided"
	}
	return "all are more like the centroids of others"
}

// tell says what was found.
func (o *options) tell(env *cli.Env, s *cluster.Stats) {
	env.Stats.Add(cli.Figures{
		"docs": s.Docs, "terms": s.Terms, "docs_cut": s.Cut, "clusters": s.Clusters, "empty_clusters": s.Empty,
		"least_docs": s.Least, "most_docs": s.Most, "sweeps": s.Sweeps, "stable": s.Stable, "tries": s.Tries,
		"uneven": s.Uneven, "docs_apart": s.Apart, "parts_of_centroids": s.Groups, "similarity": s.Similarity,
		"inertia": s.Inertia, "spilled": s.Spilled, "words": s.Words, "word_sets": s.Merged, "joined": s.Joined,
		"memberships": s.Memberships, "docs_in_none": s.Outside, "levels": s.Levels, "centroid_terms": s.CentroidTerms,
		"centroids_cut": s.CentroidsCut,
	})
	switch {
	case s.Docs == 0:
		env.Warnf("the input is empty: there are no documents")
	case o.Method == cluster.WordCon:
		o.tellConcepts(env, s)
	case o.Method == cluster.Tree && s.Clusters < o.K && int64(s.Clusters) < s.Docs:
		env.Warnf("%s left of %d: the others have no documents", tuple.Counted(s.Clusters, "cluster is", "clusters are"), o.K)
	case s.Clusters < o.K:
		env.Warnf("%d clusters are asked for, but there can only be as many as documents: %d", o.K, s.Docs)
	case s.Empty > 0:
		env.Warnf("of %s %s no documents: %s", tuple.Counted(s.Clusters, "cluster"), tuple.Counted(s.Empty, "has", "have"),
			o.whyEmpty(s))
	}
	if s.Cut > 0 {
		env.Warnf("%s more than %d terms: only the heaviest count", tuple.Counted(s.Cut, "document has", "documents have"),
			vectors.MostTerms)
	}
}
