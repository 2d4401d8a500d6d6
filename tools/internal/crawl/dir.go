package crawl

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/page"
	"webmill/pkg/par"
)

const (
	filesAtOnce = 32       // a piece of work
	maxFile     = 64 << 20 // bytes of a file; larger ones are skipped and counted
)

// file is one of a folder.
type file struct{ name, url string }

// piece are files that one worker reads, and what came of it.
type piece[R any] struct {
	files  []file
	result R
	large  int64
	done   chan struct{}
}

// runDir reads the files of a folder: one goroutine looks for them, the workers read them, this one commits. At most two
// pieces a worker are under way.
func runDir[R any](env *cli.Env, in *Input, work func(*Docs) (R, error), commit func(R) error) error {
	if len(env.Args) > 0 {
		return cli.Usagef("-dir reads no operands")
	}
	if (in.base == "") == (in.urls == "") {
		return cli.Usagef("-dir needs -base URL or -urls FILE")
	}
	if info, err := env.FS.Stat(in.dir); err != nil {
		return place(in.dir, err)
	} else if !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", in.dir)
	}
	var failed par.Error
	todo, order := make(chan *piece[R]), make(chan *piece[R], 2*env.Threads)
	stopped := make(chan struct{})
	go func() {
		defer close(todo)
		defer close(order)
		failed.Set(par.Guard(func() error { return in.find(env, pieces(order, todo, stopped)) }))
	}()
	finished := make(chan error, 1)
	go func() {
		finished <- par.Do(env.Threads, func(worker int) error {
			r := reader{env: env, in: in}
			for p := range todo {
				failed.Set(par.Guard(func() (err error) {
					r.files, r.large = p.files, 0
					p.result, err = work(&Docs{Worker: worker, next: r.next})
					p.large = r.large
					return err
				}))
				close(p.done)
			}
			return nil
		})
	}()
	for p := range order {
		if <-p.done; failed.Get() != nil {
			break
		}
		env.SkipN("file larger than 64 MiB", p.large)
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
		p := &piece[R]{files: files, done: make(chan struct{})}
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
		err = in.walk(env, in.dir, base, give)
	}
	if err == nil {
		err = give(nil)
	}
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// walk gives the files of a folder and of those below it, in the order of their names. Links to files count, links to
// folders do not: they may lead back.
func (in *Input) walk(env *cli.Env, dir, url string, give func(*file) error) error {
	entries, err := env.FS.ReadDir(dir)
	if err != nil {
		return place(dir, err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() {
			if err := in.walk(env, name, url+escape(e.Name())+"/", give); err != nil {
				return err
			}
			continue
		}
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := env.FS.Stat(name)
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
		} else if !e.Type().IsRegular() {
			continue
		}
		f := file{name, url + escape(e.Name())}
		if e.Name() == in.index {
			f.url = url
		}
		if err := give(&f); err != nil {
			return err
		}
	}
	return nil
}

// listed gives the files that -urls names.
func (in *Input) listed(env *cli.Env, give func(*file) error) error {
	list, err := env.OpenBytes(in.urls)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(list)
	for n := 1; lines.Scan(); n++ {
		name, rest, ok := strings.Cut(strings.TrimSuffix(lines.Text(), "\r"), "\t")
		if !ok {
			return fmt.Errorf("%s: no TAB between a path and a URL, at line %d", in.urls, n)
		}
		if err := give(&file{path.Join(in.dir, name), rest[strings.LastIndexByte(rest, '\t')+1:]}); err != nil {
			return err
		}
	}
	return place(in.urls, lines.Err())
}

// escape writes a file name as a part of a URL's path: what has a meaning there loses it.
func escape(name string) string {
	return strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23", "\\", "%5C").Replace(name)
}

// reader reads the files of a piece.
type reader struct {
	env   *cli.Env
	in    *Input
	files []file
	body  []byte
	large int64
}

func (r *reader) next(d *page.Document) error {
	for len(r.files) > 0 {
		f := r.files[0]
		r.files = r.files[1:]
		in, err := r.env.FS.Open(f.name)
		if err != nil {
			return place(f.name, err)
		}
		var ok bool
		r.body, ok, err = readAll(r.body[:0], in, maxFile)
		in.Close()
		if err != nil {
			return place(f.name, err)
		}
		if !ok {
			r.large++
			continue
		}
		d.URL, d.Body = []byte(f.url), r.body
		if r.in.headers {
			cutHeaders(d)
		}
		if d.ContentType == nil && namedHTML(f.name) {
			d.ContentType = []byte("text/html")
		}
		return nil
	}
	return io.EOF
}

// namedHTML is whether a name has one of the endings of HTML, which the language may follow: page.html.en.
func namedHTML(name string) bool {
	parts := strings.Split(strings.ToLower(path.Base(name)), ".")
	for _, p := range parts[max(1, len(parts)-3):] {
		switch p {
		case "html", "htm", "xhtml", "shtml":
			return true
		}
	}
	return false
}

// cutHeaders cuts the headers of the server from the body, if it begins with any.
func cutHeaders(d *page.Document) {
	rest, status := d.Body, 0
	var mime, location, tag []byte
	for n := 0; ; n++ {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if !ok {
			return
		}
		rest = after
		if len(line) == 0 {
			if n > 0 {
				d.Body, d.Status, d.ContentType, d.Location, d.Robots = rest, status, mime, location, robots(tag)
			}
			return
		}
		if n == 0 && bytes.HasPrefix(line, []byte("HTTP/")) {
			fmt.Sscanf(string(line), "HTTP/%s %d", new(string), &status)
			continue
		}
		key, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || bytes.ContainsAny(key, " <>\t") && line[0] != ' ' && line[0] != '\t' {
			return
		}
		value = bytes.TrimSpace(value)
		switch strings.ToLower(string(key)) {
		case "content-type":
			mime = value
		case "location":
			location = value
		case "x-robots-tag":
			tag = value
		}
	}
}

// place names the input in an error.
func place(name string, err error) error {
	if err == nil {
		return nil
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
