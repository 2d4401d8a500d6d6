package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/text/lang"
	"webmill/pkg/tuple"
	"webmill/pkg/web/content"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/texts"
	"webmill/tools/internal/crawl"
)

// pages finds the content of pages by the model, each page by itself.
type pages struct {
	opt     *options
	in      *docs.Reader
	workers []*pageWorker
	spool   *docs.Spool
}

type pageWorker struct {
	texts *texts.Extractor
	doc   document.Document
}

// found is what was made of one docs.Piece.
type found struct {
	lines  *docs.Held
	counts texts.Counts
}

// runPages is run for -method page.
func (o *options) runPages(env *cli.Env) error {
	out, err := o.create(env, nil)
	if err != nil {
		return err
	}
	r, err := o.input.Open(env)
	if err != nil {
		return err
	}
	x := &pages{opt: o, in: r, workers: make([]*pageWorker, r.Plan.Threads), spool: docs.NewSpool(env.Room(), r.Plan.Lines())}
	total := o.input.NewTotal(r, "text")
	for i := range r.Units {
		var f crawl.Figures
		var all texts.Counts
		f.Found, err = docs.Read(r, &r.Units[i], x.work, func(e found) error {
			f.Counts.Add(&e.counts.Counts)
			all.Cut, all.WAT = all.Cut+e.counts.Cut, all.WAT+e.counts.WAT
			f.First = cmp.Or(f.First, e.counts.First)
			return e.lines.WriteTo(out.write)
		})
		if err != nil {
			return err
		}
		rest := fmt.Sprintf("the rest of a page with more than %d MiB of text or %d blocks", content.MaxText>>20, content.MaxBlocks)
		env.SkipN(rest, all.Cut)
		env.SkipN("record of a WAT file, which holds no text", all.WAT)
		total.Add(&r.Units[i], &f)
	}
	if err := out.close(); err != nil {
		return err
	}
	return total.Report(env)
}

func (x *pages) work(in *docs.Piece) (found, error) {
	w := x.workers[in.Worker]
	if w == nil {
		opt := texts.Options{Main: &x.opt.main, HTML: x.opt.to == html, By: x.opt.to == jsonl || x.opt.to == stream.Parquet}
		opt.Markdown = x.opt.to == markdown
		w = &pageWorker{texts: texts.New(opt)}
		x.workers[in.Worker] = w
	}
	w.texts.Counts = texts.Counts{}
	w.texts.Allow(x.in.Plan.Allowance(in.Turn))
	out := x.spool.Get()
	for {
		d, err := in.Next()
		if err == io.EOF {
			return found{out, w.texts.Counts}, out.Err
		}
		if err = cmp.Or(err, out.Err); err != nil {
			return found{}, err
		}
		if t := w.texts.Read(&d.Document); t != nil {
			out.Text = out.Full(w.append(out.Text, x.opt, d, t))
		}
	}
}

// append appends a page in the form of the output; for Parquet in that of JSON.
func (w *pageWorker) append(dst []byte, o *options, in *docs.Document, t *texts.Text) []byte {
	if o.units {
		return appendBlocks(dst, t)
	}
	d := &w.doc
	d.ID, d.Status = tuple.Unknown, in.Status
	describe(d, t)
	d.Headings, d.Text = t.Headings, t.Text
	switch o.to {
	case plain:
		return d.AppendPlain(dst)
	case markdown:
		return d.AppendMarkdown(dst)
	case html:
		return o.appendPage(dst, d, d.Text)
	}
	if d.Date = d.Date[:0]; in.Record != nil {
		d.Date = in.Record.AppendTime(d.Date)
	}
	d.Lang = append(d.Lang[:0], lang.Of(t.Text)...)
	return d.AppendJSON(dst)
}

// appendBlocks appends a line for each block of a page.
func appendBlocks(dst []byte, t *texts.Text) []byte {
	dst = beginRows(dst, t.URL)
	var path []byte
	for i := range t.Main.Page.Blocks {
		path = t.Main.Page.AppendPath(path[:0], i)
		dst = appendBlock(dst, i, path, t.Main.Chance[i], t.Main.Page.BlockText(i))
	}
	return dst
}

// appendBlock appends the line of a block.
func appendBlock(dst []byte, i int, path []byte, chance float32, text []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(i), 10), '\t')
	dst = append(append(dst, path...), '\t')
	dst = append(strconv.AppendFloat(dst, float64(chance), 'f', 3, 32), '\t')
	return append(strconv.AppendInt(dst, int64(utf8.RuneCount(text)), 10), '\n')
}
