package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/kinds"
	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/columns"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	count, sum, noSelf bool
	parts              int // -partition; 0: none
	cutBy              string
	hash               bool
	head, tail, sample int64
	seed               uint64
	cols               columns.List
	order              tuple.Order
	checks             checks
	names              string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{head: -1, tail: -1, sample: -1}
	f.BoolVar(&o.count, "count", false, "print the number of records")
	f.BoolVar(&o.sum, "sum", false, "print the number of records and a checksum that does not depend on their order")
	f.Var((*number)(&o.head), "head", "only the first `N` records")
	f.Var((*number)(&o.tail), "tail", "only the last `N` records")
	f.Var((*number)(&o.sample), "sample", "only `N` records, drawn at random, in the order of the input")
	shared.RandomSeed(f, &o.seed)
	f.Repeatable("check")
	f.Var(&o.checks, "check", "`WHAT` to look for: sorted=2,1, unique, range=0:N or range=COLUMN:LOW:HIGH; repeatable")
	f.Var(&o.cols, "cols", "write these columns, in this order: `LIST` like 2,1 or 1,1,3 or id,rank")
	f.KeyVar(&o.order, "sorted", "fail unless the records come sorted by these columns, `LIST` like 2,1; Parquet records it")
	shared.NoSelf(f, &o.noSelf)
	f.StringVar(&o.names, "names", "", "write the names of vertices to `FILE`, one a line; their ids must be 0, 1, 2 …")
	f.IntVar(&o.parts, "partition", 0, "cut the records into `K` parts in the folder of -o (see above)")
	f.StringVar(&o.cutBy, "cut-by", "1", "`COLUMN` whose value decides the part of a record")
	f.BoolVar(&o.hash, "hash", false, "cut by a hash of the column, not by ranges of its values")
	f.Range(1, partition.MostParts, "partition")
	f.Folder(func() bool { return o.parts > 0 })
	f.OneOf("count", "sum", "check", "head", "tail", "sample", "partition")
	f.Needs("-sample", func() bool { return o.sample >= 0 }, "random-seed")
	f.Without("-noself", func() bool { return o.noSelf }, "head", "tail", "sample", "names")
	f.Needs("-partition", func() bool { return o.parts > 0 }, "cut-by", "hash")
	f.Without("-partition", func() bool { return o.parts > 0 }, "noself", "cols", "sorted", "names", "header")
	f.Without("-count, -sum and -check, which write no records", o.asks, "noself", "cols", "sorted", "names", "to")
	return o.run
}

// run does what the flags say.
func (o *options) run(env *cli.Env) error {
	env.LeaveText = len(o.checks) > 0
	env.Shape.Used = o.cols
	if o.count {
		env.Shape.Used = []string{}
	}
	ins, err := env.OpenAll(nil)
	if err != nil {
		return err
	}
	job := &job{flags: o, env: env, ins: ins, columns: ins[0].Columns}
	if o.cols != nil {
		if job.chosen, err = o.cols.Among("-cols", job.columns); err != nil {
			return err
		}
		for _, in := range ins {
			in.RefuseHalves(kinds.Torn(in.Width(), job.chosen))
		}
	}
	switch {
	case o.count:
		return job.countRecords()
	case o.sum:
		return job.checksum()
	case len(o.checks) > 0:
		return job.check()
	case o.parts > 0:
		return job.partition()
	}
	return job.convert()
}

// asks reports whether the result is an answer, not a stream of tuples.
func (o *options) asks() bool { return o.count || o.sum || len(o.checks) > 0 }

// job is one run on open inputs.
type job struct {
	flags   *options
	env     *cli.Env
	ins     []*stream.Input
	columns []tuple.Column // of the inputs
	chosen  []int          // -cols; nil: all
}

func (j *job) width() int { return len(j.columns) }

// usagef is the error of a wrong command line.
func usagef(format string, args ...any) error { return cli.Usagef(format, args...) }

// checkFailed is the error of a check whose answer is no.
func checkFailed(why error) error { return &cli.CheckError{Err: why} }
