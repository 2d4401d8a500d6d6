package crawlorder

import (
	"errors"
	"fmt"
	"math"
	"time"

	"webmill/pkg/arena"
	"webmill/pkg/idset"
	"webmill/pkg/tuple"
)

// hosts are the queues of a crawler that has one for each host, as real ones have, which wait between two requests to the same
// server (Kulvait 2007, 3.1 and 3.2). The best page of all hosts that do not wait is fetched; or, where the larger sites come
// first, the best page of the host with the most known pages that are not fetched, and of equal ones of the lowest host
// (Kulvait 2007, 4.7.1).
//
// Memory: besides the frontier, 4 bytes a page and 40 a host.
type hosts struct {
	pages  *heapKeys
	of     []int32  // host of each page; hosts are numbered as pages are, 0 … in the order of their ids
	from   []uint64 // where the pages of a host are in items, and at the end where those of the last one end
	items  heap     // a heap of pages for each host
	size   []int32  // of the heaps
	best   heapKeys // of hosts
	ready  heap     // hosts that have pages and do not wait
	larger bool
	line   *line
}

const (
	hostPageBytes = 4
	hostBytes     = 40
)

// newHosts reads the host of each page.
func newHosts(w *web, f *frontier, in tuple.Input, larger bool, fits func(hosts, pages, strays int64) error) (*hosts, error) {
	s := &hosts{pages: &f.pages, items: f.heap[:w.end], larger: larger}
	var err error
	if s.of, err = arena.Take[int32](&f.memory, w.end); err != nil {
		return nil, err
	}
	for i := range s.of {
		s.of[i] = -1
	}
	ids := idset.Set{}
	defer ids.Free()
	pages := int64(0)
	strays, err := w.each(in, func(page, host int32) error {
		s.of[page] = host
		pages++
		ids.Add(host)
		return nil
	})
	if err == nil {
		err = fits(int64(ids.Len()), pages, strays)
	}
	if err != nil {
		return nil, err
	}
	ids.Index()
	if err := s.reserve(f, int64(ids.Len())); err != nil {
		return nil, err
	}
	for page, host := range s.of {
		if host >= 0 {
			s.of[page] = ids.Rank(host)
			s.from[s.of[page]+1]++
		} else if w.exists(int32(page)) {
			return nil, fmt.Errorf("%s: page %d has no host", in.Name, w.id(int32(page)))
		}
	}
	for h := 1; h < len(s.from); h++ {
		s.from[h] += s.from[h-1]
	}
	return s, nil
}

// reserve takes the memory for n hosts.
func (s *hosts) reserve(f *frontier, n int64) (err error) {
	if s.from, err = arena.Take[uint64](&f.memory, n+1); err != nil {
		return err
	}
	if s.best.keys, err = arena.Take[float64](&f.memory, n); err != nil {
		return err
	}
	for _, list := range []*[]int32{&s.size, &s.best.ties, &s.best.index} {
		if *list, err = arena.Take[int32](&f.memory, n); err != nil {
			return err
		}
	}
	if s.ready, err = arena.Take[uint64](&f.memory, n); err != nil {
		return err
	}
	s.ready = s.ready[:0]
	if s.larger {
		s.best.ties = nil
	}
	return nil
}

// heap returns the heap of the pages of a host.
func (s *hosts) heap(host int32) heap {
	from := s.from[host]
	return s.items[from : from+uint64(s.size[host]) : s.from[host+1]]
}

// put puts a page into the queue of its host, or takes note of its new key if it is there.
func (s *hosts) put(page, at int32) {
	host := s.of[page]
	h := s.heap(host)
	if at > absent {
		h.fix(s.pages, int(at-1))
	} else {
		h.add(s.pages, page)
		s.size[host]++
	}
	s.rate(host)
}

// rate puts a host where it belongs among the others.
func (s *hosts) rate(host int32) {
	at := s.best.index[host]
	size := s.size[host]
	switch {
	case at == waits:
		return
	case size == 0:
		if at > absent {
			s.ready = s.ready.remove(&s.best, int(at-1))
		}
		return
	case s.larger:
		s.best.keys[host] = float64(size)
	default:
		best := s.heap(host).best()
		s.best.keys[host], s.best.ties[host] = s.pages.keys[best], best
	}
	if at > absent {
		s.ready.fix(&s.best, int(at-1))
	} else {
		s.ready = s.ready.add(&s.best, host)
	}
}

// take takes the best page, of which there must be one. With a time line, its host waits then.
func (s *hosts) take() int32 {
	if s.line != nil {
		s.line.wake(s)
	}
	host := s.ready.best()
	h := s.heap(host)
	page := h.best()
	h.remove(s.pages, 0)
	s.size[host]--
	if s.line != nil {
		s.ready = s.ready.remove(&s.best, 0)
		s.best.index[host] = waits
		s.line.fetch(host)
	} else {
		s.rate(host)
	}
	return page
}

// TimeLine says how fast a crawler may be. Then it fetches, at each time, the best page whose host does not wait, and waits
// where there is none.
type TimeLine struct {
	Delay time.Duration // between two pages of a host
	Rate  float64       // pages a second, at most; 0: any number
	Times tuple.Sink    // takes (id, second) of each page that is fetched, sorted by id; may be nil
}

// line is a time line: the first page is fetched at time 0. Finding links takes no time.
//
// All hosts wait equally long, so they stop in the order in which they began: a ring of hosts is enough.
type line struct {
	delay int64 // ns
	rate  float64
	begun int64 // since then the rate was all that the crawler waited for
	since int64 // pages fetched since then
	now   int64 // when the next page may be fetched
	at    int64 // when the last one was
	until []uint64
	ring  []int32
	first int // of the ring
	n     int // hosts that wait
}

const lineBytes = 12 // a host

func newLine(t *TimeLine, f *frontier, hosts int64) (l *line, err error) {
	l = &line{delay: int64(t.Delay), rate: t.Rate}
	if l.until, err = arena.Take[uint64](&f.memory, hosts); err == nil {
		l.ring, err = arena.Take[int32](&f.memory, hosts)
	}
	return l, err
}

// fetch notes that a page of a host is fetched now.
func (l *line) fetch(host int32) {
	l.ring[(l.first+l.n)%len(l.ring)] = host
	l.n++
	l.at = l.now
	l.until[host] = uint64(l.now + l.delay)
	if l.since++; l.rate > 0 { // counted, not added up, which would round again for each page
		l.now = l.begun + int64(min(math.Ceil(float64(l.since)/l.rate*1e9), math.MaxInt64/2))
	}
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
			l.begun, l.since = l.now, 0
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
		s.best.index[host] = absent
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
