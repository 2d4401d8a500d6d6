package dict

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"sort"

	"webmill/pkg/ascii"
	"webmill/pkg/tuple"
)

// Finder finds ids of strings in a dictionary that stays on disk.
type Finder struct {
	file    io.ReaderAt
	key     func(dst, s []byte) []byte
	Strings int64
	stretch []stretchStart // of the dictionary, each a few KiB of whole lines; the last is its end
	runs    []int          // the first stretch of each run; the strings of a run are sorted
}

// mostRuns is how many runs a dictionary may have: a new one has one, and each dict -existing adds one.
const mostRuns = 32

type stretchStart struct {
	at int64 // where its first line begins
	id int32 // of that line
}

// NewFinder reads a dictionary once and remembers in memory bytes where its strings are. They must be in the order that Build
// gives them: one run, and behind it a run for each time that strings were added.
func NewFinder(file *io.SectionReader, order Order, memory int64) (*Finder, error) {
	f := &Finder{file: file, key: order.Key}
	if f.key == nil {
		f.key = func(dst, s []byte) []byte { return append(dst, s...) }
	}
	least := max(4<<10, file.Size()*16/max(1, memory)+1)
	lines := tuple.NewLines(file, MaxField)
	var key, before []byte
	for {
		at := lines.Offset
		line, err := lines.Next()
		if err != nil && err != io.EOF {
			return nil, err
		}
		compared := -1
		if err == nil {
			key, before = f.key(before[:0], line), key
			if f.Strings > 0 {
				compared = bytes.Compare(before, key)
			}
		}
		if n := len(f.stretch); n == 0 || err == io.EOF || compared > 0 || at-f.stretch[n-1].at >= least {
			f.stretch = append(f.stretch, stretchStart{at, int32(f.Strings)})
		}
		if err == io.EOF {
			return f, nil
		}
		if compared > 0 || f.Strings == 0 {
			f.runs = append(f.runs, len(f.stretch)-1)
		}
		if compared == 0 || len(f.runs) > mostRuns {
			return nil, lines.Fault(errors.New("is not in the order that dict gives to a dictionary"))
		}
		if f.Strings++; f.Strings > math.MaxInt32 {
			return nil, lines.Fault(errors.New("more lines than there are ids"))
		}
	}
}

// Search looks up strings in a Finder, for one goroutine.
type Search struct {
	finder   *Finder
	text     []byte // of the stretch at hand
	at       int    // its index; -1: none
	key, mid []byte
}

// Search returns a new Search.
func (f *Finder) Search() *Search { return &Search{finder: f, at: -1} }

// ID is the id of a string; ok is false if the dictionary does not have it.
func (s *Search) ID(text []byte) (id int32, ok bool, err error) {
	s.key = s.finder.key(s.key[:0], text)
	end := len(s.finder.stretch) - 1
	for _, begin := range slices.Backward(s.finder.runs) {
		if id, ok, err = s.among(begin, end, text); ok || err != nil {
			return id, ok, err
		}
		end = begin
	}
	return 0, false, nil
}

// among looks for a string in a run, the stretches begin … end-1.
func (s *Search) among(begin, end int, text []byte) (id int32, ok bool, err error) {
	after := begin + sort.Search(end-begin, func(i int) bool {
		if err != nil {
			return true
		}
		if err = s.load(begin + i); err != nil {
			return true
		}
		first, _, _ := bytes.Cut(s.text, []byte("\n"))
		s.mid = s.finder.key(s.mid[:0], ascii.TrimEnd(first))
		return bytes.Compare(s.mid, s.key) > 0
	})
	if err != nil || after == begin {
		return 0, false, err
	}
	if err := s.load(after - 1); err != nil {
		return 0, false, err
	}
	id = s.finder.stretch[after-1].id
	for line := range bytes.Lines(s.text) {
		if bytes.Equal(ascii.TrimEnd(line), text) {
			return id, true, nil
		}
		id++
	}
	return 0, false, nil
}

// load reads a stretch.
func (s *Search) load(i int) error {
	if s.at == i {
		return nil
	}
	from, to := s.finder.stretch[i].at, s.finder.stretch[i+1].at
	if n := int(to - from); cap(s.text) < n {
		s.text = make([]byte, n, n+n/2)
	} else {
		s.text = s.text[:n]
	}
	s.at = -1
	if _, err := s.finder.file.ReadAt(s.text, from); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	s.at = i
	return nil
}
