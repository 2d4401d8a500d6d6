package sisters

import (
	"bytes"
	"encoding/binary"
	"io"

	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/web/units"
	"webmill/pkg/work"
)

// Scored is a page with the relevance of its units. It is valid until the next.
type Scored struct {
	About    []byte // what the caller said
	Page     *units.Page
	Scores   []float64
	ByWords  []float64 // with Both: the scores of ntpc
	Sisters  int
	Exceeded bool // lev took more than Steps: the page is relevant as a whole
}

// Each finds the sisters of all pages that were added, and computes the relevance of all units. begin is called for each worker,
// and for each large page: it returns a function that appends what is to be written of a page. write takes that, page by page, in
// the order of the pages. The room is what the rest of the work may take.
func (j *Job) Each(room work.Room, begin func(worker int) func(dst []byte, s *Scored) []byte, write func([]byte) error) error {
	j.opt.Room, j.tables.Room = room, room
	threads := work.Threads(room.Threads, room.Memory/2, work.PageThread)
	if err := j.lines.Flush(); err != nil {
		return err
	}
	j.Stats.Spilled = j.end
	if err := j.find(); err != nil {
		return err
	}
	large := j.opt.Memory / largeShare / int64(threads)
	queue := par.NewQueue(threads, 4*threads, func(worker int) (func(*par.Job[task]) error, func()) {
		s := j.newScorer(begin(worker))
		return func(t *par.Job[task]) error {
			if t.Value.weight() > large {
				return j.newScorer(begin(worker)).score(&t.Value)
			}
			return s.score(&t.Value)
		}, func() {}
	})
	defer queue.Close()
	use := func(t *task) error {
		if t.sisters == 0 {
			j.Stats.Alone++
		}
		if t.exceeded {
			j.Stats.Exceeded++
		}
		return write(t.out)
	}
	err := j.tasks(func(t task) error {
		alone := t.weight() > large
		for queue.Full() || alone && queue.Len() > 0 {
			if err := queue.Take(use); err != nil {
				return err
			}
		}
		queue.Put(t)
		if alone {
			return queue.Take(use)
		}
		return nil
	})
	if err == nil {
		err = queue.TakeAll(use)
	}
	return err
}

// largeShare: a page of more than a 256th of the memory of a worker is scored while no other is, with buffers that nobody keeps.
const largeShare = 256

// task is a page to be scored, and what came of it.
type task struct {
	line    []byte
	sisters int
	pairs   []lineAt   // the lines of its sisters, for lev, or their lists
	counts  [][2]int32 // (word, sisters that have it), for ntpc by groups

	out      []byte
	exceeded bool
}

// weight is how long the longest line that is needed for the page is, with what is known of its sisters.
func (t *task) weight() int64 {
	longest := len(t.line)
	for _, p := range t.pairs {
		longest = max(longest, int(p.size))
	}
	return int64(longest + lineAtBytes*len(t.pairs))
}

// lineAt is where the line of a page is, or its list.
type lineAt struct {
	at   int64
	size int32
}

const lineAtBytes = 16

// linesAt are those of all pages.
type linesAt struct{ array *spill.Array }

func (l linesAt) set(page int64, at lineAt) {
	slot := l.array.Slot(page)
	binary.LittleEndian.PutUint64(slot, uint64(at.at))
	binary.LittleEndian.PutUint32(slot[8:], uint32(at.size))
}

func (l linesAt) of(page int32) lineAt {
	slot := l.array.Read(int64(page))
	return lineAt{int64(binary.LittleEndian.Uint64(slot)), int32(binary.LittleEndian.Uint32(slot[8:]))}
}

// tasks gives the pages in their order, apart from those whose URL an earlier one has.
func (j *Job) tasks(give func(task) error) error {
	again, pairs, counts, many := j.sameURL.Cursor(), j.pairs.Cursor(), j.counts.Cursor(), j.sisterCounts.Cursor()
	return j.each(func(page int32, line []byte) error {
		double := false
		if err := eachOf(again, page, func([]int32) { double = true }); err != nil {
			return err
		}
		t := task{}
		where := j.linesAt
		if j.opt.Method == NTPC {
			where = j.listed
		}
		err := eachOf(pairs, page, func(rec []int32) { t.pairs = append(t.pairs, where.of(rec[pairSister])) })
		if err == nil && j.byGroups() {
			err = eachOf(counts, page, func(rec []int32) { t.counts = append(t.counts, [2]int32(rec[countWord:])) })
			if err == nil {
				err = eachOf(many, page, func(rec []int32) { t.sisters = int(rec[haveSisters]) })
			}
		} else {
			t.sisters = len(t.pairs)
		}
		if err == nil {
			err = j.store.Err()
		}
		if err != nil || double || !j.chosen(line) {
			return err
		}
		t.line = bytes.Clone(line)
		return give(t)
	})
}

// byGroups reports whether the words of pages are counted by groups, not page by page.
func (j *Job) byGroups() bool { return j.opt.Method == NTPC && j.opt.Kind != Links }

// chosen reports whether the page of a line is to be scored.
func (j *Job) chosen(line []byte) bool {
	about, _, _ := bytes.Cut(line, []byte{'\t'})
	return j.opt.Chosen == nil || j.opt.Chosen(about)
}

// scorer is a worker.
type scorer struct {
	job          *Job
	append       func(dst []byte, s *Scored) []byte
	main, sister units.Page
	matcher      matcher
	ntpc         units.NTPC
	lev          units.Lev
	line         []byte
}

func (j *Job) newScorer(add func(dst []byte, s *Scored) []byte) *scorer {
	s := &scorer{job: j, append: add}
	s.ntpc.Options, s.lev.Options, s.lev.Limit = j.opt.Options, j.opt.Options, j.opt.Steps
	return s
}

func (s *scorer) score(t *task) error {
	if err := decode(&s.main, t.line); err != nil {
		return err
	}
	about, _, _ := bytes.Cut(t.line, []byte{'\t'})
	one := Scored{About: about, Page: &s.main, Sisters: t.sisters}
	if s.job.opt.Method == NTPC {
		if err := s.count(t); err != nil {
			return err
		}
		one.Scores = s.ntpc.Counted(&s.main, &s.matcher.words, t.sisters, s.matcher.df)
	} else {
		if err := s.compare(t, &one); err != nil {
			return err
		}
	}
	t.exceeded = one.Exceeded
	t.out = s.append(nil, &one)
	return nil
}

// compare finds the scores by lev.
func (s *scorer) compare(t *task, one *Scored) (err error) {
	opt := &s.job.opt
	if opt.Decide != Relevances {
		one.Scores, err = s.lev.Decide(&s.main, opt.Least, opt.Decide == ForHTML, len(t.pairs), func(k int) (*units.Page, error) {
			return &s.sister, s.load(t.pairs[k])
		})
		one.Exceeded = s.lev.Exceeded()
		return err
	}
	s.lev.Begin(&s.main)
	if opt.Both {
		s.ntpc.Begin(&s.main)
	}
	for _, p := range t.pairs {
		if err := s.load(p); err != nil {
			return err
		}
		s.lev.Process(&s.sister)
		if opt.Both {
			s.ntpc.Process(&s.sister)
		}
		if s.lev.Exceeded() && !opt.Both {
			break
		}
	}
	one.Scores, one.Exceeded = s.lev.Finish(), s.lev.Exceeded()
	if opt.Both {
		one.ByWords = s.ntpc.Finish()
	}
	return nil
}

// count finds how many sisters have each word of the page.
func (s *scorer) count(t *task) error {
	m := &s.matcher
	m.fill(&s.main)
	if s.job.byGroups() {
		for _, c := range t.counts {
			m.df[c[0]] = c[1]
		}
		return nil
	}
	for _, p := range t.pairs {
		if err := s.read(s.job.lists, p); err != nil {
			return err
		}
		m.count(s.line)
	}
	return nil
}

// load reads a sister page.
func (s *scorer) load(p lineAt) error {
	if err := s.read(s.job.lines, p); err != nil {
		return err
	}
	return decode(&s.sister, bytes.TrimSuffix(s.line, []byte("\n")))
}

// read reads the line at p, or the list.
func (s *scorer) read(f io.ReaderAt, p lineAt) error {
	if cap(s.line) < int(p.size) || cap(s.line) > 4*int(p.size)+keepLine {
		s.line = make([]byte, p.size)
	}
	s.line = s.line[:p.size]
	_, err := f.ReadAt(s.line, p.at)
	return err
}
