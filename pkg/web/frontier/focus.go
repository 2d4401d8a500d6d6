package frontier

import (
	"encoding/binary"

	"webmill/pkg/spill"
)

// Focused is the order of a focused crawl (Chakrabarti, van den Berg and Dom 1999), best first: the best URL is the one whose own
// score, or else the scores of the pages that link to it, promise most. URLs that are equal come in the order in which they were
// found, so that without scores it is the order of BreadthFirst. It is no strategy of package crawlorder.
const Focused Strategy = "focused"

// Score is a score in millionths, from 0 to MaxScore. Sums of whole numbers do not depend on the order in which scores come.
type Score uint32

// MaxScore is the score 1.
const MaxScore Score = 1_000_000

// usual is what a page has that tells nothing: with a smaller score it speaks against the URLs to which it links. Numbers from
// 1/20 to 3/10 found as many pages on WebKB; 1/4 failed with no noise that was tried on a made web (docs/fetch.md).
const usual = MaxScore / 4

// ownPages is how many pages speak as loud as the score of a URL itself: more than there are.
const ownPages = 1 << 32

// focus has the scores that tell how much a URL promises. With another strategy than Focused it is nil: then no score is kept.
type focus struct {
	slots   *spill.Array
	early   *table // the scores of URLs that were not known when these came
	unfound int64  // how many of them are not known now
}

// The fields of a slot, by their places.
const (
	focusBytes = 32
	focusSum   = 0  // uint64: the sum of the scores of the pages that link to it
	focusPages = 8  // uint32: how many these are
	focusOwn   = 12 // uint32: its own score + 1; 0: it has none
	focusLinks = 16 // uint64: the place of its links in the journal
)

// own is the score of a URL itself, if it has one.
func (f *focus) own(url uint32) (own Score, ok bool) {
	own = Score(binary.LittleEndian.Uint32(f.slots.Read(int64(url))[focusOwn:]))
	return own - 1, own > 0
}

func (f *focus) setOwn(url uint32, own Score) {
	binary.LittleEndian.PutUint32(f.slots.Slot(int64(url))[focusOwn:], uint32(own)+1)
}

// add counts the score of a further page that links to a URL.
func (f *focus) add(url uint32, score Score) {
	slot := f.slots.Slot(int64(url))
	binary.LittleEndian.PutUint64(slot[focusSum:], binary.LittleEndian.Uint64(slot[focusSum:])+uint64(score))
	binary.LittleEndian.PutUint32(slot[focusPages:], binary.LittleEndian.Uint32(slot[focusPages:])+1)
}

// replace puts another score in the place of that of a page that links to a URL.
func (f *focus) replace(url uint32, old, score Score) {
	slot := f.slots.Slot(int64(url))
	binary.LittleEndian.PutUint64(slot[focusSum:], binary.LittleEndian.Uint64(slot[focusSum:])+uint64(score)-uint64(old))
}

// promise is the key of a URL: the sum of what the scores of the pages that link to it are above the usual one, or its own score,
// if it has one, as that of very many pages.
func (f *focus) promise(url uint32) float64 {
	if own, ok := f.own(url); ok {
		return ownPages * (float64(own) - float64(usual))
	}
	slot := f.slots.Read(int64(url))
	sum, pages := binary.LittleEndian.Uint64(slot[focusSum:]), binary.LittleEndian.Uint32(slot[focusPages:])
	return float64(int64(sum) - int64(pages)*int64(usual))
}

// What follows is for the strategy Focused alone: with another, no score is kept and none is found.

// Links is the place that Fetched gave for the links of a URL, 0 if it gave none.
func (f *Frontier) Links(url uint32) int64 {
	return int64(binary.LittleEndian.Uint64(f.focus.slots.Read(int64(url))[focusLinks:]))
}

// HasScore reports whether this is the score of a URL already. The URL need not be known.
func (f *Frontier) HasScore(k Key, score Score) bool {
	if f.focus == nil {
		return false
	}
	if url, ok := f.Find(k); ok {
		own, ok := f.focus.own(url)
		return ok && own == score
	}
	early, _, ok := f.focus.early.find(k)
	return ok && Score(early) == score
}

// KeepScore keeps the score of a URL that is not known, which gets it once it is.
func (f *Frontier) KeepScore(k Key, score Score) {
	if f.focus == nil {
		return
	}
	if _, place, ok := f.focus.early.find(k); ok {
		f.focus.early.set(place, k, uint32(score))
		return
	}
	f.focus.early.put(k, uint32(score))
	f.focus.unfound++
}

// takeKept gives a new URL the score that was kept for it.
func (f *focus) takeKept(k Key, url uint32) {
	if f == nil || f.unfound == 0 {
		return
	}
	if score, _, ok := f.early.find(k); ok {
		f.setOwn(url, Score(score))
		f.unfound--
	}
}

// Unfound is how many URLs have a score and are not known.
func (f *Frontier) Unfound() int64 {
	if f.focus == nil {
		return 0
	}
	return f.focus.unfound
}

// SetScore gives a score to a URL, and to those to which it links, if it is done: each once.
func (f *Frontier) SetScore(url uint32, score Score, targets []uint32) {
	old, again := f.focus.own(url)
	f.focus.setOwn(url, score)
	f.renew(url)
	for _, t := range targets {
		if again {
			f.focus.replace(t, old, score)
		} else {
			f.focus.add(t, score)
		}
		f.renew(t)
	}
}

// passScore counts the score of a URL, if it has one, for those to which it links. at is where the journal has these links.
func (f *Frontier) passScore(url uint32, targets []uint32, at int64) {
	binary.LittleEndian.PutUint64(f.focus.slots.Slot(int64(url))[focusLinks:], uint64(at))
	own, ok := f.focus.own(url)
	if !ok {
		return
	}
	for _, t := range targets {
		f.focus.add(t, own)
		f.renew(t)
	}
}

// renew puts a URL that waits where its scores say now.
func (f *Frontier) renew(url uint32) {
	if f.state(url) == waits {
		host := f.Host(url)
		f.keys.change(host, url, f.focus.promise(url))
		f.rate(host)
	}
}
