package par

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

func TestDoRunsEachWorkerOnce(t *testing.T) {
	for n := range 9 {
		var ran [9]atomic.Int32
		if n == 0 {
			continue
		}
		if err := Do(n, func(i int) error { ran[i].Add(1); return nil }); err != nil {
			t.Fatal(err)
		}
		for i := range ran {
			want := int32(0)
			if i < n {
				want = 1
			}
			if got := ran[i].Load(); got != want {
				t.Errorf("Do(%d): worker %d ran %d times", n, i, got)
			}
		}
	}
}

// TestDoTogether: the workers run at the same time, or this never ends.
func TestDoTogether(t *testing.T) {
	a, b := make(chan int), make(chan int)
	Do(2, func(i int) error {
		if i == 0 {
			a <- 1
			<-b
		} else {
			<-a
			b <- 1
		}
		return nil
	})
}

func TestDoWaitsAndKeepsAnError(t *testing.T) {
	broken := errors.New("broken")
	for _, n := range []int{1, 2, 5} {
		var ended atomic.Int32
		err := Do(n, func(i int) error {
			defer ended.Add(1)
			if i == n-1 {
				return broken
			}
			return nil
		})
		if err != broken || int(ended.Load()) != n {
			t.Errorf("Do(%d) = %v after %d workers", n, err, ended.Load())
		}
	}
}

func TestPanicBecomesError(t *testing.T) {
	var p *Panic
	oops := func(i int) error {
		if i == 0 {
			panic("oops")
		}
		return nil
	}
	for n := 1; n < 4; n++ {
		each := Each(n, 9, func(int) func(int) error { return oops })
		for _, err := range []error{Do(n, oops), each} {
			if !errors.As(err, &p) || p.Value != "oops" || !strings.Contains(string(p.Stack), "par_test.go") {
				t.Errorf("%d workers: %v", n, err)
			}
		}
	}
	if err := Guard(func() error { panic("oops") }); err == nil || err.Error() != "internal error: oops" {
		t.Errorf("%v", err)
	}
}

func TestFirstErrorStays(t *testing.T) {
	var e Error
	e.Set(nil)
	if e.Get() != nil {
		t.Error("nil was kept as an error")
	}
	first := errors.New("first")
	e.Set(first)
	e.Set(errors.New("second"))
	if e.Get() != first {
		t.Errorf("%v", e.Get())
	}
}

// What is made at the same time is used in order; the error of the first task that fails ends all, also if it is a panic.
func TestInOrder(t *testing.T) {
	const tasks = 40
	for workers := 1; workers < 5; workers++ {
		for fails := range tasks + 1 {
			var used []int
			err := InOrder(workers, tasks, func(int) (work, finish func(int) error) {
				made := -1
				return func(i int) error {
						made = i
						if i == fails && i%2 == 0 {
							panic("oops")
						}
						return nil
					}, func(i int) error {
						if made != i {
							t.Errorf("task %d is finished after the work on %d", i, made)
						}
						if i == fails {
							return errors.New("full")
						}
						used = append(used, i)
						return nil
					}
			})
			if (err != nil) != (fails < tasks) || len(used) != fails || !slices.IsSorted(used) {
				t.Fatalf("%d workers, task %d fails: %v after %v", workers, fails, err, used)
			}
		}
	}
}

// TestTurns: tasks take their turns in order. One that fails, also by a panic, ends those behind it, and the error is that of
// the first that fails.
func TestTurns(t *testing.T) {
	broken := errors.New("broken")
	for fails := range 7 { // 6: none
		turns := NewTurns()
		var order []int
		err := Do(6, func(i int) error {
			turn := turns.Turn()
			return turn.Do(i, func() error {
				switch {
				case i == fails && i%2 == 0:
					panic(broken)
				case i == fails:
					return broken
				case i > fails && i%3 == 0:
					return errors.New("a later one")
				}
				for range 2 { // the second time it is still its turn
					if err := turn.Wait(); err != nil {
						return err
					}
					order = append(order, i)
				}
				return nil
			})
		})
		var panicked *Panic
		right := errors.As(err, &panicked) == (fails%2 == 0)
		if fails == 6 {
			right = err == nil
		} else if panicked == nil {
			right = err == broken
		}
		if !right || len(order) != 2*fails || !slices.IsSorted(order) {
			t.Errorf("worker %d fails: %v after %v", fails, err, order)
		}
	}
}

// Workers get each item of all parts once, those of a part before those of the next; a part put before the rest comes first.
func TestChain(t *testing.T) {
	const parts, items = 5, 300
	var read [parts][items]atomic.Int32
	part := func(p int) func(*[2]int) error {
		var next atomic.Int64
		return func(at *[2]int) error {
			if *at = [2]int{p, int(next.Add(1) - 1)}; at[1] >= items {
				return io.EOF
			}
			return nil
		}
	}
	var c Chain[func(*[2]int) error]
	take := func() (at [2]int, err error) {
		err = c.Read(func(f func(*[2]int) error) error { return f(&at) })
		return at, err
	}
	for p := range parts - 1 {
		c.Parts = append(c.Parts, part(p))
	}
	for i := range items + 1 {
		at, err := take()
		if err != nil || at != [2]int{i / items, i % items} {
			t.Fatalf("item %d is %v, %v", i, at, err)
		}
		read[at[0]][at[1]].Add(1)
	}
	c.Before(part(parts - 1))
	if at, _ := take(); at != [2]int{parts - 1, 0} {
		t.Fatalf("after Before comes %v", at)
	}
	read[parts-1][0].Add(1)
	if err := Do(4, func(int) error {
		for {
			at, err := take()
			if err == io.EOF {
				return nil
			}
			read[at[0]][at[1]].Add(1)
		}
	}); err != nil {
		t.Fatal(err)
	}
	for p := range read {
		for i := range read[p] {
			if n := read[p][i].Load(); n != 1 {
				t.Fatalf("item %d of part %d was read %d times", i, p, n)
			}
		}
	}
	if _, err := take(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}
