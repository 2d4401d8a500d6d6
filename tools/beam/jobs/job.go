package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"webmill/pkg/cli"
	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
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

	out    string
	work   string   // the folder of the stages
	memory cli.Size // of a task
	log    bool     // what the runner says
	temp   string
	ctx    context.Context
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
	if err := j.resolve(inputs); err != nil {
		return err
	}
	for _, name := range []string{j.out, j.Dict} {
		if slices.Contains(j.Inputs, name) {
			return Usage{fmt.Errorf("%s: is an input, and cannot be the output", name)}
		}
	}
	if k.archives {
		j.archives, j.Inputs = j.Inputs, nil
	} else if err := stream.CheckFolder(vfs.OS, j.out); err != nil {
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
	defer j.litterHere()()
	if err := k.run(j); errors.As(err, new(Unfinished)) {
		return errors.Join(err, j.end())
	} else if err != nil {
		if list, listed := os.ReadDir(j.work); listed == nil && len(list) == 1 {
			j.end() // nothing is done yet
		}
		return err
	}
	return j.end()
}

// resolve makes paths of names: workers have another current folder.
func (j *Job) resolve(inputs []string) error {
	j.Inputs = slices.Clone(inputs)
	names := []*string{&j.out, &j.HostOf, &j.Dict, &j.Fetched}
	for i := range j.Inputs {
		names = append(names, &j.Inputs[i])
	}
	for _, name := range names {
		if *name == "" {
			continue
		}
		path, err := filepath.Abs(*name)
		if err != nil {
			return err
		}
		*name = path
	}
	return nil
}

// litterHere makes the folder of work that of Beam's temporary files until the function that it returns is called: for workers in
// this process Beam makes an empty file, and leaves it.
func (j *Job) litterHere() (end func()) {
	if kind := strings.ToUpper(*jobopts.EnvironmentType); kind != "" && kind != "LOOPBACK" {
		return func() {}
	}
	j.temp = vfs.TempDir(j.temp)
	before, was := os.LookupEnv("TMPDIR")
	os.Setenv("TMPDIR", j.work)
	return func() {
		os.Unsetenv("TMPDIR")
		if was {
			os.Setenv("TMPDIR", before)
		}
	}
}

// identity says which job a folder of work belongs to.
type identity struct {
	Job   *Job
	Sizes []int64
	Times []int64
}

const (
	identityName = "job"
	ended        = "ended" // in the place of an identity
)

// begin makes the folder of work, or takes up what an earlier run of the same job has left in it.
func (j *Job) begin() (unlock func(), err error) {
	if j.work == "" {
		j.work = j.out + ".work"
	}
	if j.work, err = filepath.Abs(j.work); err != nil {
		return nil, err
	}
	id, err := j.identify()
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(j.work, 0o777); err != nil && !os.IsExist(err) {
		return nil, vfs.Named(j.work, err)
	}
	unlock, ok, err := vfs.OS.LockNow(j.work)
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
	id.Job = j
	inputs := j.Inputs
	if j.HostOf != "" {
		inputs = append(slices.Clone(inputs), j.HostOf)
	}
	for _, name := range inputs {
		if isFolder(name) {
			name = filepath.Join(name, partition.ManifestName)
		}
		info, err := os.Stat(name)
		if err != nil {
			return id, vfs.Named(name, err)
		}
		id.Sizes, id.Times = append(id.Sizes, info.Size()), append(id.Times, info.ModTime().UnixNano())
	}
	return id, nil
}

// claim compares the job with that of the folder of work.
func (j *Job) claim(id identity) error {
	name := j.at(identityName)
	before, err := os.ReadFile(name)
	if string(before) == string(asJSON(ended)) {
		if err := j.clear(); err != nil {
			return err
		}
		return publishJSON(name, id)
	}
	switch {
	case os.IsNotExist(err):
		if list, err := os.ReadDir(j.work); err != nil || len(list) > 0 {
			return fmt.Errorf("%s: is not empty, and not the work of a job: name another folder by -work", j.work)
		}
		return publishJSON(name, id)
	case err != nil:
		return err
	case string(before) != string(asJSON(id)):
		return j.otherWork()
	}
	return nil
}

func (j *Job) otherWork() error {
	return fmt.Errorf("%s: is the unfinished work of another job or input: remove it, or name another folder by -work", j.work)
}

// at is the name of a file or folder of work.
func (j *Job) at(name string) string { return filepath.Join(j.work, name) }

// end says that the work is done, and removes it.
func (j *Job) end() error {
	if err := publishJSON(j.at(identityName), ended); err != nil {
		return err
	}
	if err := j.clear(); err != nil {
		return err
	}
	return os.Remove(j.work)
}

// clear removes what is in the folder of work, and last what says whose it is.
func (j *Job) clear() error {
	entries, err := os.ReadDir(j.work)
	for _, e := range entries {
		if err == nil && e.Name() != identityName {
			err = os.RemoveAll(j.at(e.Name()))
		}
	}
	if err == nil {
		err = os.Remove(j.at(identityName))
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
