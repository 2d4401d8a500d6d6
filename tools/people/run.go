package main

import (
	"fmt"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/kinds"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/text/people"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/tools/internal/documents"
	"webmill/tools/internal/rows"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	people.Options
	within                         string
	anchors, lengths, ranks, pages string
}

// The values of -within.
const (
	domain = "domain"
	host   = "host"
	all    = "all"
)

var sites = []string{domain, host, all}

// site is the site of a host.
func (o *options) site(host []byte) []byte {
	switch o.within {
	case all:
		return nil
	case domain:
		if d := urls.Domain(host, false); len(d) > 0 {
			return d
		}
	}
	return host
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes(rows.Forms, stream.Text)
	f.StringVar(&o.lengths, "lengths", "", "`FILE` of pairs (doc, length) of all documents, sorted by doc")
	f.StringVar(&o.pages, "person-pages", "", "write a row for each page of a person to `FILE`: *.parquet, *.csv or text")
	f.Outputs("person-pages")
	f.StringVar(&o.anchors, "anchor-mentions", "", "`FILE` of the names in the texts of links, lines like those of the mentions")
	f.StringVar(&o.ranks, "page-ranks", "", "`FILE` of pairs (id, rank), sorted by id, for pages of equal scores")
	cli.Choice(f, &o.within, "within", domain, "names of one `SITE` are joined: "+cli.Words(sites, "or"), sites)
	cli.Choice(f, &o.Order, "sort", people.ByScore, "the pages of a person are in the `ORDER` of "+cli.Words(people.Orders, "or"),
		people.Orders)
	f.BoolVar(&o.Exact, "exact", false, "only equal names are one person")
	f.Float64Var(&o.Home, "home-score", people.DefaultHome, "a home page has a score of `SCORE` at least")
	f.Float64Var(&o.LeastP, "least-p", people.DefaultLeastP, "names less probable than `P` are left out")
	f.AtLeast(0, "home-score")
	f.Range(0, 1, "least-p")
	shared.BM25(f, &o.K, &o.B)
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := o.check(env); err != nil {
		return err
	}
	in, err := o.open(env)
	if err != nil {
		return err
	}
	main, err := rows.Create(env, "persons", personFields())
	if err != nil {
		return err
	}
	out := people.Output{Person: persons(main), Page: func(*people.Page) error { return nil }}
	end := func() error { return nil }
	if o.pages != "" {
		file, err := rows.CreateFile(env, o.pages, pageFields())
		if err != nil {
			return err
		}
		out.Page, end = pages(file), file.Close
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	if err := env.Leaves(people.LeastMemory, "for these inputs and outputs"); err != nil {
		return err
	}
	o.Room, o.Host, o.Site = env.Room(), urls.Host, o.site
	stats, err := people.Join(in, o.Options, out)
	if err == nil {
		err = main.Close()
	}
	if err == nil {
		err = end()
	}
	if err != nil {
		return err
	}
	o.report(env, stats)
	return nil
}

// check is all that can be said before anything is opened.
func (o *options) check(env *cli.Env) error {
	if o.lengths == "" {
		return cli.Usagef("give the lengths of the documents, like -lengths lengths.t2: findnames -doc-lengths writes it")
	}
	return cli.OneStdin(append(env.Operands(), o.lengths, o.anchors, o.ranks)...)
}

// open opens the inputs.
func (o *options) open(env *cli.Env) (in people.Input, err error) {
	if in.Mentions, err = mentions(env, env.Operands()...); err != nil {
		return in, err
	}
	if o.anchors != "" {
		if slices.Contains(env.Operands(), o.anchors) {
			return in, cli.Usagef("%s is both the mentions and the -anchor-mentions", o.anchors)
		}
		if in.Anchors, err = mentions(env, o.anchors); err != nil {
			return in, err
		}
	}
	lengths := append(tuple.IDs("doc"), tuple.Ints("length")...)
	if in.Lengths, err = env.OpenInput(o.lengths, lengths); err != nil {
		return in, err
	}
	in.Lengths = kinds.RefuseScoreCounts(in.Lengths, lengths)
	in.Ranks, err = env.OpenInput(o.ranks, append(tuple.IDs("id"), tuple.F32s("rank")...))
	return in, err
}

// mentions opens files of mentions.
func mentions(env *cli.Env, names ...string) (document.Source, error) {
	return documents.Open(env, "id", []string{"name"}, names...)
}

// report tells what was done and what was left out.
func (o *options) report(env *cli.Env, s *people.Stats) {
	env.Stats.Add(cli.Figures{
		"mentions": s.Mentions, "mentions_improbable": s.Unlikely, "anchor_mentions": s.Anchors, "documents": s.Docs,
		"pages_with_names": s.Pages,
		"pages_left_out":   s.Unfetched, "pages_without_rank": s.Unranked, "persons": s.Persons, "home_pages": s.Homes,
		"pages_of_persons": s.Rows, "groups_not_joined": s.Large, "spilled_bytes": s.Spilled,
	})
	env.SkipN("line that is no mention (the first: "+s.FirstBad+")", s.Bad)
	env.SkipN(fmt.Sprintf("line longer than %d MiB", document.MaxLine>>20), s.Long)
	if s.Nameless > 0 {
		env.Warnf("%s of a title or of punctuation alone, and left out", tuple.Counted(s.Nameless, "name is", "names are"))
	}
	if s.Large > 0 {
		env.Warnf("%s more than %d names of one surname and first letter: only equal ones were joined there",
			tuple.Counted(s.Large, "site has", "sites have"), people.MostForms)
	}
	switch {
	case s.Empty:
		env.Warnf("the input is empty: there are no mentions")
	case s.AllLess:
		env.Warnf("all names are less probable than -least-p: nobody is left; give a lower -least-p")
	}
	if s.Anchors > 0 && s.Anchored == 0 {
		env.Warnf("%s: none of its pages is a document of -lengths, and all are left out: they were not fetched, or are of another run", o.anchors)
	}
	if s.Unranked > 0 {
		env.Warnf("%s: has no rank for %d of %s with names: is it of the same run as the mentions?", o.ranks, s.Unranked,
			tuple.Counted(s.Pages, "page"))
	}
}

// ids are columns of numbers that other tools read too.
func ids(names ...string) []parquetio.Field { return parquetio.Fields(tuple.IDs(names...)...) }

// personFields are the columns of persons.
func personFields() []parquetio.Field {
	mentions := rows.Typed("mentions", parquetio.AsLong, false)
	home := []parquetio.Field{rows.Typed("home", parquetio.AsText, true), rows.Typed("home_id", parquetio.AsInt, true)}
	ends := []parquetio.Field{rows.Typed("titles", parquetio.AsText, true), rows.Typed("roles", parquetio.AsText, true)}
	return slices.Concat(ids("id"), parquetio.Texts("name", "variants"), []parquetio.Field{mentions}, ids("pages", "hosts"), home,
		parquetio.Reals("score"), ends)
}

// persons writes them.
func persons(out *rows.Output) func(*people.Person) error {
	return func(p *people.Person) error {
		var home []byte
		if p.HomeID >= 0 {
			home = rows.Int(p.HomeID)
		}
		variants := []byte{}
		for i, v := range p.Variants {
			if i > 0 {
				variants = append(variants, "; "...)
			}
			variants = append(variants, v...)
		}
		return out.Row(rows.Int(p.ID), p.Name, variants, rows.Int(p.Mentions), rows.Int(p.Pages), rows.Int(p.Hosts), p.Home, home,
			p.Score, p.Titles, p.Roles)
	}
}

// pageFields are the columns of pages.
func pageFields() []parquetio.Field {
	home := rows.Typed("home", parquetio.AsBool, false)
	return slices.Concat(ids("person"), parquetio.Texts("name"), ids("page"), parquetio.Texts("url"), ids("tf"),
		parquetio.Reals("tfidf"), parquetio.Reals("bm25"), parquetio.Reals("score"), ids("rank"), []parquetio.Field{home},
		parquetio.Texts("reasons"))
}

// pages writes them.
func pages(out *rows.Output) func(*people.Page) error {
	return func(p *people.Page) error {
		return out.Row(rows.Int(p.Person), p.Name, rows.Int(p.ID), p.URL, rows.Int(p.TF), p.TFIDF, p.BM25, p.Score,
			rows.Int(p.Rank), strconv.AppendBool(nil, p.Home), p.Reasons)
	}
}
