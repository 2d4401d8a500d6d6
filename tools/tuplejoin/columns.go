package main

import (
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/extmem"
	"webmill/pkg/tuple"
	"webmill/tools/internal/columns"
)

// parseColumns reads a list of columns like 2,1 or dst,src.
func parseColumns(flag, list string, cols []tuple.Column) ([]int, error) {
	var found []int
	for _, s := range strings.Split(list, ",") {
		c, err := columns.Find(flag, s, cols)
		if err != nil {
			return nil, err
		}
		if slices.Contains(found, c) {
			return nil, cli.Usagef("%s %s: column %s is named twice", flag, list, s)
		}
		if cols[c].Kind >= tuple.F64 {
			return nil, cli.Usagef("%s %s: column %s is half of an f64, which is no key", flag, list, s)
		}
		found = append(found, c)
	}
	return found, nil
}

// parseFields reads the fields of a result like 1.1,2.rank; without a list they are all fields of A, and those of B
// without its key.
func parseFields(list string, a, b []tuple.Column, keyB []int) ([]extmem.Field, error) {
	var fields []extmem.Field
	if list == "" {
		fields = allFields(a, b, keyB)
	} else {
		for _, s := range strings.Split(list, ",") {
			side, col, _ := strings.Cut(s, ".")
			cols, known := map[string][]tuple.Column{"1": a, "2": b}[side]
			if !known || col == "" {
				return nil, cli.Usagef("-fields %s: a field is 1.COLUMN of A or 2.COLUMN of B, not %q", list, s)
			}
			chosen, err := columns.List{col}.Among("-fields", cols)
			if err != nil {
				return nil, err
			}
			for _, c := range chosen {
				fields = append(fields, extmem.Field{Side: int(side[0] - '1'), Col: c})
			}
		}
	}
	if len(fields) > tuple.MaxWidth {
		return nil, cli.Usagef("the result would have %d columns, a record has at most %d: choose by -fields",
			len(fields), tuple.MaxWidth)
	}
	return fields, nil
}

func allFields(a, b []tuple.Column, keyB []int) []extmem.Field {
	var fields []extmem.Field
	for c := range a {
		fields = append(fields, extmem.Field{Side: 0, Col: c})
	}
	for c := range b {
		if !slices.Contains(keyB, c) {
			fields = append(fields, extmem.Field{Side: 1, Col: c})
		}
	}
	return fields
}

// filled returns the record that stands for a missing one of B, and the columns of B with what may then be unknown. The columns
// that the result has get the number. In a column of scores it is a score; where a kind has an unknown value, -1 is that.
func filled(b []tuple.Column, fields []extmem.Field, number string) ([]int32, []tuple.Column, error) {
	none, cols := make([]int32, len(b)), slices.Clone(b)
	for _, f := range fields {
		if f.Side == 0 || cols[f.Col].Kind == tuple.F64High { // its lower half brings it
			continue
		}
		c := &cols[f.Col]
		if number == "-1" && (c.Kind == tuple.ID || c.Kind == tuple.F32) {
			c.Null, none[f.Col] = true, tuple.Unknown
		} else if _, err := tuple.ParseField(none[f.Col:], []byte(number), *c); err != nil {
			return nil, nil, cli.Usagef("-e %s is no value of column %s, which is of kind %s: choose another, like 0", number,
				c.Name, c.Kind)
		}
	}
	return none, cols, nil
}

// resultColumns are the columns of a join.
func resultColumns(fields []extmem.Field, a, b []tuple.Column) ([]tuple.Column, error) {
	cols := make([]tuple.Column, len(fields))
	for i, f := range fields {
		cols[i] = [][]tuple.Column{a, b}[f.Side][f.Col]
	}
	if err := tuple.CheckHalves(cols); err != nil {
		return nil, cli.Usagef("-fields: %v", err)
	}
	return tuple.Distinct(cols), nil
}

// resultOrder is the order of a join's result: that of A's key, as far as its columns are in the result.
func resultOrder(fields []extmem.Field, keyA []int) tuple.Order {
	var order tuple.Order
	for _, k := range keyA {
		i := slices.Index(fields, extmem.Field{Side: 0, Col: k})
		if i < 0 {
			break
		}
		order = append(order, tuple.Key{Col: i})
	}
	return order
}

// parseFigures reads a list like count,sum:2 and names the columns of the result.
func parseFigures(list string, cols []tuple.Column) (figures []extmem.Aggregate, result []tuple.Column, err error) {
	for _, s := range strings.Split(list, ",") {
		name, col, hasCol := strings.Cut(s, ":")
		op := slices.IndexFunc([]extmem.Op{extmem.Count, extmem.Sum, extmem.Min, extmem.Max}, func(o extmem.Op) bool {
			return o.String() == name && (o != extmem.Count) == hasCol
		})
		if op < 0 {
			return nil, nil, cli.Usagef("-agg %s: %q is not count, sum:COLUMN, min:COLUMN or max:COLUMN", list, s)
		}
		f := extmem.Aggregate{Op: extmem.Op(op)}
		column := tuple.Column{Name: name, Kind: tuple.Int}
		if hasCol {
			if f.Col, err = columns.Find("-agg", col, cols); err != nil {
				return nil, nil, err
			}
			column = tuple.Column{Name: name + "_" + cols[f.Col].Name, Kind: cols[f.Col].Kind}
			if cols[f.Col].Null {
				return nil, nil, cli.Usagef("-agg %s: column %s may hold unknown values, for which there are no figures", list,
					col)
			}
			if column.Kind >= tuple.F64 {
				return nil, nil,
					cli.Usagef("-agg %s: column %s is half of an f64, for which there are no figures: read it as an f32", list,
						col)
			}
		}
		if f.Op == extmem.Sum {
			if column.Kind == tuple.F32 {
				return nil, nil, cli.Usagef("-agg %s: column %s holds scores, which are not summed", list, col)
			}
			column.Kind = tuple.Int
		}
		figures, result = append(figures, f), append(result, column)
	}
	return figures, result, nil
}
