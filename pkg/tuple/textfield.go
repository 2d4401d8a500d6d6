package tuple

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// parseField reads one number of a column's kind into the start of rec, and says how many columns it takes.
func parseField(rec []int32, f []byte, col Column) (columns int, err error) {
	if len(f) == 0 {
		if rec[0] = Unknown; !col.Null {
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

var errEmpty = errors.New("has an empty field: TABs stand around it or at an end of the line; only the kinds id? and f32? of tuples -columns take it")

var errBeyond = errors.New("is too large or too small for its kind (an f64 holds more than an f32)")

var errScore = fmt.Errorf("%w: a score must be a finite number ≥ 0", ErrKind)

func parseScore(f []byte, bits int) (float64, error) {
	x, err := strconv.ParseFloat(string(f), bits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fieldError(f, errBeyond)
	case err != nil || bytes.ContainsRune(f, '_'):
		return 0, fieldError(f, ErrNumber)
	case x == 0 && bits == 32 && bytes.ContainsAny(f, "123456789"):
		if wide, _ := strconv.ParseFloat(string(f), 64); wide != 0 {
			return 0, fieldError(f, errBeyond)
		}
	case math.IsNaN(x) || math.IsInf(x, 0) || x < 0:
		return 0, fieldError(f, errScore)
	}
	return math.Abs(x), nil // there is no negative zero
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
	return fmt.Errorf("%s %w", shown, err)
}

// TextWriter is the Sink of a text stream.
type TextWriter struct {
	w      io.Writer
	cols   []Column
	plain  bool // only ids and ints, none of which may be unknown
	buf    []byte
	record int // the most bytes a record can have
}

const (
	maxNumber = 24 // bytes for a number with what follows it, with room for whole words: no float64 ≥ 0 is longer
	writeSize = 64 << 10
)

// NewTextWriter writes one record a line, TAB between the numbers.
func NewTextWriter(w io.Writer, cols []Column) *TextWriter {
	t := &TextWriter{w: w, cols: cols, plain: true, record: len(cols) * maxNumber}
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
			t.buf = appendInts(t.buf, block[:n*w], w)
		} else {
			t.buf = t.appendAny(t.buf, block[:n*w])
		}
		block = block[n*w:]
	}
	return nil
}

// appendInts appends lines of ints to b, which must have room for them.
func appendInts(b []byte, block []int32, width int) []byte {
	p, b := len(b), b[:cap(b)]
	for i := 0; i < len(block); i += width {
		for _, v := range block[i : i+width] {
			if v < 0 {
				b[p] = '-'
				p++
				v = -v // the least int is its own negative, and right as a uint32
			}
			p += putDigits(b[p:p+16], uint32(v))
			b[p] = '\t'
			p++
		}
		b[p-1] = '\n'
	}
	return b[:p]
}

// appendAny is appendInts for records with scores: the shortest decimals that read back as the same. Unknown values are empty fields.
func (t *TextWriter) appendAny(b []byte, block []int32) []byte {
	for i, v := range block {
		col := i % len(t.cols)
		switch c := t.cols[col]; {
		case c.Null && v == Unknown:
			b = append(b, '\t')
		case c.Kind == F32:
			b = append(strconv.AppendFloat(b, float64(F32Value(v)), 'g', -1, 32), '\t')
		case c.Kind == F64:
			b = append(strconv.AppendFloat(b, F64Value(block[i:]), 'g', -1, 64), '\t')
		case c.Kind == F64High: // written with its lower half
		default:
			b = append(strconv.AppendInt(b, int64(v), 10), '\t')
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
