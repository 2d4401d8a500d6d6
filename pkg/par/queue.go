package par

import "sync"

// Queue gives jobs to workers and takes what they did in the order of the jobs. All methods are for one goroutine,
// which makes the jobs and uses the results: while it does either, the workers work.
type Queue[T any] struct {
	todo    chan *Job[T]
	jobs    []*Job[T] // given to workers, not yet taken
	workers sync.WaitGroup
}

// Job is a task and what came of it.
type Job[T any] struct {
	Value   T
	err     error
	done    chan struct{} // closed when a worker has done it
	turn    chan struct{} // closed when it is the first of the queue
	dropped chan struct{} // closed when what came of it will not be used
}

// NewQueue starts the workers for a queue of at most that many jobs. begin makes what a worker needs: do does a job, end is
// called at the end. The queue must be closed.
func NewQueue[T any](workers, jobs int, begin func(worker int) (do func(*Job[T]) error, end func())) *Queue[T] {
	q := &Queue[T]{todo: make(chan *Job[T], jobs)}
	for i := range workers {
		q.workers.Go(func() {
			do, end := begin(i)
			defer end()
			for j := range q.todo {
				j.err = Guard(func() error { return do(j) })
				close(j.done)
			}
		})
	}
	return q
}

// Turn is for the worker: it waits until the jobs before this one have been taken. It returns false if this one will not be.
func (j *Job[T]) Turn() bool {
	select {
	case <-j.turn:
		return true
	case <-j.dropped:
		return false
	}
}

// Len is the number of jobs in the queue.
func (q *Queue[T]) Len() int { return len(q.jobs) }

// Full reports whether there is no space for another job.
func (q *Queue[T]) Full() bool { return len(q.jobs) == cap(q.todo) }

// Put adds a job, for the next free worker. The queue must not be full.
func (q *Queue[T]) Put(value T) {
	j := &Job[T]{Value: value, done: make(chan struct{}), turn: make(chan struct{}), dropped: make(chan struct{})}
	if q.jobs = append(q.jobs, j); len(q.jobs) == 1 {
		close(j.turn)
	}
	q.todo <- j
}

// First waits until the first job is done. The job stays in the queue.
func (q *Queue[T]) First() (*T, error) {
	j := q.jobs[0]
	<-j.done
	return &j.Value, j.err
}

// Next takes the first job, which is done, from the queue: it is the turn of the one after it.
func (q *Queue[T]) Next() {
	if q.jobs = q.jobs[1:]; len(q.jobs) > 0 {
		close(q.jobs[0].turn)
	}
}

// Take waits until the first job is done, gives it to use if it has not failed, and takes it from the queue.
func (q *Queue[T]) Take(use func(*T) error) error {
	value, err := q.First()
	if err == nil {
		err = use(value)
	}
	q.Next()
	return err
}

// TakeAll takes all jobs, up to the first error.
func (q *Queue[T]) TakeAll(use func(*T) error) (err error) {
	for err == nil && q.Len() > 0 {
		err = q.Take(use)
	}
	return err
}

// Drop empties the queue and returns its jobs, when the workers have ended them.
func (q *Queue[T]) Drop() (values []T) {
	for _, j := range q.jobs {
		close(j.dropped)
	}
	for _, j := range q.jobs {
		<-j.done
		values = append(values, j.Value)
	}
	q.jobs = nil
	return values
}

// Close empties the queue and ends the workers.
func (q *Queue[T]) Close() {
	q.Drop()
	close(q.todo)
	q.workers.Wait()
}
