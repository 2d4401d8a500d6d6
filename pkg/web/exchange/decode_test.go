package exchange

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"webmill/pkg/web/warc"
)

// TestDecode: the bytes that an exchange keeps are a message of pkg/web/warc, which gives the body back.
func TestDecode(t *testing.T) {
	t.Parallel()
	text := "<html>" + strings.Repeat("a text with words <a href=b>and links</a>\n", 2000)
	packers := map[string]func(io.Writer) io.WriteCloser{
		"":     nil,
		"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"br":   func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
		"zstd": func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
	}
	for coding, pack := range packers {
		body := text
		if pack != nil {
			var b bytes.Buffer
			w := pack(&b)
			io.WriteString(w, text)
			w.Close()
			body = b.String()
		}
		for _, framing := range []string{"length", "chunked", "open"} {
			message := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
			if coding != "" {
				message += "Content-Encoding: " + coding + "\r\n"
			}
			switch framing {
			case "length":
				message += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
			case "chunked":
				message += "Transfer-Encoding: chunked\r\n\r\n" + inChunks(body, 1000)
			default:
				message += "\r\n" + body
			}
			c := client(t, nil)
			r, err := get(c, "http://"+serve(t, sayAndClose(message))+"/")
			if err != nil || r.Truncated != "" || string(r.Head)+string(r.Body) != message {
				t.Fatalf("%s, %s: %v, %q", coding, framing, err, r.Truncated)
			}
			whole, err := warc.Message(append(bytes.Clone(r.Head), r.Body...))
			if err != nil || whole.Status != r.Status || len(whole.Header) != len(r.Fields) ||
				!bytes.Equal(whole.Payload, r.Body) {
				t.Errorf("%s, %s: %v", coding, framing, err)
			}
			for _, h := range []*warc.HTTP{&whole, {Status: r.Status, Header: r.Fields, Payload: r.Body, Body: r.Body}} {
				d := warc.Decoder{Most: 1 << 20}
				d.Decode(h)
				if h.Fault != warc.Whole || string(h.Body) != text {
					t.Errorf("%s, %s: fault %v, %d bytes", coding, framing, h.Fault, len(h.Body))
				}
				d.Close()
			}
			c.Release(r)
		}
	}
}

func inChunks(text string, size int) string {
	var b strings.Builder
	for ; text != ""; text = text[min(size, len(text)):] {
		part := text[:min(size, len(text))]
		fmt.Fprintf(&b, "%x;ext=1\r\n%s\r\n", len(part), part)
	}
	return b.String() + "0\r\nTrailer: x\r\n\r\n"
}
