package judgement

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// Merged is the judgements of several files, in memory.
type Merged struct {
	// Left is how many bytes of memory the judgements may take.
	Left int64

	values Values
	urls   map[int32][]byte
	took   map[int32]time.Duration // of all judgements of a document
	seen   map[timed]bool
	unlike map[int32]float64 // of documents whose judgements differ: the last one before that which counts, of another value
}

// timed is a judgement with a time. If the same one is there twice, it was made once, and a file has a copy of it.
type timed struct {
	doc   int32
	value float64
	took  time.Duration
}

// timedBytes is what a timed takes in memory, with its entry in took.
const timedBytes = 160

// judgementBytes is what a judgement takes in memory, besides its URL.
const judgementBytes = 192

// Add adds the judgements of a text. A text without a URL gets the URL of an earlier one; another URL is an error.
func (m *Merged) Add(r io.Reader) error {
	if m.urls == nil {
		m.urls, m.unlike = map[int32][]byte{}, map[int32]float64{}
		m.took, m.seen = map[int32]time.Duration{}, map[timed]bool{}
	}
	return Read(r, func(j *Judgement) error {
		before := m.Len()
		if earlier, unlike := m.values.Add(j.Doc, j.Value); unlike {
			m.unlike[j.Doc] = earlier
		}
		m.Left -= judgementBytes * int64(m.Len()-before)
		m.time(j)
		switch url := m.urls[j.Doc]; {
		case len(j.URL) == 0:
		case url == nil:
			m.Left -= int64(len(j.URL))
			m.urls[j.Doc] = appendURL(nil, j.URL)
		case !bytes.Equal(url, appendURL(nil, j.URL)):
			return otherURL(j.Doc, url)
		}
		if m.Left < 0 {
			return fmt.Errorf("%d judgements do not fit into the memory: raise -S", m.Len())
		}
		return nil
	})
}

// time adds the time of a judgement to that of its document: each person who judged it has worked.
func (m *Merged) time(j *Judgement) {
	one := timed{j.Doc, j.Value, j.Took}
	if j.Took == 0 || m.seen[one] {
		return
	}
	m.seen[one] = true
	m.took[j.Doc] += j.Took
	m.Left -= timedBytes
}

// Unlike calls f for each document whose judgements differ.
func (m *Merged) Unlike(f func(doc int32, earlier, counts float64)) {
	for _, doc := range slices.Sorted(maps.Keys(m.unlike)) {
		f(doc, m.unlike[doc], m.values.Of[doc])
	}
}

// Len is how many documents were judged.
func (m *Merged) Len() int { return len(m.values.Of) }

// Write writes the judgements in the order of the documents.
func (m *Merged) Write(w io.Writer) error {
	var buf []byte
	for _, doc := range slices.Sorted(maps.Keys(m.values.Of)) {
		j := Judgement{doc, m.values.Of[doc], m.urls[doc], m.took[doc]}
		buf = j.Append(buf[:0])
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}
