package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/report/plot"
)

// sheet is a small table in a file: lines of fields between tabs, the first with the names of the columns.
type sheet struct {
	path  string
	names []string
	rows  [][]string
}

// sheet reads a table that must have some columns; it may have more, in any order.
func (f *Folder) sheet(name string, columns ...string) (*sheet, error) {
	b, err := f.text(name)
	if err != nil {
		return nil, err
	}
	s := &sheet{path: f.path(name)}
	for line := range strings.Lines(string(b)) {
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if s.names == nil {
			s.names = fields
			continue
		}
		if len(fields) != len(s.names) {
			return nil, s.uneven(len(fields), len(s.rows)+2)
		}
		s.rows = append(s.rows, fields)
	}
	for _, c := range columns {
		if err := s.needs(c); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *sheet) needs(column string) error {
	if !slices.Contains(s.names, column) {
		return fmt.Errorf("%s: there is no column %q in the head, at line 1", s.path, column)
	}
	return nil
}

// eachRow reads some columns of a table of any size, row by row, until do returns an error. line counts from 1.
func (f *Folder) eachRow(name string, columns []string, do func(row []string, line int) error) error {
	head := &sheet{path: f.path(name)}
	at, row, line := make([]int, len(columns)), make([]string, len(columns)), 0
	err := f.eachText(name, func(text string) error {
		fields := strings.Split(text, "\t")
		if line++; line == 1 {
			head.names = fields
			for i, c := range columns {
				if err := head.needs(c); err != nil {
					return err
				}
				at[i] = slices.Index(fields, c)
			}
			return nil
		}
		if len(fields) != len(head.names) {
			return head.uneven(len(fields), line)
		}
		for i := range columns {
			row[i] = fields[at[i]]
		}
		return do(row, line)
	})
	if err == nil && line == 0 {
		return head.needs(columns[0])
	}
	return err
}

func (s *sheet) uneven(fields, line int) error {
	return fmt.Errorf("%s: %s, not the %d of the head, at line %d", s.path, plural(int64(fields), "field"), len(s.names), line)
}

// texts is a column.
func (s *sheet) texts(column string) []string {
	i := slices.Index(s.names, column)
	list := make([]string, len(s.rows))
	for r, row := range s.rows {
		list[r] = visible(row[i], 1000)
	}
	return list
}

// numbers is a column of numbers. Empty fields, dashes and nan are NaN: what was not measured.
func (s *sheet) numbers(column string) ([]float64, error) {
	if err := s.needs(column); err != nil {
		return nil, err
	}
	list := make([]float64, len(s.rows))
	for r, row := range s.rows {
		text := row[slices.Index(s.names, column)]
		x, ok := parseNumber(text)
		if !ok {
			return nil, fmt.Errorf("%s: %s: %q is not a number, at line %d", s.path, column, visible(text, 40), r+2)
		}
		list[r] = x
	}
	return list, nil
}

// within reads a column of numbers from 0 to most.
func (s *sheet) within(column string, most float64, do func(row int, x float64)) error {
	values, err := s.numbers(column)
	for i, x := range values {
		if x < 0 || x > most {
			return fmt.Errorf("%s: %s: %g is not from 0 to %g, at line %d", s.path, column, x, most, i+2)
		}
		do(i, x)
	}
	return err
}

func parseNumber(text string) (x float64, ok bool) {
	if text == "" || text == "-" {
		return math.NaN(), true
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// curves are columns over the first of them. One whose name ends with a question mark may be missing.
func (f *Folder) curves(name, x string, ys ...string) (map[string][]plot.Point, error) {
	s, err := f.sheet(name, x)
	if err != nil {
		return nil, err
	}
	at, err := s.numbers(x)
	if err != nil {
		return nil, err
	}
	list := map[string][]plot.Point{}
	for _, y := range ys {
		y, optional := strings.CutSuffix(y, "?")
		if optional && !slices.Contains(s.names, y) {
			continue
		}
		values, err := s.numbers(y)
		if err != nil {
			return nil, err
		}
		for i, v := range values {
			if !math.IsNaN(v) && !math.IsNaN(at[i]) {
				list[y] = append(list[y], plot.Point{X: at[i], Y: v})
			}
		}
	}
	return list, nil
}
