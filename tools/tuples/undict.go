package main

import (
	"io"
	"slices"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
)

// undictOptions are the flags that put strings beside ids.
type undictOptions struct {
	name       string
	at         selection
	ids        bool
	hostColumn bool
	ccRanks    bool
}

func (o *undictOptions) declare(f *cli.Flags) {
	f.StringVar(&o.name, "undict", "", "put strings beside ids, from the dictionary `FILE`: line i, from 0, is the string of id i")
	f.Var(&o.at, "at", "-undict: columns that hold ids, `LIST` like 1,2 (default 1)")
	f.BoolVar(&o.ids, "ids", false, "-undict: text keeps the ids before their strings, as Parquet does")
	f.BoolVar(&o.ccRanks, "cc-ranks", false, "-undict: hosts with their ranks, the greatest first, as in the rank files of Common Crawl")
	f.BoolVar(&o.hostColumn, "host-column", false, "-undict: add the host of each string, after it")
}

func (o *undictOptions) given() string {
	switch {
	case o.at != nil:
		return "-at"
	case o.ids:
		return "-ids"
	case o.hostColumn:
		return "-host-column"
	case o.ccRanks:
		return "-cc-ranks"
	}
	return ""
}

// undict writes the records asked for with the strings of their ids.
func (j *job) undict() error {
	columns, err := j.selected()
	if err != nil {
		return err
	}
	at, err := j.at(columns)
	if err != nil {
		return err
	}
	out, err := j.createRows(columns, at)
	if err != nil {
		return err
	}
	src, err := j.records(columns)
	if err != nil {
		return err
	}
	u := dict.Undict{
		Name: j.options.undict.name, Input: j.inputName(), Width: len(columns), Columns: at,
		Memory: j.env.Memory, FS: j.env.FS, TempDir: j.env.TempDir,
		Open: func() (io.Reader, error) { return openLines(j.env, j.options.undict.name) },
	}
	if err := u.Run(src, out); err != nil {
		return err
	}
	return out.finish()
}

// inputName is how messages name the input.
func (j *job) inputName() string {
	if len(j.ins) > 1 {
		return "the inputs"
	}
	return j.ins[0].Name
}

// at are the columns that hold ids.
func (j *job) at(columns []tuple.Column) (at []int, err error) {
	keys := tuple.Order(j.options.undict.at)
	if keys == nil {
		keys = tuple.Columns(0)
	}
	for _, k := range keys {
		switch {
		case k.Col >= len(columns):
			return nil, usagef("-at: there is no column %d in records of %d", k.Col+1, len(columns))
		case columns[k.Col].Kind >= tuple.F32:
			return nil, usagef("-at: column %d is a score, not an id", k.Col+1)
		case slices.Contains(at, k.Col):
			return nil, usagef("-at: column %d stands twice", k.Col+1)
		}
		at = append(at, k.Col)
	}
	slices.Sort(at)
	return at, nil
}

// rows is where records with strings go.
type rows interface {
	dict.Rows
	finish() error
}

func (j *job) createRows(columns []tuple.Column, at []int) (rows, error) {
	form := j.env.SaidFormat()
	if form != stream.Auto && form != stream.Text && form != stream.Parquet {
		return nil, usagef("strings are written as text or Parquet, not as %s", form)
	}
	o := &j.options.undict
	if o.ccRanks && (form == stream.Parquet || len(at) != 1 || at[0] != 0 || tuple.Numbers(columns) != 2 || columns[1].Kind < tuple.F32) {
		return nil, usagef("-cc-ranks writes text of an id and a score, as -columns id,rank:f32 says them")
	}
	out, err := j.env.CreateBytes()
	if err != nil {
		return nil, err
	}
	if o.ccRanks {
		return newRankRows(out, j.inputName(), columns), nil
	}
	if form != stream.Parquet {
		return newTextRows(out, columns, at, o), nil
	}
	table, err := parquetio.NewTableWriter(out, o.fields(columns, at), nil, j.env.Threads)
	return &tableRows{table: table, hosts: o.hostColumn}, err
}

// fields are the columns of Parquet: those of strings follow the ids that they belong to.
func (o *undictOptions) fields(columns []tuple.Column, at []int) []parquetio.Field {
	fields := parquetio.Fields(columns...)
	for _, c := range slices.Backward(at) {
		names := []string{singular(o.name), "host"}[:1:2]
		if o.hostColumn {
			names = names[:2]
		}
		for i := range names {
			if len(at) > 1 {
				names[i] = columns[c].Name + "_" + names[i]
			}
		}
		fields = slices.Insert(fields, c+1, parquetio.Texts(names...)...)
	}
	return fields
}

// tableRows writes Parquet.
type tableRows struct {
	table *parquetio.TableWriter
	hosts bool
	texts []parquetio.Strings
	host  []parquetio.Strings
}

// WriteRows implements dict.Rows.
func (t *tableRows) WriteRows(block []int32, strings ...parquetio.Strings) error {
	if !t.hosts {
		return t.table.WriteRows(block, strings...)
	}
	if t.host == nil {
		t.host = make([]parquetio.Strings, len(strings))
	}
	t.texts = t.texts[:0]
	for i := range strings {
		t.host[i].Reset()
		for k := range strings[i].Len() {
			t.host[i].Append(urls.Host(strings[i].At(k)))
		}
		t.texts = append(t.texts, strings[i], t.host[i])
	}
	return t.table.WriteRows(block, t.texts...)
}

func (t *tableRows) finish() error { return t.table.Close() }
