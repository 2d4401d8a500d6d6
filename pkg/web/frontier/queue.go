package frontier

import (
	"encoding/binary"

	"webmill/pkg/spill"
)

// queue is the queues of all hosts: their URLs that wait. It links URLs by their numbers + 1; 0 is none.
type queue interface {
	// push adds a URL. A queue with keys puts it where its key says; another one puts it at the end or, with front, at the
	// beginning.
	push(host, url uint32, front bool)
	// best is the first URL of a host, which must have one, and its key.
	best(host uint32) (url uint32, key float64)
	// pop takes the first URL of a host out.
	pop(host uint32)
	// remove takes a URL that waits out.
	remove(host, url uint32)
}

// fifo is a queue that is first in, first out. A URL that was found earlier has the greater key.
type fifo struct {
	hosts *hosts
	urls  *spill.Array
}

func (q *fifo) next(url uint32) uint32 {
	return binary.LittleEndian.Uint32(q.urls.Read(int64(url))[urlNext:])
}

func (q *fifo) link(url, next uint32) {
	binary.LittleEndian.PutUint32(q.urls.Slot(int64(url))[urlNext:], next)
}

func (q *fifo) push(host, url uint32, front bool) {
	head := q.hosts.uint32(host, hostHead)
	switch {
	case head == 0:
		q.link(url, 0)
		q.hosts.setUint32(host, hostHead, url+1)
		q.hosts.setUint32(host, hostTail, url+1)
	case front:
		q.link(url, head)
		q.hosts.setUint32(host, hostHead, url+1)
	default:
		q.link(url, 0)
		q.link(q.hosts.uint32(host, hostTail)-1, url+1)
		q.hosts.setUint32(host, hostTail, url+1)
	}
}

func (q *fifo) best(host uint32) (url uint32, key float64) {
	url = q.hosts.uint32(host, hostHead) - 1
	return url, -float64(url)
}

func (q *fifo) pop(host uint32) {
	head := q.hosts.uint32(host, hostHead)
	q.hosts.setUint32(host, hostHead, q.next(head-1))
}

// remove goes to the URL from the first one. URLs are taken out because the journal says that they are done: it has them nearly
// in the order of the queue, so only a few stand before them.
func (q *fifo) remove(host, url uint32) {
	n := q.hosts.uint32(host, hostHead)
	if n == url+1 {
		q.pop(host)
		return
	}
	for n != 0 {
		before := n - 1
		if n = q.next(before); n != url+1 {
			continue
		}
		after := q.next(url)
		q.link(before, after)
		if after == 0 {
			q.hosts.setUint32(host, hostTail, before+1)
		}
		return
	}
}
