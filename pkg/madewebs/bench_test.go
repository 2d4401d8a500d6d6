package madewebs

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// benchmark requests pages by eight connections. The client does no more than it must, so that the time is that of the
// server for the most part.
func benchmark(b *testing.B, web http.Handler, request func(n int) (host, path string)) {
	s := serve(b, web, Options{})
	var group sync.WaitGroup
	var next, bytes atomic.Int64
	b.ResetTimer()
	for range 4 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			c, err := net.Dial("tcp", s.Addr().String())
			if err != nil {
				b.Error(err)
				return
			}
			defer c.Close()
			r := bufio.NewReaderSize(c, 64<<10)
			for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
				host, path := request(int(n))
				fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, host)
				length := 0
				for {
					line, err := r.ReadString('\n')
					if err != nil {
						b.Error(err)
						return
					}
					if line == "\r\n" {
						break
					}
					if text, ok := strings.CutPrefix(line, "Content-Length: "); ok {
						length, _ = strconv.Atoi(strings.TrimSpace(text))
					}
				}
				r.Discard(length)
				bytes.Add(int64(length))
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(float64(bytes.Load())/float64(b.N), "bytes/page")
}

// BenchmarkServe serves pages of each web.
func BenchmarkServe(b *testing.B) {
	b.Run("flat", func(b *testing.B) {
		benchmark(b, Flat(5001, 29_000), func(n int) (string, string) { return "a.example", fmt.Sprintf("/p%d.html", 1+n%5000) })
	})
	b.Run("big", func(b *testing.B) {
		benchmark(b, Big(242_000), func(n int) (string, string) { return "a.example", fmt.Sprintf("/p%d.html", 1+n%1000) })
	})
	b.Run("hosts", func(b *testing.B) {
		web := Hosts(100_000, 10_000_000)
		benchmark(b, web, func(n int) (string, string) {
			s := spot{host: n * 7919 % web.hosts}
			s.page = n * 31 % web.Size(s.host)
			return "h" + strconv.Itoa(s.host) + ".example", string(web.appendPath(nil, s))
		})
	})
	b.Run("wide", func(b *testing.B) {
		web := Wide(10_000_000, 1000)
		benchmark(b, web, func(n int) (string, string) {
			n %= 10_000
			return "w" + strconv.Itoa(n%1000) + ".example", "/" + strconv.Itoa(n)
		})
	})
}

// BenchmarkPages makes pages without serving them.
func BenchmarkPages(b *testing.B) {
	var page []byte
	flat, hosts := Flat(5001, 29_000), Hosts(100_000, 10_000_000)
	b.Run("flat", func(b *testing.B) {
		b.ReportAllocs()
		for n := range b.N {
			page = flat.appendPage(page[:0], n%5001)
		}
	})
	b.Run("hosts", func(b *testing.B) {
		b.ReportAllocs()
		for n := range b.N {
			page = hosts.appendPage(page[:0], "http", spot{host: n % 100_000})
		}
	})
}
