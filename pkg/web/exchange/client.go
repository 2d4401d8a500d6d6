package exchange

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"math"
	"net/netip"
	"sync"
	"time"

	"webmill/pkg/par"
)

// Options say how a client asks, and what it takes at most. A zero value stands for the default.
type Options struct {
	Agent     string // User-Agent; "": none is sent
	Accept    string // default: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"
	Encodings string // Accept-Encoding; default: "gzip, br, zstd"

	Dial      time.Duration // for the lookup of a host, and again for connecting to all its addresses; default: 10 s
	Handshake time.Duration // for the handshake of TLS; default: 10 s
	Head      time.Duration // from the request to the end of the head; default: 20 s
	Idle      time.Duration // between two reads of the body; default: 20 s
	Total     time.Duration // for an exchange; default: 60 s
	MinRate   int64         // bytes of the body in a second, from its 10th second on; default: 1 KiB; less than 0: any

	MaxHead   int   // bytes of a head, with those of 1xx before it, and of what stands between chunks; default: 64 KiB
	MaxFields int   // fields of a head; default: 200
	MaxBody   int64 // bytes of a body as it is received; default: 10 MiB
	MaxLarge  int   // answers of more than 256 KiB in memory at the same time; further ones wait; default: any number
	MaxIdle   int   // connections that are kept; default: 256; less than 0: none

	Loopback     bool           // only hosts that OnLoopback knows are asked: the Agent names no contact
	AllowPrivate bool           // addresses that Private refuses are allowed
	Ports        []int          // that are allowed; default: 80 and 443; with AllowPrivate any port of loopback too
	RootCAs      *x509.CertPool // that certificates are checked by; nil: those of the system

	// Resolve finds the addresses of a host; nil: the resolver of the system. Addresses are kept for 10 minutes.
	Resolve func(ctx context.Context, host string) ([]netip.Addr, error)
	// Redirect is for tests: it gives the address to which a connection for host and port really goes. An address that is not
	// valid changes nothing. Ports and addresses are checked as without Redirect, but names are looked up only if there is a
	// Resolve.
	Redirect func(host string, port uint16) netip.AddrPort
	// Now is the clock of Response.Begun, of kept addresses and of kept connections. The limits of time use the clock of the
	// system.
	Now func() time.Time
}

// Client makes exchanges. It may be used by many goroutines.
type Client struct {
	o        Options
	fields   []ownField
	resolves bool           // Options had a Resolve
	grace    time.Duration  // see limits
	tls      [2]*tls.Config // by Stage
	names    *names
	idle     idle
	large    par.Limit // of the large answers in memory; nil: any number
	pool     sync.Pool
}

// New makes a client.
func New(o Options) *Client {
	c := &Client{resolves: o.Resolve != nil, grace: 10 * time.Second}
	o.fill()
	c.o, c.fields, c.tls, c.names = o, ownFields(&o), configs(&o), newNames(&o)
	c.idle = idle{now: o.Now, most: o.MaxIdle, newest: map[string]*conn{}}
	if o.MaxLarge > 0 {
		c.large = par.NewLimit(o.MaxLarge)
	}
	c.pool.New = func() any { return new(Response) }
	return c
}

func (o *Options) fill() {
	o.Accept = cmp.Or(o.Accept, "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1")
	o.Encodings = cmp.Or(o.Encodings, "gzip, br, zstd")
	o.Dial = cmp.Or(max(o.Dial, 0), 10*time.Second)
	o.Handshake = cmp.Or(max(o.Handshake, 0), 10*time.Second)
	o.Head = cmp.Or(max(o.Head, 0), 20*time.Second)
	o.Idle = cmp.Or(max(o.Idle, 0), 20*time.Second)
	o.Total = cmp.Or(max(o.Total, 0), 60*time.Second)
	o.MinRate = cmp.Or(o.MinRate, 1<<10)
	o.MaxHead = cmp.Or(max(o.MaxHead, 0), 64<<10)
	o.MaxFields = cmp.Or(max(o.MaxFields, 0), 200)
	o.MaxBody = cmp.Or(max(o.MaxBody, 0), 10<<20)
	o.MaxIdle = cmp.Or(o.MaxIdle, 256)
	if o.Ports == nil {
		o.Ports = []int{80, 443}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
}

// Close closes the connections that are kept. Exchanges in flight go on, and their connections are closed at the end.
func (c *Client) Close() {
	c.names.cancel()
	c.idle.close()
}

// Release gives an answer back, and another answer uses its memory.
func (c *Client) Release(r *Response) {
	if r.held {
		c.large.Unlock()
	}
	r.clear()
	c.pool.Put(r)
}

// Do sends a request and reads the answer, whatever its status. The answer must be given back with Release. An error is an
// *Error. Do returns soon after ctx has ended.
func (c *Client) Do(ctx context.Context, req *Request) (*Response, error) {
	r := c.pool.Get().(*Response)
	r.Begun, r.start = c.o.Now(), time.Now()
	if err := c.do(ctx, req, r); err != nil {
		c.Release(r)
		return nil, err
	}
	return r, nil
}

func (c *Client) do(ctx context.Context, req *Request, r *Response) error {
	t, ok := parseTarget(req.URL)
	switch {
	case c.names.ctx.Err() != nil:
		return &Error{Canceled, errClosed}
	case !ok || req.TLS > Unverified:
		return &Error{Refused, errURL}
	case !sendable(req.Fields):
		return &Error{Refused, errField}
	case c.o.Loopback && !OnLoopback(string(t.host)):
		return &Error{NoContact, errAway}
	}
	r.Request = c.appendRequest(r.Request, &t, req.Fields)
	r.key = t.appendKey(r.key, req.TLS)
	l := c.limits(req, r.start)
	if k := c.idle.take(r.key); k != nil {
		if err := c.use(ctx, k, r, &l); err != errStale {
			return err
		}
	}
	k, err := c.connect(ctx, &t, req.TLS, r.key, &l)
	if err != nil {
		return err
	}
	return c.use(ctx, k, r, &l)
}

// use makes the exchange on a connection, and keeps the connection if it can be used again.
func (c *Client) use(ctx context.Context, k *conn, r *Response, l *limits) error {
	r.Address, r.Reused, r.TLSUnverified = k.address, k.reused, k.unverified
	err := k.exchange(ctx, r, l)
	if err == nil && r.msg.keep {
		c.idle.put(k)
	} else {
		k.close()
	}
	return err
}

func (c *Client) limits(req *Request, start time.Time) limits {
	o := &c.o
	total, head := o.Total, o.Head
	if req.Timeout > 0 {
		total = req.Timeout
	}
	if total > o.Total {
		head = time.Duration(float64(head) * float64(total) / float64(o.Total))
	}
	most := o.MaxBody
	if req.MaxBody > 0 {
		most = req.MaxBody
	}
	return limits{
		by: start.Add(total), head: head, idle: o.Idle, minRate: o.MinRate, grace: c.grace, large: c.large, wanted: req.Wanted,
		bounds: bounds{head: o.MaxHead, fields: o.MaxFields, body: min(most, math.MaxInt>>1)},
	}
}
