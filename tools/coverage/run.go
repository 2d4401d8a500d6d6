package main

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/web/coverage"
	"webmill/tools/internal/rows"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	crawl, urls, pages     string
	unmasked, namesOnly    bool
	table, byDepth, levels string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes(rows.Forms, stream.Text)
	f.StringVar(&o.crawl, "crawl", "", "the crawl is the folder `DIR` in which fetch keeps it")
	f.StringVar(&o.urls, "crawl-urls", "", "the crawl is a list of URLs, or a table of pages as Parquet, in `FILE`")
	f.StringVar(&o.pages, "page-folder", "", shared.PageFolder)
	f.OneOf("crawl", "crawl-urls", "page-folder")
	f.BoolVar(&o.unmasked, "unmasked", false, "URLs are the same only if they are equal in canonical form")
	f.BoolVar(&o.namesOnly, "names-only", false, "leave out pages with a URL that is too long for a name, as Bumüller 2019 does")
	f.Needs("-page-folder", func() bool { return o.pages != "" }, "names-only")
	f.StringVar(&o.table, "table", "", "write the share of each list, with mean, median and all lists as one, to `FILE`")
	f.StringVar(&o.byDepth, "by-depth", "", "write the shares of crawls of each depth to `FILE`")
	f.StringVar(&o.levels, "levels", "", "write what fetch did at each depth to `FILE`; needs -crawl")
	f.Needs("-crawl", func() bool { return o.crawl != "" }, "levels")
	f.Outputs("table", "by-depth", "levels")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if o.crawl == "" && o.urls == "" && o.pages == "" {
		return cli.Usagef("say what the crawl is, like -crawl DIR")
	}
	lists := env.Operands()
	if err := cli.OneStdin(append(slices.Clone(lists), o.urls)...); err != nil {
		return err
	}
	if len(lists) > mostLists {
		return cli.Usagef("there are %d lists: %d are the most", len(lists), mostLists)
	}
	crawl, err := o.open(env)
	if err != nil {
		return err
	}
	if o.byDepth != "" && !crawl.depths {
		return cli.Usagef("-by-depth needs depths: those of -crawl, or a column layer of -crawl-urls")
	}
	var list coverage.List
	var samples []coverage.Sample
	for _, name := range lists {
		s, err := sample(env, name, &list)
		if err != nil {
			return err
		}
		samples = append(samples, s)
	}
	return o.compare(env, samples, crawl, &list)
}

// mostLists bounds the lists, since each has some counts in memory.
const mostLists = 1000

// sample opens a list of URLs.
func sample(env *cli.Env, name string, all *coverage.List) (s coverage.Sample, err error) {
	in, err := env.OpenLines(name)
	if err != nil {
		return s, err
	}
	if err := env.Later(in); err != nil {
		return s, err
	}
	return coverage.Sample{Name: in.Name, Read: func(f func(url []byte) error) error {
		list, err := coverage.ReadURLs(in.Name, in, f)
		all.Add(list)
		switch {
		case err != nil:
			return err
		case list.URLs == 0 && list.Bad > 0:
			return errors.New("no line is a URL: " + list.First)
		case list.URLs == 0:
			env.Warnf("%s: is empty: it has no URL", in.Name)
		}
		return in.Close()
	}}, nil
}

// compare compares the samples with the crawl and writes all outputs.
func (o *options) compare(env *cli.Env, samples []coverage.Sample, crawl *opened, list *coverage.List) error {
	out, err := rows.Create(env, "URLs", resultFields())
	if err != nil {
		return err
	}
	tables := &tables{env: env}
	table, byDepth, levels := tables.create(o.table, tableFields()), tables.create(o.byDepth, depthFields()),
		tables.create(o.levels, levelFields())
	if tables.err != nil {
		return tables.err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	opt := coverage.Options{Exact: o.unmasked, Sort: linesort.SortEach, Room: env.Room()}
	report, err := coverage.Of(samples, crawl.crawl, opt, func(r *coverage.Result) error {
		return out.Row(rows.Int(int64(r.Sample)+1), r.URL, strconv.AppendBool(nil, r.Found), known(r.Depth), r.Cause)
	})
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		return err
	}
	tables.write(table, func(row func(...[]byte) error) error { return writeTable(row, report.Samples) })
	tables.write(byDepth, func(row func(...[]byte) error) error { return writeByDepth(row, &report) })
	tables.write(levels, func(row func(...[]byte) error) error { return writeLevels(row, crawl.folder.Levels) })
	if tables.err != nil {
		return tables.err
	}
	skipped(env, list)
	crawl.report()
	tell(env, &report)
	return nil
}

// tell gives the figures of the run.
func tell(env *cli.Env, report *coverage.Report) {
	causes := map[string]int64{}
	var again int64
	for i := range report.Samples {
		again += report.Samples[i].Again
		for cause, n := range report.Samples[i].Causes {
			causes[cause] += n
		}
	}
	table := coverage.Table(report.Samples)
	all := table[len(table)-1]
	env.Stats.Add(cli.Figures{"pages": report.Pages, "urls": all.URLs, "missed": all.Missed, "urls_again": again,
		"causes": causes})
	if all.URLs > 0 {
		env.Stats.Set("percent", math.Round(100*all.Percent)/100)
	}
	if report.Pages == 0 {
		env.Warnf("the crawl is empty: it has no page")
	}
	if len(report.Samples) == 1 {
		table = table[:1]
	}
	for _, row := range table {
		line := row.Name + ": "
		if row.URLs >= 0 {
			line += strconv.FormatInt(row.Missed, 10) + " of " + tuple.Counted(row.URLs, "URL") + " missed, "
		}
		env.Sayf("%s%s %%", line, percent(row.Percent))
	}
	if len(causes) > 0 {
		env.Sayf("missed: %s", coverage.AppendCounts(nil, causes))
	}
}

// counts are columns of numbers.
func counts(names ...string) (fields []parquetio.Field) {
	for _, name := range names {
		fields = append(fields, rows.Typed(name, parquetio.AsLong, false))
	}
	return fields
}
