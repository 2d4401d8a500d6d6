package exchange

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"testing"
)

// TestRequests: the bytes that are sent.
func TestRequests(t *testing.T) {
	t.Parallel()
	const rest = "User-Agent: test/1.0\r\nAccept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.1\r\nAccept-Encoding: gzip, br, zstd\r\n\r\n"
	c := client(t, nil)
	for url, want := range map[string]string{
		"http://example.org/":                 "GET / HTTP/1.1\r\nHost: example.org\r\n" + rest,
		"http://example.org":                  "GET / HTTP/1.1\r\nHost: example.org\r\n" + rest,
		"http://example.org?a":                "GET /?a HTTP/1.1\r\nHost: example.org\r\n" + rest,
		"https://example.org/a/b?c=d/e?f@g:h": "GET /a/b?c=d/e?f@g:h HTTP/1.1\r\nHost: example.org\r\n" + rest,
		"http://example.org:80/":              "GET / HTTP/1.1\r\nHost: example.org\r\n" + rest,
		"http://example.org:443/":             "GET / HTTP/1.1\r\nHost: example.org:443\r\n" + rest,
		"https://example.org:443/":            "GET / HTTP/1.1\r\nHost: example.org\r\n" + rest,
		"https://example.org:8443/":           "GET / HTTP/1.1\r\nHost: example.org:8443\r\n" + rest,
		"http://[2001:db8::1]/x":              "GET /x HTTP/1.1\r\nHost: [2001:db8::1]\r\n" + rest,
		"http://[2001:db8::1]:8080/x":         "GET /x HTTP/1.1\r\nHost: [2001:db8::1]:8080\r\n" + rest,
		"http://me:secret@example.org:81/x":   "GET /x HTTP/1.1\r\nHost: example.org:81\r\n" + rest,
		"http://a@b@example.org/x#part":       "GET /x HTTP/1.1\r\nHost: example.org\r\n" + rest,
	} {
		target, ok := parseTarget([]byte(url))
		if got := string(c.appendRequest(nil, &target, nil)); !ok || got != want {
			t.Errorf("%s: %v, %q", url, ok, got)
		}
		if strings.Contains(string(target.host), "[") || !strings.Contains(url, string(target.host)) {
			t.Errorf("%s: host %q", url, target.host)
		}
	}
	target, _ := parseTarget([]byte("http://example.org/"))
	got := string(c.appendRequest(nil, &target, []Field{
		{Name: []byte("accept"), Value: []byte("text/plain")}, {Name: []byte("If-None-Match"), Value: []byte(`"x"`)},
	}))
	want := "GET / HTTP/1.1\r\nHost: example.org\r\nUser-Agent: test/1.0\r\nAccept-Encoding: gzip, br, zstd\r\n" +
		"accept: text/plain\r\nIf-None-Match: \"x\"\r\n\r\n"
	if got != want {
		t.Errorf("%q", got)
	}
}

// TestRefusedRequests: what is no URL, or would break the request, is never sent.
func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	c := client(t, nil)
	for _, url := range []string{
		"", "/", "http:", "http://", "http:///x", "https://:80/", "http://a:0/", "http://a:65536/", "http://a:x/", "http://a:/",
		"ftp://a/",
		"HTTP://a/", "http://a/ HTTP/1.1\r\nX: y", "http://a/\n", "http://a/\x00", "http://a/ä", "http://a b/", "http://a:b:80/",
		"http://::1/", "http://[::1/", "http://::1]/", "http://[]/", "http://a\\b/", "http://@/", "file:///x", "data:,x",
	} {
		r, err := get(c, url)
		fails(t, r, err, Refused)
	}
	for _, f := range []Field{
		{}, {Name: []byte("A b")}, {Name: []byte("A:")}, {Name: []byte("A\r\nB")}, {Name: []byte("ä")},
		{Name: []byte("A"), Value: []byte("x\r\nB: c")}, {Name: []byte("A"), Value: []byte("x\n")},
		{Name: []byte("A"), Value: []byte("\x00")}, {Name: []byte("host")}, {Name: []byte("Content-Length")},
		{Name: []byte("Transfer-Encoding")}, {Name: []byte("Connection")},
	} {
		r, err := c.Do(context.Background(), &Request{URL: []byte("http://127.0.0.1:1/"), Fields: []Field{f}})
		fails(t, r, err, Refused)
	}
	r, err := c.Do(context.Background(), &Request{URL: []byte("http://127.0.0.1:1/"), TLS: 2})
	fails(t, r, err, Refused)
}

// TestSent: what arrives is what Request says, on the second request too; nothing of the first answer comes back as a cookie.
func TestSent(t *testing.T) {
	t.Parallel()
	got := make(chan string, 2)
	url := serve(t, func(_ int, k net.Conn) {
		for range 2 {
			got <- question(k)
			k.Write([]byte("HTTP/1.1 401 No\r\nSet-Cookie: a=b\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n"))
		}
	})
	c := client(t, nil)
	for i := range 2 {
		r, err := c.Do(context.Background(), &Request{
			URL: []byte("http://me:secret@" + url + "/x"), Fields: []Field{{Name: []byte("X"), Value: []byte("y")}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if sent := <-got; sent != string(r.Request) || !strings.Contains(sent, "\r\nX: y\r\n") ||
			strings.Contains(sent, "Cookie") || strings.Contains(sent, "Authorization") || strings.Contains(sent, "secret") {
			t.Errorf("%q, said to be %q", sent, r.Request)
		}
		if r.Reused != (i == 1) {
			t.Error(r.Reused)
		}
		c.Release(r)
	}
}

// TestPolicy: addresses and ports that are refused, by whatever way they come.
func TestPolicy(t *testing.T) {
	t.Parallel()
	open := serve(t, say(ok))
	port := netip.MustParseAddrPort(open).Port()
	private, mapped := netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("::ffff:127.0.0.1")
	public := netip.MustParseAddr("1.1.1.1")
	for name, c := range map[string]struct {
		o      Options
		url    string
		refuse error // nil: it is not refused, but fails otherwise or not
	}{
		"loopback":               {Options{}, "http://127.0.0.1/", errPrivate},
		"loopback 6":             {Options{}, "http://[::1]/", errPrivate},
		"mapped":                 {Options{}, "http://[::ffff:7f00:1]/", errPrivate},
		"metadata":               {Options{}, "http://169.254.169.254/latest/", errPrivate},
		"a name":                 {Options{Resolve: always(private)}, "http://inside.example/", errPrivate},
		"a mapped name":          {Options{Resolve: always(mapped)}, "http://inside.example/", errPrivate},
		"nothing but private":    {Options{Resolve: always(private, mapped)}, "http://inside.example/", errPrivate},
		"port":                   {Options{}, "http://93.184.216.34:8080/", errPort},
		"port of a name":         {Options{Resolve: never(t)}, "http://example.org:22/", errPort},
		"port 443 for http":      {Options{Resolve: always(private)}, "http://example.org:443/", errPrivate},
		"other ports":            {Options{Ports: []int{8080}}, "http://93.184.216.34/", errPort},
		"no uint16":              {Options{Ports: []int{80 + 1<<16}}, "http://93.184.216.34/", errPort},
		"port of loopback":       {Options{AllowPrivate: true}, "http://" + open + "/", nil},
		"port of private":        {Options{AllowPrivate: true}, "http://10.0.0.1:8080/", errPort},
		"port of a private name": {Options{AllowPrivate: true, Resolve: always(private)}, "http://a.example:8080/", errPort},
		"port by name": {Options{AllowPrivate: true, Resolve: always(netip.MustParseAddr("127.0.0.1"))},
			"http://a.example:" + open[strings.LastIndex(open, ":")+1:] + "/", nil},
		"redirected":              {Options{Redirect: to(open)}, "http://a.example/", nil},
		"redirected, odd port":    {Options{Redirect: to(open)}, "http://a.example:8080/", errPort},
		"redirected, odd, inside": {Options{AllowPrivate: true, Redirect: to(open)}, "http://a.example:8080/", errPort},
		"redirected, private":     {Options{Redirect: to(open)}, "http://127.0.0.2/", errPrivate},
		"redirected, looked up":   {Options{Redirect: to(open), Resolve: always(private)}, "http://a.example/", errPrivate},
		"redirected nowhere":      {Options{Redirect: to(""), Resolve: always(private)}, "http://a.example/", errPrivate},
		"redirected, public":      {Options{Redirect: to(open), Resolve: always(public)}, "http://a.example/", nil},
		"redirected, as a number": {Options{Redirect: to(open)}, "http://1.1.1.1/", nil},
	} {
		t.Run(name, func(t *testing.T) {
			client := New(c.o)
			defer client.Close()
			r, err := get(client, c.url)
			if c.refuse == nil {
				if err != nil || r.Address.Port() != port || string(r.Body) != "hello" {
					t.Errorf("%v, %+v", err, r)
				}
				return
			}
			fails(t, r, err, Refused)
			if e, is := err.(*Error); is && e.Err != c.refuse {
				t.Error(err)
			}
		})
	}
}

// TestLoopbackAlone: a client that asks only this machine neither looks up nor asks another host.
func TestLoopbackAlone(t *testing.T) {
	t.Parallel()
	open := serve(t, say(ok))
	client := New(Options{Loopback: true, AllowPrivate: true, Resolve: never(t)})
	defer client.Close()
	for _, url := range []string{"http://a.example/", "http://10.0.0.1/", "http://[::2]/", "http://localhost.example/",
		"http://93.184.216.34/"} {
		r, err := get(client, url)
		fails(t, r, err, NoContact)
	}
	if found, err := client.Addresses(context.Background(), "a.example"); len(found) > 0 || err != nil {
		t.Errorf("%v, %v", found, err)
	}
	if r, err := get(client, "http://"+open+"/"); err != nil || string(r.Body) != "hello" {
		t.Errorf("%v, %+v", err, r)
	}
	for host, want := range map[string]bool{"localhost": true, "127.0.0.1": true, "127.9.9.9": true, "[::1]": true, "::1": true,
		"localhost.example": false, "10.0.0.1": false, "[::2]": false, "": false} {
		if OnLoopback(host) != want {
			t.Errorf("OnLoopback(%q) = %t", host, !want)
		}
	}
}

func always(list ...netip.Addr) func(context.Context, string) ([]netip.Addr, error) {
	return func(context.Context, string) ([]netip.Addr, error) { return list, nil }
}

func never(t *testing.T) func(context.Context, string) ([]netip.Addr, error) {
	return func(_ context.Context, host string) ([]netip.Addr, error) {
		t.Errorf("%s is looked up", host)
		return nil, nil
	}
}

func to(address string) func(string, uint16) netip.AddrPort {
	a, _ := netip.ParseAddrPort(address)
	return func(string, uint16) netip.AddrPort { return a }
}
