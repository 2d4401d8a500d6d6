package vectors

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Options say how to read vectors.
type Options struct {
	Counts      bool  // the weights are integers
	Unit        bool  // make each vector as long as 1
	VectorBytes int64 // memory for vectors; what does not fit is in a temporary file
	TermBytes   int64 // memory for what is kept of the terms that occur
	work.Room
}

// Read reads (doc, term, weight), sorted by doc and term.
func Read(in tuple.Input, opt Options) (*Store, error) {
	s, err := newStore(opt.Room, opt.VectorBytes)
	if err != nil {
		return nil, err
	}
	r := reader{Options: opt, store: s, out: s.NewWriter(), doc: Vector{Doc: -1}}
	if err = r.read(in); err == nil {
		err = s.number()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// reader makes vectors of records. Their terms are ids.
type reader struct {
	Options
	store *Store
	out   *Writer
	doc   Vector // that is being read
	cut   bool
}

func (r *reader) read(in tuple.Input) error {
	rows := tuple.NewReader(in.InOrder(3, true, 0, 1), 3)
	for row := rows.Next(); row != nil; row = rows.Next() {
		if row[0] != r.doc.Doc {
			if err := r.end(); err != nil {
				return err
			}
			r.doc.Doc = row[0]
		}
		if row[2] == 0 {
			continue
		}
		if r.Counts {
			if row[2] < 0 {
				return fmt.Errorf("%s: the count of term %d in document %d is %d, less than 0", in.Name, row[1], row[0], row[2])
			}
			row[2] = tuple.F32Bits(float32(row[2]))
		}
		r.doc.Terms, r.doc.Bits = append(r.doc.Terms, row[1]), append(r.doc.Bits, row[2])
		if len(r.doc.Terms) == 2*MostTerms {
			r.heaviest()
		}
		terms := r.store.Terms
		if terms.Add(row[1]) && terms.Bytes()+4*int64(terms.Len()) > r.TermBytes {
			return work.ForPart(work.MemoryFor(2*r.TermBytes), "the terms that occur", tuple.Share(in.Source))
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if err := r.end(); err != nil {
		return err
	}
	all, err := r.out.Finish()
	r.store.All = all
	return err
}

// end keeps the document that was read.
func (r *reader) end() error {
	v := &r.doc
	if v.Doc < 0 {
		return nil
	}
	if len(v.Terms) > MostTerms {
		r.heaviest()
	}
	if r.cut {
		r.store.Cut++
	}
	if r.Unit {
		unit(v)
	}
	err := r.out.Put(*v)
	v.Terms, v.Bits, r.cut = v.Terms[:0], v.Bits[:0], false
	return err
}

// heaviest leaves the document the terms of the greatest weights; of equal weights, the terms of the lower ids.
func (r *reader) heaviest() {
	v := &r.doc
	best := make([]int, len(v.Terms))
	for i := range best {
		best[i] = i
	}
	slices.SortFunc(best, func(i, j int) int { return cmp.Or(cmp.Compare(v.Bits[j], v.Bits[i]), cmp.Compare(i, j)) })
	best = best[:MostTerms]
	slices.Sort(best)
	for k, i := range best {
		v.Terms[k], v.Bits[k] = v.Terms[i], v.Bits[i]
	}
	v.Terms, v.Bits, r.cut = v.Terms[:MostTerms], v.Bits[:MostTerms], true
}

// unit makes a vector as long as 1, if it is not 0.
func unit(v *Vector) {
	length := math.Sqrt(v.Square())
	for i := range v.Bits {
		v.Bits[i] = tuple.F32Bits(float32(v.Weight(i) / length))
	}
}

// number gives the terms of all documents their numbers, and counts their documents. Blocks in memory are changed where they lie.
func (s *Store) number() error {
	s.Terms.Index()
	s.Counts = make([]int32, s.Terms.Len())
	in := s.NewReader()
	for i, p := range s.All.text {
		piece, err := in.Piece(&s.All, i)
		if err != nil {
			return err
		}
		for _, v := range piece.All {
			for k, id := range v.Terms {
				n := s.Terms.Rank(id)
				v.Terms[k] = n
				s.Counts[n]++
			}
		}
		if !p.Spilled() {
			continue
		}
		if s.All.text[i], err = s.blocks.Keep(tuple.Bytes(piece.ints)); err != nil {
			return err
		}
		s.blocks.GiveBack(p)
	}
	return nil
}
