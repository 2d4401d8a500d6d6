package docs

import (
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"math"
	"slices"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
)

// sameURL reads the table once and passes its files on. It finds the files that have the URL of an earlier one, and
// counts the pages by their names, each once; a file with two URLs is an error. It sorts two kinds of records of the
// table: (hash of the URL, 0, line) finds files with one URL; (hash of the name, hash of the URL, line) counts pages
// and finds a file with two URLs.
func (w *finder) sameURL(table iter.Seq2[*file, int]) (pages int64, err error) {
	next, stop := iter.Pull2(table)
	defer stop()
	seed, ofNames := maphash.MakeSeed(), maphash.MakeSeed()
	var base urls.Resolver
	put := func(dst []int32, h uint64, url int32, line int) []int32 {
		dst[0], dst[1], dst[2], dst[3] = int32(h>>32), int32(h), url, int32(min(line, math.MaxInt32))
		return dst[hashWidth:]
	}
	read := tuple.SourceFunc(func(dst []int32) (int, error) {
		left := dst
		for len(left) >= 2*hashWidth {
			f, line, ok := next()
			if !ok {
				break
			}
			if err := w.give(f); err != nil {
				return 0, err
			}
			url := []byte(f.url)
			if base.SetBase(url) == nil {
				url = base.Base()
			} else if w.found.NoURL++; w.found.NoURL == 1 {
				w.found.FirstNoURL = fmt.Sprintf("line %d", line)
			}
			h, kind := maphash.Bytes(seed, url), otherName
			if _, err := w.reader.opt.Room.FS.Stat(f.name); err == nil && namedHTML(f.name) {
				kind = pageName
			}
			left = put(left, h, 0, line)
			left = put(left, maphash.String(ofNames, f.name), int32(h)&^(otherName|pageName)|kind, line)
		}
		if len(left) == len(dst) {
			return 0, io.EOF
		}
		return len(dst) - len(left), nil
	})
	room := w.reader.opt.Room.With(w.reader.opt.Room.Memory / recordShare)
	room.Threads = 1
	var same repeated
	if _, err = extsort.Sort(&same, []tuple.Source{read}, extsort.Options{Width: hashWidth, Room: room}); err == nil &&
		same.twice != [2]int32{} {
		slices.Sort(same.twice[:])
		err = fmt.Errorf("%s: gives one file two URLs, at lines %d and %d: lines are path, TAB, URL", w.reader.in.URLs,
			same.twice[0], same.twice[1])
	}
	w.found.SameURL = same.files
	if same.files > 0 {
		w.found.SameFirst = fmt.Sprintf("line %d of %s", same.first, w.reader.in.URLs)
	}
	return same.pages, err
}

const hashWidth = 4

// The lowest bits of the hash of a URL beside a name say what the name is.
const (
	pageName  int32 = 1 // of a file that is there, like HTML
	otherName int32 = 2
)

// repeated counts the lines, in the order of the hashes of their URLs, whose hash an earlier line has, and the names of pages.
type repeated struct {
	files int64
	first int32 // the first of these lines
	pages int64
	twice [2]int32 // lines that give one file two URLs
	last  [hashWidth]int32
	any   bool // last is set
}

// WriteBlock implements tuple.Sink.
func (s *repeated) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[hashWidth:] {
		now := [hashWidth]int32(block)
		again := s.any && now[0] == s.last[0] && now[1] == s.last[1]
		switch url, line := now[2], now[3]; {
		case url == 0 && again:
			if s.files++; s.files == 1 || line < s.first {
				s.first = line
			}
		case url != 0 && again && url != s.last[2]:
			s.twice = [2]int32{s.last[3], line}
		case url&pageName != 0 && !again:
			s.pages++
		}
		s.last, s.any = now, true
	}
	return nil
}
