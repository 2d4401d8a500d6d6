package main

import (
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// options are the flags of the tool.
type options struct {
	count, sum         bool
	head, tail, sample int64
	seed               uint64
	cols               tuple.Order
	order              tuple.Order
	checks             checks
	columns            columnList
	names              string
	table              bool
	dict               dictOptions
	undict             undictOptions
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{head: -1, tail: -1, sample: -1}
	f.BoolVar(&o.count, "count", false, "print the number of records")
	f.BoolVar(&o.sum, "sum", false, "print the number of records and a checksum that does not depend on their order")
	f.Var((*number)(&o.head), "head", "only the first `N` records")
	f.Var((*number)(&o.tail), "tail", "only the last `N` records")
	f.Var((*number)(&o.sample), "sample", "only `N` records, drawn at random, in the order of the input")
	f.Uint64Var(&o.seed, "seed", 1, "`NUMBER` that -sample draws by; the same draws the same")
	f.Var(&o.checks, "check", "`WHAT` to look for: sorted=2,1, unique, range=0:N or range=COLUMN:LOW:HIGH; repeatable")
	f.Var((*selection)(&o.cols), "cols", "write these columns, in this order: `LIST` like 2,1 or 1,1,3")
	f.KeyVar(&o.order, "order", "fail unless the records come sorted by these columns, `LIST` like 2,1; Parquet records it")
	f.Var(&o.columns, "columns", "names and kinds of the columns of the input: `LIST` like src,dst or page:id,rank:f32")
	f.StringVar(&o.names, "names", "", "write the names of vertices to `FILE`, one a line; their ids must be 0, 1, 2 …")
	f.BoolVar(&o.table, "table", false, "write a table of text, whose first line names its columns, as Parquet")
	o.dict.declare(f)
	o.undict.declare(f)
	return o.run
}

// run does what the flags say.
func (o *options) run(env *cli.Env) error {
	if err := o.valid(); err != nil {
		return err
	}
	switch {
	case o.dict.name != "":
		return o.dict.run(env)
	case o.table:
		return writeSheet(env)
	}
	width, columns := env.Width, []tuple.Column(nil)
	if o.columns.kinds {
		columns = o.columns.list
	} else if n := len(o.columns.list); n > 0 && width == 0 {
		env.Width = n
	}
	ins, err := env.OpenAll(columns)
	if err != nil {
		return err
	}
	env.Width = width
	job := &job{options: o, env: env, ins: ins, columns: ins[0].Columns}
	if err := job.rename(); err != nil {
		return err
	}
	switch {
	case o.count:
		return job.countRecords()
	case o.sum:
		return job.checksum()
	case len(o.checks) > 0:
		return job.check()
	case o.undict.name != "":
		return job.undict()
	}
	return job.convert()
}

// valid refuses flags that ask for different things.
func (o *options) valid() error {
	var asked []string
	for _, f := range []struct {
		name string
		on   bool
	}{
		{"-count", o.count}, {"-sum", o.sum}, {"-check", len(o.checks) > 0},
		{"-head", o.head >= 0}, {"-tail", o.tail >= 0}, {"-sample", o.sample >= 0},
	} {
		if f.on {
			asked = append(asked, f.name)
		}
	}
	records := o.cols != nil || o.order != nil || o.names != "" || len(o.columns.list) > 0
	answers := o.count || o.sum || len(o.checks) > 0
	switch {
	case o.dict.name != "" && (len(asked) > 0 || records):
		return usagef("-dict reads lines of strings: what speaks of tuples does not go with it")
	case o.table && (len(asked) > 0 || records || o.dict.name != "" || o.undict.name != ""):
		return usagef("-table reads a table of text: nothing else goes with it")
	case o.dict.name == "" && o.dict.given() != "":
		return usagef("%s goes with -dict", o.dict.given())
	case o.undict.name == "" && o.undict.given() != "":
		return usagef("%s goes with -undict", o.undict.given())
	case o.undict.name == stream.Stdin:
		return usagef("-undict reads its file more than once: it cannot be stdin")
	case o.undict.name != "" && (answers || o.dict.name != "" || o.names != ""):
		return usagef("-undict writes records with strings: it goes with neither -dict, -names nor questions")
	case len(asked) > 1:
		return usagef("%s cannot be combined", strings.Join(asked, " and "))
	case answers && (o.cols != nil || o.order != nil || o.names != ""):
		return usagef("%s writes no records: -cols, -order and -names do not go with it", asked[0])
	}
	return nil
}

// job is one run on open inputs.
type job struct {
	*options
	env     *cli.Env
	ins     []*stream.Input
	columns []tuple.Column // of the inputs
}

// rename takes over names that were given without kinds.
func (j *job) rename() error {
	if j.options.columns.kinds || len(j.options.columns.list) == 0 {
		return nil
	}
	if n := len(j.options.columns.list); n != len(j.columns) {
		return usagef("-columns names %d columns, records have %d", n, len(j.columns))
	}
	j.columns = append([]tuple.Column(nil), j.columns...)
	for i, c := range j.options.columns.list {
		j.columns[i].Name = c.Name
	}
	return nil
}

func (j *job) width() int { return len(j.columns) }

// usagef is a mistake in the command line, said the answer no.
func usagef(format string, args ...any) error { return cli.Usagef(format, args...) }
func said(no error) error                     { return &cli.CheckError{Err: no} }
