package crawllog

import (
	"bytes"
	"reflect"
	"testing"
	"time"
)

var example = Entry{
	Time: time.Date(2026, 11, 26, 12, 0, 1, 250e6, time.UTC), URL: "http://a.example/ü\"\\\n\x1b", Outcome: "ok", Status: 200,
	Type: "text/html", Bytes: 12, Millis: 3, Depth: 2, Via: "http://a.example/", Links: 7, New: 2, Digest: "sha1:X",
	Archive: "c.warc.gz",
	Offset:  5, Length: 6, ID: 1, Found: 99,
}

// TestLine: a line is read as it was written, and any change of a byte is noticed.
func TestLine(t *testing.T) {
	text := bytes.TrimSuffix(example.Append(nil), []byte("\n"))
	if bytes.ContainsAny(text, "\n\x1b") {
		t.Errorf("control bytes in %q", text)
	}
	var got Entry
	if err := got.Parse(text); err != nil || !reflect.DeepEqual(got, example) {
		t.Errorf("%v: %+v", err, got)
	}
	for i := range text {
		other := bytes.Clone(text)
		other[i] ^= 1
		if got.Parse(other) == nil {
			t.Errorf("a change of byte %d is not noticed: %s", i, other)
		}
		if got.Parse(text[:i]) == nil {
			t.Errorf("a line of %d bytes is whole: %s", i, text[:i])
		}
	}
	event := Event{Time: example.Time, Event: "begin", Facts: map[string]string{"scope": "host", "a": "\n"}}
	var same Event
	text = bytes.TrimSuffix(event.Append(nil), []byte("\n"))
	if err := same.Parse(text); err != nil || !reflect.DeepEqual(same, event) || !IsEvent(text) {
		t.Errorf("%v: %+v", err, same)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(example.Append(nil))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e Entry
		if e.Parse(text) != nil {
			return
		}
		again := bytes.TrimSuffix(e.Append(nil), []byte("\n"))
		var same Entry
		if err := same.Parse(again); err != nil {
			t.Fatalf("%v: %s", err, again)
		}
	})
}
