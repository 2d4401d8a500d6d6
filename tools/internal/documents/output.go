package documents

import (
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/tools/internal/crawlinput"
)

// The forms in which documents are written.
const (
	JSONL    stream.Format = "jsonl"
	Parquet  stream.Format = stream.Parquet
	Plain    stream.Format = stream.Text
	Markdown stream.Format = "markdown"
	HTML     stream.Format = "html"
)

// endings are those of names of files.
var endings = map[string]stream.Format{
	".jsonl": JSONL, ".json": JSONL, ".ndjson": JSONL,
	".md": Markdown, ".markdown": Markdown, ".html": HTML, ".htm": HTML,
}

// Form chooses one of the forms of a tool, by -to or the name of the output.
func Form(env *cli.Env, forms ...stream.Format) (stream.Format, error) {
	to := env.SaidFormat()
	if to == stream.Auto {
		to = JSONL
		if said, ok := endings[env.OutEnding()]; ok {
			to = said
		}
	}
	if !slices.Contains(forms, to) {
		var names []string
		for _, f := range forms {
			names = append(names, string(f))
		}
		return to, cli.Usagef("the name of -o ends in %s, but the forms are %s", env.OutEnding(), strings.Join(names, ", "))
	}
	if env.Header {
		return to, cli.Usagef("-header is for columns of text: documents have none")
	}
	return to, nil
}

// Create opens the output for documents, which are written as lines: those of JSON become rows of Parquet.
func Create(env *cli.Env, to stream.Format, shape document.Shape) (crawlinput.Output, error) {
	if to != Parquet {
		var own []string
		for ending, form := range endings {
			if form == to {
				own = append(own, ending)
			}
		}
		out, err := env.CreateLines(own...)
		if err != nil {
			return crawlinput.Output{}, err
		}
		return crawlinput.Text(out), nil
	}
	out, how, err := env.CreateTable()
	if err != nil {
		return crawlinput.Output{}, err
	}
	table, err := parquetio.NewLineWriter(out, shape.Columns(), how)
	if err != nil {
		return crawlinput.Output{}, err
	}
	return crawlinput.Output{Write: shape.Rows(table.Row), Close: table.Close}, nil
}
