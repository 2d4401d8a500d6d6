package main

import (
	"fmt"
	"io"
	"slices"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/coverage"
	"webmill/pkg/web/pagefolder"
)

// opened is a crawl that was opened.
type opened struct {
	crawl  *coverage.Crawl
	depths bool             // its pages have depths
	folder *coverage.Folder // of fetch, or nil
	report func()           // reports what was skipped, once the crawl was read
}

// open opens the crawl that the flags name.
func (o *options) open(env *cli.Env) (*opened, error) {
	switch {
	case o.crawl != "":
		return o.openFolder(env)
	case o.pages != "":
		return o.openPages(env)
	}
	return o.openURLs(env)
}

// openFolder opens a folder of fetch.
func (o *options) openFolder(env *cli.Env) (*opened, error) {
	if err := mustBeFolder(env, o.crawl); err != nil {
		return nil, err
	}
	f, err := coverage.NewFolder(env.FS, o.crawl)
	if err != nil {
		return nil, err
	}
	env.Watch(f)
	return &opened{f.Crawl(), true, f, func() {
		env.SkipN("line of the log that is cut or damaged", f.Damaged)
		env.SkipN("byte at the end of the journal, which is damaged", f.Lost)
	}}, nil
}

// openPages opens a folder of pages.
func (o *options) openPages(env *cli.Env) (*opened, error) {
	if err := mustBeFolder(env, o.pages); err != nil {
		return nil, err
	}
	var found pagefolder.Found
	facts := func(f func(*coverage.Fact) error) (err error) {
		found, err = pagefolder.Each(env.FS, o.pages, o.namesOnly, stored(f))
		return err
	}
	return &opened{&coverage.Crawl{Facts: facts}, false, nil, func() {
		env.Stats.Add(cli.Figures{"files": found.Files, "too_long_names": found.Unread})
		env.SkipN("file that is no page (the first: "+found.First+")", found.Bad)
	}}, nil
}

// mustBeFolder refuses a file that is no folder, and outputs in the folder.
func mustBeFolder(env *cli.Env, dir string) error {
	info, err := env.FS.Stat(dir)
	if err != nil {
		return vfs.Named(dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", dir)
	}
	return env.Reads(dir)
}

// stored makes a fact of the URL of each page.
func stored(f func(*coverage.Fact) error) func(url []byte) error {
	var fact coverage.Fact
	return func(url []byte) error {
		fact = coverage.Fact{Kind: coverage.Stored, URL: url, Depth: coverage.NoDepth}
		return f(&fact)
	}
}

// openURLs opens a list of URLs, or a table of pages.
func (o *options) openURLs(env *cli.Env) (*opened, error) {
	in, err := env.OpenBytes(o.urls)
	if err != nil {
		return nil, err
	}
	if in.IsParquet() {
		return openTable(env, in)
	}
	if err = in.ExpectLines(); err == nil {
		err = in.ExpectEnds('\n')
	}
	if err != nil {
		return nil, err
	}
	var list coverage.List
	facts := func(f func(*coverage.Fact) error) (err error) {
		list, err = coverage.ReadURLs(in.Name, in, stored(f))
		if err == nil && list.URLs == 0 && list.Bad > 0 {
			err = fmt.Errorf("no line is a URL: %s", list.First)
		}
		return err
	}
	return &opened{&coverage.Crawl{Facts: facts}, false, nil, func() { skipped(env, &list) }}, nil
}

// skipped reports the lines that were no URLs.
func skipped(env *cli.Env, list *coverage.List) {
	env.SkipN("line that is no URL (the first: "+list.First+")", list.Bad)
}

// The columns of a table of pages.
var tableColumns = []string{"url", "fetched", "status", "layer"}

// openTable opens a table of pages.
func openTable(env *cli.Env, in *stream.Bytes) (*opened, error) {
	file, err := in.Anywhere(env.FS, env.TempDir)
	if err != nil {
		return nil, err
	}
	all, _, err := parquetio.Describe(file, file.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	columns := slices.DeleteFunc(slices.Clone(tableColumns), func(name string) bool { return !slices.Contains(all, name) })
	if !slices.Contains(columns, "url") {
		return nil, fmt.Errorf("%s: has no column url", in.Name)
	}
	env.TakeMemory(parquetio.ReaderBytes)
	t := &pageTable{name: in.Name, file: file, columns: columns}
	return &opened{&coverage.Crawl{Facts: t.facts, Links: t.column("fetched") >= 0}, t.column("layer") >= 0, nil, func() {
		skipped(env, &t.list)
	}}, nil
}

// pageTable is a table of pages.
type pageTable struct {
	name    string
	file    *io.SectionReader
	columns []string
	list    coverage.List
}

// column is the place of a column, or -1.
func (t *pageTable) column(name string) int { return slices.Index(t.columns, name) }

// facts makes a fact of each row.
func (t *pageTable) facts(f func(*coverage.Fact) error) error {
	url, fetched, status, layer := t.column("url"), t.column("fetched"), t.column("status"), t.column("layer")
	t.list = coverage.List{}
	var canonical []byte
	var fact coverage.Fact
	var said error // the error of f, which is none of the table
	err := parquetio.EachRow(t.file, t.file.Size(), t.columns, func(row []parquetio.Value) (err error) {
		t.list.URLs++
		if canonical, err = urls.Canonical(canonical[:0], row[url].Text); err != nil {
			if t.list.Bad++; t.list.Bad == 1 {
				t.list.First = fmt.Sprintf("%s: row %d: %v", t.name, t.list.URLs, err)
			}
			return nil
		}
		fact = coverage.Fact{Kind: coverage.Stored, URL: canonical, Depth: coverage.NoDepth}
		if layer >= 0 && !row[layer].Null {
			fact.Depth = int(row[layer].Number) - 1
		}
		if status >= 0 && row[status].Number != 0 && row[status].Number/100 != 2 {
			fact.Kind, fact.Outcome = coverage.Tried, fmt.Sprintf("http-%d", row[status].Number)
		}
		if fetched >= 0 && row[fetched].Number == 0 {
			fact.Kind = coverage.Known
		}
		said = f(&fact)
		return said
	})
	if said != nil || err == nil {
		return said
	}
	return fmt.Errorf("%s: %w", t.name, err)
}
