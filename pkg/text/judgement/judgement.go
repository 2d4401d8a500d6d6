// Package judgement keeps what a person says of documents: how relevant each is, from 0 to 1, in a file that grows.
//
// A judgement is a line of fields with TABs between them: the id of the document, the value and, perhaps, the URL, which may be
// empty, and the time that it took a person, like 4.218s. If a document has several judgements, the last one counts.
//
//	judgement.go  a judgement and its line
//	took.go       the time that a judgement took
//	values.go     what documents were judged, by the last judgement of each
//	file.go       a file of judgements that grows, one by one
//	merge.go      the judgements of several files
//	dialogue.go   goes through documents, and takes keys
//	screen.go     what the dialogue shows
package judgement

import (
	"bytes"
	"io"
	"strconv"
	"time"

	"webmill/pkg/tuple"
)

// Judgement is one of them.
type Judgement struct {
	Doc   int32
	Value float64       // from 0 to 1
	URL   []byte        // or nil
	Took  time.Duration // of work; 0: unknown
}

// Read calls each for all judgements of a text. URLs are valid until the next.
func Read(r io.Reader, each func(*Judgement) error) error {
	return tuple.NewLines(r, tuple.MaxLine).Each(func(line []byte) error {
		j, err := parse(line)
		if err != nil {
			return err
		}
		return each(j)
	})
}

func parse(line []byte) (*Judgement, error) {
	doc, rest, two := bytes.Cut(line, []byte("\t"))
	text, rest, _ := bytes.Cut(rest, []byte("\t"))
	url, rest, _ := bytes.Cut(rest, []byte("\t"))
	seconds, _, _ := bytes.Cut(rest, []byte("\t"))
	id, err := strconv.ParseUint(string(doc), 10, 31)
	if err != nil || !two {
		return nil, tuple.BadLine("is no judgement, like 17, a TAB and 0.5")
	}
	value, ok := Value(string(text))
	if !ok {
		return nil, tuple.BadLine("judges a document by " + strconv.Quote(string(text)) + ", which is not from 0 to 1")
	}
	return &Judgement{int32(id), value, url, took(seconds)}, nil
}

// Value reads a value.
func Value(text string) (value float64, ok bool) {
	value, err := strconv.ParseFloat(text, 64)
	return max(0, value), err == nil && value >= 0 && value <= 1 // and -0 is 0
}

// AppendValue appends a value as Value reads it.
func AppendValue(dst []byte, value float64) []byte {
	return strconv.AppendFloat(dst, value, 'g', -1, 64)
}

// Append appends the line.
func (j *Judgement) Append(dst []byte) []byte {
	dst = append(strconv.AppendInt(dst, int64(j.Doc), 10), '\t')
	dst = AppendValue(dst, j.Value)
	if len(j.URL) > 0 || j.Took > 0 {
		dst = appendURL(append(dst, '\t'), j.URL)
	}
	if j.Took > 0 {
		dst = appendTook(append(dst, '\t'), j.Took)
	}
	return append(dst, '\n')
}

// appendURL appends a URL as it stands in a line.
func appendURL(dst, url []byte) []byte {
	for _, c := range url {
		if c < ' ' {
			c = '?' // no URL has it, and it would end the field or the line
		}
		dst = append(dst, c)
	}
	return dst
}
