package exchange

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// leastDial is how long an address is tried, if it is not the last one and the time of all is short.
const leastDial = 2 * time.Second

// connect makes a new connection.
func (c *Client) connect(ctx context.Context, t *target, stage Stage, key []byte, l *limits) (*conn, error) {
	addresses, err := c.addresses(ctx, t, l)
	if err != nil {
		return nil, err
	}
	raw, address, err := dial(ctx, addresses, earlier(l.by, time.Now().Add(c.o.Dial)))
	if err != nil {
		return nil, failure(ctx, Connect, err)
	}
	k := &conn{Conn: raw, raw: raw, key: string(key), address: address, untold: t.secure && stage == Unverified}
	if s, err := raw.SyscallConn(); err == nil {
		k.look = newLooker(s)
	}
	if t.secure {
		if err := c.handshake(ctx, k, t, stage, l); err != nil {
			k.close()
			return nil, err
		}
	}
	return k, nil
}

// addresses are what may be dialled for a URL: those of its host that are allowed.
func (c *Client) addresses(ctx context.Context, t *target, l *limits) ([]netip.AddrPort, error) {
	host := string(t.host)
	var test netip.AddrPort
	if c.o.Redirect != nil {
		test = c.o.Redirect(host, t.port)
	}
	var found []netip.Addr
	if a, err := netip.ParseAddr(host); err == nil {
		found = append(found, a.Unmap())
	} else if !test.IsValid() || c.resolves {
		if !c.o.AllowPrivate && !slices.Contains(c.ports, t.port) {
			return nil, &Error{Refused, errPort} // whatever the address
		}
		within, cancel := context.WithDeadline(ctx, l.by)
		defer cancel()
		if found, err = c.names.find(within, host); err != nil {
			switch {
			case c.names.ctx.Err() != nil:
				return nil, &Error{Canceled, errClosed}
			case within.Err() == nil:
				return nil, &Error{DNS, err}
			}
			return nil, failure(ctx, Timeout, err)
		}
	} else if !slices.Contains(c.ports, t.port) {
		return nil, &Error{Refused, errPort}
	}
	var refused error
	var list []netip.AddrPort
	for _, a := range found {
		if err := c.allow(a, t.port); err != nil {
			refused = err
		} else {
			list = append(list, netip.AddrPortFrom(a, t.port))
		}
	}
	switch {
	case len(list) == 0 && refused != nil:
		return nil, &Error{Refused, refused}
	case test.IsValid():
		return []netip.AddrPort{test}, nil
	}
	return list, nil
}

// allow judges an address that would be dialled.
func (c *Client) allow(a netip.Addr, port uint16) error {
	switch {
	case !c.o.AllowPrivate && Private(a):
		return errPrivate
	case slices.Contains(c.ports, port) || c.o.AllowPrivate && a.IsLoopback():
		return nil
	}
	return errPort
}

// dial tries addresses in turn. Each gets its share of the time that is left.
func dial(ctx context.Context, list []netip.AddrPort, by time.Time) (*net.TCPConn, netip.AddrPort, error) {
	d := net.Dialer{KeepAlive: -1} // a connection is never kept for so long
	var first error
	for i, address := range list {
		left := time.Until(by)
		share := min(left, max(leastDial, left/time.Duration(len(list)-i)))
		within, cancel := context.WithTimeout(ctx, share)
		k, err := d.DialTCP(within, "tcp", netip.AddrPort{}, address)
		cancel()
		if err == nil {
			return k, address, nil
		}
		if first == nil {
			first = err
		}
		if left <= 0 || ctx.Err() != nil {
			break
		}
	}
	return nil, netip.AddrPort{}, first
}

// handshake makes the connection one of TLS.
func (c *Client) handshake(ctx context.Context, k *conn, t *target, stage Stage, l *limits) error {
	config := c.tls[stage].Clone()
	config.ServerName = strings.TrimSuffix(string(t.host), ".")
	secure := tls.Client(k.raw, config)
	k.Conn = secure
	k.begin(ctx)
	defer k.finish()
	k.raw.SetDeadline(earlier(l.by, time.Now().Add(c.o.Handshake)))
	if err := secure.Handshake(); err != nil {
		return failure(ctx, TLS, err)
	}
	return nil
}

// configs are those of the stages of TLS. Sessions are kept apart, since one that proved nothing must not be taken for another.
func configs(o *Options) (list [2]*tls.Config) {
	for stage := range list {
		list[stage] = &tls.Config{
			RootCAs:            o.RootCAs,
			NextProtos:         []string{"http/1.1"},
			InsecureSkipVerify: Stage(stage) == Unverified,
			ClientSessionCache: tls.NewLRUClientSessionCache(256),
		}
	}
	return list
}
