package documents

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/text/document"
	"webmill/pkg/text/terms"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
)

// Records are the flags that say what is read of documents, and what is written of their terms.
type Records struct {
	Dict               string
	List               string // of -texts
	Positions, Counted bool
	lengths            string
}

// Flags declares the flags.
func (r *Records) Flags(f *cli.Flags) {
	f.StringVar(&r.Dict, "dict", "", "write the dictionary to `FILE`: *.txt, *.parquet or *vertices.txt")
	f.StringVar(&r.lengths, "doc-lengths", "", "write pairs (doc, length) to `FILE`, also of documents without records")
	f.StringVar(&r.List, "texts", "text", "read these fields of documents, `LIST` like title,text")
	f.BoolVar(&r.Positions, "positions", false, "a third column says which word of its document each is, from 0")
	f.BoolVar(&r.Counted, "counted", false, "a record for each different term of a document, with its count as third column")
	f.Without("-positions, as words that are counted have none", func() bool { return r.Positions }, "counted")
}

// Options are what the flags say to terms.Build.
func (r *Records) Options() terms.Options {
	return terms.Options{Positions: r.Positions, Counted: r.Counted}
}

// Create opens the outputs. term is what the dictionary has. end finishes them.
func (r *Records) Create(env *cli.Env, term string) (out terms.Output, end func() error, err error) {
	columns := tuple.IDs("doc", term)
	switch {
	case r.Positions:
		columns = append(columns, tuple.IDs("position")...)
	case r.Counted:
		columns = append(columns, tuple.Ints("count")...)
	}
	if out.Terms, err = env.Create(columns, nil); err != nil {
		return out, nil, err
	}
	list, err := dictionary.Create(env, r.Dict, nil)
	if err != nil {
		return out, nil, err
	}
	out.Words = list.Add
	if r.lengths != "" {
		if out.Lengths, err = env.CreateFile(r.lengths, append(tuple.IDs("doc"), tuple.Ints("length")...), nil); err != nil {
			return out, nil, err
		}
	}
	return out, list.Finish, nil
}

// Report tells what was done and what was left out.
func (r *Records) Report(env *cli.Env, s *terms.Stats) error {
	env.Stats.Add(cli.Figures{
		"documents": s.Documents, "documents_without_terms": s.Without,
		"documents_without_lang": s.NoLang, "records": s.Records, "terms": s.Dict.Strings,
		"batches":      s.Dict.Batches,
		"merge_levels": s.Dict.Levels, "spilled_bytes": s.Dict.Spilled,
	})
	switch {
	case s.Documents > 0:
	case s.Bad > 0:
		return NoDocument(s.FirstBad)
	case s.Long > 0:
		return fmt.Errorf("no line is a document: all are longer than %d MiB", document.MaxLine>>20)
	default:
		env.Warnf("the input is empty: there are no documents")
	}
	SkipBad(env, s.Bad, s.FirstBad)
	env.SkipN(fmt.Sprintf("line longer than %d MiB", document.MaxLine>>20), s.Long)
	return nil
}
