package exchange

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// clock is one that tests set.
type clock struct{ atomic.Int64 }

func (c *clock) now() time.Time                 { return time.Unix(1e9, c.Load()) }
func (c *clock) pass(d time.Duration) time.Time { c.Add(int64(d)); return c.now() }

// newTestNames looks names up by a function, by a clock.
func newTestNames(t *testing.T, c *clock, lookup func(context.Context, string) ([]netip.Addr, error)) *names {
	o := Options{Resolve: lookup, Now: c.now}
	o.fill()
	n := newNames(&o)
	t.Cleanup(n.cancel)
	return n
}

// TestNames: an answer is kept for its time, a failure is not.
func TestNames(t *testing.T) {
	t.Parallel()
	var c clock
	calls, fail := 0, true
	n := newTestNames(t, &c, func(context.Context, string) ([]netip.Addr, error) {
		calls++
		if fail {
			return nil, errors.New("no such host")
		}
		return []netip.Addr{netip.AddrFrom4([4]byte{1, 1, 1, byte(calls)}), netip.MustParseAddr("::ffff:1.1.1.1")}, nil
	})
	expect := func(want int, last byte) {
		t.Helper()
		list, err := n.find(context.Background(), "a.example")
		if calls != want || (err != nil) != (last == 0) || last > 0 && list[0] != netip.AddrFrom4([4]byte{1, 1, 1, last}) {
			t.Errorf("%d calls, %v, %v", calls, list, err)
		}
		if last > 0 && !list[1].Is4() {
			t.Error(list)
		}
	}
	expect(1, 0)
	expect(2, 0)
	fail = false
	expect(3, 3)
	expect(3, 3)
	c.pass(nameTime)
	expect(3, 3)
	c.pass(1)
	expect(4, 4)
	c.pass(nameTime + 1)
	fail = true
	expect(5, 0)
	if len(n.known) != 0 || n.order.Len() != 0 {
		t.Errorf("%d names, %d in order", len(n.known), n.order.Len())
	}
}

// TestNoAddress: a host without an address, and one that cannot be looked up.
func TestNoAddress(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.New("broken")} {
		c := client(t, func(o *Options) { o.Resolve = func(context.Context, string) ([]netip.Addr, error) { return nil, err } })
		r, err := get(c, "http://a.example/")
		fails(t, r, err, DNS)
	}
}

// TestOneLookup: many calls for a host at the same time wait for one lookup; a call with a context that ends leaves.
func TestOneLookup(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	answer, begun := make(chan bool), make(chan bool, 1)
	n := newTestNames(t, new(clock), func(context.Context, string) ([]netip.Addr, error) {
		calls.Add(1)
		begun <- true
		<-answer
		return []netip.Addr{netip.IPv6Unspecified()}, nil
	})
	impatient, leave := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() {
		if _, err := n.find(impatient, "a"); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	<-begun
	for range 20 {
		all.Go(func() {
			if list, err := n.find(context.Background(), "a"); err != nil || len(list) != 1 {
				t.Error(list, err)
			}
		})
	}
	leave()
	time.Sleep(short / 10)
	close(answer)
	all.Wait()
	if calls.Load() != 1 {
		t.Errorf("%d lookups", calls.Load())
	}
}

// TestStuckLookup: a resolver that does not return is asked again, when its time is over.
func TestStuckLookup(t *testing.T) {
	t.Parallel()
	var c clock
	var calls atomic.Int32
	stuck := make(chan bool)
	t.Cleanup(func() { close(stuck) })
	n := newTestNames(t, &c, func(context.Context, string) ([]netip.Addr, error) {
		if calls.Add(1) == 1 {
			<-stuck
		}
		return []netip.Addr{netip.IPv6Unspecified()}, nil
	})
	ctx, cancel := context.WithTimeout(context.Background(), short/10)
	defer cancel()
	if _, err := n.find(ctx, "a"); err == nil {
		t.Error("found")
	}
	c.pass(n.within + 1)
	if _, err := n.find(context.Background(), "a"); err != nil || calls.Load() != 2 {
		t.Error(err, calls.Load())
	}
}

// TestManyNames: the number of names and of their addresses is bounded.
func TestManyNames(t *testing.T) {
	t.Parallel()
	var c clock
	many := make([]netip.Addr, 1000)
	for i := range many {
		many[i] = netip.AddrFrom4([4]byte{1, 1, byte(i >> 8), byte(i)})
	}
	n := newTestNames(t, &c, always(many...))
	for i := range maxNames + 100 {
		if list, err := n.find(context.Background(), fmt.Sprint("host", i)); err != nil || len(list) != maxAddresses {
			t.Fatal(len(list), err)
		}
	}
	_, first := n.known["host99"]
	_, next := n.known["host100"]
	if len(n.known) != maxNames || n.order.Len() != maxNames || first || !next {
		t.Errorf("%d names, %d in order, %v %v", len(n.known), n.order.Len(), first, next)
	}
}

// TestRebinding: a name that means a public address first and a private one later is refused then, by the address that would be
// dialled.
func TestRebinding(t *testing.T) {
	t.Parallel()
	var c clock
	address := serve(t, say(ok))
	list := []netip.Addr{netip.MustParseAddr("93.184.216.34")}
	k := New(Options{
		Now: c.now, Redirect: to(address),
		Resolve: func(context.Context, string) ([]netip.Addr, error) { return list, nil },
	})
	defer k.Close()
	r, err := get(k, "http://a.example/")
	if err != nil || r.Begun != c.now() {
		t.Fatal(err)
	}
	list = []netip.Addr{netip.MustParseAddr("127.0.0.1")}
	c.pass(nameTime + 1)
	r, err = get(k, "http://a.example/")
	fails(t, r, err, Refused)
}

// TestSystem: names of the web are absolute, those of this machine are known.
func TestSystem(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{"a.example": "a.example.", "a.example.": "a.example.", "localhost": "localhost"} {
		if got := absolute(host); got != want {
			t.Error(host, got)
		}
	}
	list, err := system(context.Background(), "localhost")
	if err != nil {
		t.Skip("no test of the resolver of the system: it does not know localhost; add it to /etc/hosts: ", err)
	}
	for _, a := range list {
		if !a.Unmap().IsLoopback() {
			t.Error(list)
		}
	}
}
