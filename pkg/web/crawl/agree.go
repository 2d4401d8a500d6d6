package crawl

import (
	"errors"
	"fmt"
	"iter"

	"webmill/pkg/web/crawllog"
)

// agreement checks that the log and the other files are of one crawl, and that no line and no frame was taken out, put in or
// moved: each line of a URL that is done has the next frame of a page, and records stand one behind the other. A kill or a power
// failure cannot do that.
type agreement struct {
	next    func() (pageEnd, bool)
	archive int
	end     int64
}

// pageEnd is a page of the journal, + 1, and where its frame ends.
type pageEnd struct {
	page uint64
	end  int64
}

var errEnough = errors.New("enough")

// pages are the pages of the journal. Frames of seeds and of sitemaps have none.
func (s *store) pages() iter.Seq[pageEnd] {
	return func(yield func(pageEnd) bool) {
		frames(s.found.file, s.found.end, func(fr *frame, end int64) error {
			if fr.page > 0 && !yield(pageEnd{fr.page, end}) {
				return errEnough
			}
			return nil
		})
	}
}

// line checks a line, which begins at a byte of the log.
func (a *agreement) line(e *crawllog.Entry, from int64) error {
	ok := true
	if e.Found > 0 {
		p, found := a.next()
		ok = found && p.page == uint64(e.ID) && p.end == e.Found
	}
	if number, named := archiveNumber(e.Archive); named {
		if number == a.archive {
			ok = ok && e.Offset == a.end
		} else {
			ok = ok && number == a.archive+1 && e.Offset > 0
		}
		a.archive, a.end = number, e.Offset+e.Length
	}
	if !ok {
		return fmt.Errorf("line at byte %d of %s: it does not follow what stands before it there, in %s or in the archives: "+
			"bring the files back from a copy, or give up what was fetched since, by truncate -s %d %[2]s", from, LogName,
			foundName, from)
	}
	return nil
}
