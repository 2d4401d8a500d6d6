package report

import (
	"fmt"
	"io"
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
		Columns: slices.Concat(words("file"), numbers("size", "records"), words("columns")),
	}
	first := ""
	for _, name := range names {
		row, err := f.parquet(name)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, row)
		if row[2].Text != unknown && (first == "" || name == "pages.parquet") {
			first = name
		}
	}
	c := &Content{Blocks: []Block{{Text: "DuckDB, pandas and polars read them as they are."}, {Table: t}}}
	// What is copied into a shell must not hold more than the name of a file.
	if path := f.path(first); first != "" && plain.MatchString(path) {
		code := fmt.Sprintf("duckdb -c \"select * from '%s' limit 10\"\npython3 -c \"import pandas; print(pandas.read_parquet('%s'))\"", path, path)
		c.Blocks = append(c.Blocks, Block{Code: code})
	}
	return c, nil
}

var plain = regexp.MustCompile(`^[\w./+-]+$`)

// parquet is the row of a file. One that cannot be read is named all the same.
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
	noted := &notingReader{ReaderAt: file}
	columns, rows, err := parquetio.Describe(noted, info.Size())
	if noted.err != nil {
		return nil, f.failed(name, noted.err)
	}
	if err != nil {
		return append(row, cells(unknown, "cannot be read: "+visible(err.Error(), 200))...), nil
	}
	return append(row, cells(count(rows), visible(strings.Join(columns, ", "), 300))...), nil
}

// notingReader remembers that reading failed, which is no matter of what the file holds.
type notingReader struct {
	io.ReaderAt
	err error
}

// ReadAt implements io.ReaderAt.
func (r *notingReader) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, off)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// leftOutSection names the files that look like results but that no step of the chain writes.
var leftOutSection = Section{"left", "What was left out", buildLeftOut}

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
