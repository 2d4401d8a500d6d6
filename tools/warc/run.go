package main

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/warc"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	test, cdxj        bool
	get               string
	body, raw         bool
	name              string
	types, mimes, url string
	most              cli.Size

	filter filter
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{most: 64 << 20}
	f.Lacks("is what warc does without a flag", "list", "l")
	f.BoolVar(&o.test, "test", false, "verify the records")
	f.BoolVar(&o.cdxj, "cdxj", false, "write an index in the format CDXJ")
	f.StringVar(&o.get, "get", "", "write the records at some `PLACES`, like 1046 or 1046,0+488")
	f.BoolVar(&o.body, "body", false, "-get: the HTTP body, decoded")
	f.BoolVar(&o.raw, "raw", false, "-get: the bytes of the file, packed if they are")
	f.StringVar(&o.name, "name", "", "-cdxj: the `NAME` of the archive (default that of FILE)")
	f.StringVar(&o.types, "type", "", "only records of these `TYPES`, like response,resource")
	f.StringVar(&o.url, "url", "", "only records whose URL has a match of `REGEXP`")
	f.StringVar(&o.mimes, "mime", "", "only records of these `TYPES` of content, like text/html")
	f.Var(&o.most, "max", shared.Max)
	f.OneOf("test", "cdxj", "get")
	f.OneOf("body", "raw")
	f.Needs("-get", func() bool { return o.get != "" }, "body", "raw")
	f.Needs("-cdxj", func() bool { return o.cdxj }, "name")
	f.Without("-test and -get", func() bool { return o.test || o.get != "" }, "type", "url", "mime")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := o.parse(); err != nil {
		return err
	}
	in, err := env.OpenStored(env.Operands()[0])
	if err != nil {
		return err
	}
	if o.get != "" {
		return o.runGet(env, in)
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	work := each(o.listRecord)
	switch {
	case o.test:
		work = testRun
	case o.cdxj:
		if o.name == "" {
			o.name = path.Base(in.Name)
		}
		work = each(o.cdxjRecord)
	}
	return o.runLines(env, in, out, work)
}

func (o *options) parse() error {
	re, err := regexp.Compile(o.url)
	if err != nil {
		return cli.Usagef("-url: %v", err)
	}
	o.filter = newFilter(o.types, o.mimes, re)
	return nil
}

// lines are what a section gives: text, and how much is wrong.
type lines struct {
	out     *docs.Held
	defects int64

	segments int64           // which -test cannot check as one record
	alone    int64           // records without a member of their own, which an index cannot tell
	chosen   int64           // records that -type, -url and -mime take
	seen     map[string]bool // which types of -type records have
}

// takes reports whether a record is chosen, and counts it.
func (l *lines) takes(f *filter, r *warc.Record, mime []byte) bool {
	if f.types != nil && among(f.types, r.Type) {
		if l.seen == nil {
			l.seen = map[string]bool{}
		}
		l.seen[strings.Clone(r.Type)] = true
	}
	if !f.takes(r, mime) {
		return false
	}
	l.chosen++
	return true
}

const linesInMemory = 1 << 20 // bytes of the lines of a section

// more moves the lines to the temporary file if they are many.
func (l *lines) more() { l.out.Text = l.out.Full(l.out.Text) }

func (o *options) runLines(env *cli.Env, in *stream.Bytes, out *stream.ByteOutput, work func(*warc.Records, *lines) error) error {
	spool := docs.NewSpool(env.Room(), linesInMemory)
	var total lines
	seen := map[string]bool{}
	stats, err := warc.Run(in, o.reading(env), func(records *warc.Records) (l lines, err error) {
		l.out = spool.Get()
		if err = work(records, &l); err == nil {
			err = l.out.Err
		}
		return l, err
	}, func(l lines) error {
		total.defects += l.defects
		total.segments += l.segments
		total.alone += l.alone
		total.chosen += l.chosen
		for t := range l.seen {
			seen[t] = true
		}
		return l.out.WriteTo(func(text []byte) error {
			_, err := out.Write(text)
			return err
		})
	})
	env.Stats.Add(cli.Figures{
		"records": stats.Records, "bytes_passed": stats.Passed, "recovered": stats.Recovered, "runs": stats.Sections,
		"runs_redone": stats.Redone,
	})
	if errors.Is(err, warc.ErrNoArchive) {
		return fmt.Errorf("%s: %w: name an archive, like crawl.warc.gz", in.Label(), err)
	}
	if err != nil {
		return err
	}
	if stats.Records == 0 && stats.Skips.Total() == 0 && total.defects == 0 {
		return o.empty(in)
	}
	env.SkipN(warc.Segment, total.segments)
	if o.test {
		return verdict(in, total.defects, stats.Records)
	}
	env.Stats.Set("rows_out", total.chosen)
	if t := o.filter.strange(seen); t != "" {
		return cli.Usagef("-type %s: no record has this type, and the standard does not know it: it has %s", t,
			strings.Join(warc.StandardTypes(), ", "))
	}
	if total.chosen == 0 && stats.Records > 0 && o.types+o.url+o.mimes != "" {
		env.Warnf("%s what -type, -url and -mime choose",
			tuple.Counted(stats.Records, "record, but it is not", "records, but none is"))
	}
	if stats.Skips.Total() > 0 {
		first, why := &stats.First, map[string]int64{}
		stats.Skips.Each(func(reason warc.Reason, n int64) { why[reason.String()] = n })
		env.Unfinished("%s: %s; the first at place %s", in.Label(), cli.Skipped(why), appendPlace(nil, first.Offset, first.Inner))
	}
	env.SkipN("record that shares its member, which an index cannot say", total.alone)
	env.WarnOverlong(stats.Recovered)
	return nil
}

// empty refuses an archive without records, as where a download has failed.
func (o *options) empty(in *stream.Bytes) error {
	err := fmt.Errorf("%s: is empty: it has no records", in.Label())
	if o.test {
		return &cli.CheckError{Err: err}
	}
	return err
}

func (o *options) reading(env *cli.Env) warc.Options {
	return warc.Options{Threads: env.Threads, MaxRecord: int64(o.most), MaxBody: int64(o.most), Notes: o.test}
}
