package names

import (
	"bytes"
	"strconv"

	"webmill/pkg/text/document"
)

// tag writes a line of JSON with the text of the document, in which a number in < and > stands for each name, and the names in
// the order of their numbers. For the names the document is read again: this takes less memory than to keep them.
func (m *maker) tag() error {
	t := &tagger{maker: m, buf: append(m.begin(m.line[:0]), `"tagged":"`...)}
	if _, err := m.reader.readWords(t); err != nil {
		return err
	}
	l := &lister{tagger: tagger{maker: m, buf: append(t.buf, `","names":[`...)}}
	if _, err := m.reader.readWords(l); err != nil {
		return err
	}
	m.line = append(l.buf, "]}\n"...)
	return m.to.Note(m.made.Tagged, m.line)
}

// tagger writes the tagged text: words with one space between them.
type tagger struct {
	maker *maker
	buf   []byte
	words int
	names int
	tag   []byte
}

const flushBytes = 16 << 10

// Plain implements Visitor.
func (t *tagger) Plain(word []byte) error { return t.put(t.untagged(word)) }

// put writes a word.
func (t *tagger) put(word []byte) error {
	if t.words++; t.words > 1 {
		t.buf = append(t.buf, ' ')
	}
	t.buf = document.AppendEscaped(t.buf, word)
	return t.flush()
}

// untagged is a word without its < if any part of it looks like a tag: (<7>) becomes (7>).
func (t *tagger) untagged(word []byte) []byte {
	for i, c := range word {
		if c == '<' && beginsTag(word[i:]) {
			return bytes.ReplaceAll(word, []byte("<"), nil)
		}
	}
	return word
}

// beginsTag reports whether a text that begins with < begins with a tag, like <7>.
func beginsTag(text []byte) bool {
	for i, c := range text[1:] {
		if c < '0' || '9' < c {
			return c == '>' && i > 0
		}
	}
	return false
}

// Name implements Visitor. A name that no dictionary may have is written as plain words.
func (t *tagger) Name(n *Name) error {
	if n.Glued {
		t.words = 0 // so that put writes no blank
	}
	if !t.maker.fits(n) {
		words := tokens{text: n.Text[:n.To], at: n.From - len(n.Before)}
		for w, ok := words.next(); ok; w, ok = words.next() {
			if err := t.Plain(words.word(w)); err != nil {
				return err
			}
		}
		t.buf = document.AppendEscaped(t.buf, n.Rest)
		return nil
	}
	t.tag = append(t.tag[:0], t.untagged(n.Before)...)
	t.tag = append(strconv.AppendInt(append(t.tag, '<'), int64(t.names), 10), '>')
	t.tag = append(t.tag, t.untagged(n.Rest)...)
	t.names++
	return t.put(t.tag)
}

// flush writes the buffer if it is large.
func (t *tagger) flush() error {
	if len(t.buf) < flushBytes {
		return nil
	}
	err := t.maker.to.Note(t.maker.made.Tagged, t.buf)
	t.buf = t.buf[:0]
	return err
}

// lister writes the names, as strings of JSON.
type lister struct{ tagger }

// Plain implements Visitor.
func (l *lister) Plain([]byte) error { return nil }

// Name implements Visitor.
func (l *lister) Name(n *Name) error {
	if !l.maker.fits(n) {
		return nil
	}
	if l.names++; l.names > 1 {
		l.buf = append(l.buf, ',')
	}
	l.buf = document.AppendString(l.buf, l.maker.name)
	return l.flush()
}
