package exchange

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/web/warc"
)

// outcome is what a message becomes.
type outcome struct {
	err              error
	done             bool
	status           int
	begin, body, end int
	framing          framing
	keep             bool
	truncated        string
	fields           string
	fieldCount       int
}

// feed gives a text to a message in pieces, of which step gives the sizes, and then the end of the connection.
func feed(text []byte, most *bounds, step func(at int) int) outcome {
	var m message
	var buf []byte
	for at := 0; at < len(text); {
		n := min(max(1, step(at)), len(text)-at)
		if len(buf)+n > cap(buf) {
			grown := append(make([]byte, 0, 2*(len(buf)+n)), buf...)
			clear(buf) // the message must not look there
			buf = grown
			m.again(buf)
		}
		buf = append(buf, text[at:at+n]...)
		at += n
		done, err := m.advance(buf, most)
		if err != nil {
			return outcome{err: err}
		}
		if done {
			return m.outcome(at == len(text))
		}
	}
	if m.body == 0 {
		return outcome{err: io.ErrUnexpectedEOF}
	}
	m.closed(buf, most, true)
	return m.outcome(true)
}

// outcome: whether the connection can be kept depends on whether more has come, so it is only told if all has.
func (m *message) outcome(all bool) outcome {
	return outcome{nil, true, m.status, m.begin, m.body, m.end, m.framing, m.keep && all, m.truncated,
		fmt.Sprintf("%q", m.fields), len(m.fields)}
}

var testBounds = bounds{head: 2000, fields: 20, body: 5000}

// checkMessage: the pieces in which a text comes change nothing, and nothing past it is read.
func checkMessage(t *testing.T, text []byte) outcome {
	t.Helper()
	whole := feed(text, &testBounds, func(int) int { return len(text) })
	for name, step := range map[string]func(int) int{
		"bytes":  func(int) int { return 1 },
		"sevens": func(int) int { return 7 },
		"halves": func(at int) int { return (len(text) - at) / 2 },
	} {
		got := feed(text, &testBounds, step)
		want := whole
		want.keep = want.keep && got.keep // in pieces it is done before all has come
		if whole.truncated != "" && whole.framing == chunked {
			got.end, want.end = 0, 0 // behind what is broken more or less may have come
		}
		if got != want {
			t.Errorf("%.3000q in %s: %+v, at once %+v", text, name, got, want)
		}
	}
	if whole.err == nil {
		o := whole
		inside := o.begin >= 0 && o.body > o.begin && o.end >= o.body && o.end <= len(text)
		bounded := o.body <= testBounds.head && o.fieldCount <= testBounds.fields && int64(o.end-o.body) <= testBounds.body
		if !inside || !bounded || o.status < 200 || o.status > 999 || o.keep && o.truncated != "" {
			t.Errorf("%q: %+v", text, o)
		}
	}
	return whole
}

// twin reads a text as net/http does: the status, the body without chunks, and how much stands behind it.
func twin(text []byte) (status int, body []byte, rest int, err error) {
	raw := bytes.NewReader(text)
	r := bufio.NewReader(raw)
	for status < 200 {
		answer, err := http.ReadResponse(r, nil)
		if err != nil {
			return 0, nil, 0, err
		}
		if body, err = io.ReadAll(answer.Body); err != nil {
			return 0, nil, 0, err
		}
		if err := answer.Body.Close(); err != nil {
			return 0, nil, 0, err
		}
		status = answer.StatusCode
	}
	return status, body, r.Buffered() + raw.Len(), nil
}

// blankNames matches names with a blank, which net/http does not know then.
var blankNames = regexp.MustCompile(`(?m)^[^:\n]*[^!-~\n][^:\n]*:`)

// checkTwin compares with net/http, where both take a text.
func checkTwin(t *testing.T, text []byte) {
	t.Helper()
	if len(text) > 20_000 {
		return // all limits are lower
	}
	o := checkMessage(t, text)
	status, body, rest, err := twin(text)
	if o.err != nil || o.truncated != "" || err != nil || blankNames.Match(text[:o.body]) {
		return
	}
	h, err := warc.Message(text[o.begin:o.end])
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	h.Header = slices.DeleteFunc(h.Header, func(f Field) bool { return string(bytes.ToLower(f.Name)) == "content-encoding" })
	d := warc.Decoder{Most: 1 << 20}
	if o.framing == chunked {
		d.Decode(&h)
	}
	if status != o.status || rest != len(text)-o.end || !bytes.Equal(h.Body, body) {
		t.Errorf("%q: %d, %q, %d behind; net/http %d, %q, %d", text, o.status, h.Body, len(text)-o.end, status, body, rest)
	}
}

func seeds(f *testing.F) {
	for _, a := range answers {
		f.Add([]byte(a.text))
	}
}

// FuzzHead: any text is the same message whatever its pieces, and the one that net/http reads.
func FuzzHead(f *testing.F) {
	seeds(f)
	f.Add([]byte("HTTP/1.1 200 OK\r\n" + strings.Repeat("a: b\r\n", 30) + "\r\n"))
	f.Add([]byte("HTTP/1.1 200 OK\r\n\r\n" + long(6000)))
	f.Fuzz(func(t *testing.T, text []byte) { checkTwin(t, text) })
}

// FuzzChunked: any body in chunks.
func FuzzChunked(f *testing.F) {
	for _, a := range answers {
		if _, body, ok := strings.Cut(a.text, "\r\n\r\n"); ok && strings.Contains(a.text, "chunked") {
			f.Add([]byte(body))
		}
	}
	f.Add([]byte("1;" + long(5000) + "\r\nx\r\n0\r\n\r\n"))
	f.Add([]byte("1;" + long(4500) + "\r\nx\r\n0\r\n\r\n"))
	f.Add([]byte("1388\r\n" + long(5000) + "\r\nno chunk\r\n"))
	f.Add([]byte("0\r\na: " + long(7000)))
	f.Fuzz(func(t *testing.T, body []byte) { checkTwin(t, append([]byte(head("chunked")), body...)) })
}

// TestTwin: the answers of the tests are what net/http makes of them.
func TestTwin(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, a := range answers {
		checkTwin(t, []byte(a.text))
		if _, _, _, err := twin([]byte(a.text)); err == nil && a.truncated == "" {
			compared++
		}
	}
	if compared < 15 {
		t.Errorf("net/http takes only %d", compared)
	}
}
