package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"webmill/pkg/parquetio"
)

// fileSection says where the Parquet files for notebooks are.
var fileSection = Section{"files", "Files for the notebook", buildFiles}

func buildFiles(f *Folder) (*Content, error) {
	names := slices.Concat(f.glob("*.parquet"), f.glob(thesis+"*.parquet"))
	if len(names) == 0 {
		return nil, nil
	}
	t := &Table{
		Caption: "Parquet files in the folder of the results",
		Columns: slices.Concat(words("file"), numbers("size", "records"), words("columns of numbers")),
	}
	for _, name := range names {
		row, err := f.parquet(name)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, row)
	}
	c := &Content{Blocks: []Block{{Text: "DuckDB, pandas and polars read them as they are."}, {Table: t}}}
	first := example(names)
	// What is copied into a shell must not hold more than the name of a file.
	if path := f.path(first); plain.MatchString(path) {
		code := fmt.Sprintf("duckdb -c \"select * from '%s' limit 10\"\npython3 -c \"import pandas; print(pandas.read_parquet('%s'))\"", path, path)
		c.Blocks = append(c.Blocks, Block{Code: code})
	}
	return c, nil
}

// example is the file to try first.
func example(names []string) string {
	if slices.Contains(names, "pages.parquet") {
		return "pages.parquet"
	}
	return names[0]
}

var plain = regexp.MustCompile(`^[\w./+-]+$`)

// parquet is the row of a file. One that is no table of webmill's kind is named all the same.
func (f *Folder) parquet(name string) ([]Cell, error) {
	file, err := f.FS.Open(f.path(name))
	if err != nil {
		return nil, f.failed(name, err)
	}
	defer file.Close()
	info, err := f.FS.Stat(f.path(name))
	if err != nil {
		return nil, f.failed(name, err)
	}
	row := cells(visible(name, 100), size(info.Size()))
	r, err := parquetio.NewReader(file, info.Size(), nil)
	if err != nil {
		return append(row, cells("–", "cannot be read: "+visible(err.Error(), 200))...), nil
	}
	defer r.Close()
	var columns []string
	for _, c := range r.Columns() {
		columns = append(columns, visible(c.Name, 60))
	}
	return append(row, cells(count(r.Rows()), strings.Join(columns, ", "))...), nil
}
