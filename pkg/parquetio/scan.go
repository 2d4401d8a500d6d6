package parquetio

import "encoding/binary"

// scanThrift walks over a Thrift structure in the compact protocol and checks what a decoder would trust: every length
// is inside the bytes, and nothing is nested deeply. A decoder makes room for a list before it reads it, so that five
// bytes could ask for a terabyte, and follows nesting by recursion; neither failure could be caught.
func scanThrift(b []byte) error {
	s := scanner{b: b}
	s.structure(0)
	if s.bad {
		return damaged("its footer")
	}
	return nil
}

const maxDepth = 32

// scanner consumes b; bad sticks.
type scanner struct {
	b   []byte
	bad bool
}

func (s *scanner) byte() byte {
	if len(s.b) == 0 {
		s.bad = true
		return 0
	}
	c := s.b[0]
	s.b = s.b[1:]
	return c
}

func (s *scanner) varint() uint64 {
	v, n := binary.Uvarint(s.b)
	if n <= 0 {
		s.bad = true
		return 0
	}
	s.b = s.b[n:]
	return v
}

func (s *scanner) skip(n uint64) {
	if n > uint64(len(s.b)) {
		s.bad = true
		return
	}
	s.b = s.b[n:]
}

func (s *scanner) structure(depth int) {
	for !s.bad {
		head := s.byte()
		if head == 0 {
			return
		}
		if head>>4 == 0 {
			s.varint() // the number of the field
		}
		if kind := head & 15; kind > 2 { // 1 and 2 are true and false, which have no bytes
			s.value(kind, depth)
		}
	}
}

func (s *scanner) value(kind byte, depth int) {
	switch {
	case depth > maxDepth:
		s.bad = true
	case kind <= 3:
		s.byte()
	case kind <= 6:
		s.varint()
	case kind == 7:
		s.skip(8)
	case kind == 8:
		s.skip(s.varint())
	case kind == 9 || kind == 10:
		s.list(depth + 1)
	case kind == 12:
		s.structure(depth + 1)
	default: // maps: Parquet has none
		s.bad = true
	}
}

// list checks a list. A structure is some hundred bytes when decoded and never less than 2 in the file.
func (s *scanner) list(depth int) {
	head := s.byte()
	n, kind, least := uint64(head>>4), head&15, uint64(1)
	if n == 15 {
		n = s.varint()
	}
	if kind == 12 {
		least = 2
	}
	if n > uint64(len(s.b))/least {
		s.bad = true
	}
	for ; n > 0 && !s.bad; n-- {
		s.value(kind, depth)
	}
}
