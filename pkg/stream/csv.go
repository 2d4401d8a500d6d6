package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"webmill/pkg/csv"
	"webmill/pkg/tuple"
)

// Text with a line of names: comma-separated values, which always have one, and the text form with Spec.Header. Columns
// that a tool needs are found by their names, as in Parquet.

func openCSV(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	r := csv.NewReader(in.body, tuple.MaxLine)
	fields, err := r.Next()
	if err == io.EOF {
		err = csv.ErrNoNames
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w, at line 1", err)
	}
	switch {
	case len(fields) != 1:
	case len(bytes.Trim(fields[0], "-0123456789 \t")) == 0 && len(bytes.Fields(fields[0])) > 1:
		return nil, nil, errors.New("has blanks between its columns: use -from text")
	case bytes.IndexByte(fields[0], '\t') >= 0:
		return nil, nil, csv.ErrTabs
	case bytes.IndexByte(fields[0], ';') >= 0:
		return nil, nil, errors.New("has semicolons between its columns: replace them by commas")
	}
	return in.openNamed(names(fields), r.Rest(), r.Line(), want)
}

// openHeader opens text whose first line names the columns. It may be a comment.
func openHeader(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	lines := tuple.NewLines(in.body, tuple.MaxLine)
	line, err := lines.NextText()
	if err == io.EOF {
		err = csv.ErrNoNames
	}
	if err != nil {
		return nil, nil, err
	}
	line = bytes.TrimSpace(bytes.TrimLeft(line, "#%"))
	fields := bytes.Fields(line)
	if bytes.IndexByte(line, '\t') >= 0 {
		fields = bytes.Split(line, []byte("\t"))
	}
	return in.openNamed(names(fields), lines.Rest(), lines.Number, want)
}

func names(fields [][]byte) (list []string) {
	for _, f := range fields {
		list = append(list, strings.TrimSpace(string(f)))
	}
	return list
}

// openNamed opens lines of numbers, which follow others, by the names of their columns.
func (in *Input) openNamed(names []string, body io.Reader, line int64, want wanted) (tuple.Source, []tuple.Column, error) {
	if err := csv.CheckNames(names); err != nil {
		return nil, nil, err
	}
	stored := tuple.Ints(names...)
	in.columnsNamed, in.firstColumn = true, names[0]
	needed := want.Columns
	if needed == nil && want.Named.List != nil {
		needed = want.Named.List
	}
	places, err := choose(stored, nil, needed, want)
	if err == nil && places == nil && len(stored) > tuple.MaxWidth {
		err = fmt.Errorf("has %d columns, records have at most %d: choose some by -columns, or by table, which writes Parquet",
			len(stored), tuple.MaxWidth)
	}
	if err != nil {
		return nil, nil, err
	}
	has := strings.Join(names, ", ")
	if places == nil && needed != nil && !slices.ContainsFunc(names, unnamed.MatchString) {
		taken := strings.Join(numberNames(needed), ", ")
		if want.Named.List != nil {
			return nil, nil,
				misuse("its columns are %s, but -columns says %s: to rename them, convert to raw first, like tuples -o x.t2", has,
					taken)
		}
		if mayBeOthers(names, needed) {
			in.warn(fmt.Sprintf("its columns %s are taken as %s", has, taken))
		}
	}
	columns := stored
	if needed != nil {
		columns = inStoredOrder(stored, needed, places)
	}
	open := tuple.NewTextReader
	if in.Format == CSV {
		open = tuple.NewCSVReader
	}
	t, err := open(body, columns)
	if err != nil {
		return nil, nil, err
	}
	t.StartAt(line)
	columns = tuple.AsText(columns)
	if places == nil {
		if needed == nil && want.Used != nil {
			t.Unused(unused(columns, used(columns, want.Used)))
			t.NamesOnce(names)
		}
		return t, columns, nil
	}
	t.Unused(unused(columns, places))
	src, columns := project(t, columns, places)
	return src, columns, nil
}

// unused marks the numbers of a record whose column is not one of places. Both halves of an f64 are of one column.
func unused(columns []tuple.Column, places []int) (not []bool) {
	for i, number := range numbers(columns) {
		for range number {
			not = append(not, !slices.Contains(places, i))
		}
	}
	return not
}

// NameLine is the first line of text or CSV, with the names of the columns. It refuses names that would not be read back.
func NameLine(columns []tuple.Column, form Format) (line []byte, err error) {
	names := numberNames(columns)
	if err := csv.CheckNames(names); err != nil {
		return nil, misuse("%v; -columns gives names", err)
	}
	for i, name := range names {
		switch {
		case strings.TrimSpace(name) != name:
			return nil, misuse("the name %q of a column begins or ends with a blank: give another one by -columns", name)
		case form == CSV:
			line = append(csv.Append(line, []byte(name)), ',')
			continue
		case i == 0 && strings.ContainsAny(name[:1], "#%"), len(names) == 1 && strings.Contains(name, " "):
			return nil,
				misuse("the name %q cannot stand alone or first in a line of text: write CSV, or give another name by -columns",
					name)
		}
		line = append(append(line, name...), '\t')
	}
	line[len(line)-1] = '\n'
	return line, nil
}

func createCSV(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
	if err := o.writeNames(spec.Columns, CSV); err != nil {
		return nil, nil, err
	}
	t := tuple.NewCSVWriter(o.ByteOutput, spec.Columns)
	return t, t.Flush, nil
}

func (o *Output) writeNames(columns []tuple.Column, form Format) error {
	line, err := NameLine(columns, form)
	if err == nil {
		_, err = o.ByteOutput.Write(line)
	}
	return err
}
