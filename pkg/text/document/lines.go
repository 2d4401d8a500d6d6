package document

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// Batch is some documents, as lines of JSON.
type Batch struct {
	First int64  // number of the first line, from 0
	Text  []byte // whole lines, each with its end
	Long  int64  // a line longer than MaxLine follows them
	Lent  bool   // the text is lent by the Source, for one long line: it is valid until the next call of any batch

	inputs []start // the input of the first line, and those that begin within the batch
	own    []byte
}

// start is where an input begins.
type start struct {
	name string
	line int64
}

// Input is lines of documents; errors name it.
type Input struct {
	Name string
	io.Reader
}

// Source gives documents in batches.
type Source interface {
	// Next fills a batch; io.EOF is the end.
	Next(b *Batch) error
}

// Shared is a Source that several workers read.
type Shared struct {
	Source  Source
	mu      sync.Mutex // of the Source and what follows
	batches int
}

// Next fills a batch and calls do with its number, from 0. Nobody else reads while do has a batch that is lent.
func (s *Shared) Next(b *Batch, do func(number int) error) error {
	s.mu.Lock()
	unlock := sync.OnceFunc(s.mu.Unlock)
	defer unlock()
	if err := s.Source.Next(b); err != nil {
		return err
	}
	number := s.batches
	s.batches++
	if !b.Lent {
		unlock()
	}
	return do(number)
}

const batchBytes = 256 << 10 // at which a batch is full; it has at most twice that, or one long line

// Lines reads documents from lines of JSON, of several inputs one after the other. Empty lines are none, but are counted.
type Lines struct {
	in      *bufio.Reader
	more    []Input // behind in
	starts  []start // of the inputs so far; others may read what is there
	line    int64   // lines that were given
	long    []byte  // the last line that was longer than the buffer of in
	pending bool    // it is for the next batch
}

// NewLines makes a Source of lines.
func NewLines(inputs ...Input) *Lines {
	return &Lines{in: bufio.NewReaderSize(io.MultiReader(), tuple.BlockBytes), more: inputs}
}

var errLong = errors.New("the line is too long")

// Next implements Source.
func (l *Lines) Next(b *Batch) error {
	*b = Batch{First: l.line, own: b.own[:0]}
	first := max(0, len(l.starts)-1)
	defer func() { b.inputs = l.starts[first:] }()
	for len(b.own) < batchBytes {
		line, err := l.next()
		switch {
		case err == io.EOF && len(b.own) > 0:
			b.Text = b.own
			return nil
		case err == errLong:
			b.Text, b.Long = b.own, 1
			l.line++
			return nil
		case err != nil:
			return err
		case len(b.own)+len(line) <= 2*batchBytes:
			b.own = append(b.own, line...)
		case len(b.own) == 0:
			b.Text, b.Lent = line, true
			l.line++
			return nil
		default:
			b.Text, l.pending = b.own, true
			return nil
		}
		l.line++
	}
	b.Text = b.own
	return nil
}

// next is the next line, with its end, valid until the call after it.
func (l *Lines) next() ([]byte, error) {
	if l.pending {
		l.pending = false
		return l.long, nil
	}
	for {
		part, err := l.in.ReadSlice('\n')
		switch {
		case err == nil:
			return part, nil
		case err == bufio.ErrBufferFull, err == io.EOF && len(part) > 0:
			return l.rest(part, err)
		case err == io.EOF && len(l.more) > 0:
			l.in.Reset(l.more[0].Reader)
			l.starts = append(l.starts, start{l.more[0].Name, l.line})
			l.more = l.more[1:]
		default:
			return nil, err
		}
	}
}

// largeLine is the length from which on a line gets the buffer of the longest.
const largeLine = 1 << 20

// rest reads the rest of a line. One that is too long is dropped, and the last one of an input gets an end.
func (l *Lines) rest(part []byte, err error) ([]byte, error) {
	l.long = l.long[:0]
	size := 0
	for {
		if size += len(part); size > largeLine && cap(l.long) <= MaxLine { // growing bit by bit leaves garbage
			l.long = append(make([]byte, 0, MaxLine+1), l.long...)
		}
		if size <= MaxLine {
			l.long = append(l.long, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			part, err = l.in.ReadSlice('\n')
			continue
		case err != nil && err != io.EOF:
			return nil, err
		case size > MaxLine:
			return nil, errLong
		case err == io.EOF:
			l.long = append(l.long, '\n')
		}
		return l.long, nil
	}
}

// Each calls do for each document of a batch, with the number of its line among the lines of all inputs. bad is called for
// lines that are none, with the input and the number of the line in it.
func (b *Batch) Each(d *Document, do func(line int64, d *Document) error, bad func(why error)) error {
	return b.EachLine(func(number int64, line []byte) error {
		if err := d.Parse(line); err != nil {
			bad(b.Fault(number, err))
			return nil
		}
		return do(number, d)
	})
}

// EachLine calls do for each line that is not empty, without its end, and with its number among the lines of all inputs.
func (b *Batch) EachLine(do func(number int64, line []byte) error) error {
	text := b.Text
	for line := b.First; len(text) > 0; line++ {
		n := bytes.IndexByte(text, '\n')
		one := text[:n]
		text = text[n+1:]
		if len(bytes.TrimSpace(one)) == 0 {
			continue
		}
		if err := do(line, one); err != nil {
			return err
		}
	}
	return nil
}

// Fault names the place of what is wrong.
func (b *Batch) Fault(line int64, why error) error {
	in := b.inputs[0]
	for _, next := range b.inputs[1:] {
		if next.line <= line {
			in = next
		}
	}
	return fmt.Errorf("%s: line %d: %w", in.name, line-in.line+1, why)
}

// FromParquet writes the documents of a Parquet file as lines of JSON; id is the column of their ids. It must have one of the
// columns texts. Columns that documents do not have are passed over.
func FromParquet(r io.ReaderAt, size int64, id string, texts []string, write func(line []byte) error) error {
	columns, _, err := parquetio.Describe(r, size)
	if err != nil {
		return err
	}
	if id != "id" && !slices.Contains(columns, id) {
		return fmt.Errorf("has no column %q: it has %s", id, strings.Join(columns, ", "))
	}
	if !slices.ContainsFunc(texts, func(name string) bool { return slices.Contains(columns, name) }) {
		return fmt.Errorf("has no column %s: it has %s; extract-text makes documents of a crawl", strings.Join(texts, " or "),
			strings.Join(columns, ", "))
	}
	names := slices.DeleteFunc(columns, func(name string) bool { return name != id && !slices.Contains(read, name) })
	var line []byte
	return parquetio.EachRow(r, size, names, func(row []parquetio.Value) error {
		line = append(line[:0], '{')
		for i, v := range row {
			if v.Null {
				continue
			}
			if v.Unit > 0 && names[i] == date {
				at := time.Unix(v.Number/int64(time.Second/v.Unit), 0).UTC()
				v = parquetio.Value{IsText: true, Text: at.AppendFormat(nil, time.RFC3339)}
			}
			if names[i] == date && !v.IsText {
				continue // of another program, which means something else
			}
			if isNumber := names[i] == id; isNumber == v.IsText {
				return fmt.Errorf("column %q holds %s", names[i],
					map[bool]string{true: "text, not ids", false: "numbers, not text"}[v.IsText])
			}
			if len(line) > 1 {
				line = append(line, ',')
			}
			line = append(append(append(line, '"'), names[i]...), `":`...)
			if v.IsText {
				line = AppendString(line, clean(v.Text))
			} else {
				line = strconv.AppendInt(line, v.Number, 10) // Parse says what is no id
			}
		}
		line = append(line, "}\n"...)
		return write(line)
	})
}

// read are the columns that are read of Parquet. The others are not needed.
var read = append([]string{"url", date, "lang", "declared_lang"}, Texts()...)

// date is the field that Parquet has as a time.
const date = "date"
