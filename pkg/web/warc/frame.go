package warc

import (
	"bytes"

	"webmill/pkg/ascii"
)

// record frames the record that should begin at pos. If there is none, or it cannot be read, that is noted and pos is
// moved on.
func (s *scanner) record() (f frame, ok bool) {
	if !s.begins() {
		s.lose(s.at(), Garbage, false)
		return f, false
	}
	start := s.at()
	s.start = start
	size, head, why := s.head()
	if s.failed() {
		return f, false
	}
	if why != none {
		s.pos += head
		s.lose(start, why, true)
		return f, false
	}
	if size > s.most {
		s.pos += head
		s.start = -1
		s.skip(start, size, s.buf[int(start-s.origin)] != 'W')
		return f, false
	}
	if s.ordinary > 0 && size > s.ordinary {
		if err := s.settle(); err != nil {
			s.err = err
			return f, false
		}
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
		s.unended(start, block, size, whole)
		return f, false
	}
	if s.pos == s.limit() {
		s.have(1) // whether the member ends here, and well
	}
	if s.failed() || s.inGap() {
		return f, false
	}
	f = frame{length: s.extent(start, end, s.at()), arc: arc, short: end > block+size+slack}
	f.offset, f.inner = s.locate(start)
	f.start, f.block, f.end = int(start-s.origin), int(block-s.origin), int(end-s.origin)
	return f, true
}

// unended passes over a record that does not end where its block should.
func (s *scanner) unended(start, block, size int64, whole bool) {
	if whole && s.near(block, block+size) {
		s.note(start, BadLength, s.at()-block)
		return
	}
	s.pos = int(block - s.origin)
	why := CutOff
	if whole {
		why = BadLength
	}
	s.lose(start, why, true)
}

// near moves to a record that begins a few bytes before or after the stated end of a block, and reports whether there
// is one. Then the block has lost or gained some bytes, and no line may end at its stated end. No record may begin in
// the block itself.
func (s *scanner) near(block, stated int64) bool {
	const most = 16
	if s.holdsRecord(block, stated) {
		return false
	}
	for at := max(block, stated-most); at <= stated+most && s.moveTo(at); at++ {
		if s.begins() {
			return true
		}
	}
	return false
}

// lose notes that the record at a place, or what is there instead, is passed over, and looks for the next one.
func (s *scanner) lose(at int64, why Reason, atLine bool) {
	offset, inner := s.locate(at)
	s.start = -1
	passed, found := s.resync(atLine)
	if s.failed() {
		return
	}
	if why == CutOff && !found {
		if s.inGap() {
			return // the gap is what cut the record, and is noted when it is passed
		}
		passed = 0 // it was the rest of the record
	}
	s.notes.add(Note{Offset: offset, Inner: inner, Why: why, Bytes: passed})
}

// inGap reports whether the text of a member ends at pos, before it should. The record that ends there may be what was damaged.
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
	first, ok := s.line(0, MaxHead)
	if at, other := s.foreignLine(0, first); ok && other {
		if at == 0 {
			at = first
		}
		return 0, at, BadHead
	}
	for head = first; ok; fields++ {
		var end int
		if end, ok = s.line(head, MaxHead); !ok {
			head = end
			break
		}
		line := trimLine(s.buf[s.pos+head : s.pos+end])
		if at, other := s.otherHead(head, end); other {
			return 0, at, BadHead
		}
		head = end
		if len(line) == 0 {
			break
		}
		if name, value, _ := bytes.Cut(line, []byte(":")); size < 0 && !bad &&
			ascii.EqualFold(bytes.TrimSpace(name), "Content-Length") {
			if size, ok = decimal(bytes.TrimSpace(value)); !ok {
				size, bad, ok = -1, true, true
			}
		}
	}
	switch {
	case !ok && head <= MaxHead:
		return 0, first, CutOff
	case !ok:
		return 0, first, BadHead
	case size < 0:
		return 0, head, BadLength
	case fields > MaxFields:
		return 0, head, BadHead
	}
	return size, head, none
}

// otherHead reports whether a line does not belong to the head, because another record begins in it or it has been overwritten,
// and where to go on. from and to, its ends, are counted from pos.
func (s *scanner) otherHead(from, to int) (at int, other bool) {
	if startsWARC(s.buf[s.pos+from : s.pos+to]) {
		return from, true
	}
	return s.foreignLine(from, to)
}

// foreignLine reports whether a line cannot be part of a head, and where another record begins in it.
func (s *scanner) foreignLine(from, to int) (at int, other bool) {
	line := trimLine(s.buf[s.pos+from : s.pos+to])
	if n := lastHead(line); n > 0 && line[n] == 'W' {
		s.pos += from
		n = s.headIn(to - from)
		s.pos -= from
		return from + n, n > 0
	}
	return from, bytes.IndexByte(line, 0) >= 0
}

const (
	trailerBytes = "\r\n\r\n"
	mostEmpty    = 1 << 10 // line ends that are looked at; many records may lead to the same ones
)

// trailer finds where a block really ends and passes over what ends the record: two empty lines, or what occurs instead.
// It returns the end of the block, and whether another record, or nothing, follows.
func (s *scanner) trailer(block, stated int64, arc bool) (end int64, ok bool) {
	if ok, proper := s.follows(block, stated, arc); ok {
		if !proper {
			s.note(s.start, Loose, 0)
		}
		return stated, true
	}
	end, ok = s.nearby(block, stated, arc)
	switch {
	case ok && end > stated+slack:
		s.note(s.start, Short, 0)
	case ok:
		s.note(s.start, Loose, 0)
	}
	return end, ok
}

// By how many bytes a stated length may be too short.
const (
	slack     = 2       // in many archives
	mostShort = 4 << 10 // in some

	shortPlain = 32 // limit for plain files, where no member boundary shows missing bytes
)

// nearby looks for the end of a block whose stated length is wrong in a way that occurs.
func (s *scanner) nearby(block, stated int64, arc bool) (end int64, ok bool) {
	for end := stated + 1; end <= stated+slack; end++ {
		if s.moveTo(end) && s.have(len(trailerBytes)) && string(s.buf[s.pos:s.pos+len(trailerBytes)]) == trailerBytes {
			if ok, _ := s.follows(block, end, arc); ok {
				return end, true
			}
		}
	}
	// An HTTP head that has lost its carriage returns is shorter than stated, by a byte a line: so much earlier the block ends.
	if end := stated - int64(s.bareLines(block, stated)); end < stated {
		if ok, _ := s.follows(block, end, arc); ok {
			return end, true
		}
	}
	if s.holdsRecord(block, stated) {
		return stated, false
	}
	if !arc {
		return s.beyond(block, stated)
	}
	// What follows is no record: if a line ends here, the head of the next record may be what is damaged.
	return stated, s.moveTo(stated) && s.newlines(2) > 0 && s.wasARCHead()
}

// beyond looks for the end of a block behind the stated one: the empty lines before the next record, or before the end.
func (s *scanner) beyond(block, stated int64) (end int64, ok bool) {
	if !s.moveTo(stated) || len(s.edges) > 0 && s.edges[0].gap != none {
		return stated, false // the last text of a damaged member proves nothing
	}
	most := int64(mostShort)
	if s.text.plain() {
		most = shortPlain
	}
	for s.at() < stated+most {
		text := s.buf[s.pos:s.limit()]
		i := bytes.Index(text, []byte(trailerBytes))
		if i < 0 {
			s.pos += max(0, len(text)-len(trailerBytes)+1)
			if !s.fill() {
				break
			}
			continue
		}
		s.pos += i
		end := s.at()
		s.pos += len(trailerBytes)
		if !s.have(1) && !s.inGap() || s.begins() {
			whole := end <= stated+most && !s.holdsRecord(stated, end) && !s.holdsDamage(block, stated, end)
			s.moveTo(end + int64(len(trailerBytes)))
			return end, whole
		}
		s.pos += 1 - len(trailerBytes)
	}
	return stated, false
}

// beginsHTTP reports whether a message begins at pos: then what ends here is not a block, but a head.
func (s *scanner) beginsHTTP() bool {
	return s.have(len("HTTP/")) && string(s.buf[s.pos:s.pos+len("HTTP/")]) == "HTTP/"
}

// holdsDamage reports whether the text between two places shows that a head was there: a line of it, zeros, or a message
// behind it, which may be anywhere in the block.
func (s *scanner) holdsDamage(block, from, to int64) bool {
	text := s.buf[from-s.origin : to-s.origin]
	return bytes.Contains(s.buf[block-s.origin:to-s.origin], []byte("\r\n\r\nHTTP/")) || bytes.IndexByte(text, 0) >= 0 ||
		bytes.Contains(text, []byte("\nWARC-"))
}

// moveTo sets pos to a place of the text behind start. It reports whether the record can reach it; if not, pos stays.
func (s *scanner) moveTo(at int64) bool {
	if at > s.origin+int64(s.limit()) {
		return false
	}
	s.pos = int(at - s.origin)
	return true
}

// follows reports whether a block can end at a place: it is ended as it should be, or nothing but empty lines lies before the
// next record, or the end, or the end of the member. One byte of what ends it may be damaged. It moves pos to what follows.
// If no record follows and the block contains one, the length is wrong: the block ran into the next record. A block that is a
// stored archive contains records too, but a record follows it.
func (s *scanner) follows(block, end int64, arc bool) (ok, proper bool) {
	if !s.moveTo(end) {
		return false, false
	}
	n := s.newlines(len(trailerBytes))
	if !arc && n == len(trailerBytes) && string(s.buf[s.pos-n:s.pos]) == trailerBytes {
		s.newlines(mostEmpty)
		ok := !s.have(1) || s.begins() || !s.beginsHTTP() && !s.holdsRecord(block, end)
		s.moveTo(end + int64(n))
		return ok, ok
	}
	more := s.newlines(mostEmpty)
	switch {
	case more == mostEmpty, !s.have(1), s.begins():
		return true, arc && 1 <= n && n <= 2
	case s.memberEnds(end, s.at()):
		return true, false
	case arc:
		s.moveTo(end + 1)
	default:
		s.moveTo(end + int64(len(trailerBytes)))
	}
	return s.at() > end && s.begins(), false
}

// memberEnds reports whether one member ends and another begins between two places.
func (s *scanner) memberEnds(from, to int64) bool {
	for _, m := range s.marks {
		if !s.text.plain() && m.at > 0 && from <= m.at && m.at <= to {
			return true
		}
	}
	return false
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

// skip passes over a block that is too large to keep. If a record begins inside the block, the stated length may be wrong. It is
// wrong if an empty line comes before that record, as between the records of WARC. It is right if the block, or the body of its
// HTTP message, begins with that record: then the block stores an archive.
func (s *scanner) skip(start, size int64, arc bool) {
	stated := s.at() + size
	message := s.beginsHTTP()
	passed, found := s.resync(true)
	stored := !s.lines.cut && (passed == 0 || !arc && !s.lines.empty || message && s.lines.empty && s.lines.emptyOnes == 1)
	switch {
	case s.failed():
		return
	case found && s.at() < stated && !stored:
		offset, inner := s.locate(start)
		s.notes.add(Note{Offset: offset, Inner: inner, Why: BadLength, Bytes: passed})
		return
	}
	s.note(start, TooLarge, 0)
	if !found || s.at() >= stated {
		return // edges and the end of the text have notes of their own
	}
	for left := stated - s.at(); left > 0; {
		n := min(left, int64(s.limit()-s.pos))
		s.pos += int(n)
		if left -= n; left > 0 && !s.fill() {
			return
		}
	}
	s.newlines(1 << 30)
	if s.have(1) && !s.begins() {
		s.lose(s.at(), Garbage, false)
	}
}
