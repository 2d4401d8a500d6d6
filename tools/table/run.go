package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/tools/internal/columns"
)

// options are the flags of the tool.
type options struct {
	schema columns.Fields
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes("parquet", stream.Parquet)
	columns.SchemaFlag(f, &o.schema)
	return o.run
}

// run writes a table of text as Parquet.
func (o *options) run(env *cli.Env) error {
	in, err := env.OpenBytes(env.Operands()[0])
	if err != nil {
		return err
	}
	if err := in.ExpectLines(); err != nil {
		return err
	}
	out, how, err := env.CreateTable()
	if err != nil {
		return err
	}
	if o.schema != nil {
		return o.given(env, in, out, how)
	}
	text, err := in.Anywhere(env.FS, env.TempDir)
	if err != nil {
		return err
	}
	table, err := parquetio.ScanTextTable(in.Name, text)
	if err != nil {
		return err
	}
	env.Stats.Set("rows_out", table.Rows())
	if w := table.Warning(); w != "" {
		env.Warnf("%s: %s", in.Name, w)
	}
	again := io.NewSectionReader(text, 0, text.Size())
	return table.WriteParquet(out, io.TeeReader(again, env.Progress.Phase("write", text.Size())), how)
}

// given writes a table whose columns -schema gives: it has no line of names, and is read once.
func (o *options) given(env *cli.Env, in *stream.Bytes, out io.Writer, how parquetio.Encoders) error {
	table, err := parquetio.NewLineWriter(out, o.schema.Tuples(), how)
	if err != nil {
		return err
	}
	lines := bufio.NewReaderSize(in, parquetio.MaxTextLine+2)
	for {
		line, err := lines.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			env.Stats.Set("rows_out", table.Rows())
			return table.Close()
		case err == bufio.ErrBufferFull:
			err = fmt.Errorf("line %d: longer than %d bytes", table.Rows()+1, parquetio.MaxTextLine)
		case err == nil || err == io.EOF:
			err = table.Write(bytes.TrimSuffix(line, []byte("\r\n")))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
}
