package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

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
	Reads      string // what its inputs are
	flags      func(*flag.FlagSet, *Flags)
	run        func(*Job) error
	archives   bool // the inputs are archives; notes in the output say which are done
}

const (
	tuplesOf = "files of tuples, or folders of their parts"
	linksOf  = "files of links as tuples (page, page), or folders of their parts"
)

// Kinds are all kinds of jobs.
var Kinds = []Kind{
	{"sort", "sorts tuples", tuplesOf, sortFlags, (*Job).sort, false},
	{"dedupe", "sorts tuples, and writes equal ones once", tuplesOf, sortFlags, (*Job).dedupe, false},
	{"pagerank", "ranks pages by their links", linksOf, rankFlags, (*Job).pagerank, false},
	{"bfs-layers", "finds the layer of each page, breadth first", linksOf, layersFlags, (*Job).layers, false},
	{"host-graph", "counts the links between hosts by the links between pages", linksOf, hostFlags, (*Job).hostGraph, false},
	{"terms", "counts the documents that have each term", "files of tuples (document, term, …), or folders of their parts",
		noFlags, (*Job).terms, false},
	{"extract", "writes the links of archives, a file for each", "archives, or a list of them by -list FILE",
		extractFlags, (*Job).extract, true},
	{"ids", "gives ids to the strings in lines, like the URLs of links", "files of lines of links, or folders of such files",
		idsFlags, (*Job).ids, false},
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
	Alone     int64  // one worker searches the pages that are left after a component, if they are no more

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

	archives []string // instead of inputs
	read     []asRead // the files of the inputs

	out     string
	work    string   // the folder of the stages
	litter  string   // the folder where Beam leaves files; "": they are not ours to remove
	locks   []func() // to unlock
	claimed string   // the text that says which job the work belongs to
	memory  cli.Size // of a task
	log     bool     // print what the runner says
	temp    string
	ctx     context.Context
}

// Usage is the error of a wrong command.
type Usage struct{ Err error }

// Error implements error.
func (u Usage) Error() string { return u.Err.Error() }

// Unfinished is the error of a job that has written a result which is not complete, or not exact enough.
type Unfinished struct{ Err error }

// Error implements error.
func (u Unfinished) Error() string { return u.Err.Error() }

// Declare declares the flags of a kind of job.
func Declare(k Kind, f *flag.FlagSet) *Job {
	j := &Job{Kind: k.Name, memory: 256 << 20}
	f.StringVar(&j.out, "o", "", "the `FOLDER` of the output; its name says the form of its files, like links.t2.zst")
	f.StringVar(&j.work, "work", "", "the `FOLDER` of unfinished work; if it is not given, the name of the output with .work")
	if !k.archives { // each of these is a part
		f.IntVar(&j.Parts, "parts", 0, "how many parts the output has, `K`; 0: one for each 32 MB of the input")
	}
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
	case len(inputs) == 0 && j.List == "":
		return Usage{errors.New("name the input: " + k.Reads)}
	case j.out == "":
		return Usage{errors.New("name the folder of the output: -o FOLDER")}
	case j.Parts < 0 || j.Parts > partition.MostParts:
		return Usage{fmt.Errorf("-parts %d: a folder has 1 … %d parts; 0 is a number by the size of the input", j.Parts,
			partition.MostParts)}
	case j.memory < cli.LeastMemory:
		return Usage{fmt.Errorf("-S must be at least %dM", cli.LeastMemory>>20)}
	case !slices.Contains(known, *runners.Runner):
		return Usage{fmt.Errorf("--runner=%s: is not known: name one of %s", *runners.Runner, strings.Join(known[1:], ", "))}
	}
	j.Inputs = slices.Clone(inputs)
	if err := j.nameAll(); err != nil {
		return err
	}
	if err := j.checkOutputs(); err != nil {
		return err
	}
	if k.archives {
		j.archives, j.Inputs = j.Inputs, nil
	} else if err := stream.CheckFolder(files(j.temp), j.out); err != nil {
		return err
	}
	// Beam sends workers their program. Workers that have it already get an empty file.
	if kind := strings.ToUpper(*jobopts.EnvironmentType); *jobopts.WorkerBinary == "" && kind != "DOCKER" && kind != "PROCESS" {
		*jobopts.WorkerBinary = os.DevNull
	}
	defer j.unlock()
	if err := j.begin(); err != nil {
		return err
	}
	clean, err := j.litterHere()
	if err != nil {
		return err
	}
	defer clean()
	if err := k.run(j); errors.As(err, new(Unfinished)) {
		return errors.Join(err, j.end())
	} else if err != nil {
		return j.failed(err)
	}
	return j.end()
}

// failed removes work that a command with other flags could not use, or says of damaged work that it should be removed. An error
// of a worker comes as text.
func (j *Job) failed(err error) error {
	list, listed := files(j.temp).ReadDir(j.work)
	otherFlags := errors.As(err, new(Usage)) || errors.As(err, new(*stream.Misuse)) ||
		strings.Contains(err.Error(), errSpread.Error())
	if listed == nil && len(list) == 1 || otherFlags {
		j.end()
	} else if strings.Contains(err.Error(), j.work+"/") && damagedWork.MatchString(err.Error()) {
		err = fmt.Errorf("%w; remove the folder %s, and give the command again", err, j.work)
	}
	return err
}

// known are the runners of Beam that run jobs, and other names of them.
var known = []string{"", "prism", "flink", "spark", "dataflow", "universal", "portable", "direct", "PrismRunner", "FlinkRunner",
	"SparkRunner", "DataflowRunner", "PortableRunner", "DirectRunner"}

// damagedWork matches an error of a file of work that somebody has removed or changed.
var damagedWork = regexp.MustCompile("no such file|not exist|was changed|was cut off|manifest")

// checkOutputs refuses an output that would replace an input, or change a folder that is one.
func (j *Job) checkOutputs() error {
	sys, inputs := files(j.temp), j.Inputs
	if j.HostOf != "" {
		inputs = append(slices.Clone(inputs), j.HostOf)
	}
	for _, out := range []string{j.out, j.Dict, j.Fetched, j.work} {
		if out == "" {
			continue
		}
		for _, input := range inputs {
			if stream.Within(sys, out, input) {
				return Usage{fmt.Errorf("%s: is an input or in one, and cannot be the output: name another", out)}
			}
		}
		if err := stream.CheckInputs(sys, out, inputs); err != nil {
			return err
		}
	}
	return nil
}

// nameAll makes all names absolute, so that other machines find the same files under them.
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
	for _, out := range []string{j.out, j.Dict, j.Fetched} {
		if out != "" && stream.Within(files(j.temp), out, j.work) {
			return Usage{fmt.Errorf("%s: is in %s, which is removed when the job ends: name another output or -work", out, j.work)}
		}
	}
	return nil
}

// litterHere makes Beam put its temporary files in the folder of work, until the caller calls end: for workers in this process
// Beam makes an empty file, and leaves it. If the work is in a store, the files go to a temporary folder.
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
	Job     *Job
	Files   []asRead
	Version string // another one may cut or write in another way
}

const (
	identityName = "job"
	endedName    = "ended" // is there when the work is no longer needed
)

// begin makes the folder of work, or goes on with what an earlier run of the same job has left in it.
func (j *Job) begin() error {
	id, err := j.identify()
	if err != nil {
		return err
	}
	if err := mkdir(files(j.temp), j.work); err != nil {
		return err
	}
	if err := j.lock(j.work); err != nil {
		return err
	}
	return j.claim(id)
}

// lock keeps other runs out of a folder until the job ends. A store has no locks.
func (j *Job) lock(name string) error {
	unlock, ok, err := files(j.temp).LockNow(name)
	if err == nil && !ok {
		err = errors.New("another run of a job works there: wait until it ends")
	}
	if err != nil {
		return vfs.Named(name, err)
	}
	j.locks = append(j.locks, unlock)
	return nil
}

func (j *Job) unlock() {
	for _, unlock := range j.locks {
		unlock()
	}
}

// mkdir makes a folder, or takes one that is there.
func mkdir(sys vfs.FS, name string) error {
	if err := sys.Mkdir(name); err != nil && !errors.Is(err, fs.ErrExist) {
		return vfs.Named(name, err)
	}
	return nil
}

func (j *Job) identify() (id identity, err error) {
	inputs := j.Inputs
	if j.HostOf != "" {
		inputs = append(slices.Clone(inputs), j.HostOf)
	}
	j.read, err = inputFiles(j.temp, inputs)
	return identity{j, j.read, cli.Version}, err
}

// inputFiles are the files of the inputs. The manifest stands for a folder of parts.
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

// claim makes an empty folder of work that of this job, and refuses the unfinished work of another one.
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
		return fmt.Errorf("%s: another run works there, or has ended the work: give the command again", j.work)
	}
	return nil
}

// at is the name of a file or folder of work.
func (j *Job) at(name string) string { return vfs.Join(j.work, name) }

// end notes that the work is done, and removes it.
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

// clear empties the folder of work. The file that says which job it belongs to goes last.
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

// order is the order of -k; the other columns follow.
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
