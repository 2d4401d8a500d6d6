package main

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/relevance"
	"webmill/pkg/tuple"
)

// rate is -apply.
func (o *options) rate(env *cli.Env) error {
	m, err := o.model(env)
	if err != nil {
		return err
	}
	inputs, err := o.open(env)
	if err != nil {
		return err
	}
	out, err := env.Create(append(tuple.IDs("doc"), tuple.F32s("relevance")...), tuple.Columns(0))
	if err != nil {
		return err
	}
	filter, rater := o.given("threshold"), relevance.NewRater(m)
	err = o.each(env, inputs, out, 2, rater.Add, func(doc int32, w *tuple.Writer) error {
		if r := float32(rater.Rate()); !filter || r > float32(o.threshold) {
			w.Put(doc, tuple.F32Bits(r))
		}
		return o.sameClusters(rater, false)
	})
	if err != nil {
		return err
	}
	return o.sameClusters(rater, true)
}

// sameClusters returns an error if the documents so far have more clusters than the model, or all documents less.
func (o *options) sameClusters(rater *relevance.Rater, all bool) error {
	for i, f := range o.features {
		if seen, model := rater.Clusters(i); model > 0 && (seen > model || all && 0 < seen && seen < model) {
			return fmt.Errorf("%s: its clusters go to %d, but those of the model to %d: are they of the centroids that it was learnt with?",
				f.file, seen-1, model-1)
		}
	}
	return nil
}

// score is -expert.
func (o *options) score(env *cli.Env) error {
	in, err := env.OpenInput(o.expert, append(tuple.IDs("cluster", "topic"), tuple.F32s("weight")...))
	if err != nil {
		return err
	}
	expert, err := relevance.ReadExpert(in, holds(env, "the weights of clusters"))
	if err != nil {
		return err
	}
	if len(expert.Topics) == 0 {
		env.Warnf("%s: is empty: there are no topics", o.expert)
	}
	inputs, err := o.open(env)
	if err != nil {
		return err
	}
	out, err := env.Create(append(tuple.IDs("doc", "topic"), tuple.F32s("score")...), tuple.Columns(0, 1))
	if err != nil {
		return err
	}
	add := func(_ int, cluster int32, similarity float32) { expert.Add(cluster, similarity) }
	err = o.each(env, inputs, out, 3, add, func(doc int32, w *tuple.Writer) error {
		expert.Scores(func(topic int32, score float64) { w.Put(doc, topic, tuple.F32Bits(float32(score))) })
		return nil
	})
	if err != nil {
		return err
	}
	if seen, weighed := expert.Last(); 0 <= seen && seen < weighed {
		return fmt.Errorf("%s: has a weight of cluster %d, but the clusters of %s go to %d: are they of the same centroids?", o.expert,
			weighed, o.toClusters, seen)
	}
	return nil
}

// each passes the values of each document to add, and then writes it. What is written is passed on before more is waited for.
func (o *options) each(env *cli.Env, inputs []relevance.Input, out *stream.Output, width int,
	add func(feature int, column int32, value float32), write func(doc int32, w *tuple.Writer) error) error {
	w := tuple.NewWriter(out, width)
	for i, in := range inputs {
		if o.features[i].file == stream.Stdin {
			inputs[i].Source = flushing(in.Source, len(in.Kind.Columns()), w.Flush)
		}
	}
	docs := relevance.NewReader(inputs)
	for doc := docs.Next(); doc != tuple.NoID; doc = docs.Next() {
		docs.Take(doc, add)
		if err := write(int32(doc), w); err != nil {
			return err
		}
		if w.Err() != nil {
			break
		}
	}
	if err := docs.Err(); err != nil {
		return err
	}
	env.Stats.Set("docs", docs.Docs)
	o.tellMissing(env, docs.Docs, docs.Missing)
	if docs.Docs == 0 {
		env.Warnf("the features are empty: there are no documents")
	}
	return w.Flush()
}

// flushing reads a pipe a record at a time, because a block would wait until it is full.
func flushing(src tuple.Source, width int, flush func() error) tuple.Source {
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		if err := flush(); err != nil {
			return 0, err
		}
		return src.ReadBlock(dst[:width])
	})
}
