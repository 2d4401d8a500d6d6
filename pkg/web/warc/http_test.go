package warc

import (
	"bytes"
	"cmp"
	"compress/flate"
	"compress/zlib"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// one reads the only record of a text.
func one(t *testing.T, fields, block string, opt Options) *Record {
	t.Helper()
	text := record(fields, block)
	r, err := At(strings.NewReader(text), int64(len(text)), 0, 0, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func packedBy(text string, open func(io.Writer) io.WriteCloser) string {
	var b bytes.Buffer
	w := open(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func chunked(text string, sizes ...int) string {
	var b strings.Builder
	for i := 0; text != ""; i++ {
		n := min(sizes[i%len(sizes)], len(text))
		fmt.Fprintf(&b, "%x;ext=1\r\n%s\r\n", n, text[:n])
		text = text[n:]
	}
	return b.String() + "0\r\n\r\n"
}

// TestBodies: bodies in every coding, and what is not what its head says.
func TestBodies(t *testing.T) {
	text := "<html>" + strings.Repeat("a text with words <a href=b>and links</a>\n", 50)
	zlibbed := packedBy(text, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
	bare := packedBy(text, func(w io.Writer) io.WriteCloser { z, _ := flate.NewWriter(w, 6); return z })
	br := packedBy(text, func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) })
	cut := gz(text)[:len(gz(text))-30]
	for _, c := range []struct {
		name, head, body, want string // if truncated, a body that begins with want
		truncated              bool
	}{
		{"plain", "X: y", text, text, false},
		{"empty", "X: y", "", "", false},
		{"identity", "Content-Encoding: identity", text, text, false},
		{"gzip", "Content-Encoding: gzip", gz(text), text, false},
		{"x-gzip", "content-encoding:X-GZIP ", gz(text), text, false},
		{"gzip of two", "Content-Encoding: gzip", gz(text[:100]) + gz(text[100:]), text, false},
		{"gzip and more", "Content-Encoding: gzip", gz(text) + "\r\n", text, false},
		{"gzip and zeros", "Content-Encoding: gzip", gz(text) + strings.Repeat("\x00", 99), text, false},
		{"gzip of two, one cut", "Content-Encoding: gzip", gz(text[:100]) + cut, text[:100], true},
		{"gzip of two, cut in a name", "Content-Encoding: gzip", gz(text[:100]) + "\x1f\x8b\x08\x08......nam", text[:100], true},
		{"gzip, wrong checksum", "Content-Encoding: gzip", gz(text)[:len(gz(text))-8] + "12345678", text, true},
		{"decoded already", "Content-Encoding: gzip", text, text, false},
		{"deflate", "Content-Encoding: deflate", zlibbed, text, false},
		{"bare deflate", "Content-Encoding: deflate", bare, text, false},
		{"no deflate", "Content-Encoding: deflate", text, text, false},
		{"br", "Content-Encoding: br", br, text, false},
		{"no br", "Content-Encoding: br", text, text, false},
		{"zstd", "Content-Encoding: zstd", zst(text), text, false},
		{"no zstd", "Content-Encoding: zstd", text, text, false},
		{"two codings", "Content-Encoding: gzip, gzip", gz(gz(text)), text, false},
		{"two codings, an unknown one", "Content-Encoding: gzip, x", gz(text), text, true},
		{"five codings", "Content-Encoding: gzip, gzip, gzip, gzip, gzip", gz(text), gz(text), true},
		{"gzip, then chunks", "Transfer-Encoding: gzip, chunked", chunked(gz(text), 10), text, false},
		{"three", "Content-Encoding: deflate\r\nTransfer-Encoding: gzip, chunked", chunked(gz(zlibbed), 10), text, false},
		{"unknown coding", "Content-Encoding: utf-8", text, text, false},
		{"cut", "Content-Encoding: gzip", cut, text[:20], true},
		{"chunked", "Transfer-Encoding: chunked", chunked(text, 7, 1000, 1), text, false},
		{"chunked gzip", "Transfer-Encoding: Chunked\r\nContent-Encoding: gzip", chunked(gz(text), 10), text, false},
		{"not chunked", "Transfer-Encoding: chunked", text, text, false},
		{"not chunked, gzip", "Transfer-Encoding: chunked\r\nContent-Encoding: gzip", gz(text), text, false},
		{"no last chunk", "Transfer-Encoding: chunked", strings.TrimSuffix(chunked(text, 50), "0\r\n\r\n"), text, false},
		{"cut chunk", "Transfer-Encoding: chunked", chunked(text, 500)[:700], text[:600], true},
		{"broken chunk", "Transfer-Encoding: chunked", "5\r\nhello\r\nwhat is this", "hellowhat is this", true},
		{"huge chunk", "Transfer-Encoding: chunked", "fffffffffffffff\r\nhello", "hello", true},
		{"bare lines", "Transfer-Encoding: chunked", "5\nhello\n0\n\n", "hello", false},
	} {
		message := "HTTP/1.1 200 OK\r\n" + c.head + "\r\nContent-Type: Text/HTML; charset=x\r\nLocation: /y\r\n\r\n" + c.body
		r := one(t, "WARC-Type: response\r\nContent-Type: application/http", message, Options{})
		for range 2 { // the memory is used again
			h, err := r.HTTP()
			ok := string(h.Body) == c.want || c.truncated && len(c.want) > 15 && strings.HasPrefix(string(h.Body), c.want)
			if err != nil || !ok || (h.Fault != Whole) != c.truncated || h.Status != 200 {
				t.Errorf("%s: status %d, fault %v, %v: %q", c.name, h.Status, h.Fault, err, h.Body)
			}
			if string(h.ContentType()) != "Text/HTML" || string(h.Location()) != "/y" || string(h.Payload) != c.body {
				t.Errorf("%s: %q %q", c.name, h.ContentType(), h.Location())
			}
		}
	}
}

// TestShort: a body in chunks ends with one of size 0, another one is as long as its Content-Length. What is packed shows itself
// whether it is whole.
func TestShort(t *testing.T) {
	const chunks, gzip = "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\n"
	text := strings.Repeat("<a href=b>and links</a>\n", 50)
	open := func(text string) string { return strings.TrimSuffix(chunked(text, 50), "0\r\n\r\n") }
	for _, c := range []struct {
		name, head, body, want string
		short                  bool
	}{
		{"whole", chunks, chunked(text, 50), text, false},
		{"nothing but the end", chunks, "0\r\n\r\n", "", false},
		{"the end without its newlines", chunks, "5\r\nhello\r\n0", "hello", false},
		{"cut behind a chunk", chunks, open(text), text, true},
		{"cut before the newline of a chunk", chunks, "5\r\nhello", "hello", true},
		{"cut in a chunk", chunks, "5\r\nhel", "hel", false}, // that is a fault
		{"stored without chunks", chunks, text, text, false},
		{"empty, stored without chunks", chunks, "", "", false},
		{"not in chunks", "", open(text), open(text), false},
		{"packed and whole", chunks + gzip, open(gz(text)), text, false},
		{"unpacked, in chunks", chunks + gzip, open(text), text, true},
		{"no coding", chunks + "Content-Encoding: identity\r\n", open(text), text, true},
		{"no coding that is known", chunks + "Content-Encoding: utf-8\r\n", open(text), text, true},
		{"coded, in chunks", "Transfer-Encoding: identity, chunked\r\n", open(text), text, true},
		{"length", "Content-Length: 5\r\n", "hello", "hello", false},
		{"shorter", "Content-Length: 6\r\n", "hello", "hello", true},
		{"longer", "Content-Length: 4\r\n", "hello", "hello", false},
		{"nothing came", "Content-Length: 6\r\n", "", "", true},
		{"shorter, identity", "Content-Length: 6\r\nContent-Encoding: identity\r\n", "hello", "hello", true},
		{"shorter, identity of transfer", "Content-Length: 6\r\nTransfer-Encoding: identity\r\n", "hello", "hello", true},
		{"shorter, an unknown coding", "Content-Length: 6\r\nContent-Encoding: none\r\n", "hello", "hello", true},
		{"length of what is packed", "Content-Length: 500\r\n" + gzip, gz(text), text, false},
		{"length of what was packed", "Content-Length: 25\r\n" + gzip, "hello", "hello", false},
		{"nothing came of what was packed", "Content-Length: 366\r\n" + gzip, "", "", true},
		{"nothing, packed, and stored unpacked", "Content-Length: 20\r\n" + gzip, "", "", false},
		{"a sign", "Content-Length: +6\r\n", "hello", "hello", true},
		{"no content", "Content-Length: 6\r\n", "", "", false},
		{"length beside chunks", "Content-Length: 5000\r\n" + chunks, chunked(text, 50), text, false},
		{"no length", "Content-Length: -6\r\n", "hello", "hello", false},
	} {
		status := map[string]string{"no content": "204"}[c.name]
		message := "HTTP/1.1 " + cmp.Or(status, "200") + " OK\r\n" + c.head + "\r\n" + c.body
		h, err := one(t, "WARC-Type: response\r\nContent-Type: application/http", message, Options{}).HTTP()
		faulty := c.name == "cut in a chunk"
		if err != nil || string(h.Body) != c.want || h.Short != c.short || (h.Fault != Whole) != faulty {
			t.Errorf("%s: short %v, fault %v, %v: %q", c.name, h.Short, h.Fault, err, h.Body)
		}
	}
	for head, short := range map[string]bool{"Content-Le": true, "Content-Type: text/html\r\n": true, "": true, "\r\n": false} {
		h, err := one(t, "WARC-Type: response", "HTTP/1.1 200 OK\r\n"+head, Options{}).HTTP()
		if err != nil || h.Short != short || len(h.Body) > 0 {
			t.Errorf("a head that ends with %q: short %v, %v", head, h.Short, err)
		}
	}
}

// TestEarlyAnswers: what a server sends before its answer is passed over, but not 101, and not the last one.
func TestEarlyAnswers(t *testing.T) {
	const early = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLocation: /no\r\n\r\n"
	for message, want := range map[string]string{
		early + "HTTP/1.1 200 OK\r\nLocation: /y\r\n\r\nbody": "200 /y body", early + "body": "103 /no body",
		"HTTP/1.1 101 Switching\r\n\r\nHTTP/1.1 200 OK\r\n\r\n": "101  HTTP/1.1 200 OK\r\n\r\n",
	} {
		h, err := one(t, "WARC-Type: response\r\nContent-Type: application/http", message, Options{}).HTTP()
		if got := fmt.Sprintf("%d %s %s", h.Status, h.Location(), h.Body); err != nil || got != want {
			t.Errorf("%q: %q, %v", message, got, err)
		}
	}
}

// TestChains: a body in up to four codings, of which some leave it as it is.
func TestChains(t *testing.T) {
	text := "<html>" + strings.Repeat("a text with words <a href=b>and links</a>\n", 50)
	codings := map[string]func(string) string{
		"identity": func(s string) string { return s },
		"gzip":     func(s string) string { return gz(s) },
		"deflate": func(s string) string {
			return packedBy(s, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
		},
		"zstd": func(s string) string { return zst(s) },
	}
	var try func(names []string, body string)
	try = func(names []string, body string) {
		for _, chunks := range []bool{false, true} {
			head, body := "Content-Encoding: "+strings.Join(names, ", "), body
			if chunks {
				head, body = head+"\r\nTransfer-Encoding: chunked", chunked(body, 100)
			}
			message := "HTTP/1.1 200 OK\r\n" + head + "\r\n\r\n" + body
			r := one(t, "WARC-Type: response\r\nContent-Type: application/http", message, Options{})
			for range 2 { // the memory is used again
				if h, err := r.HTTP(); err != nil || h.Fault != Whole || string(h.Body) != text {
					t.Errorf("%s: fault %v, %v: %q", head, h.Fault, err, h.Body)
				}
			}
		}
		if len(names) == 4 {
			return
		}
		for name, pack := range codings {
			try(append(slices.Clone(names), name), pack(body))
		}
	}
	try(nil, text)
}

// TestCutBrotli: a brotli body that was cut off is told from a whole one, wherever it was cut.
func TestCutBrotli(t *testing.T) {
	text := strings.Repeat("a text with words <a href=b>and links</a>\n", 50)
	br := packedBy(text, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 2) })
	for n := range len(br) + 3 {
		r := one(t, "WARC-Type: response\r\nContent-Type: application/http",
			"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n"+(br + "xyz")[:n], Options{})
		h, err := r.HTTP()
		if whole := n == 0 || n >= len(br); err != nil || whole != (h.Fault == Whole) ||
			h.Fault != Undecoded && n > 0 && !strings.HasPrefix(text, string(h.Body)) {
			t.Fatalf("%d of %d bytes: fault %v, %v: %q", n, len(br), h.Fault, err, h.Body)
		}
	}
}

// TestLargeBodies: no body becomes longer than asked for.
func TestLargeBodies(t *testing.T) {
	zeros := strings.Repeat("\x00", 10<<20)
	for name, c := range map[string]string{
		"gzip":     gz(zeros),
		"deflate":  packedBy(zeros, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }),
		"br":       packedBy(zeros, func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }),
		"zstd":     zst(zeros),
		"identity": strings.Repeat("x", 1<<18),
	} {
		r := one(t, "WARC-Type: response\r\nContent-Type: application/http",
			"HTTP/1.1 200 OK\r\nContent-Encoding: "+name+"\r\n\r\n"+c, Options{MaxBody: 100_000})
		if h, err := r.HTTP(); err != nil || len(h.Body) != 100_000 || h.Fault != LongBody || cap(h.Body) > 1<<20 {
			t.Errorf("%s: %d bytes of %d, fault %v, %v", name, len(h.Body), cap(h.Body), h.Fault, err)
		}
	}
}

// TestHTTPHeads: what servers write.
func TestHTTPHeads(t *testing.T) {
	for _, c := range []struct {
		block  string
		status int
		body   string
	}{
		{"HTTP/1.1 200 OK\r\n\r\nx", 200, "x"},
		{"HTTP/1.1 200\r\n\r\nx", 200, "x"},
		{"HTTP/2 404 \r\nA:b\r\n\r\n", 404, ""},
		{"HTTP/1.0  301 Moved\n\nx", 301, "x"},
		{"ICY 200 OK\r\n\r\nx", 200, "x"},
		{"HTTP/1.1 200 OK\r\nA: b", 200, ""},
		{"HTTP/1.1 200 OK\r\nno colon\r\n: no name\r\n\r\nx", 200, "x"},
		{"HTTP/1.1 2000 OK\r\n\r\nx", 0, ""},
		{"HTTP/1.1 099 OK\r\n\r\nx", 0, ""},
		{"HTTP/1.1 OK\r\n\r\nx", 0, ""},
		{"<html>", 0, ""},
		{"", 0, ""},
	} {
		r := one(t, "WARC-Type: response\r\nContent-Type: application/http; msgtype=response", c.block, Options{})
		h, err := r.HTTP()
		if h.Status != c.status || (err != nil) != (c.status == 0) || c.status != 0 && string(h.Body) != c.body {
			t.Errorf("%q: %d %q %v", c.block, h.Status, h.Body, err)
		}
		m, err := Message([]byte(c.block))
		if m.Status != h.Status || string(m.Body) != string(h.Body) || string(m.Line) != string(h.Line) ||
			len(m.Header) != len(h.Header) || (err != nil) != (c.status == 0) {
			t.Errorf("%q: %+v, %v, want %+v", c.block, m, err, h)
		}
	}
	r := one(t, "WARC-Type: request\r\nContent-Type: application/http", "POST /x HTTP/1.1\r\nA: b\r\n\r\nc=d", Options{})
	if h, err := r.HTTP(); err != nil || h.Status != 0 || string(h.Line) != "POST /x HTTP/1.1" || string(h.Body) != "c=d" {
		t.Errorf("request: %+v, %v", h, err)
	}
	r = one(t, "WARC-Type: resource\r\nContent-Type: text/plain;x", "a\r\n\r\nb", Options{})
	if h, err := r.HTTP(); err != nil || h.Line != nil || string(h.Body) != "a\r\n\r\nb" ||
		string(h.ContentType()) != "text/plain" {
		t.Errorf("resource: %+v, %v", h, err)
	}
}

func TestHeader(t *testing.T) {
	h := AppendFields(nil, []byte("A: b\r\nCONTENT-type :x\r\n  y\r\n\tz \r\nnone\r\n lost\r\na: c\n"), 10)
	if string(h.Get("a")) != "b" || string(h.Get("Content-Type")) != "x y z" || len(h) != 3 || h.Get("none") != nil {
		t.Errorf("%q", h)
	}
	if h := AppendFields(nil, []byte("A: b\r\nC: d\r\n"), 1); len(h) != 1 {
		t.Errorf("%q", h)
	}
}

func TestDigests(t *testing.T) {
	text := []byte("hello")
	md, s256, s512 := md5.Sum(text), sha256.Sum256(text), sha512.Sum512(text)
	for stated, want := range map[string][2]bool{
		"sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N":                   {true, true},
		"SHA-1: vl2mmho4yxukfwv63yhtwsbm3gxksq2n":                 {true, true},
		"sha1:aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d":           {true, true},
		"sha1:qvTGHdzF6KLavt4PO0gs2a6pQ00=":                       {true, true},
		"sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2M":                   {false, true},
		"sha1:":                                                   {false, true},
		fmt.Sprintf("md5:%X", md):                                 {true, true},
		fmt.Sprintf("sha-256:%x", s256):                           {true, true},
		"sha256:" + base64.RawURLEncoding.EncodeToString(s256[:]): {true, true},
		"sha512:" + base64.StdEncoding.EncodeToString(s512[:]):    {true, true},
		"crc32:12345678":                                          {false, false},
		"":                                                        {false, false},
	} {
		if ok, known := Matches([]byte(stated), text); ok != want[0] || known != want[1] {
			t.Errorf("%q: %v, %v", stated, ok, known)
		}
	}
	if d := Digest(text); d != "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N" {
		t.Error(d)
	}
}

// TestAt: every record of every compression is read again from its place, and nothing is where none begins.
func TestAt(t *testing.T) {
	forms := compressions(small())
	forms["arc"] = asARC(func(s string) string { return s }, "HTTP/1.0 200 OK\r\n\r\nhello", "x")
	for name, input := range forms {
		file := strings.NewReader(input)
		listed := 0
		_, err := Run(strings.NewReader(input), Options{Threads: 1}, func(records *Records) (int, error) {
			for {
				r, err := records.Next()
				if err == io.EOF {
					return 0, nil
				}
				listed++
				again, err := At(file, file.Size(), r.Offset, r.Inner, Options{})
				if err != nil || string(again.Block) != string(r.Block) || string(again.URL) != string(r.URL) ||
					again.Length != r.Length {
					t.Errorf("%s: %d+%d: %+v, %v", name, r.Offset, r.Inner, again, err)
				}
				if _, err := At(file, file.Size(), r.Offset, r.Inner+1, Options{}); err == nil {
					t.Errorf("%s: a record at %d+%d", name, r.Offset, r.Inner+1)
				}
			}
		}, func(int) error { return nil })
		if err != nil || listed < 3 {
			t.Errorf("%s: %d records, %v", name, listed, err)
		}
		for _, offset := range []int64{-1, file.Size(), file.Size() + 1} {
			if _, err := At(file, file.Size(), offset, 0, Options{}); err != ErrNoRecord {
				t.Errorf("%s: at %d: %v", name, offset, err)
			}
		}
	}
}

// TestChunkCut: a body that breaks off behind the size of its first chunk is a broken one, not one without chunks.
func TestChunkCut(t *testing.T) {
	for _, body := range []string{"12", "12c\r", "12c\r\n", "12c\r\nabc"} {
		h, err := Message([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body))
		if err != nil {
			t.Fatal(err)
		}
		d := Decoder{Most: 1 << 20}
		d.Decode(&h)
		if h.Fault != BrokenBody {
			t.Errorf("%q: fault %v, body %q", body, h.Fault, h.Body)
		}
	}
}
