package stemlearn

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/words"
)

// Most pairs of words have no digram in common, and a pair that is alike enough shares one of its rarest. Of A and B digrams the
// words share C. If S = 2C/(A+B) ≥ t, then C ≥ c = tA/(2-t), because C ≤ B. So at most A - c of the A digrams are not shared: of
// any A - c + 1 of them, the other word has one. The same holds for B. Taking the rarest makes the lists of words short
// (Chaudhuri, Ganti and Kaushik 2006, "A primitive operator for similarity joins", the prefix filter). The other digrams of a
// pair are compared one by one.

// alike is an index of words by their rarest digrams. A digram is its place in the order from rare to frequent.
type alike struct {
	list    *List
	least   float64
	digrams []uint32 // of one word after the other, the rarest first
	begin   []uint32 // where the digrams of each word begin, and the end
	words   []uint32 // that have a digram among their rarest ones, sorted, digram by digram
	from    []uint32 // where the words of each digram begin, and the end
}

// pair are two words, and how alike they are.
type pair struct {
	a, b int32
	s    float64
}

var errManyDigrams = errors.New("has 2^32 pairs of letters or more")

// alike makes the index for a least similarity.
func (l *List) alike(least float64) (*alike, error) {
	x := &alike{list: l, least: least}
	var buf []stem.Digram
	all := int64(0)
	for i := range l.Len() {
		buf = stem.AppendDigrams(buf[:0], l.At(i))
		all += int64(len(buf))
	}
	if all >= 1<<32 {
		return nil, errManyDigrams
	}
	order, err := x.list.count(all)
	if err != nil {
		return nil, err
	}
	if x.digrams, err = x.list.numbers(all); err != nil {
		return nil, err
	}
	if x.begin, err = x.list.numbers(int64(l.Len()) + 1); err != nil {
		return nil, err
	}
	at := uint32(0)
	for i := range l.Len() {
		buf = stem.AppendDigrams(buf[:0], l.At(i))
		own := x.digrams[at : at+uint32(len(buf))]
		for k, d := range buf {
			own[k] = order.of(d)
		}
		slices.Sort(own)
		at += uint32(len(buf))
		x.begin[i+1] = at
	}
	return x, x.index(len(order.digrams))
}

// numbers reserves memory for n numbers.
func (l *List) numbers(n int64) ([]uint32, error) {
	memory, err := l.reserve(4 * n)
	return arena.View[uint32](memory)[:n], err
}

// rarity is the different digrams, sorted, and the place of each in the order from rare to frequent.
type rarity struct {
	digrams []stem.Digram
	places  []uint32
}

func (r *rarity) of(d stem.Digram) uint32 {
	i, _ := slices.BinarySearch(r.digrams, d)
	return r.places[i]
}

// indexBytes is the memory of an index of all digrams of some words, and of their classes.
func indexBytes(all, n, different int64) int64 { return 8*all + 16*(n+1) + 24*(different+1) }

// count counts the words that have each digram; all is the sum.
func (l *List) count(all int64) (*rarity, error) {
	if err := l.needs(indexBytes(all, l.added, 0)); err != nil {
		return nil, err
	}
	memory, err := arena.Words(int(all) + words.Max) // a word's before they are compared
	if err != nil {
		return nil, err
	}
	defer arena.Free(memory)
	every := arena.View[stem.Digram](memory)[:0]
	for i := range l.Len() {
		every = stem.AppendDigrams(every, l.At(i)) // there is room for all
	}
	slices.Sort(every)
	different := int64(0)
	for i, d := range every {
		if i == 0 || d != every[i-1] {
			different++
		}
	}
	if err := l.needs(indexBytes(all, l.added, different)); err != nil {
		return nil, err
	}
	r := &rarity{}
	kept, err := l.reserve(8 * different)
	if err != nil {
		return nil, err
	}
	if r.places, err = l.numbers(different); err != nil {
		return nil, err
	}
	counts, err := l.numbers(different)
	if err != nil {
		return nil, err
	}
	order, err := l.numbers(different)
	if err != nil {
		return nil, err
	}
	r.digrams = arena.View[stem.Digram](kept)[:0]
	for i, d := range every {
		if i == 0 || d != every[i-1] {
			order[len(r.digrams)] = uint32(len(r.digrams))
			r.digrams = append(r.digrams, d)
		}
		counts[len(r.digrams)-1]++
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b)) })
	for place, i := range order {
		r.places[i] = uint32(place)
	}
	return r, nil
}

// of are the digrams of a word.
func (x *alike) of(word int) []uint32 { return x.digrams[x.begin[word]:x.begin[word+1]] }

// rarest are those digrams of which a word that is alike has one.
func (x *alike) rarest(own []uint32) []uint32 {
	common := int(math.Ceil(x.least*float64(len(own))/(2-x.least) - stem.Rounding))
	return own[:min(len(own), len(own)-common+1)]
}

// index makes the lists of words.
func (x *alike) index(digrams int) (err error) {
	if x.from, err = x.list.numbers(int64(digrams) + 1); err != nil {
		return err
	}
	for i := range x.list.Len() {
		for _, d := range x.rarest(x.of(i)) {
			x.from[d+1]++
		}
	}
	for d := range digrams {
		x.from[d+1] += x.from[d]
	}
	if x.words, err = x.list.numbers(int64(x.from[digrams])); err != nil {
		return err
	}
	for i := range x.list.Len() { // from[d] moves to the end of the list
		for _, d := range x.rarest(x.of(i)) {
			x.words[x.from[d]] = uint32(i)
			x.from[d]++
		}
	}
	copy(x.from[1:], x.from[:digrams])
	x.from[0] = 0
	return nil
}

// pairs calls do for blocks of the pairs that are alike, in the order of their words.
func (x *alike) pairs(do func(block []pair) error) error {
	turns := par.NewTurns()
	const most, chunk = 256 << 10 / 16, 64 // pairs that wait for their turn: a part of the 1 MiB of a thread
	return par.Each(x.list.room.Threads, (x.list.Len()+chunk-1)/chunk, func(int) func(int) error {
		turn := turns.Turn()
		block := make([]pair, 0, most)
		lists := make([][]uint32, 0, words.Max)
		flush := func() error {
			if err := turn.Wait(); err != nil {
				return err
			}
			err := do(block)
			block = block[:0]
			return err
		}
		add := func(p pair) error {
			if block = append(block, p); len(block) < most {
				return nil
			}
			return flush()
		}
		return func(i int) error {
			return turn.Do(i, func() error {
				for word := chunk * i; word < min(x.list.Len(), chunk*(i+1)); word++ {
					if err := x.each(word, lists, add); err != nil {
						return err
					}
				}
				return flush()
			})
		}
	})
}

// each calls do for the words behind a word that are alike, in order.
func (x *alike) each(word int, lists [][]uint32, do func(pair) error) error {
	own := x.of(word)
	for _, d := range x.rarest(own) {
		list := x.words[x.from[d]:x.from[d+1]]
		at, _ := slices.BinarySearch(list, uint32(word)+1)
		if at < len(list) {
			lists = append(lists, list[at:])
		}
	}
	for len(lists) > 0 {
		next := lists[0][0]
		for _, list := range lists[1:] {
			next = min(next, list[0])
		}
		for i := len(lists) - 1; i >= 0; i-- {
			if lists[i][0] != next {
				continue
			}
			if lists[i] = lists[i][1:]; len(lists[i]) == 0 {
				lists[i] = lists[len(lists)-1]
				lists = lists[:len(lists)-1]
			}
		}
		if s := stem.Similarity(own, x.of(int(next)), x.least); s >= x.least {
			if err := do(pair{int32(word), int32(next), s}); err != nil {
				return err
			}
		}
	}
	return nil
}
