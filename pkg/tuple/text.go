package tuple

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
)

// The text form: one record a line, numbers apart by blanks, or by one TAB and any blanks around it. So a TAB at the start of a
// line, or behind another TAB, leaves an empty field: an unknown value where the kind of the column allows it, else an error.
// Blanks around a line, and blanks and TABs behind its last number, are nothing. Lines that begin with # or % are comments, empty
// lines are nothing (unless the only column may be unknown), CRLF ends a line as LF does, the last line may lack its end.
// Ids are digits; an int may have a minus; a score is a decimal number, rounded to the nearest f32 or f64.

// MaxLine is the longest line of text, in bytes.
const MaxLine = 64 << 10

// TextBuffer is the memory of a TextReader.
const TextBuffer = 4 * MaxLine

// Errors of the text form; they come wrapped with the place.
var (
	ErrRange  = errors.New("does not fit: ids must be 0 … 2147483647, other numbers at least -2147483648")
	ErrNumber = errors.New("is not a number")
	ErrWhole  = fmt.Errorf("%w of kind id or int", ErrNumber) // for a score where a whole number is wanted
	ErrNames  = errors.New("is a line of names")
	ErrLine   = TooLong(MaxLine)
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
	lines  lineBuffer
	cols   []Column
	ints   bool // no column needs more than digits on the fast way
	commas bool // it is CSV
	tabs   int  // TABs in a line whose values are all unknown; -1: no value may be unknown
	unused []bool
	names  []string // of the columns, if a record of names must be told from others
	err    error
}

// NewTextReader reads lines of numbers. Without columns, the first line says how many there are, and all are ints.
func NewTextReader(r io.Reader, cols []Column) (*TextReader, error) {
	t := &TextReader{lines: lineBuffer{r: r, buf: textBuffers.Get().(*textBuffer)[:]}, cols: cols}
	if cols == nil {
		first, width, err := t.lines.first()
		if err != nil {
			return nil, err
		}
		t.cols, t.tabs = Numbered(width), -1
		// a bad first line is refused before the width that it seems to have is used
		if _, err := t.odd(first, make([]int32, width)); err != nil {
			return nil, &LineError{t.lines.line + 1, err}
		}
	}
	t.ints = true
	for _, c := range t.cols {
		t.ints = t.ints && c.Kind < F32
	}
	t.mayBeEmpty()
	return t, nil
}

// Close gives back the buffer. After it, nothing may be read.
func (t *TextReader) Close() error {
	if t.lines.buf != nil {
		textBuffers.Put((*textBuffer)(t.lines.buf))
	}
	t.lines.buf = nil
	return nil
}

// mayBeEmpty sets tabs: a line without a number is a record if all columns that are used may be unknown.
func (t *TextReader) mayBeEmpty() {
	t.tabs = -1
	for i, c := range t.cols {
		if used := t.unused == nil || !t.unused[i]; used && !c.Null {
			t.tabs = -1
			return
		} else if used {
			t.tabs = len(t.cols) - 1
		}
	}
}

// Unused says which columns hold nothing that counts: their fields may be any text, and their values are 0.
func (t *TextReader) Unused(columns []bool) {
	t.unused = columns
	t.mayBeEmpty()
}

// parseColumn reads the field of column i into the start of rec, and says how many columns it takes.
func (t *TextReader) parseColumn(rec []int32, f []byte, i int) (columns int, err error) {
	if t.unused != nil && t.unused[i] {
		rec[0] = 0
		return 1, nil
	}
	return ParseField(rec, f, t.cols[i])
}

// Width is the number of columns; 0 for a stream that has no records to tell it.
func (t *TextReader) Width() int { return len(t.cols) }

// StartAt makes the reader count the lines in its errors behind those that were read before it.
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
		switch {
		case !t.ints:
		case t.commas:
			next, ok = commaLine(buf, p, dst[n:n+w])
		default:
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
	if t.names != nil && t.isNames(line) {
		return false, ErrNames
	}
	if t.commas {
		return t.row(line, rec)
	}
	if ignored(line) && !t.unknown(line) {
		return false, nil
	}
	i, numbers, expected := 0, 0, Numbers(t.cols)
	for f, rest, more := field(line); ; f, rest, more = field(rest) {
		if i < len(rec) {
			n, err := t.parseColumn(rec[i:], f, i)
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
		return false, fmt.Errorf("has %s, expected %d", Counted(numbers, "number"), expected)
	}
	return true, nil
}

// unknown reports whether a line is a record without a known value.
func (t *TextReader) unknown(line []byte) bool {
	return t.tabs >= 0 && t.tabs == bytes.Count(line, []byte("\t")) && len(bytes.TrimLeft(line, " \t")) == 0
}

// ignored reports whether a line is empty or a comment.
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

// ParseField reads one number of a column's kind into the start of rec, and says how many columns it takes.
func ParseField(rec []int32, f []byte, col Column) (columns int, err error) {
	if len(f) == 0 {
		rec[0] = Unknown
		if !col.Null {
			return 0, fmt.Errorf("column %s: %w", col.Name, errEmpty)
		}
		return 1, nil
	}
	switch col.Kind {
	case F32:
		x, err := parseScore(f, 32)
		rec[0] = F32Bits(float32(x))
		return 1, err
	case F64:
		x, err := parseScore(f, 64)
		PutF64(rec, x)
		return 2, err
	}
	rec[0], err = parseInt(f, col)
	return 1, err
}

func parseInt(f []byte, col Column) (int32, error) {
	digits, minus := bytes.CutPrefix(f, []byte("-"))
	limit := uint64(math.MaxInt32)
	if minus && col.Kind <= Int {
		limit++
	}
	v := uint64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, fieldError(f, ErrNumber)
		}
		if v <= limit { // beyond, it only must not wrap
			v = v*10 + uint64(c-'0')
		}
	}
	switch {
	case len(digits) == 0:
		return 0, fieldError(f, ErrNumber)
	case v > limit || minus && col.Kind == ID && v > 0:
		return 0, fieldError(f, ErrRange)
	case minus:
		return int32(-int64(v)), nil
	}
	return int32(v), nil
}

var errEmpty = errors.New("has an empty field: TABs (or commas) stand around it or at an end of the line; tools with -columns take it as an id? or f32?")

var errBeyond = errors.New("is too large or too small for its kind (an f64 holds more than an f32)")

var errScore = fmt.Errorf("%w: a score must be a finite number ≥ 0", ErrKind)

func parseScore(f []byte, bitSize int) (float64, error) {
	x, err := strconv.ParseFloat(string(f), bitSize)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fieldError(f, errBeyond)
	case err != nil || bytes.ContainsAny(f, "_xX"): // hexadecimal numbers are none in tables and messages either
		return 0, fieldError(f, ErrNumber)
	case x == 0 && isMore(f):
		return 0, fieldError(f, errBeyond)
	case math.IsNaN(x) || math.IsInf(x, 0) || x < 0:
		return 0, fieldError(f, errScore)
	}
	return math.Abs(x), nil // there is no negative zero
}

// isMore reports whether a number that is read as 0 is more, like 1e-400.
func isMore(f []byte) bool {
	if e := bytes.IndexAny(f, "eE"); e >= 0 {
		f = f[:e]
	}
	return bytes.ContainsAny(f, "123456789")
}

// fieldError quotes what was read, or the start of it, before an error.
func fieldError(f []byte, err error) error {
	const most = 32
	shown := strconv.Quote(string(f[:min(len(f), most)]))
	if len(f) > most {
		shown += "…"
	}
	if err == ErrNumber && bytes.ContainsAny(f, ",;") {
		return fmt.Errorf("%s %w: separate numbers by TABs or blanks", shown, err)
	}
	if _, e := strconv.ParseFloat(string(f), 64); err == ErrNumber && e == nil && bytes.ContainsAny(f, ".eE") {
		err = ErrWhole
	}
	if err == ErrNumber && bytes.Contains(f, []byte("://")) {
		return fmt.Errorf("%s %w: dict gives ids to URLs", shown, err)
	}
	return fmt.Errorf("%s %w", shown, err)
}

// TextWriter is the Sink of a text stream.
type TextWriter struct {
	w       io.Writer
	cols    []Column
	between byte // the numbers: TAB or comma
	plain   bool // only ids and ints, none of which may be unknown
	buf     []byte
	record  int // the most bytes a record can have
}

const (
	maxNumber = 24 // bytes for a number with what follows it, with space for whole words: no float64 ≥ 0 is longer
	writeSize = 64 << 10
)

// NewTextWriter writes one record a line, TAB between the numbers.
func NewTextWriter(w io.Writer, cols []Column) *TextWriter {
	t := &TextWriter{w: w, cols: cols, between: '\t', plain: true, record: len(cols) * maxNumber}
	for _, c := range cols {
		t.plain = t.plain && c.Kind < F32 && !c.Null
	}
	t.buf = make([]byte, 0, writeSize)
	return t
}

// WriteBlock implements Sink.
func (t *TextWriter) WriteBlock(block []int32) error {
	w := len(t.cols)
	for len(block) > 0 {
		n := min(len(block)/w, (cap(t.buf)-len(t.buf))/t.record)
		if n == 0 {
			if err := t.Flush(); err != nil {
				return err
			}
			continue
		}
		if t.plain {
			t.buf = appendInts(t.buf, block[:n*w], w, t.between)
		} else {
			t.buf = t.appendAny(t.buf, block[:n*w])
		}
		block = block[n*w:]
	}
	return nil
}

// appendInts appends lines of ints to b, which must have space for them.
func appendInts(b []byte, block []int32, width int, between byte) []byte {
	p, b := len(b), b[:cap(b)]
	for i := 0; i < len(block); i += width {
		for _, v := range block[i : i+width] {
			if v < 0 {
				b[p] = '-'
				p++
				v = -v // the least int is its own negative, and right as a uint32
			}
			p += putDigits(b[p:p+16], uint32(v))
			b[p] = between
			p++
		}
		b[p-1] = '\n'
	}
	return b[:p]
}

// appendAny is appendInts for records with scores: the shortest decimals that read back as the same. Unknown values are
// empty fields.
func (t *TextWriter) appendAny(b []byte, block []int32) []byte {
	for i, v := range block {
		col := i % len(t.cols)
		switch c := t.cols[col]; {
		case c.Null && v == Unknown && len(t.cols) == 1 && t.between == ',':
			b = append(b, `"",`...) // an empty line may be no row
		case c.Null && v == Unknown:
			b = append(b, t.between)
		case c.Kind == F32:
			b = append(strconv.AppendFloat(b, float64(F32Value(v)), 'g', -1, 32), t.between)
		case c.Kind == F64:
			b = append(strconv.AppendFloat(b, F64Value(block[i:]), 'g', -1, 64), t.between)
		case c.Kind == F64High: // written with its lower half
		default:
			b = append(strconv.AppendInt(b, int64(v), 10), t.between)
		}
		if col == len(t.cols)-1 {
			b[len(b)-1] = '\n'
		}
	}
	return b
}

// Flush writes what is buffered.
func (t *TextWriter) Flush() error {
	if len(t.buf) == 0 {
		return nil
	}
	_, err := t.w.Write(t.buf)
	t.buf = t.buf[:0]
	return err
}

// Numbers are read and written eight digits at a time, in the bytes of one uint64 whose lowest byte is the first digit:
// how many digits there are then costs no branch that the machine guesses wrong (measured on 7 to 9 digits: twice the
// speed of a digit by digit loop).

const ascii8 = 0x3030303030303030 // "00000000"

// parseDigits reads the digits at the start of b, which must go on for at least 16 bytes. It returns how many there
// are, up to 16; the value is right if there are no more than 10.
func parseDigits(b []byte) (v uint64, n int) {
	v, n = parse8(b)
	if n < 8 {
		return v, n
	}
	for ; n < 16 && b[n]-'0' <= 9; n++ {
		v = v*10 + uint64(b[n]-'0')
	}
	return v, n
}

func parse8(b []byte) (v uint64, n int) {
	x := binary.LittleEndian.Uint64(b) ^ ascii8
	// The top bit of each byte that is not 0 … 9; a carry only spoils bytes behind the first of them.
	other := (x + 0x7676767676767676 | x) & 0x8080808080808080
	n = bits.TrailingZeros64(other) / 8
	x <<= 64 - 8*uint(n) // the missing digits become zeros in front
	x = x*10 + x>>8      // two digits in every second byte
	const pairs, high, low = 0x000000ff000000ff, 1000000<<32 + 100, 10000<<32 + 1
	return (x&pairs*high + x>>16&pairs*low) >> 32, n
}

// putDigits writes v at the start of b, which must have at least 16 bytes, and returns how many digits it has.
func putDigits(b []byte, v uint32) int {
	if v < 1e8 {
		x := spread8(v)
		zeros := bits.TrailingZeros64(x|1<<56) / 8
		binary.LittleEndian.PutUint64(b, (x|ascii8)>>(8*uint(zeros)))
		return 8 - zeros
	}
	n := putDigits(b, v/1e8)
	binary.LittleEndian.PutUint64(b[n:], spread8(v%1e8)|ascii8)
	return n + 8
}

// spread8 gives the eight digits of v < 10^8. Halves, quarters and eighths are split side by side in one word; the
// divisions by 100 and 10 are multiplications that are exact in their range.
func spread8(v uint32) uint64 {
	x := uint64(v/10000) | uint64(v%10000)<<32
	q := x * 10486 >> 20 & 0x0000007f0000007f
	x = q | (x-q*100)<<16
	q = x * 103 >> 10 & 0x000f000f000f000f
	return q | (x-q*10)<<8
}
