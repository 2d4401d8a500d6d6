package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/urls"
)

func (o *options) run(env *cli.Env) error {
	if err := o.parse(env.Args); err != nil {
		return err
	}
	if o.rules == rulesThesis {
		o.thesis(o.given)
	}
	seeds, err := o.readSeeds(env)
	if err != nil {
		return err
	}
	within, err := o.newScope(env, seeds)
	if err != nil {
		return err
	}
	out, err := o.output(env)
	if err != nil {
		return err
	}
	opt, closeAll, err := o.options(env, seeds, within)
	if err != nil {
		return err
	}
	defer closeAll()
	c, err := crawl.Open(opt)
	if err != nil {
		return o.explain(err)
	}
	defer c.Close()
	if s := c.Stats(); s.Resumed && !env.Quiet {
		fmt.Fprintf(env.Stderr, "fetch: goes on with %s: %d URLs done, %d wait; %d bytes of an unfinished write were cut off\n",
			o.dir, s.Tried, s.Waiting, s.Cut)
	}
	env.Progress.Saying(func() string { return o.progress(c.Stats()) })
	if err := c.Run(context.Background()); err != nil {
		return o.ended(env, c, err)
	}
	return o.finish(env, c, out)
}

// readSeeds are the URLs with which the crawl begins.
func (o *options) readSeeds(env *cli.Env) (seeds [][]byte, err error) {
	add := func(text string) error {
		url, err := urls.Canonical(nil, []byte(text))
		if err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
		seeds = append(seeds, url)
		return nil
	}
	for _, text := range env.Args {
		if err := add(text); err != nil {
			return nil, cli.Usagef("%v: a seed is a URL like https://example.org/", err)
		}
	}
	if o.seeds == "" {
		return seeds, nil
	}
	in, err := env.OpenLines(o.seeds)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if err := add(text[strings.LastIndexByte(text, '\t')+1:]); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", o.seeds, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, vfs.Named(o.seeds, err)
	}
	if len(seeds) == 0 {
		return nil, fmt.Errorf("%s: there is no seed", o.seeds)
	}
	return seeds, nil
}

func (o *options) newScope(env *cli.Env, seeds [][]byte) (*scope.Scope, error) {
	s := &scope.Scope{Kind: o.scope, MaxDepth: o.depth, Traps: urls.DefaultTraps, Endings: scope.ParseEndings(o.endings)}
	if o.noTrap {
		s.Traps = urls.Traps{}
	}
	for _, url := range seeds {
		if err := s.Seed(url, o.mainDomain); err != nil {
			return nil, cli.Usagef("%v", err)
		}
	}
	for _, list := range []struct {
		name string
		p    *scope.Patterns
	}{{o.allow, &s.Allow}, {o.deny, &s.Deny}} {
		if list.name == "" {
			continue
		}
		in, err := env.OpenLines(list.name)
		if err != nil {
			return nil, err
		}
		if err := list.p.Read(in); err != nil {
			return nil, fmt.Errorf("%s: %w", list.name, err)
		}
	}
	if o.scope == scope.Allowed && s.Allow.Empty() {
		return nil, cli.Usagef("-scope allowed needs -allow, a list of patterns")
	}
	return s, nil
}

// options are those of the crawl.
func (o *options) options(env *cli.Env, seeds [][]byte, within *scope.Scope) (opt *crawl.Options, closeAll func(), err error) {
	opt = &crawl.Options{
		Room: env.Room(), Dir: o.dir, Seeds: seeds, Scope: within, Strategy: o.strategy, Manners: o.manners(), Robots: crawl.GoodObedience,
		Connections: o.connections, PerHost: o.perHost, PerAddress: o.sameAddress && o.delay > 0, Attempts: o.attempts,
		Timeout: seconds(o.timeout), Unverified: o.unverified, MaxPages: int64(o.maxPages), MaxBytes: int64(o.maxBytes),
		MaxPerHost: int64(o.perHostPages), MaxTime: seconds(o.maxTime), MaxRate: o.maxRate, ArchiveBytes: int64(o.size), Level: o.level,
		Stop: env.Stop(), Sync: 2 * time.Second,
		Reading: crawl.Reading{
			Kinds: page.ToPages, MaxBody: int64(o.maxBody), MaxLinks: o.maxLinks, Any: o.types == typesAll, NoIndex: o.obeys("noindex"),
			NoFollow: o.obeys("nofollow"), NoBase: o.noBase, Hrefs: o.hrefs, Bare: o.bare, Doctype: o.doctype, HopsLimit: 10,
		},
	}
	opt.Robots.Off, opt.Robots.First = o.robots == robotsOff, o.robots == robotsThesis
	opt.Settings = o.settings(seeds)
	opt.Info = []string{"software", "webmill fetch " + cli.Version, "format", "WARC File Format 1.1", "robots", o.robots,
		"http-header-user-agent", o.agent, "description", "scope " + string(o.scope) + ", strategy " + string(o.strategy)}
	var list []io.Closer
	closeAll = func() {
		for _, c := range list {
			c.Close()
		}
	}
	keep := func(c io.Closer) { list = append(list, c) }
	if err := o.transport(env, opt, keep); err != nil {
		closeAll()
		return nil, nil, err
	}
	if err := o.again(env, opt, keep); err != nil {
		closeAll()
		return nil, nil, err
	}
	return opt, closeAll, nil
}

// settings are what must not change while a crawl grows.
func (o *options) settings(seeds [][]byte) map[string]string {
	return map[string]string{
		"seeds": string(bytes.Join(seeds, []byte(" "))), "-scope": string(o.scope), "-strategy": string(o.strategy), "-depth": strconv.Itoa(o.depth),
		"-rules": fmt.Sprint(o.rules, o.hrefs, o.bare, o.doctype, o.noBase), "-endings": o.endings, "-obey": o.obey, "-types": o.types,
		"-main-domain": o.mainDomain, "-replay": o.replay, "-since": o.since,
	}
}

// explain says what to do about an error of the folder.
func (o *options) explain(err error) error {
	var s *crawl.ErrSettings
	if errors.As(err, &s) {
		return fmt.Errorf("%s: %w", o.dir, err)
	}
	return err
}

// ended says how a run ended that could not go on.
func (o *options) ended(env *cli.Env, c *crawl.Crawl, err error) error {
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	o.report(env, c.Stats())
	env.Unfinished("%s: the disk is full: make room and give the same command again, which goes on", o.dir)
	return nil
}

func (o *options) finish(env *cli.Env, c *crawl.Crawl, out io.Writer) error {
	if err := c.Index(env.Room()); err != nil {
		return o.ended(env, c, err)
	}
	if o.rejects != "" {
		file, err := env.CreateLinesFile(o.rejects)
		if err != nil {
			return err
		}
		if err := c.Rejected(file, env.Room()); err != nil {
			return err
		}
	}
	s := c.Stats()
	if out != nil {
		if err := c.Join(out); err != nil {
			return err
		}
	}
	o.report(env, s)
	switch {
	case s.Pages == 0:
		return fmt.Errorf("no page was fetched: %s", worst(s))
	case !s.Finished:
		env.Unfinished("%s: ended by %s, %d URLs wait: the same command goes on", o.dir, s.Why, s.Waiting)
	}
	return nil
}

// output opens -o, where all archives go in the end.
func (o *options) output(env *cli.Env) (io.Writer, error) {
	if env.OutName() == "" {
		return nil, nil
	}
	if !strings.HasSuffix(env.OutName(), ".warc.gz") {
		return nil, cli.Usagef("-o is an archive: name it like crawl.warc.gz")
	}
	return env.CreateStored()
}

func logOf(dir string) string { return filepath.Join(dir, crawl.LogName) }
