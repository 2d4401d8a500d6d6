// Package crawllog has the form of a crawl log: a line of JSON for each try of a URL, for each exchange for robots.txt, and for
// each event of a run.
//
// The keys of a line come in one order. The last one is a checksum of what stands before it, which tells a line that is cut or
// damaged. Strings are UTF-8; other bytes become U+FFFD. A key without a value is left out.
//
//	crawllog.go  Entry and Event: the lines
//	brief.go     Brief: what figures need of an entry, read without memory
//	parse.go     how a line is read
//	outcome.go   the outcomes of URLs, their meaning and their classes
//	read.go      Read: a log from its first line to its last
package crawllog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/jsonstring"
)

// Entry is the line of a try of a URL, or of an exchange for robots.txt. Zero values mean that there is none.
type Entry struct {
	Time    time.Time // when the exchange began; without one, when the line was written
	Kind    string    // robots; "": it is a URL of the crawl
	URL     string
	Outcome string // ok, redirect, http-404 …: see outcome.go
	Status  int    // of HTTP
	Type    string // media type
	Bytes   int64  // received, with the head
	Millis  int64  // how long the exchange took
	Depth   int    // how many links lead from a seed to the URL, on the way on which it was found
	Via     string // the page where the URL was found first; of robots.txt behind a redirect, the URL of the first one
	IP      string // the address of the server
	Attempt int    // the number of the try, if the URL was tried in vain before: 2 or more
	Rest    int64  // ms that the host rests after the exchange
	Links   int    // links of the page, with repeated and rejected ones
	New     int    // URLs that the page made known
	Target  string // where a redirect leads
	Digest  string // of the payload
	Copy    string // the page is a copy of another one by this: address, path or content
	Why     string // the outcome in words
	Archive string // the name of the archive that has the records
	Offset  int64  // where the records begin in the archive
	Length  int64  // bytes of the records
	First   int64  // bytes of the first record, which is the response or the revisit
	ID      int64  // the number of the URL in the journal, from 1; 0: it has none, as robots.txt
	Found   int64  // the length of the journal of found URLs behind the frame of this page; 0: the URL is not done
}

// NewSeed is the URL to which a seed redirects, which belongs to the crawl like a seed, or "".
func (e *Entry) NewSeed() string {
	if e.Outcome == Redirect && e.Depth == 0 && e.Kind == "" {
		return e.Target
	}
	return ""
}

// castagnoli is the table of the checksum, CRC-32C.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Append appends the line of an entry.
func (e *Entry) Append(dst []byte) []byte {
	from := len(dst)
	dst = append(dst, `{"time":"`...)
	dst = e.Time.UTC().AppendFormat(dst, timeForm)
	dst = append(dst, '"')
	text := func(key, value string) {
		if value != "" {
			dst = append(append(append(dst, ',', '"'), key...), '"', ':')
			dst = jsonstring.Append(form, dst, value)
		}
	}
	number := func(key string, value int64) {
		if value != 0 {
			dst = append(append(append(dst, ',', '"'), key...), '"', ':')
			dst = strconv.AppendInt(dst, value, 10)
		}
	}
	text("kind", e.Kind)
	text("url", e.URL)
	text("outcome", e.Outcome)
	number("status", int64(e.Status))
	text("type", e.Type)
	number("bytes", e.Bytes)
	number("ms", e.Millis)
	number("depth", int64(e.Depth))
	text("via", e.Via)
	text("ip", e.IP)
	number("attempt", int64(e.Attempt))
	number("rest", e.Rest)
	number("links", int64(e.Links))
	number("new", int64(e.New))
	text("target", e.Target)
	text("digest", e.Digest)
	text("copy", e.Copy)
	text("why", e.Why)
	text("archive", e.Archive)
	number("offset", e.Offset)
	number("length", e.Length)
	number("first", e.First)
	number("id", e.ID)
	number("found", e.Found)
	return seal(dst, from)
}

// seal appends the checksum of a line that begins at from, and the end of the line.
func seal(dst []byte, from int) []byte {
	sum := crc32.Checksum(dst[from:], castagnoli)
	return fmt.Appendf(dst, ",\"check\":\"%08x\"}\n", sum)
}

const sealBytes = len(`,"check":"01234567"}`) // without the line end

// form is how texts are written: Text reads no short escapes, and \u only for bytes.
var form = jsonstring.New(jsonstring.Options{Delete: true, Invalid: "\ufffd"})

// ErrDamaged is the error of a line that is not as it was written.
var ErrDamaged = errors.New("the line of the crawl log is cut or damaged")

// Check reports whether a line, without its line end, is as it was written. It returns the part that the checksum covers.
func Check(line []byte) (covered []byte, ok bool) {
	n := len(line) - sealBytes
	if n < 1 || line[0] != '{' {
		return nil, false
	}
	end := line[n:]
	sum, err := strconv.ParseUint(string(end[len(`,"check":"`):sealBytes-2]), 16, 32)
	if err != nil || !bytes.HasPrefix(end, []byte(`,"check":"`)) || !bytes.HasSuffix(end, []byte(`"}`)) ||
		uint32(sum) != crc32.Checksum(line[:n], castagnoli) {
		return nil, false
	}
	return line[:n], true
}

// Parse reads the line of an entry, without its line end.
func (e *Entry) Parse(line []byte) error {
	*e = Entry{}
	ms, err := parse(line, e.set)
	e.Time = time.UnixMilli(ms).UTC()
	return err
}

// set sets a field. It passes over other keys, which a later version may write.
func (e *Entry) set(key, text []byte, number int64) {
	switch string(key) {
	case "kind":
		e.Kind = string(Text(nil, text))
	case "url":
		e.URL = string(Text(nil, text))
	case "outcome":
		e.Outcome = string(Text(nil, text))
	case "type":
		e.Type = string(Text(nil, text))
	case "via":
		e.Via = string(Text(nil, text))
	case "ip":
		e.IP = string(Text(nil, text))
	case "target":
		e.Target = string(Text(nil, text))
	case "digest":
		e.Digest = string(Text(nil, text))
	case "copy":
		e.Copy = string(Text(nil, text))
	case "why":
		e.Why = string(Text(nil, text))
	case "archive":
		e.Archive = string(Text(nil, text))
	case "status":
		e.Status = int(number)
	case "bytes":
		e.Bytes = number
	case "ms":
		e.Millis = number
	case "depth":
		e.Depth = int(number)
	case "attempt":
		e.Attempt = int(number)
	case "rest":
		e.Rest = number
	case "links":
		e.Links = int(number)
	case "new":
		e.New = int(number)
	case "offset":
		e.Offset = number
	case "length":
		e.Length = number
	case "first":
		e.First = number
	case "id":
		e.ID = number
	case "found":
		e.Found = number
	}
}

// Event is a line about a run. There are these events, with these facts:
//
//	begin  the settings of the crawl; it is the first line
//	resume  a further run goes on; this line comes before the first other line of the run
//	control  connections, delay, max-rate or stop: what was changed while the run was at work, and the new value
//	scores   URLs and their scores, in millionths, which steer a focused crawl
//	sync   safe: up to which byte the log is safe on the disk, with what it says of other files; waiting: URLs
//	end    why: the reason why the run ended; safe; waiting; "rejected RULE": links that the rule rejected
type Event struct {
	Time  time.Time
	Event string
	Facts map[string]string
}

// ThesisRules is what -rules of fetch says of a crawl by the rules of Bumüller 2019.
const ThesisRules = "thesis"

// Thesis reports whether the crawl that begins is by the rules of Bumüller 2019. The fact has other flags behind the word.
func (e *Event) Thesis() bool {
	rules, _, _ := strings.Cut(e.Facts["-rules"], " ")
	return rules == ThesisRules
}

// Append appends the line of an event.
func (e *Event) Append(dst []byte) []byte {
	from := len(dst)
	facts, _ := json.Marshal(e.Facts) // a map of strings never fails
	dst = append(dst, `{"time":"`...)
	dst = e.Time.UTC().AppendFormat(dst, timeForm)
	dst = jsonstring.Append(form, append(dst, `","event":`...), e.Event)
	dst = append(append(dst, `,"facts":`...), facts...)
	return seal(dst, from)
}

// IsEvent reports whether a line is one of an event.
func IsEvent(text []byte) bool {
	const at = len(`{"time":"` + timeForm + `",`)
	return len(text) > at && bytes.HasPrefix(text[at:], []byte(`"event":`))
}

// Parse reads the line of an event, without its line end.
func (e *Event) Parse(text []byte) error {
	if _, ok := Check(text); !ok || !IsEvent(text) {
		return ErrDamaged
	}
	if err := json.Unmarshal(text, e); err != nil {
		return ErrDamaged
	}
	return nil
}
