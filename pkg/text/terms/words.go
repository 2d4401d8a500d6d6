package terms

import (
	"webmill/pkg/text/document"
	"webmill/pkg/text/words"
)

// Words makes terms of the words of these fields of documents, one field after the other. rule is that for the documents of a
// language; nil: all words are terms. The length of a document is how many words became terms.
func Words(fields []string, rule func(lang []byte) *words.Rule) func() Maker {
	return func() Maker { return &wordMaker{fields: fields, ruleOf: rule, rule: &words.Rule{}} }
}

type wordMaker struct {
	fields []string
	ruleOf func(lang []byte) *words.Rule
	rule   *words.Rule // of the document
	split  words.Splitter

	position, length int32
}

// Terms implements Maker.
func (m *wordMaker) Terms(d *document.Document, to Taker) (int32, error) {
	if m.ruleOf != nil {
		m.rule = m.ruleOf(d.Lang)
	}
	m.position, m.length = 0, 0
	for _, field := range m.fields {
		if err := m.text(d.Field(field), to); err != nil {
			return 0, err
		}
	}
	return m.length, nil
}

// text makes terms of a text.
func (m *wordMaker) text(text []byte, to Taker) error {
	m.split.Reset(text)
	for word := m.split.Next(); word != nil; word = m.split.Next() {
		position := m.position
		if m.position++; m.position < 0 {
			continue
		}
		term := m.rule.Term(word)
		if term == nil {
			continue
		}
		m.length++
		if err := to.Term(term, position); err != nil {
			return err
		}
	}
	return nil
}
