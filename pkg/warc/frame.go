package warc

import "bytes"

// record frames the record that should begin at pos. If there is none, or it cannot be read, that is noted and pos is
// moved on.
func (s *scanner) record() (f frame, ok bool) {
	if !s.begins() {
		return f, s.lose(s.at(), Garbage, false)
	}
	start := s.at()
	s.start = start
	size, head, why := s.head()
	if s.failed() {
		return f, false
	}
	if why != none {
		s.pos += head
		return f, s.lose(start, why, true)
	}
	if size > s.most {
		s.pos += head
		s.start = -1
		s.skip(start, size)
		return f, false
	}
	whole := s.have(head + int(size))
	if s.failed() {
		return f, false
	}
	arc := s.buf[s.pos] != 'W'
	block := start + int64(head)
	end, ok := s.trailer(block, block+size, arc)
	if s.failed() {
		return f, false
	}
	if !ok {
		s.pos = int(block - s.origin)
		if whole {
			return f, s.lose(start, BadLength, true)
		}
		return f, s.lose(start, CutOff, true)
	}
	if s.pos == s.limit() {
		s.have(1) // whether the member ends here, and well
	}
	if s.failed() || s.inGap() {
		return f, false
	}
	f = frame{length: s.extent(start, end, s.at()), arc: arc}
	f.offset, f.inner = s.place(start)
	f.start, f.block, f.end = int(start-s.origin), int(block-s.origin), int(end-s.origin)
	return f, true
}

// lose notes that the record at a place, or what is there instead, is passed over, and looks for the next one.
func (s *scanner) lose(at int64, why Reason, atLine bool) bool {
	offset, inner := s.place(at)
	s.start = -1
	passed, found := s.resync(atLine)
	if s.failed() {
		return false
	}
	if why == CutOff && !found {
		if s.inGap() {
			return false // the gap is what cut the record, and is noted when it is passed
		}
		passed = 0 // it was the rest of the record
	}
	s.notes.add(Note{offset, inner, why, passed})
	return false
}

// inGap: pos is where the text of a member ends before it should. The record that ends there may be what was damaged.
func (s *scanner) inGap() bool {
	if len(s.edges) == 0 || s.edges[0].at != s.at() {
		return false
	}
	e := s.edges[0]
	return (e.gap == CutOff || e.gap == Damaged) && e.member.at < s.at()
}

// head measures the head of the record at pos: the size of the block, the bytes before it.
func (s *scanner) head() (size int64, head int, why Reason) {
	if s.buf[s.pos] != 'W' {
		head, _ = s.line(0, maxARCLine)
		a, _ := parseARCLine(trimLine(s.buf[s.pos : s.pos+head]))
		size, ok := decimal(a.length)
		if !ok {
			return 0, head, BadLength
		}
		return size, head, none
	}
	size = -1
	fields, bad := 0, false
	first, ok := s.line(0, maxHead)
	for head = first; ok; fields++ {
		var end int
		if end, ok = s.line(head, maxHead); !ok {
			head = end
			break
		}
		line := trimLine(s.buf[s.pos+head : s.pos+end])
		if startsWARC(line) {
			return 0, head, BadHead // the record that begins here is another one
		}
		head = end
		if len(line) == 0 {
			break
		}
		if name, value, _ := bytes.Cut(line, []byte(":")); size < 0 && !bad && equalFold(bytes.TrimSpace(name), "Content-Length") {
			if size, ok = decimal(bytes.TrimSpace(value)); !ok {
				size, bad, ok = -1, true, true
			}
		}
	}
	switch {
	case !ok && head <= maxHead:
		return 0, first, CutOff
	case !ok:
		return 0, first, BadHead
	case size < 0:
		return 0, head, BadLength
	case fields > maxFields:
		return 0, head, BadHead
	}
	return size, head, none
}

const (
	trailerBytes = "\r\n\r\n"
	mostEmpty    = 1 << 10 // line ends that are looked at; many records may lead to the same ones
)

// trailer finds where a block really ends and passes over what ends the record: two empty lines, or what occurs instead.
// It returns the end of the block, and whether another record, or nothing, follows.
func (s *scanner) trailer(block, stated int64, arc bool) (end int64, ok bool) {
	if ok, proper := s.follows(stated, arc); ok {
		if !proper {
			s.note(s.start, Loose, 0)
		}
		return stated, true
	}
	end, ok = s.nearby(block, stated, arc)
	if ok {
		s.note(s.start, Loose, 0)
	}
	return end, ok
}

// nearby looks for the end of a block whose stated length is wrong in a way that occurs.
func (s *scanner) nearby(block, stated int64, arc bool) (end int64, ok bool) {
	for end := stated + 1; end <= stated+2; end++ { // a length that is a byte or two short occurs
		if s.moveTo(end) && s.have(len(trailerBytes)) && string(s.buf[s.pos:s.pos+len(trailerBytes)]) == trailerBytes {
			if ok, _ := s.follows(end, arc); ok {
				return end, true
			}
		}
	}
	// So do files whose heads have lost their carriage returns.
	if end := stated - int64(s.bareLines(block, stated)); end < stated {
		if ok, _ := s.follows(end, arc); ok {
			return end, true
		}
	}
	return stated, false
}

// moveTo sets pos to a place of the text behind start, if the record can reach it.
func (s *scanner) moveTo(at int64) bool {
	if at > s.origin+int64(s.limit()) {
		return false
	}
	s.pos = int(at - s.origin)
	return true
}

// follows tells whether a block can end at a place: it is ended as it should be, or nothing but empty lines lies before the
// next record, or the end. It moves pos behind the empty lines.
func (s *scanner) follows(end int64, arc bool) (ok, proper bool) {
	if !s.moveTo(end) {
		return false, false
	}
	n := s.newlines(len(trailerBytes))
	if !arc && n == len(trailerBytes) && string(s.buf[s.pos-n:s.pos]) == trailerBytes {
		return true, true
	}
	more := s.newlines(mostEmpty)
	return more == mostEmpty || !s.have(1) || s.begins(), arc && 1 <= n && n <= 2
}

// bareLines counts the lines of an HTTP head that end without a carriage return.
func (s *scanner) bareLines(block, end int64) (n int) {
	rest := s.buf[block-s.origin : min(end-s.origin, int64(s.limit()))]
	if !bytes.HasPrefix(rest, []byte("HTTP/")) {
		return 0
	}
	for len(rest) > 0 && n < 1000 {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 || i > 0 && rest[i-1] == '\r' {
			return 0
		}
		n++
		if i == 0 {
			return n
		}
		rest = rest[i+1:]
	}
	return 0
}

// skip passes over a block that is too large to keep.
func (s *scanner) skip(start, size int64) {
	s.note(start, TooLarge, 0)
	for size > 0 {
		n := min(size, int64(s.limit()-s.pos))
		s.pos += int(n)
		if size -= n; size > 0 && !s.fill() {
			return // an edge, or the end, is noted by itself
		}
	}
	s.newlines(1 << 30)
	if s.have(1) && !s.begins() {
		s.lose(s.at(), Garbage, false)
	}
}
