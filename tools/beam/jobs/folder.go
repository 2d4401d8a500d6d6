package jobs

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"syscall"

	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// folder is an output in parts.
type folder struct {
	Name  string
	Head  partition.Head
	Least []int64 // by range: the least values of the parts; nil: the sums of Numbers[0] of the facts of the parts before
	Temp  string  // the folder for temporary files
}

// newFolder is a folder that is cut by ranges of the column by, counted from 0. Its bounds are not known yet.
func (j *Job) newFolder(name string, parts int, columns []tuple.Column, order tuple.Order, by int) (folder, error) {
	head, err := stream.FolderHead(name, stream.OutSpec{Columns: columns, Order: order},
		partition.Head{Count: parts, By: partition.ByRange, Column: by + 1})
	return folder{Name: vfs.Clean(name), Head: head, Temp: j.temp}, err
}

// done reports whether the folder is whole: its manifest comes last.
func (f folder) done() bool { return isFolder(f.Name) }

// records is how many records the folder has.
func (f folder) records() (n int64, err error) {
	m, err := manifestOf(f.Temp, f.Name)
	if err != nil {
		return 0, err
	}
	for _, p := range m.Parts {
		n += p.Records
	}
	return n, nil
}

func exists(name string) bool {
	_, err := files("").Stat(name)
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// isFolder reports whether there is a folder of this name with a manifest.
func isFolder(name string) bool {
	return exists(vfs.Join(name, partition.ManifestName))
}

// beginFolder makes a folder, or removes what an earlier run has left in it.
func (j *Job) beginFolder(f folder) error {
	sys := files(f.Temp)
	if err := stream.CheckFolder(sys, f.Name); err != nil {
		return err
	}
	if err := mkdir(sys, f.Name); err != nil {
		return err
	}
	if f.Name == j.out { // the folder of work has a lock
		if err := j.lock(f.Name); err != nil {
			return err
		}
	}
	return stream.ClearFolder(sys, f.Name)
}

// fact describes a part that was written.
type fact struct {
	Part           int
	Records, Bytes int64
	Sum            int64
	Numbers        []float64 // what the job counts; publish adds them up
}

// write writes a part, which gets its name when it is whole.
func (f folder) write(part int, fill func(tuple.Sink) error) (fact, error) {
	order, err := tuple.ParseOrder(f.Head.Order, len(f.Head.Columns))
	if err != nil {
		return fact{}, err
	}
	spec := stream.OutSpec{Columns: f.Head.Columns, Order: order, Force: true, TempDir: f.Temp}
	out, err := stream.Create(files(f.Temp), vfs.Join(f.Name, f.Head.Name(part)), nil, spec)
	if err != nil {
		return fact{}, err
	}
	defer out.Discard()
	done := fact{Part: part}
	err = fill(tuple.SinkFunc(func(block []int32) error {
		done.Sum += int64(tuple.Sum(block, out.Width()))
		return out.WriteBlock(block)
	}))
	if err == nil {
		err = out.Commit()
	}
	done.Records, done.Bytes = out.Records(), out.Count()
	return done, err
}

// copyPart writes the records of the same part of another folder.
type copyPart struct {
	From string
	To   folder
}

// ProcessElement implements a function of Beam.
func (f *copyPart) ProcessElement(part int, _ func(*[]byte) bool) (int, fact, error) {
	done, err := f.To.write(part, func(to tuple.Sink) error { return eachBlock(f.To.Temp, f.From, part, to.WriteBlock) })
	return 0, done, err
}

// publish writes the sums of the numbers of all parts, and then the manifest of the folder from the facts of its parts.
type publish struct {
	Folder folder
	Sums   string // the file
}

// ProcessElement implements a function of Beam.
func (f *publish) ProcessElement(_ int, next func(*fact) bool) error {
	m := &partition.Manifest{Head: f.Folder.Head, Parts: make([]partition.Part, f.Folder.Head.Count)}
	var all []fact
	for done := (fact{}); next(&done); done = (fact{}) {
		all = append(all, done)
	}
	slices.SortFunc(all, func(a, b fact) int { return cmp.Compare(a.Part, b.Part) })
	var sums []float64
	least := f.Folder.Least
	for i, done := range all {
		if done.Part != i || len(all) != m.Count {
			return fmt.Errorf("%s: %d parts were made, not %d: a part is missing or doubled", f.Folder.Name, len(all), m.Count)
		}
		m.Parts[i] = partition.Part{Records: done.Records, Bytes: done.Bytes, Sum: uint64(done.Sum)}
		switch {
		case least != nil:
			m.Parts[i].Least = least[i]
		case sums != nil:
			m.Parts[i].Least = int64(sums[0])
		}
		for k, n := range done.Numbers {
			if sums == nil {
				sums = make([]float64, len(done.Numbers))
			}
			sums[k] += n
		}
	}
	if sums != nil {
		if err := publishJSON(f.Folder.Temp, f.Sums, sums); err != nil {
			return err
		}
	}
	return stream.PublishManifest(files(f.Folder.Temp), f.Folder.Name, m)
}

// sumsName is the file with the sums of a folder of work.
func (f folder) sumsName() string { return f.Name + ".sums" }

// sums are the sums of the numbers of all parts.
func (f folder) sums() (sums []float64, err error) {
	err = readJSON(f.Temp, f.sumsName(), &sums)
	return sums, err
}

// publishJSON writes a small file, which gets its name when it is whole.
func publishJSON(temp, name string, value any) error {
	out, err := stream.CreateBytes(files(temp), name, nil)
	if err != nil {
		return err
	}
	defer out.Discard()
	if _, err := out.Write(asJSON(value)); err != nil {
		return err
	}
	return out.Commit()
}

// asJSON is for values that have a form in JSON.
func asJSON(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // cannot happen: all fields are of kinds that JSON has
	}
	return text
}

func readJSON(temp, name string, value any) error {
	text, err := readFile(temp, name)
	if err == nil && json.Unmarshal(text, value) != nil {
		err = fmt.Errorf("%s: was cut off or changed", name)
	}
	return err
}

// readFile reads a small file.
func readFile(temp, name string) ([]byte, error) {
	f, err := files(temp).Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
