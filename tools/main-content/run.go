package main

import (
	"fmt"
	"math"
	"sync/atomic"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/web/content"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/sisters"
	"webmill/pkg/web/texts"
	"webmill/pkg/web/units"
	"webmill/tools/internal/crawlinput"
	"webmill/tools/internal/documents"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	input    crawlinput.Input
	menus    crawlinput.Menus
	method   sisters.Method
	main     content.Options // of page and site
	find     sisters.Options
	within   string
	tags     string
	least    float64
	comments string
	given    func(flag string) bool

	units      bool
	complete   bool
	neverEmpty bool
	evaluate   string
	to         stream.Format

	large atomic.Int64 // pages that may not take the memory that their Markdown or HTML needs
}

// Parts of the memory.
const (
	jobShare     = 4        // one 4th is for the pages that wait, while documents are read
	leastMemory  = 12 << 20 // so that docs.LeastMemory is left
	leastColumns = 4 << 20  // what Parquet needs more
)

// The methods that are not of the thesis.
const (
	byModel sisters.Method = "page"
	bySite  sisters.Method = "site"
)

var (
	methods = []sisters.Method{byModel, bySite, sisters.NTPC, sisters.Lev}
	kinds   = []sisters.Kind{sisters.Links, sisters.Dir, sisters.Subtree, sisters.Host, sisters.Template}
	scopes  = []string{"dir", "subtree", "host"}
	tags    = []string{"thesis", "html5"}

	comments = []string{"keep", "drop", "only"}
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	o.input.Flags(f)
	f.Writes("jsonl, parquet, text, markdown, html, csv", documents.JSONL)
	cli.Choice(f, &o.method, "method", byModel, shared.Method, methods)
	f.Float64Var(&o.least, "min", 0.5, "the least `RELEVANCE` that is written, from 0 to 1; page and site choose by F1 if it is not given")
	cli.Choice(f, &o.comments, "comments", "keep", "`HOW` to treat the comments of readers: keep, like other text, drop, or only", comments)
	o.given = f.Given
	cli.Choice(f, &o.find.Kind, "siblings", sisters.Links, "with which pages a page is compared, `WHICH`: links, dir, subtree, host or template",
		kinds)
	cli.Choice(f, &o.within, "links-within", "dir", "where pages must be that it links to, `WHERE`: dir, subtree or host", scopes)
	f.IntVar(&o.find.Depth, "link-depth", 1, "follow `N` links from a page to those that it is compared with")
	f.IntVar(&o.find.Most, "max-siblings", 0, "compare a page with the first `N` sister pages; 0: with all")
	f.Range(0, 1, "min")
	f.Range(1, 64, "link-depth")
	f.Range(0, math.MaxInt32, "max-siblings")
	cli.Choice(f, &o.tags, "tags", "thesis", "`WHICH` elements are units: thesis or html5", tags)
	f.BoolVar(&o.find.SameTag, "same-tag", false, "compare units of one tag only")
	f.BoolVar(&o.find.Inherit, "inherit", false, "text between units has the relevance of the unit around it")
	f.BoolVar(&o.find.Printed, "as-printed", false, "the formula of lev that the thesis prints")
	f.BoolVar(&o.units, "units", false, "write rows of blocks or units, with their relevance")
	f.BoolVar(&o.complete, "complete", false, "HTML is that of whole pages")
	f.BoolVar(&o.neverEmpty, "never-empty", false, "of a page of which nothing would be left, keep all, or by page and site the best block")
	f.StringVar(&o.evaluate, "evaluate", "", "compare with the pages in `DIR`, which were filtered by hand and have the names of those of -dir")
	o.menus.Flag(f)
	f.Section("flags for the comparison with sister pages", "siblings", "max-siblings")
	f.Rare("same-tag", "tags", "inherit", "links-within", "link-depth", "as-printed", "evaluate") // of the thesis
	f.Needs("-dir", func() bool { return o.input.Dir != "" }, "evaluate")
	f.Without("-evaluate", func() bool { return o.evaluate != "" }, "method", "units", "complete", "never-empty", "as-printed")
	f.Needs("-method site, ntpc or lev", o.bySisters, "siblings", "links-within", "link-depth", "max-siblings")
	f.Needs("-method ntpc or lev", o.byThesis, "tags", "inherit")
	f.Needs("-method page or site", func() bool { return !o.byThesis() }, "comments")
	f.Needs("-siblings links", o.byLinks, "links-within", "link-depth")
	f.Needs("-method lev", func() bool { return o.method == sisters.Lev || o.evaluate != "" }, "same-tag", "as-printed")
	f.Without("-units", func() bool { return o.units }, "min", "complete", "never-empty")
	f.Without("-comments only", func() bool { return o.comments == "only" }, "min", "never-empty") // comments are not judged
	f.LeastS(func() cli.Size {
		least := cli.Size(leastMemory)
		if f.WritesParquet() {
			least += leastColumns
		}
		return o.menus.MoreMemory(least)
	})
	return o.run
}

// bySisters reports whether pages are compared with their sister pages.
func (o *options) bySisters() bool { return o.method != byModel || o.evaluate != "" }

// byThesis reports whether the method is of the thesis.
func (o *options) byThesis() bool { return o.bySisters() && o.method != bySite }

// byLinks reports whether sister pages are those that pages link to. The default of -method site is host.
func (o *options) byLinks() bool {
	return o.find.Kind == sisters.Links && (o.method != bySite || o.given("siblings"))
}

func (o *options) run(env *cli.Env) error {
	if err := o.output(env); err != nil {
		return err
	}
	o.main.NeverEmpty = o.neverEmpty
	o.main.Comments = map[string]content.Comments{"drop": content.Dropped, "only": content.Alone}[o.comments]
	if o.given("min") {
		o.main.Least = max(float32(o.least), 1e-6)
	}
	if err := o.menus.Open(env); err != nil {
		return err
	}
	defer o.menus.Close()
	if !o.bySisters() {
		return o.runPages(env)
	}
	o.chooseFind()
	var v *evaluation
	if o.evaluate != "" {
		v = &evaluation{opt: o, env: env, gold: map[string][]byte{}}
		o.find.Method, o.find.Both, o.find.Chosen = sisters.Lev, true, v.chosen
	}
	out, err := o.create(env, v)
	if err != nil {
		return err
	}
	o.find.Steps, o.find.Least, o.find.Decide = mostSteps, o.least, o.decide()
	whole := env.Room()
	o.find.Room = whole.With(env.TakeShare(jobShare))
	job, err := sisters.New(o.find)
	if err != nil {
		return err
	}
	defer job.Close()
	if v != nil {
		if err := v.readGold(job); err != nil {
			return err
		}
	}
	total, err := o.read(env, job)
	if err != nil {
		return err
	}
	if err := job.Each(whole, out.begin, out.write); err != nil {
		return err
	}
	if err := out.close(); err != nil {
		return err
	}
	o.report(env, &job.Stats)
	o.count(total, &job.Stats)
	if v != nil {
		if err := v.report(); err != nil {
			return err
		}
	}
	return total.Report(env)
}

// chooseFind says how sister pages are found.
func (o *options) chooseFind() {
	if o.find.Method = o.method; o.method == bySite {
		if o.find.Method = sisters.NTPC; !o.given("siblings") {
			o.find.Kind = sisters.Host
		}
	}
	o.find.Within = map[string]units.Scope{"dir": units.Dir, "subtree": units.Subtree, "host": units.Host}[o.within]
}

// count counts the pages that were written, and those that could not be.
func (o *options) count(total *crawlinput.Total, s *sisters.Stats) {
	large := o.large.Load()
	total.Counts[links.Pages] -= large
	total.Counts[links.TooLarge] += large
	total.Counts[links.Rows] = s.Pages - s.SameURL - large
}

// decide says what is needed of the relevances.
func (o *options) decide() sisters.Decide {
	switch {
	case o.units || o.evaluate != "" || o.find.Printed:
		return sisters.Relevances
	case o.to == documents.HTML:
		return sisters.ForHTML
	}
	return sisters.ForText
}

// mostSteps bounds the comparison of a page by lev: it takes some ten seconds.
const mostSteps = 1 << 31

// counts are those of pages that become units.
type counts struct {
	texts.Counts       // Cut are pages with too many units
	blocks       int64 // pages with too many blocks
	bodies, more int64 // pages with several bodies; links that were left out
}

func (c *counts) add(o *counts) {
	c.Counts.Add(&o.Counts)
	c.blocks, c.bodies, c.more = c.blocks+o.blocks, c.bodies+o.bodies, c.more+o.more
}

// skips says what was left out of pages.
func (c *counts) skips(env *cli.Env) {
	rest := fmt.Sprintf("the rest of a page with more than %d MiB of text or %d units", units.MaxText>>20, units.MaxNodes)
	env.SkipN(rest, c.Cut)
	env.SkipN(manyBlocks, c.blocks)
	env.SkipN("record of a WAT file, which holds no text", c.WAT)
	env.SkipN("link to a sister page of a page that has very many", c.more)
}

// read gives all pages to the job.
func (o *options) read(env *cli.Env, job *sisters.Job) (*crawlinput.Total, error) {
	r, err := o.input.Open(env)
	if err != nil {
		return nil, err
	}
	total := o.input.NewTotal(r, "text")
	lines := docs.NewLines(env.Room(), r, func(func([]byte) []byte) docs.LineMaker[counts] { return newWorker(o, job) })
	var all counts
	add := func(f *crawlinput.Figures, c *counts) {
		f.AddPages(&c.Counts.Counts, c.First)
		all.add(c)
	}
	if err := crawlinput.ReadAll(r, total, lines, add, o.menus.Checked(job.Add)); err != nil {
		return nil, err
	}
	if err := o.menus.Report(env, all.Menus); err != nil {
		return nil, err
	}
	all.skips(env)
	env.Stats.Set("several_bodies", all.bodies)
	if all.bodies > 0 {
		env.Warnf("%s more than one body, which is invalid: what is behind the first is left out",
			tuple.Counted(all.bodies, "page has", "pages have"))
	}
	return total, nil
}

// report tells what was done with the pages.
func (o *options) report(env *cli.Env, s *sisters.Stats) {
	env.Stats.Add(cli.Figures{"captured_again": s.SameURL, "without_siblings": s.Alone, "pairs": s.Pairs, "words_sorted": s.Words,
		"too_long": s.Exceeded, "spilled_bytes": s.Spilled})
	env.SkipN("comparison of a page that takes too long, so that it was written whole", s.Exceeded)
	if s.SameURL > 0 {
		env.Warnf("%s the URL of an earlier one, and left out", tuple.Counted(s.SameURL, "page has", "pages have"))
	}
	switch all := s.Pages - s.SameURL; {
	case s.Alone == 0:
	case s.Alone == all:
		hint := "-siblings host compares with the pages of the host"
		if o.find.Kind == sisters.Host {
			hint = "each host, with its scheme and port, has one page"
		}
		env.Warnf("no page has a sister page, and %s: %s", o.alone("all is written"), hint)
	default:
		env.Sayf("%s no sister page, and %s", tuple.Counted(s.Alone, "page has", "pages have"), o.alone("all their text is kept"))
	}
}

// alone says what is done without sister pages: by the thesis this, by site what the model says.
func (o *options) alone(thesis string) string {
	if o.method == bySite {
		return "the model alone chooses"
	}
	return thesis
}
