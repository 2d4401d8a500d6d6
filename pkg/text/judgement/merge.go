package judgement

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Merged is the judgements of several files, in memory.
type Merged struct {
	// Unlike is told of a document whose judgements differ, and of both: the later one counts.
	Unlike func(doc int32, earlier, later float64)
	// Left is how many bytes of memory the judgements may take.
	Left int64

	values Values
	urls   map[int32][]byte
}

// judgementBytes is what a judgement takes in memory, besides its URL.
const judgementBytes = 192

// Add adds the judgements of a text. One without a URL gets that of an earlier one.
func (m *Merged) Add(r io.Reader) error {
	if m.urls == nil {
		m.urls = map[int32][]byte{}
	}
	return Read(r, func(j *Judgement) error {
		before := m.Len()
		if earlier, unlike := m.values.Add(j.Doc, j.Value); unlike {
			m.Unlike(j.Doc, earlier, j.Value)
		}
		m.Left -= judgementBytes * int64(m.Len()-before)
		if url := m.urls[j.Doc]; len(j.URL) > 0 && !bytes.Equal(url, j.URL) {
			m.Left += int64(len(url) - len(j.URL))
			m.urls[j.Doc] = bytes.Clone(j.URL)
		}
		if m.Left < 0 {
			return fmt.Errorf("%d judgements do not fit into the memory: raise -S", m.Len())
		}
		return nil
	})
}

// Len is how many documents were judged.
func (m *Merged) Len() int { return len(m.values.Of) }

// Write writes the judgements in the order of the documents.
func (m *Merged) Write(w io.Writer) error {
	var buf []byte
	for _, doc := range slices.Sorted(maps.Keys(m.values.Of)) {
		j := Judgement{doc, m.values.Of[doc], m.urls[doc]}
		buf = j.Append(buf[:0])
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}
