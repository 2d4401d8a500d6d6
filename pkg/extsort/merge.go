package extsort

import (
	"io"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// This file merges sorted streams: one pass through a loser tree if there are no more of them than may be open at once,
// otherwise groups of them are merged into runs of a nameless file, and then the runs.
//
// Memory: a few blocks for each stream that is open. Every stream is read ahead, and its order checked, by a goroutine
// of its own, and the result is written by another, so that the merge itself has a core to itself.

// Opener opens one of the streams to merge; the source must verify its order. close is called when it has been read.
type Opener func() (src tuple.Source, close func() error, err error)

// Merge writes the records of all streams to dst in order. Each must be in the order of opt.Order; records equal in it
// are put in the order of their remaining columns as far as they meet.
func Merge(dst tuple.Sink, streams []Opener, opt Options) (Stats, error) {
	m := &merger{opt: opt, key: newKey(opt.Order, opt.Width)}
	m.opt.FanIn = max(opt.FanIn, 2)
	for len(streams) > m.opt.FanIn {
		runs, closeRuns, err := m.pass(streams)
		if err != nil {
			return m.stats, err
		}
		defer closeRuns()
		streams = runs
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
	file, err := m.opt.FS.Temp(vfs.TempDir(m.opt.TempDir))
	if err != nil {
		return nil, nil, err
	}
	out := &runWriter{file: file}
	for len(streams) > 0 {
		n := min(m.opt.FanIn, len(streams))
		start := out.end
		if err := m.merge(out, streams[:n]); err != nil {
			file.Close()
			return nil, nil, err
		}
		run := io.NewSectionReader(file, start, out.end-start)
		runs = append(runs, func() (tuple.Source, func() error, error) {
			return tuple.NewRawReader(run, m.opt.Width), func() error { return nil }, nil
		})
		streams = streams[n:]
	}
	m.stats.Spilled += out.end
	return runs, file.Close, nil
}

// runWriter appends records to a file.
type runWriter struct {
	file vfs.File
	end  int64
}

func (w *runWriter) WriteBlock(block []int32) error {
	tuple.ToLE(block)
	n, err := w.file.WriteAt(tuple.Bytes(block), w.end)
	w.end += int64(n)
	return err
}

// blockRecords is how many records a block has: each open stream has three, the output two.
func (m *merger) blockRecords(streams int) int {
	bytes := clamp(int(min(m.opt.Memory, 1<<40))/(4*(streams+1)), 64, 256<<10)
	return max(1, bytes/(4*m.opt.Width))
}

func (m *merger) merge(dst tuple.Sink, streams []Opener) error {
	m.stats.Records, m.stats.Kept = 0, 0
	size := m.blockRecords(len(streams)) * m.opt.Width
	quit := make(chan struct{})
	runs := make([]*ahead, len(streams))
	for i, open := range streams {
		runs[i] = readAhead(open, size, quit)
	}
	out := writeBehind(dst, size)
	err := par.Guard(func() error { return m.play(runs, out) })
	close(quit)
	for _, r := range runs {
		r.wait()
	}
	if e := out.close(); err == nil {
		err = e
	}
	return err
}

// play moves the least record of all runs to the output until none is left.
func (m *merger) play(runs []*ahead, out *behind) error {
	w := m.opt.Width
	tree := newLoserTree(len(runs), func(a, b int) int { return m.key.compare(runs[a].rest, runs[b].rest, 2) })
	advance := func(i int) error {
		r := runs[i]
		if len(r.rest) == 0 {
			if err := r.next(); err == io.EOF {
				tree.done[i] = true
				return nil
			} else if err != nil {
				return err
			}
		}
		tree.leads[i] = m.key.lead(r.rest, 0)
		return nil
	}
	for i := range runs {
		if err := advance(i); err != nil {
			return err
		}
	}
	if len(runs) == 0 {
		return nil
	}
	tree.start()
	last := []int32(nil)
	for !tree.done[tree.winner()] {
		r := runs[tree.winner()]
		rec := r.rest[:w]
		m.stats.Records++
		if !m.opt.Unique || last == nil || !m.key.equal(last, rec) {
			if err := out.put(rec); err != nil {
				return err
			}
			m.stats.Kept++
			if m.opt.Unique {
				last = append(last[:0], rec...)
			}
		}
		r.rest = r.rest[w:]
		if err := advance(tree.winner()); err != nil {
			return err
		}
		tree.replay()
	}
	return nil
}

// ahead is a stream that a goroutine reads ahead. The goroutine owns the channel full and closes it at the end.
type ahead struct {
	rest []int32 // records not yet taken
	full chan []int32
	free chan []int32
	err  error // set before full is closed; io.EOF at the regular end
	last []int32
}

func readAhead(open Opener, size int, quit <-chan struct{}) *ahead {
	a := &ahead{full: make(chan []int32, 1), free: make(chan []int32, 3)}
	for range 3 {
		a.free <- make([]int32, size)
	}
	go func() {
		defer close(a.full)
		a.err = par.Guard(func() error { return a.read(open, quit) })
	}()
	return a
}

func (a *ahead) read(open Opener, quit <-chan struct{}) error {
	src, closeSrc, err := open()
	if err != nil {
		return err
	}
	defer closeSrc()
	for {
		var buf []int32
		select {
		case buf = <-a.free:
		case <-quit:
			return io.EOF
		}
		n, err := src.ReadBlock(buf[:cap(buf)])
		if n > 0 && (err == nil || err == io.EOF) {
			select {
			case a.full <- buf[:n]:
			case <-quit:
				return io.EOF
			}
		}
		if err != nil {
			return err
		}
	}
}

// next makes the next block the current one.
func (a *ahead) next() error {
	if a.last != nil {
		a.free <- a.last
		a.last = nil
	}
	block, ok := <-a.full
	if !ok {
		return a.err
	}
	a.last, a.rest = block, block
	return nil
}

// wait returns when the goroutine has ended; quit must be closed.
func (a *ahead) wait() {
	for range a.full {
	}
}

// behind is an output that a goroutine writes.
type behind struct {
	buf  []int32
	full chan []int32
	free chan []int32
	done chan error
	err  error
}

func writeBehind(dst tuple.Sink, size int) *behind {
	b := &behind{full: make(chan []int32, 1), free: make(chan []int32, 2), done: make(chan error, 1)}
	b.buf = make([]int32, 0, size)
	b.free <- make([]int32, 0, size)
	go func() {
		b.done <- par.Guard(func() error {
			for block := range b.full {
				if err := dst.WriteBlock(block); err != nil {
					return err
				}
				b.free <- block[:0]
			}
			return nil
		})
	}()
	return b
}

func (b *behind) put(rec []int32) error {
	if len(b.buf)+len(rec) > cap(b.buf) {
		if err := b.flush(); err != nil {
			return err
		}
	}
	b.buf = append(b.buf, rec...)
	return nil
}

func (b *behind) flush() error {
	if b.err != nil {
		return b.err
	}
	b.full <- b.buf // has room: the writer took the block before, or failed and b.free stays empty
	select {
	case b.buf = <-b.free:
	case b.err = <-b.done:
	}
	return b.err
}

// close writes what is left and waits for the goroutine.
func (b *behind) close() error {
	if b.err != nil {
		return b.err
	}
	if len(b.buf) > 0 {
		b.full <- b.buf
	}
	close(b.full)
	return <-b.done
}

// FanIn is how many streams may be open at once: half of the descriptors that the process may have, and no more than
// there is memory for.
func FanIn(memory int64, descriptors int) int {
	return clamp(int(min(memory/(64<<10), 256)), 2, max(2, min(256, descriptors/2)))
}
