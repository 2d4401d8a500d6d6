package names

import (
	"webmill/pkg/text/document"
	"webmill/pkg/text/names/crf"
	"webmill/pkg/text/stop"
	"webmill/pkg/text/terms"
)

// LearnedBytes is the memory of the models.
const LearnedBytes = 16 << 20

// Learned makes terms of the names that a model finds, which was learnt from text: the German one for documents in German, the
// English one for all others. A name is its words with a blank between them.
func (m *Made) Learned() func() terms.Maker {
	return func() terms.Maker { return &learned{maker: maker{made: m, plain: true}} }
}

type learned struct {
	maker
	tagger crf.Tagger
}

// Terms implements terms.Maker.
func (l *learned) Terms(d *document.Document, to terms.Taker) (words int32, err error) {
	l.doc, l.to, l.words = d, to, 0
	model := l.model(d.Lang)
	for _, l.field = range l.made.Fields {
		text := d.Field(l.field)
		words := tokens{text: text}
		word, more := words.next() // the next one that is not counted in l.words
		to := func(end int) {
			for more && word.to <= end {
				l.words++
				word, more = words.next()
			}
		}
		if err := l.tagger.Read(model, text, func(s crf.Span) error {
			to(s.From)
			return l.found(&Name{Text: text, From: s.From, To: s.To}, float64(s.P))
		}); err != nil {
			return 0, err
		}
		to(len(text))
	}
	return l.words, nil
}

// model is the model for a language.
func (l *learned) model(lang []byte) *crf.Model {
	name := stop.Language(lang)
	switch name {
	case "de", "en":
		return crf.ForLanguage(name)
	case "":
	default:
		l.made.Other.Add(1)
	}
	return crf.ForLanguage("en")
}
