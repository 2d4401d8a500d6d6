package main

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"sync"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/warc"
)

// options are the flags of the tool.
type options struct {
	list, check, cdxj bool
	get               string
	body, raw         bool
	name              string
	types, mimes, url string
	most              cli.Size

	filter filter
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{most: 64 << 20}
	f.BoolVar(&o.list, "list", false, "write a line for each record; the default")
	f.BoolVar(&o.check, "check", false, "verify the records")
	f.BoolVar(&o.cdxj, "cdxj", false, "write an index in the format CDXJ")
	f.StringVar(&o.get, "get", "", "write the records at some `PLACES`, like 1046 or 1046,0+488")
	f.BoolVar(&o.body, "body", false, "-get: the HTTP body, decoded")
	f.BoolVar(&o.raw, "raw", false, "-get: the bytes of the file, packed if they are")
	f.StringVar(&o.name, "name", "", "-cdxj: the `NAME` of the archive (default that of FILE)")
	f.StringVar(&o.types, "type", "", "only records of these `TYPES`, like response,resource")
	f.StringVar(&o.url, "url", "", "only records whose URL has a match of `REGEXP`")
	f.StringVar(&o.mimes, "mime", "", "only records of these `TYPES` of content, like text/html")
	f.Var(&o.most, "max", "pass over records whose blocks are larger than `SIZE`")
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
	out, err := env.CreateBytes()
	if err != nil {
		return err
	}
	work := o.listRun
	switch {
	case o.check:
		work = checkRun
	case o.cdxj:
		if o.name == "" {
			o.name = path.Base(in.Name)
		}
		work = o.cdxjRun
	}
	return o.runLines(env, in, out, work)
}

func (o *options) parse() error {
	modes := 0
	for _, set := range []bool{o.list, o.check, o.cdxj, o.get != ""} {
		if set {
			modes++
		}
	}
	switch {
	case modes > 1:
		return cli.Usagef("only one of -list, -check, -cdxj and -get")
	case (o.body || o.raw) && o.get == "":
		return cli.Usagef("-body and -raw are for -get")
	case o.body && o.raw:
		return cli.Usagef("only one of -body and -raw")
	case o.name != "" && !o.cdxj:
		return cli.Usagef("-name is for -cdxj")
	case (o.check || o.get != "") && o.types+o.url+o.mimes != "":
		return cli.Usagef("-type, -url and -mime are for -list and -cdxj")
	}
	re, err := regexp.Compile(o.url)
	if err != nil {
		return cli.Usagef("-url: %v", err)
	}
	o.filter = newFilter(o.types, o.mimes, re)
	return nil
}

// lines are what a run gives: text, and how much is wrong.
type lines struct {
	text    *[]byte
	defects int64
	alone   int64 // records without a member of their own, which an index cannot tell
}

func (o *options) runLines(env *cli.Env, in *stream.Bytes, out *stream.ByteOutput, work func(*warc.Records, *lines) error) error {
	spare := sync.Pool{New: func() any { return new([]byte) }}
	var total lines
	stats, err := warc.Run(in, o.reading(env), func(run *warc.Records) (l lines, err error) {
		l.text = spare.Get().(*[]byte)
		*l.text = (*l.text)[:0]
		return l, work(run, &l)
	}, func(l lines) error {
		defer spare.Put(l.text)
		total.defects += l.defects
		total.alone += l.alone
		_, err := out.Write(*l.text)
		return err
	})
	env.Stats.Set("records", stats.Records)
	env.Stats.Set("bytes_passed", stats.Passed)
	env.Stats.Set("runs", stats.Runs)
	env.Stats.Set("runs_redone", stats.Redone)
	if errors.Is(err, warc.ErrNoArchive) {
		return fmt.Errorf("%s: %w", in.Label(), err)
	}
	if err != nil {
		return err
	}
	if o.check {
		return verdict(in, out, total.defects, stats.Records)
	}
	stats.Skips.Each(func(why warc.Reason, n int64) { env.SkipN(why.String(), n) })
	if stats.Passed > 0 {
		env.Unfinished("passed over %d bytes to find records again", stats.Passed)
	}
	env.SkipN("record without a member of its own", total.alone)
	return nil
}

func (o *options) reading(env *cli.Env) warc.Options {
	return warc.Options{Threads: env.Threads, MaxRecord: int64(o.most), MaxBody: int64(o.most), Notes: o.check}
}
