package query

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/text/document"
	"webmill/pkg/text/words"
	"webmill/pkg/tuple"
)

// Name is what an answer shows of a document.
type Name struct {
	URL, Title []byte
	line       int64       // from 1; 0: it was not found
	answers    []*Question // of which the document must have a word
}

// NamesMemory is the least memory for Names, as a document may be as long as document.MaxLine.
const NamesMemory = 42 << 20

// Names finds the names of the documents of all answers, in one pass over the documents. Of a document that is there twice the
// first name counts. most bounds the bytes of all names. The documents must be those of the index, unless that is nil.
func (b *Batch) Names(src document.Source, most int64, x *Index) (map[int32]*Name, error) {
	n := &naming{src: document.Shared{Source: src}, names: map[int32]*Name{}, left: most, rule: &b.opt.Rule}
	for _, q := range b.Questions {
		known := x != nil && b.opt.known() && q.root != nil && q.root.sure()
		for _, f := range q.Answers {
			if n.names[f.ID] == nil {
				n.names[f.ID] = &Name{}
			}
			if known {
				n.names[f.ID].answers = append(n.names[f.ID].answers, q)
			}
		}
	}
	if err := par.Do(b.opt.Threads, n.work); err != nil {
		return nil, err
	}
	if x != nil {
		if err := x.checkDocuments(n.docs, n.ids); err != nil {
			return nil, err
		}
		if n.other != nil {
			return nil, fmt.Errorf("document %d has none of the words of question %d, which it answers: %s", n.otherID, n.other.Number,
				errRuns)
		}
	}
	for id, name := range n.names {
		if name.line == 0 {
			n.missing = append(n.missing, id)
		}
	}
	if len(n.missing) > 0 {
		least := n.missing[0]
		for _, id := range n.missing {
			least = min(least, id)
		}
		return nil, fmt.Errorf("%s of the answers are not there, the first is %d: is this file of another run?",
			tuple.Counted(len(n.missing), "document"), least)
	}
	return n.names, nil
}

type naming struct {
	src  document.Shared
	rule *words.Rule

	mu      sync.Mutex // of what follows, but the map itself does not change
	names   map[int32]*Name
	left    int64 // bytes
	missing []int32
	docs    int64     // that there are
	ids     uint64    // the sum of idHash of them
	other   *Question // that a document does not answer, which should; of the lowest id
	otherID int64
}

func (n *naming) work(int) error {
	var batch document.Batch
	var doc document.Document
	docs, ids := int64(0), uint64(0)
	for {
		err := n.src.Next(&batch, func(int) error {
			return batch.Each(&doc, func(line int64, d *document.Document) error {
				id := number(line, d)
				docs++
				ids += idHash(id)
				return n.document(line, id, d)
			}, func(error) {}) // terms has said which lines are no documents
		})
		if err == io.EOF {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.docs += docs
			n.ids += ids
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// number is the id of a document or, if it has none, the number of its line, as in package terms.
func number(line int64, d *document.Document) int64 {
	if d.ID == tuple.Unknown {
		return line
	}
	return int64(d.ID)
}

// document notes the name of a document.
func (n *naming) document(line, id int64, d *document.Document) error {
	name, wanted := n.names[int32(id)]
	if !wanted || id >= noDoc {
		return nil
	}
	unanswered := n.unanswered(name.answers, d)
	n.mu.Lock()
	defer n.mu.Unlock()
	if unanswered != nil && (n.other == nil || id < n.otherID) {
		n.other, n.otherID = unanswered, id
	}
	if name.line > 0 && name.line <= line+1 {
		return nil
	}
	n.left += int64(len(name.URL) + len(name.Title))
	name.URL, name.Title, name.line = bytes.Clone(d.URL), bytes.Clone(d.Title), line+1
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
