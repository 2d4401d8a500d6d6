package docs

import (
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"math"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/web/urls"
)

// sameURL gives on the files of the table, which it reads once, and finds those that have the URL of an earlier one, by sorting
// (hash of the URL, line of the table).
func (w *finder) sameURL(table iter.Seq2[*file, int]) error {
	next, stop := iter.Pull2(table)
	defer stop()
	seed := maphash.MakeSeed()
	var base urls.Resolver
	read := tuple.SourceFunc(func(dst []int32) (int, error) {
		n := 0
		for ; n+hashWidth <= len(dst); n += hashWidth {
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
			h := maphash.Bytes(seed, url)
			dst[n], dst[n+1], dst[n+2] = int32(h>>32), int32(h), int32(min(line, math.MaxInt32))
		}
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	})
	room := w.reader.opt.Room.With(w.reader.opt.Room.Memory / parts)
	room.Threads = 1
	var same repeated
	_, err := extsort.Sort(&same, []tuple.Source{read}, extsort.Options{Width: hashWidth, Room: room})
	if w.found.SameURL = same.files; same.files > 0 {
		w.found.SameFirst = fmt.Sprintf("line %d of %s", same.first, w.reader.in.URLs)
	}
	return err
}

const hashWidth = 3

// repeated counts the lines, in the order of the hashes of their URLs, whose hash an earlier line has.
type repeated struct {
	files int64
	first int32 // the first of these lines
	last  [hashWidth]int32
	any   bool // last is set
}

// WriteBlock implements tuple.Sink.
func (s *repeated) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[hashWidth:] {
		now := [hashWidth]int32(block)
		if s.any && now[0] == s.last[0] && now[1] == s.last[1] {
			if s.files++; s.files == 1 || now[2] < s.first {
				s.first = now[2]
			}
		}
		s.last, s.any = now, true
	}
	return nil
}
