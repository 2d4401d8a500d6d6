package linesort

import (
	"slices"

	"webmill/pkg/par"
)

// write is the last step: it sorts the partitions and writes them, each to its place or, where that cannot be, in turn.
func (s *sorter) write(dst Output, parts []partition) error {
	if s.opt.Desc {
		slices.Reverse(parts)
	}
	s.stats.Partitions = len(parts)
	next, total := make([]int64, len(parts)), int64(0) // where a partition's next lines go; all, without -u
	for i := range parts {
		p := &parts[i]
		next[i] = total
		total += p.width
		if p.same != nil {
			total += p.lines * int64(len(s.form.line(p.same))+1)
		}
	}
	out := func(_ int, b []byte) error {
		_, err := dst.Write(b)
		return err
	}
	if at, ok := dst.At(); ok && !s.opt.Unique {
		out = func(p int, b []byte) error {
			n, err := at.WriteAt(b, next[p])
			next[p] += int64(n)
			return err
		}
	} else {
		s.turns = par.NewTurns()
	}
	s.phase = s.opt.Begin("sort", total)
	err := par.Each(s.plan.workers, len(parts), func(i int) func(int) error {
		w := s.newWorker(i, out)
		return func(p int) error {
			err := w.partition(p, &parts[p])
			if err != nil {
				s.turns.Stop()
			}
			return err
		}
	})
	if s.turns == nil && err == nil {
		return dst.Written(total)
	}
	return err
}
