package tuple

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
)

// The text form: one record a line, numbers apart by blanks, or by one TAB and any blanks around it. So a TAB at the start of a
// line, or behind another TAB, leaves an empty field: an unknown value where the kind of the column allows it, else an error.
// Blanks around a line, and blanks and TABs behind its last number, are nothing. Lines that begin with # or % are comments, empty
// lines are nothing (unless the only column may be unknown), CRLF ends a line as LF does, the last line may lack its end.
// Ids are digits; an int may have a minus; a score is a decimal number, rounded to the nearest f32 or f64.

// MaxLine is the longest line of text, in bytes.
const MaxLine = 64 << 10

const textBuffer = 4 * MaxLine

// Errors of the text form; they come wrapped with the place.
var (
	ErrRange  = errors.New("does not fit: ids and numbers must be 0 … 2147483647")
	ErrNumber = errors.New("is not a number")
	ErrLine   = fmt.Errorf("longer than %d bytes", MaxLine)
)

// LineError is an error with the line, counted from 1, at which it was found.
type LineError struct {
	Line int64
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%v, at line %d", e.Err, e.Line) }
func (e *LineError) Unwrap() error { return e.Err }

// TextReader is the Source of a text stream.
type TextReader struct {
	lines lines
	cols  []Column
	ints  bool // no column needs more than digits on the fast way
	tabs  int  // of a line without numbers whose values are all unknown; -1: they must not be
	err   error
}

// NewTextReader reads lines of numbers. Without columns, the first line says how many there are, and all are ints.
func NewTextReader(r io.Reader, cols []Column) (*TextReader, error) {
	t := &TextReader{lines: lines{r: r, buf: make([]byte, textBuffer+padding)}, cols: cols}
	if cols == nil {
		width, err := t.lines.firstWidth()
		if err != nil {
			return nil, err
		}
		t.cols = Numbered(width)
	}
	t.ints, t.tabs = true, len(t.cols)-1
	for _, c := range t.cols {
		t.ints = t.ints && c.Kind < F32
		if !c.Null {
			t.tabs = -1
		}
	}
	return t, nil
}

// Width is the number of columns; 0 for a stream that has no records to tell it.
func (t *TextReader) Width() int { return len(t.cols) }

// StartAt makes the reader count lines in its errors after so many that were read before it.
func (t *TextReader) StartAt(lines int64) { t.lines.line += lines }

// ReadBlock implements Source.
func (t *TextReader) ReadBlock(dst []int32) (int, error) {
	n := 0
	for t.err == nil {
		n += t.parse(dst[n:])
		if n == len(dst) || t.err != nil {
			break
		}
		t.err = t.lines.more()
	}
	if n > 0 {
		return n, nil
	}
	return 0, t.err
}

// parse turns whole lines into records until dst is full or the lines are used up. The loop knows only lines of digits;
// what else a line may be is left to odd.
func (t *TextReader) parse(dst []int32) (n int) {
	in, w := &t.lines, len(t.cols)
	buf, p, line := in.buf, in.pos, in.line
	for n < len(dst) && p < in.end {
		next, ok := p, false
		if t.ints {
			next, ok = digitLine(buf, p, dst[n:n+w])
		}
		if !ok {
			next = p + bytes.IndexByte(buf[p:in.end], '\n') + 1
			var err error
			if ok, err = t.odd(withoutEnd(buf[p:next-1]), dst[n:n+w]); err != nil {
				t.err = &LineError{line + 1, err}
				return n
			}
		}
		if ok {
			n += w
		}
		p = next
		line++
	}
	in.pos, in.line = p, line
	return n
}

// digitLine reads one line of ids that begins at p, and says where the next line begins.
func digitLine(buf []byte, p int, rec []int32) (next int, ok bool) {
	for i := range rec {
		tabs := 0
		for buf[p] == ' ' || buf[p] == '\t' {
			tabs += int(buf[p] & 1) // a blank is even
			p++
		}
		if tabs > min(i, 1) {
			return p, false // an empty field
		}
		v, n := parseDigits(buf[p:])
		if n == 0 || n > 10 || v > math.MaxInt32 {
			return p, false
		}
		rec[i] = int32(v)
		p += n
	}
	for buf[p] == ' ' || buf[p] == '\t' {
		p++
	}
	if buf[p] == '\r' {
		p++
	}
	return p + 1, buf[p] == '\n'
}

// odd reads a line that is not only ids, without its end: an empty line or a comment (false), a record with numbers of
// other kinds, or a mistake.
func (t *TextReader) odd(line []byte, rec []int32) (bool, error) {
	if ignored(line) && !t.unknown(line) {
		return false, nil
	}
	i, numbers, expected := 0, 0, Numbers(t.cols)
	for f, rest, more := field(line); ; f, rest, more = field(rest) {
		if i < len(rec) {
			n, err := parseField(rec[i:], f, t.cols[i])
			if err != nil {
				return false, err
			}
			i += n
		}
		if len(f) > 0 || numbers < expected {
			numbers++
		}
		if !more {
			break
		}
	}
	if numbers != expected {
		return false, fmt.Errorf("has %d numbers, expected %d", numbers, expected)
	}
	return true, nil
}

// unknown tells records of which all values are unknown.
func (t *TextReader) unknown(line []byte) bool {
	return t.tabs >= 0 && t.tabs == bytes.Count(line, []byte("\t")) && len(bytes.TrimLeft(line, " \t")) == 0
}

// ignored tells empty lines and comments.
func ignored(line []byte) bool {
	for _, c := range line {
		if !blank(c) {
			return c == '#' || c == '%'
		}
	}
	return true
}

// withoutEnd cuts a CR off the end of a line. It has no meaning elsewhere.
func withoutEnd(line []byte) []byte { return bytes.TrimSuffix(line, []byte("\r")) }

// field cuts the first field, and what separates it from the next, off a line without its end; more reports whether there is a
// next one.
func field(line []byte) (f, rest []byte, more bool) {
	from := 0
	for from < len(line) && line[from] == ' ' {
		from++
	}
	to := from
	for to < len(line) && !blank(line[to]) {
		to++
	}
	next := to
	for next < len(line) && line[next] == ' ' {
		next++
	}
	if more = next < len(line); more && line[next] == '\t' {
		next++
	}
	return line[from:to], line[next:], more
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

// lines gives whole lines of a stream, a buffer at a time.
type lines struct {
	r    io.Reader
	buf  []byte // padding bytes at its end are never filled, so that numbers can be read in words
	pos  int    // what is not yet parsed begins here,
	end  int    // its whole lines end here,
	have int    // and the bytes read so far here
	line int64  // lines before pos
	err  error  // of the reader
}

const padding = 16

// more makes at least one whole line available, or returns the error of the stream.
func (l *lines) more() error {
	l.have = copy(l.buf, l.buf[l.pos:l.have])
	l.pos, l.end = 0, 0
	for {
		room := l.buf[l.have : len(l.buf)-padding]
		if len(room) == 0 {
			break
		}
		if l.err != nil {
			return l.last()
		}
		n, err := l.r.Read(room)
		l.have, l.err = l.have+n, err
		if i := bytes.LastIndexByte(l.buf[l.have-n:l.have], '\n'); i >= 0 {
			l.end = l.have - n + i + 1
			return l.capped()
		}
		if l.have > MaxLine {
			break
		}
	}
	return &LineError{l.line + 1, ErrLine}
}

// last ends the last line, if the stream did not.
func (l *lines) last() error {
	if l.err != io.EOF {
		return &LineError{l.line + 1, l.err}
	}
	if l.have == 0 {
		return io.EOF
	}
	l.buf[l.have] = '\n'
	l.have++
	l.end = l.have
	return l.capped()
}

// capped refuses long lines also where they happen to fit into the buffer, so that the limit is one.
func (l *lines) capped() error {
	line := l.line
	for p := 0; l.end-p > MaxLine; line++ {
		n := bytes.IndexByte(l.buf[p:l.end], '\n')
		if n > MaxLine {
			return &LineError{line + 1, ErrLine}
		}
		p += n + 1
	}
	return nil
}

// firstWidth counts the fields of the first line that is a record, without consuming it; 0 if there is none.
func (l *lines) firstWidth() (int, error) {
	for {
		for l.pos < l.end {
			n := bytes.IndexByte(l.buf[l.pos:l.end], '\n')
			if line := withoutEnd(l.buf[l.pos : l.pos+n]); !ignored(line) {
				return l.width(line)
			}
			l.pos += n + 1
			l.line++
		}
		if err := l.more(); err == io.EOF {
			return 0, nil
		} else if err != nil {
			return 0, err
		}
	}
}

func (l *lines) width(line []byte) (int, error) {
	line = bytes.TrimRight(line, " \t")
	w := 1
	for _, rest, more := field(line); more; _, rest, more = field(rest) {
		w++
	}
	if w > MaxWidth {
		return 0, &LineError{l.line + 1, fmt.Errorf("has %d fields, a record has at most %d", w, MaxWidth)}
	}
	return w, nil
}
