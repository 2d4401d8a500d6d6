package crawl

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/vfs"
	"webmill/pkg/web/crawllog"
)

// recover finds how far the files of the folder agree, and cuts off what goes beyond: the log ends before the first line that is
// cut or damaged, or whose records or frame are not there. The records behind the last line that says that all was synced are
// read to the end, since a power failure may leave zeros in a file; the rest was safe then. It returns the settings with which
// the crawl began, nil if it has not begun, and what was cut off.
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
	// What the lines that stay say of the other files.
	var last lastPlaces
	if _, err := s.lines(s.logEnd, last.line); err != nil {
		return nil, 0, err
	}
	settings, s.found.end = last.settings, last.found
	if settings == nil {
		if logSize > maxBegin {
			return nil, 0, fmt.Errorf("%s: the first line is damaged, so that nothing is known of the crawl", s.path(LogName))
		}
		s.logEnd, s.found.end, last = 0, 0, lastPlaces{}
	}
	cut, err = s.cut(&last, logSize, length)
	return settings, cut, err
}

// maxBegin is more than the first line of a log has, which holds the settings. A log that is longer was once whole up to there:
// without its first line the crawl is not taken for one that has not begun, whose files are cut off.
const maxBegin = 64 << 10

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
}

// line reports whether the log may go on with a line.
func (v *verifier) line(text []byte, from int64) (bool, error) {
	if crawllog.IsEvent(text) {
		var e crawllog.Event
		if e.Parse(text) != nil {
			return false, nil
		}
		if safe, err := strconv.ParseInt(e.Facts["safe"], 10, 64); e.Event == "sync" && err == nil {
			v.unsafe = slices.DeleteFunc(v.unsafe, func(p place) bool { return p.line < safe })
		}
		return true, nil
	}
	var e crawllog.Entry
	if e.Parse(text) != nil || e.Found > v.whole {
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
	if e.Offset < 0 || e.Length < 0 || e.Offset+e.Length > size {
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
	archive  int // number
	end      int64
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
	if n, ok := archiveNumber(e.Archive); ok && n >= l.archive {
		l.archive, l.end = n, e.Offset+e.Length
	}
	return true, nil
}

// cut cuts the files to what the log says, removes archives that no line names, and opens the last one.
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
		if number, ok := archiveNumber(n.Name()); ok && number > last.archive {
			size, err := s.size(n.Name())
			if err != nil {
				return 0, err
			}
			cut += max(size, 0)
			if err := s.sys.Remove(s.path(n.Name())); err != nil {
				return 0, err
			}
		}
	}
	if s.number = last.archive; s.number == 0 {
		return cut, nil
	}
	if s.archive, err = s.sys.Grow(s.path(archiveOf(s.number))); err != nil {
		return 0, err
	}
	size, err := fileSize(s.archive)
	if err != nil {
		return 0, err
	}
	if s.end = last.end; size > s.end {
		cut += size - s.end
		err = s.archive.Truncate(s.end)
	}
	return cut, err
}
