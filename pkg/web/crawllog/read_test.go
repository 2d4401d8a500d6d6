package crawllog

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
)

// logText is a log of three entries and an event.
func logText() []byte {
	event := Event{Time: example.Time, Event: "begin", Facts: map[string]string{"-scope": "host"}}
	text := event.Append(nil)
	for i := range 3 {
		e := example
		e.URL = fmt.Sprintf("http://a.example/%d", i)
		text = e.Append(text)
	}
	return text
}

func read(text []byte) (got []string, damaged int64, err error) {
	damaged, err = Read(iotest.OneByteReader(bytes.NewReader(text)), func(e *Entry) error {
		got = append(got, e.URL)
		return nil
	}, func(e *Event) error {
		got = append(got, e.Event)
		return nil
	})
	return got, damaged, err
}

// TestRead: all lines come in their order, and those that are damaged are counted.
func TestRead(t *testing.T) {
	const all = "begin http://a.example/0 http://a.example/1 http://a.example/2"
	text := logText()
	if got, damaged, err := read(text); strings.Join(got, " ") != all || damaged != 0 || err != nil {
		t.Errorf("%q, %d, %v", got, damaged, err)
	}
	if got, damaged, err := read(text[:len(text)-5]); strings.Join(got, " ") != all[:len(all)-len(" http://a.example/2")] ||
		damaged != 1 || err != nil {
		t.Errorf("cut: %q, %d, %v", got, damaged, err)
	}
	other := bytes.Replace(text, []byte("example/1"), []byte("example/7"), 1)
	if got, damaged, err := read(other); len(got) != 3 || damaged != 1 || err != nil {
		t.Errorf("damaged: %q, %d, %v", got, damaged, err)
	}
	long := append(bytes.Repeat([]byte("x"), maxLine+maxLine/2), '\n')
	if got, damaged, err := read(append(long, text...)); len(got) != 4 || damaged == 0 || err != nil {
		t.Errorf("a long line: %q, %d, %v", got, damaged, err)
	}
	if got, damaged, err := read(nil); got != nil || damaged != 0 || err != nil {
		t.Errorf("an empty log: %q, %d, %v", got, damaged, err)
	}
}

// TestReadStops: errors of the reader, of entry and of event come back.
func TestReadStops(t *testing.T) {
	mine := errors.New("mine")
	entry, event := func(*Entry) error { return nil }, func(*Event) error { return nil }
	if _, err := Read(iotest.ErrReader(mine), entry, event); !errors.Is(err, mine) {
		t.Error(err)
	}
	if _, err := Read(bytes.NewReader(logText()), func(*Entry) error { return mine }, event); err != mine {
		t.Error(err)
	}
	if _, err := Read(bytes.NewReader(logText()), entry, func(*Event) error { return mine }); err != mine {
		t.Error(err)
	}
}
