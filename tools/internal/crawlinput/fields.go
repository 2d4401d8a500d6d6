package crawlinput

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/cli"
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
	var own error // of do, and not of a line
	take := func(line []byte) error {
		err := do(line)
		if _, bad := errors.AsType[tuple.BadLine](err); !bad {
			own = err
		}
		return err
	}
	var err error
	if f.table == nil {
		err = tuple.NewLines(f.Bytes, mostLine).Each(take)
	} else {
		row := int64(0)
		err = parquetio.EachRow(f.table, f.table.Size(), f.columns, func(values []parquetio.Value) error {
			row++
			return tuple.AtLine(row, take(f.join(values)))
		})
	}
	if err != nil && own == nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return err
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
