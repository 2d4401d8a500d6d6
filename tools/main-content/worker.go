package main

import (
	"bytes"

	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/web/content"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/page"
	"webmill/pkg/web/sisters"
	"webmill/pkg/web/units"
	"webmill/pkg/web/urls"
)

// worker makes lines of pages.
type worker struct {
	reader *units.Reader
	site   *content.Extractor // of -method site
	blocks units.Page         // what is compared by -method site
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
		w.site = content.New(o.main)
	}
	return w
}

// Allow is part of docs.LineMaker, like Take and Append.
func (w *worker) Allow(a page.Allowance) {
	w.reader.Allow(a)
	if w.site != nil {
		w.site.Allow(a)
	}
}

// Take returns the counts.
func (w *worker) Take() counts {
	c := w.counts
	w.counts = counts{}
	return c
}

// Append appends the line of a page.
func (w *worker) Append(dst []byte, d *docs.Document) ([]byte, error) {
	if p, c := w.read(&d.Document); p != nil {
		return w.append(dst, d, p, c), nil
	}
	return dst, nil
}

// read makes units of a document, and by -method site finds its content. It returns nil if that is no page.
func (w *worker) read(d *page.Document) (p *units.Page, found *content.Content) {
	c := &w.counts
	c.Counts.Counts[links.Documents]++
	why := links.NotHTML
	if d.Metadata {
		c.WAT++
	} else if why = links.Sort(d, &w.base); why == links.Pages {
		var ok bool
		if p, ok = w.reader.Read(d.Body, string(d.ContentType)); !ok {
			why = links.TooLarge
		}
	}
	if why == links.Pages && w.site != nil {
		var ok bool
		if found, ok = w.site.Read(d.Body, string(d.ContentType), w.base.Base()); !ok {
			why = links.TooLarge
		}
	}
	if c.Counts.Counts[why]++; why != links.Pages {
		return nil, nil
	}
	if c.First == "" {
		c.First = string(w.base.Base())
	}
	if p.Cut || found != nil && found.Page.Cut {
		c.Cut++
	}
	if p.Bodies > 1 {
		c.bodies++
	}
	return p, found
}

// append appends the line of a page. What is known of the page is a document, whose text are the blocks of c, if it is not nil.
func (w *worker) append(dst []byte, in *docs.Document, p *units.Page, c *content.Content) []byte {
	d := &w.doc
	d.ID, d.Status, d.URL = tuple.Unknown, in.Status, w.base.Base()
	d.Title, d.Declared = w.reader.Title(d.Title[:0]), w.reader.Lang(d.Declared[:0])
	d.Charset = append(d.Charset[:0], w.reader.Charset()...)
	if d.Date = d.Date[:0]; in.Record != nil {
		d.Date = in.Record.AppendTime(d.Date)
	}
	compared := p
	if d.Text = d.Text[:0]; c != nil {
		d.PageType, d.Text = append(d.PageType[:0], c.Kind...), appendJudged(d.Text, c)
		compared = blockUnits(&w.blocks, c.Page)
	}
	w.about = bytes.TrimSuffix(d.AppendJSON(w.about[:0]), []byte("\n"))
	before := w.lines.More
	dst = w.lines.Append(dst, d.URL, w.about, w.reader, p, compared)
	w.counts.more += w.lines.More - before
	return dst
}
