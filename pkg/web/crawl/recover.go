package crawl

import (
	"bufio"
	"cmp"
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

// recover finds how far the files of the folder agree, and cuts off what goes beyond: the log ends before the first line that is
// cut or damaged, or whose records or frame are not there. The records behind the last line that says that all was synced are
// read to the end, since a power failure may leave zeros in a file; the rest was safe then. What was safe is not cut off: if it
// is not whole, that is an error. It returns the settings with which the crawl began, nil if it has not begun, and what was cut
// off.
func (s *store) recover() (settings map[string]string, cut int64, err error) {
	length, err := fileSize(s.found.file)
	if err != nil {
		return nil, 0, err
	}
	whole, err := frames(s.found.file, length, nil)
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
	if safe, err := s.safe(logSize); err != nil || safe > s.logEnd {
		return nil, 0, cmp.Or(err, v.lost(safe))
	}
	// What the lines that stay say of the other files.
	var last lastPlaces
	if _, err := s.lines(s.logEnd, last.line); err != nil {
		return nil, 0, err
	}
	settings, s.found.end = last.settings, last.found
	if settings == nil {
		if logSize > maxBegin || s.hasArchives() {
			return nil, 0, errFirst(s.path(LogName))
		}
		s.logEnd, s.found.end, last = 0, 0, lastPlaces{}
	}
	cut, err = s.cut(&last, logSize, length)
	return settings, cut, err
}

// hasArchives reports whether there are archives. The first line was safe before there were any.
func (s *store) hasArchives() bool {
	names, err := s.sys.ReadDir(s.dir)
	return err != nil || slices.ContainsFunc(names, func(n fs.DirEntry) bool {
		_, ok := archiveNumber(n.Name())
		return ok
	})
}

// maxBegin is more than the first line of a log has, which holds the settings. A log that is longer was once whole up to there:
// without its first line the crawl is not taken for one that has not begun, whose files are cut off.
const maxBegin = 64 << 10

func errFirst(log string) error {
	return fmt.Errorf("%s: the first line is damaged, so that nothing is known of the crawl: bring the file back from a copy, or begin in another folder", log)
}

func fileSize(f vfs.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// place is that of records which may not be safe.
type place struct {
	line, offset, length int64
	archive              string
}

// verifier checks the lines of the log.
type verifier struct {
	s      *store
	whole  int64            // of the journal
	sizes  map[string]int64 // of archives
	unsafe []place
	bad    int64 // the first line whose records are not whole, -1
	reads  *gzip.Reader
	why    string // what ends the log: a file that is too short for the next line; "": the line itself is damaged
}

// safe is how far the log was safe on the disk, as its lines say, those too that stand behind damage.
func (s *store) safe(length int64) (safe int64, err error) {
	in := newReader(io.NewSectionReader(s.log, 0, length))
	for {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			continue // it is no line of ours, or not one that says this
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

// safeBy is up to where the log was safe when an event was written.
func safeBy(e *crawllog.Event) int64 {
	safe, _ := strconv.ParseInt(e.Facts["safe"], 10, 64) // 0: the event does not say it
	return safe
}

// lost is the error that something is not there which was safe.
func (v *verifier) lost(safe int64) error {
	log, end := v.s.path(LogName), v.s.logEnd
	what := v.why
	switch {
	case end == 0:
		return errFirst(log)
	case what == "":
		what = fmt.Sprintf("%s is damaged at byte %d", log, end)
	}
	return fmt.Errorf("%s, which was safe on the disk: bring the file back from a copy, or give up all that was fetched since, "+
		"%d bytes of the log, by truncate -s %d %s", what, safe-end, end, log)
}

// line reports whether the log may go on with a line.
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
		v.why = fmt.Sprintf("%s is damaged at byte %d", v.s.path(foundName), v.whole)
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
		v.why = fmt.Sprintf("%s is not there up to byte %d", v.s.path(e.Archive), e.Offset+e.Length)
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

// end is where the log ends.
func (v *verifier) end(log int64) int64 {
	if v.bad >= 0 {
		return v.bad
	}
	return log
}

// wholeRecords reports whether records are whole: members of gzip, up to the length exactly.
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

// lastPlaces are how far the lines of the log reach in the other files.
type lastPlaces struct {
	settings map[string]string
	found    int64
	archive  int           // the number of the last one
	ends     map[int]int64 // of archives, by number
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
	l.found = max(l.found, e.Found)
	if n, ok := archiveNumber(e.Archive); ok {
		if l.ends == nil {
			l.ends = map[int]int64{}
		}
		l.archive, l.ends[n] = max(l.archive, n), max(l.ends[n], e.Offset+e.Length)
	}
	return true, nil
}

// cut cuts the files to what the log says, removes archives that no line names, and opens the last one. All archives are looked
// at: who reads them would find what no line names.
func (s *store) cut(last *lastPlaces, logSize, foundSize int64) (cut int64, err error) {
	if logSize > s.logEnd {
		cut += logSize - s.logEnd
		if err := s.log.Truncate(s.logEnd); err != nil {
			return 0, err
		}
	}
	if foundSize > s.found.end {
		cut += foundSize - s.found.end
		if err := s.found.file.Truncate(s.found.end); err != nil {
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
