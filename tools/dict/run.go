package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/tools/internal/dictionary"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	name      string
	existing  string
	hosts     string
	pageHosts string
	rest      string
	order     string
	canonical bool
	alone     bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.name, "dict", "", "write the dictionary to `FILE`: *.txt, *.parquet or *vertices.txt")
	f.StringVar(&o.existing, "existing", "",
		"`FILE` with an older dictionary, whose strings keep their ids; new ones get the next")
	f.StringVar(&o.hosts, "hosts", "", "write the dictionary of the hosts to `FILE`, in the same forms")
	f.StringVar(&o.pageHosts, "page-hosts", "", "write pairs (id, id of its host) to `FILE`")
	f.Outputs("dict", "hosts", "page-hosts")
	f.StringVar(&o.rest, "rest", "", "write what stands behind the strings of each line to `FILE`, in the order of the tuples; then no line may be skipped")
	f.StringVar(&o.order, "dict-order", "urls", "ids follow this `ORDER` of the strings: urls or bytes")
	shared.Alone(f, &o.alone)
	f.BoolVar(&o.canonical, "canonical", false,
		"first normalise URLs as a browser does; lines where that is not possible are skipped")
	return o.run
}

// job is one run.
type job struct {
	flags *options
	env   *cli.Env
	opt   dict.Options
	hosts *dict.PageHosts // nil: not asked for
	ends  []func() error  // finish the dictionaries
	older os.FileInfo     // the file of -existing, if -dict replaces it
}

// run numbers the strings of the input.
func (o *options) run(env *cli.Env) error {
	if o.name == "" && o.existing == "" {
		return cli.Usagef("say where the dictionary goes, like -dict urls.txt")
	}
	env.NamedLines = true
	j := &job{flags: o, env: env}
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
	list, err := dictionary.Create(env, o.name, nil)
	if err != nil {
		return err
	}
	j.ends = append(j.ends, list.Finish)
	out := dict.Output{Links: links, Words: list.Add}
	if o.rest != "" {
		if out.Rest, err = env.CreateLinesFile(o.rest); err != nil {
			return err
		}
	}
	if err := j.startHosts(); err != nil {
		return err
	}
	if j.hosts != nil {
		out.Words = func(id int32, s []byte) error {
			if err := list.Add(id, s); err != nil {
				return err
			}
			return j.hosts.Add(id, s)
		}
	}
	stats, err := dict.Build(srcs, j.opt, out)
	if err := j.finish(err); err != nil {
		return err
	}
	return j.report(stats)
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

// plan says what is to be done, and not yet in how much memory.
func (j *job) plan() error {
	j.opt = dict.Options{
		Columns: cmp.Or(j.env.Shape.Width, j.env.OutWidth(), 2), Alone: j.flags.alone, Order: dict.URLs(),
		Room: j.env.Room(),
	}
	if j.flags.alone && j.opt.Columns == 1 {
		return cli.Usagef("-alone is for lines of several strings: with -w 1 each line is one string")
	}
	switch j.flags.order {
	case "urls":
	case "bytes":
		j.opt.Order = dict.Order{}
	default:
		return cli.Usagef("-dict-order %q: the orders are urls and bytes", j.flags.order)
	}
	if j.flags.canonical {
		j.opt.Canonical = urls.Canonical
	}
	return nil
}

// open opens the lines and the older dictionary.
func (j *job) open() ([]io.Reader, error) {
	if err := cli.OneStdin(append(j.env.Operands(), j.flags.existing)...); err != nil {
		return nil, err
	}
	var srcs []io.Reader
	some, anyURL := false, false
	for _, name := range j.env.Operands() {
		in, err := dictionary.OpenLines(j.env, name)
		if err == nil {
			err = in.ExpectEnds('\n')
		}
		if err != nil {
			return nil, err
		}
		head := in.Head()
		if j.env.Header {
			_, head, _ = bytes.Cut(head, []byte("\n"))
			srcs = append(srcs, &unnamed{in: in})
		} else {
			srcs = append(srcs, in)
		}
		anyURL, some = anyURL || dictionary.IsURL(head), some || len(head) > 0
		j.checkFirst(in.Name, head)
		if len(head) == 0 && len(j.env.Args) > 1 {
			j.env.Warnf("%s: is empty", in.Name)
		}
		if err := j.env.Later(in); err != nil {
			return nil, err
		}
	}
	if !some && !j.flags.alone {
		if info, err := j.env.FS.Stat(j.flags.name); err == nil && info.Mode().IsRegular() && info.Size() > 0 &&
			j.flags.name != j.flags.existing {
			return nil, fmt.Errorf("the input is empty, and %s is not: -dict would empty it (to do that, remove it first)",
				j.flags.name)
		}
		j.env.Warnf("the input is empty: there are no lines")
	}
	if j.flags.existing == "" {
		return srcs, nil
	}
	j.env.InPlace.Output, j.env.InPlace.Input = j.flags.name, j.flags.existing
	if err := j.replace(); err != nil {
		return nil, err
	}
	in, err := dictionary.Open(j.env, j.flags.existing)
	if err != nil {
		return nil, err
	}
	if len(in.Head()) == 0 {
		j.env.Warnf("%s: is empty: there are no strings", in.Name)
	}
	if anyURL && len(in.Head()) > 0 && !bytes.Contains(in.Head(), []byte("://")) {
		j.env.Warnf("%s: has no URLs, but the input has: is it a dictionary of something else?", in.Name)
	}
	j.opt.Existing = &dict.Existing{Name: in.Name, Reader: in}
	return srcs, nil
}

// replace takes the lock of an older dictionary that -dict replaces, until this run ends: two runs at a time would give ids of
// two dictionaries, of which one is gone.
func (j *job) replace() error {
	info, err := j.env.FS.Stat(j.flags.existing)
	replaced, e := j.env.FS.Stat(j.flags.name)
	if err != nil || e != nil || !os.SameFile(info, replaced) {
		return nil // opening it says what is wrong
	}
	j.older = info
	unlock, free, err := j.env.FS.LockNow(j.flags.existing)
	if err == nil && !free {
		return fmt.Errorf("%s: another run replaces it now: run dict again when that has ended", j.flags.existing)
	}
	j.env.AtEnd = unlock
	return j.sole()
}

// sole is an error if another file has the name of the older dictionary now.
func (j *job) sole() error {
	if j.older == nil {
		return nil
	}
	info, err := j.env.FS.Stat(j.flags.existing)
	if err == nil && os.SameFile(info, j.older) && info.Size() == j.older.Size() && info.ModTime().Equal(j.older.ModTime()) {
		return nil
	}
	return fmt.Errorf("%s: was changed during this run, perhaps by another dict: run dict again, one at a time", j.flags.existing)
}

// unnamed reads lines without the first one, which has the names of the columns.
type unnamed struct {
	in    io.Reader
	begun bool
}

func (u *unnamed) Read(p []byte) (int, error) {
	for !u.begun {
		n, err := u.in.Read(p)
		if end := bytes.IndexByte(p[:n], '\n'); end >= 0 {
			u.begun = true
			return copy(p, p[end+1:n]), err
		}
		if err != nil {
			return 0, err
		}
	}
	return u.in.Read(p)
}

// checkFirst warns if the first line may be names, and if it has a URL in its first column, but not in another one that gets ids.
func (j *job) checkFirst(name string, head []byte) {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	dictionary.CheckFirst(j.env, name, head, "use -header")
	fields := bytes.Split(line, []byte("\t"))
	for i, f := range fields[:min(len(fields), j.opt.Columns)] {
		if dictionary.IsURL(fields[0]) && len(f) > 0 && !dictionary.IsURL(f) {
			j.env.Warnf("%s: begins with %.64q in column %d, which is no URL: are these links?", name, f, i+1)
		}
	}
}

// hostsShare gives the hosts one 4th of the memory: there are fewer of them than pages, and their names are shorter.
const hostsShare = 4

// startHosts opens what is asked for of the hosts, the last of the outputs, and divides what they leave of the memory between the
// pages and the hosts.
func (j *job) startHosts() error {
	if j.flags.hosts == "" && j.flags.pageHosts == "" {
		j.opt.Memory = j.env.Memory
		return nil
	}
	names, err := dictionary.Create(j.env, j.flags.hosts, urls.ReverseHost)
	if err != nil {
		return err
	}
	j.ends = append(j.ends, names.Finish)
	var pairs tuple.Sink
	if j.flags.pageHosts != "" {
		if pairs, err = j.env.CreateFile(j.flags.pageHosts, tuple.IDs("id", "host"), tuple.Columns(0)); err != nil {
			return err
		}
	}
	opt := j.opt
	j.opt.Memory = j.env.Memory
	opt.Memory, opt.Canonical, opt.Alone, opt.Existing, opt.Phase = j.opt.Memory/hostsShare, nil, false, nil, nil
	j.opt.Memory -= opt.Memory
	j.hosts, err = dict.NewPageHosts(opt, pairs, names.Add)
	return err
}

func (j *job) finish(err error) error {
	if j.hosts != nil {
		err = j.hosts.Close(err)
	}
	j.ends = append(j.ends, j.sole)
	for _, end := range j.ends {
		if err == nil {
			err = end()
		}
	}
	return err
}

// report tells what was done and what was left out. It is an error if that is every line.
func (j *job) report(s dict.Stats) error {
	if n := s.Skipped[dict.FewColumns]; n > 0 {
		delete(s.Skipped, dict.FewColumns)
		s.Skipped[fmt.Sprintf("%s (a line needs %d, with TABs between them; -w 1 takes single strings, -alone also pages without links)",
			dict.FewColumns, j.opt.Columns)] = n
	}
	if n := s.Strings - s.Old; j.flags.name == "" && n > 0 {
		j.env.Warnf("%s not in %s: they get ids from %d on, but no dictionary with them is written: give -dict", tuple.Counted(n, "string is", "strings are"),
			j.flags.existing, s.Old)
	}
	if s.Batches == 0 && len(s.Skipped) > 0 {
		return fmt.Errorf("no line is left: %s", cli.Skipped(s.Skipped))
	}
	if j.hosts != nil && !j.hosts.Some && s.Strings > 0 {
		j.env.Warnf("%s", dictionary.NoHosts)
	}
	for reason, n := range s.Skipped {
		j.env.SkipN(reason, n)
	}
	j.env.Stats.Add(cli.Figures{
		"links": s.Links, "strings": s.Strings, "existing": s.Old, "batches": s.Batches, "merge_levels": s.Levels,
		"spilled_bytes": s.Spilled,
	})
	return nil
}
