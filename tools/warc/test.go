package main

import (
	"fmt"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/web/warc"
)

// testRun writes the lines of -test: what was skipped, and the defects of the other records, in the order in which it finds them.
func testRun(run *warc.Records, l *lines) error {
	told, records := 0, int64(0)
	tell := func() { // writes the notes that come before the record just read
		for ; told < len(run.Notes.List) && run.Notes.List[told].Before < records; told++ {
			n := &run.Notes.List[told]
			what := n.Why.String()
			if n.Bytes > 0 {
				what = fmt.Sprintf("%s, %s skipped", what, tuple.Counted(n.Bytes, "byte"))
			}
			l.defect(n.Offset, n.Inner, "", what)
		}
	}
	for {
		r, err := run.Next()
		records++
		if err == nil || err == io.EOF {
			tell()
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if r.IsSegment() {
			l.segments++
		}
		for _, what := range r.Defects() {
			l.defect(r.Offset, r.Inner, r.Type, what)
		}
	}
}

// defect writes the line of one defect.
func (l *lines) defect(offset, inner int64, kind, what string) {
	l.out.Text = append(appendPlace(l.out.Text, offset, inner), '\t')
	l.out.Text = append(appendField(l.out.Text, []byte(kind)), '\t')
	l.out.Text = append(append(l.out.Text, what...), '\n')
	l.defects++
	l.more()
}

// verdict ends a test. The lines are written even if there are defects.
func verdict(in *stream.Bytes, defects, records int64) error {
	if defects == 0 {
		return nil
	}
	return &cli.CheckError{Err: fmt.Errorf("%s: %s, with %s read", in.Label(), tuple.Counted(defects, "defect"),
		tuple.Counted(records, "record")), Done: true}
}
