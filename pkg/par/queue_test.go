package par

import (
	"errors"
	"slices"
	"testing"
)

// Jobs are done by all workers at once and taken in their order; the turn of a job comes when those before it were
// taken, and never if it is dropped. An error or a panic is the job's own.
func TestQueue(t *testing.T) {
	wrong := errors.New("wrong")
	for workers := 1; workers < 5; workers++ {
		ended, taken := make(chan int, workers), -1
		q := NewQueue(workers, 2*workers, func(worker int) (func(*Job[int]) error, func()) {
			return func(j *Job[int]) error {
				switch i := j.Value; {
				case i%10 == 3:
					return wrong
				case i%10 == 4:
					panic("oh")
				case i%10 == 5 && j.Turn() && taken != i-1:
					t.Errorf("the turn of %d came when %d had been taken", i, taken)
				}
				j.Value *= 2
				return nil
			}, func() { ended <- worker }
		})
		next := 0
		for next < 100 || q.Len() > 0 {
			for ; next < 100 && !q.Full(); next++ {
				q.Put(next)
			}
			v, err := q.First()
			i := taken + 1
			var panicked *Panic
			switch {
			case i%10 == 3 && err != wrong, i%10 == 4 && !errors.As(err, &panicked), i%10 < 3 && (err != nil || *v != 2*i):
				t.Errorf("%d workers, job %d: %d, %v", workers, i, *v, err)
			}
			taken = i
			q.Next()
		}
		q.Close()
		if len(ended) != workers {
			t.Errorf("%d of %d workers have ended", len(ended), workers)
		}
	}
}

// Take and TakeAll give jobs to use in their order, and take a job that failed without it.
func TestQueueTake(t *testing.T) {
	wrong := errors.New("wrong")
	q := NewQueue(2, 5, func(int) (func(*Job[int]) error, func()) {
		return func(j *Job[int]) error {
			if j.Value == 2 {
				return wrong
			}
			return nil
		}, func() {}
	})
	defer q.Close()
	for i := range 5 {
		q.Put(i)
	}
	var used []int
	use := func(i *int) error {
		used = append(used, *i)
		if *i == 3 {
			return wrong
		}
		return nil
	}
	for _, c := range []struct {
		all  bool
		err  error
		used []int
	}{{false, nil, []int{0}}, {true, wrong, []int{0, 1}}, {false, wrong, []int{0, 1, 3}}, {true, nil, []int{0, 1, 3, 4}}} {
		take := q.Take
		if c.all {
			take = q.TakeAll
		}
		if err := take(use); err != c.err || !slices.Equal(used, c.used) {
			t.Errorf("%v, %v, not %v, %v", err, used, c.err, c.used)
		}
	}
}

// What is dropped comes back, and a worker that waits for its turn is told that it does not come.
func TestQueueDrop(t *testing.T) {
	started := make(chan bool)
	q := NewQueue(2, 3, func(int) (func(*Job[int]) error, func()) {
		return func(j *Job[int]) error {
			if j.Value == 0 {
				<-started
			} else if j.Turn() {
				t.Errorf("the turn of %d came", j.Value)
			}
			return nil
		}, func() {}
	})
	for i := range 3 {
		q.Put(i)
	}
	go func() { started <- true }()
	if dropped := q.Drop(); len(dropped) != 3 || dropped[2] != 2 || q.Len() != 0 || q.Full() {
		t.Errorf("dropped: %v", dropped)
	}
	q.Put(0)
	started <- true
	if v, err := q.First(); *v != 0 || err != nil {
		t.Errorf("after that: %d, %v", *v, err)
	}
	q.Close()
}
