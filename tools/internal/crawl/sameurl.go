package crawl

import (
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"math"

	"webmill/pkg/cli"
	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/web/urls"
)

// sameURL finds the files that have the URL of an earlier one, by sorting (hash of the URL, line of the table).
type sameURL struct {
	files int64
	first int32 // the first line with the URL of an earlier one
	last  [sameWidth]int32
	any   bool // last is set

	unusable int64  // files whose URL cannot be that of a page
	noURL    string // the place of the first of them
}

const sameWidth = 3

// find reads the table once and gives on its files.
func (s *sameURL) find(env *cli.Env, table iter.Seq2[*file, int], give func(*file) error) error {
	next, stop := iter.Pull2(table)
	defer stop()
	seed := maphash.MakeSeed()
	var base urls.Resolver
	read := sourceFunc(func(dst []int32) (int, error) {
		n := 0
		for ; n+sameWidth <= len(dst); n += sameWidth {
			f, line, ok := next()
			if !ok {
				break
			}
			if err := give(f); err != nil {
				return 0, err
			}
			url := []byte(f.url)
			if base.SetBase(url) == nil {
				url = base.Base()
			} else if s.unusable++; s.unusable == 1 {
				s.noURL = fmt.Sprintf("line %d", line)
			}
			h := maphash.Bytes(seed, url)
			dst[n], dst[n+1], dst[n+2] = int32(h>>32), int32(h), int32(min(line, math.MaxInt32))
		}
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	})
	room := env.Room().With(env.Memory / parts)
	room.Threads = 1
	_, err := extsort.Sort(s, []tuple.Source{read}, extsort.Options{Width: sameWidth, Room: room})
	return err
}

// WriteBlock implements tuple.Sink.
func (s *sameURL) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[sameWidth:] {
		now := [sameWidth]int32(block)
		if s.any && now[0] == s.last[0] && now[1] == s.last[1] {
			if s.files++; s.files == 1 || now[2] < s.first {
				s.first = now[2]
			}
		}
		s.last, s.any = now, true
	}
	return nil
}

// place is where the first of the files is named.
func (s *sameURL) place(table string) string {
	if s.files == 0 {
		return ""
	}
	return fmt.Sprintf("line %d of %s", s.first, table)
}

type sourceFunc func(dst []int32) (int, error)

func (f sourceFunc) ReadBlock(dst []int32) (int, error) { return f(dst) }
