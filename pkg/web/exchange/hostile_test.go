package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// drip sends a text byte by byte.
func drip(text string, every time.Duration) func(int, net.Conn) {
	return func(_ int, k net.Conn) {
		if question(k) == "" {
			return
		}
		for i := range len(text) {
			if _, err := io.WriteString(k, text[i:i+1]); err != nil {
				return
			}
			time.Sleep(every)
		}
		question(k)
	}
}

// flood sends a text without end.
func flood(first, text string) func(int, net.Conn) {
	return func(_ int, k net.Conn) {
		question(k)
		io.WriteString(k, first)
		for {
			if _, err := io.WriteString(k, text); err != nil {
				return
			}
		}
	}
}

// TestSlowHeads: the limit of the head ends what stalls or drips before the body.
func TestSlowHeads(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(int, net.Conn){
		"nothing":      say(""),
		"never reads":  func(_ int, k net.Conn) { time.Sleep(4 * short) },
		"stalled head": say("HTTP/1.1 200 OK\r\nA: b\r\n"),
		"drip head":    drip("HTTP/1.1 200 OK\r\nA: "+long(1000), short/20),
		"interim":      say("HTTP/1.1 100 Continue\r\n\r\n"),
	}, func(t *testing.T, handle func(int, net.Conn)) {
		begun := time.Now()
		r, err := get(client(t, shortHead), "http://"+serve(t, handle)+"/")
		fails(t, r, err, Timeout)
		takes(t, begun, short, 2*short)
		begun = time.Now()
		r, err = get(client(t, shortTotal), "http://"+serve(t, handle)+"/")
		fails(t, r, err, Timeout)
		takes(t, begun, 3*short, 4*short)
	})
}

// TestUnreadRequest: a server that does not read a long request holds nobody for longer than the limit of the head.
func TestUnreadRequest(t *testing.T) {
	t.Parallel()
	over := make(chan bool)
	url := "http://" + serve(t, func(int, net.Conn) { <-over }) + "/"
	defer close(over)
	begun := time.Now()
	r, err := client(t, shortHead).Do(context.Background(), &Request{
		URL: []byte(url), Fields: []Field{{Name: []byte("X"), Value: []byte(long(32 << 20))}},
	})
	fails(t, r, err, Timeout)
	takes(t, begun, short, 2*short)
}

// TestSlowBodies: a body that stalls, drips or has no end is kept as far as it came.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	const open = "HTTP/1.1 200 OK\r\n\r\n"
	type slow struct {
		handle      func(int, net.Conn)
		change      func(*Options, *time.Duration)
		least, most time.Duration
	}
	together(t, map[string]slow{
		"stalled, open":   {say(open + "abc"), nil, short, 2 * short},
		"stalled, length": {say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), nil, short, 2 * short},
		"stalled chunk":   {say(head("chunked") + "9\r\nabc"), nil, short, 2 * short},
		"stalled at once": {say(open), nil, short, 2 * short},
		"drip": {drip(open+long(5000), short/30), func(o *Options, _ *time.Duration) {
			o.Total = 3 * short
		}, 3 * short, 4 * short},
		"drip, too slow": {drip(open+long(5000), short/30), func(o *Options, grace *time.Duration) {
			*grace, o.MinRate = 2*short, 2000
		}, 2 * short, 3 * short},
		"slow after a fast start": {say(open + long(300)), func(o *Options, grace *time.Duration) {
			o.Idle, *grace, o.MinRate = 20*time.Second, short/10, 1000
		}, 300 * time.Millisecond, time.Second},
	}, func(t *testing.T, c slow) {
		grace := 10 * time.Second
		k := client(t, func(o *Options) {
			o.Idle = short
			if c.change != nil {
				c.change(o, &grace)
			}
		})
		k.grace = grace
		begun := time.Now()
		r, err := get(k, "http://"+serve(t, c.handle)+"/")
		if err != nil || r.Status != 200 || r.Truncated != "time" || k.idle.count != 0 {
			t.Fatalf("%v, %+v", err, r)
		}
		if n := len(r.Body); n > 1000 || n < 3 && !strings.HasSuffix(t.Name(), "at_once") {
			t.Errorf("%d bytes", n)
		}
		takes(t, begun, c.least, c.most)
	})
}

// TestFastEnough: what is slow, but keeps to the limits, is whole.
func TestFastEnough(t *testing.T) {
	t.Parallel()
	c := client(t, func(o *Options) { o.MinRate = 10 })
	c.grace = short
	text := "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + long(100)
	r, err := get(c, "http://"+serve(t, drip(text, 2*time.Millisecond))+"/")
	if err != nil || r.Truncated != "" || len(r.Body) != 100 {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestEndless: nothing without end takes more memory than the limits.
func TestEndless(t *testing.T) {
	t.Parallel()
	const size, most = 300_000, 64<<10 + 300_000 + 1
	type endless struct {
		handle    func(int, net.Conn)
		truncated string // "": it is no HTTP
		bounded   bool   // by MaxHead
	}
	together(t, map[string]endless{
		"head":         {flood("HTTP/1.1 200 OK\r\n", "A: b\r\n"), "", false},
		"field":        {flood("HTTP/1.1 200 OK\r\nA: ", long(1000)), "", false},
		"folded field": {flood("HTTP/1.1 200 OK\r\nA: ", "b\r\n "), "", false},
		"interim":      {flood("", "HTTP/1.1 100 Continue\r\n\r\n"), "", false},
		"body":         {flood("HTTP/1.1 200 OK\r\n\r\n", long(1000)), "length", false},
		"length":       {flood("HTTP/1.1 200 OK\r\nContent-Length: 999999999999999999\r\n\r\n", long(1000)), "length", false},
		"chunk":        {flood(head("chunked")+"fffffffffffffff\r\n", long(1000)), "length", false},
		"chunks":       {flood(head("chunked"), "1\r\nx\r\n"), "length", false},
		"extension":    {flood(head("chunked")+"1;", long(1000)), "length", true},
		"extensions":   {flood(head("chunked"), "1;"+long(1000)+"\r\nx\r\n"), "length", true},
		"trailer":      {flood(head("chunked")+"0\r\n", "A: b\r\n"), "length", true},
		"trailer line": {flood(head("chunked")+"0\r\n", long(1000)), "length", true},
	}, func(t *testing.T, c endless) {
		k := client(t, nil)
		r, err := k.Do(context.Background(), &Request{URL: []byte("http://" + serve(t, c.handle) + "/"), MaxBody: size})
		if c.truncated == "" {
			fails(t, r, err, BadResponse)
			return
		}
		if err != nil || r.Truncated != c.truncated || cap(r.buf) > most ||
			len(r.Body) > size || (len(r.Body) < size) != c.bounded {
			t.Errorf("%v, %q, %d bytes in %d", err, r.Truncated, len(r.Body), cap(r.buf))
		}
	})
}

// TestPromises: memory is taken for what comes, not for what is said.
func TestPromises(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\nabc", head("chunked") + "999999\r\nabc"} {
		r, err := get(client(t, nil), "http://"+serve(t, sayAndClose(text))+"/")
		if err != nil || r.Truncated != "disconnect" || cap(r.buf) > firstBuffer {
			t.Errorf("%v: %d bytes", err, cap(r.buf))
		}
	}
}

// TestSmallerLimit: the memory of a long answer serves one with a lower limit, which holds.
func TestSmallerLimit(t *testing.T) {
	t.Parallel()
	c := client(t, nil)
	r, err := get(c, "http://"+serve(t, sayAndClose("HTTP/1.1 200 OK\r\n\r\n"+long(200_000)))+"/")
	if err != nil || cap(r.buf) < 200_000 {
		t.Fatal(err)
	}
	r.clear()
	r.start = time.Now()
	url := "http://" + serve(t, flood("HTTP/1.1 200 OK\r\n\r\n", long(1000))) + "/"
	err = c.do(context.Background(), &Request{URL: []byte(url), MaxBody: 1000}, r)
	if err != nil || len(r.Body) != 1000 || len(r.buf) > 64<<10+1001 || cap(r.buf) < 200_000 {
		t.Errorf("%v, %d bytes, %d read", err, len(r.Body), len(r.buf))
	}
}

// TestRelease: an answer that was given back holds no long buffer, and no field of one.
func TestRelease(t *testing.T) {
	t.Parallel()
	for size, kept := range map[int]bool{smallBuffer: true, smallBuffer + 1: false} {
		fields := []Field{{Name: []byte("a")}, {Name: []byte("b")}}
		r := &Response{Status: 200, buf: make([]byte, 10, size), msg: message{fields: fields[:1], status: 200}}
		r.clear()
		if (r.buf != nil) != kept || r.Status+r.msg.status != 0 || fields[0].Name != nil || fields[1].Name != nil {
			t.Errorf("%d bytes: %+v, %q", size, r, fields)
		}
	}
}

// TestBodyLimit: a body of exactly the limit is whole, one more byte is cut off, however its end is known.
func TestBodyLimit(t *testing.T) {
	t.Parallel()
	for _, size := range []int{6, 1000, 50_000} {
		for _, more := range []int{-1, 0, 1} {
			body := long(size + more)
			length := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", len(body))
			for name, c := range map[string]struct {
				head, body, behind string
			}{
				"open":     {"HTTP/1.1 200 OK\r\n\r\n", body, ""},
				"length":   {length, body, ""},
				"too long": {length, body, "more"},
				"chunked":  {head("chunked"), "0\n" + body[4:] + "\n\n", ""}, // all in a trailer
			} {
				k := client(t, nil)
				url := "http://" + serve(t, sayAndClose(c.head+c.body+c.behind)) + "/"
				r, err := k.Do(context.Background(), &Request{URL: []byte(url), MaxBody: int64(size)})
				want, why := c.body, ""
				if len(c.body) > size {
					want, why = c.body[:size], "length"
				}
				if err != nil || string(r.Body) != want || r.Truncated != why {
					t.Errorf("%s, %d of %d: %v, %d bytes, %q", name, len(c.body), size, err, len(r.Body), r.Truncated)
				}
			}
		}
	}
}

// TestResetInBody: what came before a reset is kept, even without a length.
func TestResetInBody(t *testing.T) {
	t.Parallel()
	read := make(chan bool)
	url := serve(t, func(_ int, k net.Conn) {
		question(k)
		io.WriteString(k, "HTTP/1.1 200 OK\r\n\r\nhello")
		<-read
		k.(*net.TCPConn).SetLinger(0)
	})
	go func() { time.Sleep(short / 3); read <- true }()
	r, err := get(client(t, nil), "http://"+url+"/")
	if err != nil || string(r.Body) != "hello" || r.Truncated != "disconnect" {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestCanceled: the end of a context ends an exchange at once, wherever it stands, and no other.
func TestCanceled(t *testing.T) {
	t.Parallel()
	silent := serve(t, func(_ int, k net.Conn) { question(k); question(k) })
	lookup := make(chan bool)
	t.Cleanup(func() { close(lookup) })
	deaf := func(context.Context, string) ([]netip.Addr, error) { <-lookup; return nil, errors.New("late") }
	type stand struct {
		url    string
		change func(*Options)
	}
	together(t, map[string]stand{
		"head":       {"http://" + silent + "/", nil},
		"handshake":  {"https://" + silent + "/", nil},
		"body":       {"http://" + serve(t, say("HTTP/1.1 200 OK\r\n\r\nx")) + "/", nil},
		"connection": {"http://" + full(t, [4]byte{127, 0, 0, 1}, 0).String() + "/", nil},
		"lookup":     {"http://a.example/", func(o *Options) { o.Resolve = deaf }},
		"before":     {"http://" + silent + "/", nil},
	}, func(t *testing.T, c stand) {
		ctx, cancel := context.WithCancelCause(context.Background())
		why := errors.New("enough")
		if strings.HasSuffix(t.Name(), "before") {
			cancel(why)
		} else {
			time.AfterFunc(short/2, func() { cancel(why) })
		}
		begun := time.Now()
		r, err := client(t, c.change).Do(ctx, &Request{URL: []byte(c.url)})
		fails(t, r, err, Canceled)
		if !errors.Is(err, why) {
			t.Error(err)
		}
		takes(t, begun, 0, short)
	})
}

// TestCanceledLater: a context that ends behind its exchange leaves the connection to others, and one whose exchange is under way
// on a connection that another context had before ends it.
func TestCanceledLater(t *testing.T) {
	t.Parallel()
	url := serve(t, say(ok, ok, ok, ""))
	c := client(t, nil)
	for i := range 3 {
		ctx, cancel := context.WithCancel(context.Background())
		r, err := c.Do(ctx, &Request{URL: []byte("http://" + url + "/")})
		if err != nil || r.Reused != (i > 0) {
			t.Fatal(err)
		}
		c.Release(r)
		cancel()
		time.Sleep(short / 30) // the end of the context is dealt with
	}
	ctx, cancel := context.WithTimeout(context.Background(), short)
	defer cancel()
	r, err := c.Do(ctx, &Request{URL: []byte("http://" + url + "/")})
	fails(t, r, err, Canceled)
}

// TestTimeoutOfRequest: a request has its own limit, and the limit of the head grows with it.
func TestTimeoutOfRequest(t *testing.T) {
	t.Parallel()
	url := "http://" + serve(t, say("")) + "/"
	c := client(t, func(o *Options) { o.Head, o.Total = short, 2*short })
	type limit struct{ timeout, least time.Duration }
	together(t, map[string]limit{"less": {short / 2, short / 2}, "none": {0, short}, "more": {4 * short, 2 * short}},
		func(t *testing.T, l limit) {
			begun := time.Now()
			r, err := c.Do(context.Background(), &Request{URL: []byte(url), Timeout: l.timeout})
			fails(t, r, err, Timeout)
			takes(t, begun, l.least, 2*l.least)
		})
}

// TestOthersGoOn: many slow servers do not delay a good one.
func TestOthersGoOn(t *testing.T) {
	t.Parallel()
	slow, good := serve(t, say("HTTP/1.1 200 OK\r\n")), serve(t, say(ok, ok, ok, ok, ok, ok, ok, ok, ok, ok))
	c := client(t, shortHead)
	var all sync.WaitGroup
	var failed atomic.Int32
	for range 50 {
		all.Go(func() {
			if _, err := get(c, "http://"+slow+"/"); err != nil {
				failed.Add(1)
			}
		})
	}
	for range 10 {
		r, err := get(c, "http://"+good+"/")
		if err != nil {
			t.Fatal(err)
		}
		c.Release(r)
	}
	if failed.Load() != 0 {
		t.Skip("not shown that slow servers do not hold up a good one: they met their limits of time before it had answered " +
			"ten times; run go test ./pkg/web/exchange again on a machine that is not busy")
	}
	all.Wait()
	if failed.Load() != 50 {
		t.Error(failed.Load())
	}
}
