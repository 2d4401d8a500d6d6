package main

import (
	"fmt"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/sitemap"
	"webmill/pkg/web/warc"
)

// options are the flags of the tool.
type options struct {
	titles     string
	home       string
	host       string
	depth      int
	unreached  bool
	trees, xml string // further outputs
	given      func(flag string) bool
}

// The forms of the output, besides stream.Text.
const (
	asJSON stream.Format = "json"
	asXML  stream.Format = "xml"
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{given: f.Given}
	f.StringVar(&o.titles, "page-titles", "",
		"`FILE` of pages that were crawled: lines of URL, title and status of the answer; the last two may be missing")
	f.StringVar(&o.home, "home", "", "`URL` of the home page of its host")
	f.StringVar(&o.host, "host", "", "write only the host of this `NAME`, or of the word largest: the one with most pages")
	f.IntVar(&o.depth, "max-depth", 100, "pages more than `N` clicks from the home page are not written")
	f.BoolVar(&o.unreached, "unreached", false, "also list the pages that no menu reaches")
	f.StringVar(&o.trees, "trees", "", "also write the trees as JSON to `FILE`")
	f.StringVar(&o.xml, "xml", "", "also write a sitemap as XML to `FILE`")
	f.Positive("max-depth")
	f.Writes("text, json, xml", stream.Text)
	return o.run
}

// form is the form of the output, by -to or the name of the output.
func (o *options) form(env *cli.Env) (stream.Format, error) {
	to := env.SaidFormat()
	if to == stream.Auto {
		switch to = stream.Text; env.OutEnding() {
		case ".json", ".jsonl", ".ndjson":
			to = asJSON
		case ".xml":
			to = asXML
		}
	}
	switch {
	case to != stream.Text && to != asJSON && to != asXML:
		return to, cli.Usagef("the name of -o ends in %s, but the forms are text, json, xml", env.OutEnding())
	case to == asXML && (o.unreached || o.given("max-depth")):
		return to, cli.Usagef("-unreached and -max-depth are for trees: xml has all pages that were crawled")
	}
	return to, nil
}

// writer writes trees in one of the forms.
type writer interface {
	sitemap.Writer
	end() (rows int64, err error) // lines, or pages of XML
}

func (o *options) run(env *cli.Env) error {
	to, err := o.form(env)
	if err != nil {
		return err
	}
	if err := o.names(); err != nil {
		return err
	}
	name := env.Operands()[0]
	if err := cli.OneStdin(name, o.titles); err != nil {
		return err
	}
	links, err := env.OpenBytes(name)
	if err != nil {
		return err
	}
	if err := expectLinks(links); err != nil {
		return err
	}
	in := sitemap.Input{Links: sitemap.Lines{Name: links.Name, Reader: links}}
	if o.titles != "" {
		pages, err := env.OpenLines(o.titles)
		if err != nil {
			return err
		}
		in.Pages = sitemap.Lines{Name: o.titles, Reader: pages}
	}
	w, opt, err := o.create(env, env.OutName(), to)
	if err != nil {
		return err
	}
	writers, further, err := o.createFurther(env)
	if err == nil {
		err = env.CheckDecoders()
	}
	if err != nil {
		return err
	}
	opt.Room = env.Room() // what the outputs leave
	stats, err := sitemap.Make(in, opt, w, further...)
	if err != nil {
		return err
	}
	rows, err := w.end()
	for _, other := range writers {
		if err == nil {
			_, err = other.end()
		}
	}
	if err != nil {
		return err
	}
	env.Stats.Set("rows_out", rows)
	o.report(env, links.Name, &stats)
	return nil
}

// names makes -home and -host what URLs of the input are like.
func (o *options) names() error {
	if o.host = strings.ToLower(o.host); strings.Contains(o.host, "/") {
		return cli.Usagef("-host %s is no name of a host: write it like example.org", o.host)
	}
	if o.home == "" {
		return nil
	}
	home, err := urls.Canonical(nil, []byte(o.home))
	if err != nil || !strings.Contains(o.home, "://") {
		return cli.Usagef("-home %s is no URL: write it like https://example.org/", o.home)
	}
	o.home = string(home)
	return nil
}

// expectLinks refuses an input that is not lines of text. Of a crawl and of Parquet it tells what makes lines of them.
func expectLinks(in *stream.Bytes) error {
	switch {
	case warc.Begins(in.Head()):
		return fmt.Errorf("%s: is a crawl, not links with labels: link-groups CRAWL | nav-links | sitemap reads it", in.Name)
	case in.IsParquet():
		return fmt.Errorf("%s: Parquet is not read here: nav-links writes lines if -o names another file, like labels.tsv", in.Name)
	}
	if err := stream.NoTuples(in.Name); err != nil {
		return err
	}
	if err := in.ExpectLines(); err != nil {
		return err
	}
	return in.ExpectEnds('\n')
}

// endings are what the name of an output in a form may end in, besides those of text.
var endings = map[stream.Format][]string{asJSON: {".json", ".jsonl", ".ndjson"}, asXML: {".xml"}}

// create opens an output in a form. The options say what that form has.
func (o *options) create(env *cli.Env, name string, to stream.Format) (writer, sitemap.Options, error) {
	opt := sitemap.Options{Home: o.home, Host: o.host, MaxDepth: o.depth, Beyond: o.unreached, Tree: true}
	out, err := env.CreateLinesFile(name, endings[to]...)
	if err != nil {
		return nil, opt, err
	}
	switch to {
	case asJSON:
		return &jsonWriter{out: newBuffer(out)}, opt, nil
	case asXML:
		opt.MaxDepth, opt.Beyond, opt.Tree = 0, true, false
		if o.host == "" {
			opt.Host = sitemap.Largest
		}
		return &xmlWriter{env: env, name: name, out: newBuffer(out)}, opt, nil
	}
	return &textWriter{out: newBuffer(out)}, opt, nil
}

// createFurther opens the outputs besides that of -o.
func (o *options) createFurther(env *cli.Env) (writers []writer, outputs []sitemap.Output, err error) {
	for _, f := range [...]struct {
		name string
		to   stream.Format
	}{{o.trees, asJSON}, {o.xml, asXML}} {
		if f.name == "" {
			continue
		}
		w, opt, err := o.create(env, f.name, f.to)
		if err != nil {
			return nil, nil, err
		}
		writers, outputs = append(writers, w), append(outputs, sitemap.Output{Options: opt, To: w})
	}
	return writers, outputs, nil
}

// report says what was counted.
func (o *options) report(env *cli.Env, name string, s *sitemap.Stats) {
	env.Stats.Add(cli.Figures{
		"lines": s.Lines, "pages_again": s.Again, "links_without_label": s.Plain,
		"links_of_menus": s.Menu, "links_outside": s.Outside, "hosts": s.Hosts,
		"hosts_not_crawled": s.NoPage, "hosts_not_written": s.Other, "pages": s.Crawled, "pages_reached": s.Reached,
		"pages_not_crawled": s.Missing, "pages_deeper": s.Deeper, "bytes_spilled": s.Spilled,
	})
	switch {
	case s.Lines == 0:
		env.Warnf("%s: is empty: there are no links", name)
	case s.Alone == s.Lines:
		env.Warnf("%s: no line has a link: are these URLs of a dictionary, not lines of nav-links?", name)
	case s.Menu == 0:
		env.Warnf("%s: no link is one of a menu inside its host: a tree is the home page and what it links to", name)
	}
	if s.Plain > 0 {
		env.Warnf("no labels: all %s; for labels read link-groups CRAWL | nav-links",
			tuple.Counted(s.Plain, "link is taken for a menu", "links are taken for menus"))
	}
	if o.titles != "" {
		o.judgeTitles(env, name, s)
	}
	const again = " that came again with other links (fetched twice, or sorted by another column)"
	switch {
	case s.Apart > 0 && 10*s.Apart >= s.Crawled:
		env.SkipN("page"+again, s.Apart)
	case s.Apart > 0:
		env.Warnf("%s%s: the links of the first time count", tuple.Counted(s.Apart, "page"), again)
	case s.Lost > 0:
		env.Warnf("%s came again with some other links: those of the first time count", tuple.Counted(s.Lost, "page"))
	}
	if all := s.Reached + s.Missing; 2*s.Chained > all {
		env.Warnf("%d of %d pages are in trees that are nearly chains: do their menus lead to the previous and the next page alone?",
			s.Chained, all)
	}
	if s.Deeper > 0 && s.Deeper < s.Reached+s.Missing {
		env.Sayf("%d pages are below -max-depth", s.Deeper)
	}
	for reason, n := range s.Skipped {
		env.SkipN(reason, n)
	}
	env.Sayf("%d pages crawled of %d hosts, %d in trees of menus, %d that no menu reaches; menus lead to %d more, not crawled",
		s.Crawled, s.Hosts, s.Reached, s.Crawled-s.Reached, s.Missing)
}

// judgeTitles warns if the pages with titles are not those of the links.
func (o *options) judgeTitles(env *cli.Env, name string, s *sitemap.Stats) {
	switch t := &s.Titles; {
	case t.Lines == 0:
		env.Warnf("%s: is empty: there are no pages with titles", o.titles)
	case t.URLs == t.Lines:
		env.Warnf("%s: all titles are URLs: are these lines links?", o.titles)
	case s.Lines == 0:
	case t.Known == 0:
		env.Warnf("%s: none of its pages has a line in %s: are both of one crawl?", o.titles, name)
	case t.Known < s.Linking/2:
		env.Warnf("%s: lacks %d of %s of %s: are both of one crawl?", o.titles, s.Linking-t.Known,
			tuple.Counted(s.Linking, "page"), name)
	case t.Bare == t.Lines && t.New > 0 && s.Linking+t.New == s.URLs:
		env.Warnf("%s: has no titles, and every URL of %s: are these all URLs, not those of crawled pages?", o.titles, name)
	}
}
