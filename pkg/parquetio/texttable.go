package parquetio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"webmill/pkg/ascii"
	"webmill/pkg/csv"
	"webmill/pkg/tuple"
)

// TextTable is a table as text: lines of fields between TABs, or CSV, the first with the names of the columns. It is
// read twice, once to see what its columns hold and once to write them. Two groups of at most a million numbers and 4
// MiB of text are in memory.
//
// A column is INT32 where each of its fields is an integer of 32 bits, DOUBLE where each is a number or missing (empty, nan),
// else text. What a DOUBLE would not keep is no number: integers beyond 2^53, and those with a zero in front, like codes.
type TextTable struct {
	name  string // of the input, for messages
	comma bool   // it is CSV
	names []string
	kinds []fieldKinds
	rows  int64
}

// What a text table may be made of.
const (
	maxTextColumns  = 100
	MaxTextLine     = 1 << 20
	textRows        = 4 << 10 // written at once
	textGroupBytes  = 4 << 20 // bytes of text written at once, and of a group
	textGroupValues = 1 << 20 // numbers of a group
)

// fieldKinds are what the fields of a column are.
type fieldKinds uint8

const (
	intField     fieldKinds = 1 << iota // an int32
	realField                           // another number
	missingField                        // a number that is not there
	textField
)

// isInt, isText: what the column is; DOUBLE if neither.
func (k fieldKinds) isInt() bool  { return k == intField }
func (k fieldKinds) isText() bool { return k&textField != 0 || k&(intField|realField) == 0 }

// ScanTextTable reads a text table, called name in messages, to its end, to learn its columns. With comma it is CSV,
// else fields have TABs between them.
func ScanTextTable(name string, r io.Reader, comma bool) (*TextTable, error) {
	s := &TextTable{name: name, comma: comma}
	err := s.lines(r, func(line int64, fields [][]byte) error {
		s.rows++
		for i, f := range fields {
			k := kindOf(f)
			if k == textField && !utf8.Valid(f) {
				return s.at(line, fmt.Errorf("%s: %.64q is not UTF-8", s.names[i], f))
			}
			s.kinds[i] |= k
		}
		return nil
	})
	if err == nil && s.names == nil {
		err = fmt.Errorf("%s: %w", name, csv.ErrNoNames)
	}
	return s, err
}

// Rows is the number of rows.
func (s *TextTable) Rows() int64 { return s.rows }

// Warning is what is odd about the table, or "".
func (s *TextTable) Warning() string {
	switch {
	case len(s.names) != 1:
		return ""
	case s.comma && strings.ContainsAny(s.names[0], ";\t"):
		return fmt.Sprintf("no line has a comma between fields, so all is one column, named %.64q", s.names[0])
	case s.comma || !strings.Contains(strings.TrimSpace(s.names[0]), " "):
		return ""
	}
	return fmt.Sprintf("no line has a TAB, so all is one column, named %.64q; TABs separate columns: tr -s ' ' '\\t' makes them of blanks", s.names[0])
}

// WriteParquet writes the table, which is read once more.
func (s *TextTable) WriteParquet(w io.Writer, r io.Reader, how Encoders) error {
	t, err := NewLineWriter(w, s.fields(), how)
	if err != nil {
		return err
	}
	changed := errors.New("was changed while it was read")
	err = (&TextTable{name: s.name, comma: s.comma}).lines(r, func(line int64, fields [][]byte) error {
		if err := t.Row(fields); err != nil && t.out.err == nil {
			return s.at(line, changed)
		}
		return t.out.err
	})
	if err == nil && t.Rows() != s.rows {
		err = s.at(t.Rows()+1, changed)
	}
	if t.out.err == nil {
		t.out.err = err
	}
	return t.Close()
}

func (s *TextTable) fields() (fields []Field) {
	for i, name := range s.names {
		switch k := s.kinds[i]; {
		case k.isText():
			fields = append(fields, Texts(name)...)
		case k.isInt():
			fields = append(fields, Fields(tuple.Ints(name)...)...)
		default:
			fields = append(fields, Reals(name)...)
		}
	}
	return fields
}

// lines reads the names and hands on the fields of each further line, which are valid until the next.
func (s *TextTable) lines(r io.Reader, row func(line int64, fields [][]byte) error) error {
	in := NewLines(r, s.comma)
	for {
		fields, err := in.Next()
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &csv.Fault{}):
			return s.at(in.Line(), err)
		case err != nil:
			return err
		case s.names == nil:
			if err := s.head(fields); err != nil {
				return s.at(in.Line(), err)
			}
		case len(fields) != len(s.names):
			return s.at(in.Line(), fmt.Errorf("%s, the first line names %d", tuple.Counted(len(fields), "field"), len(s.names)))
		default:
			if err := row(in.Line(), fields); err != nil {
				return err
			}
		}
	}
}

// Lines are the lines of a text table.
type Lines interface {
	// Next returns the fields of the next line, which are valid until the one after, or io.EOF.
	Next() ([][]byte, error)
	// Line is the number of the last line.
	Line() int64
}

// NewLines reads lines whose fields have TABs between them, or CSV.
func NewLines(r io.Reader, comma bool) Lines {
	if comma {
		return csv.NewReader(r, MaxTextLine)
	}
	return &tabbed{in: bufio.NewReaderSize(r, MaxTextLine+2)}
}

// tabbed are lines with TABs.
type tabbed struct {
	in     *bufio.Reader
	fields [][]byte
	line   int64
}

func (t *tabbed) Line() int64 { return t.line }

func (t *tabbed) Next() ([][]byte, error) {
	line, err := t.in.ReadSlice('\n')
	t.line++
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, err
	case err == bufio.ErrBufferFull:
		return nil, csv.Fault{Err: fmt.Errorf("longer than %d bytes", MaxTextLine)}
	case err != nil && err != io.EOF:
		return nil, err
	}
	t.fields = cutFields(t.fields[:0], ascii.TrimEnd(line))
	return t.fields, nil
}

// at is an error of a line.
func (s *TextTable) at(line int64, err error) error {
	return fmt.Errorf("%s: %w, at line %d", s.name, err, line)
}

// head takes over the names of the columns.
func (s *TextTable) head(fields [][]byte) error {
	if len(fields) == 1 && !s.comma && bytes.ContainsAny(fields[0], ",;") {
		return fmt.Errorf("%.64q has no TAB: separate the names of columns by TABs", fields[0])
	}
	if len(fields) == 1 && s.comma && bytes.IndexByte(fields[0], '\t') >= 0 {
		return csv.ErrTabs
	}
	if len(fields) > maxTextColumns {
		return fmt.Errorf("%d columns, more than %d", len(fields), maxTextColumns)
	}
	for _, f := range fields {
		s.names = append(s.names, string(f))
	}
	s.kinds = make([]fieldKinds, len(s.names))
	return csv.CheckNames(s.names)
}

// cutFields appends the fields of a line.
func cutFields(fields [][]byte, line []byte) [][]byte {
	for {
		f, rest, more := bytes.Cut(line, []byte{'\t'})
		fields = append(fields, f)
		if !more {
			return fields
		}
		line = rest
	}
}

// kindOf is what a field is.
func kindOf(f []byte) fieldKinds {
	if isMissing(f) {
		return missingField
	}
	integer, ok := decimal(f)
	if !ok {
		return textField
	}
	if integer {
		v, err := strconv.ParseInt(string(f), 10, 64)
		switch {
		case err != nil || v > 1<<53 || v < -1<<53:
			return textField
		case v == int64(int32(v)):
			return intField
		}
	} else if x, err := strconv.ParseFloat(string(f), 64); err != nil ||
		x == 0 && bytes.ContainsAny(f, "123456789") && !zeroTimes(f) {
		return textField // no number, or one that is too large or too small
	} else if whole := f[:bytes.IndexAny(f, ".eE")]; math.Abs(x) >= 1<<53 && kindOf(whole) == textField {
		return textField // like 9007199254740993.0
	}
	return realField
}

// zeroTimes reports whether a number is 0 with an exponent, like 0e5.
func zeroTimes(f []byte) bool {
	digits, _, _ := bytes.Cut(bytes.ToLower(f), []byte("e"))
	return !bytes.ContainsAny(digits, "123456789")
}

func isMissing(f []byte) bool {
	switch string(f) {
	case "", "nan", "NaN":
		return true
	}
	return false
}

// decimal reports whether a field is written like a number: -12, 0.5, 1e-9; not 007, +1, .5, 1_000 or 0x10.
func decimal(f []byte) (integer, ok bool) {
	f = bytes.TrimPrefix(f, []byte{'-'})
	n := digits(f)
	if n == 0 || n > 1 && f[0] == '0' {
		return false, false
	}
	if f = f[n:]; len(f) == 0 {
		return true, true
	}
	if f[0] == '.' {
		if n = digits(f[1:]); n == 0 {
			return false, false
		}
		f = f[1+n:]
	}
	if len(f) > 0 && f[0]|0x20 == 'e' {
		if f = f[1:]; len(f) > 0 && (f[0] == '+' || f[0] == '-') {
			f = f[1:]
		}
		if n = digits(f); n == 0 {
			return false, false
		}
		f = f[n:]
	}
	return false, len(f) == 0
}

// digits is how many digits are in front.
func digits(f []byte) (n int) {
	for n < len(f) && '0' <= f[n] && f[n] <= '9' {
		n++
	}
	return n
}
