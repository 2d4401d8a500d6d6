package main

import (
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
)

// run writes a table of text as Parquet.
func run(env *cli.Env) error {
	in, err := env.OpenBytes(env.Operands()[0])
	if err != nil {
		return err
	}
	if err := in.ExpectLines(); err != nil {
		return err
	}
	out, threads, err := env.CreateTable()
	if err != nil {
		return err
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
	return table.WriteParquet(out, io.TeeReader(again, env.Progress.Phase("write", text.Size())), threads)
}
