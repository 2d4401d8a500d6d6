package warc

import (
	"bytes"
	"io"
)

// frame is a record found in a text: its head, its block, where it lies.
type frame struct {
	offset, inner, length int64
	start, block, end     int // in the bytes it was found in
	arc                   bool
	short                 bool // the stated length is more than a few bytes too short
}

// mark is a member in the text.
type mark struct {
	at, to        int64 // where it begins and ends in the text; to is -1 as long as that is not known
	lead          int64 // bytes of empty lines it begins with, which may end a record of the member before
	offset, after int64 // the same in the file
}

// edge is where no record goes on: a member begins with a record there, or text is missing.
type edge struct {
	at     int64
	gap    Reason // what is missing, or none
	member mark
}

// scanner frames the records of a text. It holds the text from pos on as far as it was needed, a whole record at most.
type scanner struct {
	text  text
	most  int64 // bytes of a block
	notes *Notes

	ordinary int64        // bytes of a record that may be kept without settle; 0: any number
	settle   func() error // is called before a larger record is kept

	buf    []byte
	pos    int
	start  int64 // in the text: of the record that is being framed and must be kept, or -1
	origin int64 // of buf[0] in the text
	marks  []mark
	edges  []edge
	lines  passedLines
	err    error // why there is no more text
}

func (s *scanner) reset(t text, notes *Notes) {
	*s = scanner{text: t, most: s.most, ordinary: s.ordinary, settle: s.settle, start: -1, notes: notes, buf: s.buf[:0],
		marks: s.marks[:0], edges: s.edges[:0]}
}

// next frames the next record. Its bytes are those of buf until the next call.
func (s *scanner) next() (frame, error) {
	for {
		s.start = -1
		if len(s.notes.List) >= mostNotes {
			return frame{}, errMany
		}
		s.newlines(1 << 30)
		if s.have(1) {
			if f, ok := s.record(); ok {
				s.notes.found++
				return f, nil
			}
		} else if !s.pass() {
			return frame{}, s.err
		}
		if s.failed() {
			return frame{}, s.err
		}
	}
}

// pass goes over the edge that pos has reached, and reports whether there was one.
func (s *scanner) pass() bool {
	if len(s.edges) == 0 {
		return false
	}
	if e := s.edges[0]; e.gap != none {
		s.notes.add(Note{Offset: e.member.offset, Why: e.gap})
	}
	s.edges = s.edges[:copy(s.edges, s.edges[1:])]
	return true
}

// at is pos in the text.
func (s *scanner) at() int64 { return s.origin + int64(s.pos) }

// kept is the first place of the text that is still needed.
func (s *scanner) kept() int64 {
	if s.start >= 0 {
		return s.start
	}
	return s.at()
}

// limit is how far the current record can go in buf.
func (s *scanner) limit() int {
	if len(s.edges) > 0 {
		return int(s.edges[0].at - s.origin)
	}
	return len(s.buf)
}

// have reads until there are n bytes from pos on. It reports whether there are n before the next edge.
func (s *scanner) have(n int) bool {
	for s.limit()-s.pos < n {
		if !s.fill() {
			return false
		}
	}
	return true
}

// fill takes a part of the text, and reports whether one came before the next edge.
func (s *scanner) fill() bool {
	if len(s.edges) > 0 || s.err != nil {
		return false
	}
	if drop := int(s.kept() - s.origin); drop > len(s.buf)/2 {
		s.buf = s.buf[:copy(s.buf, s.buf[drop:])]
		s.pos, s.origin = s.pos-drop, s.origin+int64(drop)
	}
	was := len(s.buf)
	buf, p, err := s.text.next(s.buf)
	s.buf = buf
	if err != nil {
		s.err = err
		return false
	}
	at, end := s.origin+int64(was), s.origin+int64(len(buf))
	if p.begin {
		if startsRecord(buf[was:]) {
			s.edges = append(s.edges, edge{at: at})
		}
		s.forget()
		if n := len(s.marks); n > 0 && s.marks[n-1].at == at {
			s.marks = s.marks[:n-1] // it was empty; there may be any number of those
		}
		s.marks = append(s.marks, mark{at: at, to: -1, offset: p.offset})
	}
	m := &s.marks[len(s.marks)-1]
	if p.end {
		m.to, m.after = end, p.after
	}
	if p.gap != none {
		s.edges = append(s.edges, edge{at: end, gap: p.gap, member: *m})
	}
	return true
}

// shrink frees the memory of a large record that has been read.
func (s *scanner) shrink() {
	s.buf, s.origin, s.pos = bytes.Clone(s.buf[s.pos:]), s.at(), 0
}

// forget drops the marks of members that are no longer needed.
func (s *scanner) forget() {
	n := 0
	for n+1 < len(s.marks) && s.marks[n+1].at <= s.kept() {
		n++
	}
	if n > 0 {
		s.marks = s.marks[:copy(s.marks, s.marks[n:])]
	}
}

// locate says where a byte of the text lies: in which member, and how far inside.
func (s *scanner) locate(at int64) (offset, inner int64) {
	if s.text.plain() {
		return s.marks[0].offset + at, 0
	}
	for i := len(s.marks) - 1; i >= 0; i-- {
		switch m := &s.marks[i]; {
		case at == m.at+m.lead:
			return m.offset, 0
		case at >= m.at:
			return m.offset, at - m.at
		}
	}
	return s.marks[0].offset, 0
}

// extent is how many bytes of the file hold a record, from its start to the end of its block and of the empty lines behind
// it; 0 if they hold more.
func (s *scanner) extent(start, end, behind int64) int64 {
	if s.text.plain() {
		return behind - start
	}
	begin := int64(-1)
	for _, m := range s.marks {
		if m.at+m.lead == start {
			begin = m.offset
		}
		if begin >= 0 && end <= m.to && m.to <= behind {
			return m.after - begin
		}
	}
	return 0
}

// newlines passes over at most n line ends and returns how many bytes those were.
func (s *scanner) newlines(n int) int {
	i := 0
	for i < n && s.have(1) && (s.buf[s.pos] == '\n' || s.buf[s.pos] == '\r') {
		if m := &s.marks[len(s.marks)-1]; m.at+m.lead == s.at() {
			m.lead++
		}
		s.pos++
		i++
	}
	return i
}

// note tells of something at a place of the text.
func (s *scanner) note(at int64, why Reason, size int64) {
	offset, inner := s.locate(at)
	s.notes.add(Note{Offset: offset, Inner: inner, Why: why, Bytes: size})
}

// begins reports whether a record begins at pos.
func (s *scanner) begins() bool {
	if !s.have(1) {
		return false
	}
	if s.buf[s.pos] == 'W' {
		return s.have(8) && startsWARC(s.buf[s.pos:s.limit()])
	}
	s.have(len("filedesc://"))
	if !startsARC(s.buf[s.pos:s.limit()]) {
		return false
	}
	n, _ := s.line(0, maxARCLine)
	line := trimLine(s.buf[s.pos : s.pos+n])
	if !s.text.plain() {
		_, ok := parseARCLine(line) // no bytes of it are missing, or its member would show that
		return ok
	}
	return isARCHead(line)
}

// line is the end of the line that begins n bytes after pos, both counted from pos; ok is false if it has no end, or one
// after more than most bytes.
func (s *scanner) line(n, most int) (end int, ok bool) {
	for from := n; ; {
		text := s.buf[s.pos:s.limit()]
		if i := bytes.IndexByte(text[from:], '\n'); i >= 0 {
			return from + i + 1, from+i+1 <= most
		}
		if from = len(text); from > most || !s.fill() {
			return from, false
		}
	}
}

func trimLine(b []byte) []byte { return bytes.TrimRight(b, "\r\n") }

// startsRecord reports whether a text, which may be cut off anywhere, starts with a record.
func startsRecord(b []byte) bool {
	if startsWARC(b) {
		return true
	}
	if !startsARC(b) {
		return false
	}
	line, _ := cutLine(b)
	_, ok := parseARCLine(line)
	return ok
}

// failed reports whether the text has ended because it cannot be read.
func (s *scanner) failed() bool { return s.err != nil && s.err != io.EOF }

// memberStart is the offset of the member that begins with a record at pos, if nothing is known behind it.
func (s *scanner) memberStart() (offset int64, ok bool) {
	if len(s.edges) != 1 || s.edges[0].gap != none || s.edges[0].at != s.at() {
		return 0, false
	}
	return s.marks[len(s.marks)-1].offset, true
}
