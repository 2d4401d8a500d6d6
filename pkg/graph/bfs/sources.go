package bfs

import (
	"io"
	"math"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// sources is a Source of links whose sources are replaced by what a spool says of them, their place or their number;
// without links of a page to itself, and without repetitions.
type sources struct {
	in       *tuple.Ordered // by source and target
	values   *finder
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
	return &sources{in: links.InOrder(2, false, 0, 1), values: newFinder(values), read: read, atEnd: func(int64) {}, src: -1, dst: -1, lowest: math.MaxInt32}
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
			if s.value, s.found, err = s.values.find(src); err != nil {
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
