package query

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"webmill/pkg/par"
	"webmill/pkg/text/heaviest"
	"webmill/pkg/text/tfidf"
	"webmill/pkg/text/words"
	"webmill/pkg/text/wordtable"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Hit is a document and its score.
type Hit = heaviest.Weighed

// Options say how to answer.
type Options struct {
	Rule words.Rule // makes terms of the words of questions
	// Stemmer is the name of the stem.Stemmer that must have made the terms of the dictionary; "": nobody knows.
	Stemmer string
	Table   *wordtable.Table // whose stems the words of the dictionary must be, if it has them; nil: nobody knows
	Only    bool             // and words that it does not have stay as they are
	Rank    Rank
	K, B    float64 // of BM25
	Most    int     // answers to a question
	work.Room
}

// known reports whether Rule is that of the documents, as far as that shows.
func (o *Options) known() bool { return o.Stemmer != "" || o.Table != nil }

// The parts of the memory: a quarter for the lengths, a quarter for the buffers of lists, an eighth for the questions
// of a batch, a quarter for their answers, the rest for the answers that the workers are at.
const (
	foundBytes    = 16
	questionBytes = 32      // memory for each byte of a question
	mostBuffer    = 4 << 20 // of a worker
	listBuffer    = 64 << 10
	leastBuffer   = 256 << 10
)

// LeastMemory is the least memory if a question may have that many answers.
func LeastMemory(most, threads int) int64 {
	return work.MemoryFor(max(8*foundBytes*int64(most)*int64(threads), 4*leastBuffer*int64(threads)))
}

// LengthsMemory is what the lengths may take of the memory.
func LengthsMemory(memory int64) int64 { return work.Data(memory) / 4 }

// Batch are questions that are answered together: their words are looked up in one pass over the dictionary.
type Batch struct {
	Questions []*Question
	opt       *Options
	ids       map[string]int32
	asked     int64 // bytes of the questions
	spans     map[int32]spans
	stems     stemCheck
	tabled    tabled
}

// spans are where a term is.
type spans struct{ postings, positions span }

// NewBatch begins a batch.
func NewBatch(opt *Options) *Batch {
	return &Batch{opt: opt, ids: map[string]int32{}, stems: stemCheck{asked: opt.Stemmer}}
}

// Full reports whether the next question should be in another batch.
func (b *Batch) Full() bool {
	data := work.Data(b.opt.Memory)
	answers := int64(len(b.Questions)) * int64(b.opt.Most) * foundBytes
	return len(b.Questions) > 0 && (b.asked*questionBytes >= data/8 || answers >= data/4)
}

// Add adds a question.
func (b *Batch) Add(number int64, text []byte) error {
	if !utf8.Valid(text) {
		return fmt.Errorf("question %d is not UTF-8", number)
	}
	q, err := parse(&b.opt.Rule, string(text))
	if err != nil {
		return fmt.Errorf("question %d %w", number, err)
	}
	q.Number = number
	b.asked += int64(len(text)) + 16
	b.Questions = append(b.Questions, q)
	for _, t := range q.terms {
		b.ids[t.text] = none
	}
	return nil
}

// See takes a word of the dictionary and its id.
func (b *Batch) See(id int64, word []byte) error {
	if was, asked := b.ids[string(word)]; asked {
		if was != none {
			return fmt.Errorf("is no dictionary: %.64q stands at line %d and at line %d", word, was+1, id+1)
		}
		b.ids[string(word)] = int32(id)
	}
	b.stems.see(id, word)
	if b.opt.Table != nil {
		b.tabled.see(b.opt.Table, word)
	}
	return nil
}

// CheckStems refuses a dictionary whose terms another stemmer or table made, once all of it was seen.
func (b *Batch) CheckStems() error {
	if b.opt.Table != nil {
		if err := b.tabled.check(b.opt.Table, b.opt.Only); err != nil {
			return err
		}
	}
	return b.stems.check()
}

// Missing calls do for the words of questions that the dictionary does not have, and with "" for questions without words.
func (b *Batch) Missing(do func(question int64, word string)) {
	for _, q := range b.Questions {
		if q.root == nil {
			do(q.Number, "")
		}
		for _, t := range q.terms {
			if b.ids[t.text] == none {
				do(q.Number, t.text)
			}
		}
	}
}

// ErrPositions is the error of a question that an index without positions cannot answer.
var ErrPositions = errors.New("asks for a phrase or for NEAR, which need the positions of words")

// Answer answers the questions. An error is that of the first question that has one.
func (b *Batch) Answer(x *Index) error {
	if err := b.locate(x); err != nil {
		return err
	}
	data := work.Data(b.opt.Memory)
	buffer := min(mostBuffer, data/4/int64(b.opt.Threads)) / 4
	errs := make([]error, len(b.Questions))
	// A question that has an error. Those before it are still answered: one of them may have an error too.
	var failed atomic.Int64
	failed.Store(int64(len(errs)))
	err := par.Each(b.opt.Threads, len(b.Questions), func(int) func(int) error {
		w := &worker{index: x, batch: b, formula: x.weights(b.opt.Rank, b.opt.K, b.opt.B),
			buf: make([]int32, max(buffer, leastBuffer/4))}
		w.idf = w.formula.IDF(x.Docs)
		w.mean = float64(x.Length) / float64(x.Docs)
		return func(i int) error {
			if int64(i) > failed.Load() {
				return nil
			}
			if err := w.answer(b.Questions[i]); err != nil {
				errs[i] = fmt.Errorf("question %d: %w", b.Questions[i].Number, err)
				failed.Store(int64(i))
			}
			return nil
		}
	})
	for _, e := range errs {
		err = cmp.Or(err, e)
	}
	return err
}

// locate finds the records of all terms.
func (b *Batch) locate(x *Index) error {
	b.spans = map[int32]spans{}
	for _, q := range b.Questions {
		if q.near && x.Positions == nil {
			return fmt.Errorf("question %d %w", q.Number, ErrPositions)
		}
		for i := range q.terms {
			q.terms[i].id = b.ids[q.terms[i].text]
		}
	}
	// A term is found once, with its positions, if any question needs these.
	for _, q := range b.Questions {
		for _, t := range q.terms {
			s, known := b.spans[t.id]
			if known && (!q.near || s.positions.to > 0) {
				continue
			}
			var err error
			if !known {
				s.postings, err = x.find(&x.Postings, t.id)
			}
			if err == nil && q.near {
				s.positions, err = x.find(x.Positions, t.id)
			}
			if n := s.positions.to - s.positions.from; err == nil && q.near && n < s.postings.to-s.postings.from {
				err = misfit(x.Positions.Places, "has %d positions of term %d, which is in more documents", n, t.id)
			}
			if err != nil {
				return err
			}
			b.spans[t.id] = s
		}
	}
	return nil
}

// worker answers questions.
type worker struct {
	index   *Index
	batch   *Batch
	formula tfidf.Options
	idf     func(df, total int64) float64
	mean    float64
	buf     []int32 // of all lists
	best    heaviest.Heap

	// Of the question at hand.
	q     *Question
	lists []*list // all
	words []*list // of its terms; nil: no document has it
	idfs  []float64
	docs  *list
	least float64 // what a document must weigh more than, to be among the best
}

// answer answers one question.
func (w *worker) answer(q *Question) error {
	w.q, w.lists, w.words, w.idfs = q, w.lists[:0], w.words[:0], w.idfs[:0]
	if q.root == nil {
		return nil
	}
	for i, t := range q.terms {
		s := w.batch.spans[t.id].postings
		w.words = append(w.words, w.list(i))
		w.idfs = append(w.idfs, w.idf(s.to-s.from, 0)*float64(t.times))
	}
	w.docs = w.newDocs()
	w.least = math.Inf(-1)
	m := w.ranked(q.root)
	if m == nil {
		m = w.matcher(q.root, true)
	}
	each := min(len(w.buf)/len(w.lists), listBuffer/4) / 6 * 6
	for i, l := range w.lists {
		l.buf = w.buf[i*each : (i+1)*each]
	}
	w.best = heaviest.Heap{Most: w.batch.opt.Most, List: w.best.List[:0]}
	for doc := m.seek(0); doc != noDoc; doc = m.seek(doc + 1) {
		score, err := w.score(doc)
		if err != nil {
			return err
		}
		w.best.Add(score, int32(doc))
		if len(w.best.List) == w.best.Most {
			w.least = w.best.List[0].Weight
		}
	}
	for _, l := range w.lists {
		w.index.count(l)
		if l.err != nil {
			return l.err
		}
	}
	w.best.Sort()
	q.Answers = append([]Hit(nil), w.best.List...)
	return nil
}

// list begins the list of a term; nil: no document has it.
func (w *worker) list(word int) *list {
	id := w.q.terms[word].id
	s := w.batch.spans[id].postings
	if s.from == s.to {
		return nil
	}
	l := newList(&w.index.Postings, id, false, s)
	w.lists = append(w.lists, l)
	return l
}

func (w *worker) newDocs() *list {
	l := w.index.docs()
	w.lists = append(w.lists, l)
	return l
}

// score is the sum of the weights of the words that a document has, which are at hand.
func (w *worker) score(doc int64) (sum float64, err error) {
	if w.docs.seek(doc<<32)>>32 != doc {
		if w.docs.err != nil {
			return 0, w.docs.err
		}
		return 0, misfit(w.index.Lengths.Places, "has no length of document %d", doc)
	}
	if w.batch.opt.Rank == None {
		return 0, nil
	}
	length := w.docs.value()
	long := w.formula.Long(int64(length), w.mean)
	for i, l := range w.words {
		if l == nil || w.q.terms[i].times == 0 || l.seek(doc<<32)>>32 != doc {
			continue
		}
		count := l.value()
		if count > length {
			return 0, misfit(w.index.Lengths.Places, "says that document %d has %d words, but it has one of them %s", doc, length,
				tuple.Counted(int64(count), "time"))
		}
		switch w.batch.opt.Rank {
		case BM25:
			sum += tfidf.Saturated(float64(count), w.formula.K, long) * w.idfs[i]
		case TFIDF:
			sum += float64(count) * w.idfs[i]
		}
	}
	return sum, nil
}

// ranked makes a matcher of a question that is a list of words, and has a greatest weight of each; else it returns nil.
func (w *worker) ranked(n *node) matcher {
	if w.batch.opt.Rank != BM25 || n.op != opAny || slices.ContainsFunc(n.args, func(a *node) bool { return a.op != opWord }) {
		return nil
	}
	m := &bestMatch{least: &w.least}
	var order []int
	for i, l := range w.words {
		if l != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(w.idfs[a], w.idfs[b]) })
	sum := 0.0
	for _, i := range order {
		bound := w.idfs[i] * (w.formula.K + 1) * rounded
		sum += bound
		m.lists, m.bounds, m.sums = append(m.lists, w.words[i]), append(m.bounds, bound), append(m.sums, sum)
	}
	return m
}

const rounded = 1 + 1e-9 // more than the order of a sum can change it

// matcher makes a matcher of a part of the question. Where it never seeks beyond the next document that matches the whole
// question, it shares its lists with the scores (shared).
func (w *worker) matcher(n *node, shared bool) matcher {
	var args []matcher
	if n.op > opNear {
		for _, a := range n.args {
			args = append(args, w.matcher(a, shared && (n.op == opAll || n.op == opAny && a.op == opWord)))
		}
	}
	switch n.op {
	case opWord:
		l := w.words[n.word]
		if l == nil {
			return noMatch{}
		}
		if !shared {
			l = w.list(n.word)
		}
		return wordMatch{l}
	case opAll:
		return allMatch(args)
	case opNot:
		return &notMatch{w.newDocs(), args[0]}
	case opAny:
		at := make([]int64, len(args))
		for i := range at {
			at[i] = -1
		}
		return &anyMatch{args, at}
	case opPhrase:
		if p := w.places(n); p != nil {
			return phraseMatch{p}
		}
		return noMatch{}
	}
	a, b := w.places(n.args[0]), w.places(n.args[1])
	if a == nil || b == nil {
		return noMatch{}
	}
	return &nearMatch{a: a, b: b, most: int64(n.near), at: -1}
}

// places goes through the places of a phrase or of a word; nil: there are none.
func (w *worker) places(n *node) places {
	one := func(n *node) *list {
		s := w.batch.spans[w.q.terms[n.word].id].positions
		if s.from == s.to {
			return nil
		}
		l := newList(w.index.Positions, w.q.terms[n.word].id, true, s)
		w.lists = append(w.lists, l)
		return l
	}
	if n.op == opWord {
		if l := one(n); l != nil {
			return onePlace{l}
		}
		return nil
	}
	p := &phrase{}
	for _, a := range n.args {
		l := one(a)
		if l == nil {
			return nil
		}
		p.lists, p.at = append(p.lists, l), append(p.at, a.place)
	}
	return p
}
