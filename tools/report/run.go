package main

import (
	"bufio"

	"webmill/pkg/cli"
	"webmill/pkg/report"
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := report.Options{}
	f.StringVar(&o.Title, "title", "", "`TEXT` for the head of the page (default: with the name of DIR)")
	return func(env *cli.Env) error { return run(env, o) }
}

func run(env *cli.Env, o report.Options) error {
	if len(env.Args) != 1 || env.Args[0] == "-" {
		return cli.Usagef("the folder of the results is needed")
	}
	out, err := env.CreateBytes()
	if err != nil {
		return err
	}
	folder := report.Open(env.FS, env.Args[0])
	folder.Tuples, folder.Bytes = env.Open, env.OpenBytes
	w := bufio.NewWriterSize(out, 64<<10)
	if err := report.Write(w, folder, o); err != nil {
		return err
	}
	return w.Flush()
}
