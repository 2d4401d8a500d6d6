package crawllog

import (
	"bytes"
	"testing"
	"time"
	"unicode/utf8"
)

// lineOf is the line of an entry, without its end.
func lineOf(e *Entry) []byte { return bytes.TrimSuffix(e.Append(nil), []byte("\n")) }

// sameBrief compares what both ways of reading a line find in it.
func sameBrief(t *testing.T, line []byte) {
	t.Helper()
	var e Entry
	var b Brief
	full, brief := e.Parse(line), b.Parse(line)
	if full != nil || brief != nil {
		t.Fatalf("%v, %v: %s", full, brief, line)
	}
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"kind": {b.Kind, e.Kind}, "url": {b.URL, e.URL}, "outcome": {b.Outcome, e.Outcome},
		"copy": {b.Copy, e.Copy}, "why": {b.Why, e.Why},
	} {
		if got := string(Text(nil, c.text)); got != c.want {
			t.Errorf("%s is %q, not %q", name, got, c.want)
		}
	}
	if b.Time != e.Time.UnixMilli() || b.Bytes != e.Bytes || b.Millis != e.Millis || b.Depth != int64(e.Depth) ||
		b.New != int64(e.New) || b.Done != (e.Found > 0) || b.Stored != (e.Archive != "") {
		t.Errorf("%+v is not %+v", b, e)
	}
}

// TestBrief: the fields of a line are those that Parse of Entry finds, and damage of any byte is noticed.
func TestBrief(t *testing.T) {
	line := lineOf(&example)
	sameBrief(t, line)
	sameBrief(t, lineOf(&Entry{Time: example.Time}))
	sameBrief(t, lineOf(&Entry{Time: example.Time, Kind: "robots", Why: `\`, Outcome: `\"`, Copy: "\x7f\x00\t", Bytes: -1}))
	var b Brief
	for i := range line {
		other := bytes.Clone(line)
		other[i] ^= 1
		if b.Parse(other) == nil || b.Parse(line[:i]) == nil {
			t.Errorf("damage of byte %d is not noticed", i)
		}
	}
	event := Event{Time: example.Time, Event: "end"}
	if b.Parse(bytes.TrimSuffix(event.Append(nil), []byte("\n"))) == nil {
		t.Error("an event is read as an entry")
	}
	for _, text := range []string{
		`{"time":"2026-13-26T12:00:01.250Z"`, `{"time":"2026-11-26T12:00:01,250Z"`, `{"time":"2026-11-26T12:00:01.250Z","ms":`,
		`{"time":"2026-11-26T12:00:01.250Z","ms":1e3`, `{"time":"2026-11-26T12:00:01.250Z","ms":1234567890123456789`,
		`{"time":"2026-11-26T12:00:01.250Z","url":"a\"`, `{"time":"2026-11-26T12:00:01.250Z","url"`,
		`{"time":"2026-11-26T12:00:01.250Z",`,
	} {
		if b.Parse(bytes.TrimSuffix(seal([]byte(text), 0), []byte("\n"))) == nil {
			t.Errorf("%s is read as %+v", text, b)
		}
	}
}

// TestBriefWithoutMemory: to read a line allocates nothing.
func TestBriefWithoutMemory(t *testing.T) {
	line := lineOf(&example)
	var b Brief
	if n := testing.AllocsPerRun(100, func() { b.Parse(line) }); n != 0 {
		t.Errorf("%g allocations a line", n)
	}
}

// FuzzBrief: any texts and numbers come back as they were written, and no line makes a reader panic.
func FuzzBrief(f *testing.F) {
	f.Add("http://a.example/ü\"\\", `\\"`, "robots\x00", int64(1), int64(20), []byte(`{"time":"`))
	f.Add("", "\xff", "\u2028", int64(-5), int64(0), []byte(`,"a":"\`))
	f.Fuzz(func(t *testing.T, url, why, kind string, n, ms int64, raw []byte) {
		var b Brief
		b.Parse(bytes.TrimSuffix(seal(bytes.Clone(raw), 0), []byte("\n")))
		b.Parse(raw)
		if !utf8.ValidString(url + why + kind) {
			return // both have U+FFFD then
		}
		n %= 1e17
		sameBrief(t, lineOf(&Entry{Time: time.UnixMilli(ms % 1e13).UTC(), URL: url, Why: why, Kind: kind, Bytes: n, Found: n}))
	})
}

func BenchmarkBrief(b *testing.B) {
	line := lineOf(&example)
	b.SetBytes(int64(len(line)))
	var x Brief
	for b.Loop() {
		if x.Parse(line) != nil {
			b.Fatal("damaged")
		}
	}
}

func BenchmarkEntry(b *testing.B) {
	line := lineOf(&example)
	b.SetBytes(int64(len(line)))
	var x Entry
	for b.Loop() {
		if x.Parse(line) != nil {
			b.Fatal("damaged")
		}
	}
}
