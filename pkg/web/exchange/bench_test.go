package exchange

import (
	"bytes"
	"context"
	"net"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkDo asks a trivial server of this process for bodies of 29 KB, by 8 goroutines.
func BenchmarkDo(b *testing.B) {
	body := strings.Repeat("x", 29<<10)
	answer := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" +
		body)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			k, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer k.Close()
				buf, n := make([]byte, 4096), 0
				for {
					m, err := k.Read(buf[n:])
					if err != nil {
						return
					}
					if n += m; bytes.HasSuffix(buf[:n], []byte("\r\n\r\n")) {
						k.Write(answer)
						n = 0
					}
				}
			}()
		}
	}()
	c := New(Options{Agent: "webmill/1.0 (+https://example.org/)", AllowPrivate: true})
	defer c.Close()
	url := []byte("http://" + l.Addr().String() + "/a/page.html?with=query")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	run := func(n int) {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				req := &Request{URL: url}
				for range n {
					r, err := c.Do(ctx, req)
					if err != nil || len(r.Body) != len(body) {
						b.Error(err)
						return
					}
					c.Release(r)
				}
			})
		}
		all.Wait()
	}
	run(10)
	runtime.GC()
	b.ReportAllocs()
	b.ResetTimer()
	run((b.N + 7) / 8)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "exchanges/s")
}

// TestAllocations: an exchange on a kept connection allocates nothing, if the memory of an answer was given back.
func TestAllocations(t *testing.T) {
	url := []byte("http://" + serve(t, func(_ int, k net.Conn) {
		buf, n := make([]byte, 4096), 0
		answer := []byte(head("chunked") + "5\r\nhello\r\n0\r\n\r\n")
		for {
			m, err := k.Read(buf[n:])
			if err != nil {
				return
			}
			if n += m; bytes.HasSuffix(buf[:n], []byte("\r\n\r\n")) {
				k.Write(answer)
				n = 0
			}
		}
	}) + "/x")
	c := client(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	req := &Request{URL: url, Fields: []Field{{Name: []byte("If-None-Match"), Value: []byte("x")}}}
	r := new(Response) // not of the pool, which under the race detector loses some
	allocations := testing.AllocsPerRun(200, func() {
		r.clear()
		r.start = time.Now()
		if err := c.do(ctx, req, r); err != nil || r.Truncated != "" {
			t.Fatal(err)
		}
	})
	if allocations >= 1 {
		t.Errorf("%v allocations", allocations)
	}
}
