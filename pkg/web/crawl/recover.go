package crawl

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/vfs"
	"webmill/pkg/web/crawllog"
)

// recover finds how far the files of the folder agree, and cuts off the rest. The log ends before the first line that is cut or
// damaged, or that has no records or no frame. Records that were not safe, as the events of the log say, are read to the end,
// since a power failure may leave zeros in a file. What was safe is never cut off: if it is not whole, that is an error.
//
// recover returns the settings with which the crawl began, nil if it has not begun, and how many bytes were cut off.
func (s *store) recover() (settings map[string]string, cut int64, err error) {
	length, err := fileSize(s.journal.file)
	if err != nil {
		return nil, 0, err
	}
	whole, err := frames(s.journal.file, length, nil)
	if err != nil {
		return nil, 0, err
	}
	logSize, err := fileSize(s.log)
	if err != nil {
		return nil, 0, err
	}
	v := verifier{s: s, whole: whole, sizes: map[string]int64{}}
	s.logEnd, err = s.lines(logSize, v.line)
	if err == nil {
		err = v.verify()
	}
	if err != nil {
		return nil, 0, err
	}
	s.logEnd = min(s.logEnd, v.end(s.logEnd))
	safe, err := s.safe(logSize)
	if err != nil {
		return nil, 0, err
	}
	if safe > s.logEnd {
		return nil, 0, v.lost(safe)
	}
	// The lines that stay say how long the other files are.
	var last lastPlaces
	if _, err := s.lines(s.logEnd, last.line); err != nil {
		return nil, 0, err
	}
	settings, s.journal.end = last.settings, last.journal
	if settings == nil {
		if logSize > maxBegin || s.hasArchives() {
			return nil, 0, errFirst(s.path(LogName))
		}
		s.logEnd, s.journal.end, last = 0, 0, lastPlaces{}
	}
	cut, err = s.cut(&last, logSize, length)
	return settings, cut, err
}

// hasArchives reports whether there are archives, or the folder cannot be read. The first line was safe before there were any.
func (s *store) hasArchives() bool {
	names, err := s.sys.ReadDir(s.dir)
	return err != nil || slices.ContainsFunc(names, func(n fs.DirEntry) bool {
		_, ok := archiveNumber(n.Name())
		return ok
	})
}

// maxBegin is more than the bytes of the first line of a log, which has the settings. A longer log had a whole first line once.
// If that is gone, the crawl is not taken for one that has not begun, since the files of that would be cut off.
const maxBegin = 64 << 10

func errFirst(log string) error {
	return fmt.Errorf("%s: the first line is damaged, which has the settings of the crawl: bring the file back from a copy, or "+
		"begin in another folder", log)
}

func fileSize(f vfs.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// place is the place of records that may not be safe.
type place struct {
	line, offset, length int64 // line: where the line of the log begins that has them
	archive              string
}

// verifier checks the lines of the log.
type verifier struct {
	s      *store
	whole  int64            // the length of the journal up to its last whole frame
	sizes  map[string]int64 // of archives
	unsafe []place          // of records behind the last event that says that all before it is safe
	bad    int64            // where the first line begins that has damaged records; -1: there is none
	reads  *gzip.Reader
	why    string // why the log ends: a file that is too short for the next line; "": the line itself is damaged
}

// safe is up to where the log was safe on the disk, by its events, also those behind damage.
func (s *store) safe(length int64) (safe int64, err error) {
	in := newReader(io.NewSectionReader(s.log, 0, length))
	for {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			continue // an event that says this is shorter
		}
		if err != nil {
			return safe, ended(err)
		}
		var e crawllog.Event
		if line = line[:len(line)-1]; crawllog.IsEvent(line) && e.Parse(line) == nil {
			safe = max(safe, safeBy(&e))
		}
	}
}

// safeBy is up to where the log was safe when an event was written, as the event says.
func safeBy(e *crawllog.Event) int64 {
	safe, _ := strconv.ParseInt(e.Facts["safe"], 10, 64) // 0: the event does not say it
	return safe
}

// lost is the error that a part of the files is gone or damaged that was safe.
func (v *verifier) lost(safe int64) error {
	log, end := v.s.path(LogName), v.s.logEnd
	what := v.why
	switch {
	case end == 0:
		return errFirst(log)
	case what == "":
		what = fmt.Sprintf("%s is damaged at byte %d", log, end)
	}
	return fmt.Errorf("%s, though it was safe on the disk: bring the file back from a copy, or give up all that was fetched "+
		"since, %d bytes of the log, by truncate -s %d %s", what, safe-end, end, log)
}

// line reports whether the log may go on with a line: whether it is whole, and the other files are long enough for it.
func (v *verifier) line(text []byte, from int64) (bool, error) {
	if crawllog.IsEvent(text) {
		var e crawllog.Event
		if e.Parse(text) != nil {
			return false, nil
		}
		if safe := safeBy(&e); safe > 0 {
			v.unsafe = slices.DeleteFunc(v.unsafe, func(p place) bool { return p.line < safe })
		}
		return true, nil
	}
	var e crawllog.Entry
	if e.Parse(text) != nil {
		return false, nil
	}
	if e.Found > v.whole {
		v.why = fmt.Sprintf("%s is damaged at byte %d", v.s.path(journalName), v.whole)
		return false, nil
	}
	if e.Archive == "" {
		return true, nil
	}
	if _, ok := archiveNumber(e.Archive); !ok {
		return false, nil
	}
	size, ok := v.sizes[e.Archive]
	if !ok {
		var err error
		if size, err = v.s.size(e.Archive); err != nil {
			return false, err
		}
		v.sizes[e.Archive] = size
	}
	if e.Offset < 0 || e.Length < 0 || e.Length > size || e.Offset > size-e.Length {
		v.why = fmt.Sprintf("%s is not there, or ends before byte %d", v.s.path(e.Archive), e.Offset+e.Length)
		return false, nil
	}
	v.unsafe = append(v.unsafe, place{from, e.Offset, e.Length, e.Archive})
	return true, nil
}

// verify reads the records that may not be safe.
func (v *verifier) verify() error {
	v.bad = -1
	for _, p := range v.unsafe {
		ok, err := v.wholeRecords(p)
		if err != nil {
			return err
		}
		if !ok {
			v.bad = p.line
			return nil
		}
	}
	return nil
}

// end is where the log ends by the records, if it ends at the byte log by its lines.
func (v *verifier) end(log int64) int64 {
	if v.bad >= 0 {
		return v.bad
	}
	return log
}

// wholeRecords reports whether records are whole members of gzip that end where the line says.
func (v *verifier) wholeRecords(p place) (bool, error) {
	f, err := v.s.sys.Open(v.s.path(p.archive))
	if err != nil {
		return false, err
	}
	defer f.Close()
	in := newReader(io.NewSectionReader(f, p.offset, p.length))
	if v.reads == nil {
		v.reads = new(gzip.Reader)
	}
	if err := v.reads.Reset(in); err != nil {
		return false, nil
	}
	_, err = io.Copy(io.Discard, v.reads)
	return err == nil, nil
}

// lastPlaces are the ends of the other files, as the lines of the log say.
type lastPlaces struct {
	settings map[string]string // of the first line; nil: there is none
	journal  int64             // its end
	archive  int               // the number of the last archive
	ends     map[int]int64     // of archives, by number
}

func (l *lastPlaces) line(text []byte, _ int64) (bool, error) {
	if crawllog.IsEvent(text) {
		var e crawllog.Event
		if err := e.Parse(text); err != nil {
			return false, err
		}
		if e.Event == "begin" && l.settings == nil {
			l.settings = e.Facts
		}
		return true, nil
	}
	var e crawllog.Entry
	if err := e.Parse(text); err != nil {
		return false, err
	}
	l.journal = max(l.journal, e.Found)
	if n, ok := archiveNumber(e.Archive); ok {
		if l.ends == nil {
			l.ends = map[int]int64{}
		}
		l.archive, l.ends[n] = max(l.archive, n), max(l.ends[n], e.Offset+e.Length)
	}
	return true, nil
}

// cut cuts the files where the log says that they end, removes archives that no line names, and opens the last one. It returns
// how many bytes it cut off. It looks at all archives, since their readers take every record, also one that no line names.
func (s *store) cut(last *lastPlaces, logSize, journalSize int64) (cut int64, err error) {
	if logSize > s.logEnd {
		cut += logSize - s.logEnd
		if err := s.log.Truncate(s.logEnd); err != nil {
			return 0, err
		}
	}
	if journalSize > s.journal.end {
		cut += journalSize - s.journal.end
		if err := s.journal.file.Truncate(s.journal.end); err != nil {
			return 0, err
		}
	}
	names, err := s.sys.ReadDir(s.dir)
	if err != nil {
		return 0, err
	}
	for _, n := range names {
		number, ok := archiveNumber(n.Name())
		if !ok {
			continue
		}
		size, err := s.size(n.Name())
		if err == nil && (size > last.ends[number] || number > last.archive) {
			cut += size - last.ends[number]
			err = s.cutArchive(n.Name(), last.ends[number])
		}
		if err != nil {
			return 0, err
		}
	}
	if s.number = last.archive; s.number > 0 {
		s.end = last.ends[s.number]
		s.archive, err = s.sys.Grow(s.path(archiveOf(s.number)))
	}
	return cut, err
}

// cutArchive cuts an archive off, or removes it if nothing is left.
func (s *store) cutArchive(name string, end int64) error {
	if end == 0 {
		return s.sys.Remove(s.path(name))
	}
	f, err := s.sys.Grow(s.path(name))
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(end), f.Close())
}
