package crawl

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"webmill/pkg/vfs"
	"webmill/pkg/web/archive"
	"webmill/pkg/web/crawllog"
)

// The files of a folder.
const (
	LogName     = "crawl.jsonl"
	journalName = "found.journal"
	archiveName = "crawl-%05d.warc.gz"
	IndexName   = "crawl.cdxj"
)

// store is the folder where a crawl grows: archives, the journal of found URLs, and the log.
//
// For each URL that is done the records are written first, then its frame in the journal, then its line in the log. So a line of
// the log says the truth if the other files reach as far as it says. A killed crawl leaves more in the other files than the log
// has; that is cut off. A power failure may leave less; then the log is cut too.
type store struct {
	sys     vfs.FS
	dir     string
	unlock  func() // ends the lock of the folder
	log     vfs.Growing
	logEnd  int64 // the length of the log
	again   bool  // the run goes on with what the log says, and has not written a line yet
	journal journal
	number  int                               // of the last archive; 0: there is none
	archive vfs.Growing                       // the last one, or nil
	end     int64                             // the length of the last archive
	most    int64                             // bytes of an archive, behind which another begins
	info    func(name string) ([]byte, error) // makes the first record of an archive
	line    []byte                            // memory for a line

	syncing sync.Mutex // held while files are synced, and while another archive begins
}

// dying is how long a process that was killed may still hold the lock of the folder.
const dying = time.Second

// newReader makes a reader that reads 1 MiB at a time.
func newReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 1<<20) }

// newWriter makes a writer that writes 256 KiB at a time.
func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 256<<10) }

const longestLine = 16 << 20 // of a log

// openStore opens and locks the folder of a crawl, or makes it. recover must be called next.
func openStore(sys vfs.FS, dir string) (*store, error) {
	err := sys.Mkdir(dir)
	if err == nil {
		err = sys.SyncDir(filepath.Dir(dir))
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, vfs.Named(dir, err)
	}
	if info, err := sys.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: is not a folder", dir)
	}
	unlock, ok, err := sys.LockNow(dir)
	for began := time.Now(); err == nil && !ok && time.Since(began) < dying; {
		time.Sleep(20 * time.Millisecond)
		unlock, ok, err = sys.LockNow(dir)
	}
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s: another fetch is at work there: wait for its end, or name another folder", dir)
	}
	s := &store{sys: sys, dir: dir, unlock: unlock}
	if err := s.open(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *store) open() (err error) {
	names, err := s.sys.ReadDir(s.dir)
	if err != nil {
		return err
	}
	has := func(name string) bool {
		return slices.ContainsFunc(names, func(e fs.DirEntry) bool { return e.Name() == name })
	}
	// A power failure may take the log and leave the journal alone.
	if begun := has(LogName) || len(names) == 1 && has(journalName); len(names) > 0 && !begun {
		return fmt.Errorf("%s: has files and is no folder of a crawl: name one that is empty or not there", s.dir)
	}
	if s.log, err = s.sys.Grow(s.path(LogName)); err != nil {
		return err
	}
	if s.journal.file, err = s.sys.Grow(s.path(journalName)); err != nil {
		return err
	}
	return s.sys.SyncDir(s.dir) // before there is anything to lose
}

func (s *store) path(name string) string { return filepath.Join(s.dir, name) }

// close closes the files and unlocks the folder.
func (s *store) close() error {
	var errs []error
	for _, f := range []vfs.Growing{s.archive, s.journal.file, s.log} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	s.archive, s.journal.file, s.log = nil, nil, nil
	if s.unlock != nil {
		s.unlock()
		s.unlock = nil
	}
	return errors.Join(errs...)
}

// archiveOf is the name of the archive with a number, from 1.
func archiveOf(number int) string { return fmt.Sprintf(archiveName, number) }

// archiveNumber is the number of the archive that has this name.
func archiveNumber(name string) (int, bool) {
	number, ok := strings.CutPrefix(name, "crawl-")
	number, tail := strings.CutSuffix(number, ".warc.gz")
	n, err := strconv.Atoi(number)
	return n, ok && tail && err == nil && archiveOf(n) == name
}

// put appends records to the last archive and returns their place. If that would be too long, another archive begins.
func (s *store) put(records []byte) (name string, offset int64, err error) {
	if s.archive == nil || s.end > 0 && s.end+int64(len(records)) > s.most {
		if err := s.next(); err != nil {
			return "", 0, err
		}
	}
	offset = s.end
	if _, err := s.archive.WriteAt(records, offset); err != nil {
		return "", 0, err
	}
	s.end += int64(len(records))
	return archiveOf(s.number), offset, nil
}

// next begins another archive.
func (s *store) next() error {
	s.syncing.Lock()
	defer s.syncing.Unlock()
	if s.archive != nil {
		if err := s.archive.Sync(); err != nil {
			return err
		}
		err := s.archive.Close()
		s.archive = nil
		if err != nil {
			return err
		}
	}
	name := archiveOf(s.number + 1)
	f, err := s.sys.Grow(s.path(name))
	if err != nil {
		return err
	}
	s.archive, s.end = f, 0
	s.number++
	if err := f.Truncate(0); err != nil {
		return err
	}
	info, err := s.info(name)
	if err != nil {
		return err
	}
	if _, err := f.WriteAt(info, 0); err != nil {
		return err
	}
	s.end = int64(len(info))
	return s.sys.SyncDir(s.dir)
}

// write appends a line to the log.
func (s *store) write(line []byte) error {
	if s.again {
		s.again = false
		e := crawllog.Event{Time: time.Now(), Event: "resume", Facts: map[string]string{}}
		line = append(e.Append(nil), line...)
	}
	if _, err := s.log.WriteAt(line, s.logEnd); err != nil {
		return err
	}
	s.logEnd += int64(len(line))
	return nil
}

// event appends an event to the log.
func (s *store) event(what string, facts map[string]string) error {
	e := crawllog.Event{Time: time.Now(), Event: what, Facts: facts}
	s.line = e.Append(s.line[:0])
	return s.write(s.line)
}

// sync makes all that was written so far safe from a power failure. It may be called while others write.
func (s *store) sync() error {
	s.syncing.Lock()
	defer s.syncing.Unlock()
	for _, f := range []vfs.Growing{s.archive, s.journal.file, s.log} {
		if f != nil {
			if err := f.Sync(); err != nil {
				return err
			}
		}
	}
	return nil
}

// size is the size of a file in the folder, -1 if it is not there.
func (s *store) size(name string) (int64, error) {
	info, err := s.sys.Stat(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// lines calls f for each line in the first bytes of the log, with the place where it begins, until f returns false or a line is
// cut or damaged. It returns the place behind the last line for which f returned true.
func (s *store) lines(length int64, f func(line []byte, from int64) (bool, error)) (end int64, err error) {
	in := newReader(io.NewSectionReader(s.log, 0, length))
	var long []byte
	for {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			long = append(long, line...)
			if len(long) > longestLine {
				return end, nil // it is damaged
			}
			continue
		}
		if err != nil {
			return end, ended(err)
		}
		if len(long) > 0 {
			long = append(long, line...)
			line, long = long, long[:0]
		}
		if _, ok := crawllog.Check(bytes.TrimSuffix(line, []byte("\n"))); !ok {
			return end, nil
		}
		goOn, err := f(line[:len(line)-1], end)
		if err != nil || !goOn {
			return end, err
		}
		end += int64(len(line))
	}
}

// warcInfo returns the function that makes the first record of an archive.
func warcInfo(p *archive.Packer, fields []archive.Field, now func() time.Time) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		info := archive.Info(fields...)
		info.Date, info.Fields = now(), []archive.Field{{Name: "WARC-Filename", Value: name}}
		return p.Append(nil, info)
	}
}
