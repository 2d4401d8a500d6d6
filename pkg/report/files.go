package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"webmill/pkg/parquetio"
)

// fileSection says where the Parquet files for notebooks are, thesisFileSection those of the experiments.
var (
	fileSection       = Section{Name: "files", Title: "Files for the notebook", Build: buildFiles}
	thesisFileSection = Section{Name: "thesis-files", Title: "Files of the experiments", Build: buildThesisFiles, Fold: true}
)

func buildFiles(f *Folder) (*Content, error) {
	c, first, err := f.parquetTable("*.parquet")
	if c == nil || err != nil {
		return nil, err
	}
	c.Blocks = append([]Block{{Text: "DuckDB, pandas and polars read them as they are."}}, c.Blocks...)
	// What is copied into a shell must not hold more than the name of a file.
	if path := f.path(first); first != "" && plain.MatchString(path) {
		code := fmt.Sprintf("duckdb -c \"select * from '%s' limit 10\"\npython3 -c \"import pandas; print(pandas.read_parquet('%s'))\"", path, path)
		c.Blocks = append(c.Blocks, Block{Code: code})
	}
	return c, nil
}

func buildThesisFiles(f *Folder) (*Content, error) {
	c, _, err := f.parquetTable(thesis + "*.parquet")
	return c, err
}

// parquetTable lists the files of a pattern. It also returns one that can be read: pages.parquet, if it is among them.
func (f *Folder) parquetTable(pattern string) (c *Content, first string, err error) {
	t := &Table{
		Caption: "Parquet files in the folder of the results",
		Columns: slices.Concat(words("file"), numbers("size", "records"), words("columns")),
	}
	for _, name := range f.glob(pattern) {
		row, err := f.parquetRow(name)
		if err != nil {
			return nil, "", err
		}
		t.Rows = append(t.Rows, row)
		if row[2].Text != unknown && (first == "" || name == pagesFile) {
			first = name
		}
	}
	if t.Rows == nil {
		return nil, "", nil
	}
	return &Content{Blocks: []Block{{Table: t}}}, first, nil
}

var plain = regexp.MustCompile(`^[\w./+-]+$`)

// parquetRow is the row of a file. One that cannot be read is named all the same.
func (f *Folder) parquetRow(name string) (row []Cell, err error) {
	err = f.parquet(name, func(file io.ReaderAt, bytes int64) error {
		row = cells(visible(name, 100), size(bytes))
		columns, rows, err := parquetio.Describe(file, bytes)
		if err != nil {
			row = append(row, cells(unknown, "cannot be read: "+visible(err.Error(), 200))...)
			return nil
		}
		row = append(row, cells(count(rows), visible(strings.Join(columns, ", "), 300))...)
		return nil
	})
	return row, err
}

// leftOutSection names the files that look like results but that no step of the chain writes.
var leftOutSection = Section{Name: "left", Title: "What was left out", Build: buildLeftOut, Fold: true}

func buildLeftOut(f *Folder) (*Content, error) {
	if f.left == nil {
		return nil, nil
	}
	t := &Table{Caption: "In the folder, but not in this report", Columns: words("what, and why")}
	t.Columns[0].Wide = true
	for _, text := range f.left {
		t.Rows = append(t.Rows, cells(visible(text, 300)))
	}
	return &Content{Blocks: []Block{{Table: t}}}, nil
}
