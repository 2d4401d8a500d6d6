package parquetio

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// Field is one column of a table: a number of a tuple, or text.
type Field struct {
	tuple.Column
	Text bool   // a column of text: only Name, Null and As are used; with Null, an empty string is NULL
	As   Stored // of text: what it is stored as
	Real bool   // an f64 that may be any float64, even NaN; such a column has no bounds in the file
}

// Texts makes text columns of names.
func Texts(names ...string) []Field {
	var fields []Field
	for _, name := range names {
		fields = append(fields, Field{Column: tuple.Column{Name: name}, Text: true})
	}
	return fields
}

// Fields makes columns of those of a tuple.
func Fields(columns ...tuple.Column) []Field {
	var fields []Field
	for _, c := range columns {
		fields = append(fields, Field{Column: c})
	}
	return fields
}

// Reals are both halves of an f64 that may be any float64.
func Reals(name string) []Field {
	fields := Fields(tuple.F64Column(name)...)
	for i := range fields {
		fields[i].Real = true
	}
	return fields
}

// Strings are the values of a text column in a block of rows, one behind the other in Bytes; the i-th ends at Ends[i].
type Strings struct {
	Bytes []byte
	Ends  []int32
}

// Append adds a string.
func (s *Strings) Append(b []byte) {
	s.Bytes = append(s.Bytes, b...)
	s.End()
}

// End ends a string that was appended to Bytes.
func (s *Strings) End() { s.Ends = append(s.Ends, int32(len(s.Bytes))) }

// Len is the number of strings.
func (s *Strings) Len() int { return len(s.Ends) }

// At is the i-th string.
func (s *Strings) At(i int) []byte { return s.Bytes[s.begin(i):s.Ends[i]] }

func (s *Strings) begin(i int) int32 {
	if i == 0 {
		return 0
	}
	return s.Ends[i-1]
}

// Reset removes all strings and keeps the memory.
func (s *Strings) Reset() { s.Bytes, s.Ends = s.Bytes[:0], s.Ends[:0] }

// TableWriter writes rows of numbers and text as a Parquet file. What stands in the package comment holds; text is BYTE_ARRAY
// marked as STRING, in DELTA_BYTE_ARRAY: a string is stored as what it does not share with the one before. A column of few
// strings has a dictionary of them instead (dictionary.go). Text must be UTF-8. A group of rows ends early where it has
// 8 MiB of text.
type TableWriter struct {
	groups      *groupWriter
	fill        *group // the rows of the group that is filled
	spare       *group // the other group; nil if there is none
	maxRows     int    // rows of a group
	maxText     int    // bytes of text at which a group ends
	textColumns int
	err         error
}

// groupText is how many bytes of text a group has, of all columns together.
const groupText = 8 << 20

// NewTableWriter starts a Parquet file of these columns. order has the columns by which the rows are sorted, if any, counted
// among all.
func NewTableWriter(w io.Writer, fields []Field, order tuple.Order, how Encoders) (*TableWriter, error) {
	return newTableWriter(w, fields, order, how, groupValues, groupText)
}

// distinct refuses names that SQL does not tell apart. The two halves of an f64 share one name.
func distinct(fields []Field) error {
	taken := map[string]string{}
	for _, f := range fields {
		key := strings.ToLower(f.Name)
		if other, ok := taken[key]; ok && f.Kind != tuple.F64High {
			return fmt.Errorf("the names %s and %s of two columns are the same in SQL: give one of them another name", other,
				f.Name)
		}
		taken[key] = f.Name
	}
	return nil
}

// newTableWriter makes groups of rows. values bounds the values of all columns of a group together. text bounds their text, which
// may be a few bytes more.
func newTableWriter(w io.Writer, fields []Field, order tuple.Order, how Encoders, values, text int) (*TableWriter, error) {
	if err := distinct(fields); err != nil {
		return nil, err
	}
	g, err := newGroupWriter(w, fields, order, how)
	if err != nil {
		return nil, err
	}
	t := &TableWriter{groups: g}
	for _, f := range fields {
		if f.Text {
			t.textColumns++
		}
	}
	width := len(g.numbers)
	t.maxRows, t.maxText = min(groupRows, values/max(1, width)), text
	memory := how.groupMemory()
	if t.fill, err = newGroup(how.Room, memory, width, t.textColumns); err == nil && !t.groups.alone {
		t.spare, err = newGroup(how.Room, memory, width, t.textColumns)
	}
	if err == nil {
		err = t.groups.write([]byte(magic))
	}
	return t, err
}

// WriteRows appends rows: the records of their numbers and, for each text column, its strings.
func (t *TableWriter) WriteRows(numbers []int32, texts ...Strings) error {
	if t.err == nil {
		t.err = t.check(numbers, texts)
	}
	if t.err != nil {
		return t.err
	}
	rows := rowsOf(numbers, len(t.groups.numbers), texts)
	t.groups.rows += int64(rows)
	t.groups.sum = checksum(t.groups.sum, numbers)
	for from := 0; from < rows && t.err == nil; {
		to := from + t.taken(rows-from, texts, from)
		if to == from {
			t.err = t.flush()
			continue
		}
		t.err = t.fill.add(numbers, texts, from, to)
		from = to
		if t.err == nil && t.full() {
			t.err = t.flush()
		}
	}
	return t.err
}

// full reports whether the group takes no more rows.
func (t *TableWriter) full() bool {
	return t.fill.rows == t.maxRows || t.textColumns > 0 && t.fill.text() >= t.maxText
}

// taken is how many of the next rows the group still takes: as many as there are, or up to the one whose text fills it,
// if that is not far beyond what the group may have. An empty group takes a row at least.
func (t *TableWriter) taken(rows int, texts []Strings, from int) int {
	n := min(rows, t.maxRows-t.fill.rows)
	left := t.maxText - t.fill.text()
	bytes := func(rows int) (sum int) {
		for i := range texts {
			sum += int(texts[i].Ends[from+rows-1] - texts[i].begin(from))
		}
		return sum
	}
	if t.textColumns > 0 {
		before := sort.Search(n, func(k int) bool { return bytes(k+1) >= left })
		if before < n && bytes(before+1) <= left+t.maxText/16 {
			n = before + 1
		} else {
			n = before
		}
	}
	if t.fill.rows == 0 {
		n = max(n, 1)
	}
	return n
}

func rowsOf(numbers []int32, width int, texts []Strings) int {
	if width > 0 {
		return len(numbers) / width
	}
	return texts[0].Len()
}

// check refuses blocks that are no rows of the table.
func (t *TableWriter) check(numbers []int32, texts []Strings) error {
	if len(texts) != t.textColumns {
		return fmt.Errorf("rows with %d strings in a table with %d columns of text", len(texts), t.textColumns)
	}
	rows := rowsOf(numbers, len(t.groups.numbers), texts)
	if len(t.groups.numbers) > 0 {
		if err := tuple.CheckKinds(numbers, t.groups.checked, t.groups.rows+1); err != nil {
			return err
		}
	}
	for i := range texts {
		s := &texts[i]
		if s.Len() != rows || len(s.Bytes) > math.MaxInt32-groupText {
			return fmt.Errorf("%d strings of %d bytes for %d rows", s.Len(), len(s.Bytes), rows)
		}
		if utf8.Valid(s.Bytes) && !s.split() {
			continue
		}
		for j := range s.Ends {
			if !utf8.Valid(s.At(j)) {
				return &tuple.PlaceError{Record: t.groups.rows + int64(j) + 1, Err: fmt.Errorf("%.64q is not UTF-8", s.At(j))}
			}
		}
	}
	return nil
}

// split reports whether a string begins inside a character.
func (s *Strings) split() bool {
	for _, end := range s.Ends {
		if int(end) < len(s.Bytes) && !utf8.RuneStart(s.Bytes[end]) {
			return true
		}
	}
	return false
}

// flush hands the filled group over to be encoded, once the group before it is written.
func (t *TableWriter) flush() error {
	if err := t.groups.wait(); err != nil {
		return err
	}
	t.groups.start(t.fill)
	if t.groups.alone {
		if err := t.groups.wait(); err != nil {
			return err
		}
	} else {
		t.fill, t.spare = t.spare, t.fill
	}
	t.fill.reset()
	return nil
}

// Close writes the end of the file; it does not close what is below.
func (t *TableWriter) Close() error {
	if t.err == nil && t.fill.rows > 0 {
		t.err = t.flush()
	}
	err := t.groups.finish(t.err)
	t.groups.written.close()
	t.fill.close()
	t.spare.close()
	t.err = err
	if err == nil {
		t.err = errClosed
	}
	return err
}

const (
	pageValues  = 128 << 10
	pageText    = 1 << 20 // bytes of text
	groupRows   = 1 << 20
	groupValues = 4 << 20 // of all columns together, so that wide records do not take more memory
)

// Writer is the Sink of a Parquet file of tuples. While a group of rows is filled, the group before is encoded and written in the
// background. With 0 threads, the writer itself encodes and writes each group, and only one group is in memory.
type Writer struct{ *TableWriter }

// NewWriter starts a Parquet file.
func NewWriter(w io.Writer, s Schema, how Encoders) (*Writer, error) {
	t, err := NewTableWriter(w, Fields(s.Columns...), s.Order, how)
	return &Writer{t}, err
}

// WriteBlock implements tuple.Sink.
func (w *Writer) WriteBlock(block []int32) error { return w.WriteRows(block) }

// groupWriter encodes groups of rows and writes them, one at a time, in the background.
type groupWriter struct {
	w            io.Writer
	cols         []writtenColumn
	numbers      []tuple.Column // of the records
	checked      []tuple.Column // the same, any int32 where any float64 may stand
	order        tuple.Order
	busy         chan error // the end of the group that is encoded; nil if there is none
	packer       packer
	dictionaries []*dictionary // one for each column of text, nil for others
	pages        []page        // of one group, column by column
	work         []pageEncoder // one for each thread
	alone        bool          // a group is encoded before the next one is filled
	offset       int64
	sum          uint32
	rows         int64
	written      descriptions // of the groups that are written
}

var errClosed = errors.New("the Parquet file is closed")

func newGroupWriter(w io.Writer, fields []Field, order tuple.Order, how Encoders) (*groupWriter, error) {
	packer, err := newPacker(how)
	if err != nil {
		return nil, err
	}
	g := &groupWriter{w: w, order: order, packer: packer, work: make([]pageEncoder, max(1, how.Threads)), alone: how.Threads < 1}
	g.cols, g.numbers = columnsOf(fields)
	if g.written, err = newDescriptions(how.Room); err != nil {
		return nil, err
	}
	g.dictionaries = newDictionaries(g.cols)
	for _, f := range fields {
		if f.Real {
			f.Kind = tuple.Int
		}
		if !f.Text {
			g.checked = append(g.checked, f.Column)
		}
	}
	return g, nil
}

func (w *groupWriter) write(parts ...[]byte) error {
	for _, b := range parts {
		n, err := w.w.Write(b)
		w.offset += int64(n)
		if err != nil {
			return err
		}
	}
	return nil
}

// start begins to encode a group, which must not change until wait returns.
func (w *groupWriter) start(g *group) {
	w.busy = make(chan error, 1)
	go func() { w.busy <- fence(func() error { return w.encode(g) }) }()
}

func (w *groupWriter) wait() error {
	if w.busy == nil {
		return nil
	}
	err := <-w.busy
	w.busy = nil
	return err
}

// finish waits for the last group and writes the end of the file, unless something failed before.
func (w *groupWriter) finish(failed error) error {
	err := w.wait()
	if failed != nil {
		return failed
	}
	if err == nil {
		err = fence(w.footer)
	}
	return err
}

// encode writes one group of rows: its pages are encoded in any order and written column by column.
func (w *groupWriter) encode(g *group) error {
	pages, err := w.cut(g)
	if err != nil {
		return err
	}
	offset := w.offset
	err = par.InOrder(len(w.work), len(pages), func(worker int) (work, finish func(int) error) {
		var head, body []byte
		work = func(i int) (err error) {
			head, body, err = w.work[worker].encode(&pages[i], w.packer, g)
			return err
		}
		return work, func(int) error { return w.write(head, body) }
	})
	if err != nil {
		return err
	}
	return w.endGroup(pages, int64(g.rows), offset)
}

// cut makes the pages of a group, not yet encoded, column by column.
func (w *groupWriter) cut(g *group) ([]page, error) {
	columns := make([][]page, len(w.cols))
	err := par.Each(len(w.work), len(w.cols), func(worker int) func(int) error {
		return func(i int) (err error) {
			columns[i], err = w.cols[i].pages(g)
			if err != nil || w.dictionaries[i] == nil {
				return err
			}
			c := &w.cols[i]
			few, err := w.dictionaries[i].learn(columns[i], g, &w.work[worker].strings)
			c.dictionary = nil
			if few {
				c.dictionary = w.dictionaries[i]
				columns[i] = slices.Insert(columns[i], 0, page{col: c, entries: true})
			}
			return err
		}
	})
	w.pages = w.pages[:0]
	for _, pages := range columns {
		w.pages = append(w.pages, pages...)
	}
	return w.pages, err
}
