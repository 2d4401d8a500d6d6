package main

import (
	"cmp"
	"fmt"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/parquetio"
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
	"webmill/tools/internal/crawl"
	"webmill/tools/internal/shared"
)

// The forms of the output.
const (
	jsonl    stream.Format = "jsonl"
	plain    stream.Format = stream.Text
	markdown stream.Format = "markdown"
)

// options are the flags of the tool.
type options struct {
	input crawl.Input
	texts texts.Options
	form  string
	main  bool
	ids   string

	folder string
	plain  bool

	to stream.Format
}

// leastColumns is what the columns of documents need in Parquet, more than those of tuples.
const leastColumns = 2 << 20

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.input.Flags(f)
	f.Writes("jsonl, parquet, text, markdown", jsonl)
	cli.Choice(f, &o.form, "text", "webmill", "how to make texts, `HOW`: webmill, node-lines or unico",
		[]string{"webmill", "node-lines", "unico"})
	f.BoolVar(&o.texts.Alt, "alt", false, "the texts that stand for images are text")
	f.BoolVar(&o.main, "main", false, shared.Main)
	f.StringVar(&o.ids, "page-ids", "", "documents get the ids of their URLs in the dictionary `FILE`, each id once")
	f.StringVar(&o.folder, "page-folder", "", shared.PageFolder)
	f.BoolVar(&o.plain, "plain", false, "the files of DIR are not packed")
	f.Without("-main", func() bool { return o.main }, "text", "alt")
	f.Needs("-page-folder", func() bool { return o.folder != "" }, "plain")
	f.LeastS(func() (least cli.Size) {
		if least = docs.LeastMemory; o.ids != "" {
			least = leastWithIDs
		}
		if f.WritesParquet() {
			least += leastColumns
		}
		return least
	})
	return o.run
}

func (o *options) run(env *cli.Env) error {
	o.texts.Form = map[string]texts.Form{"webmill": texts.Webmill, "node-lines": texts.NodeLines, "unico": texts.Unico}[o.form]
	if o.main {
		o.texts.Main, o.texts.By = &content.Options{}, true
	}
	if err := cmp.Or(o.checkFolder(env), o.output(env)); err != nil {
		return err
	}
	x := &extraction{opt: o}
	if o.ids != "" {
		var err error
		if x.ids, err = openIDs(env, o.ids); err != nil {
			return err
		}
	}
	if o.folder == "" {
		out, err := o.create(env)
		if err != nil {
			return err
		}
		return x.run(env, out)
	}
	out, w, err := o.createFolder(env)
	if err != nil {
		return err
	}
	if err = x.run(env, out); err == nil {
		err = finishFolder(env, w)
	}
	if err != nil {
		w.Discard()
	}
	return err
}

// run makes the texts and writes them.
func (x *extraction) run(env *cli.Env, out crawl.Output) error {
	write := out.Write
	if x.ids != nil {
		write = func(lines []byte) error { return x.ids.each(lines, out.Write) }
	}
	o := x.opt
	r, err := o.input.Open(env)
	if err != nil {
		return err
	}
	x.in, x.workers, x.spool = r, make([]*worker, r.Plan.Threads), docs.NewSpool(env.Room(), r.Plan.Lines())
	total := o.input.NewTotal(r, "text")
	for i := range r.Units {
		u := &r.Units[i]
		var f crawl.Figures
		var cut, wat int64
		f.Found, err = docs.Read(r, u, x.work, func(e extracted) error {
			f.Counts.Add(&e.counts.Counts)
			cut, wat = cut+e.counts.Cut, wat+e.counts.WAT
			if f.First == "" {
				f.First = e.counts.First
			}
			if x.ids != nil {
				x.ids.counts.add(e.ids)
			}
			return e.lines.WriteTo(write)
		})
		if err != nil {
			return err
		}
		env.SkipN(fmt.Sprintf("the rest of a text longer than %d MiB", page.MaxVisible>>20), cut)
		env.SkipN("record of a WAT file, which holds no text", wat)
		total.Add(u, &f)
	}
	if err := out.Close(); err != nil {
		return err
	}
	if x.ids != nil {
		total.Counts[links.Rows] -= x.ids.counts.again
		x.ids.report(env)
	}
	return total.Report(env)
}

// output chooses the form, by -to or the name of the file.
func (o *options) output(env *cli.Env) error {
	o.to = env.SaidFormat()
	if o.to == stream.Auto {
		o.to = jsonl
		if env.OutEnding() == ".md" {
			o.to = markdown
		}
	}
	if o.to != jsonl && o.to != markdown && o.to != plain && o.to != stream.Parquet {
		return cli.Usagef("the name of -o ends in %s, but the forms are jsonl, parquet, text, markdown", env.OutEnding())
	}
	o.texts.Markdown = o.to == markdown
	if env.Header {
		return cli.Usagef("-header is for columns of text: documents have none")
	}
	if o.ids != "" && (o.to == markdown || o.to == plain) {
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

// create opens the output.
func (o *options) create(env *cli.Env) (crawl.Output, error) {
	if o.to != stream.Parquet {
		out, err := env.CreateLines(".md", ".jsonl", ".jsonl.gz", ".jsonl.zst", ".json", ".ndjson")
		if err != nil {
			return crawl.Output{}, err
		}
		return crawl.Text(out), nil
	}
	shape := document.Shape{IDs: o.ids != "", Main: o.main}
	out, how, err := env.CreateTable()
	if err != nil {
		return crawl.Output{}, err
	}
	table, err := parquetio.NewLineWriter(out, shape.Columns(), how)
	if err != nil {
		return crawl.Output{}, err
	}
	return crawl.Output{Write: shape.Rows(table.Row), Close: table.Close}, nil
}

// extraction makes the texts of the units, one after the other.
type extraction struct {
	opt     *options
	in      *docs.Reader
	ids     *pageIDs // nil: documents have no ids
	workers []*worker
	spool   *docs.Spool
}

// worker makes the texts of a piece of the input.
type worker struct {
	texts  *texts.Extractor
	doc    document.Document
	search *dict.Search
}

// extracted is what was made of one docs.Piece.
type extracted struct {
	lines  *docs.Held
	counts texts.Counts
	ids    idCounts
}

func (x *extraction) work(in *docs.Piece) (extracted, error) {
	w := x.workers[in.Worker]
	if w == nil {
		w = &worker{texts: texts.New(x.opt.texts)}
		if x.ids != nil {
			w.search = x.ids.find.Search()
		}
		x.workers[in.Worker] = w
	}
	w.texts.Counts = texts.Counts{}
	w.texts.Allow(x.in.Plan.Allowance(in.Turn))
	out, ids := x.spool.Get(), idCounts{}
	for {
		d, err := in.Next()
		if err == io.EOF {
			return extracted{out, w.texts.Counts, ids}, out.Err
		}
		if err == nil {
			if t := w.texts.Read(&d.Document); t != nil {
				var ok bool
				if ok, err = w.number(t, &ids); ok {
					out.Text = out.Full(w.append(out.Text, x.opt.to, d, t))
				}
			}
			err = cmp.Or(err, out.Err)
		}
		if err != nil {
			return extracted{}, err
		}
	}
}

// number gives the document its id. ok is false for one that is left out.
func (w *worker) number(t *texts.Text, counts *idCounts) (ok bool, err error) {
	w.doc.ID = tuple.Unknown
	if w.search == nil {
		return true, nil
	}
	w.doc.ID, ok, err = w.search.ID(t.URL)
	if err == nil && !ok {
		counts.add(idCounts{unknown: 1, first: string(t.URL)})
	}
	return ok, err
}

// append appends a document in the form of the output; for Parquet in that of JSON.
func (w *worker) append(dst []byte, to stream.Format, in *docs.Document, t *texts.Text) []byte {
	d := &w.doc
	d.Status = in.Status
	d.URL, d.Title, d.Description, d.Headings, d.Declared, d.Robots, d.Text = t.URL, t.Title, t.Description, t.Headings,
		t.Lang, t.Robots, t.Text
	switch to {
	case plain:
		return d.AppendPlain(dst)
	case markdown:
		return d.AppendMarkdown(dst)
	}
	d.Lang = append(d.Lang[:0], lang.Of(t.Text)...)
	d.Contact, d.Javadoc = contact.Words(t.Text), t.Javadoc
	if d.PageType = d.PageType[:0]; t.Main != nil {
		d.PageType, d.Confidence, d.PageText = append(d.PageType, t.Main.Kind...), t.Main.Percent(), t.Main.TextBytes()
		d.Author, d.Published = t.Author, t.Published
	}
	d.Charset = append(d.Charset[:0], t.Charset...)
	if d.Date = d.Date[:0]; in.Record != nil {
		d.Date = in.Record.AppendTime(d.Date)
	}
	d.Hash = document.AppendHash(d.Hash[:0], in.Body)
	d.Print = document.AppendPrint(d.Print[:0], in.Body, t.Links)
	var sum document.Simhash
	sum.Add(t.Text)
	d.Simhash = document.AppendSimhash(d.Simhash[:0], sum.Sum())
	return d.AppendJSON(dst)
}
