package docs

import (
	"errors"
	"fmt"

	"webmill/pkg/par"
)

const filesAtOnce = 32 // files of one piece

// file is one of a folder. If it is packed, its URL is another one: that of what is in it.
type file struct {
	name, url string
	unpacked  string // the URL of what is in it
	copy      bool   // the folder has a file of the name without .gz too
}

// task are the files of a piece, and what came of them.
type task[R any] struct {
	files  []file
	result R
	done   chan struct{}
	turn   chan struct{} // closed when the pieces before it have been committed
}

// openDir checks that the folder can be read.
func (r *Reader) openDir() error {
	dir, sys := r.in.Dir, r.opt.Room.FS
	info, err := sys.Stat(dir)
	if err == nil && info.IsDir() {
		_, err = sys.ReadDir(dir)
	}
	if err != nil {
		return named(dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", dir)
	}
	r.Units = []Unit{{Name: dir, Size: -1}}
	return nil
}

// readFolder reads the files of the folder: one goroutine finds them, the workers read them, the caller commits. At most two pieces
// for each worker are in work.
func readFolder[R any](r *Reader, found *Found, work func(*Piece) (R, error), commit func(R) error) error {
	finder := newFinder(r)
	defer func() { found.Add(&finder.found) }()
	threads := r.Plan.Threads
	var failed par.Error
	todo, order := make(chan *task[R]), make(chan *task[R], 2*threads)
	stopped := make(chan struct{})
	go func() {
		defer close(todo)
		defer close(order)
		failed.Set(par.Guard(func() error { return finder.find(tasks(order, todo, stopped)) }))
	}()
	finished := make(chan error, 1)
	go func() {
		finished <- par.Do(threads, func(worker int) error {
			f := newFiles(r)
			defer f.decoder.Close()
			for t := range todo {
				failed.Set(par.Guard(func() (err error) {
					p := &Piece{Worker: worker, Turn: func() bool { return await(t.turn, stopped) }}
					p.next = func(d *Document) error { return f.next(p, d) }
					f.left, f.decoder.Turn = t.files, p.Turn
					t.result, err = work(p)
					return err
				}))
				close(t.done)
			}
			return nil
		})
	}()
	for t := range order {
		close(t.turn)
		if <-t.done; failed.Get() != nil {
			break
		}
		if err := commit(t.result); err != nil {
			failed.Set(err)
			break
		}
	}
	close(stopped)
	for range order { // what was begun is of no use
	}
	<-finished
	return failed.Get()
}

// await waits for a turn. It reports whether the turn came, or the run was stopped before.
func await(turn, stopped chan struct{}) bool {
	select {
	case <-turn:
		return true
	case <-stopped:
		return false
	}
}

// tasks returns what takes the files as they are found, and a nil file at the end.
func tasks[R any](order, todo chan<- *task[R], stopped <-chan struct{}) func(f *file) error {
	var files []file
	return func(f *file) error {
		if f != nil {
			files = append(files, *f)
		}
		if len(files) == 0 || f != nil && len(files) < filesAtOnce {
			return nil
		}
		t := &task[R]{files: files, done: make(chan struct{}), turn: make(chan struct{})}
		files = nil
		select {
		case <-stopped:
			return errStopped
		case order <- t:
		}
		todo <- t
		return nil
	}
}

var errStopped = errors.New("stopped")
