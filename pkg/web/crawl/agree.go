package crawl

import (
	"errors"
	"fmt"
	"iter"

	"webmill/pkg/web/crawllog"
)

// agreement checks that the log and the other files are of one crawl, and that no line and no frame was taken out, put in or
// moved. Each line of a URL that is done must have the next frame of a page, and its records must stand right behind those of the
// line before. A kill or a power failure breaks neither rule; a hand may.
type agreement struct {
	next    func() (pageEnd, bool) // the next page of the journal
	archive int                    // the number of the archive of the last records
	end     int64                  // where these end
}

// pageEnd is a page of the journal.
type pageEnd struct {
	page uint64 // its number, from 1
	end  int64  // the place behind its frame
}

var errEnough = errors.New("enough")

// pages are the pages of the journal, in their order. The frames of seeds and of sitemaps have no page and are left out.
func (s *store) pages() iter.Seq[pageEnd] {
	return func(yield func(pageEnd) bool) {
		frames(s.journal.file, s.journal.end, func(fr *frame, end int64) error {
			if fr.page > 0 && !yield(pageEnd{fr.page, end}) {
				return errEnough
			}
			return nil
		})
	}
}

// line checks a line of the log that begins at the byte from.
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
		return fmt.Errorf("the line at byte %d of %s does not follow what stands before it there, in %s or in the archives: "+
			"bring the files back from a copy, or give up what was fetched since, by truncate -s %d %[2]s", from, LogName,
			journalName, from)
	}
	return nil
}
