// Package tfidf weighs the terms of documents, by tf·idf and BM25: a term weighs more if its document has it often, and if few
// documents have it.
//
// # Weights
//
//	N      number of documents           df     documents that have the term
//	count  of the term in the document   total  of the term in all documents
//	DL     length of the document        AVDL   mean length of the N documents
//
//	tfidf    count · log2(N/df)
//	unico    count · ln(N/df), or by occurrences: count · ln(N/total), 0 where total ≥ N
//	sklearn  count · (ln((1+N)/(1+df)) + 1)
//	bm25     count·(k+1) / (k·(1-b+b·DL/AVDL) + count) · log2(N/df)
//
// Sources: Bumüller 2019, 3.2.2.2 (tfidf, bm25); Nitsche, 4.3.2.4.3 (unico; its program has N/df, its text
// occurrences); scikit-learn, TfidfTransformer (sklearn).
//
// # Passes
//
//	count   the input, once, into a compact form; and what is counted of each term and document
//	cut     which terms stay, and what each of them weighs: its idf
//	look    the compact form: norm and least weight of each document; only where they are asked for
//	weigh   the compact form: the weights
//
// Terms whose ids are small enough have their counts in a table in memory. The tuples of all other terms are sorted by term,
// joined with their idf, and sorted back.
//
// # Memory
//
// A quarter for the table, an eighth for the compact form, half for the sorts, the rest for what is kept of each document;
// what does not fit is in temporary files. Of a document or a term nothing needs to be in memory as a whole.
//
//	tfidf.go    Options, Weigh, the pass that counts
//	spool.go    the compact form
//	terms.go    what is counted of the terms, and the cuts
//	rare.go     the terms behind the table
//	weights.go  the formulas, and the passes that weigh
package tfidf

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Scheme is a formula of weights.
type Scheme string

// The schemes.
const (
	TFIDF   Scheme = "tfidf"
	Unico   Scheme = "unico"
	Sklearn Scheme = "sklearn"
	BM25    Scheme = "bm25"
)

// Schemes are all schemes.
var Schemes = []Scheme{TFIDF, Unico, Sklearn, BM25}

// Norm is what the weights of a document are divided by.
type Norm string

// The norms: the root of the sum of the squares, the sum, or 1.
const (
	L2   Norm = "l2"
	L1   Norm = "l1"
	None Norm = "none"
)

// Norms are all norms.
var Norms = []Norm{L2, L1, None}

// Bound is a number of documents or, with a Share, a percentage of all. A Share is exact; a float64 would round most decimal
// numbers.
type Bound struct {
	Docs  int64
	Share *big.Rat // percent
}

// Set reports whether there is a bound.
func (b Bound) Set() bool { return b.Docs > 0 || b.Share != nil }

// least is the bound of n documents for a number that must not be less, as a whole number.
func (b Bound) least(n int64) int64 {
	whole, exact := b.of(n)
	if !exact {
		whole++
	}
	return whole
}

// greatest is the bound of n documents for a number that must not be more.
func (b Bound) greatest(n int64) int64 {
	whole, _ := b.of(n)
	return whole
}

// of is the bound of n documents, without its fraction.
func (b Bound) of(n int64) (whole int64, exact bool) {
	if b.Share == nil {
		return b.Docs, true
	}
	bound := new(big.Rat).Mul(b.Share, big.NewRat(n, 100))
	return new(big.Int).Quo(bound.Num(), bound.Denom()).Int64(), bound.IsInt()
}

// Options say how to weigh, and what to leave out.
type Options struct {
	Scheme      Scheme
	Occurrences bool // of unico: idf = ln(N/total)
	Sublinear   bool // 1 + ln(count) for count; not of bm25
	Norm        Norm
	K, B        float64 // of bm25
	Double      bool    // weights are written as float64

	Docs    int64       // N; 0: the documents of Lengths, or else those that occur
	Lengths tuple.Input // (doc, length) by doc, for bm25; without a Source the length is the sum of the counts
	DF      tuple.Input // (term, df) by term; without a Source they are counted

	// The terms that stay: those whose numbers of documents and counts are within the bounds; of these the Most that are
	// counted least often, of equal ones those with the lower ids. 0 is no bound.
	MinDF, MaxDF   Bound
	MinCount, Most int64
	// Of each document only the Top greatest weights are written, of equal weights the lower terms; 0: all.
	Top int
	// Terms takes (term, df, total, idf) of the terms that stay, by term, idf as the weights; nil: nobody asks.
	Terms tuple.Sink

	work.Room
}

// Stats tell what was found.
type Stats struct {
	Tuples  int64 // read
	Docs    int64 // N
	Terms   int64 // that occur
	Kept    int64 // of these
	Rare    int64 // tuples of the terms behind the table
	Length  int64 // of all documents
	Written int64 // weights
	Spilled int64 // bytes of temporary files but for the sorts

	// documents whose counts are more than their length of Lengths in sum, and the first of them
	Longer      int64
	FirstLonger int32
}

// TopBytes is the memory for each of the Top weights. All together may take a sixteenth of the memory (LeastMemory).
const TopBytes = 16

// LeastMemory is the least memory that has room for Top.
func LeastMemory(top int) int64 { return work.MemoryFor(16 * TopBytes * int64(top)) }

// weighing is one run.
type weighing struct {
	opt     *Options
	table   *table
	rare    *rare
	spool   *spool
	lengths *spill.Ints   // of bm25: the length of each document that occurs, in two numbers
	given   *tuple.Cursor // the lengths that Options has, else nil
	figures *spill.Ints   // of the pass that looks

	doc    int32 // the last document so far
	term   int32 // its last term, -1: none
	length int64 // its length
	docs   int64 // documents so far
	idf    func(df, total int64) float64
	stats  Stats
}

// Weigh reads (doc, term, count), sorted by doc and term, and writes (doc, term, weight) in the same order.
func Weigh(dst tuple.Sink, in tuple.Input, opt Options) (*Stats, error) {
	w := &weighing{opt: &opt, doc: -1, term: -1}
	defer w.close()
	if err := w.open(); err != nil {
		return nil, err
	}
	if err := w.count(in); err != nil {
		return nil, err
	}
	if err := w.rare.group(); err != nil {
		return nil, err
	}
	if err := w.total(in.Name); err != nil {
		return nil, err
	}
	if err := w.cut(); err != nil {
		return nil, err
	}
	if err := w.weigh(dst); err != nil {
		return nil, err
	}
	s := &w.stats
	s.Rare, s.Spilled = w.rare.tuples, w.spool.chunks.Spilled()+w.figures.Spilled()+w.lengths.Spilled()+w.rare.spilled()
	return s, nil
}

// open divides the memory: of 32 parts 8 are for the table, 4 for the compact form, 16 for the sorts, and one for each
// of what is kept beside: lengths, figures, and two of rare.
func (w *weighing) open() (err error) {
	data := work.Data(work.Bounded(w.opt.Memory))
	part := func() *spill.Ints {
		s, e := spill.NewInts(w.opt.Room, data/32)
		err = cmp.Or(err, e)
		return s
	}
	w.lengths, w.figures = part(), part()
	w.rare = newRare(w.opt.With(work.MemoryFor(data/2)), w.sums())
	w.rare.pairs, w.rare.groups = part(), part()
	var e error
	w.spool, e = newSpool(w.opt.Room, data/8)
	err = cmp.Or(err, e)
	w.table, e = newTable(data/4, w.sums())
	err = cmp.Or(err, e)
	if w.opt.Lengths.Source != nil {
		w.given = tuple.NewCursor(w.opt.Lengths, 2)
	}
	return err
}

// sums reports whether the counts of terms are wanted, and not only their documents.
func (w *weighing) sums() bool {
	return w.opt.Occurrences || w.opt.MinCount > 0 || w.opt.Most > 0 || w.opt.Terms != nil
}

func (w *weighing) close() {
	for _, s := range []*spill.Ints{w.lengths, w.figures, w.rare.pairs, w.rare.groups, w.spool.chunks} {
		s.Close()
	}
	w.rare.found.file.Close()
	w.table.close()
}

// count is the pass over the input.
func (w *weighing) count(in tuple.Input) error {
	block := make([]int32, tuple.BlockBytes/12*3)
	for {
		n, err := in.Source.ReadBlock(block)
		if place, e := w.countBlock(block[:n]); e != nil {
			if place >= 0 {
				e = fmt.Errorf("%s: %w", in.Name, &tuple.PlaceError{Record: w.stats.Tuples + int64(place/3) + 1, Err: e})
			}
			return e
		}
		w.stats.Tuples += int64(n / 3)
		if err == io.EOF {
			if err := w.endDoc(); err != nil {
				return err
			}
			return w.spool.finish()
		}
		if err != nil {
			return err
		}
	}
}

// countBlock counts the tuples of a block, run by run. place is where in it an error is, or -1.
func (w *weighing) countBlock(block []int32) (place int, err error) {
	for at := 0; at < len(block); {
		doc := block[at]
		end := at + 3
		for limit := min(len(block), at+3*runTuples); end < limit && block[end] == doc; {
			end += 3
		}
		if doc != w.doc {
			if err := w.endDoc(); err != nil {
				return -1, err
			}
			if doc < w.doc {
				return at, inOrder.Unsorted(false)
			}
			w.doc, w.term, w.length = doc, -1, 0
			w.docs++
		}
		if err := w.spool.flush(); err != nil {
			return -1, err
		}
		n, err := w.countRun(block[at:end])
		if err != nil {
			return at + n, err
		}
		if err := w.rare.found.out.Err(); err != nil {
			return -1, err
		}
		at = end
	}
	return -1, nil
}

var inOrder = tuple.Columns(0, 1)

// countRun counts tuples of one document, and puts them into the compact form. After an error n says at which number it is.
func (w *weighing) countRun(run []int32) (n int, err error) {
	term, length := w.term, w.length
	df, sums := w.table.df, w.table.sums
	p := w.spool.begin(w.doc, len(run)/3)
	buf := w.spool.bytes
	for i := 0; i+2 < len(run); i += 3 {
		t, count := run[i+1], run[i+2]
		if t <= term || count < 1 {
			return i, wrong(t, term, count)
		}
		code := uint64(uint32(t-term)) << 1
		if count > 1 {
			code |= 1
		}
		for code >= 0x80 {
			buf[p] = byte(code) | 0x80
			code >>= 7
			p++
		}
		buf[p] = byte(code)
		p++
		if count > 1 {
			rest := uint32(count)
			for rest >= 0x80 {
				buf[p] = byte(rest) | 0x80
				rest >>= 7
				p++
			}
			buf[p] = byte(rest)
			p++
		}
		term = t
		length += int64(count)
		if int(t) < len(df) {
			df[t]++
			if sums != nil {
				sums[t] += uint64(count)
			}
		} else {
			w.rare.put(t, w.doc, count)
		}
	}
	w.spool.used = p
	w.term, w.length = term, length
	w.table.size = max(w.table.size, min(int(term)+1, len(df)))
	return 0, nil
}

// CountError is the error of a count that is none.
type CountError struct{ Count int32 }

// Error implements error.
func (e *CountError) Error() string {
	return fmt.Sprintf("the count must be at least 1, this is %d", e.Count)
}

// wrong says what is wrong with a tuple that follows one of the same document.
func wrong(term, last, count int32) error {
	switch {
	case count < 1:
		return &CountError{count}
	case term == last:
		return fmt.Errorf("the same document and term as in the record before (tuplejoin -group 1,2 makes them one: -agg count for the output of terms, -agg sum:3 for counts)")
	}
	return inOrder.Unsorted(false)
}

// endDoc notes the length of the last document.
func (w *weighing) endDoc() (err error) {
	if w.doc < 0 {
		return nil
	}
	if w.given != nil {
		if err := w.givenBefore(int64(w.doc)); err != nil {
			return err
		}
		rec := w.given.Take(int64(w.doc))
		if rec == nil {
			if err := w.given.Err(); err != nil {
				return err
			}
			return fmt.Errorf("%s: has no length of document %d", w.given.Name(), w.doc)
		}
		if rec[1] < 1 {
			return fmt.Errorf("%s: the length of document %d is %d, but it has terms", w.given.Name(), w.doc, rec[1])
		}
		if w.length > int64(rec[1]) {
			if w.stats.Longer++; w.stats.Longer == 1 {
				w.stats.FirstLonger = w.doc
			}
		}
		w.length = int64(rec[1])
	}
	if w.stats.Length, err = add(w.stats.Length, w.length); err != nil || w.opt.Scheme != BM25 {
		return err
	}
	var halves [2]int32
	tuple.PutLong(halves[:], w.length)
	return w.lengths.WriteBlock(halves[:])
}

// givenBefore adds up the lengths of the documents before one.
func (w *weighing) givenBefore(doc int64) (err error) {
	for id := w.given.ID(); id < doc; id = w.given.ID() {
		rec := w.given.Take(id)
		if rec[1] < 0 {
			return fmt.Errorf("%s: the length of document %d is %d", w.given.Name(), id, rec[1])
		}
		if w.stats.Length, err = add(w.stats.Length, int64(rec[1])); err != nil {
			return err
		}
	}
	return w.given.Err()
}

// total ends the count: it finds N.
func (w *weighing) total(name string) error {
	w.stats.Docs = w.docs
	if w.given != nil {
		if err := w.givenBefore(tuple.NoID); err != nil {
			return err
		}
		w.stats.Docs = w.given.Taken
	}
	if w.opt.Docs > 0 {
		if w.stats.Docs > w.opt.Docs {
			return fmt.Errorf("%s: has terms of %d documents, more than the %d that there are said to be", name,
				w.stats.Docs, w.opt.Docs)
		}
		w.stats.Docs = w.opt.Docs
	}
	w.idf = w.opt.IDF(w.stats.Docs)
	return nil
}

// add adds up lengths ≥ 0.
func add(a, b int64) (int64, error) {
	if a > math.MaxInt64-b {
		return 0, errors.New("the sum of all counts is more than 2^63-1")
	}
	return a + b, nil
}

// longReader reads numbers of 64 bits, of which each is two of a sequence.
type longReader struct {
	reader *spill.IntsReader
	at     int64
}

func (r *longReader) next() (v int64, err error) {
	var halves [2]int32
	for i := range halves {
		if halves[i], err = r.reader.Value(r.at); err != nil {
			return 0, err
		}
		r.at++
	}
	return tuple.Long(halves[:]), nil
}
