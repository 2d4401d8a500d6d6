package main

import (
	"math"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/web/coverage"
	"webmill/tools/internal/rows"
)

// tables are the outputs besides -o, and the first error of any.
type tables struct {
	env *cli.Env
	err error
}

// create opens a table; without a name there is none, and out is nil.
func (t *tables) create(name string, fields []parquetio.Field) (out *rows.Output) {
	if name != "" && t.err == nil {
		out, t.err = rows.CreateFile(t.env, name, fields)
	}
	return out
}

// write writes a table, if there is one.
func (t *tables) write(out *rows.Output, write func(row func(...[]byte) error) error) {
	if out == nil || t.err != nil {
		return
	}
	if t.err = write(out.Row); t.err == nil {
		t.err = out.Close()
	}
}

// resultFields are the columns of -o.
func resultFields() []parquetio.Field {
	found := rows.Typed("found", parquetio.AsBool, true)
	found.Null = false
	return slices.Concat(parquetio.Fields(tuple.Ints("list")...), parquetio.Texts("url"),
		[]parquetio.Field{found, rows.Typed("depth", parquetio.AsInt, true), rows.Typed("cause", parquetio.AsText, true)})
}

// tableFields are the columns of -table.
func tableFields() []parquetio.Field {
	return slices.Concat(parquetio.Texts("list"),
		[]parquetio.Field{rows.Typed("urls", parquetio.AsLong, true), rows.Typed("missed", parquetio.AsLong, true)},
		parquetio.Reals("percent"))
}

func writeTable(row func(...[]byte) error, scores []coverage.Score) error {
	for _, r := range coverage.Table(scores) {
		if err := row([]byte(r.Name), known(int(r.URLs)), known(int(r.Missed)), percent(r.Percent)); err != nil {
			return err
		}
	}
	return nil
}

// depthFields are the columns of -by-depth.
func depthFields() []parquetio.Field {
	return slices.Concat(parquetio.Texts("list"), counts("depth", "found"),
		parquetio.Reals("percent"))
}

func writeByDepth(row func(...[]byte) error, report *coverage.Report) error {
	for i := range report.Samples {
		s := &report.Samples[i]
		for _, r := range s.ByDepth(report.Deepest) {
			if err := row([]byte(s.Name), rows.Int(r.Depth), rows.Int(r.Found), percent(r.Percent)); err != nil {
				return err
			}
		}
	}
	return nil
}

// levelFields are the columns of -levels.
func levelFields() []parquetio.Field {
	return slices.Concat([]parquetio.Field{rows.Typed("level", parquetio.AsInt, true)},
		counts("depth", "frontier", "fetched", "stored", "waiting"),
		[]parquetio.Field{rows.Typed("failures", parquetio.AsText, true)})
}

func writeLevels(row func(...[]byte) error, levels []coverage.Level) error {
	for depth := range levels {
		l := &levels[depth]
		err := row(known(depth-1), rows.Int(int64(depth)), rows.Int(l.Found), rows.Int(l.Fetched), rows.Int(l.Stored),
			rows.Int(max(l.Found-l.Done, 0)), coverage.AppendCounts(nil, l.Outcomes))
		if err != nil {
			return err
		}
	}
	return nil
}

// known is a number; a negative one is NULL.
func known(n int) []byte {
	if n < 0 {
		return nil
	}
	return rows.Int(int64(n))
}

// percent is a percentage with two decimal places; NaN is NULL.
func percent(p float64) []byte {
	if math.IsNaN(p) {
		return nil
	}
	return strconv.AppendFloat(nil, p, 'f', 2, 64)
}
