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
			return nil, fmt.Errorf("%s: %d fields, not the %d of the head, at line %d", s.path, len(fields), len(s.names), len(s.rows)+2)
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
		x, err := strconv.ParseFloat(text, 64)
		if text == "" || text == "-" {
			x, err = math.NaN(), nil
		}
		if err != nil || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%s: %s: %q is not a number, at line %d", s.path, column, visible(text, 40), r+2)
		}
		list[r] = x
	}
	return list, nil
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
