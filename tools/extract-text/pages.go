package main

import (
	"bytes"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/web/pagefolder"
	"webmill/tools/internal/crawlinput"
)

// checkFolder refuses what makes no sense with -page-folder.
func (o *options) checkFolder(env *cli.Env) error {
	switch {
	case o.folder == "":
		return nil
	case env.OutName() != "" || env.SaidFormat() != stream.Auto:
		return cli.Usagef("-page-folder is the output: leave out -o and -to")
	case o.ids != "":
		return cli.Usagef("-page-folder has no ids: leave out -page-ids")
	}
	return nil
}

// createFolder makes the folder of -page-folder, which lines of documents then fill.
func (o *options) createFolder(env *cli.Env) (crawlinput.Output, *pagefolder.Writer, error) {
	w, err := pagefolder.Create(env.FS, o.folder, o.plain)
	if err != nil {
		return crawlinput.Output{}, nil, err
	}
	var d document.Document
	var text []byte
	write := func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			if err := d.Parse(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
				return err
			}
			if text = append(text[:0], d.Text...); len(text) > 0 {
				text = append(text, '\n')
			}
			if err := w.Put(d.URL, text); err != nil {
				return err
			}
		}
		return nil
	}
	return crawlinput.Output{Write: write, Close: func() error { return nil }}, w, nil
}

// finishFolder gives the folder its name.
func finishFolder(env *cli.Env, w *pagefolder.Writer) error {
	env.Stats.Add(cli.Figures{"pages_written": w.Pages, "captured_again": w.Again, "too_long_names": w.Long})
	return w.Close()
}
