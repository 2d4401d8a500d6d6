package navigation

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"

	"webmill/pkg/par"
	"webmill/pkg/spill"
)

// entry is a page, a URL that leads on, or a link of the one before.
type entry struct {
	kind  uint64
	url   []byte
	place uint64 // of the group; with Options.Thesis, what stands for label and display
	at    uint64 // the place of the link
}

// Kinds of entries.
const (
	newPage     = iota
	newRedirect // a URL that leads on
	noGroup     // a link; the numbers of groups come behind it
)

// spool is the entries that wait, first to be taken, then for their labels. A URL is stored as far as it differs from the one
// before, and a place if it does.
type spool struct {
	file *spill.Waiting
	last entry
	head []byte
}

// Marks below the kind of an entry.
const (
	otherPlace = 1 << iota
	otherAt
	markBits = iota
)

func (s *spool) put(e entry) error {
	n, l := 0, &s.last
	for n < len(e.url) && n < len(l.url) && e.url[n] == l.url[n] {
		n++
	}
	marks := uint64(0)
	if e.place != l.place {
		marks |= otherPlace
	}
	if e.at != l.at {
		marks |= otherAt
	}
	s.head = binary.AppendUvarint(s.head[:0], e.kind<<markBits|marks)
	if marks&otherPlace != 0 {
		s.head = binary.LittleEndian.AppendUint64(s.head, e.place)
	}
	if marks&otherAt != 0 {
		s.head = binary.LittleEndian.AppendUint64(s.head, e.at)
	}
	s.head = binary.AppendUvarint(s.head, uint64(n))
	s.head = binary.AppendUvarint(s.head, uint64(len(e.url)-n))
	l.url, l.place, l.at = append(l.url[:n], e.url[n:]...), e.place, e.at
	if _, err := s.file.Write(s.head); err != nil {
		return err
	}
	_, err := s.file.Write(e.url[n:])
	return err
}

// each calls do for each entry, in order. URLs are valid for the time of the call. Another goroutine decodes what comes next.
func (s *spool) each(do func(*entry) error) error {
	in, err := s.file.Reader()
	if err != nil {
		return err
	}
	u := unspool{in: in}
	ahead := par.ReadAhead(aheadBlocks, 1, func(b []entries) (int, error) { return 1, u.fill(&b[0]) })
	defer ahead.Close()
	for {
		b, err := ahead.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for i := range b[0].all {
			if err := do(&b[0].all[i]); err != nil {
				return err
			}
		}
	}
}

// entries is some entries of a spool, in order.
type entries struct {
	all  []entry // their URLs are in text
	text []byte
}

const (
	aheadBlocks  = 4 // of entries
	blockEntries = 2048
	blockBytes   = 64 << 10 // of URLs
	mostHead     = 3*binary.MaxVarintLen64 + 2*8
)

// unspool reads a spool.
type unspool struct {
	in   *bufio.Reader
	last entry // with a URL of its own
}

// fill reads entries. The error at the end is io.EOF.
func (u *unspool) fill(b *entries) error {
	b.all, b.text = b.all[:0], b.text[:0]
	e := u.last
	defer func() {
		e.url = append(u.last.url[:0], e.url...)
		u.last = e
	}()
	for len(b.text) < blockBytes && len(b.all) < blockEntries {
		head, err := u.in.Peek(mostHead)
		if len(head) == 0 || err != nil && err != io.EOF {
			return err
		}
		same, more := e.decode(head, u.in)
		from := len(b.text)
		b.text = append(b.text, e.url[:same]...)
		b.text = slices.Grow(b.text, more)[:from+same+more]
		e.url = b.text[from:]
		if _, err := io.ReadFull(u.in, e.url[same:]); err != nil {
			return err
		}
		b.all = append(b.all, e)
	}
	return nil
}

// decode reads what stands before the URL of an entry, and moves the reader to the URL. Its first bytes are those of the URL
// before it: same says how many, and more says how many follow.
func (e *entry) decode(head []byte, in *bufio.Reader) (same, more int) {
	left := len(head)
	varint := func() uint64 {
		v, n := binary.Uvarint(head)
		head = head[n:]
		return v
	}
	hash := func() uint64 {
		v := binary.LittleEndian.Uint64(head)
		head = head[8:]
		return v
	}
	kind := varint()
	e.kind = kind >> markBits
	if kind&otherPlace != 0 {
		e.place = hash()
	}
	if kind&otherAt != 0 {
		e.at = hash()
	}
	same, more = int(varint()), int(varint())
	in.Discard(left - len(head))
	return same, more
}
