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

	of map[int32]*Judgement
}

// judgementBytes is what a judgement takes in memory, besides its URL.
const judgementBytes = 192

// Add adds the judgements of a text. One without a URL gets that of an earlier one.
func (m *Merged) Add(r io.Reader) error {
	if m.of == nil {
		m.of = map[int32]*Judgement{}
	}
	return Read(r, func(j *Judgement) error {
		have := m.of[j.Doc]
		if have == nil {
			have = &Judgement{Doc: j.Doc, Value: j.Value}
			m.of[j.Doc] = have
			m.Left -= judgementBytes
		}
		if have.Value != j.Value {
			m.Unlike(j.Doc, have.Value, j.Value)
			have.Value = j.Value
		}
		if len(j.URL) > 0 && !bytes.Equal(have.URL, j.URL) {
			m.Left += int64(len(have.URL) - len(j.URL))
			have.URL = bytes.Clone(j.URL)
		}
		if m.Left < 0 {
			return fmt.Errorf("%d judgements do not fit into the memory: raise -S", len(m.of))
		}
		return nil
	})
}

// Len is how many documents were judged.
func (m *Merged) Len() int { return len(m.of) }

// Write writes the judgements in the order of the documents.
func (m *Merged) Write(w io.Writer) error {
	var buf []byte
	for _, doc := range slices.Sorted(maps.Keys(m.of)) {
		buf = m.of[doc].Append(buf[:0])
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}
