package extsort

import (
	"cmp"
	"io"

	"webmill/pkg/par"
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Sorted streams are merged in one pass through a loser tree if there are no more of them than may be open at once,
// otherwise groups of them are merged into runs of a nameless file, and then the runs.
//
// Memory: a few blocks for each stream that is open. Every stream is read ahead, and its order checked, by a goroutine
// of its own, and the result is written by another, so that the merge itself has a core to itself.

// Opener opens one of the streams to merge; the source must verify its order. close is called when it has been read.
type Opener func() (src tuple.Source, close func() error, err error)

// Merge writes the records of all streams to dst in order. Each must be in the order of opt.Order and of its remaining columns.
func Merge(dst tuple.Sink, streams []Opener, opt Options) (Stats, error) {
	m := &merger{opt: opt, key: newKey(opt.Order, opt.Width)}
	m.opt.FanIn = max(opt.FanIn, 2)
	release := func() error { return nil } // of the runs that streams are
	defer func() { release() }()
	for len(streams) > m.opt.FanIn {
		runs, closeRuns, err := m.pass(streams)
		if err != nil {
			return m.stats, err
		}
		release()
		streams, release = runs, closeRuns
	}
	m.stats.Passes++
	err := m.merge(dst, streams)
	return m.stats, err
}

type merger struct {
	opt   Options
	key   *key
	stats Stats
}

// pass merges groups of streams into runs, which lie one after the other in a temporary file.
func (m *merger) pass(streams []Opener) (runs []Opener, closeRuns func() error, err error) {
	m.stats.Passes++
	file := spill.NewFile(m.opt.Room)
	out := tuple.NewRawWriter(file)
	for len(streams) > 0 {
		n := min(m.opt.FanIn, len(streams))
		start := file.Size()
		if err := m.merge(out, streams[:n]); err != nil {
			file.Close()
			return nil, nil, err
		}
		run := io.NewSectionReader(file, start, file.Size()-start)
		runs = append(runs, func() (tuple.Source, func() error, error) {
			return tuple.NewRawReader(run, m.opt.Width), func() error { return nil }, nil
		})
		streams = streams[n:]
	}
	m.stats.Spilled += file.Size()
	return runs, file.Close, nil
}

// blockRecords is how many records a block has: each open stream has three, the output two.
func (m *merger) blockRecords(streams int) int {
	bytes := sorts.Clamp(int(work.Bounded(m.opt.Memory))/(4*(streams+1)), 64, 256<<10)
	return max(1, bytes/(4*m.opt.Width))
}

func (m *merger) merge(dst tuple.Sink, streams []Opener) error {
	m.stats.Records, m.stats.Kept = 0, 0
	size := m.blockRecords(len(streams)) * m.opt.Width
	runs := make([]*run, len(streams))
	for i, open := range streams {
		runs[i] = openRun(open, size)
	}
	err := tuple.Piped(m.opt.Width, func(out tuple.Sink) error { return m.play(runs, tuple.NewWriter(out, m.opt.Width)) },
		func(merged tuple.Source) error {
			_, err := tuple.Copy(dst, merged, m.opt.Width)
			return err
		})
	for _, r := range runs {
		r.blocks.Close()
	}
	return err
}

// play moves the least record of all runs to the output until none is left.
func (m *merger) play(runs []*run, out *tuple.Writer) error {
	w := m.opt.Width
	tree := sorts.NewTree(len(runs), func(a, b int) bool {
		order := m.key.compare(runs[a].rest, runs[b].rest, 2)
		return order < 0 || order == 0 && a < b
	})
	advance := func(i int) error {
		r := runs[i]
		if len(r.rest) == 0 {
			var err error
			if r.rest, err = r.blocks.Next(); err == io.EOF {
				tree.End(i)
				return nil
			} else if err != nil {
				return err
			}
		}
		tree.Put(i, m.key.lead(r.rest, 0))
		return nil
	}
	for i := range runs {
		if err := advance(i); err != nil {
			return err
		}
	}
	last := []int32(nil)
	for {
		i, ok := tree.First()
		if !ok {
			return out.Flush()
		}
		r := runs[i]
		rec := r.rest[:w]
		m.stats.Records++
		if !m.opt.Unique || last == nil || !m.key.equal(last, rec) {
			out.Put(rec...)
			if out.Err() != nil {
				return out.Err()
			}
			m.stats.Kept++
			if m.opt.Unique {
				last = append(last[:0], rec...)
			}
		}
		r.rest = r.rest[w:]
		if err := advance(i); err != nil {
			return err
		}
	}
}

// run is a stream that a goroutine reads ahead.
type run struct {
	blocks *par.Pipe[int32]
	rest   []int32 // records not yet taken
}

// openRun opens a stream and reads it ahead, size values at a time.
func openRun(open Opener, size int) *run {
	a := &run{blocks: par.NewPipe[int32](3, size)}
	go func() {
		a.blocks.End(par.Guard(func() error {
			src, closeSrc, err := open()
			if err != nil {
				return err
			}
			err = a.blocks.Fill(src.ReadBlock)
			closed := closeSrc()
			return cmp.Or(err, closed)
		}))
	}()
	return a
}
