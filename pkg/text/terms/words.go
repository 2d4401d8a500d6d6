package terms

import (
	"webmill/pkg/text/document"
	"webmill/pkg/text/words"
)

// Words makes terms of words. texts gives the texts of a document, in order; nil: its text. rule is that for the documents of a
// language; nil: all words are terms. The length of a document is how many words became terms.
func Words(texts func(d *document.Document, each func(text []byte)), rule func(lang []byte) *words.Rule) func() Maker {
	if texts == nil {
		texts = func(d *document.Document, each func(text []byte)) { each(d.Text) }
	}
	return func() Maker { return &wordMaker{texts: texts, ruleOf: rule, rule: &words.Rule{}} }
}

type wordMaker struct {
	texts  func(d *document.Document, each func(text []byte))
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
	var err error
	m.texts(d, func(text []byte) {
		if err == nil {
			err = m.text(text, to)
		}
	})
	return m.length, err
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
