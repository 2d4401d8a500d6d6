package people

import (
	"bytes"
	"io"
	"strconv"

	"webmill/pkg/linesort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Lines have fields with TABs between them, so that a field sorts before those that it is the beginning of. Numbers that decide
// the order have as many digits as any.

// sorted sorts the lines that source adds, and returns the file that has them.
func sorted(room work.Room, spilled *int64, source func(add func(line []byte) error) error) (*spill.File, error) {
	file := spill.NewFile(room)
	stats, err := linesort.SortAdded(linesort.InOrder(file), linesort.Options{Room: room}, source)
	*spilled += stats.Spilled + file.Size()
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// maxLine bounds a line between two steps.
const maxLine = 128 << 10

// cursor goes through a file of lines.
type cursor struct {
	Fields [][]byte // of the line at hand, valid until the next call of next; nil at the end

	lines *tuple.Lines
}

// newCursor stands at the first line.
func newCursor(file *spill.File) (*cursor, error) {
	c := &cursor{lines: tuple.NewLines(file.Reader(), maxLine)}
	return c, c.next()
}

// next goes to the next line.
func (c *cursor) next() error {
	line, err := c.lines.Next()
	if err == io.EOF {
		c.Fields = nil
		return nil
	}
	if err != nil {
		return err
	}
	c.Fields = c.Fields[:0]
	for {
		field, rest, more := bytes.Cut(line, tab)
		c.Fields = append(c.Fields, field)
		if !more {
			return nil
		}
		line = rest
	}
}

var tab = []byte{'\t'}

// key is a copy of the first n fields of the line at hand. The cursor is in the key as long as lines have the same fields.
func (c *cursor) key(n int) [][]byte {
	key := make([][]byte, n)
	for i := range key {
		key[i] = bytes.Clone(c.Fields[i])
	}
	return key
}

// in reports whether the line at hand begins with the fields of a key.
func (c *cursor) in(key [][]byte) bool {
	if c.Fields == nil {
		return false
	}
	for i := range key {
		if !bytes.Equal(c.Fields[i], key[i]) {
			return false
		}
	}
	return true
}

// appendDigits appends a number with ten digits at least.
func appendDigits(b []byte, n int64) []byte {
	for least := int64(1e9); n < least && least > 1; least /= 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, n, 10)
}

// number reads a field that a step of this package wrote.
func number(field []byte) int64 {
	n, err := strconv.ParseInt(string(field), 10, 64)
	if err != nil {
		panic(err) // a mistake of this package
	}
	return n
}

// appendFields appends fields to a line, each with a TAB before it.
func appendFields(b []byte, fields ...[]byte) []byte {
	for _, f := range fields {
		b = append(append(b, '\t'), f...)
	}
	return b
}
