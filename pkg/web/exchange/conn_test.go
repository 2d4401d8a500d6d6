package exchange

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestClosedBetween: a server closes a connection that is kept, before the next request or when it comes. The next request is
// sent on a new one; on that it is not sent again.
func TestClosedBetween(t *testing.T) {
	t.Parallel()
	together(t, map[string]func(k net.Conn){
		"before":           func(net.Conn) {},
		"before, by reset": func(k net.Conn) { k.(*net.TCPConn).SetLinger(0) },
		"at the request":   func(k net.Conn) { question(k) },
		"at the request, by reset": func(k net.Conn) {
			question(k)
			k.(*net.TCPConn).SetLinger(0)
		},
	}, func(t *testing.T, second func(k net.Conn)) {
		closed := make(chan bool, 4)
		url := serve(t, func(i int, k net.Conn) {
			if i < 2 {
				question(k)
				io.WriteString(k, ok)
			}
			second(k)
			k.Close()
			closed <- true
		})
		c := client(t, nil)
		for i := range 2 {
			r, err := get(c, "http://"+url+"/")
			if err != nil || string(r.Body) != "hello" || r.Reused {
				t.Fatalf("request %d: %v, %+v", i, err, r)
			}
			c.Release(r)
			if strings.Contains(t.Name(), "before") {
				<-closed
			}
		}
		r, err := get(c, "http://"+url+"/")
		if kind, _ := kindOf(err); kind == Connect && strings.HasSuffix(t.Name(), "before,_by_reset") {
			return // it was quicker than we
		}
		fails(t, r, err, Reset) // the third connection gives no answer: once more is enough
	})
}

// TestAnsweredPartly: an answer that has begun is not asked for again.
func TestAnsweredPartly(t *testing.T) {
	t.Parallel()
	var questions atomic.Int32
	url := serve(t, func(_ int, k net.Conn) {
		for _, text := range []string{ok, "H"} {
			if question(k) != "" {
				questions.Add(1)
			}
			io.WriteString(k, text)
		}
	})
	c := client(t, nil)
	if _, err := get(c, "http://"+url+"/"); err != nil {
		t.Fatal(err)
	}
	r, err := get(c, "http://"+url+"/")
	fails(t, r, err, Reset)
	if questions.Load() != 2 {
		t.Errorf("%d questions", questions.Load())
	}
}

// TestUnasked: what comes on a kept connection before the next request is never taken for its answer.
func TestUnasked(t *testing.T) {
	t.Parallel()
	sent := make(chan bool)
	url := serve(t, func(i int, k net.Conn) {
		question(k)
		io.WriteString(k, ok)
		if i == 0 {
			<-sent // the first answer was read to its end
			io.WriteString(k, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
			sent <- true
		}
		question(k)
	})
	c := client(t, nil)
	r, err := get(c, "http://"+url+"/")
	if err != nil || c.idle.count != 1 {
		t.Fatal(err, c.idle.count)
	}
	c.Release(r)
	sent <- true
	<-sent
	if r, err := get(c, "http://"+url+"/"); err != nil || string(r.Body) != "hello" || r.Reused {
		t.Errorf("%v, %q", err, r.Body)
	}
}

// TestAnswerBeforeRequest: on a new connection an answer may come early; it is the answer.
func TestAnswerBeforeRequest(t *testing.T) {
	t.Parallel()
	url := serve(t, func(_ int, k net.Conn) {
		io.WriteString(k, ok)
		question(k)
		question(k)
	})
	if r, err := get(client(t, nil), "http://"+url+"/"); err != nil || string(r.Body) != "hello" {
		t.Error(err)
	}
}

// TestRefusingServer: nobody listens there.
func TestRefusingServer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	r, err := get(client(t, nil), "http://"+l.Addr().String()+"/")
	fails(t, r, err, Connect)
	want := "connect: " + l.Addr().String() + ": connection refused"
	if err.Error() != want || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestAddressesInTurn: a host with several addresses is reached by the one that works.
func TestAddressesInTurn(t *testing.T) {
	t.Parallel()
	_, port, _ := net.SplitHostPort(serve(t, say(ok)))
	c := client(t, func(o *Options) {
		o.Resolve = always(netip.MustParseAddr("127.0.0.3"), netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("127.0.0.1"))
	})
	if r, err := get(c, "http://a.example:"+port+"/"); err != nil || r.Address.Addr() != netip.MustParseAddr("127.0.0.1") {
		t.Error(err)
	}
}

// full is an address that lets connections wait: its queue has no place.
func full(t *testing.T, address [4]byte, port int) netip.AddrPort {
	if runtime.GOOS != "linux" {
		t.Skip("no test of addresses that do not answer: only Linux lets connections wait at a full queue")
	}
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	syscall.CloseOnExec(fd)
	t.Cleanup(func() { syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: address, Port: port}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 0); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	at := netip.AddrPortFrom(netip.AddrFrom4(address), uint16(name.(*syscall.SockaddrInet4).Port))
	for {
		k, err := net.DialTimeout("tcp", at.String(), 50*time.Millisecond)
		if err != nil {
			return at
		}
		t.Cleanup(func() { k.Close() })
	}
}

// TestStalledConnection: an address that does not answer is left when its share of the time is over, and all of them when all is.
func TestStalledConnection(t *testing.T) {
	t.Parallel()
	_, port, _ := net.SplitHostPort(serve(t, say(ok)))
	n, _ := strconv.Atoi(port)
	stalled := full(t, [4]byte{127, 0, 0, 2}, n)
	c := client(t, func(o *Options) {
		o.Dial = 2 * short
		o.Resolve = func(_ context.Context, host string) ([]netip.Addr, error) {
			if host == "one.example" {
				return []netip.Addr{stalled.Addr()}, nil
			}
			return []netip.Addr{stalled.Addr(), netip.MustParseAddr("127.0.0.1")}, nil
		}
	})
	begun := time.Now()
	if r, err := get(c, "http://two.example:"+port+"/"); err != nil || r.Address.Addr() == stalled.Addr() {
		t.Error(err)
	}
	takes(t, begun, short, 2*short)
	begun = time.Now()
	r, err := get(c, "http://one.example:"+port+"/")
	fails(t, r, err, Timeout)
	takes(t, begun, 2*short, 3*short)
}

// takes checks how long something took. The machine may be busy: the upper limit is generous.
func takes(t *testing.T, begun time.Time, least, most time.Duration) {
	t.Helper()
	if took := time.Since(begun); took < least || took > most+2*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestKeys: a connection serves only the scheme, host, port and stage for which it was made.
func TestKeys(t *testing.T) {
	t.Parallel()
	var keys []string
	for _, url := range []string{
		"http://a/", "http://b/", "http://a:81/", "http://a:443/", "https://a/", "https://a:80/", "http://ab/", "http://a.b/",
	} {
		for stage := range Unverified + 1 {
			target, _ := parseTarget([]byte(url))
			if !target.secure && stage > 0 {
				continue
			}
			key := string(target.appendKey(nil, stage))
			for _, other := range keys {
				if key == other {
					t.Errorf("%s: %q again", url, key)
				}
			}
			keys = append(keys, key)
		}
	}
	for _, same := range [][2]string{{"http://a/", "http://a:80/x?y"}, {"https://u:p@a/", "https://a:443/"}} {
		x, _ := parseTarget([]byte(same[0]))
		y, _ := parseTarget([]byte(same[1]))
		if string(x.appendKey(nil, 0)) != string(y.appendKey(nil, 0)) {
			t.Error(same)
		}
	}
}

// TestTwoHostsOneAddress: a connection to one host is not used for another one at the same address.
func TestTwoHostsOneAddress(t *testing.T) {
	t.Parallel()
	var connections atomic.Int32
	address := serve(t, func(i int, k net.Conn) { connections.Add(1); say(ok, ok, ok)(i, k) })
	c := client(t, func(o *Options) { o.Redirect = to(address) })
	for _, host := range []string{"a", "b", "a", "b", "a"} {
		r, err := get(c, "http://"+host+".example/")
		if err != nil {
			t.Fatal(err)
		}
		c.Release(r)
	}
	if connections.Load() != 2 || c.idle.count != 2 {
		t.Errorf("%d connections, %d kept", connections.Load(), c.idle.count)
	}
}

// TestClosedClient: a client that is closed makes no exchange, and keeps no connection.
func TestClosedClient(t *testing.T) {
	t.Parallel()
	url := serve(t, say(ok, ok))
	c := client(t, nil)
	if _, err := get(c, "http://"+url+"/"); err != nil || c.idle.count != 1 {
		t.Fatal(err)
	}
	c.Close()
	if c.idle.count != 0 || c.idle.first != nil || c.idle.last != nil || len(c.idle.newest) != 0 {
		t.Errorf("%+v", &c.idle)
	}
	r, err := get(c, "http://"+url+"/")
	fails(t, r, err, Canceled)
	c.Close()
}

// TestLateEnd: the end of a context that is told late closes no exchange of another context, and no connection that waits.
func TestLateEnd(t *testing.T) {
	t.Parallel()
	l, err := net.Dial("tcp", serve(t, say(ok)))
	if err != nil {
		t.Fatal(err)
	}
	k := &conn{Conn: l, raw: l.(*net.TCPConn)}
	defer k.close()
	one, cancelOne := context.WithCancel(context.Background())
	two, cancelTwo := context.WithCancel(context.Background())
	defer cancelOne()
	defer cancelTwo()
	k.begin(one)
	k.finish()
	k.abort(one.Done())
	k.begin(two)
	k.abort(one.Done())
	if _, err := l.Write([]byte("GET")); err != nil {
		t.Fatal(err)
	}
	k.abort(two.Done())
	if _, err := l.Write([]byte("GET")); err == nil {
		t.Error("it is open")
	}
}
