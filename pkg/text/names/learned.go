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
	model := crf.ForLanguage("en")
	if stop.Language(d.Lang) == "de" {
		model = crf.ForLanguage("de")
	}
	for _, l.field = range l.made.Fields {
		text := d.Field(l.field)
		before := tokens{text: text} // the words up to the last name
		err := l.tagger.Read(model, text, func(s crf.Span) error {
			for before.at < s.From {
				if t, ok := before.next(); !ok || t.to > s.From {
					break
				}
				l.words++
			}
			return l.found(&Name{Text: text, From: s.From, To: s.To}, float64(s.P))
		})
		if err != nil {
			return 0, err
		}
		for _, ok := before.next(); ok; _, ok = before.next() {
			l.words++
		}
	}
	return l.words, nil
}
