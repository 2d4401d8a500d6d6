package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/graph/accumulate"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	orders     []string
	steps      int
	scope      string
	double     bool
	randomSeed uint64

	ins []*stream.Input
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes("raw, text, csv, parquet", stream.Text)
	f.Repeatable("order")
	f.Func("order", "`FILE` of an order, pairs (id, position); repeat it for more", func(name string) error {
		o.orders = append(o.orders, name)
		return nil
	})
	f.IntVar(&o.steps, "steps", 100, "phases, `N`, besides the one before the first page")
	f.Range(1, mostSteps, "steps")
	cli.Choice(f, &o.scope, "among", "all", "the `PAGES` that count: all, or order: those that have a position in one",
		[]string{"all", "order"})
	shared.F64(f, &o.double)
	shared.RandomSeed(f, &o.randomSeed)
	return o.run
}

const (
	mostSteps  = 1 << 20
	mostOrders = tuple.MaxWidth - 4 // beside percent, max, random and sample
)

func (o *options) run(env *cli.Env) error {
	ranks := env.Operands()[0]
	if err := o.check(ranks); err != nil {
		return err
	}
	columns := append(tuple.IDs("id"), tuple.ScoreColumn("rank", o.double)...)
	opt := accumulate.Options{
		Double: o.double, Steps: o.steps, Placed: o.scope == "order", Seed: o.randomSeed,
	}
	for _, name := range o.orders {
		in, err := o.open(env, name, tuple.IDs("id", "position"))
		if err != nil {
			return err
		}
		opt.Orders = append(opt.Orders, in)
	}
	var err error
	if opt.Ranks, err = o.open(env, ranks, columns); err != nil {
		return err
	}
	write, err := o.create(env)
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	curves := accumulate.Bytes(len(opt.Orders), opt.Steps)
	if err := env.Leaves(2*curves, fmt.Sprintf("for -steps %d", opt.Steps)); err != nil { // the other half is for the sort
		return err
	}
	env.TakeMemory(curves)
	opt.Room = env.Room() // what the inputs, outputs and curves leave
	g, err := accumulate.Accumulate(opt)
	if err == nil {
		err = o.someEmpty()
	}
	if err != nil {
		return err
	}
	t := newTable(g)
	t.report(env, g)
	unranked := cli.Count{N: g.Unranked, One: "page has a position and no rank, and counts 0",
		Many: "pages have a position and no rank, and count 0"}
	unplaced := cli.Count{N: g.Unplaced, One: "page has a rank and no position", Many: "pages have a rank and no position"}
	if opt.Placed {
		unplaced.N = 0 // these pages are not asked for
	}
	if odd := cli.ListCounts(unranked, unplaced); odd != "" {
		env.Warnf("%s: are the orders and the ranks of one crawl?", odd)
	}
	return write(t)
}

func (o *options) open(env *cli.Env, name string, columns []tuple.Column) (tuple.Input, error) {
	in, err := env.Open(name, columns)
	if err != nil {
		return tuple.Input{}, err
	}
	o.ins = append(o.ins, in)
	return in.Named(), nil
}

// someEmpty is an error if some inputs are empty and others are not.
func (o *options) someEmpty() error {
	has := func(in *stream.Input) bool { return in.Records() > 0 }
	if empty := slices.IndexFunc(o.ins, func(in *stream.Input) bool { return !has(in) }); empty >= 0 &&
		slices.ContainsFunc(o.ins, has) {
		return fmt.Errorf("%s: is empty", o.ins[empty].Name)
	}
	return nil
}

// check is all that can be said before anything is opened.
func (o *options) check(ranks string) error {
	switch {
	case len(o.orders) == 0:
		return cli.Usagef("-order is needed")
	case len(o.orders) > mostOrders:
		return cli.Usagef("%d orders are more than %d", len(o.orders), mostOrders)
	}
	return cli.OneStdin(append(o.orders, ranks)...)
}

// create opens the output, text unless another form was asked for, and returns what writes a table to it.
func (o *options) create(env *cli.Env) (func(*table) error, error) {
	if form := env.SaidFormat(); form == stream.Auto || form == stream.Text {
		var others []string
		if form == stream.Auto {
			others = []string{".csv", ".parquet", ".tN"} // which do not come here, but are said
		}
		out, err := env.CreateLines(others...)
		return func(t *table) error { return t.text(out) }, err
	}
	out, err := env.Create(tuple.F32s(names(len(o.orders))...), tuple.Columns(0))
	return func(t *table) error { return t.tuples(out) }, err
}

func names(orders int) []string {
	list := []string{"percent"}
	for i := range orders {
		name := "order"
		if i > 0 {
			name += strconv.Itoa(i + 1)
		}
		list = append(list, name)
	}
	return append(list, "max", "random", "sample")
}

// table is what is written: the columns after that of percent.
type table struct {
	names  []string
	curves []accumulate.Curve
}

func newTable(g *accumulate.Gain) *table {
	curves := append(g.Orders[:len(g.Orders):len(g.Orders)], g.Max, g.Random, g.Sample)
	return &table{names: names(len(g.Orders)), curves: curves}
}

func (t *table) percent(step int) float64 { return 100 * float64(step) / float64(len(t.curves[0])-1) }

func (t *table) text(out io.Writer) error {
	w := bufio.NewWriter(out)
	for i, name := range t.names {
		fmt.Fprintf(w, "%s%s", []string{"# ", "\t"}[min(i, 1)], name)
	}
	for step := range t.curves[0] {
		fmt.Fprintf(w, "\n%.8g", t.percent(step))
		for _, c := range t.curves {
			fmt.Fprintf(w, "\t%.9f", c[step])
		}
	}
	fmt.Fprintf(w, "\n# area")
	for _, c := range t.curves {
		fmt.Fprintf(w, "\t%.9f", c.Area())
	}
	fmt.Fprintln(w)
	return w.Flush()
}

func (t *table) tuples(out tuple.Sink) error {
	w := tuple.NewWriter(out, len(t.names))
	record := make([]int32, len(t.names))
	for step := range t.curves[0] {
		record[0] = tuple.F32Bits(float32(t.percent(step)))
		for i, c := range t.curves {
			record[i+1] = tuple.F32Bits(float32(c[step]))
		}
		w.Put(record...)
	}
	return w.Flush()
}

func (t *table) report(env *cli.Env, g *accumulate.Gain) {
	areas := map[string]float64{}
	for i, c := range t.curves {
		areas[t.names[i+1]] = c.Area()
	}
	env.Stats.Add(cli.Figures{
		"areas": areas, "pages": g.Pages, "places": g.Places, "unranked": g.Unranked, "unplaced": g.Unplaced, "total": g.Total,
	})
	if g.Total == 0 {
		env.Warnf("no rank is above 0, so all shares are 0")
	}
}
