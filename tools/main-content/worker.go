package main

import (
	"bytes"

	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/menus"
	"webmill/pkg/web/page"
	"webmill/pkg/web/sisters"
	"webmill/pkg/web/texts"
	"webmill/pkg/web/units"
	"webmill/tools/internal/documents"
)

// worker makes lines of pages.
type worker struct {
	menus  *menus.Cutter
	reader *units.Reader
	site   *texts.Extractor // of -method site
	blocks units.Page       // what is compared by -method site
	source bool             // what is said of a page ends with the page
	most   page.Allowance
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
	w := &worker{menus: o.menus.Labels.NewCutter(), reader: units.NewReader(set), lines: job.NewWorker()}
	if o.method == bySite {
		w.site = texts.New(texts.Options{Main: &o.main, By: o.to == documents.JSONL || o.to == documents.Parquet})
		w.source = o.markup()
	}
	return w
}

// Allow is part of docs.LineMaker, like Take and Append.
func (w *worker) Allow(a page.Allowance) {
	w.most = a
	w.menus.Allow(a)
	w.reader.Allow(a)
	if w.site != nil {
		w.site.Allow(a)
	}
}

// Take returns the counts.
func (w *worker) Take() counts {
	c := w.counts
	c.Menus = w.menus.Take()
	w.counts = counts{}
	return c
}

// Append appends the line of a page.
func (w *worker) Append(dst []byte, d *docs.Document) ([]byte, error) {
	cut := *d
	cut.Document = *w.menus.Cut(&d.Document)
	if p, c := w.read(&cut.Document); p != nil {
		return w.append(dst, &cut, p, c), nil
	}
	return dst, nil
}

// read makes units of a document, and with -method site finds its content. It returns nil if the document is no page.
func (w *worker) read(d *page.Document) (p *units.Page, found *texts.Text) {
	c := &w.counts
	c.Counts.Counts[links.Documents]++
	why := links.NotHTML
	if d.Metadata {
		c.WAT++
	} else if why = links.Classify(d, &w.base); why == links.Pages {
		var ok bool
		if p, ok = w.reader.Read(d.Body, string(d.ContentType)); !ok {
			why = links.TooLarge
		}
	}
	if why == links.Pages && w.source && !w.most.Ask(sourceCopies*int64(len(d.Body))) {
		why = links.TooLarge
	}
	if why == links.Pages && w.site != nil {
		if found = w.site.Read(d); found == nil {
			why = links.TooLarge
		}
	}
	if c.Counts.Counts[why]++; why != links.Pages {
		return nil, nil
	}
	if c.First == "" {
		c.First = string(w.base.Base())
	}
	switch {
	case found != nil && found.Main.Page.Cut:
		c.blocks++
	case p.Cut:
		c.Cut++
	}
	if p.Bodies > 1 {
		c.bodies++
	}
	return p, found
}

// append appends the line of a page. If t is not nil, the line has a document with what is known of the page; its text is the
// blocks of t.
func (w *worker) append(dst []byte, in *docs.Document, p *units.Page, t *texts.Text) []byte {
	d := &w.doc
	d.ID, d.Status, d.URL = tuple.Unknown, in.Status, w.base.Base()
	d.Title, d.Declared = w.reader.Title(d.Title[:0]), w.reader.Lang(d.Declared[:0])
	d.Charset = append(d.Charset[:0], w.reader.Charset()...)
	d.Date = d.Date[:0]
	if in.Record != nil {
		d.Date = in.Record.AppendTime(d.Date)
	}
	compared := p
	d.Text = d.Text[:0]
	if t != nil {
		describe(d, t)
		d.Text = appendJudged(d.Text, t.Main)
		compared = blockUnits(&w.blocks, t.Main.Page)
	}
	w.about = bytes.TrimSuffix(d.AppendJSON(w.about[:0]), []byte("\n"))
	if w.source {
		w.about = appendSource(w.about, &in.Document)
	}
	before := w.lines.More
	dst = w.lines.Append(dst, d.URL, w.about, w.reader, p, compared)
	w.counts.more += w.lines.More - before
	return dst
}

// describe says in a document what is known of a page whose main content was found, besides its text and headings. It copies
// that, because t is written anew for the next page.
func describe(d *document.Document, t *texts.Text) {
	d.URL, d.Charset = t.URL, append(d.Charset[:0], t.Charset...)
	d.Title, d.Description = append(d.Title[:0], t.Title...), append(d.Description[:0], t.Description...)
	d.Declared, d.Robots = append(d.Declared[:0], t.Declared...), append(d.Robots[:0], t.Robots...)
	d.Author, d.Published = append(d.Author[:0], t.Author...), append(d.Published[:0], t.Published...)
	d.PageType, d.Confidence = append(d.PageType[:0], t.Main.PageType...), t.Main.Percent()
	d.PageText, d.Javadoc = t.Main.TextBytes(), t.Javadoc
}
