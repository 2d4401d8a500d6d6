package main

import (
	"fmt"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
)

// dictOptions are the flags for dictionaries.
type dictOptions struct {
	name      string
	existing  string
	hosts     string
	pageHosts string
	order     string
	canonical bool
	alone     bool
}

func (o *dictOptions) declare(f *cli.Flags) {
	f.StringVar(&o.name, "dict", "", "number the strings of lines, and write the dictionary to `FILE`: *.txt, *.parquet or *vertices.txt")
	f.StringVar(&o.existing, "existing", "", "-dict: `FILE` with an older dictionary, whose strings keep their ids; new ones get the next")
	f.StringVar(&o.hosts, "hosts", "", "-dict: write the dictionary of the hosts to `FILE`, likewise")
	f.StringVar(&o.pageHosts, "page-hosts", "", "-dict: write pairs (id, id of its host) to `FILE`")
	f.StringVar(&o.order, "dict-order", "urls", "-dict: `ORDER` of ids: urls or bytes")
	f.BoolVar(&o.alone, "alone", false, "-dict: a line of one string puts it into the dictionary, and is no record")
	f.BoolVar(&o.canonical, "canonical", false, "-dict: bring addresses to canonical form first; lines where that cannot be are skipped")
}

// given names a flag that makes sense with -dict only.
func (o *dictOptions) given() string {
	switch {
	case o.existing != "":
		return "-existing"
	case o.hosts != "":
		return "-hosts"
	case o.pageHosts != "":
		return "-page-hosts"
	case o.canonical:
		return "-canonical"
	case o.alone:
		return "-alone"
	}
	return ""
}

// dictJob is one run with -dict.
type dictJob struct {
	*dictOptions
	env   *cli.Env
	opt   dict.Options
	hosts *dict.PageHosts // nil: nobody asked for them
	ends  []func() error  // finish the dictionaries
}

// run numbers the strings of the input.
func (o *dictOptions) run(env *cli.Env) error {
	j := &dictJob{dictOptions: o, env: env}
	if err := j.plan(); err != nil {
		return err
	}
	srcs, err := j.open()
	if err != nil {
		return err
	}
	links, err := env.Create(tuple.IDs(columnNames(j.opt.Columns)...), nil)
	if err != nil {
		return err
	}
	strings, err := createWords(env, o.name, nil)
	if err != nil {
		return err
	}
	j.ends = append(j.ends, strings.finish)
	out := dict.Output{Links: links, Words: strings.add}
	if err := j.startHosts(); err != nil {
		return err
	}
	if j.hosts != nil {
		out.Words = func(id int32, s []byte) error {
			if err := strings.add(id, s); err != nil {
				return err
			}
			return j.hosts.Add(id, s)
		}
	}
	stats, err := dict.Build(srcs, j.opt, out)
	if err := j.finish(err); err != nil {
		return err
	}
	j.report(stats)
	return nil
}

func columnNames(columns int) []string {
	switch columns {
	case 1:
		return []string{"id"}
	case 2:
		return []string{"src", "dst"}
	}
	var names []string
	for i := range columns {
		names = append(names, fmt.Sprintf("id%d", i+1))
	}
	return names
}

// plan divides the memory between the pages and, where they are wanted, their hosts.
func (j *dictJob) plan() error {
	j.opt = dict.Options{
		Columns: j.env.Width, Alone: j.alone, Order: dict.URLs(), Memory: j.env.Memory, Threads: j.env.Threads, FS: j.env.FS, TempDir: j.env.TempDir,
		Phase: func(name string, bytes int64) dict.Counter { return j.env.Progress.Phase(name, bytes) },
	}
	if j.opt.Columns == 0 {
		j.opt.Columns = 2
	}
	switch j.order {
	case "urls":
	case "bytes":
		j.opt.Order = dict.Order{}
	default:
		return cli.Usagef("-dict-order %q: the orders are urls and bytes", j.order)
	}
	if j.canonical {
		j.opt.Canonical = urls.Canonical
	}
	return nil
}

// open opens the lines and the older dictionary.
func (j *dictJob) open() ([]io.Reader, error) {
	var srcs []io.Reader
	for _, name := range j.env.Operands() {
		if name == stream.Stdin && j.existing == stream.Stdin {
			return nil, cli.Usagef("only one of the inputs can be stdin")
		}
		in, err := openLines(j.env, name)
		if err != nil {
			return nil, err
		}
		srcs = append(srcs, in)
	}
	if j.existing == "" {
		return srcs, nil
	}
	in, err := openLines(j.env, j.existing)
	if err != nil {
		return nil, err
	}
	j.opt.Existing = &dict.Existing{Name: in.Name, Reader: in}
	return srcs, nil
}

// openLines opens lines of strings, a dictionary or others.
func openLines(env *cli.Env, name string) (*stream.Bytes, error) {
	in, err := env.OpenBytes(name)
	if err != nil {
		return nil, err
	}
	if stream.SaidFormat(name, stream.Auto) == stream.Vertices {
		return nil, fmt.Errorf("%s: expected a string a line, but this is named as vertices: -names makes lines of them", in.Name)
	}
	return in, in.ExpectLines()
}

// startHosts opens what is asked for of the hosts.
func (j *dictJob) startHosts() error {
	if j.dictOptions.hosts == "" && j.pageHosts == "" {
		return nil
	}
	names, err := createWords(j.env, j.dictOptions.hosts, urls.ReverseHost)
	if err != nil {
		return err
	}
	j.ends = append(j.ends, names.finish)
	var pairs tuple.Sink
	if j.pageHosts != "" {
		if pairs, err = j.env.CreateFile(j.pageHosts, tuple.IDs("id", "host"), tuple.Columns(0)); err != nil {
			return err
		}
	}
	opt := j.opt
	opt.Memory, opt.Canonical, opt.Alone, opt.Existing, opt.Phase = j.opt.Memory/4, nil, false, nil, nil
	j.opt.Memory -= opt.Memory
	j.hosts, err = dict.NewPageHosts(opt, pairs, names.add)
	return err
}

func (j *dictJob) finish(err error) error {
	if j.hosts != nil {
		err = j.hosts.Close(err)
	}
	for _, end := range j.ends {
		if err == nil {
			err = end()
		}
	}
	return err
}

// report tells what was done and what was left out.
func (j *dictJob) report(s dict.Stats) {
	for reason, n := range s.Skipped {
		j.env.SkipN(reason, n)
	}
	j.env.Stats.Set("links", s.Links)
	j.env.Stats.Set("strings", s.Strings)
	j.env.Stats.Set("existing", s.Old)
	j.env.Stats.Set("batches", s.Batches)
	j.env.Stats.Set("merge_levels", s.Levels)
	j.env.Stats.Set("spilled_bytes", s.Spilled)
}
