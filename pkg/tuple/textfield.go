package tuple

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
)

// parseField reads one number of a column's kind.
func parseField(f []byte, col Column) (int32, error) {
	if col.Kind == F32 {
		return parseScore(f)
	}
	digits, minus := bytes.CutPrefix(f, []byte("-"))
	limit := uint64(math.MaxInt32)
	if minus && col.Kind == Int {
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

var errScore = fmt.Errorf("%w: a score must be a number ≥ 0", ErrKind)

func parseScore(f []byte) (int32, error) {
	x, err := strconv.ParseFloat(string(f), 32)
	switch {
	case err != nil:
		return 0, fieldError(f, ErrNumber)
	case math.IsNaN(x) || x < 0:
		return 0, fieldError(f, errScore)
	}
	return F32Bits(float32(math.Abs(x))), nil // there is no negative zero
}

// fieldError quotes what was read, or the start of it, before an error.
func fieldError(f []byte, err error) error {
	const most = 32
	shown := strconv.Quote(string(f[:min(len(f), most)]))
	if len(f) > most {
		shown += "…"
	}
	return fmt.Errorf("%s %w", shown, err)
}

// TextWriter is the Sink of a text stream.
type TextWriter struct {
	w      io.Writer
	cols   []Column
	plain  bool // only ids and ints
	buf    []byte
	record int // the most bytes a record can have
}

const (
	maxNumber = 24 // bytes for a number with what follows it, with room for whole words: no float32 is longer
	writeSize = 64 << 10
)

// NewTextWriter writes one record a line, TAB between the numbers.
func NewTextWriter(w io.Writer, cols []Column) *TextWriter {
	t := &TextWriter{w: w, cols: cols, plain: true, record: len(cols) * maxNumber}
	for _, c := range cols {
		t.plain = t.plain && c.Kind != F32
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

// appendAny is appendInts for records with scores: the shortest decimal that reads back as the same float32.
func (t *TextWriter) appendAny(b []byte, block []int32) []byte {
	for i, v := range block {
		if col := i % len(t.cols); t.cols[col].Kind == F32 {
			b = strconv.AppendFloat(b, float64(F32Value(v)), 'g', -1, 32)
		} else {
			b = strconv.AppendInt(b, int64(v), 10)
		}
		if b = append(b, '\t'); (i+1)%len(t.cols) == 0 {
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
