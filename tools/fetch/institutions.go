package main

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/par"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/work"
)

// institution is a line of the list: its crawl has a folder and a scope of its own.
type institution struct {
	id, label string
	url       []byte
}

var plainID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// runAll crawls all institutions of a list, some at the same time.
func (o *options) runAll(env *cli.Env) error {
	if o.dir == "" || env.OutName() != "" || o.rejects != "" || len(env.Args) > 0 || o.seeds != "" {
		return cli.Usagef("-institutions needs -state DIR, and goes without seeds, -o and -rejected")
	}
	list, err := o.readInstitutions(env)
	if err != nil {
		return err
	}
	if err := env.FS.Mkdir(o.dir); err != nil {
		if info, missing := env.FS.Stat(o.dir); missing != nil || !info.IsDir() {
			return vfs.Named(o.dir, err)
		}
	}
	var seeds [][]byte
	for _, in := range list {
		seeds = append(seeds, in.url)
	}
	src, err := o.open(env, seeds)
	if err != nil {
		return err
	}
	if !src.replay && o.delay > 0 {
		src.gates = crawl.NewGates()
	}
	defer src.Close()
	t := &together{o: o, env: env, src: src, list: list, running: map[*crawl.Crawl]bool{}}
	env.Progress.Saying(t.progress)
	n := min(o.atOnce, len(list))
	t.share = env.Room().With(max(env.Room().Memory/int64(n), 32<<20))
	err = par.Each(n, len(list), func(int) func(int) error { return t.crawl })
	if err != nil {
		return err
	}
	t.report()
	return nil
}

// readInstitutions reads lines id, TAB, label, TAB, URL.
func (o *options) readInstitutions(env *cli.Env) (list []institution, err error) {
	in, err := env.OpenLines(o.institutions)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	err = eachLine(in, func(text string) error {
		fields := strings.Split(text, "\t")
		if len(fields) != 3 {
			return fmt.Errorf("has %d columns, not 3: id, TAB, label, TAB, URL", len(fields))
		}
		id := strings.Trim(fields[0], "<>")
		if strings.Contains(id, "://") { // as in <http://www.wikidata.org/entity/Q42>
			id = id[strings.LastIndexByte(id, '/')+1:]
		}
		if !plainID.MatchString(id) {
			return fmt.Errorf("the id %.64q cannot name a folder: write letters, digits, dots, _ and -", id)
		}
		url, err := seed(env, strings.Trim(fields[2], "<>"))
		if err != nil {
			env.SkipN("institution without a URL of the web", 1)
			return nil
		}
		if known[id] {
			env.SkipN("institution that is listed twice", 1)
			return nil
		}
		known[id] = true
		list = append(list, institution{id, fields[1], url})
		return nil
	})
	if err != nil {
		return nil, vfs.Named(o.institutions, err)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: has no institution: write a line for each: id, TAB, label, TAB, URL", o.institutions)
	}
	return list, nil
}

// together are the crawls of a list.
type together struct {
	o     *options
	env   *cli.Env
	src   *sources
	list  []institution
	share work.Room

	mu                        sync.Mutex
	running                   map[*crawl.Crawl]bool
	done, empty, unfinished   int
	pages, tried, bytes, wait int64
}

// crawl runs the crawl of one institution. If a crawl cannot begin, that is a warning, and the others go on; an error of a crawl
// that has begun, like a full disk, ends them all.
func (t *together) crawl(i int) error {
	in := &t.list[i]
	dir := filepath.Join(t.o.dir, in.id)
	c, err := t.o.begin(t.env, t.src, dir, [][]byte{in.url}, t.share)
	if err != nil {
		t.failed(in, err)
		return nil
	}
	defer c.Close()
	t.mu.Lock()
	t.running[c] = true
	t.mu.Unlock()
	err = c.Run(context.Background())
	s := c.Stats()
	if err == nil {
		err = c.Index(t.share.With(t.o.plan.Sorts(t.share.Memory)), linesort.SortEach)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.running, c)
	t.done++
	t.pages, t.tried, t.bytes, t.wait = t.pages+s.Pages, t.tried+s.Tried, t.bytes+s.Bytes, t.wait+s.Left()
	switch {
	case isFull(err):
		return fmt.Errorf("%s: the disk is full: make room and give the same command again: it goes on", dir)
	case err != nil:
		return fmt.Errorf("%s: %w", dir, err)
	case s.Pages == 0:
		t.empty++
		t.env.Warnf("%s: no page was fetched from %s: %s", in.id, in.url, t.o.worst(&s))
	case !s.Finished && !s.Why.IsLimit():
		t.unfinished++
	}
	t.o.warn(t.env, in.id+": ", &s)
	return nil
}

func (t *together) failed(in *institution, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done++
	t.empty++
	t.env.Warnf("%s: %v", in.id, err)
}

func (t *together) progress() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	pages := t.pages
	for c := range t.running {
		pages += c.Stats().Pages
	}
	return fmt.Sprintf("%d of %d institutions, %d pages", t.done, len(t.list), pages)
}

func (t *together) report() {
	env := t.env
	env.Stats.Add(cli.Figures{"institutions": len(t.list), "without_pages": t.empty, "pages": t.pages, "urls_done": t.tried,
		"urls_waiting": t.wait, "bytes_received": t.bytes})
	env.Sayf("%d institutions: %d pages of %d URLs", len(t.list), t.pages, t.tried)
	if t.empty > 0 {
		env.SkipN("institution without a page", int64(t.empty))
	}
	if t.unfinished > 0 {
		env.Unfinished("%d of %d crawls are not finished: the same command goes on", t.unfinished, len(t.list))
	}
}
