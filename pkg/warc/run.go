package warc

import (
	"errors"
	"io"
	"runtime"
	"sync"

	"webmill/pkg/par"
)

// Options say how to read.
type Options struct {
	Threads   int   // 0: as many as there are cores
	MaxRecord int64 // bytes of a block that are kept in memory, 0: 64 MiB; larger ones are passed over and counted
	MaxBody   int64 // bytes of a decoded HTTP body, 0: 64 MiB; longer ones are cut
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
	if o.cuts.run == 0 {
		o.cuts = cuts{run: 1 << 20, most: 4 << 20, whole: 8 << 20, text: 16 << 20}
	}
	return o
}

// Stats tell what was read.
type Stats struct {
	Records int64
	Skips   Skips
	Passed  int64 // bytes passed over to find records again
	Runs    int64 // that were committed
	Redone  int64 // times that runs were taken back, because they had been cut in the wrong place
}

// ErrNoArchive says that the input holds nothing that looks like a record.
var ErrNoArchive = errors.New("is neither WARC nor ARC")

// Run gives the records of src in runs of about 1 MiB of input to work, several at once, and the results to commit, in the
// order of the input, on the goroutine that called. work reads until io.EOF, or returns earlier. It may be called again
// for records that it has had: only what is committed counts.
func Run[R any](src io.Reader, opt Options, work func(run *Records) (R, error), commit func(R) error) (Stats, error) {
	opt = opt.filled()
	feed := newFeeder(src, &opt)
	defer feed.close()
	depth := 2*opt.Threads + 2
	p := &pipeline[R]{feeder: feed, todo: make(chan *job[R], depth), depth: depth, commit: commit}
	var workers sync.WaitGroup
	for i := range opt.Threads {
		workers.Go(func() {
			r := newRecords(i, &opt)
			defer r.close()
			for j := range p.todo {
				j.err = par.Guard(func() error { return j.do(r, work) })
				close(j.done)
			}
		})
	}
	defer workers.Wait()
	defer close(p.todo)
	var stats Stats
	err := p.run(&stats)
	if err == nil && stats.Records == 0 && stats.Skips[Garbage] > 0 && stats.Skips[Garbage] == stats.Skips.Total() {
		err = ErrNoArchive
	}
	return stats, err
}

// job is a run and what became of it.
type job[R any] struct {
	run
	result  R
	records int64
	notes   Notes
	err     error
	again   bool // it must be read in sequence
	done    chan struct{}
}

// do reads the run, and what work left of it, to its end.
func (j *job[R]) do(r *Records, work func(*Records) (R, error)) error {
	r.open(&j.run)
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
	*feeder
	todo   chan *job[R] // has room for depth
	depth  int
	queue  []*job[R] // in order: given to workers, not yet committed
	commit func(R) error
}

func (p *pipeline[R]) run(stats *Stats) error {
	defer p.wait()
	for more := true; more || len(p.queue) > 0; {
		if more && len(p.queue) < p.depth {
			next, err := p.feeder.next(len(p.queue) == 0)
			switch {
			case err == nil:
				j := &job[R]{run: next, done: make(chan struct{})}
				p.queue = append(p.queue, j)
				p.todo <- j
				continue
			case err == io.EOF:
				more = false
			case err != errSettle:
				return err
			}
			if len(p.queue) == 0 {
				continue
			}
		}
		back, err := p.settle(stats)
		if err != nil {
			return err
		}
		more = more || back
	}
	return nil
}

// settle commits the first run of the queue, or takes all of them back if it has to be read in sequence.
func (p *pipeline[R]) settle(stats *Stats) (back bool, err error) {
	j := p.queue[0]
	<-j.done
	if j.again {
		p.wait()
		var runs []run
		for _, q := range p.queue {
			runs = append(runs, q.run)
		}
		p.queue = nil
		stats.Redone++
		return true, p.feeder.back(runs)
	}
	if j.err != nil {
		return false, j.err
	}
	p.queue = p.queue[1:]
	stats.Runs++
	stats.Records += j.records
	stats.add(&j.notes)
	if err := p.commit(j.result); err != nil {
		return false, err
	}
	p.feeder.recycle(&j.run)
	return false, nil
}

// wait lets the workers end what they were given.
func (p *pipeline[R]) wait() {
	for _, j := range p.queue {
		<-j.done
	}
}

func (s *Stats) add(n *Notes) {
	for r, k := range n.Skips {
		s.Skips[r] += k
	}
	s.Passed += n.Passed
}
