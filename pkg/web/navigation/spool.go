package navigation

import (
	"bufio"
	"encoding/binary"
	"io"

	"webmill/pkg/spill"
)

// spool is the pages and links that wait for their labels. A URL is stored as far as it differs from the one before. Before the
// links of a page comes the page, a link with the group newPage.
type spool struct {
	*spill.Waiting
	last []byte
	head []byte
}

const (
	newPage = 0
	noGroup = 1 // groups come behind it
)

func (s *spool) put(group uint64, url []byte) error {
	n := 0
	for n < len(url) && n < len(s.last) && url[n] == s.last[n] {
		n++
	}
	s.head = binary.AppendUvarint(s.head[:0], group)
	s.head = binary.AppendUvarint(s.head, uint64(n))
	s.head = binary.AppendUvarint(s.head, uint64(len(url)-n))
	s.last = append(s.last[:n], url[n:]...)
	if _, err := s.Write(s.head); err != nil {
		return err
	}
	_, err := s.Write(url[n:])
	return err
}

// unspool reads a spool.
type unspool struct {
	in   *bufio.Reader
	last []byte
}

// next returns what was put next. The URL is valid until the next call. The error at the end is io.EOF.
func (u *unspool) next() (group uint64, url []byte, err error) {
	if group, err = binary.ReadUvarint(u.in); err != nil {
		return 0, nil, err
	}
	same, err := binary.ReadUvarint(u.in)
	if err != nil {
		return 0, nil, err
	}
	more, err := binary.ReadUvarint(u.in)
	if err != nil {
		return 0, nil, err
	}
	u.last = append(u.last[:same], make([]byte, more)...)
	_, err = io.ReadFull(u.in, u.last[same:])
	return group, u.last, err
}
