package crawllog

import (
	"errors"
	"io"

	"webmill/pkg/tuple"
)

// maxLine bounds a line. Its strings are URLs, and messages that are shorter than URLs.
const maxLine = 1 << 20

// Read calls entry for each entry of a log and event for each event, in their order. What the two get is valid during the call.
// It leaves out lines that are cut or damaged, as the last line after a kill may be, and returns how many these are.
func Read(r io.Reader, entry func(e *Entry) error, event func(e *Event) error) (damaged int64, err error) {
	lines := tuple.NewLines(r, maxLine)
	var e Entry
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return damaged, nil
		}
		if _, long := errors.AsType[*tuple.LineError](err); long {
			damaged++
			continue
		}
		if err != nil {
			return damaged, err
		}
		if IsEvent(line) {
			var v Event
			if v.Parse(line) != nil {
				damaged++
			} else if err := event(&v); err != nil {
				return damaged, err
			}
			continue
		}
		if e.Parse(line) != nil {
			damaged++
		} else if err := entry(&e); err != nil {
			return damaged, err
		}
	}
}
