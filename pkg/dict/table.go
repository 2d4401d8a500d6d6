package dict

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math/bits"

	"webmill/pkg/arena"
	"webmill/pkg/sorts"
)

// table numbers the different strings of a batch, in a fixed memory: slots at its front, records behind them. A
// record is a number, a length and the string, with space for its key. A slot is 32 bits of a string's
// hash and the place of its record. The slots are never more than half full, so that the memory of slots can become that
// of the items by which the strings are sorted.
type table struct {
	order Order
	seed  maphash.Seed
	words []uint64 // all of the memory
	slots []uint64 // in use; up to most
	most  int
	heap  []byte // the records
	used  int
	count int

	touched   byte // so that what touch loads is used
	perRecord int  // bytes of a record, as they were in the batch before
}

const (
	head       = 8
	unit       = 4  // places of records are counted in it
	lengthBits = 17 // of the second word of a head; above them are the units that a key may take besides
	firstSlots = 1 << 12
	lineBytes  = 64 // of the cache
	guess      = 96 // perRecord of the first batch
)

func newTable(memory int64, order Order) (*table, error) {
	words, err := arena.Words(int(memory / 8))
	if err != nil {
		return nil, err
	}
	t := &table{order: order, seed: maphash.MakeSeed(), words: words, perRecord: guess}
	t.reset(false)
	return t, nil
}

func (t *table) free() { arena.Free(t.words) }

// reset empties the table and divides the memory by what the records were like. A batch that will be full, as the one
// before it, has all slots from the start.
func (t *table) reset(full bool) {
	slots := firstSlots
	if full {
		slots = len(t.words)
	}
	if t.count > 0 {
		t.perRecord = max(t.used/t.count, head+unit)
	}
	strings := 8 * len(t.words) / (16 + t.perRecord)
	t.most = max(2*strings, 2*groupFields)
	t.heap = arena.Bytes(t.words[t.most:])
	t.heap = t.heap[:min(int64(len(t.heap)), unit<<32-unit)]
	t.slots = t.words[:min(t.most, slots)]
	clear(t.slots)
	t.used, t.count = unit, 0 // place 0 is that of no record
}

// size returns the size of the record of a string.
func (t *table) size(s []byte) int { return head + unit*units(t.order.most(s)) }

// mostSize is no less than the size of the record of any string of n bytes.
func mostSize(n int) int { return head + 2*n + maxSlack + unit }

func units(n int) int { return (n + unit - 1) / unit }

// sizeAt is the size of a record.
func (t *table) sizeAt(at int) int {
	v := binary.LittleEndian.Uint32(t.heap[at+4:])
	return head + unit*(units(int(v&(1<<lengthBits-1)))+int(v>>lengthBits))
}

// reserve makes the slots that some more strings need, whose records have that many bytes in all. It reports whether they can be
// added.
func (t *table) reserve(strings, size int) bool {
	if t.used+size > len(t.heap) || 2*(t.count+strings) > t.most {
		return false
	}
	for 2*(t.count+strings) > len(t.slots) {
		t.grow()
	}
	return true
}

// grow doubles the slots.
func (t *table) grow() {
	t.slots = t.words[:min(t.most, 2*len(t.slots))]
	clear(t.slots)
	for at := unit; at < t.used; {
		s := t.string(at)
		h := t.hash(s)
		i := t.first(h)
		for t.slots[i] != 0 {
			if i++; i == len(t.slots) {
				i = 0
			}
		}
		t.slots[i] = slot(h, at)
		at += t.sizeAt(at)
	}
}

func (t *table) hash(s []byte) uint64 { return maphash.Bytes(t.seed, s) }

// first is where the search for a string begins.
func (t *table) first(h uint64) int {
	i, _ := bits.Mul64(h<<32, uint64(len(t.slots)))
	return int(i)
}

func slot(h uint64, at int) uint64 { return h&^(1<<32-1) | uint64(at/unit) }

func offsetOf(slot uint64) int { return int(uint32(slot)) * unit }

func (t *table) string(at int) []byte {
	n := int(binary.LittleEndian.Uint32(t.heap[at+4:]) & (1<<lengthBits - 1))
	return t.heap[at+head : at+head+n]
}

func (t *table) number(at int) int32 { return int32(binary.LittleEndian.Uint32(t.heap[at:])) }

func (t *table) setNumber(at int, v int32) { binary.LittleEndian.PutUint32(t.heap[at:], uint32(v)) }

// find returns the slot of a string, or the empty one where it would be, and the place of its record, 0 if there is none.
func (t *table) find(s []byte, h uint64) (i, at int) {
	for i = t.first(h); t.slots[i] != 0; {
		if v := t.slots[i]; (v^h)>>32 == 0 {
			if at := offsetOf(v); bytes.Equal(t.string(at), s) {
				return i, at
			}
		}
		if i++; i == len(t.slots) {
			i = 0
		}
	}
	return i, 0
}

// add gives a string that is not there a number and the slot that find returned. It returns the place of the record.
func (t *table) add(s []byte, h uint64, i int, number int32) int {
	at, size := t.used, t.size(s)
	more := (size-head)/unit - units(len(s))
	t.slots[i] = slot(h, at)
	binary.LittleEndian.PutUint32(t.heap[at:], uint32(number))
	binary.LittleEndian.PutUint32(t.heap[at+4:], uint32(len(s)|more<<lengthBits))
	copy(t.heap[at+head:], s)
	t.used += size
	t.count++
	return at
}

// touch loads what find will look at, for many strings at a time, so that they wait for the memory together.
func (t *table) touch(hashes []uint64) {
	var at [groupFields]uint32
	for i, h := range hashes {
		at[i] = uint32(t.slots[t.first(h)])
	}
	for _, a := range at[:len(hashes)] {
		at := int(a) * unit
		t.touched += t.heap[at] + t.heap[min(at+head+lineBytes, len(t.heap)-1)]
	}
}

// touchKeys is touch for some keys that will be read.
func (t *table) touchKeys(items []sorts.Item) {
	for _, it := range items {
		at := it.Offset() - head
		t.touched += t.heap[at] + t.heap[at+head-1+it.Len()]
	}
}

// items turns the strings into their keys, in place, and the slots into items of them.
func (t *table) items() ([]sorts.Item, error) {
	items := arena.View[sorts.Item](t.words[:t.most])[:t.count]
	var key []byte
	at := unit
	for i := range items {
		n, size := len(t.string(at)), t.sizeAt(at)
		if t.order.Key != nil {
			key = t.order.Key(key[:0], t.string(at))
			if n = len(key); n > size-head {
				return nil, fmt.Errorf("the key of %.64q is longer than expected", t.string(at))
			}
			copy(t.heap[at+head:], key)
		}
		items[i] = sorts.NewItem(at+head, n)
		at += size
	}
	return items, nil
}
