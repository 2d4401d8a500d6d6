package main

import (
	"bufio"
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/text/terms"
	"webmill/pkg/tuple"
	"webmill/tools/internal/documents"
)

// options are the flags of the tool.
type options struct {
	records documents.Records
	growth  string
	words   documents.Words
	id      string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.records.Flags(f)
	f.StringVar(&o.growth, "growth", "",
		"write how the number of terms grows with that of words, lines (words, terms) with a TAB, to `FILE`")
	f.Outputs("dict", "doc-lengths")
	o.words.Flags(f)
	f.StringVar(&o.id, "id-field", "id", "the number of a document is in this `FIELD`; if that is not id, all documents must have it")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if o.records.Dict == "" {
		return cli.Usagef("say where the dictionary goes, like -dict words.txt")
	}
	opt := o.records.Options()
	opt.Growth = o.growth != ""
	if o.id != "id" {
		opt.IDName = o.id
	}
	err := cli.OneStdin(o.words.Inputs(env.Operands()...)...)
	if err != nil {
		return err
	}
	fields, err := documents.Fields(o.records.List)
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
	out, end, err := o.records.Create(env, "term")
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
	if err != nil {
		return err
	}
	if err := end(); err != nil {
		return err
	}
	if err := growth(stats.Growth); err != nil {
		return err
	}
	return o.report(env, &stats)
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
	if k, beta, ok := terms.Heaps(s.Growth); ok {
		env.Stats.Add(cli.Figures{"heaps_k": k, "heaps_beta": beta})
	}
	if err := o.records.Report(env, s); err != nil {
		return err
	}
	switch flag := o.words.Auto(); {
	case flag == "" || s.Documents == 0:
	case s.NoLang == s.Documents:
		env.Warnf("no document says its language (lang), so %s auto has done nothing", flag)
	case 2*s.NoLang >= s.Documents:
		env.Warnf("%d of %d documents do not say their language (lang), so %s auto has left their words as they are", s.NoLang,
			s.Documents, flag)
	}
	if s.Documents > 0 && s.Records == 0 {
		env.Warnf("none of %s has a term in %s: are these documents?", tuple.Counted(s.Documents, "document"), o.records.List)
	}
	return nil
}
