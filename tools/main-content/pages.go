package main

import (
	"cmp"
	"fmt"
	"strconv"
	"unicode/utf8"

	"webmill/pkg/cli"
	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/web/content"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/page"
	"webmill/pkg/web/texts"
	"webmill/tools/internal/crawlinput"
	"webmill/tools/internal/documents"
)

// runPages is run for -method page: the model finds the content of each page by itself.
func (o *options) runPages(env *cli.Env) error {
	out, err := o.create(env, nil)
	if err != nil {
		return err
	}
	r, err := o.input.Open(env)
	if err != nil {
		return err
	}
	total := o.input.NewTotal(r, "text")
	lines := docs.NewLines(env.Room(), r, func(func([]byte) []byte) docs.LineMaker[texts.Counts] { return o.newPageWorker() })
	var all texts.Counts
	add := func(f *crawlinput.Figures, c *texts.Counts) {
		f.AddPages(&c.Counts, c.First)
		all.Add(c)
	}
	if err := crawlinput.ReadAll(r, total, lines, add, o.menus.Checked(out.write)); err != nil {
		return err
	}
	if err := cmp.Or(o.menus.Report(env, all.Menus), out.close()); err != nil {
		return err
	}
	env.SkipN(manyBlocks, all.Cut)
	env.SkipN("record of a WAT file, which holds no text", all.WAT)
	return total.Report(env)
}

// manyBlocks names, in a message, what was left out of a page with too much text or too many blocks.
var manyBlocks = fmt.Sprintf("the rest of a page with more than %d MiB of text or %d blocks", content.MaxText>>20, content.MaxBlocks)

// pageWorker makes the lines of the content of pages.
type pageWorker struct {
	opt   *options
	texts *texts.Extractor
	doc   document.Document
}

func (o *options) newPageWorker() *pageWorker {
	opt := texts.Options{Main: &o.main, HTML: o.to == documents.HTML, By: o.to == documents.JSONL || o.to == documents.Parquet}
	opt.Markdown, opt.Menus = o.to == documents.Markdown, o.menus.Labels
	return &pageWorker{opt: o, texts: texts.New(opt)}
}

// Allow is part of docs.LineMaker, like Take and Append.
func (w *pageWorker) Allow(a page.Allowance) { w.texts.Allow(a) }

// Take returns the counts.
func (w *pageWorker) Take() texts.Counts { return w.texts.Take() }

// Append appends the lines of a page.
func (w *pageWorker) Append(dst []byte, d *docs.Document) ([]byte, error) {
	if t := w.texts.Read(&d.Document); t != nil {
		return w.append(dst, w.opt, d, t), nil
	}
	return dst, nil
}

// append appends a page in the form of the output.
func (w *pageWorker) append(dst []byte, o *options, in *docs.Document, t *texts.Text) []byte {
	if o.units {
		return appendBlocks(dst, t)
	}
	d := &w.doc
	d.ID, d.Status = tuple.Unknown, in.Status
	describe(d, t)
	d.Headings, d.Text = t.Headings, t.Text
	d.Date = d.Date[:0]
	if in.Record != nil {
		d.Date = in.Record.AppendTime(d.Date)
	}
	return o.appendDocument(dst, d)
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
