package linesort

import (
	"bytes"

	"webmill/pkg/sorts"
)

// roomPad is what stands before the text in a room.
const roomPad = sorts.Before

// lineSorter sorts the lines of one text.
type lineSorter struct {
	text  []byte // after roomPad bytes
	items []sorts.Item
}

// load takes the lines of text, which must end with a newline, as the items.
func (s *lineSorter) load(text []byte, lines int) {
	s.text = text
	if cap(s.items) < lines {
		s.items = make([]sorts.Item, lines+lines/8)
	}
	s.items = s.items[:lines]
	at := roomPad
	for i := range s.items {
		n := bytes.IndexByte(text[at:], '\n')
		s.items[i] = sorts.NewItem(at, n)
		at += n + 1
	}
}

func (s *lineSorter) line(it sorts.Item) []byte { return it.String(s.text) }

// sort puts the items in order.
func (s *lineSorter) sort() { sorts.Strings(s.text, s.items) }
