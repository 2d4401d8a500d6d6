package main

import (
	"errors"
	"io"
	"slices"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/columns"
	"webmill/tools/internal/dictionary"
)

// options are the flags of the tool.
type options struct {
	at           columns.List
	ids          bool
	schema       columns.Fields
	hostColumn   bool
	domainColumn bool
	ccRanks      bool

	hosts bool // whether a string had a host
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes("text, csv, parquet", stream.Text)
	f.Lacks("is -at here; to choose columns, use tuples -cols before", "cols")
	f.Var(&o.at, "at", "columns that hold ids, `LIST` like 1,2 or src,dst (default 1)")
	f.BoolVar(&o.ids, "ids", false, "text keeps the ids before their strings, as Parquet does")
	f.BoolVar(&o.ccRanks, "cc-ranks", false, "hosts with their ranks, the greatest first, as in the rank files of Common Crawl")
	f.BoolVar(&o.hostColumn, "host-column", false, "add the host of each string, after it")
	f.BoolVar(&o.domainColumn, "domain-column", false, "add the registered domain of each string, like example.org, after it")
	columns.SchemaFlag(f, &o.schema)
	f.LeastS(func() cli.Size { return cli.Size(dict.LeastMemory(len(o.at), f.WritesParquet())) })
	f.Without("-cc-ranks", func() bool { return o.ccRanks }, "at", "ids", "host-column", "domain-column", "schema")
	return o.run
}

// job is one run on open inputs.
type job struct {
	flags      *options
	env        *cli.Env
	dictionary string // the name of the file
	ins        []*stream.Input
	columns    []tuple.Column // of the inputs
}

// run writes the records with the strings of their ids.
func (o *options) run(env *cli.Env) error {
	if len(env.Args) == 0 {
		return cli.Usagef("the first operand is the dictionary, like undict urls.txt ranks.t2")
	}
	if o.ids && env.OutFormat() == stream.Parquet {
		return cli.Usagef("-ids is for text: Parquet has the ids in columns of their own")
	}
	operands := env.Args
	j := &job{flags: o, env: env, dictionary: operands[0]}
	env.Args = env.Args[1:]
	err := dictionary.MustReread(env, j.dictionary)
	if err == nil {
		j.ins, err = env.OpenAll(nil)
	}
	if err != nil {
		return dictionary.Swapped(env, err, operands...)
	}
	// A dictionary that is none is said even if there are no records.
	open := dictionary.Open
	if o.schema != nil {
		open = dictionary.OpenFields
	}
	first, err := open(env, j.dictionary)
	if err != nil {
		return dictionary.Swapped(env, err, operands...)
	}
	first.Close()
	j.columns = j.ins[0].Columns
	at, err := j.idColumns()
	if err != nil {
		return err
	}
	out, err := j.createRows(at)
	if err != nil {
		return err
	}
	u := dict.Undict{
		Name: j.dictionary, Input: j.inputName(), Width: len(j.columns), Columns: at,
		Open: func() (io.Reader, error) { return open(env, j.dictionary) },
		Room: env.Room(),
	}
	err = u.Run(env.GuardKinds(tuple.Concat(j.ins), withIDs(j.columns, at), "-columns"), out)
	if errors.Is(err, tuple.ErrNumber) {
		err = dictionary.Swapped(env, err, operands...)
	}
	if err != nil {
		return err
	}
	rows := int64(0)
	for _, in := range j.ins {
		rows += in.Records()
	}
	env.Stats.Set("rows_out", rows)
	if (o.hostColumn || o.domainColumn) && !o.hosts && rows > 0 {
		env.Warnf("%s", dictionary.NoHosts)
	}
	return out.finish()
}

// withIDs returns the columns, some of them as ids.
func withIDs(cols []tuple.Column, at []int) []tuple.Column {
	cols = slices.Clone(cols)
	for _, c := range at {
		cols[c].Kind = tuple.ID
	}
	return cols
}

// inputName is how messages name the input.
func (j *job) inputName() string {
	if len(j.ins) > 1 {
		return "the inputs"
	}
	return j.ins[0].Name
}

// idColumns are the numbers, from 0, of the columns that hold ids.
func (j *job) idColumns() (at []int, err error) {
	at = []int{0}
	if j.flags.at != nil {
		if at, err = j.flags.at.Among("-at", j.columns); err != nil {
			return nil, err
		}
	}
	slices.Sort(at)
	for i, c := range at {
		switch {
		case j.columns[c].Null:
			return nil, cli.Usagef("-at: column %d may be unknown: only known ids have strings", c+1)
		case j.columns[c].Kind >= tuple.F32:
			return nil, cli.Usagef("-at: column %d is a score, not an id", c+1)
		case i > 0 && at[i-1] == c:
			return nil, cli.Usagef("-at: column %d is given twice", c+1)
		}
	}
	return at, nil
}

// rows is where records with strings go.
type rows interface {
	dict.Rows
	finish() error
}

func (j *job) createRows(at []int) (rows, error) {
	form := j.env.SaidFormat()
	if !slices.Contains([]stream.Format{stream.Auto, stream.Text, stream.CSV, stream.Parquet}, form) {
		return nil, cli.Usagef("strings are written as text, CSV or Parquet, not as %s", form)
	}
	o, cols := j.flags, j.columns
	if o.ccRanks && (form == stream.Parquet || form == stream.CSV || j.env.Header || len(at) != 1 || at[0] != 0 ||
		tuple.Numbers(cols) != 2 || cols[1].Kind < tuple.F32) {
		return nil, cli.Usagef("-cc-ranks writes text of an id and a score, as -columns id,rank:f32 says them")
	}
	if form == stream.Parquet {
		return j.createTable(at)
	}
	if o.schema != nil {
		return nil, cli.Usagef("-schema is for Parquet: text has each line of the dictionary as it is")
	}
	file, err := j.env.CreateLines(".csv")
	if err != nil {
		return nil, err
	}
	if o.ccRanks {
		return newRankRows(file, j.inputName(), cols), nil
	}
	if form == stream.CSV || j.env.Header {
		line, err := stream.NameLine(j.written(at), form)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(line); err != nil {
			return nil, err
		}
	}
	return newTextRows(file, cols, at, o, form), nil
}

// written are the columns of text, which has strings in the place of ids.
func (j *job) written(at []int) (list []tuple.Column) {
	i := 0 // among the columns of the inputs
	for _, f := range j.fields(at) {
		if f.Text || j.flags.ids || !slices.Contains(at, i) {
			list = append(list, f.Column)
		}
		if !f.Text {
			i++
		}
	}
	return list
}

func (j *job) createTable(at []int) (rows, error) {
	out, how, err := j.env.CreateTable()
	if err != nil {
		return nil, err
	}
	table, err := parquetio.NewTableWriter(out, j.fields(at), nil, how)
	return newTableRows(table, j.flags), err
}

// fields are the columns of Parquet: those of strings follow the ids that they belong to.
func (j *job) fields(at []int) []parquetio.Field {
	o, fields := j.flags, parquetio.Fields(j.columns...)
	own := []parquetio.Field(slices.Clone(o.schema))
	if own == nil {
		own = parquetio.Texts(dictionary.Singular(j.dictionary))
	}
	hosts := parquetio.Texts("host", "domain")
	for i := range hosts {
		hosts[i].Null = true // for a URL without a host
	}
	if o.domainColumn {
		own = slices.Insert(own, 1, hosts[1])
	}
	if o.hostColumn {
		own = slices.Insert(own, 1, hosts[0])
	}
	for _, c := range slices.Backward(at) {
		mine := slices.Clone(own)
		for i := range mine {
			if len(at) > 1 {
				mine[i].Name = j.columns[c].Name + "_" + mine[i].Name
			}
		}
		fields = slices.Insert(fields, c+1, mine...)
	}
	return fields
}
