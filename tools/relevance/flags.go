package main

import (
	"errors"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/relevance"
	"webmill/tools/internal/rows"
	"webmill/tools/internal/shared"
)

type options struct {
	train, apply, expert, against string
	features                      []featureFile
	toClusters                    string // a further feature
	learning                      relevance.Options
	folds                         int
	threshold                     float64
	curve                         string
	given                         func(flag string) bool
}

// featureFile is a feature and where it is.
type featureFile struct {
	relevance.Feature
	file string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{given: f.Given}
	f.StringVar(&o.train, "train", "", "learn from the judgements in `FILE`")
	f.StringVar(&o.apply, "apply", "", "rate documents by the model in `FILE`")
	f.StringVar(&o.expert, "expert", "", "score documents by the weights of clusters in `FILE`")
	f.StringVar(&o.against, "against", "", "compare ratings with the judgements in `FILE`")
	f.Func("vectors", "a feature: the vectors of documents, `NAME=FILE`", o.feature(relevance.Vector))
	f.StringVar(&o.toClusters, "to-clusters", "", "a feature: the similarities of documents to clusters, `FILE`")
	f.Func("feature", "a feature: scores, `NAME=FILE`, or numbers, NAME:int=FILE", o.feature(relevance.Score))
	cli.Choice(f, &o.learning.Method, "method", relevance.Logistic, shared.Method, relevance.Methods)
	f.IntVar(&o.learning.Neuron.Rounds, "rounds", 500, "the neuron sees all judged documents `N` times")
	f.Float64Var(&o.learning.Neuron.Rate, "learning-rate", 0.05, "how far the neuron learns from a document, `RATE`")
	f.BoolVar(&o.learning.Neuron.Clamp, "clamp", false, "bring the sum of the neuron to 0 … 1 before its last function")
	shared.RandomSeed(f, &o.learning.Seed)
	f.IntVar(&o.folds, "folds", 0, "write how good the method is, by cross-validation in `K` parts")
	f.Float64Var(&o.threshold, "threshold", 0.5, "a document is relevant if its relevance is above `T`")
	f.StringVar(&o.curve, "curve", "", "write the counts at each rating, a row for each, to `FILE`")
	f.Repeatable("vectors", "feature")
	f.OneOf("train", "apply", "expert", "against")
	f.Outputs("curve")
	f.Range(1, 1_000_000, "rounds")
	f.Range(2, 1000, "folds")
	f.Positive("learning-rate")
	f.Range(0, 1, "threshold")
	f.Needs("-train", func() bool { return o.train != "" }, "method", "folds", "random-seed")
	f.Needs("-method neuron", func() bool { return o.learning.Method == relevance.Neuron }, "rounds", "learning-rate", "clamp")
	f.Needs("-apply and -against", func() bool { return o.apply != "" || o.against != "" }, "threshold")
	f.Needs("-folds and -against", func() bool { return o.folds > 0 || o.against != "" }, "curve")
	f.Without("-against, which has ratings", func() bool { return o.against != "" }, "vectors", "feature", "to-clusters")
	f.Without("-train, whose model is text", func() bool { return o.train != "" && o.folds == 0 }, "to")
	f.Without("-expert, which takes similarities", func() bool { return o.expert != "" }, "vectors", "feature")
	return func(env *cli.Env) error {
		if file := o.toClusters; file != "" {
			o.features = append(o.features, featureFile{relevance.Feature{Kind: relevance.Clusters, Name: clusters}, file})
		}
		return o.run(env)
	}
}

const clusters = "clusters"

// feature declares a flag that names a feature and its file.
func (o *options) feature(kind relevance.Kind) func(string) error {
	return func(text string) error {
		kind := kind
		name, file, ok := strings.Cut(text, "=")
		if kind == relevance.Score {
			if of, number := strings.CutSuffix(name, ":int"); number {
				name, kind = of, relevance.Count
			}
		}
		if !ok || file == "" || name == "" || strings.ContainsAny(name, " \t\r\n:") {
			return errors.New("write a name and a file, like text=weights.t3")
		}
		o.features = append(o.features, featureFile{relevance.Feature{Kind: kind, Name: name}, file})
		return nil
	}
}

// check is all that can be said before anything is opened.
func (o *options) check(env *cli.Env) error {
	names, files := map[string]bool{}, []string{o.train, o.apply, o.expert, o.against}
	for _, f := range o.features {
		if names[f.Name] {
			return cli.Usagef("two features have the name %s", f.Name)
		}
		names[f.Name] = true
		files = append(files, f.file)
		if f.Kind == relevance.Vector && o.learning.Method == relevance.Neuron {
			return cli.Usagef("-vectors cannot be used with -method neuron, which takes -to-clusters and -feature")
		}
	}
	switch {
	case o.train+o.apply+o.expert+o.against == "":
		return cli.Usagef("give -train, -apply, -expert or -against")
	case o.against == "" && len(env.Args) > 0:
		return cli.Usagef("an operand is only for -against; features have flags")
	case o.against == "" && len(o.features) == 0:
		return cli.Usagef("give a feature: -vectors, -to-clusters or -feature")
	case o.against != "":
		files = append(files, env.Operands()[0])
	}
	return cli.OneStdin(files...)
}

// table opens the output of a table.
func (o *options) table(env *cli.Env) (*rows.Output, error) {
	if env.OutFormat() == stream.Parquet {
		return nil, cli.Usagef("a table is written as text or CSV")
	}
	return rows.Create(env, "tables", tableFields("name", "threshold"))
}
