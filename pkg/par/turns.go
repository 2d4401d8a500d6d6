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

// Turns lets numbered tasks be finished one after the other, whoever does them. Each worker has a Turn of its own.
type Turns struct {
	mu      sync.Mutex
	changed sync.Cond
	next    int // the task whose turn it is
	stopped bool
}

// NewTurns begins with task 0.
func NewTurns() *Turns {
	t := &Turns{}
	t.changed.L = &t.mu
	return t
}

// ErrStopped is what a worker returns if its turn will not come, because another worker has failed.
var ErrStopped = errors.New("another worker has failed")

// Turn is for one worker, which does one task after the other.
type Turn struct {
	turns *Turns
	task  int
	came  bool // it is the turn of the task
}

// Turn makes the Turn of a worker.
func (t *Turns) Turn() *Turn { return &Turn{turns: t} }

// Do does a task. Every task from 0 must be done, each once. work calls Wait before it hands over what it has made. If tasks
// fail, also by a panic, the error is that of the first of them; the tasks behind it get ErrStopped.
func (t *Turn) Do(task int, work func() error) error {
	t.task, t.came = task, false
	err := Guard(work)
	if stopped := t.Wait(); stopped != nil {
		return stopped
	}
	t.turns.end(err)
	return err
}

// Wait waits until all tasks before are done. It may be called again.
func (t *Turn) Wait() error {
	if t.came {
		return nil
	}
	all := t.turns
	all.mu.Lock()
	defer all.mu.Unlock()
	for all.next != t.task && !all.stopped {
		all.changed.Wait()
	}
	if all.stopped {
		return ErrStopped
	}
	t.came = true
	return nil
}

// end ends a turn: the next task may go on or, after an error, none.
func (t *Turns) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next++
	t.stopped = err != nil
	t.changed.Broadcast()
}
