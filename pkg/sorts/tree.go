package sorts

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Tree finds the first of k runs with log2(k) matches a record: a tree of losers (Knuth 1998, 5.4.1). Node 0 holds the winner,
// every other node the loser of the match played there. That a run has ended is kept apart from its lead: no lead is special.
type Tree struct {
	nodes []int    // -1: nobody has come yet
	leads []uint64 // what decides first: the lower wins
	ended []bool
	tie   func(a, b int) bool
}

// NewTree makes a tree of k runs. Where the leads of two runs are equal, tie reports whether the record of run a comes
// before that of run b. Of equal records, that of the lower run should come first. tie may change the lead of the run
// that comes later.
func NewTree(k int, tie func(a, b int) bool) *Tree {
	t := &Tree{nodes: make([]int, max(k, 1)), leads: make([]uint64, k), ended: make([]bool, k), tie: tie}
	for i := range t.nodes {
		t.nodes[i] = -1
	}
	return t
}

// First is the run with the first record; it is not ok if all have ended. Each run must have been put in or ended.
func (t *Tree) First() (run int, ok bool) {
	run = t.nodes[0]
	return run, run >= 0 && !t.ended[run]
}

// Put says what the lead of the next record of a run is: of each run once, and then of the one that was the first.
func (t *Tree) Put(run int, lead uint64) {
	t.leads[run] = lead
	t.play(run)
}

// End says that a run has no more records. It is called in place of Put.
func (t *Tree) End(run int) {
	t.leads[run], t.ended[run] = math.MaxUint64, true
	t.play(run)
}

// play plays the matches of a run from its leaf upwards, as long as the other side has a run.
func (t *Tree) play(run int) {
	lead := t.leads[run]
	for p := (run + len(t.nodes)) >> 1; p > 0; p >>= 1 {
		other := t.nodes[p]
		if other < 0 {
			t.nodes[p] = run
			return
		}
		if l := t.leads[other]; l < lead || l == lead && t.tied(other, run) {
			t.nodes[p], run, lead = run, other, l
		}
	}
	t.nodes[0] = run
}

// tied reports whether run a comes before run b, where both have the same lead.
func (t *Tree) tied(a, b int) bool {
	if t.ended[a] || t.ended[b] {
		return !t.ended[a]
	}
	return t.tie(a, b)
}

// StringTree is a tree of strings that compares every byte of a string about once, however many runs there are (an LCP
// loser tree, Ng and Kakehi 2008). The lead of a string says how many bytes it shares with the previous winner. Of two
// strings, the one that shares more comes first. Only if both share as many bytes are they compared, from there on.
type StringTree struct {
	tree    *Tree
	strings [][]byte
}

// NewStringTree makes a tree of k runs of strings, which ascend or, if desc, descend.
func NewStringTree(k int, desc bool) *StringTree {
	t := &StringTree{strings: make([][]byte, k)}
	t.tree = NewTree(k, func(a, b int) bool {
		x, y := t.strings[a], t.strings[b]
		n := t.Shared(a)
		n += Shared(x[n:], y[n:])
		order := Compare(x, y, n)
		if desc {
			order = -order
		}
		if order < 0 || order == 0 && a < b {
			t.tree.leads[b] = ^uint64(n) // what the loser shares with the winner
			return true
		}
		t.tree.leads[a] = ^uint64(n)
		return false
	})
	return t
}

// First returns the run with the least string, as Tree.First does.
func (t *StringTree) First() (run int, ok bool) { return t.tree.First() }

// Shared is how many bytes the string of the first run shares with the previous winner.
func (t *StringTree) Shared(run int) int { return int(^t.tree.leads[run]) }

// Put gives the run its next string, which shares some first bytes with the one before it. The string must stay until the
// run is put in again.
func (t *StringTree) Put(run int, s []byte, shared int) {
	t.strings[run] = s
	t.tree.Put(run, ^uint64(shared))
}

// End ends a run, as Tree.End does.
func (t *StringTree) End(run int) { t.tree.End(run) }

// Shared is the number of bytes that two strings have in common at their beginnings.
func Shared(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+8 <= n {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
		i += 8
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// Compare orders two strings that share n bytes and no more.
func Compare(a, b []byte, n int) int {
	if n < len(a) && n < len(b) {
		return int(a[n]) - int(b[n])
	}
	return len(a) - len(b)
}
