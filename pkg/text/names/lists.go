package names

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/wordtable"
)

// Class says in which lists a word is.
type Class uint8

// The lists.
const (
	First Class = 1 << iota
	Middle
	Last
)

// Lists are the lists of names. The zero value is empty.
type Lists struct {
	table *wordtable.Table
	has   [256]Class // what the words have that begin with this byte
}

// none is the value of no list in a table.
const none = '@'

// Value is the value of a class in a wordtable.Table.
func (c Class) Value() []byte { return []byte{none | byte(c)} }

// NewLists makes the lists of the text of a wordtable.Table, in which a word may come several times.
func NewLists(text []byte, lines int64) (*Lists, error) {
	table, err := wordtable.New(text, int(lines), func(_, kept, value []byte) error {
		kept[0] |= value[0]
		return nil
	})
	if err != nil {
		return nil, err
	}
	l := &Lists{table: table}
	table.Each(func(word, value []byte) { l.has[word[0]] |= Class(value[0] &^ none) })
	return l, nil
}

// Close frees the memory of the lists, but not of their text.
func (l *Lists) Close() {
	if l.table != nil {
		l.table.Close()
	}
}

// of is the class of a word as it is.
func (l *Lists) of(word []byte) Class {
	if len(word) == 0 || l.has[word[0]] == 0 {
		return 0
	}
	if value := l.table.Of(word); value != nil {
		return Class(value[0] &^ none)
	}
	return 0
}

// A Form is another form of a word that is looked up: a set of changes.
type Form uint8

// The changes.
const (
	Strip   Form = 1 << iota // without punctuation at its end
	Lower                    // in lower case
	Capital                  // with a capital letter first; after Lower
)

// apply is a word in the form. It is part of the word, or new.
func (f Form) apply(word []byte) []byte {
	if f&Strip != 0 {
		word = stripped(word)
	}
	if f&Lower != 0 {
		word = bytes.ToLower(word)
	}
	if r, n := utf8.DecodeRune(word); f&Capital != 0 && n > 0 {
		word = append(utf8.AppendRune(nil, unicode.ToUpper(r)), word[n:]...)
	}
	return word
}
