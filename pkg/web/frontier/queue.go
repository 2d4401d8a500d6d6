package frontier

import (
	"encoding/binary"
	"math"

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

// credits is a queue by credit. It is a pairing heap for each host (Fredman, Sedgewick, Sleator and Tarjan 1986): a tree in which
// no URL has more credit than the one above it. The trees below a URL are a list.
type credits struct {
	hosts *hosts
	nodes *spill.Array
	tie   func(a, b uint32) bool // whether a comes before b, if their credits are equal
}

// The fields of a node, by their places. Nodes are numbers of URLs + 1; 0 is none.
const (
	nodeBytes  = 32
	nodeCredit = 0  // float64
	nodeBelow  = 8  // uint32: the first node of the list below it
	nodeNext   = 12 // uint32: the next node of its list
	nodePrev   = 16 // uint32: the node before it in its list; for the first one the node above
)

func (q *credits) credit(url uint32) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(q.nodes.Read(int64(url))[nodeCredit:]))
}

func (q *credits) setCredit(url uint32, credit float64) {
	binary.LittleEndian.PutUint64(q.nodes.Slot(int64(url))[nodeCredit:], math.Float64bits(credit))
}

func (q *credits) get(n uint32, field int) uint32 {
	return binary.LittleEndian.Uint32(q.nodes.Read(int64(n - 1))[field:])
}

func (q *credits) set(n uint32, field int, v uint32) {
	if n != 0 {
		binary.LittleEndian.PutUint32(q.nodes.Slot(int64(n - 1))[field:], v)
	}
}

func (q *credits) before(a, b uint32) bool {
	ca, cb := q.credit(a-1), q.credit(b-1)
	if ca != cb {
		return ca > cb
	}
	return q.tie(a-1, b-1)
}

// meld makes one tree of two. Their roots must have no next.
func (q *credits) meld(a, b uint32) uint32 {
	if a == 0 || b == 0 {
		return a + b
	}
	if q.before(b, a) {
		a, b = b, a
	}
	first := q.get(a, nodeBelow)
	q.set(b, nodeNext, first)
	q.set(first, nodePrev, b)
	q.set(b, nodePrev, a)
	q.set(a, nodeBelow, b)
	return a
}

func (q *credits) root(host, root uint32) {
	q.set(root, nodeNext, 0)
	q.set(root, nodePrev, 0)
	q.hosts.setUint32(host, hostHead, root)
}

func (q *credits) push(host, url uint32, _ bool) {
	n := url + 1
	for _, field := range []int{nodeBelow, nodeNext, nodePrev} {
		q.set(n, field, 0)
	}
	q.root(host, q.meld(q.hosts.uint32(host, hostHead), n))
}

// raise gives a URL that waits more credit.
func (q *credits) raise(host, url uint32, credit float64) {
	q.setCredit(url, credit)
	n, root := url+1, q.hosts.uint32(host, hostHead)
	if n == root {
		return
	}
	prev, next := q.get(n, nodePrev), q.get(n, nodeNext)
	if q.get(prev, nodeBelow) == n {
		q.set(prev, nodeBelow, next)
	} else {
		q.set(prev, nodeNext, next)
	}
	q.set(next, nodePrev, prev)
	q.set(n, nodeNext, 0)
	q.set(n, nodePrev, 0)
	q.root(host, q.meld(root, n))
}

func (q *credits) best(host uint32) (url uint32, key float64) {
	url = q.hosts.uint32(host, hostHead) - 1
	return url, q.credit(url)
}

// pop melds the trees below the root in pairs, from the first to the last, and the pairs from the last to the first.
func (q *credits) pop(host uint32) {
	n := q.get(q.hosts.uint32(host, hostHead), nodeBelow)
	var pairs uint32 // a list by next, the last pair first
	for n != 0 {
		a, b := n, q.get(n, nodeNext)
		n = 0
		if b != 0 {
			n = q.get(b, nodeNext)
			q.set(b, nodeNext, 0)
		}
		q.set(a, nodeNext, 0)
		pair := q.meld(a, b)
		q.set(pair, nodeNext, pairs)
		pairs = pair
	}
	var all uint32
	for pairs != 0 {
		next := q.get(pairs, nodeNext)
		q.set(pairs, nodeNext, 0)
		all = q.meld(all, pairs)
		pairs = next
	}
	q.root(host, all)
}
