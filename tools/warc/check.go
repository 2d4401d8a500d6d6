package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/warc"
)

// defect is a line of -check.
type defect struct {
	offset, inner int64
	line          []byte
}

// checkRun writes the lines of -check: what was passed over and what is wrong with the rest, in the order of the file.
func checkRun(run *warc.Records, l *lines) error {
	var found []defect
	add := func(offset, inner int64, kind, what string) {
		line := append(appendPlace(nil, offset, inner), '\t')
		line = append(appendField(line, []byte(kind)), '\t')
		found = append(found, defect{offset, inner, append(append(line, what...), '\n')})
	}
	for {
		r, err := run.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		for _, what := range r.Defects() {
			add(r.Offset, r.Inner, r.Type, what)
		}
	}
	for _, n := range run.Notes.List {
		what := n.Why.String()
		if n.Bytes > 0 {
			what = fmt.Sprintf("%s, %d bytes passed over", what, n.Bytes)
		}
		add(n.Offset, n.Inner, "", what)
	}
	slices.SortStableFunc(found, func(a, b defect) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.inner, b.inner))
	})
	for _, d := range found {
		*l.text = append(*l.text, d.line...)
	}
	l.defects = int64(len(found))
	return nil
}

// verdict ends a check. The lines are written also where it says no.
func verdict(in *stream.Bytes, out *stream.ByteOutput, defects, records int64) error {
	if defects == 0 {
		return nil
	}
	if err := out.Commit(); err != nil {
		return err
	}
	return &cli.CheckError{Err: fmt.Errorf("%s: %d defects, with %d records read", in.Label(), defects, records)}
}
