package dictionary

import (
	"bufio"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// Writer writes a dictionary in the form that its name says: Parquet, the vertices of a Common Crawl graph, or lines.
type Writer struct {
	Add    func(id int32, s []byte) error // in the order of ids
	Finish func() error
}

// none is a dictionary that is not written.
var none = Writer{func(int32, []byte) error { return nil }, func() error { return nil }}

// Create opens a dictionary. inVertices is the form that its strings have among vertices, nil for their own.
func Create(env *cli.Env, name string, inVertices func(dst, s []byte) []byte) (Writer, error) {
	if name == "" {
		return none, nil
	}
	form := stream.OutFormat(name, stream.Auto)
	if form != stream.Parquet {
		if err := stream.PlainName(name); err != nil {
			return Writer{}, err
		}
	}
	out, err := env.CreateBytesFile(name)
	if err != nil {
		return Writer{}, err
	}
	switch form {
	case stream.Parquet:
		how, err := env.Encoders(name)
		if err != nil {
			return Writer{}, err
		}
		return parquetWords(out, Singular(name), how)
	case stream.Vertices:
		return vertexWords(out, inVertices), nil
	}
	w := bufio.NewWriterSize(out, tuple.BlockBytes)
	return Writer{Finish: w.Flush, Add: func(_ int32, s []byte) error {
		w.Write(s)
		return w.WriteByte('\n') // an earlier error comes back here
	}}, nil
}

func vertexWords(out *stream.ByteOutput, form func(dst, s []byte) []byte) Writer {
	w := bufio.NewWriterSize(out, tuple.BlockBytes)
	var line []byte
	return Writer{Finish: w.Flush, Add: func(id int32, s []byte) error {
		line = append(strconv.AppendInt(line[:0], int64(id), 10), '\t')
		if form != nil {
			line = form(line, s)
		} else {
			line = append(line, s...)
		}
		_, err := w.Write(append(line, '\n'))
		return err
	}}
}

// A block of words is written when it has that many rows or bytes.
const wordRows, wordBytes = 4 << 10, 1 << 20

func parquetWords(out *stream.ByteOutput, column string, how parquetio.Encoders) (Writer, error) {
	fields := append(parquetio.Fields(tuple.IDs("id")...), parquetio.Texts(column)...)
	table, err := parquetio.NewTableWriter(out, fields, tuple.Columns(0), how)
	if err != nil {
		return Writer{}, err
	}
	var ids []int32
	var text parquetio.Strings
	flush := func() error {
		err := table.WriteRows(ids, text)
		ids = ids[:0]
		text.Reset()
		return err
	}
	add := func(id int32, s []byte) error {
		ids = append(ids, id)
		text.Append(s)
		if len(ids) < wordRows && len(text.Bytes) < wordBytes {
			return nil
		}
		return flush()
	}
	finish := func() error {
		if err := flush(); err != nil {
			return err
		}
		return table.Close()
	}
	return Writer{add, finish}, nil
}
