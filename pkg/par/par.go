// Package par runs a fixed number of workers and keeps the first error; it has pipes of blocks, and queues that keep the order of
// their jobs. What to choose when:
//
//	Do         each worker has work of its own, or shares it with the others by itself
//	Each       there are n tasks, in memory or easy to reach, and their order means nothing
//	InOrder    the same, but what comes of the tasks is used in their order, like output
//	AnyOrder   takes what InOrder takes where the order does not count
//	Queue      jobs come one after the other, how many is not known, and one goroutine uses what comes of them in their order
//	Pipe       one side makes blocks while the other uses them: it reads ahead or writes behind
//	Written    code that writes to an io.Writer is read as an io.Reader
//	Chain      workers read an input that is in parts
//
// What the workers share: Limit bounds how many are at something, Stock has the buffers that they use in turn, Turns lets them
// finish numbered tasks in order, Error keeps the first error.
//
//	par.go      Guard and Do, Each, InOrder, AnyOrder; Chain, Error
//	turns.go    Limit, Stock, Turns
//	queue.go    Queue
//	pipe.go     Pipe
//	written.go  Written
package par

import (
	"cmp"
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

// Each does tasks 0 … n-1. A worker takes the next task that nobody has begun, until all are done or one
// fails. begin makes what a worker needs.
func Each(workers, n int, begin func(worker int) (task func(i int) error)) error {
	var next atomic.Int64
	var failed atomic.Bool
	return Do(workers, func(worker int) error {
		task := begin(worker)
		for i := int(next.Add(1) - 1); i < n && !failed.Load(); i = int(next.Add(1) - 1) {
			if err := Guard(func() error { return task(i) }); err != nil {
				failed.Store(true)
				return err
			}
		}
		return nil
	})
}

// InOrder is Each for tasks whose results are used in their order. begin makes what a worker needs: work may run for several
// tasks at the same time, finish runs for one task after the other. If tasks fail, the error is that of the first of them.
func InOrder(workers, n int, begin func(worker int) (work, finish func(i int) error)) error {
	turns := NewTurns()
	return Each(workers, n, func(worker int) func(int) error {
		work, finish := begin(worker)
		turn := turns.Turn()
		return func(i int) error {
			return turn.Do(i, func() error {
				if err := work(i); err != nil {
					return err
				}
				if err := turn.Wait(); err != nil {
					return err
				}
				return finish(i)
			})
		}
	})
}

// AnyOrder is InOrder, but finish need not wait for the tasks before: it may run for several at the same time.
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

// Chain is an input in parts. Workers share a part; when it has ended, they go on with the next.
type Chain[P any] struct {
	Parts []P
	at    atomic.Int32
}

// Read reads from the current part. If read returns io.EOF, that part has ended, and Read goes on with the next. Workers
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
