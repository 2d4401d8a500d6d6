package wordlist

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"webmill/pkg/dict"
	"webmill/pkg/extsort"
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// summing adds up the counts of stems.
type summing struct {
	list   *merging
	stemOf *spill.Ints // the stem of each term that stays, by number
	docsOf *spill.Ints // the documents of each stem
	counts *spill.Ints // counted, by number
	byStem *spill.Ints // the same by stem
}

// A record of counts: the stem and the number of a term, how often it occurs (in two halves), and in how many documents.
const (
	ofStem = iota
	ofNumber
	ofCount
	_
	ofDocs
	counted
)

// A record of sums: the number of a term, its count and documents, and the count and documents of its stem.
const (
	sumNumber = 0
	sumOwn    = 1
	sumDocs   = 3
	sumStem   = 4
	sumAll    = 6
	summed    = 7
)

// stems is List with stems.
func (l *merging) stems(do func(*Row) error) (err error) {
	s := &summing{list: l}
	part := func(width int) *spill.Ints {
		ints, e := spill.NewTuples(l.opt.Room, l.opt.Memory/16, width)
		err = cmp.Or(err, e)
		return ints
	}
	s.stemOf, s.docsOf, s.counts, s.byStem = part(1), part(1), part(counted), part(counted)
	all := []*spill.Ints{s.stemOf, s.docsOf, s.counts, s.byStem}
	defer func() {
		for _, ints := range all {
			l.stats.Spilled += ints.Spilled()
			ints.Close()
		}
	}()
	for _, step := range []func() error{s.number, s.count, s.group, func() error { return s.write(do) }} {
		if err != nil {
			return err
		}
		err = step()
	}
	return err
}

// stem calls do for the number, the word and the stem of each term that stays.
func (s *summing) stem(do func(number int64, word, stem []byte) error) error {
	var buf []byte
	number := int64(0)
	_, err := s.list.in.Words(func(_ int64, word []byte) error {
		buf = append(buf[:0], word...)
		stem := s.list.opt.Rule.Term(buf)
		if stem == nil {
			return nil
		}
		number++
		return do(number-1, word, stem)
	})
	return err
}

// number gives each stem an id.
func (s *summing) number() error {
	lines := par.Written(s.lines)
	stats, err := dict.Build([]io.Reader{lines}, dict.Options{Columns: 1, Room: s.list.opt.With(s.list.opt.Memory / 4 * 3)},
		dict.Output{Links: s.stemOf})
	lines.CloseWithError(err)
	if err == nil && len(stats.Skipped) > 0 { // the stems behind it would belong to other terms
		err = fmt.Errorf("%s: a term has a stem that no dictionary may have: %s", s.list.in.Dictionary,
			strings.Join(slices.Sorted(maps.Keys(stats.Skipped)), ", "))
	}
	s.list.stats.Stems = stats.Strings
	return err
}

// lines writes the stem of each term that stays.
func (s *summing) lines(w io.Writer) error {
	var line []byte
	return s.stem(func(_ int64, _, stem []byte) error {
		line = append(append(line[:0], stem...), '\n')
		_, err := w.Write(line)
		return err
	})
}

// sortRoom is what a sort may take.
func (s *summing) sortRoom() work.Room { return s.list.opt.With(s.list.opt.Memory / 2) }

// count is the pass over the postings: the counts of terms, and the documents of stems.
func (s *summing) count() error {
	counts := tuple.NewWriter(s.counts, counted)
	of := s.stemOf.Reader()
	produce := func(dst tuple.Sink) error {
		pairs := tuple.NewWriter(dst, 2)
		err := s.list.merge(func(number int64, doc int32) error {
			stem, err := of.Value(number)
			pairs.Put(stem, doc)
			return cmp.Or(err, pairs.Err())
		}, func(number int64, _ []byte, count, docs int64) error {
			stem, err := of.Value(number)
			counts.Put(stem, int32(number), int32(count), int32(count>>32), int32(docs))
			return cmp.Or(err, counts.Err())
		})
		return cmp.Or(err, pairs.Flush(), counts.Flush())
	}
	return tuple.Piped(2, produce, func(src tuple.Source) error {
		d := &documents{out: s.docsOf}
		_, err := extsort.Sort(d, []tuple.Source{src}, extsort.Options{Width: 2, Unique: true, Room: s.sortRoom()})
		if err == nil {
			err = d.end()
		}
		return err
	})
}

// documents is a Sink of different pairs (stem, document), sorted, that writes how many there are of each stem, 0 of one without.
type documents struct {
	out  *spill.Ints
	docs int32 // of the stem at hand
}

// WriteBlock implements tuple.Sink.
func (d *documents) WriteBlock(block []int32) error {
	for i := 0; i < len(block); i += 2 {
		for d.out.Len() < int64(block[i]) {
			if err := d.end(); err != nil {
				return err
			}
		}
		d.docs++
	}
	return nil
}

// end ends the stem at hand.
func (d *documents) end() error {
	err := d.out.Put(d.docs)
	d.docs = 0
	return err
}

// group sorts the counts by stem.
func (s *summing) group() error {
	_, err := extsort.Sort(s.byStem, []tuple.Source{s.counts.Source()}, extsort.Options{Width: counted,
		Order: tuple.Columns(ofStem, ofNumber), Room: s.sortRoom()})
	return err
}

// sum adds up the counts of each stem, and writes them for each of its terms.
func (s *summing) sum(dst tuple.Sink) error {
	out := tuple.NewWriter(dst, summed)
	ahead, behind := tuple.NewReader(s.byStem.Source(), counted), tuple.NewReader(s.byStem.Source(), counted)
	docsOf := s.docsOf.Reader()
	next := ahead.Next()
	for next != nil {
		stem, terms, sum := next[ofStem], 0, int64(0)
		for ; next != nil && next[ofStem] == stem; next = ahead.Next() {
			sum += tuple.Long(next[ofCount:])
			terms++
		}
		docs, err := docsOf.Value(int64(stem))
		if err != nil {
			return err
		}
		for range terms {
			rec := behind.Next()
			if rec == nil {
				return cmp.Or(behind.Err(), io.ErrUnexpectedEOF)
			}
			out.Put(rec[ofNumber], rec[ofCount], rec[ofCount+1], rec[ofDocs], int32(sum), int32(sum>>32), docs)
		}
	}
	return cmp.Or(ahead.Err(), out.Flush())
}

// write writes the list: the sums come back in the order of the terms.
func (s *summing) write(do func(*Row) error) error {
	return tuple.Piped(summed, s.sum, func(src tuple.Source) error {
		return tuple.Piped(summed, func(dst tuple.Sink) error {
			_, err := extsort.Sort(dst, []tuple.Source{src}, extsort.Options{Width: summed, Order: tuple.Columns(sumNumber),
				Room: s.sortRoom()})
			return err
		}, func(sums tuple.Source) error { return s.rows(sums, do) })
	})
}

// rows joins words and sums.
func (s *summing) rows(sums tuple.Source, do func(*Row) error) error {
	reader := tuple.NewReader(sums, summed)
	rec := reader.Next()
	var row Row
	err := s.stem(func(number int64, word, stem []byte) error {
		if rec == nil || int64(rec[sumNumber]) != number {
			return reader.Err() // a term without postings
		}
		row = Row{Term: word, Stem: stem, Count: tuple.Long(rec[sumOwn:]), Docs: int64(rec[sumDocs]),
			StemCount: tuple.Long(rec[sumStem:]), StemDocs: int64(rec[sumAll])}
		err := do(&row)
		rec = reader.Next()
		return err
	})
	return cmp.Or(err, reader.Err())
}
