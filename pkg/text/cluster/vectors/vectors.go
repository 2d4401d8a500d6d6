// Package vectors keeps documents as sparse vectors, for work that goes over them many times: in memory first, then in a
// temporary file.
//
//	Read     reads (doc, term, weight), sorted by doc and term, into a Store
//	Store    the vectors, and the terms that occur. Inside, terms have numbers without gaps, in the order of their ids
//	Set      some of the documents of a store, in the order of the input, in pieces that workers read side by side
//
// A piece is a block of whole vectors:
//
//	vector  n + 1, document, n terms, n weights (bits of float32); 4 bytes each, the terms ascending
//	end     0, where the block is not full
//
//	vectors.go  Vector, Store, Set
//	read.go     Read
package vectors

import (
	"fmt"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/idset"
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Vector is a document: the terms with a weight that is not 0, ascending, and the bits of their weights.
type Vector struct {
	Doc         int32
	Terms, Bits []int32
}

// Weight is the weight of a term, by its place among the terms.
func (v Vector) Weight(i int) float64 { return float64(tuple.F32Value(v.Bits[i])) }

// Square is the sum of the squares of the weights.
func (v Vector) Square() (sum float64) {
	for i := range v.Bits {
		w := v.Weight(i)
		sum += w * w
	}
	return sum
}

// Store has vectors.
type Store struct {
	All    Set
	Terms  *idset.Set // the ids of the terms that occur
	Counts []int32    // how many documents have each of them
	Cut    int64      // documents that lost their least weights, because they had more than MostTerms

	room   work.Room
	words  []uint64
	blocks *spill.Blocks
}

// blockInts is the size of a block, and MostTerms how many terms of a document have space in it.
const (
	blockInts = 64 << 10
	MostTerms = (blockInts - 2) / 2
)

func newStore(room work.Room, memory int64) (*Store, error) {
	words, err := arena.Words(int(work.Bounded(memory) / 8))
	if err != nil {
		return nil, err
	}
	blocks := spill.NewBlocks(room, arena.Bytes(words), 4*blockInts)
	return &Store{Terms: &idset.Set{}, room: room, words: words, blocks: blocks}, nil
}

// Close removes the vectors.
func (s *Store) Close() {
	arena.Free(s.words)
	s.words = nil
	s.Terms.Free()
	s.blocks.Close()
}

// Bytes is the memory that the vectors take, and what is kept of their terms.
func (s *Store) Bytes() int64 {
	return min(int64(8*len(s.words)), s.All.Bytes()) + s.Terms.Bytes() + 4*int64(len(s.Counts))
}

// Spilled is how many bytes the temporary file has.
func (s *Store) Spilled() int64 { return s.blocks.Spilled() }

// Set is some of the documents of a store.
type Set struct {
	Docs  int64
	text  spill.Text
	first []int64 // the number of the first document of each piece, in this set
}

// Pieces is how many pieces the set has.
func (s *Set) Pieces() int { return len(s.text) }

// PieceDocs is how many documents a piece has.
func (s *Set) PieceDocs(piece int) int {
	if piece+1 < len(s.first) {
		return int(s.first[piece+1] - s.first[piece])
	}
	return int(s.Docs - s.first[piece])
}

// Bytes is the size of the set.
func (s *Set) Bytes() int64 { return 4 * blockInts * int64(len(s.text)) }

// First is the number of the first document of a piece: the documents of a set are numbered from 0.
func (s *Set) First(piece int) int64 { return s.first[piece] }

// GiveBack frees the place of a set.
func (s *Store) GiveBack(set *Set) {
	for _, p := range set.text {
		s.blocks.GiveBack(p)
	}
	*set = Set{}
}

// Writer makes a set.
type Writer struct {
	set   Set
	out   *spill.Writer
	first int64
}

// NewWriter makes a writer of a new set.
func (s *Store) NewWriter() *Writer { return &Writer{out: s.blocks.NewWriter()} }

// Put adds a vector.
func (w *Writer) Put(v Vector) error {
	size := 8 + 8*len(v.Terms)
	if cap(w.out.Buf)-len(w.out.Buf) < size {
		if err := w.flush(); err != nil {
			return err
		}
	}
	at := len(w.out.Buf)
	w.out.Buf = w.out.Buf[:at+size]
	ints := tuple.Words(w.out.Buf[at:])
	ints[0], ints[1] = int32(len(v.Terms))+1, v.Doc
	copy(ints[2:], v.Terms)
	copy(ints[2+len(v.Terms):], v.Bits)
	w.set.Docs++
	return nil
}

// flush keeps a block. It is filled up, so that its place can be used again.
func (w *Writer) flush() error {
	if w.set.Docs == w.first {
		return nil
	}
	used := len(w.out.Buf)
	w.out.Buf = w.out.Buf[:cap(w.out.Buf)]
	clear(w.out.Buf[used:])
	w.set.first = append(w.set.first, w.first)
	w.first = w.set.Docs
	return w.out.Flush()
}

// Finish ends the set.
func (w *Writer) Finish() (Set, error) {
	if err := w.flush(); err != nil {
		return Set{}, err
	}
	var err error
	w.set.text, err = w.out.Finish()
	return w.set, err
}

// Reader reads pieces.
type Reader struct {
	of  *Store
	buf []byte
}

// NewReader makes a reader for one goroutine.
func (s *Store) NewReader() *Reader { return &Reader{of: s} }

// Piece gives the vectors of a piece. They are valid until the next call.
func (r *Reader) Piece(set *Set, piece int) (Piece, error) {
	p := set.text[piece]
	if !p.Spilled() {
		return Piece{set.first[piece], tuple.Words(r.of.blocks.View(p))}, nil
	}
	if r.buf == nil {
		r.buf = make([]byte, 4*blockInts)
	}
	_, err := r.of.blocks.Read(p, 0, r.buf)
	return Piece{set.first[piece], tuple.Words(r.buf)}, err
}

// each goes through the vectors of a piece: number is the place of the document in the set.
func (r *Reader) each(set *Set, piece int, use func(number int64, v Vector) error) error {
	p, err := r.Piece(set, piece)
	if err != nil {
		return err
	}
	for i, v := range p.All {
		if err := use(p.first+int64(i), v); err != nil {
			return err
		}
	}
	return nil
}

// Piece is a block of vectors.
type Piece struct {
	first int64 // the number of its first document in the set
	ints  []int32
}

// All goes through the vectors of a piece: i counts them.
func (p Piece) All(yield func(i int, v Vector) bool) {
	ints := p.ints
	for i := 0; len(ints) > 0 && ints[0] > 0; i++ {
		n := int(ints[0]) - 1
		if !yield(i, Vector{ints[1], ints[2 : 2+n : 2+n], ints[2+n : 2+2*n : 2+2*n]}) {
			return
		}
		ints = ints[2+2*n:]
	}
}

// LimitThreads limits the threads of Each.
func (s *Store) LimitThreads(threads int) { s.room.Threads = min(s.room.Threads, threads) }

// Each goes through a set, several pieces at once. begin makes what a worker needs; number is the place of a document.
func (s *Store) Each(set *Set, begin func(worker int) (use func(number int64, v Vector) error)) error {
	return par.Each(min(s.room.Threads, max(1, set.Pieces())), set.Pieces(), func(worker int) func(int) error {
		use, in := begin(worker), s.NewReader()
		return func(piece int) error { return in.each(set, piece, use) }
	})
}

// InOrder goes through a set in the order of its documents, in one goroutine.
func (s *Store) InOrder(set *Set, use func(number int64, v Vector) error) error {
	in := s.NewReader()
	for piece := range set.Pieces() {
		if err := in.each(set, piece, use); err != nil {
			return err
		}
	}
	return nil
}

// At reads one vector of a set, by its number.
func (s *Store) At(set *Set, number int64) (Vector, error) {
	at, there := slices.BinarySearch(set.first, number)
	if !there {
		at--
	}
	piece, err := s.NewReader().Piece(set, at)
	if err != nil {
		return Vector{}, err
	}
	for i, v := range piece.All {
		if piece.first+int64(i) == number {
			return v, nil
		}
	}
	return Vector{}, fmt.Errorf("vectors: there is no document %d", number)
}

// Batch is some pieces of a set that are read together.
type Batch struct {
	Most    int // pieces
	readers []*Reader
	pieces  []Piece
}

// NewBatch makes a batch of most pieces.
func (s *Store) NewBatch(most int) *Batch {
	b := &Batch{Most: most}
	for range most {
		b.readers = append(b.readers, s.NewReader())
	}
	return b
}

// Read reads the pieces of a set from one on.
func (b *Batch) Read(set *Set, from, threads int) error {
	n := min(b.Most, set.Pieces()-from)
	b.pieces = slices.Grow(b.pieces[:0], n)[:n]
	return par.Each(min(threads, n), n, func(int) func(int) error {
		return func(i int) (err error) {
			b.pieces[i], err = b.readers[i].Piece(set, from+i)
			return err
		}
	})
}

// All goes through the vectors of the batch: number is the place of the document in its set. Several goroutines may do so.
func (b *Batch) All(yield func(number int64, v Vector) bool) {
	for _, piece := range b.pieces {
		for i, v := range piece.All {
			if !yield(piece.first+int64(i), v) {
				return
			}
		}
	}
}
