package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/idset"
	"webmill/pkg/linesort"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/text/qlever"
	"webmill/pkg/text/terms"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	docs, triples, names, scores string
	ones, f64                    bool
}

const (
	lineMemory  = 40 << 20               // of a line of JSON, a sentence and the lines that are made of it
	seenMemory  = 4 << 20                // of the ids of documents, 32 million if there are no gaps
	leastMemory = lineMemory + 16<<20    // and to sort, and for the places in the dictionary
	finderShare = 8                      // of what is left
	mostLine    = document.MaxLine >> 20 // in MiB
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.docs, "sentences", "", "write the sentences to `FILE`")
	f.StringVar(&o.triples, "triples", "", "write the triples to `FILE`")
	f.StringVar(&o.names, "name-dict", "", "the dictionary of names, a `FILE` of findnames")
	f.StringVar(&o.scores, "scores", "", shared.Scores)
	f.BoolVar(&o.ones, "ones", false, "all scores are 1")
	shared.F64(f, &o.f64)
	f.Outputs("sentences", "triples")
	f.Without("-ones", func() bool { return o.ones }, "name-dict", "scores", "f64")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	switch {
	case o.docs == "" || o.triples == "":
		return cli.Usagef("say where sentences and triples go, like -sentences docs.tsv -triples persons.nt")
	case !o.ones && (o.names == "" || o.scores == ""):
		return cli.Usagef("give the scores, like -name-dict names.txt -scores bm25.t3, or -ones")
	}
	name := env.Operands()[0]
	if err := cli.OneStdin(name, o.names, o.scores); err != nil {
		return err
	}
	in, err := env.OpenBytes(name)
	if err == nil {
		err = in.ExpectLines()
	}
	if err != nil {
		return err
	}
	var scores *scores
	if !o.ones {
		if scores, err = o.openScores(env); err != nil {
			return err
		}
	}
	words, err := env.CreateLines()
	if err != nil {
		return err
	}
	docs, err := env.CreateLinesFile(o.docs)
	if err != nil {
		return err
	}
	triples, err := env.CreateLinesFile(o.triples)
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	if err := env.Leaves(leastMemory, "for these inputs and outputs"); err != nil {
		return err
	}
	wordLines := bufio.NewWriterSize(words, tuple.BlockBytes)
	docLines := bufio.NewWriterSize(docs, tuple.BlockBytes)
	w := &qlever.Writer{Words: wordLines, Docs: docLines}
	if scores != nil {
		w.Score = scores.of
	}
	r := &reader{env: env, in: in, w: w}
	if err := r.sorted(triples); err != nil {
		return err
	}
	if err := cmp.Or(wordLines.Flush(), docLines.Flush()); err != nil {
		return err
	}
	return r.report(scores)
}

// reader reads the lines.
type reader struct {
	env *cli.Env
	in  *stream.Bytes
	w   *qlever.Writer

	bad, long, without int64
	far                int64 // documents whose URL is too long
	firstBad           string
	documents          int64
	seen               idset.Marks // the ids of documents, as long as they take no more than seenMemory
	many               bool        // ids are not compared any more
}

// sorted writes all files; triples are sorted, each once.
func (r *reader) sorted(triples *stream.ByteOutput) error {
	room := r.env.Room()
	left := room.Memory - lineMemory
	opt := linesort.Options{Unique: true, Room: room.With(left - left/finderShare - seenMemory)}
	_, err := linesort.SortAdded(triples, opt, func(add func(line []byte) error) error {
		r.w.Triple = add
		return r.read()
	})
	return err
}

// read reads all lines.
func (r *reader) read() error {
	src := document.NewLines(document.Input{Name: r.in.Name, Reader: r.in})
	var b document.Batch
	var d document.Tagged
	defer r.seen.Free()
	for {
		switch err := src.Next(&b); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		r.long += b.Long
		line := b.First
		for text := range bytes.Lines(b.Text) {
			line++
			if len(bytes.TrimSpace(text)) == 0 {
				continue
			}
			if err := d.Parse(text); err != nil {
				if r.bad++; r.bad == 1 {
					r.firstBad = fmt.Sprintf("%s: line %d: %v", r.in.Name, line, err)
				}
				continue
			}
			if err := r.see(d.ID); err != nil {
				return err
			}
			r.documents++
			if len(d.URL) == 0 {
				r.without++
				continue
			}
			if len(d.URL) > qlever.MaxURL {
				r.far++
				continue
			}
			if err := r.w.Add(&d); errors.Is(err, qlever.ErrTags) || errors.Is(err, qlever.ErrName) {
				return fmt.Errorf("%s: line %d: %w", r.in.Name, line, err)
			} else if err != nil {
				return err
			}
		}
	}
}

// see refuses a document whose id has come before.
func (r *reader) see(id int32) error {
	if r.many || id == tuple.Unknown {
		return nil
	}
	if !r.seen.Add(id) {
		return fmt.Errorf("%s: %w", r.in.Name, terms.Twice(id))
	}
	if r.seen.Bytes() > seenMemory {
		r.seen.Free()
		r.many = true
	}
	return nil
}

// report tells what was done and what was left out.
func (r *reader) report(s *scores) error {
	env := r.env
	env.Stats.Add(cli.Figures{"documents": r.documents, "records": r.w.Records, "mentions": r.w.Mentions,
		"records_with_names": r.w.Persons})
	if r.bad > 0 {
		if r.documents == 0 {
			return fmt.Errorf("no line is a tagged text: %s", r.firstBad)
		}
		env.SkipN("line that is no tagged text (the first: "+r.firstBad+")", r.bad)
	}
	env.SkipN(fmt.Sprintf("line longer than %d MiB", mostLine), r.long)
	env.SkipN("document without a URL", r.without)
	env.SkipN(fmt.Sprintf("document whose URL is longer than %d bytes", qlever.MaxURL), r.far)
	if s != nil && s.missing > 0 {
		missing := fmt.Sprintf("%s: has no score of %s (the first: %s)", s.name,
			tuple.Counted(s.missing, "name on its page", "names on their pages"), s.first)
		if s.found == 0 {
			return fmt.Errorf("%s, and of none else: are -scores and -name-dict of the run of the tagged texts?", missing)
		}
		env.Warnf("%s: it is 0 there; are -scores and -name-dict of the run of the tagged texts?", missing)
	}
	if r.documents == 0 && r.long == 0 {
		env.Warnf("the input is empty: there are no documents")
	}
	return nil
}
