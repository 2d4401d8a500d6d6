package menus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"sort"
)

// matcher finds the labels of pages, for one goroutine.
type matcher struct {
	labels *Labels
	links  []uint32 // of the page
	menu   []bool   // of its links
	fail   []int32  // of the links: where to go on if the next one does not match (Knuth, Morris and Pratt 1977)
	buf    []byte
	entry  [indexBytes]byte
	err    error
}

const (
	mostTimes = 1 << 12  // that a page comes
	chunk     = 16 << 10 // bytes of links that are read at once
)

var (
	errNone  = errors.New("has no labels")
	errOther = errors.New("has other links")
	errOften = errors.New("comes too often")
)

// find finds which links of a page are part of menus.
func (m *matcher) find(url []byte) error {
	l := m.labels
	key := maphash.Bytes(l.seed, url)
	var want [8]byte
	binary.BigEndian.PutUint32(want[:], uint32(key>>33))
	binary.BigEndian.PutUint32(want[4:], uint32(key&(1<<31-1)))
	n := l.index.Len() / indexBytes
	at := sort.Search(n, func(i int) bool { return bytes.Compare(m.at(i)[:8], want[:]) >= 0 })
	first := at
	m.begin()
	found := false
	for ; at < n && bytes.Equal(m.at(at)[:8], want[:]) && m.err == nil; at++ {
		if at-first == mostTimes {
			return errOften
		}
		from := int64(binary.BigEndian.Uint32(m.entry[8:]))<<31 | int64(binary.BigEndian.Uint32(m.entry[12:]))
		found = m.search(from, int64(binary.BigEndian.Uint32(m.entry[16:]))) || found
	}
	switch {
	case m.err != nil:
		return m.err
	case at == first:
		return errNone
	case !found:
		return errOther
	}
	return nil
}

// at is the entry of a page.
func (m *matcher) at(i int) []byte {
	if err := m.labels.index.Read(m.entry[:], i*indexBytes); err != nil {
		m.err = err
	}
	return m.entry[:]
}

// begin makes the links of the page ready to be found.
func (m *matcher) begin() {
	n := len(m.links)
	m.err, m.menu, m.fail = nil, m.menu[:0], append(m.fail[:0], 0)
	for range n {
		m.menu = append(m.menu, true)
	}
	for i, k := 1, int32(0); i < n; i++ {
		for k > 0 && m.links[i] != m.links[k] {
			k = m.fail[k-1]
		}
		if m.links[i] == m.links[k] {
			k++
		}
		m.fail = append(m.fail, k)
	}
}

// search finds the links of the page among links that have labels, each time that they are there, and takes the labels.
func (m *matcher) search(from, n int64) (found bool) {
	k := int32(0)
	for at := from; at < from+n; {
		links := m.read(at, from+n-at)
		if m.err != nil {
			return found
		}
		for i := 0; i < len(links); i += linkBytes {
			link := binary.LittleEndian.Uint32(links[i:]) &^ 1
			for k > 0 && m.links[k] != link {
				k = m.fail[k-1]
			}
			if m.links[k] == link {
				k++
			}
			at++
			if int(k) == len(m.links) {
				found, k = true, 0
				m.take(at - int64(len(m.links)))
				if at < from+n { // which has read others
					break
				}
			}
		}
	}
	return found
}

// take takes the labels of the links of the page from those that begin at a place.
func (m *matcher) take(from int64) {
	for i := 0; i < len(m.menu); {
		links := m.read(from+int64(i), int64(len(m.menu)-i))
		if m.err != nil {
			return
		}
		for k := 0; k < len(links); k += linkBytes {
			m.menu[i] = m.menu[i] && links[k]&1 != 0
			i++
		}
	}
}

// read reads links that have labels from a place on: n, or fewer.
func (m *matcher) read(from, n int64) []byte {
	n = min(n*linkBytes, chunk)
	if m.buf == nil {
		m.buf = make([]byte, chunk)
	}
	m.err = m.labels.links.Read(m.buf[:n], int(from*linkBytes))
	return m.buf[:n]
}
