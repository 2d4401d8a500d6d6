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
	figures [4][]float64      // man, ntpc, lev, n/l of all pages
	control [2][]float64      // what ntpc and lev have dropped
	words   [3][]float64      // F1 of the original, ntpc, lev
	rows    int               // pages of which there is a filtered one
	failed  int64             // rows that could not be compared
}

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
	work := func(p *docs.Piece) (pages []page, err error) {
		if workers[p.Worker] == nil {
			workers[p.Worker] = newWorker(o, job)
		}
		w := workers[p.Worker]
		w.reader.Allow(r.Plan.Allowance(p.Turn))
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
	found, err := docs.Read(r, &r.Units[0], work, func(pages []page) error {
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
	env.SkipN("page of -evaluate that takes more memory than -S has for one (raise -S)", c.Counts[links.TooLarge])
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

// names are the columns.
var names = []string{"man", "ntpc", "lev", "ntpc_lev", "f1_man", "f1_ntpc", "f1_lev", "dropped_ntpc", "dropped_lev"}

// create opens the output.
func (v *evaluation) create(env *cli.Env) (*writing, error) {
	fields := append(parquetio.Texts("url"), parquetio.Fields(tuple.Ints("siblings")...)...)
	fields = append(fields, parquetio.Texts("ntpc_grade", "lev_grade")...)
	for _, name := range names {
		fields = append(fields, parquetio.Reals(name)...)
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
		var x []float64
		for _, f := range row[4:] {
			n, err := strconv.ParseFloat(string(f), 64)
			if err != nil {
				v.failed++
				return out.Row(row...)
			}
			x = append(x, n)
		}
		for i, list := range []*[]float64{&v.figures[0], &v.figures[1], &v.figures[2], &v.figures[3], &v.words[0], &v.words[1],
			&v.words[2], &v.control[0], &v.control[1]} {
			*list = append(*list, x[i])
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
	ntpc, noNTPC := units.Filter(s.Page, s.ByWords, v.opt.least)
	lev, noLev := units.Filter(s.Page, s.Scores, v.opt.least)
	var figures []float64
	whole := !s.Exceeded
	for _, pair := range [][2]*units.Page{
		{&gold, s.Page}, {&gold, ntpc}, {&gold, lev}, {ntpc, lev}, {&gold, noNTPC}, {&gold, noLev},
	} {
		x, ok := c.Index(pair[0], pair[1])
		figures, whole = append(figures, x), whole && ok
	}
	dst = append(append(dst, url...), '\t')
	dst = append(strconv.AppendInt(dst, int64(s.Sisters), 10), '\t')
	if !whole {
		return append(dst, "\t\t\t\t\t\t\t\t\t\t\n"...)
	}
	dst = append(append(dst, units.Grade(figures[1])...), '\t')
	dst = append(dst, units.Grade(figures[2])...)
	words := []float64{units.F1(&gold, s.Page), units.F1(&gold, ntpc), units.F1(&gold, lev)}
	for _, list := range [][]float64{figures[:4], words, figures[4:]} {
		for _, x := range list {
			dst = strconv.AppendFloat(append(dst, '\t'), x, 'f', 4, 64)
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
	lists := map[string][]float64{"man": v.figures[0], "ntpc": v.figures[1], "lev": v.figures[2], "ntpc_lev": v.figures[3],
		"f1_man": v.words[0], "f1_ntpc": v.words[1], "f1_lev": v.words[2], "dropped_ntpc": v.control[0],
		"dropped_lev": v.control[1]}
	for _, name := range names {
		s := units.Summarize(lists[name])
		env.Stats.Add(cli.Figures{name + "_mean": s.Mean, name + "_median": s.Median})
		env.Sayf("%-12s mean %.4f, median %.4f, deviation %.3f, from %.4f to %.4f", name, s.Mean, s.Median, s.Deviation,
			s.Least, s.Most)
	}
	for i, name := range []string{"ntpc", "lev"} {
		t, better, worse := units.Paired(v.figures[i+1], v.figures[0])
		env.Sayf("%s against doing nothing: better on %d pages, worse on %d, t = %.2f", name, better, worse, t)
	}
	t, better, worse := units.Paired(v.figures[2], v.figures[1])
	env.Sayf("lev against ntpc: better on %d pages, worse on %d, t = %.2f with %d degrees of freedom", better, worse, t,
		max(0, len(v.figures[0])-1))
	env.Stats.Add(cli.Figures{"evaluated": len(v.figures[0]), "lev_better": better, "lev_worse": worse, "t": t})
	return nil
}
