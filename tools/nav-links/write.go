package main

import (
	"bytes"
	"errors"
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/web/navigation"
	"webmill/tools/internal/crawlinput"
)

// writer writes lines of links.
type writer struct {
	opt     *options
	rows    crawlinput.Output
	text    []byte
	written int64
	source  []byte // the page at hand
	began   bool
	any     bool // it has a line
}

const manyLines = 256 << 10 // bytes of lines that are written at once

// wanted reports whether links with a label are written.
func (w *writer) wanted(l navigation.Label) bool {
	return w.opt.nav == "mark" || l.Menu() == (w.opt.nav == "only")
}

// write writes the line of a link.
func (w *writer) write(l *navigation.Link) error {
	if !w.began || !bytes.Equal(l.Source, w.source) {
		if err := w.page(l.Source); err != nil {
			return err
		}
	}
	if l.Target == nil || !w.wanted(l.Label) {
		return nil
	}
	w.begin(l.Target)
	if w.opt.nav == "mark" {
		w.text = w.appendWhy(append(append(append(w.text, '\t'), l.Label.String()...), '\t'), l)
	}
	return w.end()
}

// appendWhy appends what stands behind the label of a link.
func (w *writer) appendWhy(dst []byte, l *navigation.Link) []byte {
	dst = l.AppendReason(dst)
	if w.opt.isThesis() {
		dst = append(append(dst, '\t'), scope(l)...)
	}
	return dst
}

// scope says where the target of a link is.
func scope(l *navigation.Link) string {
	if l.OnSite() {
		return "intrinsic"
	}
	return "transverse"
}

// page begins a page. The one before gets a line if it has none.
func (w *writer) page(source []byte) error {
	if w.opt.alone && w.began && !w.any {
		w.text = append(w.text, w.source...)
		if err := w.end(); err != nil {
			return err
		}
	}
	w.source, w.began, w.any = append(w.source[:0], source...), true, false
	return nil
}

// begin begins the line of a link.
func (w *writer) begin(target []byte) {
	w.any = true
	w.text = append(append(append(w.text, w.source...), '\t'), target...)
}

// end ends a line.
func (w *writer) end() error {
	w.written++
	if w.text = append(w.text, '\n'); len(w.text) < manyLines {
		return nil
	}
	return w.flush()
}

func (w *writer) flush() error {
	err := w.rows.Write(w.text)
	w.text = w.text[:0]
	return err
}

// close writes the rest.
func (w *writer) close() error {
	if err := w.page(nil); err != nil {
		return err
	}
	if err := w.flush(); err != nil {
		return err
	}
	return w.rows.Close()
}

// pairsShare of 2 gives the sort of -pairs, and the job that it is read from, one half of the memory each.
const pairsShare = 2

var errPair = errors.New("internal error: line of a pair")

// writePairs writes a line for each pair of pages. Links are sorted by the number of their page, target and label: the first one
// of a pair decides. Before them comes the URL of the page, behind an empty target.
func (w *writer) writePairs(env *cli.Env, job *navigation.Job) error {
	var source, line, last []byte
	pages := 0
	return linesort.SortEach(env.Room().With(env.Memory/pairsShare), func(add func([]byte) error) error {
		return job.Each(func(l *navigation.Link) error {
			if pages == 0 || !bytes.Equal(l.Source, source) {
				pages++
				source = append(source[:0], l.Source...)
				if err := add(fmt.Appendf(line[:0], "%016x\t\t%s", pages, source)); err != nil {
					return err
				}
			}
			if l.Target == nil {
				return nil
			}
			line = w.appendWhy(fmt.Appendf(line[:0], "%016x\t%s\t%d", pages, l.Target, l.Label), l)
			return add(line)
		})
	}, func(line []byte) error {
		_, pair, _ := bytes.Cut(line, []byte{'\t'})
		target, rest, ok := bytes.Cut(pair, []byte{'\t'})
		switch {
		case !ok || len(rest) == 0:
			return errPair
		case len(target) == 0:
			last = last[:0]
			return w.page(rest)
		case bytes.Equal(target, last):
			return nil
		}
		last = append(last[:0], target...)
		label := navigation.Label(rest[0] - '0')
		if !w.wanted(label) {
			return nil
		}
		w.begin(target)
		if w.opt.nav == "mark" {
			w.text = append(append(append(w.text, '\t'), label.String()...), '\t')
			w.text = append(w.text, rest[1:]...)
		}
		return w.end()
	})
}
