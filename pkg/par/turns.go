package par

import "sync"

// Turns lets numbered pieces of work be finished one after the other, whoever does them. With nil Turns no piece waits.
type Turns struct {
	mu      sync.Mutex
	moved   sync.Cond
	turn    int
	stopped bool
}

// NewTurns begins with piece 0.
func NewTurns() *Turns {
	t := &Turns{}
	t.moved.L = &t.mu
	return t
}

// Wait returns when it is the turn of piece i, or false when the work was stopped.
func (t *Turns) Wait(i int) bool {
	if t == nil {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.turn != i && !t.stopped {
		t.moved.Wait()
	}
	return !t.stopped
}

// Next lets the piece after the current one go on.
func (t *Turns) Next() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turn++
	t.moved.Broadcast()
}

// Stop ends all waiting, after a failure.
func (t *Turns) Stop() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	t.moved.Broadcast()
}
