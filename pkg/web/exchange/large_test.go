package exchange

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// TestLarge: no more large answers are in memory at the same time than there may be; waiting takes nothing of their time.
func TestLarge(t *testing.T) {
	body := bytes.Repeat([]byte("x"), 2*smallBuffer)
	to := answering(t, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
	c := New(Options{AllowPrivate: true, Redirect: to, MaxLarge: 1, Total: 300 * time.Millisecond})
	defer c.Close()
	first, err := c.Do(context.Background(), &Request{URL: []byte("http://a.example/")})
	if err != nil || len(first.Body) != len(body) {
		t.Fatal(err)
	}
	got := make(chan error)
	go func() {
		second, err := c.Do(context.Background(), &Request{URL: []byte("http://b.example/")})
		if err == nil && (len(second.Body) != len(body) || second.Truncated != "") {
			err = fmt.Errorf("%d bytes, %s", len(second.Body), second.Truncated)
		}
		got <- err
	}()
	select {
	case err := <-got:
		t.Fatal("the second large answer did not wait", err)
	case <-time.After(400 * time.Millisecond):
	}
	c.Release(first)
	if err := <-got; err != nil {
		t.Error(err)
	}
}

// TestUnwanted: a body that nobody wants is not read.
func TestUnwanted(t *testing.T) {
	to := answering(t, "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 1000000000\r\n\r\n"+strings.Repeat("x",
		100_000))
	c := New(Options{AllowPrivate: true, Redirect: to, Total: 5 * time.Second})
	defer c.Close()
	res, err := c.Do(context.Background(), &Request{URL: []byte("http://a.example/"), Wanted: func(status int,
		fields []Field) bool {
		return status != 200 || string(fields[0].Value) != "video/mp4"
	}})
	if err != nil || res.Truncated != "unspecified" || res.Status != 200 || res.Took > time.Second {
		t.Error(err, res)
	}
}

// answering is a server that gives everybody the same answer.
func answering(t *testing.T, answer string) func(string, uint16) netip.AddrPort {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				conn.Read(make([]byte, 4096))
				conn.Write([]byte(answer))
				time.Sleep(time.Second)
				conn.Close()
			}()
		}
	}()
	return func(string, uint16) netip.AddrPort { return netip.MustParseAddrPort(l.Addr().String()) }
}
