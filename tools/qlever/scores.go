package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/tuple"
)

// scores are those of names on pages.
type scores struct {
	name   string // of the file
	places *tuple.Places
	width  int
	starts []int32 // the first document of each block of the file
	block  []int32 // the one at hand
	number int     // of it; -1: there is none
	search *dict.Search
	f64    bool

	found   int64 // names with a score
	missing int64 // and without one
	first   string
}

// openScores opens the scores and the dictionary.
func (o *options) openScores(env *cli.Env) (*scores, error) {
	in, err := env.Open(o.scores, append(tuple.IDs("doc", "name"), tuple.ScoreColumn("score", o.f64)...))
	if err != nil {
		return nil, err
	}
	s := &scores{name: in.Name, f64: o.f64, number: -1}
	if s.places, err = tuple.PlacesOf(in); err != nil {
		return nil, err
	}
	if s.places == nil {
		return nil, fmt.Errorf("%s: is searched, and so it must be a raw file: tuples -to raw makes one", in.Name)
	}
	if err := s.index(); err != nil {
		return nil, err
	}
	names, err := env.OpenBytes(o.names)
	if err != nil {
		return nil, err
	}
	if err := names.ExpectLines(); err != nil {
		return nil, err
	}
	file, err := names.Anywhere(env.FS, env.TempDir)
	if err != nil {
		return nil, err
	}
	if err := whole(file); err != nil {
		return nil, fmt.Errorf("%s: %w", o.names, err)
	}
	room := env.Room()
	finder, err := dict.NewFinder(file, dict.Order{}, max(1<<20, (room.Memory-lineMemory)/finderShare))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.names, err)
	}
	s.search = finder.Search()
	return s, nil
}

// whole is an error if the last line of a dictionary has no end.
func whole(file *io.SectionReader) error {
	var last [1]byte
	if file.Size() == 0 {
		return nil
	}
	if _, err := file.ReadAt(last[:], file.Size()-1); err != nil {
		return err
	}
	if last[0] != '\n' {
		return errors.New("is cut off: its last line has no end")
	}
	return nil
}

// blockRecords is how many records are read at a time.
const blockRecords = 1 << 10

// index notes where documents are, and refuses a file that is not sorted.
func (s *scores) index() error {
	s.width = s.places.Width()
	sorted := tuple.NewChecker(tuple.Columns(0, 1), s.width, true)
	for i := int64(0); i*blockRecords < s.places.Records; i++ {
		if err := s.load(int(i)); err != nil {
			return err
		}
		if err := sorted.Check(s.block); err != nil {
			return s.places.Fail(err)
		}
		s.starts = append(s.starts, s.block[0])
	}
	return nil
}

// load reads a block.
func (s *scores) load(number int) error {
	if s.number == number {
		return nil
	}
	first := int64(number) * blockRecords
	n := int(min(blockRecords, s.places.Records-first)) * s.width
	if cap(s.block) < n {
		s.block = make([]int32, blockRecords*s.width)
	}
	s.block, s.number = s.block[:n], number
	return s.places.Read(s.block, first)
}

// of is the score of a name on a page.
func (s *scores) of(doc int32, name []byte) (float64, error) {
	if doc == tuple.Unknown {
		return 0, errors.New("a document has no id, by which scores are found: extract-text -page-ids gives them, or use -ones")
	}
	id, ok, err := s.search.ID(name)
	if err != nil {
		return 0, err
	}
	// The document begins in the last block that begins before it, and goes on in those that begin with it.
	number, _ := slices.BinarySearch(s.starts, doc)
	for number = max(0, number-1); ok && number < len(s.starts) && s.starts[number] <= doc; number++ {
		if err := s.load(number); err != nil {
			return 0, err
		}
		at := s.width * sort.Search(len(s.block)/s.width, func(i int) bool {
			rec := s.block[i*s.width:]
			return rec[0] > doc || rec[0] == doc && rec[1] >= id
		})
		switch {
		case at == len(s.block):
			continue
		case s.block[at] != doc || s.block[at+1] != id:
		case s.f64:
			s.found++
			return tuple.F64Value(s.block[at+2:]), nil
		default:
			s.found++
			return float64(tuple.F32Value(s.block[at+2])), nil
		}
		break
	}
	if s.missing++; s.missing == 1 {
		s.first = fmt.Sprintf("%.64s in document %d", name, doc)
	}
	return 0, nil
}
