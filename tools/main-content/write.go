package main

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/contact"
	"webmill/pkg/text/document"
	"webmill/pkg/text/lang"
	"webmill/pkg/tuple"
	"webmill/pkg/web/escape"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/sisters"
	"webmill/pkg/web/units"
	"webmill/tools/internal/documents"
	"webmill/tools/internal/rows"
)

// writing is how pages are written: begin makes the work of a worker, which appends a page; write takes what was appended.
type writing struct {
	begin func(worker int) func(dst []byte, s *sisters.Scored) []byte
	write func([]byte) error
	close func() error
}

// output chooses the form, by -to or the name of the file.
func (o *options) output(env *cli.Env) (err error) {
	if o.units || o.evaluate != "" {
		return nil // package rows has its own forms
	}
	if env.SaidFormat() == stream.CSV {
		return cli.Usagef("only rows of -units and -evaluate are CSV: the forms of documents are jsonl, parquet, text, markdown, html")
	}
	o.to, err = documents.Form(env, documents.JSONL, documents.Parquet, documents.Plain, documents.Markdown, documents.HTML)
	switch {
	case err != nil:
		return err
	case o.to == documents.Markdown && o.byThesis():
		return cli.Usagef("-to markdown needs -method page or site")
	}
	if o.complete && o.to != documents.HTML {
		return cli.Usagef("-complete needs -to html")
	}
	return nil
}

// create opens the output.
func (o *options) create(env *cli.Env, v *evaluation) (*writing, error) {
	if v != nil {
		return v.create(env)
	}
	if o.units {
		return o.createUnits(env)
	}
	begin := func(int) func([]byte, *sisters.Scored) []byte {
		if o.method == bySite {
			return o.newSiteWriter(env).append
		}
		d := &document.Document{}
		return func(dst []byte, s *sisters.Scored) []byte { return o.append(dst, d, s) }
	}
	out, err := documents.Create(env, o.to, document.Shape{Main: !o.byThesis(), NoJavadoc: o.byThesis()})
	return &writing{begin, out.Write, out.Close}, err
}

// readBack reads what a worker wrote about a page.
func readBack(d *document.Document, about []byte) {
	if err := d.Parse(bytes.Clone(about)); err != nil {
		panic(fmt.Sprintf("a worker wrote a document that cannot be read: %v", err)) // else a page would be lost
	}
}

// append appends a page of which the units that are relevant are kept.
func (o *options) append(dst []byte, d *document.Document, s *sisters.Scored) []byte {
	readBack(d, s.About)
	least := o.least
	d.Text = units.AppendText(nil, s.Page, s.Scores, least)
	if o.neverEmpty && len(d.Text) == 0 {
		least = 0
		d.Text = units.AppendText(nil, s.Page, s.Scores, least)
	}
	if o.to == documents.HTML {
		d.Text = units.AppendHTML(nil, s.Page, s.Scores, least)
	}
	return o.appendDocument(dst, d)
}

// markup reports whether the text of documents is Markdown or HTML.
func (o *options) markup() bool { return o.to == documents.Markdown || o.to == documents.HTML }

// appendDocument appends a document in the form of the output; for Parquet in that of JSON. It finds the language of the text
// and its words of contact.
func (o *options) appendDocument(dst []byte, d *document.Document) []byte {
	switch o.to {
	case documents.Plain:
		return d.AppendPlain(dst)
	case documents.Markdown:
		return d.AppendMarkdown(dst)
	case documents.HTML:
		return o.appendPage(dst, d, d.Text)
	}
	d.Lang, d.Contact = append(d.Lang[:0], lang.Of(d.Text)...), contact.Words(d.Text)
	return d.AppendJSON(dst)
}

// appendPage appends a page as HTML, of which this is the body.
func (o *options) appendPage(dst []byte, d *document.Document, body []byte) []byte {
	dst = append(append(append(dst, "<!-- "...), d.URL...), " -->\n"...)
	if o.complete {
		dst = append(dst, "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\"><title>"...)
		dst = append(escape.Text.Append(dst, d.Title), "</title></head>\n"...)
	}
	dst = append(append(dst, body...), '\n')
	if o.complete {
		dst = append(dst, "</html>\n"...)
	}
	return append(dst, '\n')
}

// createUnits opens the output for rows of units.
func (o *options) createUnits(env *cli.Env) (*writing, error) {
	fields := append(parquetio.Texts("url"), parquetio.Fields(tuple.Ints("unit")...)...)
	fields = append(append(fields, parquetio.Texts("path")...), parquetio.Reals("relevance")...)
	out, err := rows.Create(env, "units", append(fields, parquetio.Fields(tuple.Ints("length")...)...))
	if err != nil {
		return nil, err
	}
	begin := func(int) func([]byte, *sisters.Scored) []byte {
		if o.method == bySite {
			return o.newSiteWriter(env).append
		}
		d := &document.Document{}
		return func(dst []byte, s *sisters.Scored) []byte { return appendUnits(dst, d, s) }
	}
	var row [][]byte
	write := func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			if url, ok := bytes.CutPrefix(line, []byte{'\t'}); ok { // of the page whose rows follow
				row = append(row[:0], bytes.TrimSuffix(url, []byte("\n")))
				continue
			}
			row = append(row[:1], splitLine(line)...)
			if err := out.Row(row...); err != nil {
				return err
			}
		}
		return nil
	}
	return &writing{begin, write, out.Close}, nil
}

func splitLine(line []byte) [][]byte {
	return bytes.Split(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
}

// beginRows appends the line before the rows of a page, which says its URL.
func beginRows(dst, url []byte) []byte { return append(append(append(dst, '\t'), url...), '\n') }

// appendUnits appends the URL of a page, and a line for each unit: a long URL of a page with many units is there once.
func appendUnits(dst []byte, d *document.Document, s *sisters.Scored) []byte {
	readBack(d, s.About)
	dst = beginRows(dst, d.URL)
	for i, score := range s.Scores {
		dst = append(strconv.AppendInt(dst, int64(i), 10), '\t')
		dst = append(appendPath(dst, s.Page, int32(i)), '\t')
		if score != units.Unscored {
			dst = strconv.AppendFloat(dst, score, 'g', -1, 64)
		}
		dst = strconv.AppendInt(append(dst, '\t'), int64(utf8.RuneCount(s.Page.Unit(i))), 10)
		dst = append(dst, '\n')
	}
	return dst
}

// appendPath appends the tags around a unit and its own.
func appendPath(dst []byte, p *units.Page, i int32) []byte {
	return outline.AppendPath(dst, i, func(at int32) (outline.Tag, int32) { return p.Nodes[at].Tag, p.Nodes[at].Parent })
}
