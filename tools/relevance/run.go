package main

import (
	"errors"
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/judgement"
	"webmill/pkg/text/relevance"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

func (o *options) run(env *cli.Env) error {
	if err := o.check(env); err != nil {
		return err
	}
	switch {
	case o.train != "":
		return o.learn(env)
	case o.apply != "":
		return o.rate(env)
	case o.expert != "":
		return o.score(env)
	}
	return o.compare(env)
}

// holds returns a check of what something takes in memory.
func holds(env *cli.Env, what string) func(bytes int64) error {
	most := work.Data(env.Room().Memory)
	return func(bytes int64) error {
		if bytes > most {
			return work.ForPart(work.MemoryFor(bytes), what, 0)
		}
		return nil
	}
}

// open opens the files of features.
func (o *options) open(env *cli.Env) (inputs []relevance.Input, err error) {
	for _, f := range o.features {
		in, err := env.Open(f.file, f.Kind.Columns())
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, relevance.Input{Feature: f.Feature, Input: in.Named()})
	}
	return inputs, nil
}

// judgements reads lines, or pairs if the name says so.
func judgements(env *cli.Env, name string) (j *judgement.Values, err error) {
	check := holds(env, "the judgements")
	if form := stream.SaidFormat(name, stream.Auto); form == stream.Raw || form == stream.Parquet {
		var in *stream.Input
		if in, err = env.Open(name, append(tuple.IDs("doc"), tuple.F32s("value")...)); err == nil {
			j, err = judgement.ValuesOf(in.Named(), check)
		}
	} else {
		var in *stream.Bytes
		if in, err = env.OpenLines(name); err == nil {
			j, err = judgement.ReadValues(in, check)
		}
	}
	switch {
	case err != nil:
		return nil, named(name, err)
	case len(j.Of) == 0:
		return nil, fmt.Errorf("%s: is empty: there are no judgements", name)
	}
	j.Warn(name, env.Warnf)
	return j, nil
}

// learn is -train.
func (o *options) learn(env *cli.Env) error {
	judged, err := judgements(env, o.train)
	if err != nil {
		return err
	}
	inputs, err := o.open(env)
	if err != nil {
		return err
	}
	samples, err := relevance.Gather(inputs, judged, holds(env, "the judged documents"))
	if err != nil {
		return err
	}
	no, yes := samples.Classes()
	env.Stats.Add(cli.Figures{"docs": samples.Docs, "judged": samples.Judged, "relevant": yes, "judgements": len(judged.Of)})
	o.tellMissing(env, samples.Docs, samples.Missing)
	switch lost := len(judged.Of) - samples.Judged; {
	case samples.Docs == 0:
		return fmt.Errorf("%s: is empty: there are no documents", o.features[0].file)
	case samples.Judged == 0:
		return fmt.Errorf("%s: none of its documents has a feature: are they ids of the same documents?", o.train)
	case lost > 0:
		env.Warnf("%s: %s: are they ids of the same documents?", o.train, tuple.Counted(lost,
			"judged document has no feature, and is left out", "judged documents have no feature, and are left out"))
	}
	if no == 0 || yes == 0 {
		env.Unfinished("%s: all judgements are of one class, so nothing can be learnt: judge others too", o.train)
	} else if !samples.Learnable() {
		env.Unfinished("%s: the judged documents have equal features, so nothing can be learnt", o.train)
	}
	if o.folds > 0 {
		return o.cross(env, samples)
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	m := o.learning.Learn(samples)
	if !m.Finite() {
		return errNoBounds
	}
	return m.Write(out)
}

var errNoBounds = errors.New("the weights of the model have no bounds: a lower -learning-rate may help")

// tellMissing counts the documents that features lack.
func (o *options) tellMissing(env *cli.Env, docs int64, missing []int64) {
	for i, f := range o.features {
		env.Stats.Set("without_"+f.Name, missing[i])
		if missing[i] > docs/2 {
			env.Warnf("%s: lacks %d of %s, which have 0 there: right if they have none, wrong if its ids are of other documents",
				f.file, missing[i], tuple.Counted(docs, "document"))
		}
	}
}

// named puts the name of a file before what is wrong with a line of it.
func named(name string, err error) error {
	_, line := errors.AsType[*tuple.LineError](err)
	if _, bad := errors.AsType[tuple.BadLine](err); bad || line {
		return fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// model reads the model, and brings the features into its order.
func (o *options) model(env *cli.Env) (*relevance.Model, error) {
	file, err := env.OpenLines(o.apply)
	if err != nil {
		return nil, err
	}
	m, err := relevance.ReadModel(file, holds(env, "the weights of the model"))
	if err != nil {
		return nil, named(o.apply, err)
	}
	left := o.features
	o.features = nil
	for _, w := range m.Features {
		at := -1
		for i, f := range left {
			if f.Feature == w.Feature {
				at = i
			}
		}
		if at < 0 {
			return nil, cli.Usagef("the model needs a feature that is not given: %s", asFlag(w.Feature))
		}
		o.features = append(o.features, left[at])
		left = append(left[:at:at], left[at+1:]...)
	}
	if len(left) > 0 {
		return nil, cli.Usagef("the model has no such feature: %s", asFlag(left[0].Feature))
	}
	return m, nil
}

// asFlag is a feature as the command line has it.
func asFlag(f relevance.Feature) string {
	switch f.Kind {
	case relevance.Vector:
		return "-vectors " + f.Name + "=FILE"
	case relevance.Clusters:
		return "-to-clusters FILE"
	case relevance.Count:
		return "-feature " + f.Name + ":int=FILE"
	}
	return "-feature " + f.Name + "=FILE"
}
