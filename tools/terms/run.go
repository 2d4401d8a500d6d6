package main

import (
	"bufio"
	"cmp"
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/text/document"
	"webmill/pkg/text/terms"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
	"webmill/tools/internal/documents"
)

// options are the flags of the tool.
type options struct {
	dict      string
	lengths   string
	growth    string
	words     documents.Words
	fields    string
	id        string
	positions bool
	counted   bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.dict, "dict", "", "write the dictionary to `FILE`: *.txt, *.parquet or *vertices.txt")
	f.StringVar(&o.lengths, "doc-lengths", "",
		"write pairs (doc, length) to `FILE`, also of documents without records")
	f.StringVar(&o.growth, "growth", "",
		"write how the number of terms grows with that of words, lines (words, terms) with a TAB, to `FILE`")
	f.Outputs("dict", "doc-lengths")
	o.words.Flags(f)
	f.StringVar(&o.fields, "texts", "text", "read these fields of documents, `LIST` like title,text")
	f.StringVar(&o.id, "id-field", "id", "the number of a document is in this `FIELD`; if that is not id, all documents must have it")
	f.BoolVar(&o.positions, "positions", false, "a third column says which word of its document each is, from 0")
	f.BoolVar(&o.counted, "counted", false, "a record for each different term of a document, with its count as third column")
	f.Without("-positions, as words that are counted have none", func() bool { return o.positions }, "counted")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if o.dict == "" {
		return cli.Usagef("say where the dictionary goes, like -dict words.txt")
	}
	opt := terms.Options{Positions: o.positions, Counted: o.counted, Growth: o.growth != ""}
	if o.id != "id" {
		opt.IDName = o.id
	}
	err := cli.OneStdin(o.words.Inputs(env.Operands()...)...)
	if err != nil {
		return err
	}
	fields, err := documents.Fields(o.fields)
	if err != nil {
		return err
	}
	rule, err := o.words.Rules(env)
	if err != nil {
		return err
	}
	opt.Maker = terms.Words(fields, rule)
	src, err := documents.Open(env, o.id, fields, env.Operands()...)
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
	growth, err := o.createGrowth(env)
	if err != nil {
		return err
	}
	stats, err := terms.Build(src, opt, out)
	if err == nil {
		err = cmp.Or(end(), growth(stats.Growth))
	}
	if err != nil {
		return err
	}
	return o.report(env, &stats)
}

// create opens the outputs. end finishes them.
func (o *options) create(env *cli.Env) (out terms.Output, end func() error, err error) {
	columns := tuple.IDs("doc", "term")
	switch {
	case o.positions:
		columns = append(columns, tuple.IDs("position")...)
	case o.counted:
		columns = append(columns, tuple.Ints("count")...)
	}
	if out.Terms, err = env.Create(columns, nil); err != nil {
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

// createGrowth opens the table of -growth, and returns what writes it.
func (o *options) createGrowth(env *cli.Env) (func([]terms.Point) error, error) {
	if o.growth == "" {
		return func([]terms.Point) error { return nil }, nil
	}
	out, err := env.CreateLinesFile(o.growth)
	return func(points []terms.Point) error {
		w := bufio.NewWriter(out)
		fmt.Fprintln(w, "words\tterms")
		for _, p := range points {
			fmt.Fprintf(w, "%d\t%d\n", p.Words, p.Terms)
		}
		return w.Flush()
	}, err
}

// report tells what was done and what was left out.
func (o *options) report(env *cli.Env, s *terms.Stats) error {
	env.Stats.Add(cli.Figures{
		"documents": s.Documents, "documents_without_terms": s.Without,
		"documents_without_lang": s.Untold, "records": s.Records, "terms": s.Dict.Strings,
		"batches":      s.Dict.Batches,
		"merge_levels": s.Dict.Levels, "spilled_bytes": s.Dict.Spilled,
	})
	if k, beta, ok := terms.Heaps(s.Growth); ok {
		env.Stats.Add(cli.Figures{"heaps_k": k, "heaps_beta": beta})
	}
	if s.Bad > 0 {
		if s.Documents == 0 {
			return fmt.Errorf("no line is a document: %s; extract-text makes documents of a crawl", s.FirstBad)
		}
		env.SkipN("line that is no document (the first: "+s.FirstBad+")", s.Bad)
	}
	env.SkipN(fmt.Sprintf("line longer than %d MiB", document.MaxLine>>20), s.Long)
	if flag := o.words.Auto(); flag != "" && s.Untold == s.Documents && s.Documents > 0 {
		env.Warnf("no document says its language (lang), so %s auto has done nothing", flag)
	}
	switch {
	case s.Documents == 0 && s.Long == 0:
		env.Warnf("the input is empty: there are no documents")
	case s.Documents > 0 && s.Records == 0:
		env.Warnf("none of %[2]s has a term in %[1]s: are these documents?", o.fields, tuple.Counted(s.Documents, "document"))
	}
	return nil
}
