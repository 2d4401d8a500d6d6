package frontier

import (
	"encoding/binary"

	"webmill/pkg/spill"
)

// hosts has a slot for each host.
type hosts struct{ slots *spill.Array }

// The fields of a slot, by their places. Numbers of URLs are stored + 1; 0 is none.
const (
	hostBytes    = 64
	hostHead     = 0  // uint32: the first URL that waits, or the root of the pairing heap
	hostTail     = 4  // uint32: the last one, of a queue
	hostWaiting  = 8  // uint32: URLs that wait
	hostInFlight = 12 // uint32
	hostPlace    = 16 // uint32: the place in a heap
	hostWhich    = 20 // uint8: which heap
	hostRests    = 24 // int64: the time, in ms, until which it rests
	hostFetched  = 32 // uint32: URLs that are done
	hostFirst    = 36 // uint32: the first URL that was found
	hostKnown    = 40 // uint32: URLs that were found
	hostErrors   = 44 // uint32: errors in a row
)

// The heaps.
const (
	inNone = iota
	inReady
	inResting
)

func (h *hosts) uint32(host uint32, field int) uint32 {
	return binary.LittleEndian.Uint32(h.slots.Read(int64(host))[field:])
}

func (h *hosts) setUint32(host uint32, field int, v uint32) {
	binary.LittleEndian.PutUint32(h.slots.Slot(int64(host))[field:], v)
}

// add adds n to a count and returns the sum.
func (h *hosts) add(host uint32, field int, n int32) uint32 {
	slot := h.slots.Slot(int64(host))[field:]
	v := binary.LittleEndian.Uint32(slot) + uint32(n)
	binary.LittleEndian.PutUint32(slot, v)
	return v
}

func (h *hosts) rests(host uint32) int64 {
	return int64(binary.LittleEndian.Uint64(h.slots.Read(int64(host))[hostRests:]))
}

func (h *hosts) setRests(host uint32, ms int64) {
	binary.LittleEndian.PutUint64(h.slots.Slot(int64(host))[hostRests:], uint64(ms))
}

func (h *hosts) place(host uint32) (which uint8, place uint32) {
	slot := h.slots.Read(int64(host))
	return slot[hostWhich], binary.LittleEndian.Uint32(slot[hostPlace:])
}

func (h *hosts) setPlace(host uint32, which uint8, place uint32) {
	slot := h.slots.Slot(int64(host))
	slot[hostWhich] = which
	binary.LittleEndian.PutUint32(slot[hostPlace:], place)
}
