package kendall

import (
	"webmill/pkg/arena"
	"webmill/pkg/spill"
)

// key is a member of a sequence: an int32, or a uint64 with that in its upper half and its place below.
type key interface{ int32 | uint64 }

// kernel sorts keys and keeps the account of their inversions and ties. Each thread has one.
type kernel[T key] interface {
	// carve divides memory among keys and what their sorting needs, and returns the place for the keys.
	carve(words []uint64) []T
	// sort sorts the first n keys.
	sort(n, threads int) error
	// merge sorts keys that are made of sorted pieces, one of each run, the runs in order.
	merge(pieces []piece)
	// equal takes the keys of one run that have a value which others outside of the run may have too.
	equal(keys []T, p piece)
	// equalEnd says that these were all keys with that value; count whether their ties shall be counted.
	equalEnd(count bool)
	// ties counts the ties of the first n keys, which are sorted; no others have their values.
	ties(n int)
	// add adds the account to a result.
	add(r *Result)
}

// piece is part of a run, between two values. With each of its keys are exchanged the keys outside of it that come before
// in the sequence and have greater values, and those that come after and have smaller ones.
type piece struct {
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

// sequence collects keys: in memory, as long as there is room for them, and then in sorted runs in a temporary file.
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

// free is the room for the next keys; filled says how many were put there.
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
