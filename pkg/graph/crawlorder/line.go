package crawlorder

import (
	"errors"
	"math"
	"time"

	"webmill/pkg/tuple"
)

// TimeLine says how fast a crawler may be. Then it fetches, at each time, the best page whose host does not wait, and waits
// where there is none.
type TimeLine struct {
	Delay time.Duration // between two pages of a host
	Pause time.Duration // between any two pages
	Times tuple.Sink    // takes (id, second) of each page that is fetched, sorted by id; may be nil
}

// line is a time line: the first page is fetched at time 0. Finding links takes no time.
//
// All hosts wait equally long, so they stop in the order in which they began: a ring of hosts is enough.
type line struct {
	delay, pause int64 // ns
	now          int64 // when the next page may be fetched
	at           int64 // when the last one was
	until        []uint64
	ring         []int32
	first, n     int // of the ring: those that wait
}

const lineBytes = 12 // a host

func newLine(t *TimeLine, f *frontier, hosts int64) (l *line, err error) {
	l = &line{delay: int64(t.Delay), pause: int64(t.Pause)}
	if l.until, err = f.words(hosts); err == nil {
		l.ring, err = f.ints(hosts)
	}
	return l, err
}

// fetch notes that a page of a host is fetched now.
func (l *line) fetch(host int32) {
	l.ring[(l.first+l.n)%len(l.ring)] = host
	l.n++
	l.at = l.now
	l.until[host] = uint64(l.now + l.delay)
	l.now += l.pause
}

// wake ends the waiting of the hosts that have waited long enough. If there is no page that may be fetched then, the time goes
// on to when there is one.
func (l *line) wake(s *hosts) {
	l.release(s)
	if len(s.ready) > 0 {
		return
	}
	for i := range l.n {
		if host := l.ring[(l.first+i)%len(l.ring)]; s.size[host] > 0 {
			l.now = int64(l.until[host])
			l.release(s)
			return
		}
	}
}

// release lets the hosts go that need not wait any more.
func (l *line) release(s *hosts) {
	for ; l.n > 0 && int64(l.until[l.ring[l.first]]) <= l.now; l.n-- {
		host := l.ring[l.first]
		l.first = (l.first + 1) % len(l.ring)
		s.best.place[host] = 0
		s.rate(host)
	}
}

var errTime = errors.New("the crawl takes more than 2147483647 seconds")

// second is when the last page was fetched.
func (l *line) second() (int32, error) {
	s := l.at / int64(time.Second)
	if s > math.MaxInt32 || l.at < 0 {
		return 0, errTime
	}
	return int32(s), nil
}
