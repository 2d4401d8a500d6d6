package order

import (
	"fmt"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
)

// frontier is the pages that are known and not fetched, and what is known of all others.
//
// Memory: 16 bytes a page.
type frontier struct {
	pages ranking
	heap  heap
	most  int64
	rooms [][]uint64
}

const frontierBytes = 16

// done is the place of a page that was fetched.
const done = -1

func newFrontier(pages int64) (*frontier, error) {
	f := &frontier{}
	keys, err := f.words(pages)
	if err != nil {
		return nil, err
	}
	f.pages.keys = arena.Floats64(keys)
	if f.pages.place, err = f.ints(pages); err != nil {
		f.close()
		return nil, err
	}
	items, err := f.ints(pages)
	if err != nil {
		f.close()
		return nil, err
	}
	f.heap = heap(items)[:0]
	return f, nil
}

// words is memory that is given back by close.
func (f *frontier) words(n int64) ([]uint64, error) {
	w, err := arena.Words(int(n))
	if err == nil {
		f.rooms = append(f.rooms, w)
	}
	return w, err
}

func (f *frontier) ints(n int64) ([]int32, error) {
	w, err := f.words((n + 1) / 2)
	return tuple.Ints32(w)[:n], err
}

func (f *frontier) close() {
	for _, w := range f.rooms {
		arena.Free(w)
	}
	f.rooms = nil
}

func (f *frontier) fetched(page int32) bool { return f.pages.place[page] == done }

// put makes a page known, or changes its key.
func (f *frontier) put(page int32, key float64) {
	at := f.pages.place[page]
	if at > 0 && f.pages.keys[page] == key {
		return
	}
	f.pages.keys[page] = key
	if at > 0 {
		f.heap.fix(&f.pages, int(at-1))
		return
	}
	f.heap = f.heap.add(&f.pages, page)
	f.most = max(f.most, int64(len(f.heap)))
}

// take takes the best page, which is fetched then.
func (f *frontier) take() (page int32, ok bool) {
	if len(f.heap) == 0 {
		return 0, false
	}
	page = f.heap[0]
	f.heap = f.heap.remove(&f.pages, 0)
	f.pages.place[page] = done
	return page, true
}

// errRoom is the error of more pages than there is memory for: need is what their state takes, which may be 3/4 of what is
// given but for the program's own.
func errRoom(pages, need int64) error {
	total := min(2*need, need*4/3+programBytes)
	return fmt.Errorf("there are at least %d pages: to crawl them takes %d MiB of memory", pages, (total+1<<20-1)>>20)
}
