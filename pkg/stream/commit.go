package stream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"webmill/pkg/vfs"
)

// Committer is an output of a run. It is finished first, and then either gets its name (Commit) or is dropped (Discard).
type Committer interface {
	// Finish writes the rest of the output to the disk.
	Finish() error
	// Commit gives a finished file its name.
	Commit() error
	Discard()
	// Target is the name of the file that Commit makes or replaces, "" for what has no name of its own, like stdout.
	Target() string
}

// CommitAll makes several outputs visible. Files of two runs never stand side by side, even if the process is killed or another
// run writes the same files: CommitAll locks the folders, removes all files that the outputs replace but one, replaces that one,
// and then commits the other outputs. The one is an input of the run, if an output replaces one: an input is never lost. After
// an error the old files are back; where the system does not allow that, they stay under other names, which the error says.
func CommitAll(sys vfs.FS, isInput func(name string) bool, outputs ...Committer) error {
	p := &publishing{sys: sys}
	if err := p.finish(isInput, outputs); err != nil {
		return err
	}
	if len(outputs) < 2 {
		return p.commit()
	}
	unlock, err := lockAll(sys, p.folders())
	defer unlock()
	if err != nil {
		return err
	}
	return vfs.Publish(func() error {
		err := p.keep()
		if err == nil {
			if err = p.replace(); err != nil && !p.undo() {
				return errors.Join(err, p.lost())
			}
		}
		p.forget()
		return err
	})
}

// publishing gives outputs their names.
type publishing struct {
	sys     vfs.FS
	outputs []Committer // first the one that replaces its file in one step
	kept    []string    // hidden names of the files that they replace, "" where there is none
	partly  bool        // the file system has no second names for all
}

// finish finishes the outputs and chooses the first.
func (p *publishing) finish(isInput func(name string) bool, outputs []Committer) error {
	first, inputs := 0, 0
	for i, o := range slices.Backward(outputs) {
		if err := o.Finish(); err != nil {
			return err
		}
		switch name := o.Target(); {
		case !p.exists(name):
		case isInput(name):
			first, inputs = i, inputs+1
		case inputs == 0:
			first = i
		}
	}
	if inputs > 1 {
		return errors.New("two outputs replace inputs: only one may, so that none is lost")
	}
	p.outputs = slices.Concat(outputs[first:], outputs[:first])
	return nil
}

func (p *publishing) exists(name string) bool {
	if name == "" {
		return false
	}
	_, err := p.sys.Stat(name)
	return err == nil
}

// folders returns the folders of the files.
func (p *publishing) folders() (list []string) {
	for _, o := range p.outputs {
		if name := o.Target(); name != "" {
			list = append(list, folder(name))
		}
	}
	return list
}

// keep gives the files that will be replaced second names, which are hidden. Where there is no file, Keep only removes what a
// killed run has left.
func (p *publishing) keep() error {
	p.kept = make([]string, len(p.outputs))
	for i, o := range p.outputs {
		if o.Target() == "" {
			continue
		}
		var err error
		switch p.kept[i], err = p.sys.Keep(o.Target()); {
		case err == nil, errors.Is(err, fs.ErrNotExist):
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EMLINK):
			p.partly = true
		default:
			return vfs.Named(o.Target(), err)
		}
	}
	return nil
}

// replace removes the old files but the first, and commits the outputs.
func (p *publishing) replace() error {
	for _, o := range p.outputs[1:] {
		if err := p.remove(o.Target()); err != nil {
			return err
		}
	}
	return p.commit()
}

func (p *publishing) commit() error {
	for _, o := range p.outputs {
		if err := o.Commit(); err != nil {
			return err
		}
	}
	return nil
}

func (p *publishing) remove(name string) error {
	if name == "" {
		return nil
	}
	if err := p.sys.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return vfs.Named(name, err)
	}
	return nil
}

// undo brings the old files back, after the new ones are gone. It reports whether all are back.
func (p *publishing) undo() (ok bool) {
	if p.partly {
		return false
	}
	for _, o := range p.outputs[1:] {
		if p.remove(o.Target()) != nil {
			return false
		}
	}
	if p.kept[0] == "" && p.remove(p.outputs[0].Target()) != nil {
		return false
	}
	for i, o := range p.outputs {
		if p.kept[i] != "" {
			if p.sys.Rename(p.kept[i], o.Target()) != nil {
				return false
			}
			p.sys.Remove(p.kept[i]) // which is still there if the old file never went
			p.kept[i] = ""
		}
	}
	return true
}

// lost says under which names the old files are that are not back, nil if there are none.
func (p *publishing) lost() error {
	var names []string
	for i, o := range p.outputs {
		if p.kept[i] != "" {
			names = append(names, o.Target()+" is kept as "+p.kept[i])
		}
	}
	if names == nil {
		return nil
	}
	return fmt.Errorf("the old files are not back: %s", strings.Join(names, ", "))
}

// forget removes the second names.
func (p *publishing) forget() {
	for _, name := range p.kept {
		if name != "" {
			p.sys.Remove(name)
		}
	}
}

// lockAll locks folders, each once, in an order in which two runs cannot wait for each other.
func lockAll(sys vfs.FS, folders []string) (unlock func(), err error) {
	var locks []func()
	unlock = func() {
		for _, unlock := range locks {
			unlock()
		}
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		one, err := sys.Lock(folder)
		if err != nil {
			return unlock, vfs.Named(folder, err)
		}
		locks = append(locks, one)
	}
	return unlock, nil
}

// Target is the file that an output of this name replaces. Symbolic links are followed, even to a file that does not exist yet.
// open reports whether the name stands for a file that is open already, like /dev/stdout.
func Target(name string) (target string, open bool) {
	for range 40 { // more links than this are a circle
		if isOpenFile(name) {
			return name, true
		}
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Dir(name) + "/" + to // not cleaned: if the folder is a link, .. is not its parent
		}
		name = to
	}
	return name, false
}

// Path is the absolute name of a target, the same for all ways to its folder.
func Path(target string) string { return vfs.Join(folder(target), filepath.Base(target)) }

// folder is the absolute name of the folder of a target, without links.
func folder(target string) string {
	folder := vfs.Dir(target)
	if vfs.HasScheme(folder) {
		return folder
	}
	if path, err := filepath.Abs(folder); err == nil {
		folder = path
	}
	if path, err := filepath.EvalSymlinks(folder); err == nil {
		folder = path
	}
	return folder
}

// isOpenFile reports whether a name stands for a file that is open already.
func isOpenFile(name string) bool {
	name = filepath.Clean(name)
	for _, pattern := range []string{"/dev/std*", "/dev/fd/*", "/proc/*/fd/*", "/proc/*/task/*/fd/*"} {
		if ok, _ := filepath.Match(pattern, name); ok {
			return true
		}
	}
	return false
}
