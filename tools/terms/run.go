package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/terms"
	"webmill/pkg/text/words"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
)

// options are the flags of the tool.
type options struct {
	dict      string
	lengths   string
	stop      string
	stem      string
	fields    string
	id        string
	positions bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.dict, "dict", "", "write the dictionary to `FILE`: *.txt, *.parquet or *vertices.txt")
	f.StringVar(&o.lengths, "doc-lengths", "", "write pairs (doc, number of its records) to `FILE`, also of documents without any")
	f.StringVar(&o.stop, "stop", "", "leave out the words of `FILE`, one a line")
	cli.Choice(f, &o.stem, "stem", "none", "make terms of words by this `STEMMER`: none, plural, porter, english or german", stem.Names)
	f.StringVar(&o.fields, "texts", "text", "make terms of these fields of documents, `LIST` like title,text")
	f.StringVar(&o.id, "id-field", "id", "the number of a document is in this `FIELD`, which all have if it is not id")
	f.BoolVar(&o.positions, "positions", false, "a third column says which word of its document each is, from 0")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if o.dict == "" {
		return cli.Usagef("say where the dictionary goes, like -dict words.txt")
	}
	opt := terms.Options{Positions: o.positions}
	if o.id != "id" {
		opt.IDName = o.id
	}
	var err error
	if opt.Stem, err = stem.ByName(o.stem); err != nil {
		return err
	}
	if opt.Texts, err = o.texts(); err != nil {
		return err
	}
	if opt.Stop, err = o.stopped(env); err != nil {
		return err
	}
	src, err := openAll(env, o.id)
	if err != nil {
		return err
	}
	out, end, err := o.create(env)
	if err != nil {
		return err
	}
	opt.Room = env.Room()
	if opt.Memory < terms.LeastMemory {
		return cli.Usagef("-S is too small for these outputs: at least %dM is needed", (env.SizeFor(terms.LeastMemory)+1<<20-1)>>20)
	}
	stats, err := terms.Build(src, opt, out)
	if err == nil {
		err = end()
	}
	if err != nil {
		return err
	}
	return report(env, &stats)
}

// texts are those of the fields.
func (o *options) texts() (func(*document.Document, func([]byte)), error) {
	list := strings.Split(o.fields, ",")
	for _, name := range list {
		if !slices.Contains(document.Texts(), name) {
			return nil, cli.Usagef("-texts: documents have no text %q: they have %s", name, strings.Join(document.Texts(), ", "))
		}
	}
	return func(d *document.Document, each func([]byte)) {
		for _, name := range list {
			each(d.Field(name))
		}
	}, nil
}

// stopped are the words of -stop, as texts have them.
func (o *options) stopped(env *cli.Env) (map[string]bool, error) {
	if o.stop == "" {
		return nil, nil
	}
	in, err := env.OpenBytes(o.stop)
	if err == nil {
		err = in.ExpectLines()
	}
	if err != nil {
		return nil, err
	}
	set, several := map[string]bool{}, int64(0)
	var split words.Splitter
	lines := bufio.NewScanner(in)
	for lines.Scan() && len(set) <= mostStopped {
		split.Reset(bytes.ToValidUTF8(lines.Bytes(), nil))
		word := string(split.Next())
		if split.Next() != nil {
			several++
		} else if word != "" {
			set[word] = true
		}
	}
	switch {
	case lines.Err() != nil:
		return nil, fmt.Errorf("%s: %w", in.Name, lines.Err())
	case len(set) > mostStopped:
		return nil, fmt.Errorf("%s: has more than %d words: are these stop words?", in.Name, mostStopped)
	case len(set) == 0:
		return nil, fmt.Errorf("%s: has no words", in.Name)
	case several > 0:
		env.Warnf("%s: %s, and will leave out nothing", in.Name, cli.Counted(several, "line is several words", "lines are several words"))
	}
	return set, in.Close()
}

const mostStopped = 10_000

// create opens the outputs. end finishes them.
func (o *options) create(env *cli.Env) (out terms.Output, end func() error, err error) {
	columns := []string{"doc", "term"}
	if o.positions {
		columns = append(columns, "position")
	}
	if out.Terms, err = env.Create(tuple.IDs(columns...), nil); err != nil {
		return out, nil, err
	}
	list, err := dictionary.Create(env, o.dict, nil)
	if err != nil {
		return out, nil, err
	}
	out.Words = list.Add
	if o.lengths != "" {
		if out.Lengths, err = env.CreateFile(o.lengths, []tuple.Column{{Name: "doc", Kind: tuple.ID}, {Name: "length", Kind: tuple.Int}}, nil); err != nil {
			return out, nil, err
		}
	}
	return out, list.Finish, nil
}

// openAll opens the inputs as one.
func openAll(env *cli.Env, id string) (document.Source, error) {
	var all []io.Reader
	for _, name := range env.Operands() {
		in, err := env.OpenBytes(name)
		if err != nil {
			return nil, err
		}
		if stream.SaidFormat(name, stream.Auto) != stream.Parquet && !bytes.HasPrefix(in.Head(), []byte("PAR1")) {
			if err := in.ExpectLines(); err != nil {
				return nil, err
			}
			all = append(all, in)
			continue
		}
		file, err := in.Anywhere(env.FS, env.TempDir)
		if err != nil {
			return nil, err
		}
		all = append(all, rows(in.Name, file, id))
	}
	return document.NewLines(all...), nil
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

// report tells what was done and what was left out.
func report(env *cli.Env, s *terms.Stats) error {
	env.Stats.Add(cli.Figures{
		"documents": s.Documents, "documents_without_terms": s.Without, "records": s.Records, "terms": s.Dict.Strings, "batches": s.Dict.Batches,
		"merge_levels": s.Dict.Levels, "spilled_bytes": s.Dict.Spilled,
	})
	if s.Bad > 0 {
		if s.Documents == 0 {
			return fmt.Errorf("no line is a document: %s", s.FirstBad)
		}
		env.SkipN("line that is no document (the first: "+s.FirstBad+")", s.Bad)
	}
	env.SkipN("line longer than 12 MiB", s.Long)
	if s.Documents == 0 && s.Long == 0 {
		env.Warnf("the input is empty: there are no documents")
	}
	return nil
}
