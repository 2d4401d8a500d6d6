package main

import (
	"slices"

	"webmill/pkg/cli"
	"webmill/pkg/extmem"
	"webmill/pkg/tuple"
)

type options struct {
	numbers string
	col     int
	missing extmem.Missing
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.numbers, "map", "", "`FILE` with the pairs (id, number)")
	f.Needed("map")
	f.IntVar(&o.col, "col", 1, "column `NUMBER` to change")
	cli.Choice(f, &o.missing, "missing", extmem.Refuse,
		"`WHAT` to do with an id that has no number: error, drop its record or keep the id", extmem.AllMissing)
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := cli.OneStdin(o.numbers, env.Operands()[0]); err != nil {
		return err
	}
	in, err := env.Open(env.Operands()[0], nil)
	if err != nil {
		return err
	}
	if o.col < 1 || o.col > in.Width() {
		return cli.Usagef("-col %d: there is no such column in records of %d", o.col, in.Width())
	}
	numbers, err := env.Open(o.numbers, tuple.IDs("id", "number"))
	if err != nil {
		return err
	}
	ids := slices.Clone(in.Columns)
	if ids[o.col-1].Kind >= tuple.F32 {
		return cli.Usagef("-col %d: the column holds scores, not ids", o.col)
	}
	ids[o.col-1].Kind = tuple.ID
	in.Expect(ids)
	out, err := env.Create(in.Columns, nil)
	if err != nil {
		return err
	}
	without, err := extmem.Renumber(out,
		extmem.Input{Input: in.Named(), Width: in.Width(), Key: []int{o.col - 1}},
		extmem.Input{Input: numbers.Named(), Width: 2}, o.missing)
	env.Stats.Set("without_number", without)
	if err == nil && numbers.Records() == 0 && in.Records() > 0 {
		env.Warnf("%s: is empty: no id has a number", numbers.Name)
	} else if err == nil && without > 0 && without == in.Records() {
		env.Warnf("no id of %s has a number in %s: are they of one crawl?", in.Name, numbers.Name)
	}
	return err
}
