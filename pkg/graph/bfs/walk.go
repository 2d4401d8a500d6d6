package bfs

import (
	"slices"
	"sync"
	"sync/atomic"

	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/par"
)

// walker finds one layer after the other. The pages of the current layer can be read, ascending.
type walker interface {
	// seed makes a layer of pages that are left: those of a source of one column, ascending.
	seed(ids []int32) error
	// start makes the seeds the current layer and tells how many there are.
	start() (pages int64)
	// root makes the lowest page left the current layer, if there is one.
	root() (found bool, err error)
	// follow makes what the current layer links to, and is left, the current layer, and tells how many pages it has.
	follow() (pages int64, err error)
	// read fills dst with pages of the current layer that were not yet read.
	read(dst []int32) (int, error)
	// decodedChunks counts.
	decodedChunks() int64
	close()
}

// memoryWalker has a bit for each page that is left. A layer is a list of its pages, ascending, or a bit for each where
// it has more than one page in 256: then the chunks are swept in order and those without a page of the layer are left out.
//
// Goroutines share the work by pages of the list, or by chunks. The goroutine that takes a page from those left adds it to
// the next layer, so the layer does not depend on who was first.
type memoryWalker struct {
	graph     *adj.Graph
	left      *idset.Marks
	remaining int64 // how many pages left has
	list      []int32
	dense     bool
	layer     *idset.Marks // if dense
	mu        sync.Mutex   // of next, while layers are followed
	next      *idset.Marks // the next layer, if a worker found too many; else without marks, or nil
	marked    bool
	at        int64 // what was read: of the list, or the next id
	lowest    int64 // no page below is left
	workers   []worker
}

// worker is what a goroutine has of its own.
type worker struct {
	walk  *memoryWalker
	lists *adj.Lists
	found []int32 // pages of the next layer; what is more goes to the bits of next
	most  int
	n     int64 // pages found

	sweep   *adj.Reader
	chunk   adj.Chunk
	decoded int64
}

// The list of a layer has space for one page for each layerShare bytes of bits. A page takes 4 bytes there, and 4 more in what
// the workers find: an eighth of the bits each.
const layerShare = 32

const (
	sharedPages = 256 // layers below are not worth a goroutine
	batch       = 32  // chunks that are swept at once
)

func newMemoryWalker(graph *adj.Graph, left *idset.Marks, pages, memory int64, threads int) *memoryWalker {
	m := &memoryWalker{graph: graph, left: left, remaining: pages, workers: make([]worker, threads)}
	most := max(int(left.Bytes()/layerShare)/threads, 1024)
	m.list = make([]int32, 0, most*threads)
	for i := range m.workers {
		m.workers[i] = worker{walk: m, lists: newLists(graph, memory/listsDivisor/int64(threads)), most: most,
			found: make([]int32, 0, most), sweep: graph.Reader(adj.AheadBytes)}
	}
	return m
}

func (m *memoryWalker) close() {
	for _, marks := range []*idset.Marks{m.layer, m.next} {
		if marks != nil {
			marks.Free()
		}
	}
}

func (m *memoryWalker) decodedChunks() (n int64) {
	for i := range m.workers {
		n += m.workers[i].lists.Decoded + m.workers[i].decoded
	}
	return n
}

func (m *memoryWalker) seed(ids []int32) error {
	for _, id := range ids {
		if !m.left.Has(id) {
			return notPage(id)
		}
		m.workers[0].add(id)
	}
	return nil
}

func (m *memoryWalker) start() int64 { return m.collect() }

func (m *memoryWalker) root() (bool, error) {
	m.list = m.list[:0]
	if m.remaining == 0 {
		return false, nil
	}
	id, found := m.left.Next(m.lowest, maxIDs)
	if found {
		m.left.Take(id)
		m.remaining--
		m.list, m.dense, m.at = append(m.list, id), false, 0
		m.lowest = int64(id) + 1
	}
	return found, nil
}

func (m *memoryWalker) read(dst []int32) (n int, err error) {
	if !m.dense {
		n = copy(dst, m.list[m.at:])
		m.at += int64(n)
		return n, nil
	}
	if n = m.layer.Read(dst, m.at); n > 0 {
		m.at = int64(dst[n-1]) + 1
	}
	return n, nil
}

func (m *memoryWalker) follow() (int64, error) {
	var next atomic.Int64
	var err error
	switch {
	case m.remaining == 0: // all pages are found
	case m.dense:
		err = par.Do(len(m.workers), func(i int) error { return m.workers[i].sweepChunks(&next) })
	case len(m.list) < sharedPages:
		err = m.workers[0].followAll(m.list)
	default:
		err = par.Do(len(m.workers), func(i int) error { return m.workers[i].followSome(&next) })
	}
	if err != nil {
		return 0, err
	}
	return m.collect(), nil
}

// followSome follows parts of the list until there is none left.
func (w *worker) followSome(next *atomic.Int64) error {
	list := w.walk.list
	for {
		from := int(next.Add(sharedPages/4)) - sharedPages/4
		if from >= len(list) {
			return nil
		}
		if err := w.followAll(list[from:min(from+sharedPages/4, len(list))]); err != nil {
			return err
		}
	}
}

// followAll follows the links of some pages.
func (w *worker) followAll(ids []int32) error {
	for _, id := range ids {
		list, err := w.lists.First(id)
		for err == nil && len(list) > 0 {
			w.follow(list)
			list, err = w.lists.Next()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sweepChunks follows the links of the pages of the layer, chunk by chunk.
func (w *worker) sweepChunks(next *atomic.Int64) error {
	chunks := w.walk.graph.Chunks()
	for {
		from := int(next.Add(batch)) - batch
		if from >= chunks {
			return nil
		}
		for i := from; i < min(from+batch, chunks); i++ {
			if err := w.sweepChunk(i); err != nil {
				return err
			}
		}
	}
}

func (w *worker) sweepChunk(i int) error {
	if _, any := w.walk.layer.Next(int64(w.walk.graph.First(i)), w.walk.graph.Begin(i+1)); !any {
		return nil
	}
	w.decoded++
	c := &w.chunk
	if err := w.sweep.Read(i, c); err != nil {
		return err
	}
	from := int32(0)
	for k, id := range c.Keys {
		if w.walk.layer.HasKnown(id) {
			w.follow(c.Others[from:c.Ends[k]])
		}
		from = c.Ends[k]
	}
	return nil
}

// follow adds the pages of a list that are left.
func (w *worker) follow(list []int32) {
	left := w.walk.left
	for k := left.FirstOf(list); k < len(list); k = left.FirstOf(list) {
		w.add(list[k])
		list = list[k+1:]
	}
}

// add adds a page to the next layer, unless another one was faster.
func (w *worker) add(id int32) {
	if !w.walk.left.Take(id) {
		return
	}
	if len(w.found) == w.most {
		w.toMarks()
	}
	w.found = append(w.found, id)
	w.n++
}

// toMarks moves what was found to the bits of the next layer.
func (w *worker) toMarks() {
	next := w.walk.bits()
	for _, id := range w.found {
		next.Put(id)
	}
	w.found = w.found[:0]
}

func (m *memoryWalker) bits() *idset.Marks {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next == nil {
		m.next = m.left.Like()
	}
	m.marked = true
	return m.next
}

// collect makes what the workers found the current layer.
func (m *memoryWalker) collect() (n int64) {
	if m.dense {
		m.layer.Clear()
	}
	m.list, m.dense, m.at = m.list[:0], m.marked, 0
	for i := range m.workers {
		w := &m.workers[i]
		n, w.n = n+w.n, 0
		if m.marked {
			w.toMarks()
		}
		m.list = append(m.list, w.found...)
		w.found = w.found[:0]
	}
	if m.marked {
		m.layer, m.next, m.marked = m.next, m.layer, false
	}
	slices.Sort(m.list)
	m.remaining -= n
	return n
}

const slotBytes = 12 << 10 // of a chunk that is not much larger than others

// newLists makes the reader of single lists. Callers mostly ask for pages in ascending order, so it remembers the last chunk. Its
// decoded chunks take about memory bytes.
func newLists(graph *adj.Graph, memory int64) *adj.Lists {
	chunk, from, end := -1, int64(0), int64(0) // lists that begin in the chunk are of pages from … end-1
	return adj.NewLists(graph, int(min(max(memory/slotBytes, 2), 256)), func(page int32) int {
		id := int64(page)
		if id >= end {
			chunk, from, end = chunk+1, end, graph.Begin(chunk+2)
		}
		if id < from || id >= end {
			chunk = max(graph.Find(page), 0)
			from, end = graph.Begin(chunk), graph.Begin(chunk+1)
		}
		return chunk
	})
}
