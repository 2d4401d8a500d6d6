package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"webmill/pkg/cli"
	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/tools/beam/objects"
)

// Kind is a kind of job.
type Kind struct {
	Name, Does string
	flags      func(*flag.FlagSet, *Flags)
	run        func(*Job) error
	archives   bool // the inputs are archives, and what is done of them is known by the folder of the output
}

// Kinds are all kinds of jobs.
var Kinds = []Kind{
	{"sort", "sorts tuples", sortFlags, (*Job).sort, false},
	{"dedupe", "sorts tuples and keeps one of equal ones", sortFlags, (*Job).dedupe, false},
	{"pagerank", "ranks pages by their links", rankFlags, (*Job).pagerank, false},
	{"bfs-layers", "finds the layer of each page, breadth first", layersFlags, (*Job).layers, false},
	{"host-graph", "makes links between hosts of links between pages, and counts them", hostFlags, (*Job).hostGraph, false},
	{"terms", "counts the documents of each term", noFlags, (*Job).terms, false},
	{"extract", "makes links of archives, a file for each", extractFlags, (*Job).extract, true},
	{"ids", "gives ids to the strings of lines, like URLs of links", idsFlags, (*Job).ids, false},
}

// Flags say how a job is done.
type Flags struct {
	Order  string  // of sort and dedupe
	Once   bool    // a repeated link counts or is written once
	NoSelf bool    // links of a page to itself do not count
	D, Tol float64 // of pagerank
	Steps  int     // at most

	Seeds     string // of bfs-layers
	Reachable bool   // the search ends with the first component
	HostOf    string // of host-graph
	Alone     int64  // so many pages that are left are searched by one worker

	Dict   string // of ids
	Single bool   // a line may have one string

	List       string   `json:"-"` // of extract
	Fetched    string   // the second output
	Incomplete bool     `json:"-"`
	Tool       []string // flags of extract-links
}

// Job is one run of a job.
type Job struct {
	Flags
	Kind   string
	Inputs []string
	Parts  int // of the output; 0: by the size of the input

	archives []string // in the place of inputs
	read     []asRead // the files that the inputs mean

	out     string
	work    string   // the folder of the stages
	litter  string   // that of the files that Beam leaves; "": another
	claimed string   // what says whose the work is
	memory  cli.Size // of a task
	log     bool     // what the runner says
	temp    string
	ctx     context.Context
}

// Usage is the error of a wrong command.
type Usage struct{ Err error }

// Error implements error.
func (u Usage) Error() string { return u.Err.Error() }

// Unfinished is the error of a job whose result is written, but is not all it should be.
type Unfinished struct{ Err error }

// Error implements error.
func (u Unfinished) Error() string { return u.Err.Error() }

// Declare declares the flags of a kind of job.
func Declare(k Kind, f *flag.FlagSet) *Job {
	j := &Job{Kind: k.Name, memory: 256 << 20}
	f.StringVar(&j.out, "o", "", "the `FOLDER` of the output; its name says the form of the parts, like links.t2.zst")
	f.StringVar(&j.work, "work", "", "the `FOLDER` of unfinished work; the output's name with .work if it is not given")
	f.IntVar(&j.Parts, "parts", 0, "how many parts the output has, `K`; 0: one for each 32 MB of the input")
	f.Var(&j.memory, "S", "the `MEMORY` of a task")
	f.StringVar(&j.temp, "T", "", "the `FOLDER` for temporary files of the workers")
	f.BoolVar(&j.log, "v", false, "print what the runner says")
	k.flags(f, &j.Flags)
	return j
}

// Run runs a job on its inputs.
func Run(ctx context.Context, k Kind, j *Job, inputs []string) error {
	j.ctx = ctx
	if !j.log {
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	switch {
	case len(inputs) == 0 && k.archives && j.List == "":
		return Usage{errors.New("name the archives, or a list of them by -list FILE")}
	case len(inputs) == 0 && !k.archives:
		return Usage{errors.New("name the input: files of tuples, or folders of parts")}
	case j.out == "":
		return Usage{errors.New("name the folder of the output: -o FOLDER")}
	case j.Parts < 0 || j.Parts > partition.MostParts:
		return Usage{fmt.Errorf("-parts %d: a folder has 1 … %d parts", j.Parts, partition.MostParts)}
	}
	j.Inputs = slices.Clone(inputs)
	if err := j.nameAll(); err != nil {
		return err
	}
	for _, name := range []string{j.out, j.Dict} {
		if slices.Contains(j.Inputs, name) {
			return Usage{fmt.Errorf("%s: is an input, and cannot be the output", name)}
		}
	}
	if k.archives {
		j.archives, j.Inputs = j.Inputs, nil
	} else if err := stream.CheckFolder(files(j.temp), j.out); err != nil {
		return err
	}
	// Beam sends workers their program, unless they have it already. Then this is what it sends.
	if kind := strings.ToUpper(*jobopts.EnvironmentType); *jobopts.WorkerBinary == "" && kind != "DOCKER" && kind != "PROCESS" {
		*jobopts.WorkerBinary = os.DevNull
	}
	unlock, err := j.begin()
	if err != nil {
		return err
	}
	defer unlock()
	clean, err := j.litterHere()
	if err != nil {
		return err
	}
	defer clean()
	if err := k.run(j); errors.As(err, new(Unfinished)) {
		return errors.Join(err, j.end())
	} else if err != nil {
		if list, listed := files(j.temp).ReadDir(j.work); listed == nil && len(list) == 1 {
			j.end() // nothing is done yet
		}
		return err
	}
	return j.end()
}

// nameAll makes all names those under which other machines find the same.
func (j *Job) nameAll() error {
	names := []*string{&j.out, &j.work, &j.HostOf, &j.Dict, &j.Fetched}
	for i := range j.Inputs {
		names = append(names, &j.Inputs[i])
	}
	for _, name := range names {
		if *name == "" {
			continue
		}
		var err error
		if *name, err = objects.Abs(*name); err != nil {
			return err
		}
	}
	if j.work == "" {
		j.work = j.out + ".work"
	}
	return nil
}

// litterHere makes the folder of work that of Beam's temporary files until the function that it returns is called: for workers in
// this process Beam makes an empty file, and leaves it. If the work is not on this machine, it is a temporary folder.
func (j *Job) litterHere() (end func(), err error) {
	if kind := strings.ToUpper(*jobopts.EnvironmentType); kind != "" && kind != "LOOPBACK" {
		return func() {}, nil
	}
	j.temp, j.litter = vfs.TempDir(j.temp), j.work
	if vfs.HasScheme(j.work) {
		if j.litter, err = os.MkdirTemp(j.temp, "webmill-beam-"); err != nil {
			return nil, &vfs.TempError{Err: err, Dir: j.temp}
		}
	}
	before, was := os.LookupEnv("TMPDIR")
	os.Setenv("TMPDIR", j.litter)
	return func() {
		os.Unsetenv("TMPDIR")
		if was {
			os.Setenv("TMPDIR", before)
		}
		if j.litter != j.work {
			os.RemoveAll(j.litter)
		}
	}, nil
}

// identity says which job a folder of work belongs to.
type identity struct {
	Job   *Job
	Files []asRead
}

const (
	identityName = "job"
	endedName    = "ended" // is there when the work is not needed any more
)

// begin makes the folder of work, or takes up what an earlier run of the same job has left in it.
func (j *Job) begin() (unlock func(), err error) {
	id, err := j.identify()
	if err != nil {
		return nil, err
	}
	sys := files(j.temp)
	if err := sys.Mkdir(j.work); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, vfs.Named(j.work, err)
	}
	unlock, ok, err := sys.LockNow(j.work)
	if err != nil {
		return nil, vfs.Named(j.work, err)
	}
	if !ok {
		return nil, fmt.Errorf("%s: another run of the job works there", j.work)
	}
	if err := j.claim(id); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

func (j *Job) identify() (id identity, err error) {
	inputs := j.Inputs
	if j.HostOf != "" {
		inputs = append(slices.Clone(inputs), j.HostOf)
	}
	j.read, err = inputFiles(j.temp, inputs)
	return identity{j, j.read}, err
}

// inputFiles are the files that inputs mean; of a folder of parts, it is the manifest.
func inputFiles(temp string, inputs []string) (read []asRead, err error) {
	var names []string
	for _, name := range inputs {
		some := []string{vfs.Join(name, partition.ManifestName)}
		if !isFolder(name) {
			if some, err = files(temp).Files(name); err != nil {
				return nil, vfs.Named(name, err)
			}
		}
		names = append(names, some...)
	}
	return lookAt(temp, names...)
}

// claim compares the job with that of the folder of work.
func (j *Job) claim(id identity) error {
	name := j.at(identityName)
	j.claimed = string(asJSON(id))
	_, err := files(j.temp).Stat(j.at(endedName))
	if err == nil {
		err = j.clear()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return vfs.Named(j.work, err)
	}
	before, err := readFile(j.temp, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if list, err := files(j.temp).ReadDir(j.work); err != nil || len(list) > 0 {
			return fmt.Errorf("%s: is not empty, and not the work of a job: name another folder by -work", j.work)
		}
		return publishJSON(j.temp, name, id)
	case err != nil:
		return vfs.Named(name, err)
	case string(before) != j.claimed:
		return fmt.Errorf("%s: is the unfinished work of another job or input: remove it, or name another folder by -work", j.work)
	}
	return nil
}

// owns refuses to go on where another run has taken the folder of work, or ended the work: a store has no locks.
func (j *Job) owns() error {
	name := j.at(identityName)
	if now, err := readFile(j.temp, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return vfs.Named(name, err)
	} else if string(now) != j.claimed {
		return fmt.Errorf("%s: another run works there, or has ended the work", j.work)
	}
	return nil
}

// at is the name of a file or folder of work.
func (j *Job) at(name string) string { return vfs.Join(j.work, name) }

// end says that the work is done, and removes it.
func (j *Job) end() error {
	if err := publishJSON(j.temp, j.at(endedName), true); err != nil {
		return err
	}
	if err := j.clear(); err != nil {
		return err
	}
	if err := files(j.temp).Remove(j.work); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// clear removes what is in the folder of work, and last what says whose it is.
func (j *Job) clear() error {
	sys := files(j.temp)
	entries, err := sys.ReadDir(j.work)
	for _, e := range entries {
		if err == nil && e.Name() != identityName && e.Name() != endedName {
			err = sys.RemoveAll(j.at(e.Name()))
		}
	}
	for _, name := range []string{endedName, identityName} {
		if err == nil {
			err = sys.RemoveAll(j.at(name))
		}
	}
	return err
}

// partsFor is how many parts an output of some bytes has. A runner may keep a part in memory.
func (j *Job) partsFor(bytes int64) int {
	if j.Parts > 0 {
		return j.Parts
	}
	return int(max(1, min(bytes>>25, partition.MostParts)))
}

// order is the order of the flag, completed by the other columns.
func (j *Job) order(columns []tuple.Column) (order tuple.Order, err error) {
	if j.Order != "" {
		if order, err = tuple.ParseOrder(j.Order, len(columns)); err != nil {
			return nil, Usage{fmt.Errorf("-k: %w", err)}
		}
	}
	order = order.Whole(len(columns))
	if order[0].Desc {
		return nil, Usage{fmt.Errorf("-k %s: the first column of parts by range is sorted upwards", j.Order)}
	}
	if err := order.Sorts(columns); err != nil {
		return nil, Usage{fmt.Errorf("-k: %w", err)}
	}
	return order, nil
}
