package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/web/warc"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// numbered gives ids that count.
func numbered() func() string {
	n := 0
	return func() string {
		n++
		return fmt.Sprintf("<urn:uuid:00000000-0000-4000-8000-%012d>", n)
	}
}

// pack makes an archive of records, and tells where each begins.
func pack(t testing.TB, level int, records ...*Record) (text []byte, places []int64) {
	t.Helper()
	p := NewPacker(level)
	p.ID = numbered()
	for _, r := range records {
		places = append(places, int64(len(text)))
		var err error
		if text, err = p.Append(text, r); err != nil {
			t.Fatal(err)
		}
	}
	return text, append(places, int64(len(text)))
}

// read gives the records of an archive to f, and fails if anything was passed over or is wrong with one.
func read(t testing.TB, text []byte, f func(i int, r *warc.Record)) {
	t.Helper()
	i := 0
	stats, err := warc.Run(bytes.NewReader(text), warc.Options{Threads: 1}, func(records *warc.Records) (int, error) {
		for {
			r, err := records.Next()
			if err != nil {
				return 0, nil
			}
			if d := r.Defects(); len(d) > 0 {
				t.Errorf("record %d: %v", i, d) // Fatal is for the goroutine of the test
			}
			f(i, r)
			i++
		}
	}, func(int) error { return nil })
	if err != nil || stats.Skips.Total() != 0 || stats.Recovered != 0 {
		t.Fatalf("%v, %d skipped, %d longer than they say", err, stats.Skips.Total(), stats.Recovered)
	}
}

// same compares a record that was read with the one that was written.
func same(t testing.TB, got *warc.Record, want *Record) {
	t.Helper()
	for name, value := range map[string]string{
		"WARC-Type": want.Type, "WARC-Record-ID": want.ID, "WARC-Target-URI": want.URL, "Content-Type": want.ContentType,
		"WARC-Date": string(appendDate(nil, want.Date)), "Content-Length": fmt.Sprint(len(bytes.Join(want.Block, nil))),
	} {
		if v := string(got.Header.Get(name)); v != strings.TrimSpace(value) {
			t.Errorf("%s: %q, not %q", name, v, value)
		}
	}
	from := slices.IndexFunc(got.Header, func(f warc.Field) bool { return string(f.Name) == "WARC-Date" }) + 1
	if want.URL != "" {
		from++
	}
	for i, f := range want.Fields {
		if h := got.Header[from+i]; string(h.Name) != f.Name || !bytes.Equal(h.Value, bytes.TrimSpace([]byte(f.Value))) {
			t.Errorf("field %d: %s: %q, not %q", i, h.Name, h.Value, f)
		}
	}
	if !bytes.Equal(got.Block, bytes.Join(want.Block, nil)) {
		t.Errorf("the block holds %q", got.Block)
	}
}

const answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"

// every is an archive with a record of each type.
func every() []*Record {
	url, body := "https://a.example/b?c", "4\r\nbody\r\n0\r\n\r\n"
	info := Info(Field{"software", "webmill"}, Field{"format", "WARC File Format 1.1"}, Field{"robots", "obey\r\nx: y"})
	info.Date, info.Fields = noon, []Field{{"WARC-Filename", "a.warc.gz"}}
	response := &Record{Type: "response", URL: url, Date: noon.Add(1500 * time.Microsecond), ID: NewID(),
		ContentType: "application/http; msgtype=response", Block: [][]byte{[]byte(answer), []byte(body)},
		Fields: []Field{{"WARC-Payload-Digest", warc.Digest([]byte(body))}, {"WARC-IP-Address", "2001:db8::1"},
			{"WARC-Truncated", "length"}}}
	list := []*Record{info, response}
	list = append(list, &Record{Type: "request", URL: url, Date: noon, ContentType: "application/http; msgtype=request",
		Fields: []Field{{"WARC-Concurrent-To", response.ID}, {"WARC-Concurrent-To", NewID()}},
		Block:  [][]byte{[]byte("GET /b?c HTTP/1.1\r\nHost: a.example\r\n\r\n")}})
	list = append(list, &Record{Type: "metadata", URL: url, Date: noon.In(time.FixedZone("", 7200)),
		ContentType: "application/warc-fields", Block: [][]byte{[]byte("fetchTimeMs: 7\r\n")}})
	list = append(list, &Record{Type: "revisit", URL: url, Date: noon, ContentType: "application/http; msgtype=response",
		Fields: []Field{{"WARC-Profile", ProfileIdentical}, {"WARC-Payload-Digest", warc.Digest([]byte(body))},
			{"WARC-Refers-To-Target-URI", url}, {"WARC-Refers-To-Date", "2026-01-02T12:00:00Z"}},
		Block: [][]byte{[]byte(answer)}})
	list = append(list, &Record{Type: "resource", URL: "urn:x-seeds", Date: noon, ContentType: "text/plain",
		Block: [][]byte{nil, []byte("WARC/1.1\r\n"), nil, []byte("\r\n\r\n")}})
	list = append(list, &Record{Type: "conversion", URL: url, Date: noon, Fields: []Field{{"WARC-Refers-To", response.ID}}})
	return append(list, &Record{Type: "continuation", URL: url, Date: noon, Fields: []Field{{"WARC-Segment-Number", "2"}}},
		&Record{Type: "metadata", Date: noon, Fields: []Field{{"X-Odd", " \u00fc: \xff\t= "}, {"X-Empty", ""}}})
}

// TestRoundTrip: what is written is read again, at each level, each record from a member of its own.
func TestRoundTrip(t *testing.T) {
	for level := range 10 {
		records := every()
		text, places := pack(t, level, records...)
		n := 0
		read(t, text, func(i int, r *warc.Record) {
			same(t, r, records[i])
			if r.Offset != places[i] || r.Length != places[i+1]-places[i] || r.Inner != 0 {
				t.Errorf("level %d, record %d: at %d, %d long", level, i, r.Offset, r.Length)
			}
			n++
		})
		if n != len(records) {
			t.Errorf("level %d: %d records", level, n)
		}
	}
}

// TestBytes: the text of a record, to the byte.
func TestBytes(t *testing.T) {
	text, _ := pack(t, 6, &Record{Type: "resource", URL: "http://a.example/", Date: noon.Add(time.Millisecond),
		ContentType: "text/plain", Fields: []Field{{"WARC-IP-Address", "192.0.2.1"}},
		Block: [][]byte{[]byte("he"), []byte("llo")}})
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	want := "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n" +
		"WARC-Date: 2026-01-02T12:00:00.001Z\r\nWARC-Target-URI: http://a.example/\r\nWARC-IP-Address: 192.0.2.1\r\n" +
		"WARC-Block-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\r\nContent-Type: text/plain\r\n" +
		"Content-Length: 5\r\n\r\nhello\r\n\r\n"
	if err != nil || string(got) != want {
		t.Errorf("%v, %q", err, got)
	}
}

func TestDate(t *testing.T) {
	for add, want := range map[time.Duration]string{
		0: "2026-01-02T12:00:00Z", time.Microsecond: "2026-01-02T12:00:00Z", 1999 * time.Microsecond: "2026-01-02T12:00:00.001Z",
		time.Second - 1: "2026-01-02T12:00:00.999Z", time.Second / 2: "2026-01-02T12:00:00.500Z",
	} {
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("", -5400)} {
			if got := string(appendDate(nil, noon.Add(add).In(zone))); got != want {
				t.Errorf("%v: %s", add, got)
			}
			if got := string(AppendTimestamp(nil, noon.Add(add).In(zone))); got != "20260102120000" {
				t.Error(got)
			}
		}
	}
}

// TestRefused: what cannot be read again, or would be another record, is not written, and dst stays as it was.
func TestRefused(t *testing.T) {
	many := make([]Field, warc.MaxFields)
	for i := range many {
		many[i] = Field{fmt.Sprint("X-", i), "x"}
	}
	for name, spoil := range map[string]func(r *Record){
		"no type": func(r *Record) { r.Type = "" }, "type": func(r *Record) { r.Type = "a b" },
		"no URL": func(r *Record) { r.URL = "" }, "URL": func(r *Record) { r.URL = "http://a/ b" },
		"line in URL":      func(r *Record) { r.URL = "http://a/\r\nWARC-Type: warcinfo" },
		"URL of warcinfo":  func(r *Record) { r.Type = "warcinfo" },
		"id":               func(r *Record) { r.ID = "urn:uuid:1" },
		"line in id":       func(r *Record) { r.ID = "<\n>" },
		"content type":     func(r *Record) { r.ContentType = "text/html\n" },
		"no date":          func(r *Record) { r.Date = time.Time{} },
		"date":             func(r *Record) { r.Date = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"no name":          func(r *Record) { r.Fields = []Field{{"", "x"}} },
		"name":             func(r *Record) { r.Fields = []Field{{"X:", "x"}} },
		"line in value":    func(r *Record) { r.Fields = []Field{{"X", "x\r\n y"}} },
		"NUL in value":     func(r *Record) { r.Fields = []Field{{"X", "x\x00"}} },
		"field of ours":    func(r *Record) { r.Fields = []Field{{"content-length", "1"}} },
		"field twice":      func(r *Record) { r.Fields = []Field{{"WARC-Truncated", "time"}, {"warc-truncated", "time"}} },
		"too many fields":  func(r *Record) { r.Fields = many },
		"head is too long": func(r *Record) { r.Fields = []Field{{"X", strings.Repeat("x", warc.MaxHead)}} },
	} {
		t.Run(name, func(t *testing.T) {
			r := &Record{Type: "response", URL: "http://a.example/", Date: noon}
			spoil(r)
			got, err := NewPacker(6).Append([]byte("before"), r)
			if !errors.Is(err, ErrRecord) || string(got) != "before" || strings.ContainsAny(err.Error(), "\r\n\x00") {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	for _, level := range []int{-9, 10} {
		if _, err := NewPacker(level).Append(nil, &Record{Type: "metadata", Date: noon}); err == nil {
			t.Errorf("level %d", level)
		}
	}
}

// TestLargest: a head with as many fields and bytes as may be is read again.
func TestLargest(t *testing.T) {
	r := &Record{Type: "response", URL: "http://a.example/", Date: noon, ID: NewID(), ContentType: "text/plain"}
	for i := range warc.MaxFields - len(written) {
		r.Fields = append(r.Fields, Field{fmt.Sprint("X-", i), "x"})
	}
	p := NewPacker(1)
	p.appendHead(r)
	r.Fields[0].Value += strings.Repeat("y", warc.MaxHead-len(p.head))
	text, _ := pack(t, 1, r)
	read(t, text, func(_ int, got *warc.Record) { same(t, got, r) })
	r.Fields[0].Value += "y"
	if _, err := p.Append(nil, r); !errors.Is(err, ErrRecord) {
		t.Error(err)
	}
}

func TestNewID(t *testing.T) {
	form := regexp.MustCompile(`^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$`)
	var seen sync.Map
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				id := NewID()
				if _, twice := seen.LoadOrStore(id, true); twice || !form.MatchString(id) {
					t.Error(id)
				}
			}
		})
	}
	all.Wait()
}

func TestCDXJ(t *testing.T) {
	for want, c := range map[string]Capture{
		`example,a)/b?c=d 20260102120000 {"url": "http://www.a.example/b?c=d", "mime": "text/html", "status": "200", ` +
			`"digest": "VL2MMHO4", "length": "7", "offset": "5", "filename": "a.warc.gz"}` + "\n": {
			URL: []byte("http://www.a.example/b?c=d"), MIME: []byte("text/html"), Status: 200, Digest: []byte("sha1:VL2MMHO4"),
			Offset: 5, Length: 7, File: "a.warc.gz"},
		`example,a)/ 20260102120000 {"url": "http://a.example/", "mime": "warc/revisit", "length": "7", "offset": "0", ` +
			`"filename": "a"}` + "\n": {URL: []byte("http://a.example/"), MIME: []byte("text/html"), Status: 200, Revisit: true,
			Length: 7, File: "a"},
		`urn:x 20260102120000 {"url": "urn:x", "mime": "unk", "length": "0", "offset": "0", "filename": "\"\\ü\u0001<"}` + "\n": {
			URL: []byte("urn:x"), File: "\"\\ü\x01<"},
	} {
		c.Date = AppendTimestamp(nil, noon)
		if got := string(AppendCDXJ([]byte("before "), &c)); got != "before "+want {
			t.Errorf("%s\nnot %s", got, want)
		}
	}
}

// TestNoAllocation: a record that has an id costs no memory.
func TestNoAllocation(t *testing.T) {
	r := every()[1]
	p := NewPacker(6)
	var dst []byte
	if n := testing.AllocsPerRun(100, func() {
		var err error
		if dst, err = p.Append(dst[:0], r); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzRoundTrip: what is not refused is read as it was written.
func FuzzRoundTrip(f *testing.F) {
	for i, r := range every() {
		field := Field{"X", "y"}
		if len(r.Fields) > 0 {
			field = r.Fields[0]
		}
		f.Add(r.Type, r.URL, r.ContentType, field.Name, field.Value, bytes.Join(r.Block, nil), int64(i)*1e8, i)
	}
	f.Fuzz(func(t *testing.T, kind, url, mime, name, value string, block []byte, nanos int64, level int) {
		half := len(block) / 2
		r := &Record{Type: kind, URL: url, ContentType: mime, Date: time.Unix(1767355200, nanos), Fields: []Field{{name, value}},
			Block: [][]byte{block[:half], block[half:]}}
		next := &Record{Type: "metadata", Date: noon}
		p := NewPacker(max(level, 0) % 10)
		text, err := p.Append(nil, r)
		if err != nil {
			if !errors.Is(err, ErrRecord) || len(text) > 0 {
				t.Fatal(err)
			}
			return
		}
		if text, err = p.Append(text, next); err != nil {
			t.Fatal(err)
		}
		n := 0
		check := func(got *warc.Record) {
			if n++; n == 1 {
				same(t, got, r)
			} else {
				same(t, got, next)
			}
		}
		stats, err := warc.Run(bytes.NewReader(text), warc.Options{Threads: 1}, func(records *warc.Records) (int, error) {
			for {
				got, err := records.Next()
				if err != nil {
					return 0, nil
				}
				check(got) // the block need not be the message that the head says
			}
		}, func(int) error { return nil })
		if err != nil || n != 2 || stats.Skips.Total() != 0 || stats.Recovered != 0 {
			t.Fatalf("%v, %d records, %d skipped", err, n, stats.Skips.Total())
		}
	})
}
