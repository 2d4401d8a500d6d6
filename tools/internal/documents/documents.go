// Package documents holds what the tools that read documents, or make terms of words, have in common.
package documents

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/words"
	"webmill/pkg/tuple"
)

// Open opens files of documents, lines of JSON or Parquet, as one; id is the column of their ids in Parquet.
func Open(env *cli.Env, id string, names ...string) (document.Source, error) {
	var all []document.Input
	for _, name := range names {
		in, err := env.OpenBytes(name)
		if err != nil {
			return nil, err
		}
		if stream.SaidFormat(name, stream.Auto) != stream.Parquet && !bytes.HasPrefix(in.Head(), []byte("PAR1")) {
			if err := in.ExpectLines(); err != nil {
				return nil, err
			}
			if err := env.Later(in); err != nil {
				return nil, err
			}
			all = append(all, document.Input{Name: in.Name, Reader: in})
			continue
		}
		file, err := in.Anywhere(env.FS, env.TempDir)
		if err != nil {
			return nil, err
		}
		begin := func() io.Reader { return rows(in.Name, file, id) }
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
func rows(name string, file *io.SectionReader, id string) io.Reader {
	r, w := io.Pipe()
	go func() {
		out := bufio.NewWriterSize(w, 64<<10)
		err := document.FromParquet(file, file.Size(), id, func(line []byte) error {
			_, err := out.Write(line)
			return err
		})
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		w.CloseWithError(err)
	}()
	return r
}

// Words are the flags that say what becomes of words.
type Words struct {
	Stem string // the name of a stemmer
	stop string
}

// Flags declares -stem and -stop.
func (w *Words) Flags(f *cli.Flags) {
	f.StringVar(&w.stop, "stop", "", "leave out the words of `FILE`, one a line")
	cli.Choice(f, &w.Stem, "stem", "none", "make terms of words by this `STEMMER`: none, plural, porter, english or german",
		stem.Names)
}

// Stopped are the words of -stop, as texts have them; nil if there are none.
func (w *Words) Stopped(env *cli.Env) (map[string]bool, error) {
	if w.stop == "" {
		return nil, nil
	}
	in, err := env.OpenBytes(w.stop)
	if err == nil {
		err = in.ExpectLines()
	}
	if err != nil {
		return nil, err
	}
	set, several := map[string]bool{}, int64(0)
	var split words.Splitter
	lines := tuple.NewLines(in, tuple.MaxLine)
	var line []byte
	for line, err = lines.Next(); err == nil && len(set) <= mostStopped; line, err = lines.Next() {
		split.Reset(bytes.ToValidUTF8(line, nil))
		word := string(split.Next())
		if split.Next() != nil {
			several++
		} else if word != "" {
			set[word] = true
		}
	}
	switch {
	case err != nil && err != io.EOF:
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	case len(set) > mostStopped:
		return nil, fmt.Errorf("%s: has more than %d words: are these stop words?", in.Name, mostStopped)
	case len(set) == 0:
		return nil, fmt.Errorf("%s: has no words", in.Name)
	case several > 0:
		env.Warnf("%s: %s, and will leave out nothing", in.Name,
			tuple.Counted(several, "line is several words", "lines are several words"))
	}
	return set, in.Close()
}

const mostStopped = 10_000
