package warc

import (
	"errors"
	"io"
	"runtime"

	"webmill/pkg/par"
)

// Options say how to read.
type Options struct {
	Threads   int   // 0: as many as there are cores
	MaxRecord int64 // bytes of a block that are kept in memory, 0: 64 MiB; larger ones are passed over and counted
	MaxBody   int64 // bytes of a decoded HTTP body, 0: 64 MiB; longer ones are cut
	Share     int64 // bytes that each thread may take at any time, 0: no limit; for more it waits for its turn
	Notes     bool  // keep each note, not only the counts

	cuts cuts // for tests
}

const maxBlock = 64 << 20

func (o Options) filled() Options {
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.MaxRecord <= 0 {
		o.MaxRecord = maxBlock
	}
	if o.MaxBody <= 0 {
		o.MaxBody = maxBlock
	}
	if o.cuts.section == 0 {
		o.cuts = largest
		if o.Share > 0 {
			// Each worker holds the text of one member, which grows by copying; two more sections wait for the worker.
			least := func(n int, part int64) int { return int(min(int64(n), o.Share/part)) }
			o.cuts = cuts{section: least(largest.section, 32), most: least(largest.most, 8), whole: least(largest.whole, 4),
				text: least(largest.text, 8)}
		}
	}
	return o
}

var largest = cuts{section: 1 << 20, most: 4 << 20, whole: 8 << 20, text: 16 << 20}

// Stats tell what was read.
type Stats struct {
	Records   int64
	Skips     Skips
	Passed    int64 // bytes skipped to find the next record
	Recovered int64 // records that were read whole although their stated length is too short
	Sections  int64 // sections that were committed
	Redone    int64 // how often sections were read again, because they had been cut in the wrong place
	First     Note  // the first thing that was skipped, if any was
}

// ErrNoArchive says that the input holds nothing that looks like a record.
var ErrNoArchive = errors.New("is neither WARC nor ARC")

// Run gives the records of src in sections of about 1 MiB of input to work, several at once, and the results to commit, in the
// order of the input, on the goroutine that called. work reads until io.EOF, or returns earlier. It may be called again
// for records that it has had: only what is committed counts.
func Run[R any](src io.Reader, opt Options, work func(records *Records) (R, error), commit func(R) error) (Stats, error) {
	opt = opt.filled()
	feed := newFeeder(src, &opt)
	defer feed.close()
	p := &pipeline[R]{feeder: feed, commit: commit}
	p.queue = par.NewQueue(opt.Threads, 2*opt.Threads+2, func(worker int) (func(*par.Job[job[R]]) error, func()) {
		r := newRecords(worker, &opt)
		return func(j *par.Job[job[R]]) error {
			r.turn = j.Turn
			return j.Value.do(r, work)
		}, r.close
	})
	defer p.queue.Close()
	feed.drain = p.drain
	err := p.run()
	if s := &p.stats; err == nil && s.Records == 0 && s.Skips[Garbage] > 0 && s.Skips[Garbage] == s.Skips.Total() {
		err = ErrNoArchive
	}
	return p.stats, err
}

// job is a section and what became of it.
type job[R any] struct {
	section
	result  R
	records int64
	notes   Notes
	again   bool // it must be read in sequence
}

// do reads the section, and what work left of it, to its end.
func (j *job[R]) do(r *Records, work func(*Records) (R, error)) error {
	r.open(&j.section)
	var err error
	j.result, err = work(r)
	for r.err == nil {
		r.Next()
	}
	j.records, j.notes = r.count, r.Notes
	j.notes.List = nil
	if j.again = errors.Is(r.err, errAgain); j.again {
		return nil
	}
	if err == nil && r.err != io.EOF {
		err = r.err
	}
	return err
}

// pipeline feeds the workers and commits what they did.
type pipeline[R any] struct {
	feeder *feeder
	queue  *par.Queue[job[R]]
	waits  int64 // bytes of the sections in the queue
	commit func(R) error
	stats  Stats
}

func (p *pipeline[R]) run() error {
	for more := true; more || p.queue.Len() > 0; {
		if more && p.free() {
			next, err := p.feeder.next(p.queue.Len() == 0)
			switch {
			case err == nil:
				p.waits += next.size()
				p.queue.Put(job[R]{section: next})
				continue
			case err == io.EOF:
				more = false
			case err != errSettle:
				return err
			}
			if p.queue.Len() == 0 {
				continue
			}
		}
		back, err := p.settle()
		if err != nil {
			return err
		}
		more = more || back
	}
	return nil
}

// free reports whether another section may be read: the queue is empty, or it is not full and its sections take little memory.
func (p *pipeline[R]) free() bool {
	opt := p.feeder.opt
	return p.queue.Len() == 0 || !p.queue.Full() && (opt.Share == 0 || p.waits < int64(opt.Threads)*opt.Share/8)
}

// drain commits all sections of the queue. They were framed in sequence, and such sections are never taken back.
func (p *pipeline[R]) drain() error {
	for p.queue.Len() > 0 {
		if _, err := p.settle(); err != nil {
			return err
		}
	}
	return nil
}

// settle commits the first section of the queue, or takes all of them back if it has to be read in sequence.
func (p *pipeline[R]) settle() (back bool, err error) {
	j, err := p.queue.First()
	if err != nil {
		return false, err
	}
	if j.again {
		var sections []section
		for _, dropped := range p.queue.Drop() {
			sections = append(sections, dropped.section)
		}
		p.waits = 0
		p.stats.Redone++
		return true, p.feeder.back(sections)
	}
	p.stats.Sections++
	p.stats.Records += j.records
	p.stats.add(&j.notes)
	if err := p.commit(j.result); err != nil {
		return false, err
	}
	p.feeder.recycle(&j.section)
	p.waits -= j.size()
	p.queue.Next()
	return false, nil
}

func (s *Stats) add(n *Notes) {
	for r, k := range n.Skips {
		s.Skips[r] += k
	}
	s.Passed += n.Passed
	s.Recovered += n.Recovered
	if s.First.Why == none {
		s.First = n.first
	}
}
