package main

import (
	"io"
	"path"
	"strings"
	"sync"

	"webmill/pkg/cli"
	"webmill/pkg/links"
	"webmill/pkg/page"
	"webmill/tools/internal/crawl"
)

// options are the flags of the tool.
type options struct {
	input    crawl.Input
	links    links.Options
	kinds    string
	nofollow string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	var o options
	o.input.Flags(f)
	f.StringVar(&o.kinds, "kinds", "pages", "the `LIST` of kinds of links to write, like a,area,img")
	f.BoolVar(&o.links.Anchors, "anchors", false, "write kind, position and text of each link too")
	f.StringVar(&o.nofollow, "nofollow", "keep", "what to do with links that shall count for nothing: keep, drop or `mark` them in a last column")
	f.BoolVar(&o.links.Noscript, "noscript", false, "the links in <noscript> count")
	f.BoolVar(&o.links.Fragments, "fragments", false, "keep the #fragments of targets")
	f.BoolVar(&o.links.Alone, "alone", false, "a page without links is a line too: its URL alone, as tuples -dict -alone takes it")
	return o.run
}

// lines are what one piece of the input gives.
type lines struct {
	text   *[]byte
	counts links.Counts
}

func (o *options) run(env *cli.Env) error {
	if err := o.parse(); err != nil {
		return err
	}
	write, finish, err := o.output(env)
	if err != nil {
		return err
	}
	extractors := make([]*links.Extractor, env.Threads)
	var counts links.Counts
	spare := sync.Pool{New: func() any { return new([]byte) }}
	err = crawl.Run(env, &o.input, func(docs *crawl.Docs) (lines, error) {
		x := extractors[docs.Worker]
		if x == nil {
			x = links.New(o.links)
			extractors[docs.Worker] = x
		}
		x.Counts = links.Counts{}
		text := spare.Get().(*[]byte)
		*text = (*text)[:0]
		for {
			d, err := docs.Next()
			if err == io.EOF {
				return lines{text, x.Counts}, nil
			}
			if err != nil {
				return lines{}, err
			}
			*text = x.Append(*text, d)
		}
	}, func(l lines) error {
		counts.Add(l.counts)
		defer spare.Put(l.text)
		return write(*l.text)
	})
	if err != nil {
		return err
	}
	report(env, &counts)
	return finish()
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
	choice := map[string]links.NoFollow{"keep": links.Keep, "drop": links.Drop, "mark": links.Mark}
	n, ok := choice[o.nofollow]
	if !ok {
		return cli.Usagef("-nofollow must be keep, drop or mark, not %q", o.nofollow)
	}
	o.links.NoFollow = n
	if o.links.Alone && o.links.Anchors {
		return cli.Usagef("-alone writes lines of URLs: -anchors does not go with it")
	}
	return nil
}

// output opens what the lines are written to: text or, by its name, a table.
func (o *options) output(env *cli.Env) (write func([]byte) error, finish func() error, err error) {
	out, err := env.CreateBytes()
	if err != nil {
		return nil, nil, err
	}
	if path.Ext(out.Name) == ".parquet" {
		if o.links.Alone {
			return nil, nil, cli.Usagef("-alone writes lines, not Parquet")
		}
		t, err := newTable(out, &o.links, env.Threads)
		if err != nil {
			return nil, nil, err
		}
		return t.write, t.close, nil
	}
	return func(text []byte) error {
		_, err := out.Write(text)
		return err
	}, func() error { return nil }, nil
}

// report tells what was found, and what was not written.
func report(env *cli.Env, c *links.Counts) {
	for _, f := range []struct {
		name string
		n    int64
	}{
		{"documents", c.Documents}, {"pages", c.Pages}, {"redirects", c.Redirects}, {"other", c.Other}, {"no_url", c.NoURL},
		{"pages_flat", c.Flat}, {"links", c.Links}, {"links_no_web", c.NoWeb}, {"links_invalid", c.Invalid},
		{"links_too_long", c.TooLong}, {"links_nofollow", c.NoFollow},
	} {
		env.Stats.Set(f.name, f.n)
	}
	env.SkipN("link longer than 8 KiB", c.TooLong)
	env.SkipN("metadata record that cannot be read", c.Bad)
}
