package bfs

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// diskWalker is the walk where there is no memory for a bit of each page. The pages of a layer are spill.Ints, ascending. What
// they link to is sorted, each page once, and compared with the bits of the pages left, which lie in a file: both are in
// the same order, so a layer costs one look at each block of bits that it concerns.
type diskWalker struct {
	graph      *adj.Graph
	lists      *adj.Lists
	room       *work.Room
	left       *marksFile
	pages      int64 // left
	containers int64 // of ids in which there are pages at the beginning
	memory     int64 // bytes for sorting
	layer      *spill.Ints
	next       *spill.Ints
	reader     spill.IntsReader
	at         int64 // pages of the layer that were read
	links      layerEnds
	lowest     int64 // no page below is left
	few        []int32
}

const fewLinks = 8 << 10 // links are sorted without setting up a sort

func newDiskWalker(graph *adj.Graph, pages int64, room *work.Room) (*diskWalker, error) {
	d := &diskWalker{graph: graph, lists: newLists(graph, room.Memory/listsDivisor), room: room,
		memory: room.Memory / diskSortDivisor}
	d.links.lists = d.lists
	d.few = make([]int32, 0, min(max(room.Memory/fewLinksDivisor/4, 1), fewLinks))
	d.left = newMarksFile(room, room.Memory/diskMarksDivisor)
	err := d.mark(pages)
	if err == nil {
		if d.layer, err = spill.NewInts(*room, room.Memory/diskLayerDivisor); err == nil {
			d.next, err = spill.NewInts(*room, room.Memory/diskLayerDivisor)
		}
	}
	if err != nil {
		d.close()
		return nil, err
	}
	d.turn()
	return d, nil
}

func (d *diskWalker) close() {
	d.left.close()
	for _, s := range []*spill.Ints{d.layer, d.next} {
		if s != nil {
			s.Close()
		}
	}
}

func (d *diskWalker) decodedChunks() int64 { return d.lists.Decoded }

// mark marks all pages: those below a number or, if it is 0, the ends of the links. For these it goes through the chunks
// once for each window of ids whose bits fit in memory.
func (d *diskWalker) mark(below int64) error {
	d.containers = (below + idset.ContainerIDs - 1) / idset.ContainerIDs
	for d.pages = 0; d.pages < below; d.pages++ {
		if err := d.left.add(int32(d.pages)); err != nil {
			return err
		}
	}
	if below > 0 {
		return nil
	}
	window, err := arena.Words(int(max(d.room.Memory/windowDivisor/markSlotBytes, 1) * markSlotBytes / 8))
	if err != nil {
		return err
	}
	defer arena.Free(window)
	for from := int64(0); from < maxIDs; {
		clear(window)
		next, err := d.markEnds(window, from)
		if err != nil {
			return err
		}
		if err := d.addWindow(window, from); err != nil {
			return err
		}
		from = next / markSlotIDs * markSlotIDs
	}
	return nil
}

// markEnds marks the ends of links in a window of ids and returns the least one behind it, or maxIDs.
func (d *diskWalker) markEnds(window []uint64, from int64) (next int64, err error) {
	next = maxIDs
	end := from + 64*int64(len(window))
	reader := d.graph.Reader(adj.AheadBytes)
	var c adj.Chunk
	for i := range d.graph.Chunks() {
		if err := reader.Read(i, &c); err != nil {
			return 0, err
		}
		for _, ids := range [][]int32{c.Keys, c.Others} {
			for _, id := range ids {
				if at := int64(id) - from; at >= 0 && int64(id) < end {
					window[at/64] |= 1 << (at & 63)
				} else if at >= 0 {
					next = min(next, int64(id))
				}
			}
		}
	}
	return next, nil
}

// addWindow marks the pages of a window.
func (d *diskWalker) addWindow(window []uint64, from int64) error {
	const words = idset.ContainerIDs / 64
	counted := -1
	for w, word := range window {
		if word != 0 && w/words != counted {
			counted = w / words
			d.containers++
		}
		for ; word != 0; word &= word - 1 {
			if err := d.left.add(int32(from + int64(64*w+bits.TrailingZeros64(word)))); err != nil {
				return err
			}
			d.pages++
		}
	}
	return nil
}

func (d *diskWalker) seed(ids []int32) error {
	for _, id := range ids {
		found, err := d.left.unmark(id)
		if err != nil {
			return err
		}
		if !found {
			return notPage(id)
		}
		if err := d.next.Put(id); err != nil {
			return err
		}
	}
	return nil
}

func (d *diskWalker) start() int64 { return d.turn() }

// turn makes the next layer the current one.
func (d *diskWalker) turn() int64 {
	d.layer, d.next = d.next, d.layer
	d.next.Reset()
	d.reader.Begin(d.layer)
	d.at = 0
	d.pages -= d.layer.Len()
	return d.layer.Len()
}

func (d *diskWalker) root() (bool, error) {
	if d.pages == 0 {
		return false, nil
	}
	id, found, err := d.left.next(d.lowest)
	if err != nil || !found {
		return false, err
	}
	d.lowest = int64(id) + 1
	if err := d.seed([]int32{id}); err != nil {
		return false, err
	}
	d.turn()
	return true, nil
}

func (d *diskWalker) read(dst []int32) (int, error) {
	view, err := d.reader.From(d.at)
	n := copy(dst, view)
	d.at += int64(n)
	return n, err
}

func (d *diskWalker) follow() (int64, error) {
	if d.pages == 0 {
		return d.turn(), nil
	}
	links := &d.links
	links.begin(d.layer)
	d.few = d.few[:0]
	for len(d.few) < cap(d.few) {
		n, err := links.ReadBlock(d.few[len(d.few):cap(d.few)])
		d.few = d.few[:len(d.few)+n]
		if err == io.EOF {
			slices.Sort(d.few)
			return d.turnTo(d.take(slices.Compact(d.few)))
		}
		if err != nil {
			return 0, err
		}
	}
	few := tuple.Slice(d.few)
	return d.turnTo(unique(d.room, tuple.SinkFunc(d.take), []tuple.Source{&few, links}, d.memory))
}

func (d *diskWalker) turnTo(err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return d.turn(), nil
}

// take moves the pages that are left to the next layer.
func (d *diskWalker) take(ids []int32) error {
	for _, id := range ids {
		found, err := d.left.unmark(id)
		if err == nil && found {
			err = d.next.Put(id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// layerEnds is a Source of what the pages of a layer link to.
type layerEnds struct {
	lists *adj.Lists
	layer spill.IntsReader
	at    int64
	rest  []int32
}

func (l *layerEnds) begin(layer *spill.Ints) {
	l.layer.Begin(layer)
	l.at, l.rest = 0, nil
}

func (l *layerEnds) ReadBlock(dst []int32) (n int, err error) {
	for n < len(dst) {
		if len(l.rest) == 0 {
			if l.rest, err = l.lists.Next(); err != nil {
				return 0, err
			}
		}
		if len(l.rest) == 0 {
			ids, err := l.layer.From(l.at)
			if err != nil {
				return 0, err
			}
			if len(ids) == 0 {
				break
			}
			l.at++
			if l.rest, err = l.lists.First(ids[0]); err != nil {
				return 0, err
			}
			continue
		}
		k := copy(dst[n:], l.rest)
		n, l.rest = n+k, l.rest[k:]
	}
	return tuple.Filled(n)
}

// marksFile is a bit for each page in a nameless file, which has holes where there are no pages. It is made for going
// through in ascending order; of the blocks that were used last, some are in memory.
type marksFile struct {
	file  *spill.File
	slots []markSlot
	raw   []byte // a block as it is in the file
	end   int64  // no id from here on was marked

	written int64 // no block from here on is in the file
}

type markSlot struct {
	block   int64 // number of the block, or -1
	changed bool
	words   [markSlotBytes / 8]uint64
}

const (
	markSlotBytes = 4096
	markSlotIDs   = 8 * markSlotBytes
)

// newMarksFile keeps parts of the file in memory, as many as fit, and one block at least.
func newMarksFile(room *work.Room, memory int64) *marksFile {
	m := &marksFile{file: spill.NewFile(*room), raw: make([]byte, markSlotBytes)}
	m.slots = make([]markSlot, min(max(memory/markSlotBytes, 1), 1<<12))
	for i := range m.slots {
		m.slots[i].block = -1
	}
	return m
}

func (m *marksFile) close() { m.file.Close() }

// load brings the block of an id to memory.
func (m *marksFile) load(id int64) (*markSlot, error) {
	block := id / markSlotIDs
	s := &m.slots[block%int64(len(m.slots))]
	if s.block == block {
		return s, nil
	}
	raw := m.raw
	if s.changed {
		for i, w := range s.words {
			binary.LittleEndian.PutUint64(raw[8*i:], w)
		}
		if _, err := m.file.WriteAt(raw, s.block*markSlotBytes); err != nil {
			return nil, err
		}
		m.written = max(m.written, s.block+1)
		s.changed = false
	}
	s.block = -1
	n, err := m.file.ReadAt(raw, block*markSlotBytes)
	if err != nil && (!errors.Is(err, io.ErrUnexpectedEOF) || block < m.written) { // what was never written is not marked
		return nil, err
	}
	clear(raw[n:])
	for i := range s.words {
		s.words[i] = binary.LittleEndian.Uint64(raw[8*i:])
	}
	s.block = block
	return s, nil
}

// add marks a page.
func (m *marksFile) add(id int32) error {
	s, err := m.load(int64(id))
	if err != nil {
		return err
	}
	s.words[uint32(id)%markSlotIDs/64] |= 1 << (id & 63)
	s.changed = true
	m.end = max(m.end, int64(id)+1)
	return nil
}

// unmark unmarks a page and reports whether it was marked.
func (m *marksFile) unmark(id int32) (bool, error) {
	if int64(id) >= m.end {
		return false, nil
	}
	s, err := m.load(int64(id))
	if err != nil {
		return false, err
	}
	p, bit := &s.words[uint32(id)%markSlotIDs/64], uint64(1)<<(id&63)
	if *p&bit == 0 {
		return false, nil
	}
	*p &^= bit
	s.changed = true
	return true, nil
}

// next is the least marked id that is not below from.
func (m *marksFile) next(from int64) (id int32, found bool, err error) {
	for from < m.end {
		s, err := m.load(from)
		if err != nil {
			return 0, false, err
		}
		base := from / markSlotIDs * markSlotIDs
		for w := from % markSlotIDs / 64; w < int64(len(s.words)); w++ {
			word := s.words[w]
			if base+w*64 < from {
				word &^= 1<<(from&63) - 1
			}
			if word != 0 {
				return int32(base + w*64 + int64(bits.TrailingZeros64(word))), true, nil
			}
		}
		from = base + markSlotIDs
	}
	return 0, false, nil
}
