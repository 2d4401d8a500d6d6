package crawlinput

import (
	"io"
	"path"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/web/docs"
)

// Output takes the lines that a tool makes of a crawl, as text or as rows of a table.
type Output struct {
	Write func(lines []byte) error // whole lines
	Close func() error
}

// Text is an Output that writes the lines as they are.
func Text(w io.Writer) Output {
	write := func(lines []byte) error {
		_, err := w.Write(lines)
		return err
	}
	return Output{Write: write, Close: func() error { return nil }}
}

// LinesOrTable writes text or, by the name of the file, a table.
func LinesOrTable(env *cli.Env, out *stream.ByteOutput, fields []parquetio.Field) (Output, error) {
	if path.Ext(out.Name) != ".parquet" {
		return Text(out), nil
	}
	how, err := env.Encoders(out.Name)
	if err != nil {
		return Output{}, err
	}
	table, err := parquetio.NewLineWriter(out, fields, how)
	return Output{Write: table.Write, Close: table.Close}, err
}

// ReadAll reads all documents and gives their lines to write. add sums the counts of a part of the input.
func ReadAll[C any](r *docs.Reader, total *Total, lines *docs.Lines[C], add func(*Figures, *C), write func([]byte) error) error {
	for i := range r.Volumes {
		v, f := &r.Volumes[i], Figures{}
		var err error
		if f.Found, err = lines.Read(v, func(c *C) { add(&f, c) }, write); err != nil {
			return err
		}
		total.Add(v, &f)
	}
	return nil
}
