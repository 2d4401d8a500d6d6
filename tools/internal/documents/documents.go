// Package documents holds what the tools that read documents, or make terms of words, have in common.
package documents

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/par"
	"webmill/pkg/text/document"
)

// Open opens files of documents, lines of JSON or Parquet, as one; id is the column of their ids in Parquet. A Parquet file must
// have one of the columns texts.
func Open(env *cli.Env, id string, texts []string, names ...string) (document.Source, error) {
	var all []document.Input
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, cli.Usagef("%s is named twice: its documents would count twice", name)
		}
		in, err := env.OpenBytes(name)
		if err != nil {
			return nil, err
		}
		if !in.IsParquet() {
			if err := in.ExpectLines(); err != nil {
				return nil, err
			}
			if err := env.Later(in); err != nil {
				return nil, err
			}
			if len(in.Head()) == 0 && len(names) > 1 {
				env.Warnf("%s: is empty", in.Name)
			}
			all = append(all, document.Input{Name: in.Name, Reader: in})
			continue
		}
		file, err := in.Anywhere(env.FS, env.TempDir)
		if err != nil {
			return nil, err
		}
		begin := func() io.Reader { return rows(in.Name, file, id, texts) }
		all = append(all, document.Input{Name: in.Name, Reader: &lazy{begin: begin}})
	}
	return document.NewLines(all...), nil
}

// lazy is a reader that begins when it is first read.
type lazy struct {
	begin func() io.Reader
	io.Reader
}

// Read implements io.Reader.
func (l *lazy) Read(p []byte) (int, error) {
	if l.Reader == nil {
		l.Reader = l.begin()
	}
	return l.Reader.Read(p)
}

// rows are the documents of a Parquet file as lines.
func rows(name string, file *io.SectionReader, id string, texts []string) io.Reader {
	return par.Written(func(w io.Writer) error {
		err := document.FromParquet(file, file.Size(), id, texts, func(line []byte) error {
			_, err := w.Write(line)
			return err
		})
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return err
	})
}

// Fields reads a list of the texts of documents, like title,text.
func Fields(list string) ([]string, error) {
	fields := strings.Split(list, ",")
	for i, name := range fields {
		if slices.Contains(fields[:i], name) {
			return nil, cli.Usagef("-texts: %s is there twice", name)
		}
		if !slices.Contains(document.Texts(), name) {
			return nil, cli.Usagef("-texts: documents have no text %q: they have %s", name, strings.Join(document.Texts(), ", "))
		}
	}
	return fields, nil
}

// NoDocument is the error of an input that has no document, and what is wrong with its first line.
func NoDocument(first string) error {
	return fmt.Errorf("no line is a document: %s; extract-text makes documents of a crawl", first)
}

// SkipBad notes that so many lines are no documents, and what is wrong with the first.
func SkipBad(env *cli.Env, lines int64, first string) {
	if lines > 0 {
		env.SkipN("line that is no document (the first: "+first+")", lines)
	}
}
