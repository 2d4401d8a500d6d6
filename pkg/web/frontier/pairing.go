package frontier

import (
	"encoding/binary"
	"math"

	"webmill/pkg/spill"
)

// pairing is a queue by keys: credits, or what focus says. It is a pairing heap for each host (Fredman, Sedgewick, Sleator and
// Tarjan 1986): a tree in which no URL has a greater key than the one above it. The trees below a URL are a list.
type pairing struct {
	hosts *hosts
	nodes *spill.Array
	tie   func(a, b uint32) bool // whether a comes before b, if their keys are equal
}

// The fields of a node, by their places. Nodes are numbers of URLs + 1; 0 is none.
const (
	nodeBytes = 32
	nodeKey   = 0  // float64
	nodeBelow = 8  // uint32: the first node of the list below it
	nodeNext  = 12 // uint32: the next node of its list
	nodePrev  = 16 // uint32: the node before it in its list; for the first one the node above
)

func (q *pairing) key(url uint32) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(q.nodes.Read(int64(url))[nodeKey:]))
}

// setKey gives a key to a URL that does not wait.
func (q *pairing) setKey(url uint32, key float64) {
	binary.LittleEndian.PutUint64(q.nodes.Slot(int64(url))[nodeKey:], math.Float64bits(key))
}

func (q *pairing) get(n uint32, field int) uint32 {
	return binary.LittleEndian.Uint32(q.nodes.Read(int64(n - 1))[field:])
}

func (q *pairing) set(n uint32, field int, v uint32) {
	if n != 0 {
		binary.LittleEndian.PutUint32(q.nodes.Slot(int64(n - 1))[field:], v)
	}
}

func (q *pairing) before(a, b uint32) bool {
	ka, kb := q.key(a-1), q.key(b-1)
	if ka != kb {
		return ka > kb
	}
	return q.tie(a-1, b-1)
}

// meld makes one tree of two. Their roots must have no next.
func (q *pairing) meld(a, b uint32) uint32 {
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

func (q *pairing) root(host, root uint32) {
	q.set(root, nodeNext, 0)
	q.set(root, nodePrev, 0)
	q.hosts.setUint32(host, hostHead, root)
}

func (q *pairing) push(host, url uint32, _ bool) {
	n := url + 1
	for _, field := range []int{nodeBelow, nodeNext, nodePrev} {
		q.set(n, field, 0)
	}
	q.root(host, q.meld(q.hosts.uint32(host, hostHead), n))
}

// raise gives a URL that waits a key that is not smaller.
func (q *pairing) raise(host, url uint32, key float64) {
	q.setKey(url, key)
	n, root := url+1, q.hosts.uint32(host, hostHead)
	if n == root {
		return
	}
	q.cut(n)
	q.root(host, q.meld(root, n))
}

// change gives a URL that waits any other key.
func (q *pairing) change(host, url uint32, key float64) {
	if key >= q.key(url) {
		q.raise(host, url, key)
		return
	}
	q.remove(host, url)
	q.setKey(url, key)
	q.push(host, url, false)
}

// cut takes a node that is not the root, with all below it, out of the tree.
func (q *pairing) cut(n uint32) {
	prev, next := q.get(n, nodePrev), q.get(n, nodeNext)
	if q.get(prev, nodeBelow) == n {
		q.set(prev, nodeBelow, next)
	} else {
		q.set(prev, nodeNext, next)
	}
	q.set(next, nodePrev, prev)
	q.set(n, nodeNext, 0)
	q.set(n, nodePrev, 0)
}

func (q *pairing) best(host uint32) (url uint32, key float64) {
	url = q.hosts.uint32(host, hostHead) - 1
	return url, q.key(url)
}

func (q *pairing) pop(host uint32) { q.root(host, q.below(q.hosts.uint32(host, hostHead))) }

func (q *pairing) remove(host, url uint32) {
	n, root := url+1, q.hosts.uint32(host, hostHead)
	if n == root {
		q.pop(host)
		return
	}
	q.cut(n)
	q.root(host, q.meld(root, q.below(n)))
}

// below makes one tree of those below a node: it melds them in pairs, from the first to the last, and the pairs from the last to
// the first.
func (q *pairing) below(n uint32) (all uint32) {
	n = q.get(n, nodeBelow)
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
	for pairs != 0 {
		next := q.get(pairs, nodeNext)
		q.set(pairs, nodeNext, 0)
		all = q.meld(all, pairs)
		pairs = next
	}
	q.set(all, nodePrev, 0)
	return all
}
