package navigation

import (
	"bufio"
	"encoding/binary"
	"io"

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
	ahead := par.ReadAhead(aheadBatches, 1, func(b []entries) (int, error) { return 1, b[0].fill(&u) })
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
	aheadBatches = 4
	batchEntries = 2048
	batchBytes   = 64 << 10 // of URLs
)

// fill reads entries.
func (b *entries) fill(u *unspool) error {
	b.all, b.text = b.all[:0], b.text[:0]
	for len(b.text) < batchBytes && len(b.all) < batchEntries {
		e, err := u.next()
		if err != nil {
			return err
		}
		b.text = append(b.text, e.url...)
		e.url = b.text[len(b.text)-len(e.url):]
		b.all = append(b.all, e)
	}
	return nil
}

// unspool reads a spool.
type unspool struct {
	in    *bufio.Reader
	last  entry
	eight [8]byte
}

// next returns what was put next. Its URL is valid until the next call. The error at the end is io.EOF.
func (u *unspool) next() (entry, error) {
	e := &u.last
	kind, err := binary.ReadUvarint(u.in)
	if err != nil {
		return entry{}, err
	}
	e.kind = kind >> markBits
	if kind&otherPlace != 0 {
		if e.place, err = u.number(); err != nil {
			return entry{}, err
		}
	}
	if kind&otherAt != 0 {
		if e.at, err = u.number(); err != nil {
			return entry{}, err
		}
	}
	same, err := binary.ReadUvarint(u.in)
	if err != nil {
		return entry{}, err
	}
	more, err := binary.ReadUvarint(u.in)
	if err != nil {
		return entry{}, err
	}
	e.url = append(e.url[:same], make([]byte, more)...)
	_, err = io.ReadFull(u.in, e.url[same:])
	return *e, err
}

func (u *unspool) number() (uint64, error) {
	_, err := io.ReadFull(u.in, u.eight[:])
	return binary.LittleEndian.Uint64(u.eight[:]), err
}
