// Package tuples is the work of the tool tuples: tuple streams from any form into any other, parts of them, and what they
// look like.
package tuples

import (
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// Command describes the tool.
func Command() cli.Command {
	return cli.Command{
		Name:     "tuples",
		Synopsis: "convert, cut, count and check tuple streams",
		Usage:    []string{"[FILE...]"},
		Manual:   manual,
		In:       "tuples in any form; several files are read one after the other",
		Out:      "tuples in any form, in the order of the input; with -count, -sum and -check see above",
		Memory:   "2 MB; 80 MB for Parquet; and 4 bytes · columns · N for -sample N, and for -tail N of what is not a raw file",
		Passes:   "1; a second one over a temporary file for Parquet from a pipe or compressed, and to write mtx",
		Examples: []cli.Example{
			{Does: "links for a notebook, with the names of their columns", Line: "tuples -columns src:id,dst:id -order 1,2 -o links.parquet links.t2"},
			{Does: "the first links of the transposed graph", Line: "tuples -cols 2,1 -head 3 -to text links.t2"},
			{Does: "is this sorted by target, then source, without repetitions?", Line: "tuples -check sorted=2,1 -check unique links-by-dst.t2"},
		},
		Groups: cli.Tuples | cli.Width | cli.Threads,
		Setup:  setup,
	}
}

const manual = `
Reads tuples and writes them in another form. The form is chosen by the name of a file or by -from and -to:

  raw       *.t1 … *.t8: little-endian int32, as many as the name says or -w
  text      *.txt *.tsv *.el: a record a line, numbers apart by TABs or blanks, comments after # or %.
            SNAP edge lists and ASCII arc lists of WebGraph are read like this
  parquet   *.parquet: one column a column; read from a pipe, it is first copied to a temporary file
  mtx       *.mtx: Matrix Market coordinates, pattern, integer or real, general or symmetric; rows and
            columns are counted from 1 there and from 0 here
  adj       *.adj: binary records ID k ID1 … IDk (adj-be: big-endian) from and to pairs; to write them,
            the pairs must be sorted by column 1
  edges     *edges.txt: the links of a Common Crawl graph
  vertices  *vertices.txt: its vertices, as (id) or (id, hosts); -names keeps their names

.gz, .zst and .bz2 are unpacked on input whatever their name, and made for an output named .gz or .zst. A folder
of files part-* is read as one text. Ids must fit into 0 … 2147483647; nothing is ever wrapped.

-columns names the columns of the input and, after a colon, their kind: id, int (any int32) or f32 (a score, a
number ≥ 0 kept as the bits of a float32). Text and Parquet show an f32 as a decimal number.

-count prints the number of records. -sum prints it and, after a TAB, a 64-bit checksum that does not depend on
their order: equal for a file and its sorted copy. -check is silent, or says at which record the answer is no and
ends with exit status 4; it can be repeated:

  sorted=2,1       sorted by column 2, then column 1 (2r: downwards)
  unique           each record is greater than the one before it: in the order of sorted, if there is one
  range=0:N        all values are at least 0 and less than N
  range=2:0:N      the values of column 2 are
`

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
	return o.run
}

// run does what the flags say.
func (o *options) run(env *cli.Env) error {
	if err := o.valid(); err != nil {
		return err
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
	defer job.warn()
	switch {
	case o.count:
		return job.countRecords()
	case o.sum:
		return job.checksum()
	case len(o.checks) > 0:
		return job.check()
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
	answers := o.count || o.sum || len(o.checks) > 0
	switch {
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

// warn tells what was odd about the inputs.
func (j *job) warn() {
	for _, in := range j.ins {
		if w := in.Warning(); w != "" {
			j.env.Warnf("%s: %s", in.Name, w)
		}
	}
}

func (j *job) width() int { return len(j.columns) }

// usagef is a mistake in the command line, said the answer no.
func usagef(format string, args ...any) error { return cli.Usagef(format, args...) }
func said(no error) error                     { return &cli.CheckError{Err: no} }
