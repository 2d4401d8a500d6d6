package frontier

import (
	"encoding/binary"
	"hash/maphash"

	"webmill/pkg/spill"
)

// Key is a hash that stands for a text.
type Key struct{ high, low uint64 }

// table has a number for each of some texts. It knows a text by 96 bits of its key; the highest bits say where the search begins.
// A slot of 16 bytes has 64 and 32 bits of the key and the number + 1; an empty slot is all zeros.
type table struct {
	store *spill.Arrays
	slots *spill.Array
	bits  int // there are 1<<bits slots
	n     int64
}

const slotBytes = 16

func newTable(store *spill.Arrays) *table {
	return &table{store: store, slots: store.NewArray(slotBytes), bits: 10}
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// KeyOf is the key of a text. It is another one in each process, so that a web cannot make texts with the same key.
func KeyOf(text []byte) Key { return Key{maphash.Bytes(seeds[0], text), maphash.Bytes(seeds[1], text)} }

// find returns the number of a text and its slot, or the empty slot where it belongs.
func (t *table) find(k Key) (number uint32, place int64, ok bool) {
	mask := int64(1)<<t.bits - 1
	for i := int64(k.high >> (64 - t.bits)); ; i = (i + 1) & mask {
		slot := t.slots.Read(i)
		number := binary.LittleEndian.Uint32(slot[12:])
		if number == 0 {
			return 0, i, false
		}
		if binary.LittleEndian.Uint64(slot) == k.high && binary.LittleEndian.Uint32(slot[8:]) == uint32(k.low) {
			return number - 1, i, true
		}
	}
}

// put adds a text that is not there, with its number. The table is never more than five eighths full.
func (t *table) put(k Key, number uint32) {
	if t.n++; t.n*8 > 5<<t.bits {
		t.grow()
	}
	_, i, _ := t.find(k)
	t.set(i, k, number)
}

func (t *table) set(i int64, k Key, number uint32) {
	slot := t.slots.Slot(i)
	binary.LittleEndian.PutUint64(slot, k.high)
	binary.LittleEndian.PutUint32(slot[8:], uint32(k.low))
	binary.LittleEndian.PutUint32(slot[12:], number+1)
}

// grow doubles the table. Slots are nearly in the order of keys, so both tables are passed from their beginnings to their ends.
func (t *table) grow() {
	old := *t
	t.slots, t.bits = t.store.NewArray(slotBytes), t.bits+1
	for i := range int64(1) << old.bits {
		slot := old.slots.Read(i)
		number := binary.LittleEndian.Uint32(slot[12:])
		if number == 0 {
			continue
		}
		k := Key{binary.LittleEndian.Uint64(slot), uint64(binary.LittleEndian.Uint32(slot[8:]))}
		_, place, _ := t.find(k)
		t.set(place, k, number-1)
	}
	old.slots.Free()
}

// Set is a set of texts by their keys.
type Set struct{ table *table }

// NewSet makes an empty set on the store of a frontier.
func (f *Frontier) NewSet() *Set { return &Set{newTable(f.store)} }

// Add adds a text and reports whether it was there.
func (s *Set) Add(k Key) (known bool) {
	if _, _, known = s.table.find(k); !known {
		s.table.put(k, 0)
	}
	return known
}

// Map has a number for each of some texts.
type Map struct{ table *table }

// NewMap makes an empty map on a store.
func NewMap(store *spill.Arrays) *Map { return &Map{newTable(store)} }

// Find returns the number of a text.
func (m *Map) Find(k Key) (number uint32, ok bool) {
	number, _, ok = m.table.find(k)
	return number, ok
}

// Put adds a text that is not there, with its number.
func (m *Map) Put(k Key, number uint32) { m.table.put(k, number) }
