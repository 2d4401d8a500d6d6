package linesort

import (
	"io"
	"slices"
	"sync/atomic"

	"webmill/pkg/par"
)

// output is where sorted partitions go. begin is called by each worker before it writes the lines of partition p; write
// may then be called several times; end lets the next partition begin.
type output interface {
	begin(p int) bool
	write(p int, b []byte) error
	end(p int)
	stop() // after a failure: begin returns false from now on
}

// write is the last step: it sorts the partitions and writes them.
func (s *sorter) write(dst Output, parts []partition) error {
	if s.opt.Desc {
		slices.Reverse(parts)
	}
	s.stats.Partitions = len(parts)
	out, total := s.newOutput(dst, parts)
	s.phase = s.opt.Begin("sort", total)
	var next atomic.Int64
	err := par.Do(s.plan.workers, func(i int) error {
		w := s.newWorker(i, out)
		for !s.failed.Load() {
			p := int(next.Add(1) - 1)
			if p >= len(parts) {
				break
			}
			if err := w.partition(p, &parts[p]); err != nil {
				s.failed.Store(true)
				out.stop()
				return err
			}
		}
		return nil
	})
	if at, ok := out.(*placed); ok && err == nil {
		return at.dst.Written(total)
	}
	return err
}

// newOutput also tells the size of the output, without -u.
func (s *sorter) newOutput(dst Output, parts []partition) (output, int64) {
	o := &placed{dst: dst, next: make([]int64, len(parts))}
	total := int64(0)
	for i := range parts {
		p := &parts[i]
		o.next[i] = total
		total += p.width
		if p.same != nil {
			total += p.lines * int64(len(s.form.line(p.same))+1)
		}
	}
	if at, ok := dst.At(); ok && !s.opt.Unique {
		o.at = at
		return o, total
	}
	return &inTurn{dst: dst, turns: par.NewTurns()}, total
}

// placed writes each partition to its place in a file.
type placed struct {
	dst  Output
	at   io.WriterAt
	next []int64 // where a partition's next lines go
}

func (o *placed) begin(int) bool { return true }
func (o *placed) end(int)        {}
func (o *placed) stop()          {}

func (o *placed) write(p int, b []byte) error {
	n, err := o.at.WriteAt(b, o.next[p])
	o.next[p] += int64(n)
	return err
}

// inTurn writes one partition after the other.
type inTurn struct {
	dst   io.Writer
	turns *par.Turns
}

func (o *inTurn) begin(p int) bool { return o.turns.Wait(p) }
func (o *inTurn) end(int)          { o.turns.Next() }
func (o *inTurn) stop()            { o.turns.Stop() }

func (o *inTurn) write(_ int, b []byte) error {
	_, err := o.dst.Write(b)
	return err
}
