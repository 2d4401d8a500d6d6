package adj

import (
	"sync"

	"webmill/pkg/par"
)

// Each decodes all chunks with several goroutines. work is called for each chunk, for different ones at the same time, but
// the chunks through which a list goes on are given to one worker, one after the other. Then inOrder is called, in the
// order of the chunks; it may be nil.
func (f *Form) Each(threads int, work func(worker, i int, c *Chunk) error, inOrder func(worker, i int) error) error {
	e := &each{form: f, turns: par.NewTurns(), work: work, inOrder: inOrder}
	return par.Do(max(1, threads), func(worker int) error {
		err := e.run(worker)
		if err != nil {
			e.turns.Stop()
		}
		return err
	})
}

type each struct {
	form        *Form
	work        func(worker, i int, c *Chunk) error
	inOrder     func(worker, i int) error
	mu          sync.Mutex
	next, group int
	turns       *par.Turns
}

// take returns the next chunks that belong together: one, and those in which its last list goes on.
func (e *each) take() (from, to, group int, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	from = e.next
	if from == e.form.Chunks() {
		return 0, 0, 0, false
	}
	to = from + 1
	for to < e.form.Chunks() && e.form.Continues(to) {
		to++
	}
	e.next = to
	e.group++
	return from, to, e.group - 1, true
}

func (e *each) run(worker int) error {
	reader := e.form.sweeper()
	var c Chunk
	for {
		from, to, group, ok := e.take()
		if !ok {
			return nil
		}
		for i := from; i < to; i++ {
			if err := reader.Read(i, &c); err != nil {
				return err
			}
			if err := e.work(worker, i, &c); err != nil {
				return err
			}
			if e.inOrder == nil {
				continue
			}
			if !e.turns.Wait(group) {
				return nil // another worker failed and tells why
			}
			if err := e.inOrder(worker, i); err != nil {
				return err
			}
		}
		if e.inOrder != nil {
			e.turns.Next()
		}
	}
}
