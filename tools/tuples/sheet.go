package main

import (
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
)

// writeSheet writes a table of text as Parquet.
func writeSheet(env *cli.Env) error {
	name := env.Operands()[0]
	switch {
	case len(env.Args) > 1:
		return usagef("-table reads one table")
	case env.SaidFormat() != stream.Parquet:
		return usagef("-table writes Parquet: name the output *.parquet, or say -to parquet")
	}
	in, err := env.OpenBytes(name)
	if err != nil {
		return err
	}
	text, err := in.Anywhere(env.FS, env.TempDir)
	if err != nil {
		return err
	}
	sheet, err := parquetio.ScanSheet(in.Name, text)
	if err != nil {
		return err
	}
	out, err := env.CreateBytes()
	if err != nil {
		return err
	}
	again := io.NewSectionReader(text, 0, text.Size())
	return sheet.WriteParquet(out, io.TeeReader(again, env.Progress.Phase("write", text.Size())), env.Threads)
}
