package warc

import (
	"bytes"

	"webmill/pkg/ascii"
)

// passedLines tells of the lines that resync has passed.
type passedLines struct {
	empty     bool // the last one was empty
	emptyOnes int
	length    int  // of the line so far
	cut       bool // the record begins inside of a line
}

func (p *passedLines) end(text []byte) {
	p.length += len(text)
	if p.empty = p.length == 1 || p.length == 2 && text[0] == '\r'; p.empty {
		p.emptyOnes++
	}
	p.length = 0
}

// resync goes to the next place where a record begins, or to the next edge; pos is at the start of a line or not. It returns
// how many bytes it passed and whether a record begins there.
func (s *scanner) resync(atLine bool) (passed int64, found bool) {
	s.lines = passedLines{}
	for from := s.at(); ; atLine = true {
		if atLine && s.begins() {
			return s.at() - from, true
		}
		n := s.passLong()
		if n == 0 {
			return s.at() - from, false
		}
		if at := s.headIn(n); at > 0 {
			s.lines.cut = true
			s.pos += at
			return s.at() - from, true
		}
		s.lines.end(s.buf[s.pos : s.pos+n])
		if s.pos += n; s.pos == s.limit() && !s.have(1) {
			return s.at() - from, false
		}
	}
}

// passLong passes over the line at pos as long as a head at its end is not in reach, and returns how many bytes are left
// of it; 0 if it does not end before the next edge, which is where pos is then.
func (s *scanner) passLong() int {
	for {
		text := s.buf[s.pos:s.limit()]
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			return i + 1
		}
		n := max(0, len(text)-maxARCLine)
		s.lines.length += n
		s.pos += n
		if !s.fill() {
			s.lines.length += s.limit() - s.pos
			s.pos = s.limit()
			return 0
		}
	}
}

// headIn is where inside of the line at pos, of n bytes, a record begins, because what should end the one before is missing;
// 0 if none does.
func (s *scanner) headIn(n int) int {
	at := lastHead(trimLine(s.buf[s.pos : s.pos+n]))
	if at == 0 || s.buf[s.pos+at] != 'W' {
		return at
	}
	for _, name := range []string{"WARC-", "Content-"} {
		if end := n + len(name); s.have(end) && ascii.EqualFold(s.buf[s.pos+n:s.pos+end], name) {
			return at
		}
	}
	return 0
}

// lastHead is where inside of a line a first line of a record begins that ends with it; 0 if none does.
func lastHead(line []byte) int {
	n := len(line)
	if n < len("WARC/1.0") || line[n-1] < '0' || line[n-1] > '9' {
		return 0
	}
	for at := n - len("WARC/0.18"); at <= n-len("WARC/1.0"); at++ {
		if at > 0 && startsWARC(line[at:]) {
			return at
		}
	}
	a, ok := parseARCLine(line)
	if !ok {
		return 0
	}
	return max(0, urlStart(a.url))
}

// holdsRecord reports whether a record begins in the text between two places, at the start of a line or not.
func (s *scanner) holdsRecord(from, to int64) bool {
	if !s.moveTo(to) {
		return false
	}
	for s.moveTo(from); s.at() < to; {
		if s.begins() {
			return true
		}
		n, ok := s.line(0, int(to-s.at())+maxARCLine)
		if !ok {
			break
		}
		if at := s.headIn(n); at > 0 && s.at()+int64(at) < to {
			return true
		}
		s.pos += n
	}
	return false
}

// wasARCHead reports whether the line at pos looks like what is left of a head, and not like a line of a block. Damage may have
// cut the head into lines; then the last one still ends with a length and comes before a message. It may also have replaced
// the head by bytes that no text has.
func (s *scanner) wasARCHead() bool {
	const (
		most = 8 // lines
		near = 256
	)
	s.have(near)
	if bytes.IndexFunc(s.buf[s.pos:min(s.pos+near, s.limit())], notText) >= 0 {
		return true
	}
	for from, lines := 0, 0; lines < most; lines++ {
		end, ok := s.line(from, from+maxARCLine)
		s.have(end + len("HTTP/"))
		line, next := cutLine(s.buf[s.pos+from : min(s.pos+end+len("HTTP/"), s.limit())])
		message := string(next) == "HTTP/"
		_, length := cutLast(line)
		_, number := decimal(length)
		fields := number && bytes.Count(line, []byte(" ")) >= 3
		if message && fields || lines == 0 && (message || fields || mayBeScheme(line)) {
			return true
		}
		if !ok {
			break
		}
		from = end
	}
	return false
}

func notText(c rune) bool { return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' }

// mayBeScheme reports whether a line begins like a URL, of whose scheme some bytes may be missing or changed.
func mayBeScheme(line []byte) bool {
	if bytes.Contains(line[:min(len(line), len("filedesc://x"))], []byte("://")) {
		return true
	}
	for _, s := range arcSchemes {
		k := min(len(line), len(s)-1)
		if k > 1 && ascii.EqualFold(line[:2], s[:2]) || k == 1 && line[0] == s[0] {
			return true
		}
	}
	return false
}
