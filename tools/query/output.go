package main

import (
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/text/query"
	"webmill/pkg/tuple"
	"webmill/tools/internal/rows"
)

// output takes answers.
type output struct {
	rows  *rows.Output
	named bool // with URL and title
	buf   [4][]byte
}

// create opens the output.
func create(env *cli.Env, named bool) (*output, error) {
	fields := append(parquetio.Fields(tuple.Ints("question", "rank")...), parquetio.Reals("score")...)
	fields = append(fields, parquetio.Fields(tuple.IDs("doc")...)...)
	if named {
		fields = append(fields, parquetio.Texts("url", "title")...)
	}
	out, err := rows.Create(env, "answers", fields)
	return &output{rows: out, named: named}, err
}

// write writes an answer.
func (o *output) write(question int64, rank int, f query.Hit, name *query.Name) error {
	b := &o.buf
	b[0] = strconv.AppendInt(b[0][:0], question, 10)
	b[1] = strconv.AppendInt(b[1][:0], int64(rank), 10)
	b[2] = strconv.AppendFloat(b[2][:0], f.Weight, 'g', -1, 64)
	b[3] = strconv.AppendInt(b[3][:0], int64(f.ID), 10)
	if o.named {
		return o.rows.Row(b[0], b[1], b[2], b[3], name.URL, name.Title)
	}
	return o.rows.Row(b[:]...)
}
