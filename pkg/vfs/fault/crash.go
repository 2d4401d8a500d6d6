package fault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"

	"webmill/pkg/vfs"
)

// CrashFS passes every operation to the system below, and remembers which parts of the files that Grow opened are durable. Crash
// then leaves of these files what a power failure may leave:
//
//   - the content that a file had when it was last synced, or when Grow opened it first;
//   - the first of the writes since then, a random number of them; the last of these may be written in part;
//   - behind the size that was synced, the last sectors may hold zeros in the place of what was written, since a file system can
//     make a file longer before it writes the data;
//   - a name that Grow made may be gone, with all of its file, if the folder was not synced since then (SyncDir).
//
// It is simpler than a real disk: what Truncate cuts off is gone at once and does not come back; renamed and removed files stay
// so; writes reach the disk in their order. Published files stay as they are, because Publish is durable. CrashFS holds the
// synced content of growing files in memory, and a copy of each write since. It knows them by their names, so folders must keep
// theirs.
//
// The system goes on after Crash, for the run that recovers. Crash closes all files of the run before: its operations fail with
// fs.ErrClosed, and its locks are free. The goroutines of that run should have ended, since they could open files again.
type CrashFS struct {
	vfs.FS
	mu    sync.Mutex
	rnd   *rand.Rand
	files map[string]*durable
	open  map[io.Closer]bool
}

// Crashing makes a CrashFS. The seed decides what is left.
func Crashing(base vfs.FS, seed uint64) *CrashFS {
	return &CrashFS{FS: base, rnd: rand.New(rand.NewPCG(seed, 0)), files: map[string]*durable{}, open: map[io.Closer]bool{}}
}

// durable is what is known of a growing file.
type durable struct {
	isNew  bool    // its name is not durable
	synced []byte  // its content when it was last synced
	writes []write // since then
}

// write is a write to a place of a file. Without data it makes the file at least off bytes long.
type write struct {
	off  int64
	data []byte
}

// put applies the write to the content of a file.
func (w write) put(content []byte) []byte {
	if more := w.off + int64(len(w.data)) - int64(len(content)); more > 0 {
		content = append(content, make([]byte, more)...)
	}
	copy(content[w.off:], w.data)
	return content
}

func (d *durable) sync() {
	for _, w := range d.writes {
		d.synced = w.put(d.synced)
	}
	d.writes = nil
}

func (d *durable) truncate(size int64) {
	end := int64(len(d.synced))
	d.synced = d.synced[:min(end, size)]
	for i, w := range d.writes {
		end = max(end, w.off+int64(len(w.data)))
		kept := min(max(size-w.off, 0), int64(len(w.data)))
		d.writes[i] = write{min(w.off, size), w.data[:kept]}
	}
	if end < size {
		d.writes = append(d.writes, write{off: size})
	}
}

const sector = 512

// crash is the content that a power failure leaves.
func (d *durable) crash(rnd *rand.Rand) []byte {
	total := 0
	for _, w := range d.writes {
		total += len(w.data)
	}
	left := rnd.IntN(total + 1)
	switch rnd.IntN(4) { // nothing and all are common on a real disk
	case 0:
		left = 0
	case 1:
		left = total
	}
	content := slices.Clone(d.synced)
	for _, w := range d.writes {
		if left < len(w.data) {
			w.data = w.data[:left]
			if left == 0 {
				break
			}
		}
		content = w.put(content)
		left -= len(w.data)
	}
	if sectors := (len(content) + sector - 1) / sector; rnd.IntN(2) == 0 && sectors > 0 {
		from := (sectors - 1 - rnd.IntN(min(sectors, 16))) * sector
		clear(content[min(max(from, len(d.synced)), len(content)):])
	}
	return content
}

// Crash makes a power failure: it closes all files, frees all locks, and changes the growing files (see CrashFS).
func (s *CrashFS) Crash() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for f := range s.open {
		f.Close()
	}
	clear(s.open)
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		d := s.files[name]
		if d.isNew && s.rnd.IntN(2) == 0 {
			if err := s.FS.Remove(name); err != nil {
				return err
			}
			continue
		}
		if err := s.leave(name, d.crash(s.rnd)); err != nil {
			return err
		}
	}
	clear(s.files)
	return nil
}

// leave gives a growing file the content that is left.
func (s *CrashFS) leave(name string, content []byte) error {
	if _, err := s.FS.Stat(name); err != nil {
		return fmt.Errorf("a growing file is gone without Remove or Rename: %w", err)
	}
	f, err := s.FS.Grow(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(0); err != nil {
		return err
	}
	if _, err := f.WriteAt(content, 0); err != nil {
		return err
	}
	return f.Sync()
}

// Grow implements vfs.FS.
func (s *CrashFS) Grow(name string) (vfs.Growing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name = filepath.Clean(name)
	_, missing := s.FS.Stat(name)
	f, err := s.FS.Grow(name)
	if err != nil {
		return nil, err
	}
	d := s.files[name]
	if d == nil {
		d = &durable{isNew: errors.Is(missing, fs.ErrNotExist)}
		if d.synced, err = io.ReadAll(io.NewSectionReader(f, 0, 1<<62)); err != nil {
			f.Close()
			return nil, err
		}
		s.files[name] = d
	}
	s.open[f] = true
	return &crashing{crashable{f, s}, f, d, 0}, nil
}

// SyncDir implements vfs.FS.
func (s *CrashFS) SyncDir(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.FS.SyncDir(name); err != nil {
		return err
	}
	for file, d := range s.files {
		if filepath.Dir(file) == filepath.Clean(name) {
			d.isNew = false
		}
	}
	return nil
}

// LockNow implements vfs.FS.
func (s *CrashFS) LockNow(dir string) (unlock func(), ok bool, err error) {
	free, ok, err := s.FS.LockNow(dir)
	if !ok || err != nil {
		return nil, false, err
	}
	return s.hold(free), true, nil
}

// Lock implements vfs.FS.
func (s *CrashFS) Lock(dir string) (unlock func(), err error) {
	free, err := s.FS.Lock(dir)
	if err != nil {
		return nil, err
	}
	return s.hold(free), nil
}

// hold makes the unlock of a lock that a crash frees too.
func (s *CrashFS) hold(free func()) (unlock func()) {
	l := &held{free: free}
	s.remember(l)
	return func() {
		s.forget(l)
		l.Close()
	}
}

// held is a lock. Close frees it, once.
type held struct {
	once sync.Once
	free func()
}

// Close implements io.Closer.
func (l *held) Close() error {
	l.once.Do(l.free)
	return nil
}

// Remove implements vfs.FS.
func (s *CrashFS) Remove(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.FS.Remove(name)
	if err == nil {
		delete(s.files, filepath.Clean(name))
	}
	return err
}

// Rename implements vfs.FS.
func (s *CrashFS) Rename(name, to string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.FS.Rename(name, to)
	if err != nil {
		return err
	}
	name, to = filepath.Clean(name), filepath.Clean(to)
	d := s.files[name]
	delete(s.files, name)
	delete(s.files, to)
	if d != nil {
		s.files[to] = d
	}
	return nil
}

// Publish implements vfs.FS.
func (s *CrashFS) Publish(f vfs.File, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.FS.Publish(f.(*crashable).File, name)
	if err == nil {
		delete(s.files, filepath.Clean(name))
	}
	return err
}

// Discard implements vfs.FS.
func (s *CrashFS) Discard(f vfs.File) {
	s.forget(f.(*crashable).File)
	s.FS.Discard(f.(*crashable).File)
}

// Open implements vfs.FS.
func (s *CrashFS) Open(name string) (vfs.File, error) { return s.other(s.FS.Open(name)) }

// Append implements vfs.FS.
func (s *CrashFS) Append(name string) (vfs.File, error) { return s.other(s.FS.Append(name)) }

// Temp implements vfs.FS.
func (s *CrashFS) Temp(dir string) (vfs.File, error) { return s.other(s.FS.Temp(dir)) }

// Stage implements vfs.FS.
func (s *CrashFS) Stage(name string) (vfs.File, error) { return s.other(s.FS.Stage(name)) }

// other is a file that does not grow: a crash only closes it.
func (s *CrashFS) other(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	s.remember(f)
	return &crashable{f, s}, nil
}

func (s *CrashFS) remember(c io.Closer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[c] = true
}

func (s *CrashFS) forget(c io.Closer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

// crashable is a file that a crash closes.
type crashable struct {
	vfs.File
	sys *CrashFS
}

// Close implements io.Closer.
func (f *crashable) Close() error {
	f.sys.forget(f.File)
	return f.File.Close()
}

// crashing is a file that grows. All growing files share the lock of the CrashFS, so writes are remembered in the order in which
// they are done.
type crashing struct {
	crashable
	grown   vfs.Growing
	durable *durable
	at      int64 // where Read and Write go on
}

// Read implements io.Reader.
func (f *crashing) Read(p []byte) (int, error) {
	f.sys.mu.Lock()
	defer f.sys.mu.Unlock()
	n, err := f.grown.ReadAt(p, f.at)
	f.at += int64(n)
	if n > 0 && err == io.EOF {
		err = nil
	}
	return n, err
}

// Write implements io.Writer.
func (f *crashing) Write(p []byte) (int, error) {
	f.sys.mu.Lock()
	defer f.sys.mu.Unlock()
	n, err := f.write(p, f.at)
	f.at += int64(n)
	return n, err
}

// WriteAt implements io.WriterAt.
func (f *crashing) WriteAt(p []byte, off int64) (int, error) {
	f.sys.mu.Lock()
	defer f.sys.mu.Unlock()
	return f.write(p, off)
}

func (f *crashing) write(p []byte, off int64) (int, error) {
	n, err := f.grown.WriteAt(p, off)
	if n > 0 {
		f.durable.writes = append(f.durable.writes, write{off, slices.Clone(p[:n])})
	}
	return n, err
}

// Sync implements vfs.File.
func (f *crashing) Sync() error {
	f.sys.mu.Lock()
	defer f.sys.mu.Unlock()
	if err := f.grown.Sync(); err != nil {
		return err
	}
	f.durable.sync()
	return nil
}

// Truncate implements vfs.Growing.
func (f *crashing) Truncate(size int64) error {
	f.sys.mu.Lock()
	defer f.sys.mu.Unlock()
	if err := f.grown.Truncate(size); err != nil {
		return err
	}
	f.durable.truncate(size)
	return nil
}
