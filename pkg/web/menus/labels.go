package menus

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"

	"webmill/pkg/arena"
	"webmill/pkg/extsort"
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/web/navigation"
	"webmill/pkg/work"
)

// Labels says which links of pages are part of menus. Several Cutters may use it.
type Labels struct {
	Pages, Links int64 // that have labels; a page counts each time that it comes

	name   string
	seed   maphash.Seed
	memory []uint64
	blocks *spill.Blocks
	links  spill.Bytes // of each link a hash of its target; the lowest bit says that it is part of a menu
	index  spill.Bytes // of each page, in order: a key of its URL, where its links are, and how many they are
	err    par.Error

	// While labels come:
	room  work.Room
	pages *spill.Ints
	url   []byte // of the page at hand
	from  int64  // its first link
	link  [linkBytes]byte
}

const (
	linkBytes  = 4
	indexBytes = 20
	width      = 5 // of the records of pages that are sorted: key, from, links
	blockBytes = 16 << 10
)

// Least is the least memory that Labels keep.
const Least = 4 * blockBytes

// How the memory of the room is divided until Done.
const (
	tuplesDivisor = 8 // the keys of pages, and the same sorted
	sortDivisor   = 2
)

// New makes Labels without any. name is that of their file, for errors. They keep some memory, and take that of the room until
// Done.
func New(room work.Room, name string, keep int64) (*Labels, error) {
	memory, err := arena.Words(int(max(keep, Least) / 8))
	if err != nil {
		return nil, err
	}
	pages, err := spill.NewTuples(room, room.Memory/tuplesDivisor, width)
	if err != nil {
		arena.Free(memory)
		return nil, err
	}
	l := &Labels{name: name, seed: maphash.MakeSeed(), memory: memory, room: room, pages: pages}
	l.blocks = spill.NewBlocks(room, arena.Bytes(memory), blockBytes)
	l.links, l.index = l.blocks.NewBytes(), l.blocks.NewBytes()
	return l, nil
}

// Close frees what the labels hold.
func (l *Labels) Close() {
	l.pages.Close()
	l.blocks.Close()
	arena.Free(l.memory)
	l.memory = nil
}

// What is wrong with a line.
const (
	errFields = tuple.BadLine("does not have the fields of nav-links: source, target and label")
	errLinks  = tuple.BadLine("is of a page with more links than 2147483647")
)

// Add takes a line of nav-links: source, target, label, and what else there is. The lines of a page stand together. What is wrong
// with the line is a tuple.BadLine.
func (l *Labels) Add(line []byte) error {
	source, rest, _ := bytes.Cut(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\t'})
	target, rest, _ := bytes.Cut(rest, []byte{'\t'})
	word, _, _ := bytes.Cut(rest, []byte{'\t'})
	label, ok := navigation.LabelOf(word)
	if !ok || len(source) == 0 || len(target) == 0 {
		return errFields
	}
	if !bytes.Equal(source, l.url) {
		if err := l.end(); err != nil {
			return err
		}
		l.url = append(l.url[:0], source...)
	}
	link := l.hash(target)
	if label.Menu() {
		link |= 1
	}
	l.Links++
	binary.LittleEndian.PutUint32(l.link[:], link)
	return l.links.Add(l.link[:])
}

// hash is that of a target. Its lowest bit is 0.
func (l *Labels) hash(target []byte) uint32 { return uint32(maphash.Bytes(l.seed, target)) &^ 1 }

// end ends the page at hand.
func (l *Labels) end() error {
	n := l.Links - l.from
	if n == 0 {
		return nil
	}
	if n > 1<<31-1 {
		return errLinks
	}
	key, from := maphash.Bytes(l.seed, l.url), l.from
	l.from = l.Links
	l.Pages++
	const low = 1<<31 - 1
	return l.pages.WriteBlock([]int32{int32(key >> 33), int32(key & low), int32(from >> 31), int32(from & low), int32(n)})
}

// Done ends the lines. Then pages find their labels.
func (l *Labels) Done() error {
	if err := l.end(); err != nil {
		return err
	}
	sorted, err := spill.NewTuples(l.room, l.room.Memory/tuplesDivisor, width)
	if err != nil {
		return err
	}
	defer sorted.Close()
	opt := extsort.Options{Width: width, Room: l.room.With(l.room.Memory / sortDivisor)}
	_, err = extsort.Sort(sorted, []tuple.Source{l.pages.Source()}, opt)
	l.pages.Close()
	r := tuple.NewReader(sorted.Source(), width)
	var entry [indexBytes]byte
	for rec := r.Next(); rec != nil && err == nil; rec = r.Next() {
		for i, v := range rec {
			binary.BigEndian.PutUint32(entry[4*i:], uint32(v))
		}
		err = l.index.Add(entry[:])
	}
	return cmp.Or(err, r.Err())
}

// Err is the first error that a Cutter met.
func (l *Labels) Err() error { return l.err.Get() }
