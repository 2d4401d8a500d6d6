package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/web/navigation"
	"webmill/tools/internal/crawlinput"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	method       string
	nav          string
	alone, pairs bool
	rules        navigation.Options
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.method, "method", "place,mutual", shared.Method)
	cli.Choice(f, &o.nav, "nav", "mark", "`WHAT` to do with links that are navigation: mark, drop, or write only them",
		[]string{"mark", "drop", "only"})
	shared.Alone(f, &o.alone)
	f.BoolVar(&o.pairs, "page-pairs", false, "a line for each pair of pages, not for each link")
	f.Without("-nav mark", func() bool { return o.nav == "mark" }, "alone")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	for word := range strings.SplitSeq(o.method, ",") {
		switch word {
		case "place":
			o.rules.Place = true
		case "mutual":
			o.rules.Mutual = true
		default:
			return cli.Usagef("-method: %q is neither place nor mutual", word)
		}
	}
	in, err := env.OpenLines(env.Operands()[0])
	if err != nil {
		return err
	}
	out, err := env.CreateLines(".parquet")
	if err != nil {
		return err
	}
	if o.alone && path.Ext(out.Name) == ".parquet" {
		return cli.Usagef("-alone writes lines, not Parquet")
	}
	columns := []string{"source", "target", "label", "reason"}
	if o.nav != "mark" {
		columns = columns[:2]
	}
	rows, err := crawlinput.LinesOrTable(env, out, parquetio.Texts(columns...))
	if err != nil {
		return err
	}
	o.rules.Room = env.Room()
	if o.pairs {
		o.rules.Room = env.Room().With(env.Memory / 2)
	}
	job, err := navigation.New(o.rules)
	if err != nil {
		return err
	}
	defer job.Close()
	if err := read(in, job); err != nil {
		return fmt.Errorf("%s: %w", in.Name, err)
	}
	w := &writer{options: o, rows: rows}
	if o.pairs {
		err = w.writePairs(env, job)
	} else {
		err = job.Each(w.write)
	}
	if err := cmp.Or(err, w.page(nil), w.flush()); err != nil {
		return err
	}
	if err := rows.Close(); err != nil {
		return err
	}
	report(env, &job.Stats, w.written)
	return nil
}

// read gives the lines of the input to the job.
func read(in *stream.Bytes, job *navigation.Job) error {
	r := bufio.NewReaderSize(in, mostLine)
	for n := int64(1); ; n++ {
		line, err := r.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == bufio.ErrBufferFull:
			err = fmt.Errorf("is longer than %d KiB", mostLine>>10)
		case err == nil || err == io.EOF:
			err = job.Add(line)
		default:
			return err
		}
		if err != nil {
			return fmt.Errorf("line %d %w", n, err)
		}
	}
}

// mostLine is longer than two URLs can be.
const mostLine = 256 << 10

// report says what was counted.
func report(env *cli.Env, s *navigation.Stats, written int64) {
	env.Stats.Add(cli.Figures{
		"pages": s.Pages, "links": s.Links, "hosts": s.Hosts, "groups": s.Groups,
		"group_classes": s.Classes, "common_places": s.Places,
		"links_by_place": s.ByPlace, "classes_compared": s.Compared, "pages_too_long": s.LongPages, "groups_beyond": s.Beyond,
		"classes_too_large": s.TooLarge, "bytes_spooled": s.Spilled, "rows_out": written,
	})
	for l, n := range s.Labels {
		env.Stats.Set("links_"+navigation.Label(l).String(), n)
	}
	env.SkipN("page with too many links to compare its groups (raise -S)", s.LongPages)
	env.SkipN("group of a page with too many groups at one place", s.Beyond)
	env.SkipN("pair of groups that are too large to compare their order", s.TooLarge)
}
