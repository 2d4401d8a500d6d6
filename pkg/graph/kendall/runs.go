package kendall

import (
	"slices"
	"sort"

	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/work"
)

// key is a member of a sequence: an int32, or a uint64 with that in its upper half and its place below.
type key interface{ int32 | uint64 }

// kernel sorts keys and keeps the account of their inversions and ties. Each thread has one.
type kernel[T key] interface {
	// carve divides memory among keys and what their sorting needs, and returns the place for the keys.
	carve(words []uint64) []T
	// sort sorts the first n keys.
	sort(n, threads int) error
	// merge sorts keys that are made of sorted stretches, one of each run, the runs in order.
	merge(stretches []stretch)
	// equal takes the keys of one run that have a value which others outside of the run may have too.
	equal(keys []T, p stretch)
	// equalEnd says that these were all keys with that value; count whether their ties shall be counted.
	equalEnd(count bool)
	// ties counts the ties of the first n keys, which are sorted; no others have their values.
	ties(n int)
	// add adds the account to a result.
	add(r *Result)
}

// stretch is part of a run, between two values. Each of its keys forms an inversion with every key outside of the stretch
// that comes before it and is greater (before of them), or comes after it and is less (after).
type stretch struct {
	n             int
	before, after uint64
}

// kindOf is what the sequences of different keys differ in besides the kernel.
type kindOf[T key] struct {
	tail   T                        // the bits that do not count when keys are compared
	bytes  int                      // of a key
	view   func(words []uint64) []T // memory as keys
	raw    func(keys []T) []byte    // keys as bytes of a file
	kernel func() kernel[T]
}

// sequence collects keys: in memory, as long as there is space for them, and then in sorted runs in a temporary file.
type sequence[T key] struct {
	kindOf[T]
	opt    *Options
	memory []uint64
	whole  kernel[T] // of the keys in memory
	keys   []T
	n      int
	file   runFile
	merged []kernel[T] // of the threads that merge
}

func newSequence[T key](kind kindOf[T], opt *Options) (*sequence[T], error) {
	words, err := arena.Words(int(max(opt.Memory/2, 512) / 8))
	if err != nil {
		return nil, err
	}
	s := &sequence[T]{kindOf: kind, opt: opt, memory: words, whole: kind.kernel(), file: runFile{file: spill.NewFile(opt.Room)}}
	s.keys = s.whole.carve(words)
	return s, nil
}

// free is the space for the next keys; filled says how many were put there.
func (s *sequence[T]) free() ([]T, error) {
	if s.n == len(s.keys) {
		if err := s.flush(); err != nil {
			return nil, err
		}
	}
	return s.keys[s.n:], nil
}

func (s *sequence[T]) filled(n int) { s.n += n }

// flush makes a run of the keys in memory.
func (s *sequence[T]) flush() error {
	if s.n == 0 {
		return nil
	}
	if err := s.whole.sort(s.n, s.opt.Threads); err != nil {
		return err
	}
	at := s.file.begin(int64(s.n))
	_, err := s.file.file.WriteAt(s.raw(s.keys[:s.n]), at*int64(s.bytes))
	s.n = 0
	return err
}

// finish counts what is left to count.
func (s *sequence[T]) finish(r *Result) error {
	if len(s.file.runs) == 0 {
		s.opt.Begin("count", int64(s.n)*int64(s.bytes))
		if err := s.whole.sort(s.n, s.opt.Threads); err != nil {
			return err
		}
		s.whole.ties(s.n)
	} else {
		if err := s.flush(); err != nil {
			return err
		}
		r.Runs = len(s.file.runs)
		if err := s.merge(r); err != nil {
			return err
		}
	}
	for _, k := range s.kernels() {
		k.add(r)
	}
	return nil
}

// kernels are all that have counted.
func (s *sequence[T]) kernels() []kernel[T] { return append(s.merged, s.whole) }

func (s *sequence[T]) close() {
	s.file.file.Close()
	arena.Free(s.memory)
	s.memory = nil
}

// run is a sorted part of the sequence; the runs of a file lie one after the other in the order of the sequence.
type run struct {
	at, n int64 // in keys
}

// runFile holds runs.
type runFile struct {
	file *spill.File
	runs []run
	end  int64 // in keys
}

// begin adds a run of n keys, which are yet to be written, and returns its place.
func (f *runFile) begin(n int64) (at int64) {
	at = f.end
	f.runs = append(f.runs, run{at, n})
	f.end += n
	return at
}

// This file merges the sorted runs of a sequence and counts the inversions between runs.
//
// Merging key by key, the least one is taken from run r, and the keys that still remain in the runs before r are those
// that come before it in the sequence and are greater. (Kulvait 2007, 6.1, subtracts all keys taken so far, those of later
// runs too, which counts too few where there are more than two runs.) Of equal keys that of the earlier run is first.
//
// Here it is not one key that is taken but all below a bound: from each run the stretch that is less than the bound. For
// what remains in the runs before, the rule counts whole stretches; within the stretches, which fit in a thread's cache, the
// kernel counts. The bound is the least of the keys that end what may be looked at of each run, which is so little that
// the stretches fit. Then the keys equal to the bound are taken, however many they are: they need no space, because among
// themselves they have no inversions.
//
// Passes: one, if all runs can be open at once. Memory: half for what was read of the runs, half for the threads' stretches.

const (
	mostOpen  = 1024
	leastRead = 512 // words for each open run, where the memory has them
	mostRead  = 1 << 17
	leastJob  = 16 // words for each thread
)

// merge merges all runs.
func (s *sequence[T]) merge(r *Result) error {
	m := newMerger(s)
	for {
		runs := s.file.runs
		m.phase = s.opt.Begin("merge", s.file.end*int64(s.bytes))
		r.Spilled += s.file.end * int64(s.bytes)
		if len(runs) <= m.fanIn {
			for _, j := range m.jobs {
				s.merged = append(s.merged, j.kernel)
			}
			return m.run(runs, nil)
		}
		out := runFile{file: spill.NewFile(s.opt.Room)}
		for group := range slices.Chunk(runs, m.fanIn) {
			if err := m.run(group, &out); err != nil {
				out.file.Close()
				return err
			}
		}
		s.file.file.Close()
		s.file = out
	}
}

// merger merges groups of runs.
type merger[T key] struct {
	sequence *sequence[T]
	phase    work.Counter
	fanIn    int
	buffers  []uint64
	jobs     []job[T]
	readers  []reader[T]
	out      *runFile // nil in the last pass, which only counts
	at       int64    // where in it the next keys go, in keys
	taken    uint64   // keys taken from all runs
	look     int      // keys of a run that may go into one stretch
}

// job is what one thread does at a time.
type job[T key] struct {
	kernel    kernel[T]
	keys      []T
	stretches []stretch
	n         int
	at        int64
}

func newMerger[T key](s *sequence[T]) *merger[T] {
	half := len(s.memory) / 2
	m := &merger[T]{sequence: s, buffers: s.memory[:half]}
	m.jobs = make([]job[T], max(1, min(s.opt.Threads, half/leastJob)))
	each := half / len(m.jobs)
	for i := range m.jobs {
		j := &m.jobs[i]
		j.kernel = s.kernel()
		j.keys = j.kernel.carve(s.memory[half+i*each:][:each])
		j.keys = j.keys[:min(len(j.keys), aloneMost)]
	}
	m.fanIn = max(2, min(half/leastRead, mostOpen, len(m.jobs[0].keys)))
	return m
}

// run merges some runs into one, or only counts.
func (m *merger[T]) run(runs []run, out *runFile) error {
	m.out, m.taken = out, 0
	m.look = max(1, len(m.jobs[0].keys)/len(runs))
	words := min(len(m.buffers)/len(runs), mostRead)
	m.readers = m.readers[:0]
	n := int64(0)
	for i, r := range runs {
		buf := m.sequence.view(m.buffers[i*words:][:words])
		m.readers = append(m.readers, reader[T]{kind: &m.sequence.kindOf, file: m.sequence.file.file,
			at: r.at, left: r.n, buf: buf})
		n += r.n
	}
	if out != nil {
		m.at = out.begin(n)
	}
	for m.taken < uint64(n) {
		batch, before := 0, m.taken
		for ; batch < len(m.jobs) && m.taken < uint64(n); batch++ {
			if err := m.gather(&m.jobs[batch]); err != nil {
				return err
			}
		}
		if err := par.Do(batch, func(i int) error { return m.work(&m.jobs[i]) }); err != nil {
			return err
		}
		m.phase.Add(int64(m.taken-before) * int64(m.sequence.bytes))
	}
	return nil
}

// gather takes the stretches below the next bound, and then the keys that equal it.
func (m *merger[T]) gather(j *job[T]) error {
	for i := range m.readers {
		if err := m.readers[i].fill(m.look); err != nil {
			return err
		}
	}
	bound, bounded := m.bound()
	j.n, j.at, j.stretches = 0, m.at, j.stretches[:0]
	before, after := uint64(0), m.taken
	for i := range m.readers {
		r := &m.readers[i]
		after -= r.taken
		n := min(m.look, len(r.rest))
		if bounded {
			n, _ = slices.BinarySearch(r.rest[:n], bound&^m.sequence.tail)
		}
		copy(j.keys[j.n:], r.rest[:n])
		j.stretches = append(j.stretches, stretch{n, before, after})
		j.n += n
		m.take(r, n)
		before += r.remain()
	}
	if !bounded {
		return nil
	}
	return m.takeEqual(bound, j.kernel)
}

// bound is the smallest last key of all views whose run has more keys than the view shows.
func (m *merger[T]) bound() (bound T, bounded bool) {
	for i := range m.readers {
		r := &m.readers[i]
		if r.remain() <= uint64(m.look) && r.left == 0 {
			continue
		}
		if last := r.rest[min(m.look, len(r.rest))-1]; !bounded || last < bound {
			bound, bounded = last, true
		}
	}
	return bound, bounded
}

// take notes that n keys of a run were taken.
func (m *merger[T]) take(r *reader[T], n int) {
	r.rest = r.rest[n:]
	r.taken += uint64(n)
	m.taken += uint64(n)
	m.at += int64(n)
}

// takeEqual takes the keys whose value is that of the bound.
func (m *merger[T]) takeEqual(bound T, k kernel[T]) error {
	before, after := uint64(0), m.taken
	for i := range m.readers {
		r := &m.readers[i]
		after -= r.taken
		for {
			n := sort.Search(len(r.rest), func(i int) bool { return r.rest[i] > bound|m.sequence.tail })
			k.equal(r.rest[:n], stretch{n, before, after})
			if err := m.write(r.rest[:n], m.at); err != nil {
				return err
			}
			m.take(r, n)
			if len(r.rest) > 0 || r.left == 0 {
				break
			}
			if err := r.fill(1); err != nil {
				return err
			}
		}
		before += r.remain()
	}
	k.equalEnd(m.out == nil)
	return nil
}

// work sorts what was gathered.
func (m *merger[T]) work(j *job[T]) error {
	j.kernel.merge(j.stretches)
	if m.out == nil {
		j.kernel.ties(j.n)
	}
	return m.write(j.keys[:j.n], j.at)
}

func (m *merger[T]) write(keys []T, at int64) error {
	if m.out == nil || len(keys) == 0 {
		return nil
	}
	_, err := m.out.file.WriteAt(m.sequence.raw(keys), at*int64(m.sequence.bytes))
	return err
}

// reader reads a run.
type reader[T key] struct {
	kind     *kindOf[T]
	file     *spill.File
	at, left int64 // what is still in the file, in keys
	buf      []T
	rest     []T // what was read and not yet taken
	taken    uint64
}

// remain is how many keys of the run are not yet taken.
func (r *reader[T]) remain() uint64 { return uint64(len(r.rest)) + uint64(r.left) }

// fill reads on, as much as there is space for, if less than n keys were read ahead.
func (r *reader[T]) fill(n int) error {
	if len(r.rest) >= min(n, len(r.buf)) || r.left == 0 {
		return nil
	}
	have := copy(r.buf, r.rest)
	more := r.buf[have:min(int64(len(r.buf)), int64(have)+r.left)]
	if _, err := r.file.ReadAt(r.kind.raw(more), r.at*int64(r.kind.bytes)); err != nil {
		return err
	}
	r.at, r.left = r.at+int64(len(more)), r.left-int64(len(more))
	r.rest = r.buf[:have+len(more)]
	return nil
}
