package main

import (
	"bytes"

	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/sisters"
	"webmill/pkg/web/texts"
	"webmill/pkg/web/units"
	"webmill/pkg/web/urls"
)

// worker makes lines of pages.
type worker struct {
	reader *units.Reader
	site   *texts.Extractor // of -method site
	blocks units.Page       // what is compared by -method site
	lines  *sisters.Worker
	base   urls.Resolver
	doc    document.Document
	about  []byte
	counts counts
}

func newWorker(o *options, job *sisters.Job) *worker {
	set := units.Thesis
	if o.tags == "html5" {
		set = units.HTML5
	}
	w := &worker{reader: units.NewReader(set), lines: job.NewWorker()}
	if o.method == bySite {
		w.site = texts.New(texts.Options{Main: &o.main, By: o.to == jsonl || o.to == stream.Parquet})
	}
	return w
}

// append appends the line of a page. What is known of the page is a document, whose text are the blocks of t, if it is not nil.
func (w *worker) append(dst []byte, in *docs.Document, p *units.Page, t *texts.Text) []byte {
	d := &w.doc
	d.ID, d.Status, d.URL = tuple.Unknown, in.Status, w.base.Base()
	d.Title, d.Declared = w.reader.Title(d.Title[:0]), w.reader.Lang(d.Declared[:0])
	d.Charset = append(d.Charset[:0], w.reader.Charset()...)
	if d.Date = d.Date[:0]; in.Record != nil {
		d.Date = in.Record.AppendTime(d.Date)
	}
	compared := p
	if d.Text = d.Text[:0]; t != nil {
		describe(d, t)
		d.Text = appendJudged(d.Text, t.Main)
		compared = blockUnits(&w.blocks, t.Main.Page)
	}
	w.about = bytes.TrimSuffix(d.AppendJSON(w.about[:0]), []byte("\n"))
	before := w.lines.More
	dst = w.lines.Append(dst, d.URL, w.about, w.reader, p, compared)
	w.counts.more += w.lines.More - before
	return dst
}

// describe says in a document what is known of a page whose main content was found, besides its text and headings.
func describe(d *document.Document, t *texts.Text) {
	d.URL, d.Title, d.Description, d.Declared, d.Robots = t.URL, t.Title, t.Description, t.Lang, t.Robots
	d.Author, d.Published, d.Charset = t.Author, t.Published, append(d.Charset[:0], t.Charset...)
	d.PageType, d.Confidence = append(d.PageType[:0], t.Main.Kind...), t.Main.Percent()
	d.PageText = t.Main.TextBytes()
}
