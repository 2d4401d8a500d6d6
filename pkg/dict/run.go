package dict

import (
	"encoding/binary"
	"slices"

	"webmill/pkg/tuple"
)

// run is a sorted list of different keys. Each is stored as the number of bytes that it shares with the one before it,
// the number of those that follow, and these.
type run struct {
	keys    stream
	n       int
	longest int    // key
	old     stream // the ids of the keys, 4 bytes each, if they are those of an older dictionary

	parent  *run   // the run that this one was merged into; nil: the dictionary
	numbers stream // for each key its rank in parent, or its id: the differences from the one before, as varints
}

// runWriter writes a run.
type runWriter struct {
	keys *writer
	old  *writer // nil: the run is of new keys
	run  run
	last []byte
}

// add appends a key that shares so many bytes with the one before it.
func (w *runWriter) add(key []byte, shared int) error {
	if err := w.keys.room(2 * binary.MaxVarintLen32); err != nil {
		return err
	}
	rest := key[shared:]
	w.keys.buf = binary.AppendUvarint(w.keys.buf, uint64(shared))
	w.keys.buf = binary.AppendUvarint(w.keys.buf, uint64(len(rest)))
	w.run.n++
	w.run.longest = max(w.run.longest, len(key))
	if len(rest) <= cap(w.keys.buf)-len(w.keys.buf) {
		w.keys.buf = append(w.keys.buf, rest...)
		return nil
	}
	_, err := w.keys.Write(rest)
	return err
}

// addOld is the id of the key that was added last.
func (w *runWriter) addOld(id int32) error { return putInt32(w.old, id) }

func putInt32(w *writer, v int32) error {
	if err := w.room(4); err != nil {
		return err
	}
	w.appendInt32(v)
	return nil
}

// end finishes the run.
func (w *runWriter) end() (*run, error) {
	r := w.run
	w.run = run{}
	var err error
	if r.keys, err = w.keys.take(); err == nil && w.old != nil {
		r.old, err = w.old.take()
	}
	return &r, err
}

// cursor reads a run.
type cursor struct {
	run    *run
	left   int
	in     reader
	old    reader
	key    []byte
	shared int   // bytes of the key that are those of the one before
	id     int32 // of the key, in a run of old ones

	out  *writer // of run.numbers
	last int32   // number written
}

func newCursor(s *store, r *run) *cursor {
	return &cursor{run: r, left: r.n, in: s.reader(r.keys), old: s.reader(r.old), out: s.writer()}
}

// next goes to the next key; ok is false at the end.
func (c *cursor) next() (ok bool, err error) {
	if c.left == 0 {
		return false, nil
	}
	c.left--
	if len(c.in.buf)-c.in.pos < 2*binary.MaxVarintLen32 {
		if err := c.in.more(2 * binary.MaxVarintLen32); err != nil {
			return false, err
		}
	}
	shared, i := binary.Uvarint(c.in.buf[c.in.pos:])
	rest, j := binary.Uvarint(c.in.buf[c.in.pos+max(i, 0):])
	c.in.pos += max(i, 0) + max(j, 0)
	n := int(rest)
	if err := c.in.full(n); err != nil {
		return false, err
	}
	c.shared = int(shared)
	c.key = append(c.key[:c.shared], c.in.buf[c.in.pos:c.in.pos+n]...)
	c.in.pos += n
	if c.run.old == nil {
		return true, nil
	}
	c.id, err = c.old.int32()
	return true, err
}

func (r *reader) int32() (int32, error) {
	if err := r.full(4); err != nil {
		return 0, err
	}
	v := binary.LittleEndian.Uint32(r.buf[r.pos:])
	r.pos += 4
	return int32(v), nil
}

// number says which number the key at hand has in what the runs are merged into.
func (c *cursor) number(v int32) error {
	if err := c.out.room(binary.MaxVarintLen64); err != nil {
		return err
	}
	c.out.buf = binary.AppendVarint(c.out.buf, int64(v)-int64(c.last))
	c.last = v
	return nil
}

// ids gives the ids of a run's keys, for ascending ranks: through the runs that it was merged into, one after the other.
type ids struct {
	in     reader
	rank   int32 // of the number at hand
	value  int32
	parent *ids
}

func (s *store) ids(r *run) *ids {
	i := &ids{in: s.reader(r.numbers), rank: -1}
	if r.parent != nil {
		i.parent = s.ids(r.parent)
	}
	return i
}

// of returns the id of the key with a rank.
func (i *ids) of(rank int32) (int32, error) {
	for ; i.rank < rank; i.rank++ {
		if len(i.in.buf)-i.in.pos < binary.MaxVarintLen64 {
			if err := i.in.more(binary.MaxVarintLen64); err != nil {
				return 0, err
			}
		}
		d, n := binary.Varint(i.in.buf[i.in.pos:])
		i.in.pos += max(n, 0)
		i.value += int32(d)
	}
	if i.parent != nil {
		return i.parent.of(i.value)
	}
	return i.value, nil
}

// writeRun sorts the strings of a full table by their keys and writes them as a run. The number of each string becomes
// its rank.
func (t *table) writeRun(w *runWriter) (*run, error) {
	items, err := t.items()
	if err != nil {
		return nil, err
	}
	keySorter{t.heap}.sort(items, 0)
	w.last = w.last[:0]
	for some := range slices.Chunk(items, 32) {
		t.touchKeys(some)
		for _, it := range some {
			if err := t.writeKey(w, it); err != nil {
				return nil, err
			}
		}
	}
	return w.end()
}

// writeKey adds the next key to a run.
func (t *table) writeKey(w *runWriter, it item) error {
	at, key := itemPlace(it), keySorter{t.heap}.key(it)
	shared := sharedPrefix(w.last, key)
	if w.run.n == 0 || shared < len(key) || shared < len(w.last) {
		if err := w.add(key, shared); err != nil {
			return err
		}
		w.last = append(w.last[:shared], key[shared:]...)
		if w.old != nil {
			if err := w.addOld(t.number(at)); err != nil {
				return err
			}
		}
	}
	t.setNumber(at, int32(w.run.n-1))
	return nil
}

// writeRanks writes the numbers of the strings, in the order in which they were added.
func (t *table) writeRanks(w *writer) error {
	for at := unit; at < t.used; {
		if err := putInt32(w, t.number(at)); err != nil {
			return err
		}
		at += t.sizeAt(at)
	}
	return nil
}

// load reads the ids of the strings of a batch, in the order in which they were added, into memory for twice as many.
func (s *store) load(b *batch, ranks *reader, memory []int32) ([]int32, error) {
	byRank, byNumber := memory[:b.run.n], memory[b.run.n:b.run.n+b.strings]
	all := s.ids(b.run)
	for i := range byRank {
		var err error
		if byRank[i], err = all.of(int32(i)); err != nil {
			return nil, err
		}
	}
	for done := 0; done < len(byNumber); {
		n := min(len(byNumber)-done, s.block/4)
		if err := ranks.full(4 * n); err != nil {
			return nil, err
		}
		part := byNumber[done : done+n]
		copy(tuple.Bytes(part), ranks.buf[ranks.pos:])
		tuple.FromLE(part)
		ranks.pos += 4 * n
		for i, rank := range part {
			part[i] = byRank[rank]
		}
		done += n
	}
	return byNumber, nil
}
