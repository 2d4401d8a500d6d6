package main

import (
	"fmt"
	"math"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/text/document"
	"webmill/pkg/text/judgement"
	"webmill/pkg/text/sampling"
	"webmill/pkg/tuple"
	"webmill/tools/internal/documents"
	"webmill/tools/internal/rows"
	"webmill/tools/internal/shared"
)

type options struct {
	sampling.Options
	judged, documents string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Int64Var(&o.Per, "per", 3, "draw `N` documents of each cluster")
	f.Range(1, math.MaxInt32, "per")
	f.BoolVar(&o.BySize, "by-size", false, "-per is the mean: draw of each cluster as many as its size says, at least 2")
	shared.RandomSeed(f, &o.Seed)
	f.StringVar(&o.judged, "judged", "", "leave out the documents of `FILE`, which were judged")
	f.StringVar(&o.documents, "documents", "", shared.Documents)
	return o.run
}

func (o *options) run(env *cli.Env) error {
	name := env.Operands()[0]
	if err := cli.OneStdin(name, o.judged, o.documents); err != nil {
		return err
	}
	in, err := env.Open(name, tuple.IDs("doc", "cluster"))
	if err != nil {
		return err
	}
	sink, end, err := o.output(env)
	if err != nil {
		return err
	}
	judged, err := o.openJudged(env)
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	o.Room = env.Room()
	d, err := sampling.New(o.Options)
	if err != nil {
		return err
	}
	defer d.Free()
	if err := judged(d); err != nil {
		return err
	}
	if err := d.Run(sink, in.Named()); err != nil {
		return err
	}
	env.Stats.Add(cli.Figures{"documents": d.Documents, "clusters": d.Clusters, "drawn": d.Drawn, "short_clusters": d.Short,
		"judged": d.LeftOut})
	switch {
	case in.Records() == 0:
		env.Warnf("%s: is empty: there are no documents to draw", in.Name)
	case d.Strange > d.LeftOut:
		env.Warnf("%s: %s in no cluster of %s: is it of another crawl?", o.judged,
			tuple.Counted(d.Strange, "of its documents is", "of its documents are"), in.Name)
	case d.Documents == 0:
		env.Warnf("all documents were judged: there is none to draw")
	}
	return end()
}

// openJudged opens the file of -judged, and returns what leaves its documents out.
func (o *options) openJudged(env *cli.Env) (func(*sampling.Draw) error, error) {
	if o.judged == "" {
		return func(*sampling.Draw) error { return nil }, nil
	}
	in, err := env.OpenLines(o.judged)
	return func(d *sampling.Draw) error {
		err := judgement.Read(in, func(j *judgement.Judgement) error { return d.LeaveOut(j.Doc) })
		if err != nil {
			err = fmt.Errorf("%s: %w", in.Name, err)
		}
		return err
	}, err
}

// namesShare is the part of the memory for what is shown of documents.
const namesShare = 4

// output opens the output. end is called when all is drawn.
func (o *options) output(env *cli.Env) (sink tuple.Sink, end func() error, err error) {
	columns := tuple.IDs("doc", "cluster")
	if o.documents == "" {
		out, err := env.Create(columns, tuple.Columns(0, 1))
		return out, func() error { return nil }, err
	}
	if err := env.Leaves(document.LeastMemory, "to read documents"); err != nil {
		return nil, nil, err
	}
	out, err := rows.Create(env, "documents with URLs", append(parquetio.Fields(columns...), parquetio.Texts("url", "title")...))
	if err != nil {
		return nil, nil, err
	}
	names, err := documents.OpenNames(env, o.documents, env.TakeShare(namesShare))
	if err != nil {
		return nil, nil, err
	}
	var drawn []int32
	sink = tuple.SinkFunc(func(block []int32) error {
		drawn = append(drawn, block...)
		for i := 0; i < len(block); i += 2 {
			if err := names.Want(block[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return sink, func() error {
		if err := names.Find(); err != nil {
			return err
		}
		for i := 0; i < len(drawn); i += 2 {
			url, title := names.Of(drawn[i])
			if err := out.Row(rows.Int(int64(drawn[i])), rows.Int(int64(drawn[i+1])), url, title); err != nil {
				return err
			}
		}
		return out.Close()
	}, nil
}
