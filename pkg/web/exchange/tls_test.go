package exchange

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"sync/atomic"
	"testing"
	"time"
)

// authority signs certificates of servers.
type authority struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
	pool *x509.CertPool
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	a := &authority{pool: x509.NewCertPool()}
	made := a.certificate(t, func(c *x509.Certificate) { c.IsCA, c.BasicConstraintsValid = true, true })
	a.key, a.cert = made.PrivateKey.(*ecdsa.PrivateKey), made.Leaf
	a.pool.AddCert(a.cert)
	return a
}

// certificate makes one for a.example; the first one of an authority signs itself.
func (a *authority) certificate(t testing.TB, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a.example"}, DNSNames: []string{"a.example"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	if change != nil {
		change(c)
	}
	by, signer := a.cert, a.key
	if by == nil {
		by, signer = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, by, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

func with(c tls.Certificate) *tls.Config { return &tls.Config{Certificates: []tls.Certificate{c}} }

// TestCertificates: a certificate that proves nothing is an error, and is taken unverified.
func TestCertificates(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	long := a.certificate(t, nil)
	for range 1000 {
		long.Certificate = append(long.Certificate, long.Certificate[0])
	}
	made := func(change func(*x509.Certificate)) *tls.Config { return with(a.certificate(t, change)) }
	speaks := func(protocols ...string) *tls.Config {
		c := made(nil)
		c.NextProtos = protocols
		return c
	}
	type server struct {
		config *tls.Config
		proven bool // by Verify
		taken  bool // Unverified
	}
	together(t, map[string]server{
		"good":           {made(nil), true, true},
		"self-signed":    {with(new(authority).certificate(t, nil)), false, true},
		"expired":        {made(func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }), false, true},
		"not yet":        {made(func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Minute) }), false, true},
		"other name":     {made(func(c *x509.Certificate) { c.DNSNames = []string{"b.example"} }), false, true},
		"huge chain":     {with(long), false, false},
		"other protocol": {speaks("x"), false, false},
		"also HTTP/2":    {speaks("h2", "http/1.1"), true, true},
	}, func(t *testing.T, s server) {
		address := secure(t, s.config, say(ok))
		c := client(t, func(o *Options) { o.RootCAs, o.Redirect = a.pool, to(address) })
		for stage, succeeds := range []bool{s.proven, s.taken} {
			r, err := c.Do(context.Background(), &Request{URL: []byte("https://a.example/"), TLS: Stage(stage)})
			switch {
			case !succeeds:
				fails(t, r, err, TLS)
			case err != nil || string(r.Body) != "hello" || r.TLSUnverified != (stage == 1) || r.Reused:
				t.Errorf("%v, %+v", err, r)
			}
		}
	})
}

// TestProtocol: http/1.1 is offered and nothing else, for the name of the URL.
func TestProtocol(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	hello := make(chan *tls.ClientHelloInfo, 1)
	config := with(a.certificate(t, nil))
	config.GetConfigForClient = func(h *tls.ClientHelloInfo) (*tls.Config, error) { hello <- h; return nil, nil }
	address := secure(t, config, say(ok))
	c := client(t, func(o *Options) { o.RootCAs, o.Redirect = a.pool, to(address) })
	if _, err := get(c, "https://a.example./"); err != nil {
		t.Fatal(err)
	}
	if h := <-hello; h.ServerName != "a.example" || len(h.SupportedProtos) != 1 || h.SupportedProtos[0] != "http/1.1" {
		t.Errorf("%q, %q", h.ServerName, h.SupportedProtos)
	}
}

// TestKeptTLS: a connection of TLS is used again, one that was not verified only for such requests. A session of TLS that was not
// verified does not pass for one that was.
func TestKeptTLS(t *testing.T) {
	t.Parallel()
	var connections atomic.Int32
	bad := new(authority).certificate(t, nil)
	address := secure(t, with(bad), func(i int, k net.Conn) { connections.Add(1); say(ok, ok, ok)(i, k) })
	c := client(t, func(o *Options) { o.Redirect = to(address) })
	for i := range 3 {
		r, err := c.Do(context.Background(), &Request{URL: []byte("https://a.example/"), TLS: Unverified})
		if err != nil || !r.TLSUnverified || r.Reused != (i > 0) {
			t.Fatalf("%v, %+v", err, r)
		}
		c.Release(r)
		r, err = get(c, "https://a.example/")
		fails(t, r, err, TLS)
	}
	plain := client(t, func(o *Options) { o.Redirect = to(serve(t, say(ok))) })
	r, err := plain.Do(context.Background(), &Request{URL: []byte("http://a.example/"), TLS: Unverified})
	if err != nil || r.TLSUnverified {
		t.Errorf("%v, %+v", err, r)
	}
}

// TestStalledTLS: what listens, but does not shake hands.
func TestStalledTLS(t *testing.T) {
	t.Parallel()
	const plain = "HTTP/1.1 400 Bad Request\r\n\r\n"
	type server struct {
		handle func(int, net.Conn)
		kind   Kind
		least  time.Duration
	}
	together(t, map[string]server{
		"stalled":  {func(_ int, k net.Conn) { io.Copy(io.Discard, k) }, Timeout, short},
		"closed":   {func(int, net.Conn) {}, TLS, 0},
		"plain":    {func(_ int, k net.Conn) { io.WriteString(k, plain); io.Copy(io.Discard, k) }, TLS, 0},
		"drip":     {func(_ int, k net.Conn) { dripTo(k, "\x16\x03\x03\x40\x00\x02\x00\x3f\xfc"+long(1000)) }, Timeout, short},
		"endless":  {func(_ int, k net.Conn) { floodTo(k, "\x16\x03\x03\x40\x00\x02\xff\xff\xff"+long(1<<14-4)) }, TLS, 0},
		"warnings": {func(_ int, k net.Conn) { floodTo(k, "\x15\x03\x03\x00\x02\x01\x5a") }, TLS, 0},
	}, func(t *testing.T, s server) {
		limits := func(o *Options) { o.Handshake = short }
		if s.kind != Timeout {
			limits = nil
		}
		begun := time.Now()
		r, err := get(client(t, limits), "https://"+serve(t, s.handle)+"/")
		fails(t, r, err, s.kind)
		takes(t, begun, s.least, short)
	})
}

func dripTo(k net.Conn, text string) {
	for i := range len(text) {
		if _, err := io.WriteString(k, text[i:i+1]); err != nil {
			return
		}
		time.Sleep(short / 20)
	}
}

func floodTo(k net.Conn, text string) {
	for {
		if _, err := io.WriteString(k, text); err != nil {
			return
		}
	}
}

// TestCutTLS: a body that ends without the farewell of TLS is whole if it has no length, as in browsers; with a length it is cut.
func TestCutTLS(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	for text, why := range map[string]string{
		"HTTP/1.1 200 OK\r\n\r\nhello": "", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello": "disconnect",
	} {
		address := secure(t, with(a.certificate(t, nil)), func(_ int, k net.Conn) {
			question(k)
			io.WriteString(k, text)
			k.(*tls.Conn).NetConn().Close()
		})
		c := client(t, func(o *Options) { o.RootCAs, o.Redirect = a.pool, to(address) })
		if r, err := get(c, "https://a.example/"); err != nil || string(r.Body) != "hello" || r.Truncated != why {
			t.Errorf("%v, %+v", err, r)
		}
	}
}
