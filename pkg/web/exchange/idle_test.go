package exchange

import (
	"math/rand/v2"
	"net"
	"slices"
	"testing"
	"time"
)

// TestIdle: random uses, next to a list that is searched from its end.
func TestIdle(t *testing.T) {
	t.Parallel()
	a, b := net.Pipe()
	a.Close()
	b.Close()
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		var c clock
		s := idle{now: c.now, most: 1 + random.IntN(8), newest: map[string]*conn{}}
		var twin []*conn
		for range 1000 {
			key := string(rune('a' + random.IntN(4)))
			switch random.IntN(5) {
			case 0, 1:
				k := &conn{key: key, raw: &net.TCPConn{}}
				s.put(k)
				if twin = append(twin, k); len(twin) > s.most {
					twin = twin[1:]
				}
			case 2, 3:
				var want *conn
				for i, k := range slices.Backward(twin) {
					if k.key == key {
						want, twin = k, slices.Delete(twin, i, i+1)
						break
					}
				}
				if got := s.take([]byte(key)); got != want {
					t.Fatalf("%s: %p, want %p", key, got, want)
				}
			case 4:
				c.pass(time.Duration(random.Int64N(int64(idleTime / 3))))
				s.expire()
				if s.timer != nil {
					s.timer.Stop()
				}
				twin = slices.DeleteFunc(twin, func(k *conn) bool { return c.now().Sub(k.since) >= idleTime })
			}
			check(t, &s, twin)
		}
		s.close()
		check(t, &s, nil)
		s.put(&conn{key: "a", raw: &net.TCPConn{}})
		check(t, &s, nil)
	}
}

// check compares the lists of idle connections with their twin.
func check(t *testing.T, s *idle, twin []*conn) {
	t.Helper()
	var forth, back []*conn
	for k := s.first; k != nil; k = k.next {
		forth = append(forth, k)
	}
	for k := s.last; k != nil; k = k.prev {
		back = append(back, k)
	}
	slices.Reverse(back)
	byKey := 0
	for key, k := range s.newest {
		for ; k != nil; k = k.older {
			byKey++
			if k.key != key {
				t.Fatal("a wrong key")
			}
		}
	}
	if !slices.Equal(forth, twin) || !slices.Equal(back, twin) || s.count != len(twin) || byKey != len(twin) {
		t.Fatalf("%d forth, %d back, %d by key, count %d, want %d", len(forth), len(back), byKey, s.count, len(twin))
	}
}

// TestOldConnection: a connection that has waited for too long is not used, even if nothing has closed it yet.
func TestOldConnection(t *testing.T) {
	t.Parallel()
	var c clock
	url := "http://" + serve(t, say(ok, ok, ok)) + "/"
	k := client(t, func(o *Options) { o.Now = c.now })
	for i, passed := range []time.Duration{0, idleTime, idleTime + 1} {
		c.pass(passed)
		r, err := get(k, url)
		if err != nil || r.Reused != (i == 1) {
			t.Errorf("%d: %v, %+v", i, err, r)
		}
		k.Release(r)
	}
	if k.idle.count != 1 {
		t.Errorf("%d connections", k.idle.count)
	}
}

// TestNoIdle: a client may keep none.
func TestNoIdle(t *testing.T) {
	t.Parallel()
	url := "http://" + serve(t, say(ok, ok)) + "/"
	k := client(t, func(o *Options) { o.MaxIdle = -1 })
	for range 2 {
		if r, err := get(k, url); err != nil || r.Reused {
			t.Error(err)
		}
	}
}
