package tfidf

import (
	"encoding/binary"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// The compact form of the tuples, mostly of two or three bytes each. It is made of chunks:
//
//	chunk  how many bytes of it are used (4 bytes), runs
//	run    document (4 bytes), number of tuples (2), tuples
//	tuple  2 · gap, +1 if the count is not 1; then the count, if it is not 1: as varints
//
// The gap is the distance from the term before in the same document, in an earlier run too; the first is that from -1.
// A chunk is as large as what spill.Ints reads at once, so that a chunk in the file can be looked at where it was read.

const (
	chunkInts = tuple.BlockBytes / 4
	runTuples = 1024 // of a run at most
	runBytes  = 6 + 10*runTuples
)

type spool struct {
	chunks *spill.Ints
	ints   []int32 // the chunk at hand
	bytes  []byte  // the same
	used   int     // of its bytes
}

func newSpool(room work.Room, memory int64) (*spool, error) {
	chunks, err := spill.NewTuples(room, memory, chunkInts)
	s := &spool{chunks: chunks, ints: make([]int32, chunkInts), used: 4}
	s.bytes = tuple.Bytes(s.ints)
	return s, err
}

// flush writes the chunk if not any run fits into it.
func (s *spool) flush() error {
	if s.used+runBytes <= len(s.bytes) {
		return nil
	}
	return s.write(chunkInts)
}

// begin begins a run and returns where its first tuple is put.
func (s *spool) begin(doc int32, tuples int) int {
	head := s.bytes[s.used:]
	binary.LittleEndian.PutUint32(head, uint32(doc))
	binary.LittleEndian.PutUint16(head[4:], uint16(tuples))
	return s.used + 6
}

// write keeps the first numbers of the chunk and begins the next.
func (s *spool) write(ints int) error {
	binary.LittleEndian.PutUint32(s.bytes, uint32(s.used))
	s.used = 4
	return s.chunks.WriteBlock(s.ints[:ints])
}

func (s *spool) finish() error {
	if s.used == 4 {
		return nil
	}
	return s.write((s.used + 3) / 4)
}

// runs reads the compact form.
type runs struct {
	doc    int32
	fresh  bool // the run is the first of its document
	terms  []int32
	counts []int32

	done   work.Counter
	chunks *spill.IntsReader
	at     int64  // of the next chunk
	rest   []byte // of the chunk at hand
	term   int32  // the last one of the document
}

func (s *spool) runs(done work.Counter) *runs {
	return &runs{doc: -1, chunks: s.chunks.Reader(), done: done, terms: make([]int32, 0, runTuples),
		counts: make([]int32, 0, runTuples)}
}

// next reads the next run. There is none at the end.
func (r *runs) next() (ok bool, err error) {
	if len(r.rest) == 0 {
		view, err := r.chunks.From(r.at)
		if err != nil || len(view) == 0 {
			return false, err
		}
		chunk := tuple.Bytes(view[:min(len(view), chunkInts)])
		r.at += chunkInts
		r.rest = chunk[4:binary.LittleEndian.Uint32(chunk)]
		r.done.Add(int64(len(chunk)))
	}
	doc, n := int32(binary.LittleEndian.Uint32(r.rest)), binary.LittleEndian.Uint16(r.rest[4:])
	if r.fresh = doc != r.doc; r.fresh {
		r.doc, r.term = doc, -1
	}
	r.rest = r.rest[6+r.decode(r.rest[6:], int(n)):]
	return true, nil
}

// decode decodes the tuples of a run and returns how many bytes they took.
func (r *runs) decode(b []byte, n int) (p int) {
	terms, counts := r.terms[:n], r.counts[:n]
	counts = counts[:len(terms)]
	term := r.term
	for i := range terms {
		code := uint64(b[p])
		p++
		if code >= 0x80 {
			code &= 0x7f
			for shift := 7; ; shift += 7 {
				c := b[p]
				p++
				code |= uint64(c&0x7f) << shift
				if c < 0x80 {
					break
				}
			}
		}
		term += int32(uint32(code >> 1))
		terms[i], counts[i] = term, 1
		if code&1 != 0 {
			count := uint32(0)
			for shift := 0; ; shift += 7 {
				c := b[p]
				p++
				count |= uint32(c&0x7f) << shift
				if c < 0x80 {
					break
				}
			}
			counts[i] = int32(count)
		}
	}
	r.term = term
	r.terms, r.counts = terms, counts
	return p
}
