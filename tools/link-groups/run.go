package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/links"
	"webmill/tools/internal/crawlinput"
)

// options are the flags of the tool.
type options struct {
	input  crawlinput.Input
	groups linkgroups.Options
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.input.Flags(f)
	f.BoolVar(&o.groups.First, "one-target", false, "links to one page are a group too")
	f.BoolVar(&o.groups.Noscript, "noscript", false, "the links in <noscript> count")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	out, err := env.CreateLines(".parquet")
	if err != nil {
		return err
	}
	rows, err := crawlinput.LinesOrTable(env, out, fields())
	if err != nil {
		return err
	}
	r, err := o.input.Open(env)
	if err != nil {
		return err
	}
	total := o.input.NewTotal(r, "links")
	lines := docs.NewLines(env.Room(), r, func(full func([]byte) []byte) docs.LineMaker[counts] {
		opt := o.groups
		opt.Full = full
		return &maker{linkgroups.New(opt)}
	})
	var all counts
	err = crawlinput.ReadAll(r, total, lines, func(f *crawlinput.Figures, c *counts) {
		f.AddPages(&c.Counts, c.first)
		all.groups += c.groups
		all.grouped += c.grouped
		all.leading += c.leading
	}, rows.Write)
	if err != nil {
		return err
	}
	if err := rows.Close(); err != nil {
		return err
	}
	env.Stats.Add(cli.Figures{"groups": all.groups, "links_grouped": all.grouped, "pages_leading_on": all.leading})
	return total.Report(env)
}

// fields are the columns of the lines.
func fields() (fields []parquetio.Field) {
	fields = parquetio.Texts(linkgroups.Columns...)
	for i := range fields {
		f := &fields[i]
		f.Null = f.Name != "source"
		switch f.Name {
		case "position", "group", "up":
			*f = parquetio.Field{Column: tuple.Column{Name: f.Name, Null: true}, Text: true, As: parquetio.AsInt}
		}
	}
	return fields
}

// maker makes the lines of a worker. It is a docs.LineMaker.
type maker struct{ *linkgroups.Maker }

// counts are those of documents.
type counts struct {
	links.Counts
	first           string // the URL of the first page
	groups, grouped int64
	leading         int64 // pages that only lead on
}

// Take returns the counts.
func (m *maker) Take() counts {
	c := counts{m.Counts, m.First, m.Groups, m.Grouped, m.Leading}
	m.Counts, m.First, m.Groups, m.Grouped, m.Leading = links.Counts{}, "", 0, 0, 0
	return c
}

// Append appends the lines of a document.
func (m *maker) Append(dst []byte, d *docs.Document) ([]byte, error) {
	return m.Maker.Append(dst, &d.Document), nil
}
