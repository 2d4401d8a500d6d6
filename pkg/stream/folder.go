package stream

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"webmill/pkg/kinds"
	"webmill/pkg/partition"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Folder is an output of tuples that is cut into the parts of a folder (package partition), which are written one after the
// other. Commit publishes the manifest; until then the folder has none. What a killed run has left is removed by the next one.
type Folder struct {
	Name string

	sys     vfs.FS
	spec    OutSpec
	done    partition.Manifest // of the parts so far
	cur     *Output            // the part that is being written
	pack    packer             // of the parts; nil: they are not compressed, or none was begun
	records int64
	bytes   int64
	made    bool   // the folder
	unlock  func() // nil: nothing has been written
}

// CreateFolder opens an output of parts; head says how many there are and how they are cut. The name of the folder says the
// form of its parts. An old folder of this name stays as it is until the first part is written.
func CreateFolder(sys vfs.FS, name string, spec OutSpec, head partition.Head) (*Folder, error) {
	name = vfs.Clean(name)
	head, err := FolderHead(name, spec, head)
	if err != nil {
		return nil, err
	}
	f := &Folder{Name: name, sys: sys, spec: spec, done: partition.Manifest{Head: head}}
	return f, CheckFolder(sys, name)
}

// FolderHead completes the head of a folder: with the form of its parts, which the name says, their columns and their order.
func FolderHead(name string, spec OutSpec, head partition.Head) (partition.Head, error) {
	format, err := spec.form(name)
	if err == nil {
		err = packing(name)
	}
	if err != nil {
		return head, err
	}
	endings := map[Format]string{Raw: fmt.Sprintf(".t%d", len(spec.Columns)), Text: ".txt", CSV: ".csv", Parquet: ".parquet"}
	if endings[format] == "" {
		return head, misuse("%s: parts are raw, text, csv or parquet, not %s", name, format)
	}
	head.Ending, head.Columns, head.Order = endings[format]+compressor(name), spec.Columns, spec.Order.String()
	return head, nil
}

// CheckFolder refuses the name of a folder of parts if a file has that name, or if the folder has other files.
func CheckFolder(sys vfs.FS, name string) error {
	info, err := sys.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err = sys.Stat(vfs.Dir(vfs.Clean(name))); err != nil {
			err = noFolder(sys, vfs.Clean(name), err)
		}
		return vfs.Named(name, err)
	}
	if err == nil && !info.IsDir() {
		err = errors.New("is not a folder")
	}
	if err != nil {
		return vfs.Named(name, err)
	}
	return vfs.Named(name, sys.List(name, func(e fs.DirEntry) error {
		if !ofFolder(e.Name()) {
			return fmt.Errorf("has other files than parts, like %s: name a folder that is empty or not there", e.Name())
		}
		return nil
	}))
}

// CheckInputs refuses the name of a folder of parts if an input is that folder or is in it: a run removes what was there.
func CheckInputs(sys vfs.FS, name string, inputs []string) error {
	for _, input := range inputs {
		if Within(sys, input, name) {
			return misuse("%s: %s is in this folder, which is replaced: name another one", name, input)
		}
	}
	return nil
}

// Within reports whether a file is a folder or is somewhere in it, by its name or by what its name leads to.
func Within(sys vfs.FS, name, folder string) bool {
	name, folder = strings.TrimSuffix(name, "/"), strings.TrimSuffix(folder, "/")
	target, _ := Target(name)
	same := func(file string) bool { return Path(file) == Path(folder) }
	if want, err := sys.Stat(folder); err == nil && !vfs.HasScheme(folder) {
		same = func(file string) bool {
			have, err := sys.Stat(file)
			return err == nil && os.SameFile(want, have)
		}
	}
	for _, file := range []string{Path(name), Path(target)} {
		for ; filepath.IsAbs(file) || vfs.HasScheme(file); file = strings.TrimSuffix(vfs.Dir(file), "/") {
			if same(file) {
				return true
			}
		}
	}
	return false
}

// ofFolder reports whether a file belongs to a folder of parts; it may have a hidden name.
func ofFolder(name string) bool {
	return name == partition.ManifestName || partition.IsPart(name) || strings.HasPrefix(name, ".webmill")
}

// begin locks the folder and removes what is in it, the manifest first.
func (f *Folder) begin() (err error) {
	if err = f.sys.Mkdir(f.Name); err == nil {
		f.made = true
	} else if !errors.Is(err, fs.ErrExist) {
		return vfs.Named(f.Name, err)
	}
	if f.unlock, err = f.sys.Lock(f.Name); err != nil {
		return vfs.Named(f.Name, err)
	}
	return ClearFolder(f.sys, f.Name)
}

// ClearFolder removes what is in a folder of parts, the manifest first.
func ClearFolder(sys vfs.FS, name string) error {
	manifest := vfs.Join(name, partition.ManifestName)
	if err := sys.Remove(manifest); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return vfs.Named(manifest, err)
	}
	err := sys.SyncDir(name)
	if err != nil {
		return vfs.Named(name, err)
	}
	entries, err := sys.ReadDir(name)
	for _, e := range entries {
		if err == nil && ofFolder(e.Name()) {
			err = sys.Remove(vfs.Join(name, e.Name()))
		}
	}
	return vfs.Named(name, err)
}

// Part is the number of the part that is written; -1 before the first.
func (f *Folder) Part() int { return len(f.done.Parts) - 1 }

// Go ends the parts before a part, and begins it. least is the least value, by range, of the parts that begin.
func (f *Folder) Go(part int, least int64) error {
	for f.Part() < part {
		if f.unlock == nil {
			if err := f.begin(); err != nil {
				return err
			}
		}
		if err := f.endPart(); err != nil {
			return err
		}
		spec := f.spec
		spec.Format, spec.create, spec.Force = Auto, f.createPart, true // Guard has looked at the records
		var err error
		if f.cur, err = Create(f.sys, vfs.Join(f.Name, f.done.Name(f.Part()+1)), nil, spec); err != nil {
			return err
		}
		f.done.Parts = append(f.done.Parts, partition.Part{Least: least})
	}
	return nil
}

// Guard refuses records that look like scores before they are cut: a part alone may look like scores though the whole does not.
func (f *Folder) Guard(dst tuple.Sink, cols []tuple.Column) (sink tuple.Sink, flush func() error) {
	if format, _ := byName(f.done.Name(0)); format == Raw || f.spec.Force {
		return dst, func() error { return nil }
	}
	return kinds.GuardSink(dst, cols)
}

// createPart opens a new file of the folder. All parts share one compressor: thousands would fill the memory.
func (f *Folder) createPart(sys vfs.FS, name string, _ vfs.File) (*ByteOutput, error) {
	file, err := sys.Grow(name)
	if err != nil {
		return nil, vfs.Named(name, err)
	}
	o := &ByteOutput{Name: name, sys: sys, file: file}
	if f.pack != nil {
		f.pack.Reset(counting{o})
	} else if f.pack, err = compress(name, counting{o}); err != nil {
		file.Close()
		return nil, vfs.Named(name, err)
	}
	o.pack = f.pack
	return o, nil
}

// endPart writes the rest of a part to the disk.
func (f *Folder) endPart() error {
	if f.cur == nil {
		return nil
	}
	if err := f.cur.Finish(); err != nil {
		return err
	}
	if err := f.cur.file.Sync(); err != nil {
		return vfs.Named(f.cur.Name, err)
	}
	if err := f.cur.Commit(); err != nil {
		return err
	}
	p := &f.done.Parts[f.Part()]
	p.Records, p.Bytes = f.cur.Records(), f.cur.Count()
	f.records, f.bytes, f.cur = f.records+p.Records, f.bytes+p.Bytes, nil
	return nil
}

// WriteBlock implements tuple.Sink: it writes to the part that Go began last.
func (f *Folder) WriteBlock(block []int32) error {
	f.done.Parts[f.Part()].Sum += tuple.Sum(block, len(f.spec.Columns))
	return f.cur.WriteBlock(block)
}

// Finish ends the last part.
func (f *Folder) Finish() error { return f.endPart() }

// Commit publishes the manifest.
func (f *Folder) Commit() error {
	if err := PublishManifest(f.sys, f.Name, &f.done); err != nil {
		return err
	}
	f.unlock()
	f.unlock = nil
	return nil
}

// PublishManifest gives a folder of parts its manifest: then the folder is whole.
func PublishManifest(sys vfs.FS, dir string, m *partition.Manifest) error {
	out, err := CreateBytes(sys, vfs.Join(dir, partition.ManifestName), nil)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := m.Write(out); err != nil {
		return err
	}
	return out.Commit()
}

// Discard drops what was not committed.
func (f *Folder) Discard() {
	if f.cur != nil {
		f.cur.Discard()
		f.cur.file.Close()
		f.cur = nil
	}
	if f.unlock == nil {
		return
	}
	if ClearFolder(f.sys, f.Name) == nil && f.made {
		f.sys.Remove(f.Name)
	}
	f.unlock()
	f.unlock = nil
}

// Target implements Committer: what was there before has already been replaced.
func (f *Folder) Target() string { return "" }

// Records is the number of records in the parts that are written.
func (f *Folder) Records() int64 { return f.records }

// Count is the number of bytes of these parts.
func (f *Folder) Count() int64 { return f.bytes }

// IsFolder reports whether a folder has a manifest.
func IsFolder(sys vfs.FS, dir string) bool {
	_, err := sys.Stat(vfs.Join(dir, partition.ManifestName))
	return !errors.Is(err, fs.ErrNotExist)
}

// startFolder makes a folder of parts the stream, after a look at all names and sizes. It reports false for a folder without a
// manifest.
func (b *Bytes) startFolder(sys vfs.FS, dir string) (ok bool, err error) {
	if !IsFolder(sys, dir) {
		return false, nil
	}
	if !b.tuples {
		return true, errors.New("is a folder of tuples, but lines of text are read: tuples -to text makes lines of it")
	}
	if b.manifest, err = ReadManifest(sys, dir); err != nil {
		return true, err
	}
	for _, p := range b.manifest.Parts {
		b.size += p.Bytes
	}
	first, err := OpenWithin(sys, vfs.Join(dir, b.manifest.Name(0)), nil, b.most)
	if err != nil {
		return true, err
	}
	b.decoder, b.body = first.Decoder(), closed{}
	return true, first.Close()
}

// ReadManifest reads the manifest of a folder, after a look at the names and sizes of all parts.
func ReadManifest(sys vfs.FS, dir string) (*partition.Manifest, error) {
	name := vfs.Join(dir, partition.ManifestName)
	text, err := OpenBytes(sys, name, nil)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	m, err := partition.Read(text)
	if err != nil {
		return nil, vfs.Named(name, err)
	}
	list := func(f func(fs.DirEntry) error) error { return sys.List(dir, f) }
	return m, m.Check(list, func(part string) (int64, error) {
		info, err := sys.Stat(vfs.Join(dir, part)) // a part may be a link
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	})
}

// folderSource reads the parts of a folder one after the other. At the end of each part it compares the part with the manifest.
type folderSource struct {
	in      *Input
	columns []tuple.Column // of the parts
	part    int            // that is read, or comes next
	cur     *Input         // of it, or nil
	counted int64          // of its bytes
	sum     uint64
}

// openFolder finds columns like openParquet if the manifest has names for them, else takes them by their places. A kind that the
// manifest does not say is the one that the tool needs.
func openFolder(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	stored := in.manifest.Columns
	in.columnsNamed = slices.ContainsFunc(stored, func(c tuple.Column) bool { return !unnamed.MatchString(c.Name) })
	if !in.columnsNamed {
		if len(want.columns) == len(stored) {
			stored = named(stored, want.columns)
		}
		return &folderSource{in: in, columns: stored}, stored, nil
	}
	places, needed, err := in.places(stored, nil, want)
	if err != nil {
		return nil, nil, err
	}
	if needed != nil {
		stored = named(stored, inStoredOrder(stored, needed, places))
	}
	src := &folderSource{in: in, columns: stored}
	if places == nil {
		return src, stored, nil
	}
	records, columns := project(src, stored, places)
	return closing{records, src}, columns, nil
}

// named are columns with the names of others, and with their kinds where they have none.
func named(columns, as []tuple.Column) []tuple.Column {
	if columns = slices.Clone(columns); len(columns) != len(as) {
		return columns // of an f64 where an f32 is needed, or the reverse: the caller compares
	}
	for i := range columns {
		if columns[i].Name = as[i].Name; columns[i].Kind == tuple.Unsaid {
			columns[i] = as[i]
		}
	}
	return columns
}

// ReadBlock implements tuple.Source.
func (f *folderSource) ReadBlock(dst []int32) (n int, err error) {
	for n == 0 && err == nil {
		if f.cur == nil {
			if err := f.open(); err != nil {
				return 0, err
			}
		}
		n, err = f.cur.ReadBlock(dst)
		f.sum += tuple.Sum(dst[:n], len(f.columns))
		f.in.Count(f.cur.Done() - f.counted)
		f.counted = f.cur.Done()
		if err == io.EOF {
			err = f.end()
		}
	}
	return n, err
}

func (f *folderSource) open() (err error) {
	if f.part == f.in.manifest.Count {
		return io.EOF
	}
	f.cur, err = Open(f.in.sys, vfs.Join(f.in.Name, f.in.manifest.Name(f.part)), nil, Spec{
		Columns: f.columns, Force: true, TempDir: f.in.spec.TempDir, MostDecoder: f.in.most,
	})
	f.counted, f.sum = 0, 0
	return err
}

func (f *folderSource) end() error {
	err := f.in.manifest.CheckRead(f.part, f.cur.Records(), f.sum)
	f.cur.Close()
	f.cur, f.part = nil, f.part+1
	return err
}

// Close implements io.Closer.
func (f *folderSource) Close() error {
	if f.cur == nil {
		return nil
	}
	return f.cur.Close()
}
