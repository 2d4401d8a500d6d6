package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/csv"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/tools/internal/columns"
)

// options are the flags of the tool.
type options struct {
	schema columns.Fields
	csv    bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes("parquet", stream.Parquet)
	columns.SchemaFlag(f, &o.schema)
	f.BoolVar(&o.csv, "csv", false, "the table is CSV, as a name like *.csv says")
	return o.run
}

// run writes a table of text as Parquet.
func (o *options) run(env *cli.Env) error {
	name := env.Operands()[0]
	o.csv = o.csv || stream.SaidFormat(name, stream.Auto) == stream.CSV
	in, err := env.OpenBytes(name)
	if err != nil {
		return err
	}
	expect := in.ExpectLines
	if o.csv {
		expect = in.ExpectText // csv.Reader takes a mark away
	}
	if err := expect(); err != nil {
		return err
	}
	if err := in.ExpectEnds('\n'); err != nil {
		return err
	}
	out, how, err := env.CreateTable()
	if err != nil {
		return err
	}
	if o.schema != nil {
		return o.given(env, in, out, how)
	}
	text, err := in.Anywhere(env.FS, env.TempDir)
	if err != nil {
		return err
	}
	table, err := parquetio.ScanTextTable(in.Name, text, o.csv)
	if err != nil {
		return err
	}
	env.Stats.Set("rows_out", table.Rows())
	if w := table.Warning(); w != "" {
		env.Warnf("%s: %s", in.Name, w)
	}
	again := io.NewSectionReader(text, 0, text.Size())
	return table.WriteParquet(out, io.TeeReader(again, env.Progress.Phase("write", text.Size())), how)
}

// given writes a table whose columns -schema gives, and reads it once. Lines with TABs have no line of names; CSV has it.
func (o *options) given(env *cli.Env, in *stream.Bytes, out io.Writer, how parquetio.Encoders) error {
	fields := o.schema.Tuples()
	table, err := parquetio.NewLineWriter(out, fields, how)
	if err != nil {
		return err
	}
	lines, names := parquetio.NewLines(in, o.csv), o.csv // names: those of the columns come next
	for {
		row, err := lines.Next()
		switch {
		case err == io.EOF && names:
			return fmt.Errorf("%s: %w", in.Name, csv.ErrNoNames)
		case err == io.EOF:
			env.Stats.Set("rows_out", table.Rows())
			return table.Close()
		case err != nil && !errors.As(err, &csv.Fault{}):
			return err
		case err == nil && names:
			err, names = named(row, fields), false
		case err == nil && !o.csv && lines.Line() == 1 && named(row, fields) == nil:
			err = errors.New("has the names of the columns, which -schema gives: leave out one or the other")
		case err == nil:
			err = table.Row(row)
		}
		if err != nil {
			return fmt.Errorf("%s: %w, at line %d", in.Name, err, lines.Line())
		}
	}
}

// named returns an error if the columns of a table have other names than -schema says.
func named(row [][]byte, fields []parquetio.Field) error {
	var names, given []string
	for _, name := range row {
		names = append(names, string(name))
	}
	for _, f := range fields {
		given = append(given, f.Name)
	}
	if !slices.Equal(names, given) {
		return fmt.Errorf("the columns are %s, but -schema says %s", strings.Join(names, ", "), strings.Join(given, ", "))
	}
	return nil
}
