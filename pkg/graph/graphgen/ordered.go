package graphgen

import (
	"sync"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// ordered makes blocks 0 … n-1 with several workers and writes them in order. Each worker gets a maker of its own from
// newMaker; the block it returns must stay valid until its next call.
func ordered(n int64, threads int, dst tuple.Sink, newMaker func() func(i int64) []int32) error {
	var taken atomic.Int64
	turns := newTurns()
	return par.Do(threads, func(int) error {
		defer turns.stop() // whatever ends one worker must not leave the others waiting
		makeBlock := newMaker()
		for {
			i := taken.Add(1) - 1
			if i >= n {
				return turns.finish(n)
			}
			block := makeBlock(i)
			if !turns.await(i) {
				return nil
			}
			if err := dst.WriteBlock(block); err != nil {
				return err
			}
			turns.pass()
		}
	})
}

// turns lets workers act in the order of their blocks.
type turns struct {
	mu      sync.Mutex
	changed *sync.Cond
	next    int64
	stopped bool
}

func newTurns() *turns {
	t := &turns{}
	t.changed = sync.NewCond(&t.mu)
	return t
}

// await returns when it is the turn of block i, or false when there will be no more turns.
func (t *turns) await(i int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.next != i && !t.stopped {
		t.changed.Wait()
	}
	return !t.stopped
}

// finish returns when all n blocks are written, or nobody will write them.
func (t *turns) finish(n int64) error {
	t.await(n)
	return nil
}

func (t *turns) pass() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next++
	t.changed.Broadcast()
}

func (t *turns) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	t.changed.Broadcast()
}
