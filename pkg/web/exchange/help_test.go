package exchange

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// serve calls a handler for each connection, of which i is the number, and gives the address. A connection is closed when its
// handler returns; all are at the end of the test.
func serve(t testing.TB, handle func(i int, k net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, l, handle)
}

func serveOn(t testing.TB, l net.Listener, handle func(i int, k net.Conn)) string {
	var all sync.WaitGroup
	var mu sync.Mutex
	var open []net.Conn
	all.Go(func() {
		for i := 0; ; i++ {
			k, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, k)
			mu.Unlock()
			all.Go(func() { handle(i, k); k.Close() })
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, k := range open {
			k.Close()
		}
		mu.Unlock()
		all.Wait()
	})
	return l.Addr().String()
}

// question reads a request; "" when the connection is closed.
func question(k net.Conn) string {
	var text []byte
	one := make([]byte, 4096)
	for !bytes.HasSuffix(text, []byte("\r\n\r\n")) {
		n, err := k.Read(one)
		text = append(text, one[:n]...)
		if err != nil {
			return ""
		}
	}
	return string(text)
}

// say answers each request of a connection by the next text, and waits for a further one.
func say(texts ...string) func(int, net.Conn) {
	return func(_ int, k net.Conn) {
		for _, text := range texts {
			if question(k) == "" {
				return
			}
			io.WriteString(k, text)
		}
		question(k)
	}
}

// sayAndClose answers one request and closes.
func sayAndClose(text string) func(int, net.Conn) {
	return func(_ int, k net.Conn) {
		if question(k) != "" {
			io.WriteString(k, text)
		}
	}
}

// client makes one that may use loopback, and otherwise has the default limits.
func client(t testing.TB, change func(*Options)) *Client {
	o := Options{Agent: "test/1.0", AllowPrivate: true}
	if change != nil {
		change(&o)
	}
	c := New(o)
	t.Cleanup(c.Close)
	return c
}

// short is a limit of time that tests can wait for. Other limits are as long as by default, so that they are not met instead.
const short = 150 * time.Millisecond

func shortHead(o *Options)  { o.Head = short }
func shortTotal(o *Options) { o.Total = 3 * short }

func get(c *Client, url string) (*Response, error) {
	return c.Do(context.Background(), &Request{URL: []byte(url)})
}

// kindOf is the kind of an error; ok is false if it is none of this package.
func kindOf(err error) (kind Kind, ok bool) {
	var e *Error
	if !errors.As(err, &e) {
		return 0, false
	}
	return e.Kind, true
}

// fails checks the kind of an error.
func fails(t *testing.T, r *Response, err error, want Kind) {
	t.Helper()
	if kind, ok := kindOf(err); !ok || kind != want {
		t.Errorf("%v, want %v: %+v", err, want, r)
	}
}

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

// secure serves by TLS with a certificate.
func secure(t testing.TB, config *tls.Config, handle func(i int, k net.Conn)) string {
	t.Helper()
	l, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, l, handle)
}

func long(n int) string { return strings.Repeat("x", n) }

// together tries all cases at once: most of their time they wait, and t.Parallel would let only few of them do that.
func together[C any](t *testing.T, cases map[string]C, try func(t *testing.T, c C)) {
	var all sync.WaitGroup
	for name, c := range cases {
		all.Go(func() { t.Run(name, func(t *testing.T) { try(t, c) }) })
	}
	all.Wait()
}
