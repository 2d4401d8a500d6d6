package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const (
	chunkBody   = "5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n"
	trailerBody = "1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n"
)

// answers are what servers send, and what a client makes of it.
var answers = []struct {
	name, text string
	status     int
	body       string
	truncated  string
	kept       bool // the connection takes a further request
	closes     bool // the server closes behind the text, else it waits
}{
	{"length", ok, 200, "hello", "", true, false},
	{"nothing", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, "", "", true, false},
	{"no reason", "HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nno", 404, "no", "", true, false},
	{"spaces", "HTTP/1.1  301  Moved\r\nContent-Length :  2  \r\n\r\nno", 301, "no", "", true, false},
	{"odd status", "HTTP/1.1 999 Denied\r\ncontent-length:0\r\n\r\n", 999, "", "", true, false},
	{"bare lines", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", 200, "hello", "", true, false},
	{"folded", "HTTP/1.1 200 OK\r\nContent-Length:\r\n 5\r\nX: a\r\n\t b\r\n\r\nhello", 200, "hello", "", true, false},
	{"no colon", "HTTP/1.1 200 OK\r\nwhat is this\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", "", true, false},
	{"same length twice", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5, 5\r\n\r\nhello", 200, "hello", "", true,
		false},
	{"closed on purpose", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: x, Close\r\n\r\nhello", 200, "hello", "", false,
		false},
	{"old", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", "", false, false},
	{"old, kept", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\nConnection: Keep-Alive\r\n\r\nhello", 200, "hello", "", true, false},
	{"old, open", "HTTP/1.0 200 OK\r\n\r\nhello", 200, "hello", "", false, true},
	{"old, no chunks", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nx", 200, "0\r\n\r\nx", "", false, true},
	{"open", "HTTP/1.1 200 OK\r\n\r\nhello", 200, "hello", "", false, true},
	{"identity", "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nhe", 200, "he", "", true, false},
	{"other coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhello", 200, "hello", "", false,
		true},
	{"no content", "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n", 204, "", "", true, false},
	{"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 700\r\n\r\n", 304, "", "", true, false},
	{"content of nothing", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", 204, "", "", false, false},

	{"chunks", head("chunked") + chunkBody, 200, chunkBody, "", true, false},
	{"chunks, trailer", head("gzip, chunked") + trailerBody, 200, trailerBody, "", true, false},
	{"chunks, bare lines", head("Chunked") + "5 \nhello\n000\n\n", 200, "5 \nhello\n000\n\n", "", true, false},
	{"chunks and length", head("chunked\r\nContent-Length: 3") + "0\r\n\r\n", 200, "0\r\n\r\n", "", false, false},
	{"chunks and lengths", head("chunked\r\nContent-Length: 3, 4") + "0\r\n\r\n", 200, "0\r\n\r\n", "", false, false},
	{"chunks, and more", head("chunked") + "0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", 200, "0\r\n\r\n", "", false, false},
	{"chunks, not last", head("chunked, gzip") + "0\r\n\r\nx", 200, "0\r\n\r\nx", "", false, true},

	{"interim", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + ok, 200, "hello", "", true, false},
	{"8 interim", strings.Repeat("HTTP/1.1 102 Wait\r\n\r\n", 8) + ok, 200, "hello", "", true, false},

	{"long", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello world", 200, "hello", "", false, false},
	{"two answers", ok + ok, 200, "hello", "", false, false},
	{"short", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", 200, "hello", "disconnect", false, true},
	{"nothing of it", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n", 200, "", "disconnect", false, true},
	{"cut chunk", head("chunked") + "50\r\nhello", 200, "50\r\nhello", "disconnect", false, true},
	{"cut before a chunk", head("chunked") + "5\r\nhello\r", 200, "5\r\nhello\r", "disconnect", false, true},
	{"cut trailer", head("chunked") + "0\r\nA: b\r\n", 200, "0\r\nA: b\r\n", "disconnect", false, true},
	{"no chunk", head("chunked") + "hello\r\n", 200, "hello\r\n", "disconnect", false, false},
	{"chunk too short", head("chunked") + "2\r\nhello\r\n0\r\n\r\n", 200, "2\r\nhello\r\n", "disconnect", false, false},
	{"negative chunk", head("chunked") + "-5\r\nhello\r\n0\r\n\r\n", 200, "-5\r\n", "disconnect", false, false},
	{"overflow", head("chunked") + "10000000000000005\r\nhello", 200, "10000000000000005\r\n", "disconnect", false, false},
	{"giant chunk", head("chunked") + "fffffffffffffff\r\nhello", 200, "fffffffffffffff\r\nhello", "disconnect", false, true},
}

func head(coding string) string {
	return "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + coding + "\r\n\r\n"
}

// TestAnswers: what comes is kept as it came, and the connection too if nothing is wrong.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, a := range answers {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			handle := say(a.text)
			if a.closes {
				handle = sayAndClose(a.text)
			}
			c := client(t, nil)
			url := "http://" + serve(t, handle) + "/"
			r, err := get(c, url)
			if err != nil {
				t.Fatal(err)
			}
			body := string(r.Body)
			if a.truncated == "disconnect" && strings.HasPrefix(body, a.body) && strings.HasSuffix(a.text, body) {
				body = a.body // more of it may have come
			}
			if r.Status != a.status || body != a.body || r.Truncated != a.truncated || (c.idle.count == 1) != a.kept {
				t.Errorf("%d, %q, %q, %d kept", r.Status, r.Body, r.Truncated, c.idle.count)
			}
			answer := a.text[strings.LastIndex(a.text[:strings.Index(a.text, " "+fmt.Sprint(a.status))], "HTTP/"):]
			if !strings.HasPrefix(answer, string(r.Head)+body) || !bytes.HasSuffix(r.Head, []byte("\n")) {
				t.Errorf("the head %q", r.Head)
			}
			if r.Address.String() != url[7:len(url)-1] || r.Reused || r.TLSUnverified || r.First <= 0 || r.Took < r.First {
				t.Errorf("%+v", r)
			}
			c.Release(r)
		})
	}
}

// TestFields: the fields of a head, with those of several lines joined, also where the buffer grew below them.
func TestFields(t *testing.T) {
	t.Parallel()
	text := "HTTP/1.1 200 OK\r\nA: b\r\nFolded: x\r\n  y\r\n\tz \r\nContent-Length: 300000\r\na: c\r\nLast: 1\r\n 2\r\n\r\n" +
		long(300_000)
	c := client(t, nil)
	url := "http://" + serve(t, say(text, text)) + "/"
	for range 2 {
		r, err := get(c, url)
		if err != nil {
			t.Fatal(err)
		}
		if string(r.Get("a")) != "b" || string(r.Get("FOLDED")) != "x y z" || string(r.Get("Last")) != "1 2" ||
			len(r.Fields) != 5 || r.Get("none") != nil || len(r.Body) != 300_000 {
			t.Errorf("%q", r.Fields)
		}
		c.Release(r)
	}
}

// TestNoHTTP: what is no answer of HTTP/1 is an error at once, though the server waits.
func TestNoHTTP(t *testing.T) {
	t.Parallel()
	together(t, map[string]string{
		"HTTP/0.9":         "<html>",
		"blank line":       "\r\n" + ok,
		"banner":           "SSH-2.0-x\r\n",
		"HTTP/2":           "\x00\x00\x12\x04\x00\x00\x00\x00\x00",
		"HTTP/2 in words":  "HTTP/2 200\r\n\r\n",
		"ICY":              "ICY 200 OK\r\n\r\n",
		"lower case":       "http/1.1 200 OK\r\n\r\n",
		"no status":        "HTTP/1.1 OK\r\n\r\n",
		"long status":      "HTTP/1.1 2000 OK\r\n\r\n",
		"low status":       "HTTP/1.1 099 OK\r\n\r\n",
		"sign":             "HTTP/1.1 +20 OK\r\n\r\n",
		"long version":     "HTTP/1.10 200 OK\r\n\r\n",
		"NUL":              "HTTP/1.1 200 OK\r\nA: \x00\r\n\r\n",
		"upgrade":          "HTTP/1.1 101 Switching Protocols\r\n\r\n",
		"two lengths":      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
		"list of lengths":  "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nhello",
		"one length bad":   "HTTP/1.1 200 OK\r\nContent-Length: x\r\nContent-Length: 0\r\n\r\n",
		"negative length":  "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
		"signed length":    "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
		"no length":        "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhello",
		"length in hex":    "HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n\r\nhello",
		"endless length":   "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551621\r\n\r\nhello",
		"9 interim":        strings.Repeat("HTTP/1.1 100 Continue\r\n\r\n", 9) + ok,
		"interim is none":  "HTTP/1.1 100 Continue\r\n\r\n<html>",
		"many fields":      "HTTP/1.1 200 OK\r\n" + strings.Repeat("a: b\r\n", 201) + "\r\n",
		"long field":       "HTTP/1.1 200 OK\r\na: " + long(64<<10) + "\r\n\r\n",
		"long first line":  "HTTP/1.1 200 " + long(64<<10),
		"long interim":     strings.Repeat("HTTP/1.1 100 Continue\r\na: "+long(9<<10)+"\r\n\r\n", 8) + ok,
		"endless blanks":   "HTTP/1.1 200 OK\r\na: b" + strings.Repeat("\r\n ", 64<<10/3),
		"no line in 64 KB": "HTTP/1." + long(64<<10),
	}, func(t *testing.T, text string) {
		r, err := get(client(t, nil), "http://"+serve(t, say(text))+"/")
		fails(t, r, err, BadResponse)
	})
}

// TestHeadLimits: a head may be as large as the limits, and no larger.
func TestHeadLimits(t *testing.T) {
	t.Parallel()
	for _, more := range []int{0, 1} {
		start := "HTTP/1.1 204 OK\r\na: "
		line := start + long(64<<10-len(start)-4+more) + "\r\n\r\n"
		fields := "HTTP/1.1 204 OK\r\n" + strings.Repeat("a: b\r\n", 200+more) + "\r\n"
		for _, text := range []string{line, fields} {
			r, err := get(client(t, nil), "http://"+serve(t, say(text))+"/")
			if more == 0 && (err != nil || r.Status != 204) {
				t.Error(err)
			} else if more > 0 {
				fails(t, r, err, BadResponse)
			}
		}
	}
}

// TestCut: a connection that ends before the head is whole.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "HT", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\nA: b\r\n", "HTTP/1.1 100 Continue\r\n\r\n"} {
		r, err := get(client(t, nil), "http://"+serve(t, sayAndClose(text))+"/")
		fails(t, r, err, Reset)
		if says := errors.Is(err, errHeadCut); says != (text != "") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
