package people

import (
	"cmp"
	"fmt"
	"math"

	"webmill/pkg/spill"
	"webmill/pkg/text/document"
	"webmill/pkg/text/tfidf"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Order says which pages of a person come first.
type Order string

// The orders: the combined score, and the orders of Bumüller 2019.
const (
	ByScore Order = "score"
	ByBM25  Order = "bm25"
	ByTFIDF Order = "tfidf"
)

// Orders are all orders.
var Orders = []Order{ByScore, ByBM25, ByTFIDF}

// Input is what is known of mentions and their pages.
type Input struct {
	Mentions, Anchors document.Source // Anchors may be nil
	Lengths           tuple.Input     // (doc, length) of all documents, sorted by doc
	Ranks             tuple.Input     // (id, rank), sorted by id; or none
}

// Options say how persons are made of mentions.
type Options struct {
	Host   func(url []byte) []byte  // the host of a URL, empty if it has none
	Site   func(host []byte) []byte // its site, within which names are joined
	Order  Order
	Exact  bool    // only equal names are one person
	LeastP float64 // names that are less probable are left out
	Home   float64 // the least score of a home page
	K, B   float64 // of BM25
	work.Room
}

// DefaultLeastP leaves out what is more likely no name than one.
const DefaultLeastP = 0.5

// LeastMemory is the memory that the lines of two cursors and what is known of one person take, and a little to sort.
const LeastMemory = 4 << 20

// Person is what is known of a person. Its fields are valid until the next row.
type Person struct {
	ID            int64
	Name          []byte
	Variants      [][]byte // at most MostVariants, the most frequent first
	Mentions      int64    // in the texts of pages
	Pages, Hosts  int64
	Home          []byte // URL; empty: it has none
	HomeID        int64
	Score         []byte // of the page with the greatest one, with six decimals
	Titles, Roles []byte // joined by "; "
}

// Page is a page of a person.
type Page struct {
	Person  int64
	Name    []byte
	ID      int64
	URL     []byte
	TF      int64
	TFIDF   []byte // numbers with six decimals
	BM25    []byte
	Score   []byte
	Rank    int64 // among the pages of the person, from 1
	Home    bool
	Reasons []byte
}

// Output takes persons, and after each its pages in their order.
type Output struct {
	Person func(*Person) error
	Page   func(*Page) error
}

// Stats tell what was done.
type Stats struct {
	Mentions, Anchors int64
	Pages             int64 // that have a name
	Unfetched         int64 // pages that only anchors know, and that are no documents: they are left out
	Anchored          int64 // pages that anchors know, and that are documents
	Unranked          int64 // pages without a rank
	Persons, Homes    int64
	Rows              int64 // pages of persons
	Large             int64 // groups of more than MostForms forms
	Docs              int64

	Bad      int64 // lines that are no mentions
	FirstBad string
	Long     int64 // lines that are too long
	Nameless int64 // names without a word
	Unlikely int64 // names that are less probable than Options.LeastP
	Empty    bool  // there is no line of Mentions
	AllLess  bool  // all names of Mentions are less probable
	Spilled  int64
}

// job is one run.
type job struct {
	in    Input
	opt   Options
	bm25  tfidf.Options
	stats Stats
	mean  float64 // length of the documents
	line  []byte
}

// Join makes persons of mentions.
func Join(in Input, opt Options, out Output) (*Stats, error) {
	j := &job{in: in, opt: opt, bm25: tfidf.Options{Scheme: tfidf.BM25, K: opt.K, B: opt.B}}
	err := j.run(out)
	return &j.stats, err
}

// run does the steps one after the other. Each reads the file of the one before, which is removed then.
func (j *job) run(out Output) error {
	file, err := j.sorted("read", j.mentions)
	for _, step := range []struct {
		name string
		do   func(ahead, behind *cursor, add func([]byte) error) error
	}{{"pages", j.pages}, {"join", j.groups}, {"score", j.persons}} {
		if err != nil {
			return err
		}
		before := file
		file, err = j.sorted(step.name, func(add func([]byte) error) error {
			ahead, err := newCursor(before)
			if err != nil {
				return err
			}
			behind, err := newCursor(before)
			if err != nil {
				return err
			}
			return step.do(ahead, behind, add)
		})
		before.Close()
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return j.write(file, out)
}

// sorted is sorted with the room of the job, but for what cursors and the step at hand take.
func (j *job) sorted(phase string, source func(add func([]byte) error) error) (*spill.File, error) {
	j.opt.Begin(phase, -1)
	return sorted(j.opt.With(j.opt.Memory-stepBytes), &j.stats.Spilled, source)
}

// stepBytes is what the cursors and the group of a step take.
const stepBytes = 2 << 20

// mentions is step 1.
func (j *job) mentions(add func([]byte) error) error {
	s := &j.stats
	r := &reader{stats: s, host: j.opt.Host, exact: j.opt.Exact, least: j.opt.LeastP}
	err := r.read(j.in.Mentions, false, add)
	if s.Empty = s.lines()+s.Bad+s.Long == 0; s.Mentions+s.Nameless == 0 {
		s.AllLess = s.Unlikely > 0
	}
	if err == nil && j.in.Anchors != nil {
		err = r.read(j.in.Anchors, true, add)
	}
	return err
}

// lines is how many lines were mentions so far.
func (s *Stats) lines() int64 { return s.Mentions + s.Anchors + s.Nameless + s.Unlikely }

// noMention is the error if none of the lines that were read since before is a mention.
func (s *Stats) noMention(before Stats, first string) error {
	switch {
	case s.lines() > before.lines():
		return nil
	case s.Bad == before.Bad && s.Long > before.Long:
		return fmt.Errorf("no line is a mention: all are longer than %d MiB", document.MaxLine>>20)
	case s.Bad == before.Bad:
		return nil
	}
	return fmt.Errorf("no line is a mention: %s; findnames -mentions writes them", first)
}

// lengths reads the lengths of documents beside pages.
type lengths struct {
	cursor      *tuple.Cursor
	docs, words int64
}

// of is the length of a document; ok is false if there is none.
func (l *lengths) of(id int64) (length int64, ok bool, err error) {
	for next := l.cursor.ID(); next <= id; next = l.cursor.ID() {
		length = int64(l.cursor.Take(next)[1])
		if length < 0 {
			return 0, false, fmt.Errorf("%s: the length of document %d is %d", l.cursor.Name(), next, length)
		}
		l.docs++
		l.words += length
		ok = next == id
	}
	return length, ok, l.cursor.Err()
}

// end reads the rest.
func (l *lengths) end() error {
	_, _, err := l.of(math.MaxInt64 - 1)
	return cmp.Or(err, l.cursor.Err())
}
