package crawlinput

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/par"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// Fields are lines of fields that another tool wrote, as text or as Parquet.
type Fields struct {
	*stream.Bytes
	table   *io.SectionReader // nil: lines of text
	columns []string
	line    []byte
}

// mostLine is longer than two URLs can be.
const mostLine = 256 << 10

// OpenFields opens lines. columns are those of Parquet that make a line.
func OpenFields(env *cli.Env, name string, columns []string) (*Fields, error) {
	in, err := env.OpenBytes(name)
	if err != nil {
		return nil, err
	}
	f := &Fields{Bytes: in, columns: columns}
	if in.IsParquet() {
		f.table, err = in.Anywhere(env.FS, env.TempDir)
		return f, err
	}
	if err := stream.NoTuples(name); err != nil {
		return nil, err
	}
	if err := in.ExpectLines(); err != nil {
		return nil, err
	}
	return f, in.ExpectEnds('\n')
}

// Each calls do for each line, without its end. Errors of the file name it, and a tuple.BadLine the line too. Other errors of do
// are not of the file.
func (f *Fields) Each(do func(line []byte) error) error {
	return f.named(func(note func(error) error) error {
		take := func(line []byte) error { return note(do(line)) }
		if f.table == nil {
			return tuple.NewLines(f.Bytes, mostLine).Each(take)
		}
		row := int64(0)
		return parquetio.EachRow(f.table, f.table.Size(), f.columns, func(values []parquetio.Value) error {
			row++
			return tuple.AtLine(row, take(f.join(values)))
		})
	})
}

// named adds the name of the file to the error of each, unless each noted it and it is not of a line.
func (f *Fields) named(each func(note func(error) error) error) error {
	var own error
	err := each(func(err error) error {
		if _, bad := errors.AsType[tuple.BadLine](err); !bad {
			own = err
		}
		return err
	})
	if err != nil && own == nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return err
}

// EachParsed is Each, but several goroutines parse the lines. do gets the parsed lines in their order.
func EachParsed[L any](f *Fields, threads int, parse func(l *L, line []byte) error, do func(*L) error) error {
	if f.table != nil {
		var l L
		return f.Each(func(line []byte) error {
			if err := parse(&l, line); err != nil {
				return err
			}
			return do(&l)
		})
	}
	workers := min(threads, mostParsers)
	queue := par.NewQueue(workers, 2*workers, func(int) (func(*par.Job[*block[L]]) error, func()) {
		return func(j *par.Job[*block[L]]) error {
			j.Value.parse(parse)
			return nil
		}, func() {}
	})
	defer queue.Close()
	return f.named(func(note func(error) error) error {
		r := blocks[L]{lines: tuple.NewLines(f.Bytes, mostLine)}
		take := func(b **block[L]) error {
			r.free = append(r.free, *b)
			return (*b).each(func(l *L) error { return note(do(l)) })
		}
		for {
			if queue.Full() {
				if err := queue.Take(take); err != nil {
					return err
				}
			}
			b, err := r.next()
			queue.Put(b)
			if err == io.EOF {
				return queue.TakeAll(take)
			}
			if err != nil {
				return cmp.Or(queue.TakeAll(take), err)
			}
		}
	})
}

const (
	mostParsers = 4 // they parse faster than anybody takes lines
	blockBytes  = 64 << 10
)

// block is lines that are parsed together.
type block[L any] struct {
	first int64 // the number of its first line
	text  []byte
	ends  []int
	lines []L
	bad   error // of the line behind lines
}

// blocks reads lines into blocks, first into those that are free.
type blocks[L any] struct {
	lines *tuple.Lines
	free  []*block[L]
}

// next reads a block. An error comes with the lines before it.
func (r *blocks[L]) next() (b *block[L], err error) {
	if n := len(r.free); n > 0 {
		b, r.free = r.free[n-1], r.free[:n-1]
	} else {
		b = &block[L]{}
	}
	b.first, b.text, b.ends = r.lines.Number+1, b.text[:0], b.ends[:0]
	for len(b.text) < blockBytes && len(b.ends) < blockBytes/64 {
		line, err := r.lines.Next()
		if err != nil {
			return b, err
		}
		b.text = append(b.text, line...)
		b.ends = append(b.ends, len(b.text))
	}
	return b, nil
}

// parse parses the lines up to the first that is bad.
func (b *block[L]) parse(parse func(l *L, line []byte) error) {
	b.lines = slices.Grow(b.lines[:0], len(b.ends))[:len(b.ends)]
	from := 0
	b.bad = nil
	for i, end := range b.ends {
		if b.bad = parse(&b.lines[i], b.text[from:end]); b.bad != nil {
			b.lines = b.lines[:i]
			return
		}
		from = end
	}
}

// each calls do for each line. A tuple.BadLine gets the number of its line.
func (b *block[L]) each(do func(*L) error) error {
	for i := range b.lines {
		if err := do(&b.lines[i]); err != nil {
			return tuple.AtLine(b.first+int64(i), err)
		}
	}
	return tuple.AtLine(b.first+int64(len(b.lines)), b.bad)
}

// join makes a line of a row.
func (f *Fields) join(row []parquetio.Value) []byte {
	f.line = f.line[:0]
	for i, v := range row {
		if i > 0 {
			f.line = append(f.line, '\t')
		}
		switch {
		case v.Null:
		case v.IsText:
			f.line = append(f.line, v.Text...)
		default:
			f.line = strconv.AppendInt(f.line, v.Number, 10)
		}
	}
	return f.line
}
