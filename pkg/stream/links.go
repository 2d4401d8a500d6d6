package stream

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"webmill/pkg/tuple"
)

// linkLook is what the first records of a stream of links have shown. In the links of a crawl, pages have several.
// Other pairs, like ids and their layers, have each id once; sorted by it, they look like links of which each page has
// one.
type linkLook struct {
	none    bool // there may be no records
	records int
	last    int32
	several bool // the ids of column 1 do not ascend strictly
}

const (
	leastLinks = 100 // fewer records say nothing

	// SomeLinks are looked at.
	SomeLinks = 4096
)

// see looks at the next records, of some width.
func (l *linkLook) see(block []int32, width int) {
	for i := 0; i < len(block) && !l.several && l.records < SomeLinks; i += width {
		l.several = l.records > 0 && block[i] <= l.last
		l.last = block[i]
		l.records++
	}
}

// odd says why the records may be no links, or "".
func (l *linkLook) odd() string {
	if l == nil || l.several {
		return ""
	}
	return OneLinkEach(int64(l.records))
}

// OneLinkEach is why records may be no links, if none of them has the same id in column 1 as another; "" if they are too few.
func OneLinkEach(records int64) string {
	if records < leastLinks {
		return ""
	}
	return "each id stands once in column 1: is it of links, or of pairs like (id, layer)?"
}

// OddLinks is why the first records of a stream may be no links, or "".
func OddLinks(first []int32) string {
	var l linkLook
	l.see(first, 2)
	return l.odd()
}

// ExpectLinks says that the records are links. Warning then tells if each page has exactly one link or, unless
// mayBeEmpty, if there are no links.
func (in *Input) ExpectLinks(mayBeEmpty bool) {
	in.links = &linkLook{none: mayBeEmpty}
	below := in.src
	in.src = tuple.SourceFunc(func(dst []int32) (int, error) {
		n, err := below.ReadBlock(dst)
		in.links.see(dst[:n], in.Width())
		return n, err
	})
}

// Warning is what was odd about the input as far as it was read, or "".
func (in *Input) Warning() string {
	if in.links != nil && !in.links.none && in.records == 0 {
		return "is empty: there are no links"
	}
	if w := in.Bytes.Warning(); w != "" {
		return w
	}
	return in.links.odd()
}

// explain adds a likely cause to an error. If the input is out of order, it may hold no links; a first line that is no
// record may name the columns, and scores need a kind.
func (in *Input) explain(err error) error {
	if flag := in.spec.Named.Flag; flag != "" && in.spec.Columns == nil && errors.Is(err, tuple.ErrWhole) {
		return fmt.Errorf("%w; -%s id,rank:f32 gives the kinds of scores", err, flag)
	}
	var at *tuple.LineError
	line, _, _ := bytes.Cut(in.head, []byte("\n"))
	if in.Format == Text && !in.columnsNamed && errors.As(err, &at) && at.Line == 1 && errors.Is(err, tuple.ErrNumber) &&
		!bytes.ContainsAny(line, ",;:") {
		return fmt.Errorf("%w; if it names the columns, use -header", err)
	}
	if errors.Is(err, tuple.ErrNames) || in.firstColumn != "" && errors.Is(err, tuple.ErrNumber) &&
		strings.Contains(err.Error(), strconv.Quote(in.firstColumn)+" is not") {
		return fmt.Errorf("%w; if several files were joined, only the first may name the columns: name the files instead", err)
	}
	if odd := in.links.odd(); odd != "" && errors.Is(err, tuple.ErrUnsorted) {
		return fmt.Errorf("%w; %s", err, odd)
	}
	return err
}
