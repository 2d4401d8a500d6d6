package main

import (
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/sisters"
	"webmill/pkg/web/units"
	"webmill/tools/internal/rows"
)

// evaluation compares what is found with pages that were filtered by hand.
type evaluation struct {
	opt     *options
	env     *cli.Env
	gold    map[string][]byte // by URL: the units of the filtered page, as a line
	figures [len(columns)][]float64
	rows    int   // pages of which there is a filtered one
	failed  int64 // rows that could not be compared
}

// The forms of a page.
const (
	byHand   = iota // what people left of it
	original        // as it is
	ofNTPC          // what ntpc keeps
	ofLev
	notNTPC // what ntpc drops
	notLev
	forms
)

// The columns that have grades, or that are tested against each other.
const man, ntpc, lev = 0, 1, 2

// columns are the figures of a page. Each compares two of its forms.
var columns = [...]struct {
	name    string
	a, b    int
	compare func(c *units.Comparator, a, b *units.Page) (x float64, ok bool)
}{
	man:  {"man", byHand, original, (*units.Comparator).Index},
	ntpc: {"ntpc", byHand, ofNTPC, (*units.Comparator).Index},
	lev:  {"lev", byHand, ofLev, (*units.Comparator).Index},
	{"ntpc_lev", ofNTPC, ofLev, (*units.Comparator).Index},
	{"f1_man", byHand, original, f1},
	{"f1_ntpc", byHand, ofNTPC, f1},
	{"f1_lev", byHand, ofLev, f1},
	{"dropped_ntpc", byHand, notNTPC, (*units.Comparator).Index},
	{"dropped_lev", byHand, notLev, (*units.Comparator).Index},
}

func f1(_ *units.Comparator, a, b *units.Page) (float64, bool) { return units.F1(a, b), true }

// chosen reports whether there is a filtered page.
func (v *evaluation) chosen(about []byte) bool { return v.gold[urlOf(about)] != nil }

// readGold reads the filtered pages.
func (v *evaluation) readGold(job *sisters.Job) error {
	o, env := v.opt, v.env
	in := o.input
	in.Dir = o.evaluate
	r, err := in.Open(env)
	if err != nil {
		return err
	}
	type page struct {
		url  string
		code []byte
	}
	workers := make([]*worker, r.Plan.Threads)
	work := func(p *docs.Batch) (pages []page, err error) {
		if workers[p.Worker] == nil {
			workers[p.Worker] = newWorker(o, job)
		}
		w := workers[p.Worker]
		w.Allow(r.Plan.Allowance(p.Turn))
		for {
			d, err := p.Next()
			if err == io.EOF {
				return pages, nil
			}
			if err != nil {
				return nil, err
			}
			if u, _ := w.read(&d.Document); u != nil {
				pages = append(pages, page{string(w.base.Base()), u.AppendCode(nil)})
			}
		}
	}
	size, most := int64(0), env.Memory/goldShare
	found, err := docs.Read(r, &r.Volumes[0], work, func(pages []page) error {
		for _, p := range pages {
			if v.gold[p.url] != nil {
				continue
			}
			v.gold[p.url] = p.code
			if size += int64(len(p.code)); size > most {
				return env.Leaves(2*goldShare*size, "for the pages of -evaluate")
			}
		}
		return nil
	})
	if err == nil && found.Failed != "" {
		err = fmt.Errorf("%s", found.Failed)
	}
	var all counts
	for _, w := range workers {
		if w != nil {
			all.add(&w.counts)
		}
	}
	v.skips(&found, &all)
	if err == nil && len(v.gold) == 0 {
		err = fmt.Errorf("%s: has no pages", o.evaluate)
	}
	return err
}

// skips says which filtered pages, or parts of them, were not read.
func (v *evaluation) skips(found *docs.Tally, c *counts) {
	env := v.env
	damage := found.Damage
	if v.opt.input.URLs != "" { // it names pages too that nobody filtered
		delete(found.Skips, docs.Unreadable)
		damage = "in " + v.opt.evaluate
	}
	if len(found.Skips) > 0 {
		env.Unfinished("-evaluate: %s; the first: %s", cli.Skipped(found.Skips), damage)
	}
	env.SkipN("page of -evaluate that -urls does not name", found.Unlisted)
	env.SkipN("page of -evaluate that takes more memory than -S has for one (raise -S)", c.Counts.Counts[links.TooLarge])
	c.skips(env)
}

const goldShare = 8 // the filtered pages may take an 8th of the memory

// urlOf is the URL in what a worker said of a page.
func urlOf(about []byte) string {
	var d document.Document
	if d.Parse(append([]byte(nil), about...)) != nil {
		return ""
	}
	return string(d.URL)
}

// create opens the output.
func (v *evaluation) create(env *cli.Env) (*writing, error) {
	fields := append(parquetio.Texts("url"), parquetio.Fields(tuple.Ints("siblings")...)...)
	fields = append(fields, parquetio.Texts("ntpc_grade", "lev_grade")...)
	for _, c := range columns {
		fields = append(fields, parquetio.Reals(c.name)...)
	}
	out, err := rows.Create(env, "figures", fields)
	if err != nil {
		return nil, err
	}
	begin := func(int) func([]byte, *sisters.Scored) []byte {
		c := units.NewComparator(units.Options{}) // the index is the same measure whatever is compared with sister pages
		c.Limit(mostSteps)
		return func(dst []byte, s *sisters.Scored) []byte { return v.append(dst, c, s) }
	}
	write := func(line []byte) error {
		v.rows++
		row := splitLine(line)
		var figures [len(columns)]float64
		for i, f := range row[len(row)-len(columns):] {
			x, err := strconv.ParseFloat(string(f), 64)
			if err != nil {
				v.failed++
				return out.Row(row...)
			}
			figures[i] = x
		}
		for i, x := range figures {
			v.figures[i] = append(v.figures[i], x)
		}
		return out.Row(row...)
	}
	return &writing{begin, write, out.Close}, nil
}

// append appends the row of a page. A comparison that takes too long leaves its figures empty.
func (v *evaluation) append(dst []byte, c *units.Comparator, s *sisters.Scored) []byte {
	var gold units.Page
	url := urlOf(s.About)
	if gold.Decode(v.gold[url]) != nil {
		return dst // it was chosen because it is there
	}
	pages := [forms]*units.Page{byHand: &gold, original: s.Page}
	pages[ofNTPC], pages[notNTPC] = units.Filter(s.Page, s.ByWords, v.opt.least)
	pages[ofLev], pages[notLev] = units.Filter(s.Page, s.Scores, v.opt.least)
	var figures [len(columns)]float64
	whole := !s.Exceeded
	for i, f := range columns {
		x, ok := f.compare(c, pages[f.a], pages[f.b])
		figures[i], whole = x, whole && ok
	}
	dst = append(append(dst, url...), '\t')
	dst = strconv.AppendInt(dst, int64(s.Sisters), 10)
	for _, i := range []int{ntpc, lev} {
		dst = append(dst, '\t')
		if whole {
			dst = append(dst, units.Grade(figures[i])...)
		}
	}
	for _, x := range figures {
		dst = append(dst, '\t')
		if whole {
			dst = strconv.AppendFloat(dst, x, 'f', 4, 64)
		}
	}
	return append(dst, '\n')
}

// report tells what the figures say. That there are none is an error.
func (v *evaluation) report() error {
	env := v.env
	if v.rows == 0 {
		return fmt.Errorf("no page of %s has the name of a page of %s", v.opt.evaluate, v.opt.input.Dir)
	}
	env.SkipN("page of -evaluate whose name no page of -dir has", int64(len(v.gold)-v.rows))
	env.SkipN("page whose comparison takes too long, and has no figures", v.failed)
	for i, c := range columns {
		s := units.Summarize(v.figures[i])
		env.Stats.Add(cli.Figures{c.name + "_mean": s.Mean, c.name + "_median": s.Median})
		env.Sayf("%-12s mean %.4f, median %.4f, deviation %.3f, from %.4f to %.4f", c.name, s.Mean, s.Median, s.Deviation,
			s.Least, s.Most)
	}
	for _, i := range []int{ntpc, lev} {
		t, better, worse := units.Paired(v.figures[i], v.figures[man])
		env.Sayf("%s against doing nothing: better on %d pages, worse on %d, t = %.2f", columns[i].name, better, worse, t)
	}
	t, better, worse := units.Paired(v.figures[lev], v.figures[ntpc])
	env.Sayf("lev against ntpc: better on %d pages, worse on %d, t = %.2f with %d degrees of freedom", better, worse, t,
		max(0, len(v.figures[man])-1))
	env.Stats.Add(cli.Figures{"evaluated": len(v.figures[man]), "lev_better": better, "lev_worse": worse, "t": t})
	return nil
}
