package frontier

import (
	"encoding/binary"
	"hash/maphash"

	"webmill/pkg/spill"
)

// Key stands for a text.
type Key struct{ high, low uint64 }

// table has a number for each of some texts. It knows the texts by their keys: 96 bits, of which the highest say where the search
// begins. Slots of 16 bytes: 64 bits, 32 bits, the number + 1; all zeros where there is none.
type table struct {
	pages *spill.Pages
	slots *spill.Array
	bits  int // there are 1<<bits slots
	n     int64
}

const slotBytes = 16

func newTable(pages *spill.Pages) *table {
	return &table{pages: pages, slots: pages.NewArray(slotBytes), bits: 10}
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// KeyOf is the key of a text. It differs from process to process, so that nobody can make texts that collide.
func KeyOf(text []byte) Key { return Key{maphash.Bytes(seeds[0], text), maphash.Bytes(seeds[1], text)} }

// find returns the number of a text, or the place where it would be.
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

// put gives a number to a text that is not there. The table is never more than five eighths full.
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

// grow doubles the table. The order of the slots is that of the keys, nearly, so both tables are passed from end to end.
func (t *table) grow() {
	old := *t
	t.slots, t.bits = t.pages.NewArray(slotBytes), t.bits+1
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
func (f *Frontier) NewSet() *Set { return &Set{newTable(f.pages)} }

// Add adds a text and reports whether it was there.
func (s *Set) Add(k Key) (known bool) {
	if _, _, known = s.table.find(k); !known {
		s.table.put(k, 0)
	}
	return known
}

// Map is a number for each of some texts.
type Map struct{ table *table }

// NewMap makes an empty map on a store.
func NewMap(pages *spill.Pages) *Map { return &Map{newTable(pages)} }

// Find returns the number of a text.
func (m *Map) Find(k Key) (number uint32, ok bool) {
	number, _, ok = m.table.find(k)
	return number, ok
}

// Put gives a number to a text that has none.
func (m *Map) Put(k Key, number uint32) { m.table.put(k, number) }
