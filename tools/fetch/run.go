package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/archive"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
	"webmill/pkg/work"
)

func (o *options) run(env *cli.Env) error {
	if err := o.parse(env.Args); err != nil {
		return err
	}
	if o.rules == rulesThesis {
		o.thesis(o.given)
	}
	if o.institutions != "" {
		return o.runAll(env)
	}
	if err := o.checkSteering(env); err != nil {
		return err
	}
	seeds, err := o.readSeeds(env)
	if err != nil {
		return err
	}
	if _, err := env.FS.Stat(filepath.Join(o.dir, ".made")); err == nil && o.dir != "" {
		return fmt.Errorf("%s: holds results of the chain, it is no crawl: name another folder", o.dir)
	}
	out, err := o.output(env)
	if err != nil {
		return err
	}
	src, err := o.open(env, seeds)
	if err != nil {
		return err
	}
	defer src.Close()
	c, err := o.begin(env, src, o.dir, seeds, env.Room())
	if err != nil {
		return err
	}
	defer c.Close()
	if s := c.Stats(); s.Resumed {
		env.Sayf("goes on with %s: %d URLs done, %d wait; %d bytes were cut off that the log does not have", o.dir, s.Tried,
			s.Waiting, s.Cut)
	}
	env.Progress.Saying(func() string { return o.progress(c.Stats()) })
	if err := o.fetch(env, c); err != nil {
		return o.ended(env, c, err)
	}
	return o.finish(env, src, c, out)
}

// fetch runs a crawl, which scores and the file of -control may steer.
func (o *options) fetch(env *cli.Env, c *crawl.Crawl) error {
	if o.control != "" {
		k, err := o.controlled(env, c)
		if err != nil {
			return err
		}
		defer k.end()
	}
	if o.scores != "" {
		s := o.readScores(env, c)
		defer s.end()
	}
	return c.Run(context.Background())
}

// begin opens the crawl of some seeds.
func (o *options) begin(env *cli.Env, src *sources, dir string, seeds [][]byte, room work.Room) (*crawl.Crawl, error) {
	within, err := o.newScope(src, seeds)
	if err != nil {
		return nil, err
	}
	opt := o.crawlOptions(src, dir, seeds, within, room)
	if room.Memory == env.Memory { // this crawl is alone
		opt.Plan = o.plan
	}
	if dir != "" {
		opt.Stop = env.Stop()
	} else { // without Stop a signal ends the tool at once: a part of the archive is no result
		opt.Dir = filepath.Join("crawl", "that", "does", "not", "go", "on")
		files := crawl.NewTemporary(room, opt.Dir)
		opt.FS = files
		src.keep(files)
	}
	c, err := crawl.Open(opt)
	return c, explain(dir, err)
}

// readSeeds reads the URLs with which the crawl begins, from the operands and from -seeds.
func (o *options) readSeeds(env *cli.Env) (seeds [][]byte, err error) {
	most := work.Data(env.Memory) / 8
	var need int64
	add := func(text string) error {
		url, err := seed(env, text)
		if err != nil {
			return fmt.Errorf("%.64q: %w", text, err)
		}
		if need += int64(len(url)) + seedBytes; need <= most {
			seeds = append(seeds, url)
		}
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
	err = eachLine(in, func(text string) error { return add(strings.TrimSpace(text[strings.LastIndexByte(text, '\t')+1:])) })
	if err != nil {
		return nil, vfs.Named(o.seeds, err)
	}
	switch {
	case len(seeds) == 0:
		return nil, fmt.Errorf("%s: has no seed: write one URL a line", o.seeds)
	case need > most:
		return nil, &work.MemoryError{Least: work.MemoryFor(8 * need), For: "the seeds"}
	}
	return seeds, nil
}

// seed is the URL of a seed. It has no user and no password: a warning says so if the text has.
func seed(env *cli.Env, text string) ([]byte, error) {
	url, err := urls.Canonical(nil, []byte(text))
	exact := urls.Resolver{Exact: true}
	whole, bad := exact.Resolve(nil, []byte(text))
	if err == nil && bad == nil && bytes.IndexByte(urls.Authority(whole), '@') >= 0 {
		env.Warnf("%s: fetch sends no user and no password: those of this seed are left out", url)
	}
	return url, err
}

// eachLine calls f for each line of a list. Empty lines and those that begin with # do not count.
func eachLine(in io.Reader, f func(text string) error) error {
	lines := tuple.NewLines(in, maxListLine)
	return lines.Each(func(line []byte) error {
		text := string(line)
		if strings.TrimSpace(text) == "" || text[0] == '#' {
			return nil
		}
		if err := f(text); err != nil {
			return fmt.Errorf("line %d: %w", lines.Number, err)
		}
		return nil
	})
}

// maxListLine bounds a line of a list: no URL is that long.
const maxListLine = 64 << 10

// seedBytes is about how much memory a seed takes besides its text: while the crawl begins, it is in several lists.
const seedBytes = 400

func (o *options) newScope(src *sources, seeds [][]byte) (*scope.Scope, error) {
	s := &scope.Scope{Kind: o.scope, MaxDepth: o.depth, Traps: urls.DefaultTraps, Allow: src.allow, Deny: src.deny,
		Endings: scope.ParseEndings(o.endings)}
	if o.noTrap {
		s.Traps = urls.Traps{}
	}
	for _, url := range seeds {
		if err := s.Seed(url, o.mainDomain); err != nil {
			return nil, cli.Usagef("%v", err)
		}
	}
	if o.scope == scope.Allowed && s.Allow.Empty() {
		return nil, cli.Usagef("-scope allowed needs -allow, a list of patterns")
	}
	return s, nil
}

// crawlOptions makes the options of a crawl from the flags.
func (o *options) crawlOptions(src *sources, dir string, seeds [][]byte, within *scope.Scope, room work.Room) *crawl.Options {
	opt := &crawl.Options{
		Room: room, Dir: dir, Settings: o.settings(seeds),
		Seeds: seeds, Scope: within, Strategy: o.order(), Earlier: src.earlierCrawls,
		Transport: src.transport, Replay: src.replay, Manners: o.manners(), Robots: crawl.GoodObedience,
		Requests: crawl.Requests{
			Connections: min(o.connections, o.plan.Connections), PerHost: o.perHost,
			PerAddress: o.sameAddress && o.delay > 0, Gates: src.gates,
			Attempts: o.attempts, Timeout: seconds(o.timeout), Unverified: o.unverified,
		},
		Reading: crawl.Reading{
			Kinds: page.ToPages, MaxBody: int64(o.maxBody), MaxLinks: o.maxLinks, Any: o.types == typesAll,
			NoIndex: o.obeys("noindex"), NoFollow: o.obeys("nofollow"), NoBase: o.noBase, Hrefs: o.hrefs, Bare: o.bare,
			Doctype: o.doctype, HopsLimit: 10, Sitemaps: o.sitemaps, Feeds: o.feeds, Moved: o.rules != rulesThesis,
		},
		Files: crawl.Files{ArchiveBytes: int64(o.size), Level: o.level, Sync: 2 * time.Second, Info: []archive.Field{
			{Name: "software", Value: "webmill fetch " + cli.Version},
			{Name: "format", Value: "WARC File Format 1.1"},
			{Name: "robots", Value: string(o.robots)},
			{Name: "http-header-user-agent", Value: o.agent},
			{Name: "description", Value: "scope " + string(o.scope) + ", strategy " + string(o.order())},
		}},
		Limits: crawl.Limits{
			MaxPages: int64(o.maxPages), MaxBytes: int64(o.maxBytes), MaxPerHost: int64(o.perHostPages),
			MaxTime: seconds(o.maxTime), MaxRate: o.maxRate,
		},
	}
	opt.Robots.Law, opt.Robots.Product = o.robots, src.product
	if src.replay {
		opt.Connections, opt.PerHost, opt.PerAddress, opt.Manners.Delay = 1, 1, false, 0
	}
	return opt
}

// settings are the flags that must stay the same when a crawl goes on.
func (o *options) settings(seeds [][]byte) map[string]string {
	return map[string]string{
		"seeds": textOfSeeds(seeds), "-scope": string(o.scope), "-strategy": string(o.order()),
		"-depth": strconv.Itoa(o.depth),
		"-rules": o.ruleNames(), "-endings": o.endings, "-obey": o.obey,
		"-types":       o.types,
		"-sitemaps":    strconv.FormatBool(o.sitemaps),
		"-feeds":       strconv.FormatBool(o.feeds),
		"-main-domain": o.mainDomain, "-replay": o.replay, "-since": o.since, "-scores": o.givenScores(),
	}
}

// givenScores is the setting of -scores: another file may go on with the crawl.
func (o *options) givenScores() string {
	if o.scores == "" {
		return ""
	}
	return "FILE"
}

// textOfSeeds are the seeds or, if there are many, their number and checksum, so that the first line of the log stays short.
func textOfSeeds(seeds [][]byte) string {
	text := bytes.Join(seeds, []byte(" "))
	if len(text) <= 4<<10 {
		return string(text)
	}
	return fmt.Sprintf("%d URLs, SHA-256 %x", len(seeds), sha256.Sum256(text))
}

// ruleNames are -rules and the flags of its rules that are set. A crawl may go on with another -unverified.
func (o *options) ruleNames() string {
	names := o.rules
	for _, r := range o.thesisRules() {
		if *r.on && r.flag != unverified {
			names += " -" + r.flag
		}
	}
	return names
}

// explain puts the name of the folder before an error of its settings.
func explain(dir string, err error) error {
	var s *crawl.ErrSettings
	if errors.As(err, &s) {
		return fmt.Errorf("%s: %w", dir, err)
	}
	return err
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// ended reports a run that an error ended. After a full disk the crawl can go on, so that this is no error.
func (o *options) ended(env *cli.Env, c *crawl.Crawl, err error) error {
	if !isFull(err) {
		return err
	}
	o.report(env, c.Stats())
	if o.dir == "" {
		return fmt.Errorf("the disk of the temporary files is full: name another one by -T, or use -state, which can go on: %w",
			err)
	}
	env.Unfinished("%s: the disk is full: make room and give the same command again: it goes on", o.dir)
	return nil
}

func (o *options) finish(env *cli.Env, src *sources, c *crawl.Crawl, out io.Writer) error {
	room := env.Room().With(o.plan.Sorts(env.Memory))
	env.Outside(o.plan.Outside() + room.Memory)
	if o.dir != "" {
		if err := c.Index(room, linesort.SortEach); err != nil {
			return o.ended(env, c, err)
		}
	}
	if o.rejects != "" {
		file, err := env.CreateLinesFile(o.rejects)
		if err != nil {
			return err
		}
		if err := c.Rejected(file, room, linesort.SortEach); err != nil {
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
	o.warn(env, "", &s)
	if o.since != "" && s.Earlier == 0 && s.Outcomes[crawllog.NotDue] == 0 {
		env.Warnf("-since %s: none of its pages belongs to the crawl", o.since)
	}
	if idle, all, first := src.deny.Idle(); idle > 0 && s.Finished {
		env.Warnf("%s: in this run %d of %d patterns denied no URL, such as %q: are they as you mean them?", o.deny, idle, all, first)
	}
	begun := len(s.Outcomes) > 0 || s.Why != crawl.Stopped
	why, again := o.why(&s)
	switch {
	case begun && s.Pages == 0 && s.Outcomes[crawllog.NotDue] == 0:
		return fmt.Errorf("no page was fetched: %s", o.worst(&s))
	case !s.Finished && s.Why.IsLimit(): // as it was asked for
		env.Warnf("%s", why)
	case !s.Finished && o.dir == "":
		env.Unfinished("%s: %s", why, again)
	case !s.Finished:
		env.Unfinished("%s: %s: %s", o.dir, why, again)
	}
	return nil
}

// output opens the file that gets all archives in the end: -o or, without -state, stdout. With -state alone there is none: nil.
func (o *options) output(env *cli.Env) (io.Writer, error) {
	switch name := env.OutName(); {
	case name == "" && o.dir != "":
		return nil, nil
	case name == "" || name == "-":
		if err := env.CheckBinary(); err != nil {
			return nil, err
		}
	case filepath.Ext(name) != "" && !strings.HasSuffix(name, ".gz"):
		return nil, cli.Usagef("-o %s: archives are packed by gzip: use a name like crawl.warc.gz", name)
	}
	return env.CreateStored()
}
