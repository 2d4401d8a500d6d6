package docs

import (
	"fmt"

	"webmill/pkg/par"
	"webmill/pkg/vfs"
)

const filesAtOnce = 32 // files of one batch

// file is one of a folder. If it is packed, its URL is another one: that of what is in it.
type file struct {
	name, url string
	unpacked  string // the URL of what is in it
	copy      bool   // the folder has a file of the name without .gz too
}

// task are the files of a batch, and what came of them.
type task[R any] struct {
	files  []file
	result R
}

// openDir checks that the folder can be read.
func (r *Reader) openDir() error {
	dir, sys := r.in.Dir, r.opt.Room.FS
	info, err := sys.Stat(dir)
	if err == nil && info.IsDir() {
		_, err = sys.ReadDir(dir)
	}
	if err != nil {
		return vfs.Named(dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", dir)
	}
	r.Volumes = []Volume{{Name: dir, Size: -1}}
	return nil
}

// readFolder reads the files of the folder: the caller finds and commits them, the workers read them. At most two batches for
// each worker are in work.
func readFolder[R any](r *Reader, found *Tally, use func(*Batch) (R, error), commit func(R) error) error {
	queue := par.NewQueue(r.Plan.Threads, 2*r.Plan.Threads, func(worker int) (func(*par.Job[task[R]]) error, func()) {
		f := newFiles(r)
		return func(t *par.Job[task[R]]) (err error) {
			p := &Batch{Worker: worker, Turn: t.Turn}
			p.next = func(d *Document) error { return f.next(p, d) }
			f.left, f.decoder.Turn = t.Value.files, t.Turn
			t.Value.result, err = use(p)
			return err
		}, f.decoder.Close
	})
	defer queue.Close()
	give := func(t *task[R]) error { return commit(t.result) }
	var files []file
	put := func() (err error) {
		if queue.Full() {
			err = queue.Take(give)
		}
		queue.Put(task[R]{files: files})
		files = nil
		return err
	}
	finder := newFinder(r, func(f *file) error {
		if files = append(files, *f); len(files) < filesAtOnce {
			return nil
		}
		return put()
	})
	defer func() { found.Add(&finder.found) }()
	err := finder.find()
	if err == nil && len(files) > 0 {
		err = put()
	}
	if err == nil {
		err = queue.TakeAll(give)
	}
	return err
}
