// Package rows writes rows of strings and numbers, which are no tuples, as text, CSV or Parquet: what the tools about words find.
package rows

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/csv"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// Forms are those of -to.
const Forms = "text, csv, parquet"

// Output takes rows.
type Output struct {
	Row   func(fields ...[]byte) error // as many as there are columns
	Close func() error
}

// Typed makes a column of text that Parquet stores as another type. With null, an empty string is NULL.
func Typed(name string, as parquetio.Stored, null bool) parquetio.Field {
	return parquetio.Field{Column: tuple.Column{Name: name, Null: null}, Text: true, As: as}
}

// Int is a number as the field of a row.
func Int(n int64) []byte { return strconv.AppendInt(nil, n, 10) }

// Create opens -o for rows of these fields. what names the rows. They are counted.
func Create(env *cli.Env, what string, fields []parquetio.Field) (*Output, error) {
	form := env.SaidFormat()
	if form == stream.Parquet {
		o, err := parquet(env, fields)
		return counted(env, o, err)
	}
	out, err := env.CreateLines(".csv")
	if err != nil {
		return nil, err
	}
	if !slices.Contains([]stream.Format{stream.Auto, stream.Text, stream.CSV}, form) {
		return nil, cli.Usagef("%s are written as text, CSV or Parquet, not as %s", what, form)
	}
	o, err := text(env, out, fields, form)
	return counted(env, o, err)
}

// CreateFile opens a further output, by name, whose form its name says.
func CreateFile(env *cli.Env, name string, fields []parquetio.Field) (*Output, error) {
	form := stream.SaidFormat(name, stream.Auto)
	if form == stream.Parquet {
		out, err := env.CreateBytesFile(name)
		if err != nil {
			return nil, err
		}
		how, err := env.Encoders(name)
		if err != nil {
			return nil, err
		}
		return table(out, fields, how)
	}
	out, err := env.CreateLinesFile(name, ".csv")
	if err != nil {
		return nil, err
	}
	return text(env, out, fields, form)
}

// counted counts the rows of -o.
func counted(env *cli.Env, o *Output, err error) (*Output, error) {
	if err != nil {
		return nil, err
	}
	n := 0
	return &Output{
		Row: func(fields ...[]byte) error {
			n++
			return o.Row(fields...)
		},
		Close: func() error {
			env.Stats.Set("rows_out", n)
			return o.Close()
		},
	}, nil
}

// text writes rows as text or CSV.
func text(env *cli.Env, out io.Writer, fields []parquetio.Field, form stream.Format) (*Output, error) {
	w := bufio.NewWriterSize(out, tuple.BlockBytes)
	fields = slices.DeleteFunc(slices.Clone(fields), func(f parquetio.Field) bool { return f.Kind == tuple.F64High })
	if form == stream.CSV || env.Header {
		var columns []tuple.Column
		for _, f := range fields {
			columns = append(columns, tuple.Column{Name: f.Name})
		}
		line, err := stream.NameLine(columns, form)
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return nil, err
		}
	}
	return &Output{Row: lines(w, fields, form == stream.CSV), Close: w.Flush}, nil
}

func parquet(env *cli.Env, fields []parquetio.Field) (*Output, error) {
	out, how, err := env.CreateTable()
	if err != nil {
		return nil, err
	}
	return table(out, fields, how)
}

func table(out io.Writer, fields []parquetio.Field, how parquetio.Encoders) (*Output, error) {
	table, err := parquetio.NewLineWriter(out, fields, how)
	if err != nil {
		return nil, err
	}
	return &Output{Row: func(row ...[]byte) error { return table.Row(row) }, Close: table.Close}, nil
}

// lines writes rows as text or CSV. Text has blanks in the place of TABs and line ends.
func lines(out *bufio.Writer, columns []parquetio.Field, comma bool) func(...[]byte) error {
	var line []byte
	return func(fields ...[]byte) error {
		line = line[:0]
		for i, f := range fields {
			if comma {
				if columns[i].Text {
					line = csv.Append(line, f)
				} else {
					line = append(line, f...)
				}
				line = append(line, ',')
				continue
			}
			for _, c := range f {
				if c == '\t' || c == '\n' || c == '\r' {
					c = ' '
				}
				line = append(line, c)
			}
			line = append(line, '\t')
		}
		line[len(line)-1] = '\n'
		_, err := out.Write(line)
		return err
	}
}
