package exchange

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"
)

// connect makes a new connection.
func (c *Client) connect(ctx context.Context, t *target, stage Stage, key []byte, l *limits) (*conn, error) {
	addresses, err := c.addresses(ctx, t, l)
	if err != nil {
		return nil, err
	}
	raw, address, err := c.dial(ctx, addresses, l)
	if err != nil {
		return nil, err
	}
	k := &conn{Conn: raw, raw: raw, key: string(key), address: address, unverified: t.secure && stage == Unverified}
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

// addresses are the addresses to dial for a URL: those of its host that are allowed.
func (c *Client) addresses(ctx context.Context, t *target, l *limits) (list []netip.AddrPort, err error) {
	host := string(t.host)
	var instead netip.AddrPort
	if c.o.Redirect != nil {
		instead = c.o.Redirect(host, t.port)
	}
	var found []netip.Addr
	if a, err := netip.ParseAddr(host); err == nil {
		found = []netip.Addr{a.Unmap()}
	} else {
		blind := instead.IsValid() && !c.resolves
		switch {
		case !c.open(t.port) && (blind || !c.o.AllowPrivate):
			return nil, &Error{Refused, errPort} // at any address
		case blind:
			return []netip.AddrPort{instead}, nil
		}
		if found, err = c.lookUp(ctx, host, l.by); err != nil {
			return nil, err
		}
	}
	for _, a := range found {
		refused := c.refuse(a, t.port)
		if refused == nil {
			list = append(list, netip.AddrPortFrom(a, t.port))
		} else if err == nil {
			err = &Error{Refused, refused}
		}
	}
	switch {
	case len(list) == 0:
		return nil, err
	case instead.IsValid():
		return []netip.AddrPort{instead}, nil
	}
	return list, nil
}

func (c *Client) lookUp(ctx context.Context, host string, by time.Time) ([]netip.Addr, error) {
	within, cancel := context.WithDeadline(ctx, by)
	defer cancel()
	found, err := c.names.find(within, host)
	switch {
	case err == nil:
		return found, nil
	case c.names.ctx.Err() != nil:
		return nil, &Error{Canceled, errClosed}
	case within.Err() == nil:
		return nil, &Error{DNS, err}
	}
	return nil, failure(ctx, Timeout, err)
}

// open reports whether a port is allowed at any address.
func (c *Client) open(port uint16) bool { return slices.Contains(c.o.Ports, int(port)) }

// refuse is the reason why an address must not be dialled, or nil.
func (c *Client) refuse(a netip.Addr, port uint16) error {
	switch {
	case !c.o.AllowPrivate && Private(a):
		return errPrivate
	case c.open(port) || c.o.AllowPrivate && a.IsLoopback():
		return nil
	}
	return errPort
}

// dial tries addresses in turn. Each gets an equal share of the time that is left, but at least a fifth of Options.Dial.
func (c *Client) dial(ctx context.Context, list []netip.AddrPort, l *limits) (*net.TCPConn, netip.AddrPort, error) {
	d := net.Dialer{KeepAlive: -1} // no connection is kept for so long
	by := earlier(l.by, time.Now().Add(c.o.Dial))
	var first error
	for i, address := range list {
		left := time.Until(by)
		within, cancel := context.WithTimeout(ctx, min(left, max(c.o.Dial/5, left/time.Duration(len(list)-i))))
		k, err := d.DialContext(within, "tcp", address.String()) // DialTCP binds a port first, of which there are 28,000
		cancel()
		if err == nil {
			return k.(*net.TCPConn), address, nil
		}
		if first == nil {
			first = fmt.Errorf("%v: %w", address, cause(err))
		}
		if ctx.Err() != nil || !time.Now().Before(by) {
			break
		}
	}
	return nil, netip.AddrPort{}, failure(ctx, Connect, first)
}

// cause is an error of the dialer without the address and the name of the system call.
func cause(err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		err = call.Err
	}
	return err
}

// handshake begins TLS on the connection.
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

// configs are the configurations of TLS, by Stage. Each has sessions of its own, since a session without a check of the
// certificate must not take the place of the check.
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
