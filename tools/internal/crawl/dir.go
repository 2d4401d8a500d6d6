package crawl

import (
	"errors"
	"fmt"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/par"
	"webmill/pkg/web/page"
	"webmill/pkg/web/urls"
)

const filesAtOnce = 32 // files of one piece

// file is one of a folder. If it is packed, its URL is another one: that of what is in it.
type file struct {
	name, url string
	unpacked  string // the URL of what is in it
	copy      bool   // the folder has a file of the name without .gz too
}

// piece are files that one worker reads, and what came of it.
type piece[R any] struct {
	files  []file
	result R
	done   chan struct{}
	turn   chan struct{} // closed when the pieces before it have been committed
}

// openDir checks the flags and that the folder can be read.
func (r *Reader) openDir() error {
	in, env := r.in, r.env
	switch {
	case len(env.Args) > 0:
		return cli.Usagef("-dir reads no operands")
	case in.list != "":
		return cli.Usagef("-list cannot be used with -dir")
	case in.base == "" && in.urls == "":
		return cli.Usagef("-dir needs -base URL or -urls FILE")
	case in.base != "" && in.urls != "":
		return cli.Usagef("-base and -urls both say the URLs of the files: give one of them")
	case strings.ContainsAny(in.base, "?#"):
		return cli.Usagef("-base %q has a query or a fragment: all files would get one URL", in.base)
	}
	if in.base != "" {
		var url urls.Resolver
		if url.SetBase([]byte(in.base)) != nil {
			return cli.Usagef("-base %q is not a URL of the web: write it like https://example.org/", in.base)
		}
	}
	info, err := env.FS.Stat(in.dir)
	if err == nil && info.IsDir() {
		_, err = env.FS.ReadDir(in.dir)
	}
	if err != nil {
		return place(in.dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", in.dir)
	}
	r.Units = []Unit{{Name: in.dir, Size: -1}}
	return nil
}

// runDir reads the files of a folder: one goroutine finds them, the workers read them, the caller commits. At most two pieces
// for each worker are in work.
func runDir[R any](r *Reader, work func(*Docs) (R, error), commit func(R) error) error {
	threads := r.Plan.Threads
	var failed par.Error
	todo, order := make(chan *piece[R]), make(chan *piece[R], 2*threads)
	stopped := make(chan struct{})
	go func() {
		defer close(todo)
		defer close(order)
		failed.Set(par.Guard(func() error { return r.in.find(r.env, pieces(order, todo, stopped)) }))
	}()
	finished := make(chan error, 1)
	go func() {
		finished <- par.Do(threads, func(worker int) error {
			f := newFiles(r)
			defer f.decoder.Close()
			for p := range todo {
				failed.Set(par.Guard(func() (err error) {
					d := &Docs{Worker: worker, Turn: func() bool { return await(p.turn, stopped) }}
					d.next = func(doc *page.Document) error { return f.next(d, doc) }
					f.left, f.decoder.Turn = p.files, d.Turn
					p.result, err = work(d)
					return err
				}))
				close(p.done)
			}
			return nil
		})
	}()
	for p := range order {
		close(p.turn)
		if <-p.done; failed.Get() != nil {
			break
		}
		if err := commit(p.result); err != nil {
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

// await waits for a turn. It returns false if the run stops before.
func await(turn, stopped chan struct{}) bool {
	select {
	case <-turn:
		return true
	case <-stopped:
		return false
	}
}

// pieces returns what takes the files as they are found, and a nil file at the end.
func pieces[R any](order, todo chan<- *piece[R], stopped <-chan struct{}) func(f *file) error {
	var files []file
	return func(f *file) error {
		if f != nil {
			files = append(files, *f)
		}
		if len(files) == 0 || f != nil && len(files) < filesAtOnce {
			return nil
		}
		p := &piece[R]{files: files, done: make(chan struct{}), turn: make(chan struct{})}
		files = nil
		select {
		case <-stopped:
			return errStopped
		case order <- p:
		}
		todo <- p
		return nil
	}
}

var errStopped = errors.New("stopped")

// find gives all files with their URLs.
func (in *Input) find(env *cli.Env, give func(*file) error) error {
	var err error
	if in.urls != "" {
		err = in.listed(env, give)
	} else {
		base := in.base
		if !strings.HasSuffix(base, "/") {
			base += "/"
		}
		err = in.walker(env, give).walk(in.dir, base)
	}
	if err == nil {
		err = give(nil)
	}
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// place names the input in an error.
func place(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, bare(err))
}
