package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"webmill/pkg/csv"
	"webmill/pkg/tuple"
)

// Text with a line of names: comma-separated values, which always have one, and the text form with Spec.Header. Columns that a tool
// needs are found by their names, as in Parquet.

func openCSV(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	r := csv.NewReader(in.body, tuple.MaxLine)
	fields, err := r.Next()
	if err == io.EOF {
		err = errNoNames
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w, at line 1", err)
	}
	if len(fields) == 1 && bytes.IndexByte(fields[0], ';') >= 0 {
		return nil, nil, errors.New("the names of its columns are separated by semicolons: make commas of them")
	}
	return in.openNamed(names(fields), r.Rest(), r.Line(), want)
}

var errNoNames = errors.New("is empty: the first line should name the columns")

// openHeader opens text whose first line names the columns. It may be a comment.
func openHeader(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	lines := newLineReader(in.body)
	line, err := lines.next()
	if err == io.EOF {
		err = errNoNames
	}
	if err != nil {
		return nil, nil, err
	}
	line = bytes.TrimSpace(bytes.TrimLeft(line, "#%"))
	fields := bytes.Fields(line)
	if bytes.IndexByte(line, '\t') >= 0 {
		fields = bytes.Split(line, []byte("\t"))
	}
	return in.openNamed(names(fields), lines.r, lines.line, want)
}

func names(fields [][]byte) (list []string) {
	for _, f := range fields {
		list = append(list, strings.TrimSpace(string(f)))
	}
	return list
}

// openNamed opens lines of numbers, which follow others, by the names of their columns.
func (in *Input) openNamed(names []string, body io.Reader, line int64, want wanted) (tuple.Source, []tuple.Column, error) {
	stored, err := namedColumns(names)
	if err != nil {
		return nil, nil, err
	}
	in.named, in.title = true, names[0]
	needed := want.Columns
	if needed == nil && want.Named.List != nil {
		needed = want.Named.List
	}
	places, err := choose(stored, nil, needed, want)
	if err != nil {
		return nil, nil, err
	}
	if has := strings.Join(names, ", "); places == nil && needed != nil && !slices.ContainsFunc(names, unnamed.MatchString) {
		taken := strings.Join(numberNames(needed), ", ")
		if want.Named.List != nil {
			return nil, nil, misuse("its columns are %s, but -columns says %s: on the way through raw they can get other names", has, taken)
		}
		in.warn(fmt.Sprintf("its columns %s are taken as %s", has, taken))
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
	columns = tuple.Seen(columns)
	if places == nil {
		return t, columns, nil
	}
	src, columns := project(t, columns, places)
	return src, columns, nil
}

// namedColumns makes columns of the names in a first line.
func namedColumns(names []string) (columns []tuple.Column, err error) {
	if len(names) > tuple.MaxWidth {
		return nil, fmt.Errorf("has %d columns, records have at most %d", len(names), tuple.MaxWidth)
	}
	for i, name := range names {
		_, err := strconv.ParseFloat(name, 64)
		switch {
		case name == "":
			return nil, errors.New("a column has no name in the first line")
		case oneLine(name) != nil:
			return nil, oneLine(name)
		case err == nil && strings.ContainsAny(name, "0123456789"):
			return nil, fmt.Errorf("the first line should name the columns, but %q is a number", name)
		case slices.ContainsFunc(names[:i], func(other string) bool { return strings.EqualFold(other, name) }):
			return nil, fmt.Errorf("two columns are named %q (case does not count)", name)
		}
		columns = append(columns, tuple.Ints(name)...)
	}
	return columns, nil
}

// NameLine is the first line of text or CSV, with the names of the columns.
func NameLine(columns []tuple.Column, form Format) (line []byte, err error) {
	for _, name := range numberNames(columns) {
		if form == CSV {
			line = append(csv.Append(line, []byte(name)), ',')
		} else {
			line = append(append(line, name...), '\t')
		}
		if err := oneLine(name); err != nil {
			return nil, misuse("%v", err)
		}
	}
	line[len(line)-1] = '\n'
	return line, nil
}

// oneLine refuses a name that cannot stand in a line.
func oneLine(name string) error {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("the name %q of a column has a control character", name)
	}
	return nil
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
