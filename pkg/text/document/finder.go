package document

import (
	"fmt"
	"io"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// LeastMemory is the least memory of a job that reads documents, as one may be as long as MaxLine.
const LeastMemory = 42 << 20

// Finder finds the documents that are wanted, of all. The id of a document without one is the number of its line, as in package
// terms. Of a document that is there twice the first counts.
type Finder struct {
	Threads int
	// See sees all documents, in several workers at once; it may be nil.
	See func(id int64, d *Document)
	// Take takes a document that is wanted, by its place, one at a time, in any order. It is called again for the same place if
	// the first document of an id comes later.
	Take func(place int, d *Document) error

	Documents int64 // that were seen
	Bad       int64 // lines that are no documents, or longer than MaxLine

	places map[int32]int // of the ids
	lines  []int64       // by place, from 1; 0: it was not found
}

// Want says that a document is wanted, which may have been said before, and returns its place among those.
func (f *Finder) Want(id int32) (place int, again bool) {
	if place, again = f.places[id]; again {
		return place, true
	}
	if f.places == nil {
		f.places = map[int32]int{}
	}
	place = len(f.lines)
	f.places[id] = place
	f.lines = append(f.lines, 0)
	return place, false
}

// Find goes through all documents.
func (f *Finder) Find(src Source) error {
	shared := Shared{Source: src}
	var mu sync.Mutex // of the lines and the counts, and for Take
	return par.Do(f.Threads, func(int) error {
		var batch Batch
		var doc Document
		seen, bad := int64(0), int64(0)
		each := func(line int64, d *Document) error {
			seen++
			id := line
			if d.ID != tuple.Unknown {
				id = int64(d.ID)
			}
			if f.See != nil {
				f.See(id, d)
			}
			place, wanted := f.places[int32(id)]
			if !wanted || int64(int32(id)) != id {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			if first := f.lines[place]; first > 0 && first <= line+1 {
				return nil
			}
			f.lines[place] = line + 1
			return f.Take(place, d)
		}
		for {
			err := shared.Next(&batch, func(int) error { return batch.Each(&doc, each, func(error) { bad++ }) })
			bad += batch.Long
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				f.Documents += seen
				f.Bad += bad
				if err == io.EOF {
					err = nil
				}
				return err
			}
		}
	})
}

// Missing is an error if documents were not found.
func (f *Finder) Missing() error {
	missing, first := 0, int32(0)
	for id, place := range f.places {
		if f.lines[place] > 0 {
			continue
		}
		if missing++; missing == 1 || id < first {
			first = id
		}
	}
	if missing == 0 {
		return nil
	}
	why := "is this file of another run?"
	if f.Bad > 0 {
		why = fmt.Sprintf("%s no document, or longer than %d MiB", tuple.Counted(f.Bad, "line is", "lines are"), MaxLine>>20)
	}
	return fmt.Errorf("of the documents %s not there, the first is %d: %s", tuple.Counted(missing, "is", "are"), first, why)
}
