package main

import (
	"fmt"
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/text/document"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/terms"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
	"webmill/tools/internal/documents"
)

// options are the flags of the tool.
type options struct {
	dict      string
	lengths   string
	words     documents.Words
	fields    string
	id        string
	positions bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.dict, "dict", "", "write the dictionary to `FILE`: *.txt, *.parquet or *vertices.txt")
	f.StringVar(&o.lengths, "doc-lengths", "",
		"write pairs (doc, number of its records) to `FILE`, also of documents without any")
	f.Outputs("dict", "doc-lengths")
	o.words.Flags(f)
	f.StringVar(&o.fields, "texts", "text", "make terms of these fields of documents, `LIST` like title,text")
	f.StringVar(&o.id, "id-field", "id", "the number of a document is in this `FIELD`, which all have if it is not id")
	f.BoolVar(&o.positions, "positions", false, "a third column says which word of its document each is, from 0")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if o.dict == "" {
		return cli.Usagef("say where the dictionary goes, like -dict words.txt")
	}
	opt := terms.Options{Positions: o.positions}
	if o.id != "id" {
		opt.IDName = o.id
	}
	var err error
	if opt.Stem, err = stem.ByName(o.words.Stem); err != nil {
		return err
	}
	if opt.Texts, err = o.texts(); err != nil {
		return err
	}
	if opt.Stop, err = o.words.Stopped(env); err != nil {
		return err
	}
	src, err := documents.Open(env, o.id, env.Operands()...)
	if err != nil {
		return err
	}
	out, end, err := o.create(env)
	if err != nil {
		return err
	}
	opt.Room = env.Room()
	if err := env.Leaves(terms.LeastMemory, "for these inputs and outputs"); err != nil {
		return err
	}
	stats, err := terms.Build(src, opt, out)
	if err == nil {
		err = end()
	}
	if err != nil {
		return err
	}
	return report(env, &stats)
}

// texts are those of the fields.
func (o *options) texts() (func(*document.Document, func([]byte)), error) {
	list := strings.Split(o.fields, ",")
	for _, name := range list {
		if !slices.Contains(document.Texts(), name) {
			return nil, cli.Usagef("-texts: documents have no text %q: they have %s", name, strings.Join(document.Texts(), ", "))
		}
	}
	return func(d *document.Document, each func([]byte)) {
		for _, name := range list {
			each(d.Field(name))
		}
	}, nil
}

// create opens the outputs. end finishes them.
func (o *options) create(env *cli.Env) (out terms.Output, end func() error, err error) {
	columns := []string{"doc", "term"}
	if o.positions {
		columns = append(columns, "position")
	}
	if out.Terms, err = env.Create(tuple.IDs(columns...), nil); err != nil {
		return out, nil, err
	}
	list, err := dictionary.Create(env, o.dict, nil)
	if err != nil {
		return out, nil, err
	}
	out.Words = list.Add
	if o.lengths != "" {
		if out.Lengths, err = env.CreateFile(o.lengths,
			[]tuple.Column{{Name: "doc", Kind: tuple.ID}, {Name: "length", Kind: tuple.Int}}, nil); err != nil {
			return out, nil, err
		}
	}
	return out, list.Finish, nil
}

// report tells what was done and what was left out.
func report(env *cli.Env, s *terms.Stats) error {
	env.Stats.Add(cli.Figures{
		"documents": s.Documents, "documents_without_terms": s.Without, "records": s.Records, "terms": s.Dict.Strings,
		"batches":      s.Dict.Batches,
		"merge_levels": s.Dict.Levels, "spilled_bytes": s.Dict.Spilled,
	})
	if s.Bad > 0 {
		if s.Documents == 0 {
			return fmt.Errorf("no line is a document: %s; extract-text makes documents of a crawl", s.FirstBad)
		}
		env.SkipN("line that is no document (the first: "+s.FirstBad+")", s.Bad)
	}
	env.SkipN(fmt.Sprintf("line longer than %d MiB", document.MaxLine>>20), s.Long)
	if s.Documents == 0 && s.Long == 0 {
		env.Warnf("the input is empty: there are no documents")
	}
	return nil
}
