// Package terms turns documents into tuples of terms: a record for each word, with the number of its document and of
// its term, and the dictionary of the terms.
//
// The workers of package dict take documents in batches, and a Maker makes terms of them, which dict numbers. Until it gives the
// ids of the terms, in the order of the input, only the number of each document, its length and how many terms it has are kept.
//
// Passes: one over the documents. Memory: room for a document of MaxLine and the batches of the workers; a bit for each term,
// for the curve of growth; the rest is for package dict. The different terms of a document are counted in the memory that was
// reserved for its line.
//
//	terms.go   Build
//	words.go   the words of a document as its terms
//	growth.go  how many terms the first words have
package terms

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"webmill/pkg/dict"
	"webmill/pkg/idset"
	"webmill/pkg/par"
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Options say which words are terms.
type Options struct {
	Maker func() Maker // called once for each worker
	// the field of the number of a document; "": its id or, without one, the number of its line
	IDName    string
	Positions bool // records have a third column: the number of the word in its document, from 0
	Counted   bool // a record for each different term of a document, in the order of their ids, with its count; not with Positions
	Growth    bool // Stats.Growth is wanted
	work.Room
}

// A Maker makes terms of a document. length is how long the document is, for Output.Lengths.
type Maker interface {
	Terms(d *document.Document, to Taker) (length int32, err error)
}

// A Taker takes what a Maker makes of a document.
type Taker interface {
	Term(term []byte, position int32) error // position is that in the document
	Note(to int, text []byte) error         // some bytes for Output.Notes[to]
}

// Output is where the result goes.
type Output struct {
	// (document, term), (document, term, position) or (document, term, count), in the order of the input
	Terms   tuple.Sink
	Words   func(id int32, string []byte) error // the dictionary, in the order of ids, which is that of the bytes
	Lengths tuple.Sink                          // (document, length), in the order of the input; nil: nobody wants them
	Notes   []io.Writer                         // the notes of all documents, in the order of the input
}

// Stats tell what was done.
type Stats struct {
	Documents  int64
	Unnumbered int64  // documents without an id of their own
	NoLang     int64  // documents that do not say their language
	Without    int64  // documents without terms
	Bad        int64  // lines that are no documents
	FirstBad   string // the first of them, and why
	Long       int64  // lines longer than document.MaxLine
	Records    int64
	Growth     []Point
	Dict       dict.Stats
}

const (
	mostPlaces  = 64 << 10             // positions that a worker keeps until its turn
	mostNotes   = 64 << 10             // bytes of notes that it keeps until then
	workerBytes = 768 << 10            // of a worker, mostly for its batch
	lineBytes   = 3 * document.MaxLine // of a long line
	LeastMemory = document.LeastMemory // the least memory in which Build keeps to its bounds
)

// plan divides the memory.
type plan struct {
	threads int
	counts  int64 // for lengths, for positions, and for the ids that were seen: each has so much
	bits    int64 // the memory of which the curve of growth gets its share; 0: there is no curve
	dict    int64 // the rest, for the dictionary
}

func newPlan(opt Options) plan {
	p := plan{threads: work.Threads(opt.Threads, (opt.Memory-lineBytes)/4, workerBytes)}
	shared := opt.Memory - lineBytes - int64(p.threads)*workerBytes
	p.counts = shared / 16
	p.dict = shared - 3*p.counts
	if opt.Growth {
		p.bits = p.dict
		p.dict -= p.dict / growthShare
	}
	return p
}

// Build makes terms of documents.
func Build(src document.Source, opt Options, out Output) (stats Stats, err error) {
	p := newPlan(opt)
	opt.Threads = p.threads
	if opt.Maker == nil {
		opt.Maker = Words([]string{"text"}, nil)
	}
	b := &builder{opt: opt, notes: out.Notes, src: document.Shared{Source: src}, turns: par.NewTurns(),
		workers: make([]*worker, p.threads), seenBytes: p.counts, bits: p.bits}
	defer b.seen.Free()
	if b.lengths, err = spill.NewTuples(opt.Room, p.counts, 3); err != nil {
		return stats, err
	}
	defer b.lengths.Close()
	if b.positions, err = spill.NewInts(opt.Room, p.counts); err != nil {
		return stats, err
	}
	defer b.positions.Close()
	opt.Memory = p.dict
	join := &joined{build: b, out: out.Terms, lengths: out.Lengths}
	b.stats.Dict, err = dict.BuildStrings(b, dict.Options{Room: opt.Room},
		dict.Output{Links: join, Words: join.words(out.Words)})
	if err == nil {
		err = join.finish()
	}
	return b.stats, err
}

type builder struct {
	opt     Options
	workers []*worker
	turns   *par.Turns
	src     document.Shared
	bits    int64 // the memory of which the curve of growth gets its share

	// What follows belongs to the worker whose turn it is.
	stats     Stats
	notes     []io.Writer
	lengths   *spill.Ints // (document, number of its records, its length)
	positions *spill.Ints
	seen      idset.Marks // the ids of documents, as long as they take no more than seenBytes
	seenBytes int64       // 0: ids are not compared any more
}

// worker makes terms of batches of documents.
type worker struct {
	build *builder
	batch document.Batch
	turn  *par.Turn // of the batch
	doc   document.Document
	maker Maker
	add   func(term []byte) error

	// What was made of the batch since the worker last handed it over.
	lengths   []int32
	positions []int32
	notes     [][]byte
	noted     int // bytes of notes
	stats     Stats

	count int32 // records of the document
}

// Next implements dict.Strings: it gives the terms of a batch.
func (b *builder) Next(index int, begin func(seq int), add func(term []byte) error) error {
	w := b.workers[index]
	if w == nil {
		w = &worker{build: b, turn: b.turns.Turn(), doc: document.Document{IDName: b.opt.IDName}, maker: b.opt.Maker(), add: add,
			notes: make([][]byte, len(b.notes))}
		b.workers[index] = w
	}
	return b.src.Next(&w.batch, func(seq int) error {
		begin(seq)
		return w.turn.Do(seq, w.terms)
	})
}

// terms makes terms of the batch.
func (w *worker) terms() error {
	w.stats.Long = w.batch.Long
	if err := w.batch.Each(&w.doc, w.document, w.bad); err != nil {
		return err
	}
	return w.handOver()
}

// bad counts a line that is no document.
func (w *worker) bad(why error) {
	if w.stats.Bad++; w.stats.Bad == 1 {
		w.stats.FirstBad = why.Error()
	}
}

// document makes terms of a document. Its number is its id or, if it has none, that of its line.
func (w *worker) document(line int64, d *document.Document) error {
	id := int64(d.ID)
	w.stats.Documents++
	if d.ID == tuple.Unknown {
		id = line
		w.stats.Unnumbered++
	}
	if id >= math.MaxInt32 {
		return fmt.Errorf("more than %d documents", math.MaxInt32)
	}
	if len(d.Lang) == 0 {
		w.stats.NoLang++
	}
	w.count = 0
	length, err := w.maker.Terms(d, w)
	if w.count == 0 {
		w.stats.Without++
	}
	w.lengths = append(w.lengths, int32(id), w.count, length)
	return err
}

// Term implements Taker.
func (w *worker) Term(term []byte, position int32) error {
	w.count++
	if err := w.add(term); err != nil || !w.build.opt.Positions {
		return err
	}
	if w.positions = append(w.positions, position); len(w.positions) < mostPlaces {
		return nil
	}
	return w.handOver()
}

// Note implements Taker.
func (w *worker) Note(to int, text []byte) error {
	for len(text) > 0 {
		n := min(len(text), mostNotes-w.noted)
		w.notes[to] = append(w.notes[to], text[:n]...)
		w.noted += n
		text = text[n:]
		if w.noted == mostNotes {
			if err := w.handOver(); err != nil {
				return err
			}
		}
	}
	return nil
}

// handOver waits for the turn of the batch, and hands over what was made of it so far.
func (w *worker) handOver() error {
	b := w.build
	if err := w.turn.Wait(); err != nil {
		return err
	}
	if b.stats.Bad == 0 {
		b.stats.FirstBad = w.stats.FirstBad
	}
	b.stats.add(&w.stats)
	if b.stats.Unnumbered > 0 && b.stats.Unnumbered < b.stats.Documents {
		return errors.New("some documents have an id, and some have none")
	}
	if err := b.see(w.lengths); err != nil {
		return err
	}
	if err := b.lengths.WriteBlock(w.lengths); err != nil {
		return err
	}
	if err := b.positions.WriteBlock(w.positions); err != nil {
		return err
	}
	for i, notes := range w.notes {
		if _, err := b.notes[i].Write(notes); err != nil {
			return err
		}
		w.notes[i] = notes[:0]
	}
	w.lengths, w.positions, w.noted, w.stats = w.lengths[:0], w.positions[:0], 0, Stats{}
	return nil
}

// see refuses a document whose id has come before. Ids of the field IDName may come again.
func (b *builder) see(lengths []int32) error {
	if b.opt.IDName != "" || b.seenBytes == 0 {
		return nil
	}
	for i := 0; i < len(lengths); i += 3 {
		if !b.seen.Add(lengths[i]) {
			return Twice(lengths[i])
		}
	}
	if b.seen.Bytes() > b.seenBytes {
		b.seen.Free()
		b.seenBytes = 0
	}
	return nil
}

// Twice is the error of a document that comes twice.
func Twice(id int32) error {
	return fmt.Errorf("document %d comes twice: the input has a file twice, files of different crawls, or several lines of a document, as mentions have", id)
}

// add adds the counts of documents.
func (s *Stats) add(o *Stats) {
	s.Documents += o.Documents
	s.Unnumbered += o.Unnumbered
	s.Without += o.Without
	s.Bad += o.Bad
	s.NoLang += o.NoLang
	s.Long += o.Long
}

// joined is a Sink of the ids of terms, in the order of the input, which puts their documents before them.
type joined struct {
	build   *builder
	out     tuple.Sink
	lengths tuple.Sink // nil: nobody wants them

	docs      tuple.Source // the records of builder.lengths, set with the first block
	positions *tuple.Reader
	more      []int32 // records of docBlock that are not done

	docBlock     [tuple.BlockBytes / 12 * 3]int32
	document     int32
	left         int32   // records of the document that have not come
	terms, spare []int32 // of the document, if they are counted
	block        []int32
	records      int64

	distinct int64 // terms of the dictionary
	growth   *growth
}

// words counts the words of the dictionary, which come before the first id.
func (j *joined) words(take func(int32, []byte) error) func(int32, []byte) error {
	if !j.build.opt.Growth {
		return take
	}
	return func(id int32, word []byte) error {
		j.distinct++
		if take == nil {
			return nil
		}
		return take(id, word)
	}
}

// WriteBlock implements tuple.Sink.
func (j *joined) WriteBlock(ids []int32) error {
	if j.build.opt.Growth && j.growth == nil {
		var err error
		if j.growth, err = newGrowth(j.distinct, j.build.bits); err != nil {
			return err
		}
	}
	if j.growth != nil {
		j.growth.add(ids)
	}
	j.block = j.block[:0]
	for _, id := range ids {
		for j.left == 0 {
			switch err := j.next(); {
			case err == io.EOF:
				return io.ErrUnexpectedEOF
			case err != nil:
				return err
			}
		}
		j.left--
		if j.build.opt.Counted {
			if err := j.count(id); err != nil {
				return err
			}
			continue
		}
		j.block = append(j.block, j.document, id)
		if j.build.opt.Positions {
			position, err := j.position()
			if err != nil {
				return err
			}
			j.block = append(j.block, position)
		}
	}
	j.records += int64(len(ids))
	if len(j.block) == 0 {
		return nil
	}
	return j.out.WriteBlock(j.block)
}

// count counts a term of the document. With the last one the records of the document are written.
func (j *joined) count(id int32) error {
	if len(j.terms) == 0 {
		j.terms = slices.Grow(j.terms, int(j.left)+1)
	}
	j.terms = append(j.terms, id)
	if j.left > 0 {
		return nil
	}
	for terms := j.sorted(); len(terms) > 0; {
		n := 1
		for n < len(terms) && terms[n] == terms[0] {
			n++
		}
		j.block = append(j.block, j.document, terms[0], int32(n))
		terms = terms[n:]
		if len(j.block) >= tuple.BlockBytes/4 {
			if err := j.out.WriteBlock(j.block); err != nil {
				return err
			}
			j.block = j.block[:0]
		}
	}
	j.terms = j.terms[:0] // kept: a second one beside it would be too much
	return nil
}

// sorted sorts the terms of the document.
func (j *joined) sorted() []int32 {
	if len(j.terms) > keepTerms { // for which there is no memory twice
		slices.Sort(j.terms)
		return j.terms
	}
	j.spare = slices.Grow(j.spare[:0], len(j.terms))
	return sorts.Ints(j.terms, j.spare[:len(j.terms)])
}

const keepTerms = 64 << 10

// next goes on to the next document.
func (j *joined) next() error {
	if j.docs == nil {
		j.docs = j.build.lengths.Source()
		j.build.src.Source, j.build.workers = nil, nil // which have lines in their memory
	}
	if len(j.more) == 0 {
		n, err := j.docs.ReadBlock(j.docBlock[:])
		if n == 0 {
			return err
		}
		j.more = j.docBlock[:n]
		if err := j.writeLengths(); err != nil {
			return err
		}
	}
	j.document, j.left, j.more = j.more[0], j.more[1], j.more[3:]
	return nil
}

// writeLengths writes the lengths of the documents of a block.
func (j *joined) writeLengths() error {
	if j.lengths == nil {
		return nil
	}
	pairs := make([]int32, 0, len(j.more)/3*2)
	for i := 0; i < len(j.more); i += 3 {
		pairs = append(pairs, j.more[i], j.more[i+2])
	}
	return j.lengths.WriteBlock(pairs)
}

func (j *joined) position() (int32, error) {
	if j.positions == nil {
		j.positions = tuple.NewReader(j.build.positions.Source(), 1)
	}
	rec := j.positions.Next()
	if rec == nil {
		return 0, cmp.Or(j.positions.Err(), io.ErrUnexpectedEOF)
	}
	return rec[0], nil
}

// finish passes on the documents behind the last one that has terms.
func (j *joined) finish() error {
	for {
		if j.left > 0 {
			return errors.New("internal error: terms are missing")
		}
		switch err := j.next(); {
		case err == io.EOF:
			if j.build.stats.Records = j.records; j.growth != nil {
				j.build.stats.Growth = j.growth.end()
			}
			return nil
		case err != nil:
			return err
		}
	}
}
