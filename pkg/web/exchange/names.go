package exchange

import (
	"container/list"
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Limits of the cache of addresses.
const (
	nameTime     = 10 * time.Minute // how long addresses are kept
	maxNames     = 10_000           // hosts
	maxAddresses = 16               // of a host
)

// names is a cache of the addresses of hosts. A lookup that failed is not kept.
type names struct {
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	within time.Duration // how long a lookup may take
	now    func() time.Time

	ctx    context.Context // ends when the client is closed
	cancel context.CancelFunc

	mu    sync.Mutex
	known map[string]*name
	order *list.List // of *name, the oldest first
}

// name is a host, which was or is being looked up.
type name struct {
	host  string
	until time.Time // when it is looked up again
	place *list.Element
	done  chan struct{} // closed at the end of the lookup

	addresses []netip.Addr
	err       error
}

func newNames(o *Options) *names {
	n := &names{lookup: o.Resolve, within: o.Dial, now: o.Now, known: map[string]*name{}, order: list.New()}
	if n.lookup == nil {
		n.lookup = system
	}
	n.ctx, n.cancel = context.WithCancel(context.Background())
	return n
}

// system asks the resolver of the system.
func system(ctx context.Context, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", absolute(host))
}

// absolute appends a dot to a name, so that it is not looked up in the domain of this machine too. A name of one label stays as
// it is: only this machine knows it, by its file of hosts.
func absolute(host string) string {
	if strings.Contains(host, ".") && !strings.HasSuffix(host, ".") {
		return host + "."
	}
	return host
}

// find gives the addresses of a host. While a host is being looked up, all calls for it wait for this lookup.
func (n *names) find(ctx context.Context, host string) ([]netip.Addr, error) {
	n.mu.Lock()
	now := n.now()
	e := n.known[host]
	if e != nil && now.After(e.until) {
		n.forget(e)
		e = nil
	}
	if e == nil {
		for len(n.known) >= maxNames {
			n.forget(n.order.Front().Value.(*name))
		}
		e = &name{host: host, until: now.Add(n.within), done: make(chan struct{})}
		e.place = n.order.PushBack(e)
		n.known[host] = e
		go n.ask(e)
	}
	n.mu.Unlock()
	select {
	case <-e.done:
		return e.addresses, e.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ask looks a host up. It does not end with the exchange that needs the address, since other exchanges may wait for it.
func (n *names) ask(e *name) {
	ctx, cancel := context.WithTimeout(n.ctx, n.within)
	defer cancel()
	found, err := n.lookup(ctx, e.host)
	for _, a := range found[:min(len(found), maxAddresses)] {
		e.addresses = append(e.addresses, a.Unmap())
	}
	if err == nil && len(found) == 0 {
		err = errors.New("the host has no address")
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if e.err = err; err != nil {
		n.forget(e)
	} else {
		e.until = n.now().Add(nameTime)
	}
	close(e.done)
}

func (n *names) forget(e *name) {
	if n.known[e.host] == e {
		delete(n.known, e.host)
		n.order.Remove(e.place)
	}
}

// Addresses are those of a host, in the order in which an exchange would try them. There are none if connections go elsewhere
// (Options.Redirect), or the host is not asked (Options.Loopback).
func (c *Client) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	if c.o.Redirect != nil && !c.resolves || c.o.Loopback && !OnLoopback(host) {
		return nil, nil
	}
	found, err := c.names.find(ctx, host)
	if err != nil {
		return nil, &Error{DNS, err}
	}
	return found, nil
}
