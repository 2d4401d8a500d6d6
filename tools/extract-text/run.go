package main

import (
	"cmp"
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/hashes"
	"webmill/pkg/stream"
	"webmill/pkg/text/contact"
	"webmill/pkg/text/document"
	"webmill/pkg/text/lang"
	"webmill/pkg/tuple"
	"webmill/pkg/web/content"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/page"
	"webmill/pkg/web/texts"
	"webmill/tools/internal/crawlinput"
	"webmill/tools/internal/documents"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	input crawlinput.Input
	texts texts.Options
	form  string
	main  bool
	ids   string
	menus crawlinput.Menus

	folder string
	plain  bool

	to stream.Format
}

// leastColumns is what the columns of documents need in Parquet, more than those of tuples.
const leastColumns = 2 << 20

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.input.Flags(f)
	f.Writes("jsonl, parquet, text, markdown", documents.JSONL)
	cli.Choice(f, &o.form, "text", "webmill", "how to make texts, `HOW`: webmill, node-lines or unico",
		[]string{"webmill", "node-lines", "unico"})
	f.BoolVar(&o.texts.Alt, "alt", false, "the texts that stand for images are text")
	f.BoolVar(&o.main, "main", false, shared.Main)
	f.StringVar(&o.ids, "page-ids", "", "documents get the ids of their URLs in the dictionary `FILE`, each id once")
	o.menus.Flag(f)
	f.StringVar(&o.folder, "page-folder", "", shared.PageFolder)
	f.BoolVar(&o.plain, "plain", false, "the files of DIR are not packed")
	f.Without("-main", func() bool { return o.main }, "text", "alt")
	f.Needs("-page-folder", func() bool { return o.folder != "" }, "plain")
	f.LeastS(func() (least cli.Size) {
		least = docs.LeastMemory
		if o.ids != "" {
			least = leastWithIDs
		}
		if f.WritesParquet() {
			least += leastColumns
		}
		return o.menus.MoreMemory(least)
	})
	return o.run
}

func (o *options) run(env *cli.Env) error {
	o.texts.Form = map[string]texts.Form{"webmill": texts.Webmill, "node-lines": texts.NodeLines, "unico": texts.Unico}[o.form]
	if o.main {
		o.texts.Main, o.texts.By = &content.Options{}, true
	}
	if err := o.checkFolder(env); err != nil {
		return err
	}
	if err := o.output(env); err != nil {
		return err
	}
	var ids *pageIDs
	if o.ids != "" {
		var err error
		if ids, err = openIDs(env, o.ids); err != nil {
			return err
		}
	}
	if err := o.menus.Open(env); err != nil {
		return err
	}
	defer o.menus.Close()
	o.texts.Menus = o.menus.Labels
	if o.folder == "" {
		out, err := documents.Create(env, o.to, document.Shape{IDs: o.ids != "", Main: o.main})
		if err != nil {
			return err
		}
		return o.extract(env, ids, out)
	}
	out, w, err := o.createFolder(env)
	if err != nil {
		return err
	}
	if err = o.extract(env, ids, out); err == nil {
		err = finishFolder(env, w)
	}
	if err != nil {
		w.Discard()
	}
	return err
}

// extract makes the texts and writes them. Without -page-ids, ids is nil.
func (o *options) extract(env *cli.Env, ids *pageIDs, out crawlinput.Output) error {
	write := out.Write
	if ids != nil {
		write = func(lines []byte) error { return ids.each(lines, out.Write) }
	}
	r, err := o.input.Open(env)
	if err != nil {
		return err
	}
	total := o.input.NewTotal(r, "text")
	lines := docs.NewLines(env.Room(), r, func(func([]byte) []byte) docs.LineMaker[counts] { return o.newWorker(ids) })
	var all counts
	add := func(f *crawlinput.Figures, c *counts) {
		f.AddPages(&c.Counts.Counts, c.First)
		all.Add(&c.Counts)
		all.ids.add(c.ids)
	}
	if err := crawlinput.ReadAll(r, total, lines, add, o.menus.Checked(write)); err != nil {
		return err
	}
	if err := cmp.Or(o.menus.Report(env, all.Menus), out.Close()); err != nil {
		return err
	}
	env.SkipN(fmt.Sprintf("the rest of a text longer than %d MiB", page.MaxVisible>>20), all.Cut)
	env.SkipN("record of a WAT file, which holds no text", all.WAT)
	if ids != nil {
		total.Counts[links.Rows] -= ids.again
		if err := ids.report(env, &all.ids); err != nil {
			return err
		}
	}
	return total.Report(env)
}

// output chooses the form.
func (o *options) output(env *cli.Env) (err error) {
	if o.to, err = documents.Form(env, documents.JSONL, documents.Parquet, documents.Plain, documents.Markdown); err != nil {
		return err
	}
	o.texts.Markdown = o.to == documents.Markdown
	if o.ids != "" && o.plainText() {
		return cli.Usagef("-page-ids needs -to jsonl or parquet: %s has no ids", o.to)
	}
	if o.texts.Markdown && o.texts.Alt {
		return cli.Usagef("-alt is for other forms: Markdown has images, with the texts that stand for them")
	}
	if o.texts.Markdown && o.texts.Form != texts.Webmill {
		return cli.Usagef("-text %s cannot be Markdown", o.form)
	}
	return nil
}

// plainText reports whether the texts alone are written.
func (o *options) plainText() bool { return o.to == documents.Plain || o.to == documents.Markdown }

// worker makes the lines of texts.
type worker struct {
	opt    *options
	texts  *texts.Extractor
	search *dict.Search // nil: documents have no ids
	doc    document.Document
	ids    idCounts
}

// counts are those of documents.
type counts struct {
	texts.Counts
	ids idCounts
}

func (o *options) newWorker(ids *pageIDs) *worker {
	w := &worker{opt: o, texts: texts.New(o.texts)}
	if ids != nil {
		w.search = ids.find.Search()
	}
	return w
}

// Allow is part of docs.LineMaker, like Take and Append.
func (w *worker) Allow(a page.Allowance) { w.texts.Allow(a) }

// Take returns the counts.
func (w *worker) Take() counts {
	c := counts{w.texts.Take(), w.ids}
	w.ids = idCounts{}
	return c
}

// Append appends the line of a document.
func (w *worker) Append(dst []byte, d *docs.Document) ([]byte, error) {
	t := w.texts.Read(&d.Document)
	if t == nil {
		return dst, nil
	}
	ok, err := w.number(t)
	if !ok {
		return dst, err
	}
	return w.append(dst, d, t), nil
}

// number gives the document its id. ok is false for one that is left out.
func (w *worker) number(t *texts.Text) (ok bool, err error) {
	w.doc.ID = tuple.Unknown
	if w.search == nil {
		return true, nil
	}
	w.doc.ID, ok, err = w.search.ID(t.URL)
	if err == nil && !ok {
		w.ids.add(idCounts{unknown: 1, first: string(t.URL)})
	}
	return ok, err
}

// append appends a document in the form of the output; for Parquet in that of JSON.
func (w *worker) append(dst []byte, in *docs.Document, t *texts.Text) []byte {
	d := &w.doc
	d.Status = in.Status
	d.URL, d.Title, d.Description, d.Headings, d.Declared, d.Robots, d.Text = t.URL, t.Title, t.Description, t.Headings,
		t.Declared, t.Robots, t.Text
	switch w.opt.to {
	case documents.Plain:
		return d.AppendPlain(dst)
	case documents.Markdown:
		return d.AppendMarkdown(dst)
	}
	d.Lang = append(d.Lang[:0], lang.Of(t.Text)...)
	d.Contact, d.Javadoc = contact.Words(t.Text), t.Javadoc
	d.PageType = d.PageType[:0]
	if t.Main != nil {
		d.PageType, d.Confidence, d.PageText = append(d.PageType, t.Main.PageType...), t.Main.Percent(), t.Main.TextBytes()
		d.Author, d.Published = t.Author, t.Published
	}
	d.Charset = append(d.Charset[:0], t.Charset...)
	d.Date = d.Date[:0]
	if in.Record != nil {
		d.Date = in.Record.AppendTime(d.Date)
	}
	d.Hash = document.AppendHash(d.Hash[:0], in.Body)
	d.Print = document.AppendPrint(d.Print[:0], in.Body, t.Links)
	var sum document.Simhash
	sum.Add(t.Text)
	d.Simhash = hashes.AppendHex(d.Simhash[:0], sum.Sum())
	return d.AppendJSON(dst)
}
