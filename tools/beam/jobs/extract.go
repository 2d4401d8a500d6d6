package jobs

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/web/docs"
	"webmill/tools/beam/objects"
	"webmill/tools/internal/extractlinks"
)

// The job extract writes the links of each archive to a file, and what was fetched to another. A task runs extract-links for one
// archive. Beside the links it leaves a hidden note, which says from which archive and flags they were made, and what they lack.
// A later run reads an archive again only if the note does not agree with it. Until the folder is whole it also has the list of
// the archives, and the job ids refuses it.

func extractFlags(f *flag.FlagSet, to *Flags) {
	f.StringVar(&to.List, "list", "", "read the archives that `FILE` names, one a line, before those of the operands")
	f.StringVar(&to.Fetched, "fetched", "",
		"the `FOLDER` of what was fetched, a file for each archive; its name says their form, like fetched.tsv.gz")
	f.BoolVar(&to.Incomplete, "incomplete", false,
		"take what can be read of a damaged archive, and leave out a missing one; without this flag, both make the job fail")
	tool := &cli.Flags{FlagSet: flag.NewFlagSet("", flag.ContinueOnError)}
	extractlinks.Setup(tool)
	tool.VisitAll(func(g *flag.Flag) {
		if slices.Contains([]string{"dir", "base", "index", "urls", "headers", "parts"}, g.Name) || f.Lookup(g.Name) != nil {
			return
		}
		take := func(value string) error {
			to.Tool = append(to.Tool, "-"+g.Name+"="+value)
			return g.Value.Set(value)
		}
		if b, ok := g.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			f.BoolFunc(g.Name, g.Usage, take)
		} else {
			f.Func(g.Name, g.Usage, take)
		}
	})
}

const (
	listName    = ".archives" // of the archives that a run reads
	mostDamaged = 10          // damaged archives that a message names
)

func (j *Job) extract() error {
	if j.Fetched != "" && stream.Within(files(j.temp), j.Fetched, j.out) {
		return Usage{fmt.Errorf("%s: is the folder of the links, and cannot be that of -fetched: name another", j.out)}
	}
	if err := stream.PlainName(j.out); err != nil {
		return Usage{err}
	}
	archives, err := j.namedArchives()
	if err != nil {
		return err
	}
	sys := files(j.temp)
	task := &extractArchive{Links: j.out, Fetched: j.Fetched, Tool: j.Tool, Incomplete: j.Incomplete, Memory: j.memory.String(),
		Temp: j.temp}
	// An empty archive shows what is wrong with the flags.
	code, said, _ := task.run(os.DevNull, j.at("links"+endingOf(j.out)), j.at("fetched"+endingOf(j.Fetched)))
	if code == cli.ExitUsage {
		return Usage{errors.New(said)}
	}
	taken := map[string]bool{}
	for _, archive := range archives {
		for _, name := range task.files(archive) {
			taken[name] = true
		}
	}
	for _, folder := range task.folders() {
		if err := openFolder(sys, folder); err != nil {
			return err
		}
	}
	list := vfs.Join(j.out, listName)
	if err := publishJSON(j.temp, list, archives); err != nil {
		return err
	}
	if err := j.run(func(s beam.Scope) {
		beam.ParDo0(s, task, beam.Reshuffle(s, beam.ParDo(s, &listArchives{list, j.temp}, beam.Impulse(s))))
	}); err != nil {
		return err
	}
	for _, folder := range task.folders() {
		if err := clearOthers(sys, folder, taken); err != nil {
			return err
		}
	}
	return task.report(archives, list)
}

// namedArchives are the paths of the archives that the list and the operands name, each once. Without -incomplete, a missing one
// ends the job before it reads any archive.
func (j *Job) namedArchives() (archives []string, err error) {
	var warnings []string
	r, err := docs.Open(docs.Input{List: j.List, Archives: j.archives}, docs.Options{
		Room: room(int64(j.memory), j.temp),
		Open: func(name string) (*stream.Bytes, error) { return stream.OpenBytes(files(j.temp), name, nil) },
		Warn: func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) },
	})
	if err != nil {
		return nil, err
	}
	for i := range r.Volumes {
		path, err := objects.Abs(r.Volumes[i].Name)
		if err != nil {
			return nil, err
		}
		archives = append(archives, path)
	}
	if !j.Incomplete {
		if _, err := lookAt(j.temp, archives...); err != nil {
			return nil, err
		}
	}
	for _, warning := range warnings {
		fmt.Fprintf(os.Stderr, "webmill-beam: warning: %s\n", warning)
	}
	return archives, nil
}

// madeFile matches the names of the files that the job makes for an archive, its note too.
var madeFile = regexp.MustCompile(`^.+\.[0-9a-f]{16}(\.[^.]+)*$`)

// openFolder makes a folder for the files of archives. It refuses a folder with other files: ids would take these for links.
func openFolder(sys vfs.FS, name string) error {
	if info, err := sys.Stat(name); err == nil && !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", name)
	}
	if err := mkdir(sys, name); err != nil {
		return err
	}
	entries, err := sys.ReadDir(name)
	for _, e := range entries {
		if !madeFile.MatchString(e.Name()) && !strings.HasPrefix(e.Name(), ".webmill") && e.Name() != listName {
			return fmt.Errorf("%s: has files that this job does not make, like %s: name an empty folder, or a new one", name, e.Name())
		}
	}
	return vfs.Named(name, err)
}

// clearOthers removes the files of archives that are no longer named, and files that were not finished.
func clearOthers(sys vfs.FS, folder string, taken map[string]bool) error {
	entries, err := sys.ReadDir(folder)
	for _, e := range entries {
		if name := vfs.Join(folder, e.Name()); err == nil && !taken[name] && e.Name() != listName {
			err = sys.Remove(name)
		}
	}
	return err
}

// listArchives passes on the archives that a list names.
type listArchives struct{ List, Temp string }

// ProcessElement implements a function of Beam.
func (f *listArchives) ProcessElement(_ []byte, emit func(string)) error {
	var archives []string
	err := readJSON(f.Temp, f.List, &archives)
	for _, archive := range archives {
		emit(archive)
	}
	return err
}

// extractArchive makes the files of an archive.
type extractArchive struct {
	Links, Fetched string   // folders
	Tool           []string // flags of extract-links
	Incomplete     bool
	Memory, Temp   string
}

// note says from which archive and flags the files of an archive were made, and what they lack.
type note struct {
	How     string
	Archive asRead
	Files   []asRead // links, fetched
	Missing string   // in the words of extract-links
	None    bool     // there are no files
}

func (f *extractArchive) folders() []string {
	if f.Fetched == "" {
		return []string{f.Links}
	}
	return []string{f.Links, f.Fetched}
}

// files are the names of the files that are made for an archive: the note, the links, and what was fetched.
func (f *extractArchive) files(archive string) (names []string) {
	sum := sha256.Sum256([]byte(archive))
	name := fmt.Sprintf("%.100s.%x", filepath.Base(archive), sum[:8])
	names = append(names, vfs.Join(f.Links, "."+name))
	for _, folder := range f.folders() {
		names = append(names, vfs.Join(folder, name+endingOf(folder)))
	}
	return names
}

// endingOf is the ending of the files of a folder: the ending of the folder's name, with the compression.
func endingOf(folder string) string {
	packed := strings.ToLower(filepath.Ext(folder))
	if stream.Ending(folder) == packed {
		return packed
	}
	return stream.Ending(folder) + packed
}

// run runs extract-links, and returns its exit status, what it says and its error.
func (f *extractArchive) run(archive, links, fetched string) (code int, said string, err error) {
	tool := cli.Command{Name: "extract-links", Groups: cli.Memory | cli.Threads | cli.Parquet, LeastS: docs.LeastMemory,
		Setup: extractlinks.Setup}
	args := append(slices.Clone(f.Tool), "-q", "-j", "1", "-S", f.Memory, "-o", links)
	if f.Temp != "" {
		args = append(args, "-T", f.Temp)
	}
	if f.Fetched != "" {
		args = append(args, "-fetched", fetched)
	}
	var stderr bytes.Buffer
	code, err = cli.RunWithin(tool, append(args, "--", archive), &stderr, files(f.Temp))
	lines := strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, tool.Name+": ")
	}
	return code, strings.Join(lines, "; "), err
}

// how says which version of the tool and which flags make the files.
func (f *extractArchive) how() string {
	return fmt.Sprint(cli.Version, " ", f.Memory, " ", f.Fetched != "", " ", f.Tool)
}

// ProcessElement implements a function of Beam.
func (f *extractArchive) ProcessElement(archive string) error {
	names, n := f.files(archive), note{How: f.how()}
	before, err := lookAt(f.Temp, archive)
	if err != nil {
		n.None, n.Missing = true, err.Error()
	} else if n.Archive = before[0]; f.done(names, n) {
		return nil
	} else if err := f.make(archive, names, &n); err != nil {
		return err
	}
	if n.None {
		err = removeAll(files(f.Temp), names[1:])
	} else {
		n.Files, err = lookAt(f.Temp, names[1:]...)
	}
	if err != nil {
		return err
	}
	return publishJSON(f.Temp, names[0], n)
}

// removeAll removes files, if they are there.
func removeAll(sys objects.FS, names []string) error {
	for _, name := range names {
		if err := sys.RemoveAll(name); err != nil {
			return err
		}
	}
	return nil
}

// done reports whether the files of an archive are those that would be made now.
func (f *extractArchive) done(names []string, now note) bool {
	var have note
	if readJSON(f.Temp, names[0], &have) != nil || have.None || have.Missing != "" && !f.Incomplete ||
		have.How != now.How || have.Archive != now.Archive {
		return false
	}
	made, err := lookAt(f.Temp, names[1:]...)
	return err == nil && slices.Equal(have.Files, made)
}

// make makes the files. It notes an error of the archive, and returns any other error, like that of a full disk.
func (f *extractArchive) make(archive string, names []string, n *note) error {
	code, said, err := f.run(archive, names[1], names[len(names)-1])
	changed := n.Archive.check(f.Temp)
	if named := archive + ": "; !strings.HasPrefix(said, named) {
		said = named + said
	}
	switch {
	case changed != nil:
		said = changed.Error()
	case code == 0:
		return nil
	case code != cli.ExitPartial && !errors.As(err, new(docs.InputError)):
		return errors.New(said)
	}
	n.Missing = said
	n.None = code != cli.ExitPartial || changed != nil || !f.Incomplete
	return nil
}

// report says what is missing. The list stays until the folder is whole, or has all that -incomplete can take.
func (f *extractArchive) report(archives []string, list string) error {
	var damaged []string
	none := 0
	for _, archive := range archives {
		var n note
		if err := readJSON(f.Temp, f.files(archive)[0], &n); err != nil {
			return err
		}
		if n.None {
			none++
		}
		if n.Missing != "" {
			damaged = append(damaged, n.Missing)
		}
	}
	if len(damaged) == 0 {
		return files(f.Temp).Remove(list)
	}
	said := strings.Join(damaged[:min(mostDamaged, len(damaged))], "; ")
	if more := len(damaged) - mostDamaged; more > 0 {
		said += fmt.Sprintf("; and %d more", more)
	}
	err := fmt.Errorf("damaged or missing archives: %d of %d: %s", len(damaged), len(archives), said)
	switch {
	case none == len(archives):
		return err
	case !f.Incomplete:
		return fmt.Errorf("%w; the links of the others are written: repair these archives, leave them out, or give -incomplete", err)
	}
	if err := files(f.Temp).Remove(list); err != nil {
		return err
	}
	return Unfinished{err}
}
