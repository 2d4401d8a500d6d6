package exchange

import (
	"sync"
	"time"
)

// idleTime is how long a connection is kept. Most servers close it earlier.
const idleTime = 30 * time.Second

// idle are the connections that wait for a further request: a list in the order in which they became idle, and the newest one for
// each key.
type idle struct {
	now    func() time.Time
	most   int
	mu     sync.Mutex
	newest map[string]*conn
	first  *conn
	last   *conn
	count  int
	timer  *time.Timer
	closed bool
}

// put keeps a connection. If there are too many, it closes the one that has waited for the longest time.
func (s *idle) put(k *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.most <= 0 {
		k.close()
		return
	}
	if s.count == s.most {
		s.drop(s.first)
	}
	k.reused, k.since = true, s.now()
	if k.older = s.newest[k.key]; k.older != nil {
		k.older.newer = k
	}
	s.newest[k.key] = k
	if k.prev = s.last; k.prev != nil {
		k.prev.next = k
	} else {
		s.first = k
	}
	s.last = k
	s.count++
	if s.timer == nil {
		s.timer = time.AfterFunc(idleTime, s.expire)
	}
}

// take gives the newest connection for a key, or nil.
func (s *idle) take(key []byte) *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.newest[string(key)]
	if k == nil {
		return nil
	}
	if s.now().Sub(k.since) > idleTime { // and so are the older ones
		for k != nil {
			older := k.older
			s.drop(k)
			k = older
		}
		return nil
	}
	s.unlink(k)
	return k
}

func (s *idle) drop(k *conn) {
	s.unlink(k)
	k.close()
}

func (s *idle) unlink(k *conn) {
	switch {
	case k.newer != nil:
		k.newer.older = k.older
	case k.older != nil:
		s.newest[k.key] = k.older
	default:
		delete(s.newest, k.key)
	}
	if k.older != nil {
		k.older.newer = k.newer
	}
	if k.prev != nil {
		k.prev.next = k.next
	} else {
		s.first = k.next
	}
	if k.next != nil {
		k.next.prev = k.prev
	} else {
		s.last = k.prev
	}
	k.older, k.newer, k.prev, k.next = nil, nil, nil, nil
	s.count--
}

// expire closes connections that have waited for idleTime, and sets the timer again while others wait.
func (s *idle) expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.first != nil && s.now().Sub(s.first.since) >= idleTime {
		s.drop(s.first)
	}
	s.timer = nil
	if s.first != nil {
		s.timer = time.AfterFunc(max(time.Second, idleTime-s.now().Sub(s.first.since)), s.expire)
	}
}

// close closes all connections, and those that are put later.
func (s *idle) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for s.first != nil {
		s.drop(s.first)
	}
	if s.timer != nil {
		s.timer.Stop()
	}
}
