package madewebs

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Options say how a web is served. The zero value is good for tests.
type Options struct {
	Addr string    // where to listen; "": a free port of 127.0.0.1
	TLS  bool      // serve https; see Server.Certificate
	Log  io.Writer // gets a line for each request, with its times; nil: there is no log
	// Seen is called with each request before it is answered; nil: it is not. Several goroutines call it at the same time.
	Seen func(r *http.Request)
}

// Server serves one web until Close.
type Server struct {
	address netip.AddrPort
	leaf    *x509.Certificate // nil without TLS
	server  *http.Server
	stop    context.CancelFunc
	served  sync.WaitGroup
	// answering is locked for reading while a request is answered. Close waits for it, so that no goroutine is left.
	answering sync.RWMutex
	closed    bool
}

// Serve begins to serve a web.
func Serve(web http.Handler, opt Options) (*Server, error) {
	l, err := net.Listen("tcp", cmp.Or(opt.Addr, "127.0.0.1:0"))
	if err != nil {
		return nil, err
	}
	s := &Server{address: l.Addr().(*net.TCPAddr).AddrPort()}
	if opt.TLS {
		c, err := certificate()
		if err != nil {
			l.Close()
			return nil, err
		}
		s.leaf = c.Leaf
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{c}, NextProtos: []string{"http/1.1"}})
	}
	if opt.Log != nil {
		web = &accessLog{web: web, out: opt.Log, begun: time.Now()}
	}
	base, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.server = &http.Server{
		Handler:     s.answers(web, opt.Seen),
		BaseContext: func(net.Listener) context.Context { return base },
		ErrorLog:    log.New(io.Discard, "", 0), // what clients do wrong is not our concern
	}
	s.served.Go(func() { s.server.Serve(l) })
	return s, nil
}

// answers is a handler that lets Close wait for each answer of the web.
func (s *Server) answers(web http.Handler, seen func(*http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.answering.RLock()
		defer s.answering.RUnlock()
		if s.closed {
			return
		}
		if seen != nil {
			seen(r)
		}
		web.ServeHTTP(w, r)
	}
}

// Addr is where the server listens.
func (s *Server) Addr() netip.AddrPort { return s.address }

// To is the address to which a crawler under test connects for any host and port: Addr.
func (s *Server) To(string, uint16) netip.AddrPort { return s.address }

// URL is the root of the web with the address of the server as its host.
func (s *Server) URL() string {
	if s.leaf != nil {
		return "https://" + s.address.String()
	}
	return "http://" + s.address.String()
}

// Certificate is the certificate that a client must trust, as PEM; nil without TLS. It is good for loopback, for *.example and
// for *.hostile.example.
func (s *Server) Certificate() []byte {
	if s.leaf == nil {
		return nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.leaf.Raw})
}

// Roots is a pool with the Certificate.
func (s *Server) Roots() *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(s.Certificate())
	return roots
}

// Close ends all connections, and waits until no request is being answered.
func (s *Server) Close() {
	s.stop()
	s.server.Close()
	s.served.Wait()
	s.answering.Lock()
	s.closed = true
	s.answering.Unlock()
}
