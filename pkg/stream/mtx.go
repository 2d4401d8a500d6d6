package stream

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// Matrix Market: a banner, comments, a line "rows columns entries", and a line "row column [value]" for each entry,
// counted from 1. Here the entries are pairs (or triples with the value) of ids from 0. A symmetric matrix states one
// half; its entries off the diagonal become two records each.

// mtxHead is what stands before the entries.
type mtxHead struct {
	field     string // pattern, integer or real
	symmetric bool
	rows      int64
	cols      int64
	entries   int64 // -1: not stated
	stated    int64 // lines of edges of KONECT, 0: not stated; another number gets a warning, not an error
}

func openMTX(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	lines := tuple.NewLines(in.body, tuple.MaxLine)
	h, err := readMTXHead(lines)
	if err != nil {
		return nil, nil, err
	}
	cols := tuple.Ints("row", "col")
	switch h.field {
	case "integer":
		cols = append(cols, tuple.Ints("value")...)
	case "real":
		cols = append(cols, tuple.F32s("value")...)
	}
	text, err := tuple.NewTextReader(lines.Rest(), cols)
	if err != nil {
		return nil, nil, err
	}
	text.StartAt(lines.Number)
	cols[0].Kind, cols[1].Kind = tuple.ID, tuple.ID
	m := &mtxReader{head: h, text: text, width: len(cols), buf: make([]int32, tuple.BlockBytes/4/len(cols)*len(cols))}
	return &queue{fill: m.fill}, cols, nil
}

// readMTXHead reads up to the size line.
func readMTXHead(lines *tuple.Lines) (mtxHead, error) {
	h := mtxHead{entries: -1}
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return h, errors.New("the size line of the matrix is missing")
		}
		if err != nil {
			return h, err
		}
		words := strings.Fields(string(line))
		switch {
		case lines.Number == 1:
			err = h.banner(words)
		case len(words) == 0 || words[0][0] == '%':
			continue
		default:
			err = h.size(words)
		}
		if err != nil {
			return h, lines.Fault(err)
		}
		if h.entries >= 0 {
			return h, nil
		}
	}
}

// banner reads "%%MatrixMarket matrix coordinate FIELD SYMMETRY".
func (h *mtxHead) banner(words []string) error {
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	if len(words) != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix" {
		return errors.New("not a Matrix Market file: expected %%MatrixMarket matrix coordinate …")
	}
	if words[2] != "coordinate" {
		return fmt.Errorf("the matrix is stored as %s, not by coordinates", words[2])
	}
	switch h.field = words[3]; h.field {
	case "pattern", "integer", "real":
	default:
		return fmt.Errorf("a matrix of %s values is not a graph", h.field)
	}
	switch words[4] {
	case "general":
	case "symmetric":
		h.symmetric = true
	default:
		return fmt.Errorf("a %s matrix is not read", words[4])
	}
	return nil
}

func (h *mtxHead) size(words []string) error {
	wrong := len(words) != 3
	for i, n := range []*int64{&h.rows, &h.cols, &h.entries} {
		if !wrong {
			v, err := strconv.ParseUint(words[i], 10, 63)
			*n, wrong = int64(v), err != nil
		}
	}
	switch {
	case wrong:
		return errors.New("the size line of the matrix is not three numbers")
	case max(h.rows, h.cols) > math.MaxInt32:
		return fmt.Errorf("a matrix of %d × %d %w", h.rows, h.cols, tuple.ErrRange)
	case h.symmetric && h.rows != h.cols:
		return errors.New("a symmetric matrix that is not square")
	}
	return nil
}

type mtxReader struct {
	head  mtxHead
	text  *tuple.TextReader
	width int
	buf   []int32
	out   []int32
	seen  int64
	end   func(seen int64) error // called at the end of the text; or nil
}

// fill reads some entries and returns them as records.
func (m *mtxReader) fill() ([]int32, error) {
	n, err := m.text.ReadBlock(m.buf)
	m.out = m.out[:0]
	for i := 0; i < n; i += m.width {
		e := m.buf[i : i+m.width]
		if m.seen++; m.seen > m.head.entries && m.head.entries >= 0 {
			return m.out, fmt.Errorf("the matrix has more than the %d entries it states", m.head.entries)
		}
		if e[0] < 1 || e[1] < 1 || int64(e[0]) > m.head.rows || int64(e[1]) > m.head.cols {
			return m.out, fmt.Errorf("entry %d is (%d, %d), which is not in 1 … %d, 1 … %d", m.seen, e[0], e[1],
				m.head.rows, m.head.cols)
		}
		e[0]--
		e[1]--
		m.out = append(m.out, e...)
		if m.head.symmetric && e[0] != e[1] {
			e[0], e[1] = e[1], e[0]
			m.out = append(m.out, e...)
		}
	}
	if err == io.EOF && m.seen < m.head.entries {
		err = fmt.Errorf("the matrix states %[2]d entries, it has %[1]d", m.seen, m.head.entries)
	}
	if err == io.EOF && m.end != nil {
		if e := m.end(m.seen); e != nil {
			err = e
		}
	}
	return m.out, err
}

// mtxWriter keeps the records in a temporary file, because their number and the size of the matrix stand first.
type mtxWriter struct {
	out     *ByteOutput
	cols    []tuple.Column
	tmp     *spill.File
	raw     *bufio.Writer
	entries int64
	most    int32 // the greatest id
}

func createMTX(o *Output, spec OutSpec) (tuple.Sink, func() error, error) {
	if w := len(spec.Columns); w != 2 && w != 3 || tuple.Numbers(spec.Columns) != w {
		return nil, nil, fmt.Errorf("a matrix has records of 2 or 3 columns, not %d, and no f64", w)
	}
	if err := pairOfIDs(spec.Columns); err != nil {
		return nil, nil, err
	}
	tmp := o.temp(spec.TempDir)
	m := &mtxWriter{out: o.ByteOutput, cols: append([]tuple.Column(nil), spec.Columns...), tmp: tmp, most: -1}
	m.raw = bufio.NewWriterSize(tmp, 1<<20)
	for i := range m.cols {
		m.cols[i].Null = false // a matrix has no unknown values
	}
	m.cols[0].Kind, m.cols[1].Kind = tuple.ID, tuple.ID
	return m, m.finish, nil
}

// pairOfIDs refuses scores in the columns that must be ids.
func pairOfIDs(cols []tuple.Column) error {
	for i, c := range cols[:2] {
		if c.Kind == tuple.F32 {
			return misuse("column %d holds scores (f32): here the first two columns must be ids", i+1)
		}
	}
	return nil
}

// WriteBlock implements tuple.Sink.
func (m *mtxWriter) WriteBlock(block []int32) error {
	if err := tuple.CheckKinds(block, m.cols, m.entries+1); err != nil {
		return err
	}
	for i := 0; i < len(block); i += len(m.cols) {
		m.most = max(m.most, block[i], block[i+1])
	}
	if m.most == math.MaxInt32 {
		return fmt.Errorf("id %d would be row 2147483648 of the matrix, which readers cannot hold", m.most)
	}
	m.entries += int64(len(block) / len(m.cols))
	return tuple.NewRawWriter(m.raw).WriteBlock(block)
}

func (m *mtxWriter) finish() error {
	if err := m.raw.Flush(); err != nil {
		return err
	}
	field := "pattern"
	if len(m.cols) == 3 {
		field = map[bool]string{false: "integer", true: "real"}[m.cols[2].Kind == tuple.F32]
	}
	n := int64(m.most) + 1
	_, err := fmt.Fprintf(m.out, "%%%%MatrixMarket matrix coordinate %s general\n%d %d %d\n", field, n, n, m.entries)
	if err != nil {
		return err
	}
	width := len(m.cols)
	raw := m.tmp.Reader()
	text := tuple.NewTextWriter(m.out, m.cols)
	if _, err := tuple.Copy(mapped{text, width}, tuple.NewRawReader(raw, width), width); err != nil {
		return err
	}
	return text.Flush()
}

// mapped counts rows and columns from 1 on their way to the text.
type mapped struct {
	dst   tuple.Sink
	width int
}

func (m mapped) WriteBlock(block []int32) error {
	for i := 0; i < len(block); i += m.width {
		block[i]++
		block[i+1]++
	}
	return m.dst.WriteBlock(block)
}
