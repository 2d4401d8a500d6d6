package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/spill"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/web/escape"
	"webmill/tools/internal/documents"
)

type options struct {
	ranking, pagerank string
	layers, linkTexts string
	description       string
	charset           escape.Charset
	minScore          float64
}

const (
	lineMemory  = 48 << 20 // of a document and the lines that are made of it
	leastMemory = lineMemory + 16<<20
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.ranking, "ranking", "", "`FILE` of (id, score), which are elements ranking")
	f.StringVar(&o.pagerank, "pagerank", "", "`FILE` of (id, score), which are elements pagerank")
	f.StringVar(&o.layers, "layers", "", "`FILE` with the pairs (id, layer)")
	f.StringVar(&o.linkTexts, "link-texts", "", "`FILE` of documents with the texts of the links to each page")
	f.StringVar(&o.description, "description", "", "what the file is about, `TEXT`")
	cli.Choice(f, &o.charset, "charset", escape.UTF8, "write the bytes of this `CHARSET`: utf8 or latin1",
		[]escape.Charset{escape.UTF8, escape.Latin1})
	f.Float64Var(&o.minScore, "min-score", math.Inf(-1), "leave out documents with a score below `X` (default: none)")
	f.OneOf("ranking", "pagerank")
	f.Without("-pagerank, whose form has no anchortext", func() bool { return o.pagerank != "" }, "link-texts")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	scores := cmp.Or(o.ranking, o.pagerank)
	if math.IsNaN(o.minScore) {
		return cli.Usagef("-min-score must be a number")
	}
	if scores == "" {
		return cli.Usagef("give the scores of the documents, like -ranking relevance.t2 or -pagerank ranks.t2")
	}
	if err := cli.OneStdin(append(env.Operands(), scores, o.layers, o.linkTexts)...); err != nil {
		return err
	}
	w := newWriter(o)
	docs, links, err := o.open(env, w)
	if err != nil {
		return err
	}
	out, err := env.CreateLines(".xml")
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	if err := env.Leaves(leastMemory, "to sort documents"); err != nil {
		return err
	}
	waiting := spill.NewWaiting(env.Room())
	defer waiting.Close()
	w.out = bufio.NewWriterSize(out, tuple.BlockBytes)
	if o.some() {
		w.out = waiting.Writer
	}
	r := &reader{}
	err = linesort.SortEach(env.Room().With(env.Room().Memory-lineMemory), func(add func([]byte) error) error {
		r.add = add
		if err := r.read(docs, r.document); err != nil {
			return err
		}
		w.amount = r.documents
		if r.numbered == r.documents {
			w.lines = r.lines
		}
		return r.read(links, r.linkText)
	}, w.record)
	if err == nil {
		err = w.end()
	}
	if err == nil {
		err = r.report(env, w)
	}
	if err == nil && o.some() {
		err = w.prepend(out, waiting)
	}
	if err != nil {
		return err
	}
	w.out.WriteString("</university>\n")
	return w.out.Flush()
}

// prepend writes the head with the number of pages that were written, and then these, which have waited.
func (w *writer) prepend(out io.Writer, waiting *spill.Waiting) error {
	body, err := waiting.Reader()
	if err != nil {
		return err
	}
	w.amount = w.written
	w.out = bufio.NewWriterSize(out, tuple.BlockBytes)
	w.head()
	_, err = io.Copy(w.out, body)
	return err
}

// some reports whether some documents are left out, so that their number is known at the end.
func (o *options) some() bool { return !math.IsInf(o.minScore, -1) }

// open opens the inputs.
func (o *options) open(env *cli.Env, w *writer) (docs, links document.Source, err error) {
	scored, err := env.Open(cmp.Or(o.ranking, o.pagerank), append(tuple.IDs("id"), tuple.F32s("score")...))
	if err != nil {
		return nil, nil, err
	}
	w.scores = tuple.NewCursor(scored.Named(), 2)
	if o.layers != "" {
		var layered *stream.Input
		if layered, err = env.Open(o.layers, tuple.IDs("id", "layer")); err != nil {
			return nil, nil, err
		}
		w.depths = tuple.NewCursor(layered.Named(), 2)
	}
	links = document.NewLines()
	if o.linkTexts != "" {
		if links, err = documents.Open(env, "id", []string{"text"}, o.linkTexts); err != nil {
			return nil, nil, err
		}
	}
	docs, err = documents.Open(env, "id", []string{"text"}, env.Operands()...)
	return docs, links, err
}

// report tells what was left out and what does not fit together.
func (r *reader) report(env *cli.Env, w *writer) error {
	env.Stats.Add(cli.Figures{"documents": r.documents, "written": w.written, "without_score": w.unscored,
		"without_layer": w.unlayered, "with_link_texts": w.linked})
	scores := w.scores.Name()
	unscored := tuple.Counted(w.unscored, "document has", "documents have")
	switch {
	case r.documents == 0 && r.bad > 0:
		return documents.NoDocument(r.firstBad)
	case r.documents == 0:
		return fmt.Errorf("the input is empty: there are no documents, and the DTD wants one at least")
	case w.unscored == r.documents:
		return fmt.Errorf("%s: has no score of any document: is it of the same run? (extract-text -page-ids gives documents the ids of scores)", scores)
	case w.written == 0:
		return fmt.Errorf("no document has a score of %g or more: the DTD wants one at least", w.opt.minScore)
	case w.unscored > r.documents/2:
		env.Warnf("%s: %s no score in it, and so %s", scores, unscored,
			map[bool]string{true: "no place in the file", false: "an empty element"}[w.opt.some()])
	}
	if r.texts == 0 {
		env.Warnf("no document has a text: are these documents, as extract-text writes them?")
	}
	if w.opt.layers != "" && w.unlayered == w.written {
		env.Warnf("%s: has no layer for any page in the file: is it of the same run, and does its seed reach them?",
			w.depths.Name())
	}
	if w.opt.linkTexts != "" && w.linked == 0 {
		env.Warnf("%s: has texts of links to no document: is it of the same run?", w.opt.linkTexts)
	}
	documents.SkipBad(env, r.bad, r.firstBad)
	return nil
}
