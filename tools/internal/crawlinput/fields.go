package crawlinput

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
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
	if stream.SaidFormat(name, stream.Auto) == stream.Parquet || bytes.HasPrefix(in.Head(), []byte("PAR1")) {
		f.table, err = in.Anywhere(env.FS, env.TempDir)
		return f, err
	}
	return f, stream.NoTuples(name)
}

// Each calls do for each line. Errors name the file, and those of do the line.
func (f *Fields) Each(do func(line []byte) error) (err error) {
	n := int64(0)
	numbered := func(line []byte, err error) error {
		n++
		if err == nil {
			err = do(line)
		}
		if err != nil {
			return fmt.Errorf("line %d %w", n, err)
		}
		return nil
	}
	if f.table == nil {
		err = eachLine(f.Bytes, numbered)
	} else {
		err = parquetio.EachRow(f.table, f.table.Size(), f.columns, func(row []parquetio.Value) error {
			return numbered(f.join(row), nil)
		})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return nil
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

// eachLine calls do for each line, with its end, and for one that is too long.
func eachLine(in io.Reader, do func(line []byte, tooLong error) error) error {
	r := bufio.NewReaderSize(in, mostLine)
	for {
		line, err := r.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == bufio.ErrBufferFull:
			return do(nil, fmt.Errorf("is longer than %d KiB", mostLine>>10))
		case err != nil && err != io.EOF:
			return err
		}
		if err := do(line, nil); err != nil {
			return err
		}
	}
}
