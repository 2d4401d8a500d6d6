package crawlorder

import (
	"fmt"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// frontier is the pages that are known and not fetched, and what is known of all others.
//
// Memory: 20 bytes a page.
type frontier struct {
	pages ranking
	heap  heap
	hosts *hosts // which has the heaps instead, if there is any
	known int64
	most  int64
	rooms [][]uint64
}

const frontierBytes = 20

// done is the place of a page that was fetched.
const done = -1

func newFrontier(pages int64) (*frontier, error) {
	f := &frontier{}
	keys, err := f.words(pages)
	if err != nil {
		return nil, err
	}
	f.pages.keys = arena.View[float64](keys)
	if f.pages.place, err = f.ints(pages); err != nil {
		f.close()
		return nil, err
	}
	items, err := f.words(pages)
	if err != nil {
		f.close()
		return nil, err
	}
	f.heap = items[:0]
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
	if at == 0 {
		f.known++
		f.most = max(f.most, f.known)
	}
	switch {
	case f.hosts != nil:
		f.hosts.put(page, at)
	case at > 0:
		f.heap.fix(&f.pages, int(at-1))
	default:
		f.heap = f.heap.add(&f.pages, page)
	}
}

// take takes the best page, which is fetched then.
func (f *frontier) take() (page int32, ok bool) {
	if f.known == 0 {
		return 0, false
	}
	if f.hosts != nil {
		page = f.hosts.take()
	} else {
		page = f.heap.best()
		f.heap = f.heap.remove(&f.pages, 0)
	}
	f.known--
	f.pages.place[page] = done
	return page, true
}

// errRoom is the error of more pages and hosts than there is memory for: need is what their state takes, which may be 3/4 of
// what is given but for the program's own.
func errRoom(pages, hosts, need int64) error {
	what := fmt.Sprintf("%d pages", pages)
	if hosts > 0 {
		what += fmt.Sprintf(" of %d hosts", hosts)
	}
	total := work.Enough((need*4 + 2) / 3)
	return fmt.Errorf("there are at least %s: to crawl them takes %d MiB of memory", what, (total+1<<20-1)>>20)
}
