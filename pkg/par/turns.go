package par

import (
	"errors"
	"sync"
)

// Limit lets a bounded number of goroutines be at something at the same time.
type Limit chan struct{}

// NewLimit lets n goroutines in.
func NewLimit(n int) Limit { return make(Limit, n) }

// Lock waits for a place.
func (l Limit) Lock() { l <- struct{}{} }

// Unlock gives it back.
func (l Limit) Unlock() { <-l }

// Stock has things that workers use in turn, like buffers.
type Stock[T any] chan T

// NewStock makes n things.
func NewStock[T any](n int, create func() T) Stock[T] {
	s := make(Stock[T], n)
	for range n {
		s <- create()
	}
	return s
}

// Take waits for a thing that nobody uses.
func (s Stock[T]) Take() T { return <-s }

// Return gives it back.
func (s Stock[T]) Return(thing T) { s <- thing }

// Turns lets numbered pieces of work be finished one after the other, whoever does them.
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

// Wait waits for the turn of piece i. It reports whether the turn came, or the work was stopped before.
func (t *Turns) Wait(i int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.turn != i && !t.stopped {
		t.moved.Wait()
	}
	return !t.stopped
}

// ErrStopped is what a worker returns if its turn will not come, because another worker has failed.
var ErrStopped = errors.New("another worker has failed")

// Do is Do for workers that wait for turns. If one of them fails, also by a panic, the others wait no longer.
func (t *Turns) Do(n int, work func(worker int) error) error {
	return Do(n, func(worker int) error {
		err := Guard(func() error { return work(worker) })
		if err != nil {
			t.Stop()
		}
		return err
	})
}

// Next lets the piece after the current one go on.
func (t *Turns) Next() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turn++
	t.moved.Broadcast()
}

// Stop ends all waiting, after a failure.
func (t *Turns) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	t.moved.Broadcast()
}
