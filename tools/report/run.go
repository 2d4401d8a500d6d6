package main

import (
	"bufio"
	"errors"

	"webmill/pkg/cli"
	"webmill/pkg/report"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := report.Options{Version: cli.Version}
	f.StringVar(&o.Title, "title", "", "`TEXT` for the head of the page (default: with the name of DIR)")
	derive := f.String("derive", "",
		"write no page, but the `TABLE` that follows from the experiments in DIR: share-100, share-50, claims or strategies=NAMES")
	return func(env *cli.Env) error { return run(env, o, *derive) }
}

func run(env *cli.Env, o report.Options, derive string) error {
	if len(env.Args) != 1 || env.Args[0] == "-" {
		return cli.Usagef("the folder of the results is needed")
	}
	if derive != "" && o.Title != "" {
		return cli.Usagef("-title is for the page, which -derive does not write")
	}
	out, err := create(env, derive == "")
	if err != nil {
		return err
	}
	folder := report.Open(env.FS, env.Args[0])
	folder.Tuples, folder.Bytes = env.Open, env.OpenBytes
	w := bufio.NewWriterSize(out, tuple.BlockBytes)
	if derive != "" {
		if err = report.Derive(w, folder, derive); errors.Is(err, report.ErrTable) {
			err = cli.Usagef("-derive: %v", err)
		}
	} else {
		err = report.Write(w, folder, o)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// create opens the output: a page of HTML, or a table of text.
func create(env *cli.Env, page bool) (*stream.ByteOutput, error) {
	if !page {
		return env.CreateLines()
	}
	switch ext := env.OutEnding(); ext {
	case "", ".html", ".htm":
		return env.CreateBytes()
	default:
		return nil, cli.Usagef("%s: the page is HTML, not %s: write it to *.html; a browser can print it to a file", env.OutName(), ext)
	}
}
