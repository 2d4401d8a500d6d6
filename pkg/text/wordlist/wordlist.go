// Package wordlist makes the word list of a corpus: how often each term occurs, in how many documents, and the same of all terms
// that have its stem (Nitsche 2003, 4.3.2.4.1).
//
// Without stems it is a merge of the dictionary with the postings. Stems are numbered by package dict, which sees one for each
// term. Then the counts of the terms are sorted by stem, added up, and sorted back; so are pairs (stem, document), since a
// document that has several terms of a stem counts once.
//
// Passes: one over the postings; the dictionary is read once, with stems three times. Memory: that of the sorts and of dict;
// what does not fit is in temporary files.
//
//	wordlist.go  List, a merge of dictionary and postings
//	stems.go     the sums of stems
package wordlist

import (
	"fmt"
	"math"

	"webmill/pkg/text/words"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Row is a line of the list.
type Row struct {
	Term, Stem  []byte
	Count, Docs int64 // how often the term occurs, and in how many documents
	// the same of all terms with this stem; without stems it is that of the term
	StemCount, StemDocs int64
}

// Input is what a list is made of.
type Input struct {
	Dictionary string // its name
	// Words calls do for each word of the dictionary, and returns their number. It is called more than once.
	Words    func(do func(id int64, word []byte) error) (int64, error)
	Postings tuple.Input // (term, document, count), sorted by term and document
}

// Options say how to make a list.
type Options struct {
	Rule   words.Rule // which terms are left out, and the stems of the others; without a Stem there are none
	Docs   int64      // how many documents there are
	Length int64      // how many words they have
	Part   bool       // some postings may be missing
	work.Room
}

// Stats tell what was found.
type Stats struct {
	Terms   int64 // of the list
	Stopped int64 // terms that are left out
	Without int64 // terms without postings, which are left out too
	Count   int64 // occurrences of the terms of the list
	Stems   int64
	Spilled int64 // bytes of temporary files but for the sorts
}

// List calls do for each term that has postings and stays, in the order of the dictionary.
func List(in Input, opt Options, do func(*Row) error) (stats Stats, err error) {
	l := &merging{in: in, opt: opt}
	if opt.Rule.Stem != nil {
		err = l.stems(do)
		return l.stats, err
	}
	var row Row
	err = l.merge(nil, func(_ int64, word []byte, count, docs int64) error {
		row = Row{Term: word, Count: count, Docs: docs, StemCount: count, StemDocs: docs}
		return do(&row)
	})
	return l.stats, err
}

// merging is one run of List.
type merging struct {
	in    Input
	opt   Options
	stats Stats
}

// merge calls do for each term that stays. Its number counts the terms before it that the rule leaves, with postings or
// without. Before do, doc sees each document of the term; nil: nobody asks.
func (l *merging) merge(doc func(number int64, doc int32) error,
	do func(number int64, word []byte, count, docs int64) error) error {
	rule := words.Rule{Stop: l.opt.Rule.Stop}
	p := &postings{in: l.in.Postings, reader: tuple.NewReader(l.in.Postings.InOrder(3, true, 0, 1), 3)}
	number := int64(0)
	n, err := l.in.Words(func(id int64, word []byte) error {
		mine := number
		see := func(d int32) error {
			if doc == nil {
				return nil
			}
			return doc(mine, d)
		}
		stopped := rule.Term(word) == nil
		if stopped {
			l.stats.Stopped++
			see = func(int32) error { return nil }
		} else {
			number++
		}
		count, docs, err := p.take(id, see)
		switch {
		case err == nil && p.read == 0 && !l.opt.Part:
			return fmt.Errorf("%s: is empty, but the dictionary %s has terms: %s", p.in.Name, l.in.Dictionary, errRuns)
		case err == nil && docs == 0 && !l.opt.Part:
			return fmt.Errorf("%s: does not have term %d, but the dictionary %s has it: %s", p.in.Name, id, l.in.Dictionary,
				errRuns)
		case err != nil || stopped:
			return err
		case docs == 0:
			l.stats.Without++
			return nil
		case docs > l.opt.Docs:
			return fmt.Errorf("%s: has term %d in %s, but there are only %d with a length: these files are of different runs",
				p.in.Name, id, tuple.Counted(docs, "document"), l.opt.Docs)
		}
		l.stats.Terms++
		l.stats.Count += count
		return do(mine, word, count, docs)
	})
	if err != nil {
		return err
	}
	return p.end(l.in.Dictionary, n, &l.opt)
}

// errRuns is what is said of postings that do not have what they should.
const errRuns = "these files are of different runs (-force takes them)"

// postings are read term by term.
type postings struct {
	in     tuple.Input
	reader *tuple.Reader
	record []int32 // the next one, if it was read already
	read   int64   // records
	all    int64   // the sum of the counts
}

// next is the next record. It stays that until take uses it.
func (p *postings) next() ([]int32, error) {
	if p.record == nil {
		if p.record = p.reader.Next(); p.record == nil {
			return nil, p.reader.Err()
		}
		p.read++
		if p.record[2] < 1 {
			return nil, fmt.Errorf("%s: %w", p.in.Name, &tuple.PlaceError{Record: p.read,
				Err: fmt.Errorf("the count must be at least 1, this is %d", p.record[2])})
		}
	}
	return p.record, nil
}

// take adds up the records of a term and shows see their documents. Terms are asked for in ascending order.
func (p *postings) take(term int64, see func(doc int32) error) (count, docs int64, err error) {
	for {
		rec, err := p.next()
		if err != nil || rec == nil || int64(rec[0]) != term {
			p.all += count
			return count, docs, err
		}
		if err := see(rec[1]); err != nil {
			return 0, 0, err
		}
		if count > math.MaxInt64-math.MaxInt32 {
			return 0, 0, fmt.Errorf("the counts of term %d are more than 2^63 in sum", term)
		}
		count += int64(rec[2])
		docs++
		p.record = nil
	}
}

// end checks that nothing is left behind the last term, and that the documents have as many words.
func (p *postings) end(dictionary string, terms int64, opt *Options) error {
	rec, err := p.next()
	switch {
	case err != nil:
		return err
	case rec != nil:
		return fmt.Errorf("%s: has term %d, but the dictionary %s goes to %d: these files are of different runs", p.in.Name, rec[0],
			dictionary, terms-1)
	case p.all > opt.Length:
		return fmt.Errorf("%s: has %s in sum, but the lengths of the documents are %d: these files are of different runs", p.in.Name,
			tuple.Counted(p.all, "word"), opt.Length)
	case p.all < opt.Length && !opt.Part:
		return fmt.Errorf("%s: has %s in sum, but the lengths of the documents are %d: %s", p.in.Name, tuple.Counted(p.all, "word"),
			opt.Length, errRuns)
	}
	return nil
}
