package document

import (
	"io"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// Picked is what Pick has seen.
type Picked struct {
	Documents int64
	Bad       int64 // lines that are no documents, or longer than MaxLine
}

// Pick goes through all documents and calls take for those with an id that is wanted, one at a time, in any order. The id of a
// document without one is the number of its line, as in package terms. wanted is called by several workers.
func Pick(src Source, threads int, wanted func(id int64) bool,
	take func(line, id int64, d *Document) error) (p Picked, err error) {
	shared := Shared{Source: src}
	var mu sync.Mutex // of p, and for take
	err = par.Do(threads, func(int) error {
		var batch Batch
		var doc Document
		seen, bad := int64(0), int64(0)
		each := func(line int64, d *Document) error {
			seen++
			id := line
			if d.ID != tuple.Unknown {
				id = int64(d.ID)
			}
			if !wanted(id) {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			return take(line, id, d)
		}
		for {
			err := shared.Next(&batch, func(int) error { return batch.Each(&doc, each, func(error) { bad++ }) })
			bad += batch.Long
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				p.Documents += seen
				p.Bad += bad
				if err == io.EOF {
					err = nil
				}
				return err
			}
		}
	})
	return p, err
}
