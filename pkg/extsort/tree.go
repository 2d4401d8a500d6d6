package extsort

// loserTree finds the least of k runs with log2(k) comparisons. Node 0 holds the winner; every other node the loser of
// the match played there. That a run is at its end is kept apart from its key: no key value is special.
type loserTree struct {
	nodes []int
	leads []uint64           // the leading key bits of each run's current record
	done  []bool             // runs at their end
	tie   func(a, b int) int // orders the current records of two runs whose leads are equal
}

func newLoserTree(k int, tie func(a, b int) int) *loserTree {
	return &loserTree{nodes: make([]int, k), leads: make([]uint64, k), done: make([]bool, k), tie: tie}
}

// less tells whether run a comes before run b; equal records in the order of the runs.
func (t *loserTree) less(a, b int) bool {
	if t.done[a] != t.done[b] {
		return t.done[b]
	}
	if t.leads[a] != t.leads[b] {
		return t.leads[a] < t.leads[b]
	}
	if !t.done[a] {
		if c := t.tie(a, b); c != 0 {
			return c < 0
		}
	}
	return a < b
}

// start plays all matches; leads and done must be set.
func (t *loserTree) start() {
	k := len(t.nodes)
	winners := make([]int, 2*k)
	for i := range k {
		winners[k+i] = i
	}
	for i := k - 1; i > 0; i-- {
		a, b := winners[2*i], winners[2*i+1]
		if t.less(b, a) {
			a, b = b, a
		}
		winners[i], t.nodes[i] = a, b
	}
	t.nodes[0] = winners[1%len(winners)]
}

// winner is the run with the least record.
func (t *loserTree) winner() int { return t.nodes[0] }

// replay plays the winner's matches again after its lead or done has changed.
func (t *loserTree) replay() {
	w := t.nodes[0]
	for i := (w + len(t.nodes)) / 2; i > 0; i /= 2 {
		if t.less(t.nodes[i], w) {
			t.nodes[i], w = w, t.nodes[i]
		}
	}
	t.nodes[0] = w
}
