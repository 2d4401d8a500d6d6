// Package extractlinks is the tool extract-links without its manual. The tool runs it, and so does the job extract of tools/beam.
package extractlinks

import (
	"cmp"
	"path"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/page"
	"webmill/tools/internal/crawlinput"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	input    crawlinput.Input
	links    links.Options
	kinds    string
	nofollow string
	parts    string
	fetched  string
}

type figures = crawlinput.Figures

// Setup declares the flags, and returns what runs the tool.
func Setup(f *cli.Flags) func(*cli.Env) error {
	var o options
	o.input.Flags(f)
	f.StringVar(&o.kinds, "kinds", "pages", "the `LIST` of kinds of links to write, like a,area,img")
	f.BoolVar(&o.links.Anchors, "anchors", false, "write kind, position and text of each link too")
	cli.Choice(f, &o.nofollow, "nofollow", "keep",
		"`WHAT` to do with links that must not count: keep, drop or mark them in a last column", []string{"keep", "drop", "mark"})
	f.BoolVar(&o.links.Noscript, "noscript", false, "the links in <noscript> count")
	f.BoolVar(&o.links.Fragments, "fragments", false, "keep the #fragments of targets")
	shared.Alone(f, &o.links.Alone)
	f.BoolVar(&o.links.Main, "main", false, shared.Main)
	f.StringVar(&o.fetched, "fetched", "", "write a row for each document to `FILE`: what was fetched, from where, and its title")
	f.Outputs("fetched")
	f.StringVar(&o.parts, "parts", "", "keep the links of each archive in `DIR`, and reuse those that an earlier run kept")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := o.parse(); err != nil {
		return err
	}
	out, err := o.outputs(env)
	if err != nil {
		return err
	}
	r, err := o.input.Open(env)
	if err != nil {
		return err
	}
	if o.parts != "" && r.Dir() {
		return cli.Usagef("-parts is only for archives, not for -dir")
	}
	x := newExtraction(env, o, r)
	if err := x.openParts(); err != nil {
		return err
	}
	t := o.input.NewTotal(r, "links")
	for i := range r.Volumes {
		v := &r.Volumes[i]
		figures, err := x.volume(v, out.Write)
		if err != nil {
			return err
		}
		t.Add(v, &figures)
	}
	if err := out.Close(); err != nil {
		return err
	}
	if err := x.closeParts(); err != nil {
		return err
	}
	if err := t.Report(env); err != nil {
		return err
	}
	if pages := t.Counts[links.Pages]; pages > 0 && t.Counts[links.Rows] == 0 {
		env.Warnf("no links: %s none that is to be written (see -kinds, -nofollow and -main)",
			tuple.Counted(pages, "page has", "pages have"))
	}
	return nil
}

func (o *options) parse() error {
	for word := range strings.SplitSeq(o.kinds, ",") {
		k, ok := page.KindOf(word)
		switch {
		case ok:
			o.links.Kinds = o.links.Kinds.With(k)
		case word == "pages":
			o.links.Kinds |= page.ToPages
		case word == "all":
			o.links.Kinds = ^page.Kinds(0)
		default:
			return cli.Usagef("-kinds: %q is no kind of links", word)
		}
	}
	o.links.Seen = o.fetched != ""
	o.links.NoFollow = map[string]links.NoFollow{"keep": links.Keep, "drop": links.Drop, "mark": links.Mark}[o.nofollow]
	if site, err := urls.Canonical(nil, []byte(o.input.Base)); err == nil {
		o.links.Index, o.links.Site = cmp.Or(o.input.Index, docs.UsualIndex), string(site)
	}
	return nil
}

// outputs opens what the lines are written to.
func (o *options) outputs(env *cli.Env) (crawlinput.Output, error) {
	out, err := env.CreateLines(".parquet")
	if err != nil {
		return crawlinput.Output{}, err
	}
	if o.links.Alone && path.Ext(out.Name) == ".parquet" {
		return crawlinput.Output{}, cli.Usagef("-alone writes lines, not Parquet")
	}
	lines, err := crawlinput.LinesOrTable(env, out, linkFields(&o.links))
	closeLines := lines.Close
	lines.Close = func() error {
		err := closeLines()
		env.Stats.Set("bytes_links", out.Count())
		return err
	}
	if err != nil || o.fetched == "" {
		return lines, err
	}
	fetched, err := env.CreateLinesFile(o.fetched, ".parquet")
	if err != nil {
		return crawlinput.Output{}, err
	}
	rows, err := crawlinput.LinesOrTable(env, fetched, fetchedFields())
	return apart(lines, rows), err
}

// linkFields are the fields of the line of a link.
func linkFields(o *links.Options) (fields []parquetio.Field) {
	fields = parquetio.Texts(o.Columns()...)
	for i := range fields {
		switch fields[i].Name {
		case "position":
			fields[i] = parquetio.Field{Column: tuple.Column{Name: "position", Kind: tuple.Int}}
		case "nofollow":
			fields[i].As = parquetio.AsMark
		}
	}
	return fields
}

// extraction extracts the links of the volumes, one after the other.
type extraction struct {
	env   *cli.Env
	opt   *options
	in    *docs.Reader
	lines *docs.Lines[counts]
	parts *parts
}

func newExtraction(env *cli.Env, o *options, r *docs.Reader) *extraction {
	newMaker := func(full func([]byte) []byte) docs.LineMaker[counts] {
		opt := o.links
		opt.Full = full
		return &extractor{links.New(opt), opt.Seen}
	}
	return &extraction{env: env, opt: o, in: r, lines: docs.NewLines(env.Room(), r, newMaker)}
}

// volume writes the lines of a volume, from its part if there is one.
func (x *extraction) volume(v *docs.Volume, write func([]byte) error) (figures, error) {
	if x.parts != nil {
		return x.parts.volume(x, v, write)
	}
	return x.extract(v, write)
}

// extract extracts the links of a volume and writes their lines.
func (x *extraction) extract(v *docs.Volume, write func([]byte) error) (f figures, err error) {
	f.Found, err = x.lines.Read(v, func(c *counts) { f.AddPages(&c.Counts, c.first) }, write)
	return f, err
}

// extractor makes the lines of links. If it is asked for, a line for each document is between them.
type extractor struct {
	links   *links.Extractor
	fetched bool
}

// counts are those of documents.
type counts struct {
	links.Counts
	first string // the URL of the first page
}

// Allow is part of docs.LineMaker, like Take and Append.
func (e *extractor) Allow(a page.Allowance) { e.links.Allow(a) }

// Take returns the counts.
func (e *extractor) Take() counts {
	c := counts{e.links.Counts, e.links.First}
	e.links.Counts, e.links.First = links.Counts{}, ""
	return c
}

// Append appends the lines of a document.
func (e *extractor) Append(dst []byte, d *docs.Document) ([]byte, error) {
	dst = e.links.Append(dst, &d.Document)
	if e.fetched {
		dst = appendFetched(dst, d, &e.links.Last)
	}
	return dst, nil
}
