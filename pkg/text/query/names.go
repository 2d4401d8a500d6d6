package query

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"webmill/pkg/text/document"
	"webmill/pkg/text/words"
)

// Name is what an answer shows of a document.
type Name struct {
	URL, Title []byte
	answers    []*Question // of which the document must have a word
}

// Names finds the names of the documents of all answers, in one pass over the documents. Of a document that is there twice the
// first name counts. most bounds the bytes of all names. The documents must be those of the index, unless that is nil.
func (b *Batch) Names(src document.Source, most int64, x *Index) (map[int32]*Name, error) {
	n := &naming{of: map[int32]*Name{}, left: most, rule: &b.opt.Rule}
	f := document.Finder{Threads: b.opt.Threads, See: n.see, Take: n.take}
	for _, q := range b.Questions {
		known := x != nil && b.opt.known() && q.root != nil && q.root.sure()
		for _, a := range q.Answers {
			if _, again := f.Want(a.ID); !again {
				n.of[a.ID] = &Name{}
				n.names = append(n.names, n.of[a.ID])
			}
			if known {
				n.of[a.ID].answers = append(n.of[a.ID].answers, q)
			}
		}
	}
	if err := f.Find(src); err != nil {
		return nil, err
	}
	if x != nil {
		if err := x.checkDocuments(f.Documents, n.ids.Load()); err != nil {
			return nil, err
		}
		if n.other != nil {
			return nil, fmt.Errorf("document %d has none of the words of question %d, which it answers: %s", n.otherID, n.other.Number,
				errRuns)
		}
	}
	return n.of, f.Missing()
}

type naming struct {
	rule  *words.Rule
	of    map[int32]*Name
	names []*Name       // by place
	left  int64         // bytes
	ids   atomic.Uint64 // the sum of idHash of all documents

	mu      sync.Mutex
	other   *Question // that a document does not answer, which should; of the lowest id
	otherID int64
}

// see checks a document.
func (n *naming) see(id int64, d *document.Document) {
	n.ids.Add(idHash(id))
	name, wanted := n.of[int32(id)]
	if !wanted || int64(int32(id)) != id {
		return
	}
	if unanswered := n.unanswered(name.answers, d); unanswered != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.other == nil || id < n.otherID {
			n.other, n.otherID = unanswered, id
		}
	}
}

// take notes the name of a document.
func (n *naming) take(place int, d *document.Document) error {
	name := n.names[place]
	n.left += int64(len(name.URL) + len(name.Title))
	name.URL, name.Title = bytes.Clone(d.URL), bytes.Clone(d.Title)
	if n.left -= int64(len(d.URL) + len(d.Title)); n.left < 0 {
		return fmt.Errorf("the URLs and titles of the answers do not fit into the memory: raise -S, or ask for fewer answers")
	}
	return nil
}

// unanswered is the first of some questions of which the texts of a document have no word; nil: they have one of each.
func (n *naming) unanswered(questions []*Question, d *document.Document) *Question {
	if len(questions) == 0 {
		return nil
	}
	has := map[string]bool{}
	for _, q := range questions {
		for _, t := range q.terms {
			has[t.text] = false
		}
	}
	var split words.Splitter
	for _, name := range document.Texts() {
		split.Reset(d.Field(name))
		for word := split.Next(); word != nil; word = split.Next() {
			if term := n.rule.Term(word); term != nil {
				if _, asked := has[string(term)]; asked {
					has[string(term)] = true
				}
			}
		}
	}
	for _, q := range questions {
		if !slices.ContainsFunc(q.terms, func(t term) bool { return t.times > 0 && has[t.text] }) {
			return q
		}
	}
	return nil
}

// sure reports whether a document that matches has one of the words that are wanted.
func (n *node) sure() bool {
	switch n.op {
	case opNot:
		return false
	case opAny:
		return !slices.ContainsFunc(n.args, func(a *node) bool { return !a.sure() })
	case opAll:
		return slices.ContainsFunc(n.args, (*node).sure)
	}
	return true
}
