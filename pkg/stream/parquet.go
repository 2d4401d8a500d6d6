package stream

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// openParquet opens a Parquet file, which must be readable at any place.
func openParquet(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	in.columnsNamed = true
	file, err := in.Anywhere(in.sys, want.TempDir)
	if err != nil {
		return nil, nil, err
	}
	stored, others, err := parquetio.Columns(file, file.Size())
	if err != nil {
		return nil, nil, err
	}
	places, needed, err := in.places(stored, others, want)
	if err != nil {
		return nil, nil, err
	}
	p, err := parquetio.NewReader(file, file.Size(), inStoredOrder(stored, needed, places))
	switch {
	case err != nil:
		return nil, nil, err
	case places != nil:
		p.Only(places)
		src, columns := project(p, p.Columns(), places)
		if src == tuple.Source(p) {
			return p, columns, nil
		}
		return closing{src, p}, columns, nil
	case needed == nil && want.Used != nil:
		p.Only(used(stored, want.Used))
	case len(p.Columns()) > tuple.MaxWidth:
		p.Close()
		return nil, nil, fmt.Errorf("has %d columns, records have at most %d: %s", len(p.Columns()),
			tuple.MaxWidth, choice(stored))
	}
	return p, p.Columns(), nil
}

// places finds the columns that are needed in a stream that names its columns. No places: all columns, in their order.
func (in *Input) places(stored []tuple.Column, others []parquetio.Other, want wanted) (
	places []int, needed []tuple.Column, err error) {
	needed = want.Columns
	if needed == nil && want.Named.List != nil {
		needed = want.Named.List
	}
	if places, err = choose(stored, others, needed, want); err != nil {
		return nil, nil, err
	}
	has := numberNames(stored)
	if places == nil && want.Columns != nil && !slices.ContainsFunc(has, unnamed.MatchString) && mayBeOthers(has, want.Columns) {
		in.warn(fmt.Sprintf("its columns %s are taken as %s", strings.Join(has, ", "),
			strings.Join(numberNames(want.Columns), ", ")))
	}
	return places, needed, nil
}

// mayBeOthers reports whether columns that are taken by their places may not be those that are wanted, because they have other
// names. A rank may stand for a score, and a number for a position.
func mayBeOthers(names []string, wanted []tuple.Column) bool {
	same := map[string]string{"rank": "score", "number": "position"}
	for i, want := range numberNames(wanted) {
		if i >= len(names) || cmp.Or(same[names[i]], names[i]) != cmp.Or(same[want], want) {
			return true
		}
	}
	return len(names) > len(numberNames(wanted))
}

// unnamed are names that programs give columns without one.
var unnamed = regexp.MustCompile(`^(?i)(c|f|col|column|field|_c)?_?[0-9]+$`)

// choice tells how to choose among the columns of a file.
func choice(stored []tuple.Column) string {
	has := numberNames(stored)
	return fmt.Sprintf("choose from %s, like tuples -cols %s", strings.Join(has, ", "), strings.Join(has[:min(2, len(has))], ","))
}

// few is how many columns that hold no numbers a message names.
const few = 3

// choose finds the needed columns in a file: by name if the file has all names, else by place. places are the numbers of the
// columns to take (an f64 counts as one), nil for all in their order. others are the columns that hold no numbers.
func choose(stored []tuple.Column, others []parquetio.Other, needed []tuple.Column, want wanted) (places []int, err error) {
	has, wants := numberNames(stored), numberNames(needed)
	var no []string
	for _, o := range others {
		if slices.Contains(want.Used, o.Name) {
			return nil, fmt.Errorf("column %q is %s, and tuples hold only integers of 32 bits and scores: %s", o.Name, o.What, choice(stored))
		}
		no = append(no, fmt.Sprintf("%s: %s", o.Name, o.What))
	}
	for _, column := range want.Used {
		if at, err := strconv.Atoi(column); err == nil && len(others) > 0 && at > others[0].Before {
			return nil, fmt.Errorf("has columns that tuples cannot hold (%s) before column %d: %s",
				strings.Join(no, ", "), at, choice(stored))
		}
	}
	if needed == nil {
		if len(others) > 0 && !want.LeaveText && want.Used == nil {
			return nil, fmt.Errorf("has columns that tuples cannot hold (%s): %s", strings.Join(no, ", "), choice(stored))
		}
		return nil, nil
	}
	inPlace, found := len(others) == 0 && len(has) == len(wants), 0
	for i, name := range wants {
		at, twice := find(has, name)
		if twice {
			return nil, fmt.Errorf("two of its columns may be %s (%s): name the columns by tuples -columns", name,
				strings.Join(has, ", "))
		}
		places = append(places, at)
		if at >= 0 {
			found++
			inPlace = inPlace && at == i
		}
	}
	switch {
	case found == len(wants):
		return places, nil
	case inPlace:
		return nil, nil
	}
	if len(no) > few {
		no = []string{fmt.Sprintf("and %d that tuples cannot hold", len(no))}
	}
	return nil, fmt.Errorf("its columns are %s, expected %s: choose and name them by tuples -cols and -columns",
		strings.Join(append(has, no...), ", "), strings.Join(wants, ", "))
}

// meanings are other names that columns often have elsewhere, for which place is no guide.
var meanings = map[string]string{
	"source": "src", "from": "src", "src_id": "src", "source_id": "src", "from_id": "src",
	"target": "dst", "to": "dst", "dest": "dst", "destination": "dst", "dst_id": "dst", "target_id": "dst", "to_id": "dst",
}

// find returns the place of a name: exactly that name, else in capitals or another name of the same meaning; -1 if there is none.
func find(has []string, name string) (at int, twice bool) {
	for _, same := range []func(string) bool{
		func(h string) bool { return h == name },
		func(h string) bool { return strings.EqualFold(h, name) || meanings[strings.ToLower(h)] == name },
	} {
		at := slices.IndexFunc(has, same)
		if at >= 0 {
			return at, slices.ContainsFunc(has[at+1:], same)
		}
	}
	return -1, false
}

// numberNames returns the names of columns; the two columns of an f64 have one.
func numberNames(cols []tuple.Column) (names []string) {
	for _, c := range cols {
		if c.Kind != tuple.F64High {
			names = append(names, c.Name)
		}
	}
	return names
}

// inStoredOrder returns the columns in the order in which they are stored, with the needed kinds for those that are needed.
func inStoredOrder(stored, needed []tuple.Column, places []int) (cols []tuple.Column) {
	if places == nil {
		return needed
	}
	wants := numbers(needed)
	for i, c := range numbers(stored) {
		if at := slices.Index(places, i); at >= 0 {
			c = wants[at]
		}
		cols = append(cols, c...)
	}
	return cols
}

// used returns the numbers, from 0, of the columns in a list of numbers and names.
func used(stored []tuple.Column, list []string) (places []int) {
	for i, c := range numbers(stored) {
		if slices.Contains(list, c[0].Name) || slices.Contains(list, strconv.Itoa(i+1)) {
			places = append(places, i)
		}
	}
	return places
}

// numbers groups the columns by number: one column, or the two of an f64.
func numbers(cols []tuple.Column) (list [][]tuple.Column) {
	for i, c := range cols {
		switch c.Kind {
		case tuple.F64High:
		case tuple.F64:
			list = append(list, cols[i:i+2])
		default:
			list = append(list, cols[i:i+1])
		}
	}
	return list
}

// project is a Source of the numbers of another at the given places, and their columns.
func project(src tuple.Source, from []tuple.Column, places []int) (tuple.Source, []tuple.Column) {
	var starts, take []int
	var cols []tuple.Column
	for i, c := range from {
		if c.Kind != tuple.F64High {
			starts = append(starts, i)
		}
	}
	given := numbers(from)
	for _, at := range places {
		for i, c := range given[at] {
			take, cols = append(take, starts[at]+i), append(cols, c)
		}
	}
	if len(take) == len(from) && slices.IsSorted(take) {
		return src, cols
	}
	return tuple.Project(src, len(from), take), cols
}

// closing is a Source that closes the Source below it.
type closing struct {
	tuple.Source
	io.Closer
}

func createParquet(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
	p, err := parquetio.NewWriter(o.ByteOutput, parquetio.Schema{Columns: spec.Columns, Order: spec.Order}, spec.Encoders)
	if err != nil {
		return nil, nil, err
	}
	return p, p.Close, nil
}
