package bfs

import "webmill/pkg/spill"

// finder looks up ids, each not less than the last one, in a sequence of pairs (id, value) that is sorted by id.
type finder struct {
	pairs *spill.IntsReader
	rest  []int32
	at    int64
}

func newFinder(pairs *spill.Ints) *finder { return &finder{pairs: pairs.Reader()} }

func (f *finder) find(id int32) (value int32, found bool, err error) {
	for {
		for len(f.rest) > 0 && f.rest[0] < id {
			f.rest = f.rest[2:]
			f.at += 2
		}
		if len(f.rest) > 0 {
			return f.rest[1], f.rest[0] == id, nil
		}
		if f.rest, err = f.pairs.From(f.at); err != nil || len(f.rest) == 0 {
			return 0, false, err
		}
	}
}
