package bfs

import (
	"errors"
	"fmt"
	"io"
	"math"

	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// sortBy writes the records of src to dst, sorted as opt says, in some memory of the room.
func sortBy(room *work.Room, dst tuple.Sink, src tuple.Source, memory int64, opt extsort.Options) error {
	opt.Room = room.With(memory)
	_, err := extsort.Sort(dst, []tuple.Source{src}, opt)
	return err
}

// unique writes each record of one column once, in order.
func unique(room *work.Room, dst tuple.Sink, srcs []tuple.Source, memory int64) error {
	_, err := extsort.Sort(dst, srcs, extsort.Options{
		Width: 1, Unique: true,
		Room: room.With(memory),
	})
	return err
}

// sortSeeds writes each seed once, by id.
func sortSeeds(room *work.Room, dst tuple.Sink, seeds []tuple.Source, memory int64) error {
	found := false
	err := unique(room, tuple.SinkFunc(func(ids []int32) error {
		found = true
		return dst.WriteBlock(ids)
	}), seeds, memory)
	if err == nil && !found {
		err = errors.New("no seed is given: the file of seeds is empty")
	}
	return err
}

func notPage(seed int32) error { return fmt.Errorf("the seed %d is not a page", seed) }

// sources is a Source of links whose sources are replaced by a value that is kept for each page, its place or its number;
// without links of a page to itself, and without repetitions.
type sources struct {
	in       *tuple.Ordered // by source and target
	values   *tuple.Cursor
	absent   func(src int32) error // what to say of a source without a value; if nil, its links count for nothing
	read     *int64
	atEnd    func(kept int64) // called with the values that were passed on
	kept     int64
	src, dst int32 // the last link
	value    int32 // of src
	found    bool
	lowest   int32 // the lowest page of the links
}

func newSources(links tuple.Input, values *spill.Ints, read *int64) *sources {
	return &sources{in: links.InOrder(2, false, 0, 1), values: pairsOf(values), read: read, atEnd: func(int64) {}, src: -1,
		dst: -1, lowest: math.MaxInt32}
}

func (s *sources) ReadBlock(dst []int32) (int, error) {
	for {
		read, err := s.in.ReadBlock(dst)
		*s.read += int64(read / 2)
		kept, e := s.replace(dst[:read])
		if e != nil {
			return 0, e
		}
		s.kept += int64(kept)
		if err == io.EOF {
			s.atEnd(s.kept)
		}
		if kept > 0 || err != nil {
			return kept, err
		}
	}
}

// replace moves the links that count to the front of a block.
func (s *sources) replace(block []int32) (kept int, err error) {
	for i := 0; i < len(block); i += 2 {
		src, dst := block[i], block[i+1]
		if src != s.src {
			s.src = src
			if s.value, s.found, err = find(s.values, src); err != nil {
				return 0, err
			}
			if !s.found && s.absent != nil {
				return 0, s.in.Fail(i/2, "%w", s.absent(src))
			}
		} else if dst == s.dst {
			continue
		}
		s.dst = dst
		s.lowest = min(s.lowest, src, dst)
		if s.found && src != dst {
			block[kept], block[kept+1] = s.value, dst
			kept += 2
		}
	}
	return kept, nil
}

// pairsOf goes through a sequence of pairs (id, value) that is sorted by id.
func pairsOf(s *spill.Ints) *tuple.Cursor { return tuple.NewCursor(tuple.Input{Source: s.Source()}, 2) }

// find looks up an id, not less than the last one.
func find(pairs *tuple.Cursor, id int32) (value int32, found bool, err error) {
	if pairs.SkipTo(int64(id)) {
		return pairs.Rest[1], true, nil
	}
	return 0, false, pairs.Err()
}
