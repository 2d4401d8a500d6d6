package navigation

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"webmill/pkg/extmem"
	"webmill/pkg/spill"
)

// aliases are the URLs that lead on to others. Links to them are compared as links to what is at the end.
type aliases struct {
	redirects extmem.Table // (URL, target, site of the target)
	pages     extmem.Table // URLs of pages

	// The URLs that lead on, in order. Their keys are spread evenly, so each stands where its key says, or closely behind.
	slots  *spill.Array
	places uint64   // slots for keys
	filter []uint64 // a bit for each, by the last bits of its key
}

const (
	mostHops  = 16 // redirects in a row
	slotBytes = 32
)

// Columns of aliases.redirects, behind the URL.
const (
	redirectTarget = 2
	redirectSite   = 4
)

// joinRedirects sorts the redirects, and leaves out those of URLs that are pages too, or lead to several targets.
func (j *Job) joinRedirects() error {
	a := &j.aliases
	defer a.pages.Free()
	defer a.redirects.Free()
	if a.redirects.Len() == 0 {
		return nil
	}
	if err := j.tables.Sort(&a.redirects); err != nil {
		return err
	}
	if err := j.tables.SortUnique(&a.pages); err != nil {
		return err
	}
	n := uint64(a.redirects.Len())
	room := max(64, uint64(j.opt.Memory/64)*8)
	a.filter = make([]uint64, 1<<(bits.Len64(min(8*n, room)/64)))
	a.slots, a.places = j.store.NewArray(slotBytes), 2*n
	pages, r := newReader(a.pages), newReader(a.redirects)
	last := int64(-1)
	for r.rec != nil {
		var rec [threeKeys]int32
		copy(rec[:], r.rec)
		several := false
		for ; r.at(rec[:oneKey]); r.next() {
			several = several || !slices.Equal(r.rec, rec[:])
		}
		j.Stats.Redirects++
		switch {
		case pages.to(rec[:oneKey]):
			j.Stats.RedirectPages++
		case several:
			j.Stats.RedirectForks++
		default:
			last = a.put(last, rec[:])
		}
	}
	j.Stats.RedirectCircles = a.circles(last)
	return cmp.Or(pages.in.Err(), r.in.Err(), j.store.Err())
}

// put puts a URL that leads on behind the one before, which is in slot last. It returns the slot.
func (a *aliases) put(last int64, rec []int32) int64 {
	from := uint64(long(rec))
	at := max(last+1, a.home(from))
	slot := a.slots.Slot(at)
	binary.LittleEndian.PutUint64(slot, from)
	binary.LittleEndian.PutUint64(slot[8:], uint64(long(rec[redirectTarget:])))
	binary.LittleEndian.PutUint64(slot[16:], uint64(long(rec[redirectSite:])))
	bit := from % uint64(64*len(a.filter))
	a.filter[bit/64] |= 1 << (bit % 64)
	return at
}

// home is the slot in which a key is if no other one was there before.
func (a *aliases) home(key uint64) int64 {
	at, _ := bits.Mul64(key<<2, a.places) // keys have 62 bits
	return int64(at)
}

// circles counts the URLs up to a slot that lead nowhere, or too far.
func (a *aliases) circles(last int64) (n int64) {
	for at := range last + 1 {
		if from := binary.LittleEndian.Uint64(a.slots.Read(at)); from > 0 {
			if _, _, ok := a.end(from); !ok {
				n++
			}
		}
	}
	return n
}

// next is where a URL leads, and the site of that.
func (a *aliases) next(url uint64) (target, site uint64, ok bool) {
	if bit := url % uint64(64*len(a.filter)); a.filter[bit/64]>>(bit%64)&1 == 0 {
		return 0, 0, false
	}
	for at := a.home(url); ; at++ {
		slot := a.slots.Read(at)
		switch from := binary.LittleEndian.Uint64(slot); {
		case from == url:
			return binary.LittleEndian.Uint64(slot[8:]), binary.LittleEndian.Uint64(slot[16:]), true
		case from == 0 || from > url:
			return 0, 0, false
		}
	}
}

// end is the URL to which a URL leads in the end, and its site. It is not ok if it does not lead on, or in a circle, or too far.
func (a *aliases) end(url uint64) (target, site uint64, ok bool) {
	if a.slots == nil {
		return 0, 0, false
	}
	target = url
	for hops := 0; ; hops++ {
		to, at, ok := a.next(target)
		if !ok {
			return target, site, hops > 0
		}
		if hops == mostHops {
			return 0, 0, false
		}
		target, site = to, at
	}
}
