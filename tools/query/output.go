package main

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/csv"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/query"
	"webmill/pkg/tuple"
)

// output takes answers, as rows of fields.
type output struct {
	named  bool // with URL and title
	row    func(fields [][]byte) error
	close  func() error
	fields [][]byte
	buf    []byte
}

// create opens the output.
func create(env *cli.Env, named bool) (*output, error) {
	fields := append(parquetio.Fields(tuple.Ints("question", "rank")...), parquetio.Reals("score")...)
	fields = append(fields, parquetio.Fields(tuple.IDs("doc")...)...)
	if named {
		fields = append(fields, parquetio.Texts("url", "title")...)
	}
	form := env.SaidFormat()
	if !slices.Contains([]stream.Format{stream.Auto, stream.Text, stream.CSV, stream.Parquet}, form) {
		return nil, cli.Usagef("answers are written as text, CSV or Parquet, not as %s", form)
	}
	o := &output{named: named}
	if form == stream.Parquet {
		out, how, err := env.CreateTable()
		if err != nil {
			return nil, err
		}
		table, err := parquetio.NewLineWriter(out, fields, how)
		if err != nil {
			return nil, err
		}
		o.row, o.close = table.Row, table.Close
		return o, nil
	}
	out, err := env.CreateLines(".csv", ".csv.gz", ".csv.zst")
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(out, tuple.BlockBytes)
	if form == stream.CSV || env.Header {
		var columns []tuple.Column
		for _, f := range fields {
			if f.Kind != tuple.F64High {
				columns = append(columns, tuple.Column{Name: f.Name})
			}
		}
		line, err := stream.NameLine(columns, form)
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return nil, err
		}
	}
	o.row, o.close = o.lines(w, form == stream.CSV), w.Flush
	return o, nil
}

// lines writes rows as text or CSV. Text has blanks in the place of TABs and line ends.
func (o *output) lines(out io.Writer, comma bool) func([][]byte) error {
	var line []byte
	return func(fields [][]byte) error {
		line = line[:0]
		for i, f := range fields {
			if comma && i > 3 {
				line = append(csv.Append(line, f), ',')
				continue
			}
			for _, c := range f {
				if c == '\t' || c == '\n' || c == '\r' {
					c = ' '
				}
				line = append(line, c)
			}
			line = append(line, map[bool]byte{true: ',', false: '\t'}[comma])
		}
		line[len(line)-1] = '\n'
		_, err := out.Write(line)
		return err
	}
}

// write writes an answer.
func (o *output) write(question int64, rank int, f query.Found, name *query.Name) error {
	o.buf = o.buf[:0]
	var ends [4]int
	for i := range ends {
		switch i {
		case 0:
			o.buf = strconv.AppendInt(o.buf, question, 10)
		case 1:
			o.buf = strconv.AppendInt(o.buf, int64(rank), 10)
		case 2:
			o.buf = strconv.AppendFloat(o.buf, f.Weight, 'g', -1, 64)
		case 3:
			o.buf = strconv.AppendInt(o.buf, int64(f.ID), 10)
		}
		ends[i] = len(o.buf)
	}
	o.fields = o.fields[:0]
	from := 0
	for _, to := range ends {
		o.fields = append(o.fields, o.buf[from:to])
		from = to
	}
	if o.named {
		o.fields = append(o.fields, name.URL, name.Title)
	}
	return o.row(o.fields)
}
