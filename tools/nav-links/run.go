package main

import (
	"path"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/web/harmony"
	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/navigation"
	"webmill/tools/internal/crawlinput"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	method       string
	nav          string
	alone, pairs bool
	rules        navigation.Options
	thesis       harmony.Options
	structure    string
	prefer       string
	prune        bool
}

func (o *options) isThesis() bool { return o.method == "thesis" }

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.method, "method", "place,mutual", shared.Method)
	cli.Choice(f, &o.nav, "nav", "mark", "`WHAT` to do with links that are navigation: mark, drop, or write only them",
		[]string{"mark", "drop", "only"})
	cli.Choice(f, &o.rules.Site, "site", navigation.Host, "`WHAT` is one site: host, domain, or dir (see above)",
		navigation.Sites)
	shared.Alone(f, &o.alone)
	f.BoolVar(&o.pairs, "page-pairs", false, "a line for each pair of pages, not for each link")
	f.Without("-nav mark", func() bool { return o.nav == "mark" }, "alone")
	o.declareThesis(f)
	return o.run
}

// declareThesis declares the flags of -method thesis.
func (o *options) declareThesis(f *cli.Flags) {
	t := &o.thesis
	f.IntVar(&t.Least, "min-nav", 2, "a menu is on at least `N` pages; the thesis has 1")
	cli.Choice(f, &o.prefer, "prefer", "first", "`WHICH` choice of groups counts: the first, or nav, one that makes a navigation",
		[]string{"first", "nav"})
	f.BoolVar(&o.prune, "prune", true, "groups that do not harmonise with the judged one are not tried")
	cli.Choice(f, &t.Sort, "sort-groups", harmony.VBD,
		"groups that share most are tried first, by `WHAT`: v, targets; vb, also labels; vbd, also places; off, any",
		[]harmony.Sort{harmony.Off, harmony.V, harmony.VB, harmony.VBD})
	f.Float64Var(&t.Rho, "rho", 0, "groups harmonise only if they share this part `R` of their targets (Jaccard), from 0 to 1")
	cli.Choice(f, &o.structure, "struct", "literal",
		"`WHICH` navigation graphs: literal, as in the thesis, or amended, where two items of a menu may have sub-items",
		[]string{"literal", "amended"})
	f.IntVar(&t.Lacking, "lacking", 0, "`N` pages to which a menu leads may have no such menu, or may not have been crawled")
	f.Float64Var(&t.Order, "in-order", 1, "this part `R` of the targets that groups share must be in one order")
	f.Float64Var(&t.Mains, "main-share", 1, "the main pages are those to which this part `R` of the others links")
	f.BoolVar(&t.Crawled, "crawled-only", false, "pages that were not crawled are no neighbours")
	f.Int64Var(&t.Choices, "budget", 100_000, "a group is undecided after `N` choices of groups that all harmonise")
	f.Int64Var(&t.Nodes, "nodes", 200_000, "a group is undecided after `N` groups were tried in choices")
	f.Positive("min-nav", "budget", "nodes", "in-order", "main-share")
	f.Range(0, 1, "rho", "in-order", "main-share")
	f.AtLeast(0, "lacking")
	rare := []string{"lacking", "in-order", "main-share", "min-nav", "prefer", "prune", "sort-groups", "struct",
		"budget", "nodes"}
	f.Rare(rare...)
	f.Needs("-method thesis", o.isThesis, append(rare, "rho", "crawled-only")...)
}

// choose sets the rules that -method names.
func (o *options) choose() error {
	if o.isThesis() {
		o.thesis.Keep, o.thesis.Seek, o.thesis.Amended = !o.prune, o.prefer == "nav", o.structure == "amended"
		o.rules.Thesis = &o.thesis
		return nil
	}
	for word := range strings.SplitSeq(o.method, ",") {
		switch word {
		case "place":
			o.rules.Place = true
		case "mutual":
			o.rules.Mutual = true
		case "thesis":
			return cli.Usagef("-method: thesis stands alone")
		default:
			return cli.Usagef("-method: %q is neither place, mutual nor thesis", word)
		}
	}
	return nil
}

func (o *options) run(env *cli.Env) error {
	if err := o.choose(); err != nil {
		return err
	}
	in, err := crawlinput.OpenFields(env, env.Operands()[0], linkgroups.Columns)
	if err != nil {
		return err
	}
	out, err := env.CreateLines(".parquet")
	if err != nil {
		return err
	}
	if o.alone && path.Ext(out.Name) == ".parquet" {
		return cli.Usagef("-alone writes lines, not Parquet")
	}
	columns := []string{"source", "target", "label", "reason"}
	if o.isThesis() {
		columns = append(columns, "scope")
	}
	if o.nav != "mark" {
		columns = columns[:2]
	}
	rows, err := crawlinput.LinesOrTable(env, out, parquetio.Texts(columns...))
	if err != nil {
		return err
	}
	o.rules.Room = env.Room()
	if o.pairs {
		o.rules.Room = env.Room().With(env.Memory / pairsShare)
	}
	job, err := navigation.New(o.rules)
	if err != nil {
		return err
	}
	defer job.Close()
	if err := crawlinput.EachParsed(in, env.Threads, (*navigation.Line).Parse, job.AddParsed); err != nil {
		return err
	}
	w := &writer{opt: o, rows: rows}
	if o.pairs {
		err = w.writePairs(env, job)
	} else {
		err = job.Each(w.write)
	}
	if err != nil {
		return err
	}
	if err := w.close(); err != nil {
		return err
	}
	if job.Stats.Pages == 0 && job.Stats.Links == 0 {
		env.Warnf("%s: is empty: there are no links", in.Name)
	}
	o.report(env, &job.Stats, w.written)
	return nil
}

// report says what was counted.
func (o *options) report(env *cli.Env, s *navigation.Stats, written int64) {
	env.Stats.Add(cli.Figures{
		"pages": s.Pages, "redirects": s.Redirects, "redirects_of_pages": s.RedirectPages,
		"redirects_to_several": s.RedirectForks, "redirects_in_circles": s.RedirectCircles,
		"pages_again": s.Again, "links": s.Links, "hosts": s.Hosts, "groups": s.Groups,
		"group_classes": s.Classes, "common_places": s.Places,
		"links_by_place": s.ByPlace, "classes_compared": s.Compared, "pages_too_long": s.LongPages, "groups_beyond": s.Beyond,
		"links_with_session": s.Sessions,
		"classes_too_large":  s.TooLarge, "bytes_spooled": s.Spilled, "rows_out": written,
	})
	for l, n := range s.Labels {
		env.Stats.Set("links_"+navigation.Label(l).String(), n)
	}
	if left := s.RedirectPages + s.RedirectForks + s.RedirectCircles; left > 0 {
		env.Sayf("of %d URLs that redirect %d do so in vain: they are pages too, or lead to several targets, or in a circle",
			s.Redirects, left)
	}
	if s.Again > 0 {
		env.Warnf("%s: each time it counts as a page", tuple.Counted(s.Again, "page comes again", "pages come again"))
	}
	if s.Sessions > 0 {
		env.Warnf("%s a session id, so that its target is another one each time: menus of such links are not found",
			tuple.Counted(s.Sessions, "link has", "links have"))
	}
	env.SkipN("page with too many links to compare its groups (raise -S)", s.LongPages)
	env.SkipN("group of a page with too many groups at one place", s.Beyond)
	env.SkipN("pair of groups that are too large to compare their order", s.TooLarge)
	if o.isThesis() {
		reportThesis(env, s)
	} else {
		reportUndecided(env, s)
	}
}

// reportUndecided says what may be the reason if most links are undecided.
func reportUndecided(env *cli.Env, s *navigation.Stats) {
	if n := s.Labels[navigation.Undecided]; 2*n > s.Links {
		env.Warnf("%d of %s undecided, since no page was crawled that they lead to: is the crawl a small part of its sites, "+
			"or has each page a session id of its own in its links?", n, tuple.Counted(s.Links, "link is", "links are"))
	}
}

// reportThesis says what -method thesis counted.
func reportThesis(env *cli.Env, s *navigation.Stats) {
	c := &s.Search
	env.Stats.Add(cli.Figures{"hosts_too_large": s.LargeHosts, "pairs_compared": c.Compared, "order_cells": c.Cells,
		"pairs_too_large": c.TooLarge, "choices": c.Choices, "nodes": c.Nodes, "graphs_tested": c.Tests})
	for r := harmony.NavigationFound; r < harmony.Reasons; r++ {
		env.Stats.Set("groups_"+strings.ReplaceAll(r.String(), "-", "_"), s.Reasons[r])
	}
	env.SkipN("host too large for -method thesis (raise -S)", s.LargeHosts)
	env.SkipN("time that groups were too large to compare their order", c.TooLarge)
}
