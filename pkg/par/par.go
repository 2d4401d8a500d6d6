// Package par runs a bounded number of workers and keeps the first error.
package par

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is the error that a worker's panic becomes: a tool never shows a stack trace unless it is asked to.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("internal error: %v", p.Value) }

// Guard calls f and turns a panic into an error.
func Guard(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{v, debug.Stack()}
		}
	}()
	return f()
}

// Do runs work(0) … work(n-1) at the same time, each guarded, and waits for them. It returns the first error that occurred;
// ErrStopped only if there is no other.
func Do(n int, work func(worker int) error) error {
	if n == 1 {
		return Guard(func() error { return work(0) })
	}
	var wait sync.WaitGroup
	var first, stopped Error
	for i := range n {
		wait.Go(func() {
			if err := Guard(func() error { return work(i) }); err == ErrStopped {
				stopped.Set(err)
			} else {
				first.Set(err)
			}
		})
	}
	wait.Wait()
	return cmp.Or(first.Get(), stopped.Get())
}

// Each does pieces of work 0 … n-1. A worker takes the next piece that nobody has begun, until all are done or one
// fails. begin makes what a worker needs.
func Each(workers, n int, begin func(worker int) (piece func(i int) error)) error {
	var next atomic.Int64
	var failed atomic.Bool
	return Do(workers, func(worker int) error {
		piece := begin(worker)
		for i := int(next.Add(1) - 1); i < n && !failed.Load(); i = int(next.Add(1) - 1) {
			if err := Guard(func() error { return piece(i) }); err != nil {
				failed.Store(true)
				return err
			}
		}
		return nil
	})
}

// InOrder is Each for pieces whose results are used in their order. begin makes what a worker needs: work may run for several
// pieces at the same time, finish runs for one piece after the other. If pieces fail, the error is that of the first of them.
func InOrder(workers, n int, begin func(worker int) (work, finish func(i int) error)) error {
	turns := NewTurns()
	return Each(workers, n, func(worker int) func(int) error {
		work, finish := begin(worker)
		return func(i int) error {
			err := Guard(func() error { return work(i) })
			if !turns.Wait(i) {
				return nil // another worker failed and returns the error
			}
			if err == nil {
				err = Guard(func() error { return finish(i) })
			}
			if err != nil {
				turns.Stop()
				return err
			}
			turns.Next()
			return nil
		}
	})
}

// AnyOrder is InOrder, but finish need not wait for the pieces before: it may run for several at the same time.
func AnyOrder(workers, n int, begin func(worker int) (work, finish func(i int) error)) error {
	return Each(workers, n, func(worker int) func(int) error {
		work, finish := begin(worker)
		return func(i int) error {
			if err := work(i); err != nil {
				return err
			}
			return finish(i)
		}
	})
}

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

// Chain is an input in parts. Workers share a part; when it has ended, they go on with the next.
type Chain[P any] struct {
	Parts []P
	at    atomic.Int32
}

// Read reads a piece of the current part. If read returns io.EOF, that part has ended, and Read goes on with the next. Workers
// may read the same part at once.
func (c *Chain[P]) Read(read func(P) error) error {
	for {
		i := c.at.Load()
		if int(i) == len(c.Parts) {
			return io.EOF
		}
		if err := read(c.Parts[i]); err != io.EOF {
			return err
		}
		c.at.CompareAndSwap(i, i+1)
	}
}

// Before inserts p in front of the parts that have not ended. Nobody may read at the same time.
func (c *Chain[P]) Before(p P) {
	c.Parts = append([]P{p}, c.Parts[c.at.Load():]...)
	c.at.Store(0)
}

// Error keeps the first error that is set.
type Error struct{ p atomic.Pointer[error] }

// Set keeps err if it is the first one that is not nil.
func (e *Error) Set(err error) {
	if err != nil {
		e.p.CompareAndSwap(nil, &err)
	}
}

// Get returns the first error, or nil.
func (e *Error) Get() error {
	if p := e.p.Load(); p != nil {
		return *p
	}
	return nil
}

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
